//! Texts that look like keys to something: tokens of well-known services,
//! passwords in addresses, private keys, and values that stand behind a name
//! such as `API_KEY`.
//!
//! A trace's args and names are anybody's text, and exports are made to be
//! handed on; so what has such a shape is masked there. What has no shape of
//! its own (forty hexadecimal digits may be a key or a commit) is masked only
//! where its name says what it is. The page itself shows args as the file has
//! them: they are the reader's own.

use std::borrow::Cow;
use std::ops::Range;

/// What stands in the place of a secret. Part of a JSON text as of any other.
pub const MASK: &str = "[hidden]";

/// Longest begin of an address in which a password is looked for, in bytes.
const LONGEST_LOGIN: usize = 512;
/// Shorter values are no secrets worth the name.
const SHORTEST_VALUE: usize = 6;

/// How tokens of a service look.
struct Shape {
    start: &'static str,
    /// Characters behind the start, at least.
    least: usize,
    chars: fn(u8) -> bool,
}

const fn shape(start: &'static str, least: usize, chars: fn(u8) -> bool) -> Shape {
    Shape { start, least, chars }
}

fn is_alnum(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn is_upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn is_dashed(byte: u8) -> bool {
    is_word(byte) || byte == b'-'
}

fn is_dotted(byte: u8) -> bool {
    is_dashed(byte) || byte == b'.'
}

fn is_base64(byte: u8) -> bool {
    is_dotted(byte) || b"~+/=".contains(&byte)
}

/// As their makers document them, a little shorter.
const SHAPES: &[Shape] = &[
    shape("AKIA", 16, is_upper),
    shape("ASIA", 16, is_upper),
    shape("ghp_", 30, is_alnum),
    shape("gho_", 30, is_alnum),
    shape("ghu_", 30, is_alnum),
    shape("ghs_", 30, is_alnum),
    shape("ghr_", 30, is_alnum),
    shape("github_pat_", 40, is_word),
    shape("glpat-", 18, is_dashed),
    shape("hf_", 30, is_alnum),
    shape("api_org_", 30, is_alnum),
    shape("sk-", 20, is_dashed),
    shape("sk_live_", 16, is_alnum),
    shape("rk_live_", 16, is_alnum),
    shape("wandb_v1_", 20, is_word),
    shape("nvapi-", 30, is_dashed),
    shape("xoxb-", 16, is_dashed),
    shape("xoxp-", 16, is_dashed),
    shape("xoxa-", 16, is_dashed),
    shape("xoxs-", 16, is_dashed),
    shape("AIza", 30, is_dashed),
    shape("ya29.", 20, is_dashed),
    shape("npm_", 30, is_alnum),
    shape("pypi-", 40, is_dashed),
    shape("dckr_pat_", 20, is_dashed),
    shape("dop_v1_", 40, is_alnum),
    shape("SG.", 40, is_dotted),
];

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
/// Words before `key` that make it one of these.
const KEYS: &[&str] = &["api", "access", "secret", "private", "auth", "account", "session", "encryption"];
/// Names of whole environments.
const ENVIRONMENTS: &[&str] = &["env", "environ", "environment", "envvars", "environmentvariables"];

/// The text with all that looks like a secret masked.
pub fn masked(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    while let Some(found) = next_secret(text.as_bytes(), done) {
        out.push_str(&text[done..found.start]);
        out.push_str(MASK);
        done = found.end;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// Whether there is anything to mask in a text.
pub fn has_secret(text: &str) -> bool {
    next_secret(text.as_bytes(), 0).is_some()
}

/// A member of an object as an export writes it; `value` is JSON.
pub fn masked_member<'a>(key: &str, value: &'a str) -> Cow<'a, str> {
    let is_plain = value.parse::<f64>().is_ok() || ["true", "false", "null"].contains(&value);
    let is_text = value.starts_with('"') && value.len() >= SHORTEST_VALUE + 2;
    if !is_plain && is_environment(key) || is_text && is_secret_name(key) {
        return Cow::Owned(format!("\"{MASK}\""));
    }
    masked(value)
}

/// A value that is shown as text, under the path that leads to it:
/// `metadata.env[0].HOME`.
pub fn masked_row<'a>(path: &str, value: &'a str) -> Cow<'a, str> {
    let is_number = value.parse::<f64>().is_ok();
    let mut parts = path.split('.').map(|part| part.split('[').next().unwrap_or_default());
    let is_secret = parts.clone().next_back().is_some_and(is_secret_name) && value.len() >= SHORTEST_VALUE;
    if !is_number && (is_secret || parts.any(is_environment)) {
        return Cow::Borrowed(MASK);
    }
    masked(value)
}

/// Whether a name says that its value is a secret: `HF_TOKEN`, `apiKey`,
/// `X-Amz-Signature`.
pub fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let Some(last) = words.last() else { return false };
    let before = words.len().checked_sub(2).and_then(|at| words.get(at));
    SECRET_WORDS.contains(&last.as_str())
        || last == "key" && before.is_some_and(|word| KEYS.contains(&word.as_str()))
        || KEYS.iter().any(|word| last.strip_suffix("key") == Some(word))
}

fn is_environment(name: &str) -> bool {
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

/// The first secret from a place on. Begin and end lie between characters.
fn next_secret(text: &[u8], from: usize) -> Option<Range<usize>> {
    let mut at = from;
    while at < text.len() {
        if text[at] == b':'
            && let Some(found) = login(text, at)
        {
            return Some(found);
        }
        if text[at..].starts_with(b"-----BEGIN") {
            if let Some(found) = private_key(text, at) {
                return Some(found);
            }
            at += 10;
            continue;
        }
        let is_start = is_word(text[at]) && (at == 0 || !is_word(text[at - 1]));
        if !is_start {
            at += 1;
            continue;
        }
        if let Some(found) = token(text, at) {
            return Some(found);
        }
        // A name with its dashes is looked at once, from its begin.
        if at == 0 || text[at - 1] != b'-' || !text[..at - 1].last().is_some_and(|byte| is_word(*byte)) {
            let end = run(text, at, is_dashed);
            if let Some(found) = named_value(text, at..end) {
                return Some(found);
            }
        }
        at = run(text, at, is_word);
    }
    None
}

/// End of the characters of a kind from a place on.
fn run(text: &[u8], from: usize, chars: fn(u8) -> bool) -> usize {
    from + text[from..].iter().take_while(|byte| chars(**byte)).count()
}

/// `://USER:PASSWORD@`; also where a slash is escaped, as JSON may have it.
fn login(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let start = at + [&b"://"[..], b":\\/\\/"].iter().find(|sign| rest.starts_with(sign))?.len();
    let part = &text[start..text.len().min(start + LONGEST_LOGIN)];
    let end = part
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || b"/?#\"'\\<>".contains(byte))
        .unwrap_or(part.len());
    let sign = part[..end].iter().rposition(|byte| *byte == b'@')?;
    let colon = part[..sign].iter().position(|byte| *byte == b':')?;
    (colon + 1 < sign).then(|| start..start + sign)
}

/// From `-----BEGIN … PRIVATE KEY-----` to its end, or that of the text.
fn private_key(text: &[u8], at: usize) -> Option<Range<usize>> {
    const END: &[u8] = b"-----END";
    let head_end = text.len().min(at + 64);
    let head = &text[at..head_end];
    if !head.windows(11).any(|part| part == b"PRIVATE KEY") {
        return None;
    }
    // In JSON, a quote ends the text; one that is escaped keeps its backslash.
    let quote = text[at..].iter().position(|byte| *byte == b'"').map(|len| at + len);
    let stop = quote.map_or(text.len(), |quote| {
        let backslashes = text[at..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        quote - backslashes % 2
    });
    let body = &text[at..stop];
    let end = body.windows(END.len()).position(|part| part == END).map_or(stop, |len| {
        let line = at + len + END.len();
        let dashes = text[line..stop].windows(5).position(|part| part == b"-----");
        dashes.map_or(stop, |len| line + len + 5)
    });
    Some(at..end)
}

fn token(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    for shape in SHAPES.iter().filter(|shape| rest.starts_with(shape.start.as_bytes())) {
        let start = at + shape.start.len();
        let end = run(text, start, shape.chars);
        let has_digit = text[start..end].iter().any(u8::is_ascii_digit);
        if end - start >= shape.least && has_digit {
            return Some(at..end);
        }
    }
    if rest.starts_with(b"eyJ") {
        let end = run(text, at, is_dotted);
        let parts = text[at..end].split(|byte| *byte == b'.').filter(|part| part.len() >= 8).count();
        return (parts >= 2).then_some(at..end);
    }
    let is_bearer = rest.len() > 7 && rest[..6].eq_ignore_ascii_case(b"bearer") && rest[6] == b' ';
    if is_bearer {
        let start = at + 7;
        let end = run(text, start, is_base64);
        let has_digit = text[start..end].iter().any(u8::is_ascii_digit);
        return (end - start >= 8 && has_digit).then_some(start..end);
    }
    None
}

/// The value behind a secret name: `NAME=value`, `"name": "value"`, `name: value`.
fn named_value(text: &[u8], name: Range<usize>) -> Option<Range<usize>> {
    const QUOTES: &[u8] = b"\\\"'";
    let skip = |mut at: usize, chars: &[u8]| {
        while text.get(at).is_some_and(|byte| chars.contains(byte)) {
            at += 1;
        }
        at
    };
    // Cheap things first: most names are followed by nothing of the kind.
    let after = skip(skip(name.end, QUOTES), b" ");
    // `--password value` of a command line has nothing but a space between.
    let is_flag = text[..name.start].ends_with(b"-") && text.get(name.end) == Some(&b' ');
    if is_flag && !text.get(after).is_some_and(|byte| b"=:-".contains(byte)) {
        let is_secret = std::str::from_utf8(&text[name]).is_ok_and(is_secret_name);
        let ends = |byte: &u8| byte.is_ascii_whitespace() || QUOTES.contains(byte);
        let start = skip(after, QUOTES);
        let end = text[start..].iter().position(ends).map_or(text.len(), |len| start + len);
        let is_masked = text[start..end].starts_with(MASK.trim_end_matches(']').as_bytes());
        return (is_secret && !is_masked && end - start >= SHORTEST_VALUE).then_some(start..end);
    }
    let sign = *text.get(after).filter(|byte| b"=:".contains(byte))?;
    let next = *text.get(after + 1)?;
    if next == b'=' || sign == b':' && next != b' ' && !QUOTES.contains(&next) {
        return None;
    }
    let key = std::str::from_utf8(&text[name]).ok().filter(|name| is_secret_name(name))?;
    let start = skip(skip(skip(after + 1, b" "), QUOTES), b" ");
    let is_header = key.to_ascii_lowercase().ends_with("authorization") || key.eq_ignore_ascii_case("cookie");
    let ends = |byte: &u8| match is_header {
        // A scheme and its value, or several of them.
        true => b"\"'\\\r\n".contains(byte),
        false => byte.is_ascii_whitespace() || b"\"'\\,;&<>)}]".contains(byte),
    };
    let end = text[start..].iter().position(ends).map_or(text.len(), |len| start + len);
    let value = &text[start..end];
    let is_number = std::str::from_utf8(value).is_ok_and(|value| value.parse::<f64>().is_ok());
    let is_plain = is_number || value.first().is_some_and(|byte| b"[{".contains(byte));
    let is_masked = value.starts_with(MASK.trim_end_matches(']').as_bytes());
    (value.len() >= SHORTEST_VALUE && !is_plain && !is_masked).then_some(start..end)
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
