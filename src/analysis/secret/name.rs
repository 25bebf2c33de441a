//! Names that say what their value is: `HF_TOKEN`, `apiKey`, `environ`.

/// Last words of names whose values are secrets.
const SECRET_WORDS: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "apikey",
    "credential",
    "credentials",
    "authorization",
    "cookie",
    "signature",
    "sig",
];
/// The same where a name has them joined to what is before: `PGPASSWORD`.
const SECRET_ENDS: &[&str] = &["password", "passwd", "accesstoken", "authtoken", "apitoken", "sshpass"];
/// Words before `key` that make it one of these.
const KEYS: &[&str] = &[
    "access",
    "account",
    "api",
    "auth",
    "consumer",
    "deploy",
    "encryption",
    "license",
    "master",
    "openai",
    "private",
    "secret",
    "session",
    "signing",
    "subscription",
    "wandb",
];
/// Words before `pass` that make it a password, and no pass over something.
const LOGINS: &[&str] =
    &["admin", "db", "ftp", "mail", "mysql", "pg", "proxy", "redis", "root", "smtp", "ssh", "user"];
/// Words before `token` with which it is one of a model's vocabulary.
const VOCABULARY: &[&str] = &[
    "audio", "bos", "cls", "end", "eos", "first", "image", "last", "mask", "new", "next", "pad", "prev",
    "sep", "special", "start", "stop", "unk", "video",
];
/// Names of whole environments.
const ENVIRONMENTS: &[&str] = &["env", "environ", "environment", "envvars", "environmentvariables"];

/// Whether a name says that its value is a secret: `HF_TOKEN`, `apiKey`,
/// `X-Amz-Signature`.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let Some(last) = words.last() else { return false };
    let before = words.len().checked_sub(2).and_then(|at| words.get(at));
    let follows = |of: &[&str]| before.is_some_and(|word| of.contains(&word.as_str()));
    match last.as_str() {
        "token" => !follows(VOCABULARY),
        "key" => follows(KEYS),
        "pass" => follows(LOGINS),
        last => {
            SECRET_WORDS.contains(&last)
                || SECRET_ENDS.iter().any(|end| last.ends_with(end))
                || KEYS.iter().any(|word| last.strip_suffix("key") == Some(word))
        }
    }
}

/// Whether it is a password that a name says: these may be numbers, too.
pub(super) fn is_password_name(name: &str) -> bool {
    let last = words(name).pop().unwrap_or_default();
    is_secret_name(name) && (last.contains("pass") || last == "pwd")
}

pub(super) fn is_environment(name: &str) -> bool {
    ENVIRONMENTS.contains(&words(name).concat().as_str())
}

/// The words of a name in lower case: `apiKey`, `API_KEY` and `api-key` have
/// the same.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for character in name.chars() {
        let is_new = !character.is_alphanumeric() || character.is_uppercase() && before.is_lowercase();
        if is_new && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if character.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(character.to_lowercase());
        }
        before = character;
    }
    words.retain(|word| !word.is_empty());
    words
}
