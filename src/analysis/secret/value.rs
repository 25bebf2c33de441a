//! Values that are secrets because of what stands before them: a name that
//! says so (`NAME=value`, `--name value`), a scheme (`Bearer value`), or the
//! flag of a program that logs in (`curl -u name:value`).

use super::MASK;
use super::name::{is_password_name, is_secret_name};
use super::token::{is_alnum, is_base64, is_random, run};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use std::ops::Range;

/// Shorter values are no secrets worth the name.
pub(super) const SHORTEST_VALUE: usize = 6;
/// How far back what a value belongs to is looked for, in bytes.
const FARTHEST_BACK: usize = 256;
/// Of a value, what tells whether it is one, in bytes.
const LONGEST_BEGIN: usize = 512;
/// Headers of a request whose value may stand behind the colon without a space.
const HEADERS: &[&str] = &["authorization", "proxy-authorization", "cookie", "set-cookie"];
/// What ends or escapes the end of a quoted value.
const QUOTES: &[u8] = b"\\\"'";

/// With and without the signs that fill it up.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The value behind a secret name: `NAME=value`, `"name": "value"`,
/// `name: value`, `--name value`, `("NAME", "value")`.
pub(super) fn named_value(text: &[u8], name: Range<usize>) -> Option<Range<usize>> {
    // Cheap things first: most names are followed by nothing of the kind.
    let closed = skip(text, name.end, QUOTES);
    let after = skip(text, closed, b" ");
    let sign = *text.get(after)?;
    let is_flag = text[..name.start].ends_with(b"-");
    if is_flag && let Some(found) = login_flag(text, &name) {
        return Some(found);
    }
    let is_pair = closed > name.end && sign == b',';
    // `--password value` of a command line has nothing but a space between; as a
    // list, `"--password", "value"`.
    let is_spaced = text.get(name.end) == Some(&b' ') && !b"=:-".contains(&sign);
    if is_flag && (is_spaced || is_pair) {
        let key = secret_key(text, &name)?;
        let start = if is_pair { next_of_list(text, after) } else { skip(text, after, QUOTES) };
        return plain(text, start, |value| {
            value.len() >= SHORTEST_VALUE && (!is_number(value) || is_password_name(key))
        });
    }
    // `setenv NAME value`, and lists of names and values; only what looks like
    // a key, as anything may follow a name so.
    if is_pair || after == name.end + 1 && is_alnum(sign) && is_variable(&text[name.clone()]) {
        secret_key(text, &name)?;
        let start = if is_pair { next_of_list(text, after) } else { after };
        return plain(text, start, is_random);
    }
    if !b"=:".contains(&sign) {
        return None;
    }
    let next = *text.get(after + 1)?;
    if next == b'=' || next == b':' {
        return None;
    }
    let is_close = sign == b':' && next != b' ' && !QUOTES.contains(&next);
    if is_close && !is_alnum(next) {
        return None;
    }
    let key = secret_key(text, &name)?;
    let start = skip(text, skip(text, skip(text, after + 1, b" "), QUOTES), b" ");
    // That one is known by its own shape, up to its end.
    if text[start..].starts_with(b"-----BEGIN") {
        return None;
    }
    let lower = key.to_ascii_lowercase();
    let is_header = lower.ends_with("authorization") || lower.ends_with("cookie");
    let ends = |byte: &u8| match is_header {
        // A scheme and its value, or several of them.
        true => b"\"'\\\r\n\0".contains(byte),
        false => is_space(byte) || b"\"'\\,;&<>)}]".contains(byte),
    };
    let end_within = |most: usize| text[start..most].iter().position(ends).map_or(most, |len| start + len);
    // Judged by its begin, so that a text of many such is not read many times.
    let quoted = quoted_end(text, start).filter(|_| !is_header);
    let begin = &text[start..quoted.unwrap_or_else(|| end_within(text.len().min(start + LONGEST_BEGIN)))];
    let is_list = begin.first().is_some_and(|byte| b"[{".contains(byte));
    let is_folder = lower == "pwd" && begin.first().is_some_and(|byte| b"/~".contains(byte));
    // `token:` without a space is a part of names as well.
    let is_name = is_close && !HEADERS.contains(&lower.as_str()) && !is_random(begin);
    // These are names of other things as well: `token=attention`.
    let is_weak = matches!(lower.rsplit(['_', '-']).next(), Some("signature" | "sig")) || key == "token";
    let is_word =
        is_weak && !(begin.iter().any(u8::is_ascii_digit) && begin.iter().all(|byte| is_base64(*byte)));
    if is_list || is_folder || is_name || is_word || is_masked(begin) {
        return None;
    }
    let end = quoted.unwrap_or_else(|| end_within(text.len()));
    let value = &text[start..end];
    // Behind a colon a number may be one of JSON, which must stay one.
    let is_count = is_number(value) && !(sign == b'=' && is_password_name(key));
    (value.len() >= SHORTEST_VALUE && !is_count).then_some(start..end)
}

/// The value behind a word that is no name: `Bearer value`, `token value`,
/// `Basic bmFtZTp2YWx1ZQ==`, `login name password value`.
pub(super) fn spoken_value(text: &[u8], word: Range<usize>) -> Option<Range<usize>> {
    if text.get(word.end) != Some(&b' ') {
        return None;
    }
    let said = |wanted: &str| text[word.clone()].eq_ignore_ascii_case(wanted.as_bytes());
    let start = skip(text, word.end, b" ");
    let end = run(text, start, is_base64);
    let value = &text[start..end];
    let is_secret = if said("bearer") {
        value.len() >= 8 && value.iter().any(u8::is_ascii_digit)
    } else if said("basic") {
        is_login(value)
    } else if said("apikey") || said("negotiate") {
        is_login(value) || is_random(value)
    } else if said("token") || said("login") || said("relogin") {
        is_random(value)
    } else if said("password") {
        return of_netrc(text, word.start).then(|| plain(text, start, |value| !value.is_empty())).flatten();
    } else {
        false
    };
    is_secret.then_some(start..end)
}

/// `NAME:PASSWORD`, as the scheme Basic packs it.
fn is_login(value: &[u8]) -> bool {
    let Ok(bytes) = BASE64.decode(value.strip_suffix(b".").unwrap_or(value)) else { return false };
    let is_text = |text: &str| !text.chars().any(char::is_control);
    bytes.contains(&b':') && std::str::from_utf8(&bytes).is_ok_and(is_text)
}

/// `… login NAME password …`, the line of a `.netrc`.
fn of_netrc(text: &[u8], at: usize) -> bool {
    let before = &text[at.saturating_sub(FARTHEST_BACK)..at];
    let mut words = before.rsplit(is_space).filter(|word| !word.is_empty());
    words.nth(1).is_some_and(|word| word.ends_with(b"login"))
}

/// `-u name:password` of curl and others, `-p password` of what logs in.
fn login_flag(text: &[u8], name: &Range<usize>) -> Option<Range<usize>> {
    let flag = &text[name.clone()];
    let is_short = !text[..name.start].ends_with(b"--");
    let program = &text[name.start.saturating_sub(FARTHEST_BACK)..name.start];
    let runs = |wanted: &str| program.windows(wanted.len()).any(|part| part == wanted.as_bytes());
    let closed = skip(text, name.end, QUOTES);
    let start = match text.get(closed) {
        Some(b',') if closed > name.end => next_of_list(text, closed),
        _ => skip(text, name.end, b" ="),
    };
    let is_spaced = start > name.end;
    let is_user = match flag {
        b"u" | b"U" => is_short && is_spaced,
        // With other flags of curl before it: `-su name:password`.
        [.., b'u'] => is_short && is_spaced && flag.len() < 6 && runs("curl"),
        b"user" | b"proxy-user" | b"auth" => !is_short && is_spaced,
        _ => false,
    };
    let last = program.trim_ascii_end().strip_suffix(b"-").unwrap_or(program).trim_ascii_end();
    let last = last.rsplit(is_space).next().unwrap_or_default();
    // Python's own `-u` takes nothing, and what runs containers a user and a group.
    let is_other = is_short && last.windows(6).any(|part| part == b"python")
        || ["docker", "podman", "nerdctl"].into_iter().any(runs);
    if is_user && !is_other {
        return plain(text, skip(text, start, QUOTES), |value| is_name_and_password(value, runs("curl")));
    }
    if !is_short {
        return None;
    }
    // Written without a space: `-uname:password`, `-ppassword`.
    if flag.starts_with(b"u") && flag.len() > 1 && runs("curl ") {
        return plain(text, name.start + 1, |value| is_name_and_password(value, true));
    }
    if flag == b"p" && is_spaced && (runs("sshpass ") || runs(" login ")) {
        return plain(text, skip(text, start, QUOTES), |value| !value.is_empty() && !value.starts_with(b"-"));
    }
    if flag.starts_with(b"p") && flag.len() > 1 && (runs("sshpass ") || runs("mysql ") || runs("mysqldump "))
    {
        return plain(text, name.start + 1, |_| true);
    }
    None
}

/// Not `1000:1000`, `localhost:8080`, `std::vector`, `https://host` or `$A:$B`.
fn is_name_and_password(value: &[u8], may_be_number: bool) -> bool {
    let Some(colon) = value.iter().position(|byte| *byte == b':') else { return false };
    let (user, password) = (&value[..colon], &value[colon + 1..]);
    let is_word = |part: &[u8]| part.first().is_some_and(|byte| !b"$-:/".contains(byte));
    is_word(user) && is_word(password) && (may_be_number || !is_number(password))
}

/// From a place to the next space or quote, or to the quote that closes the one
/// before it, if that is one.
fn plain(text: &[u8], start: usize, is_one: impl Fn(&[u8]) -> bool) -> Option<Range<usize>> {
    let ends = |byte: &u8| is_space(byte) || QUOTES.contains(byte);
    let end = || text[start..].iter().position(ends).map_or(text.len(), |len| start + len);
    let end = quoted_end(text, start).unwrap_or_else(end);
    let value = &text[start..end];
    (is_one(value) && !is_masked(value)).then_some(start..end)
}

/// End of a value that begins behind a quote: its spaces are part of it.
fn quoted_end(text: &[u8], start: usize) -> Option<usize> {
    let quote = *text[..start].last().filter(|byte| b"\"'".contains(byte))?;
    let near = &text[start..text.len().min(start + LONGEST_BEGIN)];
    let len = near.iter().position(|byte| *byte == quote || b"\r\n".contains(byte))?;
    let is_closed = near[len] == quote;
    // One that is escaped keeps its backslash.
    let end = start + len - near[..len].iter().rev().take_while(|byte| **byte == b'\\').count();
    is_closed.then_some(end)
}

/// Behind the comma of a list: where the next text of it begins.
fn next_of_list(text: &[u8], comma: usize) -> usize {
    skip(text, skip(text, comma + 1, b" "), QUOTES)
}

fn secret_key<'a>(text: &'a [u8], name: &Range<usize>) -> Option<&'a str> {
    std::str::from_utf8(&text[name.clone()]).ok().filter(|name| is_secret_name(name))
}

/// `HF_TOKEN`, as names of an environment are.
fn is_variable(name: &[u8]) -> bool {
    name.contains(&b'_') && !name.iter().any(u8::is_ascii_lowercase)
}

fn is_masked(value: &[u8]) -> bool {
    value.starts_with(MASK.trim_end_matches(']').as_bytes())
}

fn is_number(value: &[u8]) -> bool {
    std::str::from_utf8(value).is_ok_and(|value| value.parse::<f64>().is_ok())
}

/// Also the sign between the variables of an environment.
fn is_space(byte: &u8) -> bool {
    byte.is_ascii_whitespace() || *byte == 0
}

fn skip(text: &[u8], mut at: usize, bytes: &[u8]) -> usize {
    while text.get(at).is_some_and(|byte| bytes.contains(byte)) {
        at += 1;
    }
    at
}
