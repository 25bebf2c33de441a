//! A trace's metadata as rows, without what may be private.
//!
//! Profilers write the whole environment, command lines and home folders into
//! their files, with tokens in them. A row is hidden when its key or its value
//! looks like that; the page says how many are hidden and shows them only when
//! asked.

use crate::analysis::arg_rows::ArgRows;
use crate::analysis::secret;
use crate::trace::Trace;

/// Rows to show, and how many are hidden. With `show_hidden` all are shown.
pub fn metadata(trace: &Trace, show_hidden: bool) -> (Vec<(String, String)>, u32) {
    let mut rows = ArgRows::default();
    for (key, value) in &trace.metadata {
        rows.push(key, value.as_bytes(), 1);
    }
    let all = rows.rows.into_iter().map(|row| (row.key, row.readable));
    let (hidden, mut shown): (Vec<_>, Vec<_>) = all.partition(|(key, value)| is_private(key, value));
    let count = hidden.len() as u32;
    if show_hidden {
        shown.extend(hidden);
    }
    (shown, count)
}

/// Words in keys of what belongs to a person or a machine.
const PRIVATE_KEYS: &[&str] = &[
    "env",
    "environ",
    "environment",
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "apikey",
    "credential",
    "credentials",
    "auth",
    "authorization",
    "cookie",
    "session",
    "private",
    "user",
    "username",
    "email",
    "home",
    "host",
    "hostname",
    "ip",
    "address",
    "cmdline",
    "argv",
    "command",
    "commandline",
    "cwd",
    "path",
    "tracename",
    "sshkey",
    "accesskey",
    "privatekey",
    // Paths on the machine that recorded a Neuron profile.
    "neffname",
    "ntfffilename",
    "networkname",
];

/// Beginnings of values that are keys to something.
const SECRET_STARTS: &[&str] = &[
    "hf_",
    "sk-",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "AKIA",
    "ASIA",
    "xox",
    "eyJ",
    "AIza",
    "Bearer ",
];

/// Whether a row may hold something private.
fn is_private(key: &str, value: &str) -> bool {
    key.split('.').any(|part| is_private_key(part) || secret::is_secret_name(part)) || is_private_value(value)
}

fn is_private_key(key: &str) -> bool {
    let key = key.split('[').next().unwrap_or_default();
    // Environment variables: HOME, HF_TOKEN.
    let shouts = key.len() > 2
        && key.bytes().any(|byte| byte.is_ascii_uppercase())
        && key.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    shouts || words(key).iter().any(|word| PRIVATE_KEYS.contains(&word.as_str()))
}

/// `traceName`, `trace_name` and `trace-name` have the words trace and name;
/// the whole without its separators counts too.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for character in key.chars() {
        if !character.is_alphanumeric() {
            words.push(String::new());
        } else {
            if character.is_uppercase() && words.last().is_some_and(|word| !word.is_empty()) {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(character.to_lowercase());
            }
        }
    }
    let whole = words.concat();
    words.push(whole);
    words
}

fn is_private_value(value: &str) -> bool {
    let has_home = ["/home/", "/Users/", "/root/", "\\Users\\"].iter().any(|part| value.contains(part));
    let has_secret = value
        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '=' | ','))
        .any(|word| word.len() >= 16 && SECRET_STARTS.iter().any(|start| word.starts_with(start.trim_end())));
    let has_mail = value.contains('@')
        && value.split_once('@').is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    let has_variables = value.contains("PATH=") || value.contains("HOME=");
    has_home
        || has_secret
        || has_mail
        || has_variables
        || value.contains("Bearer ")
        || secret::has_secret(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(metadata: &[(&str, &str)]) -> Trace {
        let metadata = metadata.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        Trace { metadata, ..Trace::default() }
    }

    #[test]
    fn what_describes_the_run_is_shown() {
        let trace = trace(&[
            ("schemaVersion", "1"),
            ("displayTimeUnit", "\"ms\""),
            ("deviceProperties", r#"[{"id": 0, "name": "NVIDIA H100", "numSms": 132}]"#),
            ("distributedInfo", r#"{"backend": "nccl", "rank": 3, "world_size": 8}"#),
        ]);
        let (shown, hidden) = metadata(&trace, false);
        assert_eq!(hidden, 0);
        assert!(shown.contains(&("deviceProperties[0].name".to_owned(), "NVIDIA H100".to_owned())));
        assert!(shown.contains(&("distributedInfo.rank".to_owned(), "3".to_owned())));
    }

    #[test]
    fn environment_secrets_and_homes_are_hidden_until_asked_for() {
        let trace = trace(&[
            ("metadata", r#"{"HF_TOKEN": "x", "version": "2.1", "argv": ["python", "a.py"]}"#),
            ("env", r#"{"a": "b"}"#),
            ("note", "\"run with hf_abcdefghijklmnopqrstuvwx\""),
            ("traceName", "\"/data/trace.json\""),
            ("script", "\"/home/someone/train.py\""),
            ("contact", "\"someone@example.com\""),
            ("api_key", "\"1\""),
        ]);
        let (shown, hidden) = metadata(&trace, false);
        assert_eq!(shown, [("metadata.version".to_owned(), "2.1".to_owned())]);
        assert_eq!(hidden, 8);
        assert_eq!(metadata(&trace, true).0.len(), 9);
    }
}
