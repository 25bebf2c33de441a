//! Texts that look like keys to something: tokens of well-known services,
//! passwords in addresses, private keys, and values that stand behind a name
//! such as `API_KEY`.
//!
//! `token` knows the shapes, `name` the names, and `value` what stands behind
//! a name, a scheme or a flag.
//!
//! A trace's args and names are anybody's text, and exports are made to be
//! handed on; so what has such a shape is masked there. What has no shape of
//! its own (forty hexadecimal digits may be a key or a commit) is masked only
//! where its name says what it is. The page itself shows args as the file has
//! them: they are the reader's own.

mod name;
mod token;
mod value;

pub use name::is_secret_name;

use name::is_environment;
use std::borrow::Cow;
use std::ops::Range;
use token::{is_dashed, is_random, is_word, run, token};
use value::{SHORTEST_VALUE, named_value, spoken_value};

/// What stands in the place of a secret. Part of a JSON text as of any other.
pub const MASK: &str = "[hidden]";

/// Longest name that is looked at, in bytes.
const LONGEST_NAME: usize = 256;
/// Longest begin of an address in which a password is looked for, in bytes.
const LONGEST_LOGIN: usize = 512;

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
        let word = at..run(text, at, is_word);
        if let Some(found) = token(text, at).or_else(|| spoken_value(text, word.clone())) {
            return Some(found);
        }
        // A name with its dashes is looked at once, from its begin.
        if at == 0 || text[at - 1] != b'-' || !text[..at - 1].last().is_some_and(|byte| is_word(*byte)) {
            let end = run(&text[..text.len().min(at + LONGEST_NAME)], at, is_dashed);
            if let Some(found) = named_value(text, at..end) {
                return Some(found);
            }
        }
        at = word.end;
    }
    None
}

/// `://USER:PASSWORD@`, `://TOKEN@`; also where a slash is escaped, as JSON may
/// have it.
fn login(text: &[u8], at: usize) -> Option<Range<usize>> {
    let rest = &text[at..];
    let start = at + [&b"://"[..], b":\\/\\/"].iter().find(|sign| rest.starts_with(sign))?.len();
    let part = &text[start..text.len().min(start + LONGEST_LOGIN)];
    let end = part
        .iter()
        .position(|byte| byte.is_ascii_whitespace() || b"/?#\"'\\<>".contains(byte))
        .unwrap_or(part.len());
    let sign = part[..end].iter().rposition(|byte| *byte == b'@')?;
    let colon = part[..sign].iter().position(|byte| *byte == b':');
    // With nothing behind the colon, what is before it is all that lets in.
    let user = &part[..colon.unwrap_or(sign)];
    let has_password = colon.is_some_and(|colon| colon + 1 < sign);
    (has_password || is_random(user)).then(|| start..start + sign)
}

/// From `-----BEGIN … PRIVATE KEY-----` to its end, or that of the text.
fn private_key(text: &[u8], at: usize) -> Option<Range<usize>> {
    const END: &[u8] = b"-----END";
    const LONGEST_LINE: usize = 64;
    let head_end = text.len().min(at + LONGEST_LINE);
    let head = &text[at..head_end];
    if !head.windows(11).any(|part| part == b"PRIVATE KEY") {
        return None;
    }
    let is_end = |place: &usize| text[*place] == b'"' || text[*place..].starts_with(END);
    let Some(place) = (at..text.len()).find(is_end) else { return Some(at..text.len()) };
    if text[place] == b'"' {
        // In JSON, a quote ends the text; one that is escaped keeps its backslash.
        let backslashes = text[at..place].iter().rev().take_while(|byte| **byte == b'\\').count();
        return Some(at..place - backslashes % 2);
    }
    let line = place + END.len();
    let last = &text[line..text.len().min(line + LONGEST_LINE)];
    let last = last.split(|byte| *byte == b'"').next().unwrap_or_default();
    let end = last.windows(5).position(|part| part == b"-----").map_or(line, |len| line + len + 5);
    Some(at..end)
}

#[cfg(test)]
mod tests;
