//! A device profile that is put into a report whole: it is written by tools that
//! may note commands, environments and folders, and a report is made to be
//! handed on.

use crate::analysis::secret::{masked, masked_member};
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Larger sections are rows of numbers, and only looked through as text.
const MOST_PARSED: usize = 1 << 20;

/// The profile's JSON without what looks like a secret; `None` for what is no
/// object of sections. Numbers stay as they are written.
pub fn without_secrets(json: &[u8]) -> Option<Vec<u8>> {
    let sections: BTreeMap<String, Box<RawValue>> = serde_json::from_slice(json).ok()?;
    let mut out = String::with_capacity(json.len());
    for (key, value) in &sections {
        out.push_str(if out.is_empty() { "{" } else { ",\n" });
        out.push_str(&Value::from(masked(key).as_ref()).to_string());
        out.push(':');
        out.push_str(&section(key, value.get()));
    }
    out.push_str(if out.is_empty() { "{}" } else { "}" });
    Some(out.into_bytes())
}

fn section<'a>(key: &str, json: &'a str) -> Cow<'a, str> {
    if json.len() <= MOST_PARSED
        && let Ok(mut value) = serde_json::from_str::<Value>(json)
        // What has none stays as it was written, down to the digits.
        && mask(&mut value)
    {
        return Cow::Owned(value.to_string());
    }
    masked_member(key, json)
}

/// Masks in place; says whether there was anything.
fn mask(value: &mut Value) -> bool {
    match value {
        Value::Array(items) => items.iter_mut().fold(false, |any, item| mask(item) | any),
        Value::Object(members) => members.iter_mut().fold(false, |any, (key, member)| {
            let written = member.to_string();
            match masked_member(key, &written) {
                Cow::Owned(hidden) if hidden != written => {
                    *member = serde_json::from_str(&hidden).unwrap_or(Value::Null);
                    true
                }
                _ => mask(member) | any,
            }
        }),
        Value::String(text) => {
            let shown = without_folders(&masked(text)).to_owned();
            let any = shown != *text;
            *text = shown;
            any
        }
        _ => false,
    }
}

/// The name of a file alone: its folders are those of whoever recorded it.
fn without_folders(text: &str) -> &str {
    let is_path =
        text.starts_with('/') && text.matches('/').count() > 1 && !text.contains(char::is_whitespace);
    if is_path { text.rsplit('/').find(|part| !part.is_empty()).unwrap_or(text) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_go_and_numbers_stay_as_they_are_written() {
        let json = r#"{
            "instruction": [{"id": 18446744073709551615, "duration": 1.50, "opcode": "MATMUL"}],
            "metadata": [{"command": "profile --token ghp_0123456789abcdefghijABCDEFGHIJ012345",
                          "env": {"HOME": "/home/me"}, "nested": [{"API_KEY": "0123456789"}], "ntff_filename": "/home/ubuntu/run/x.ntff", "version": 8}]
        }"#;
        let out = String::from_utf8(without_secrets(json.as_bytes()).unwrap()).unwrap();
        for kept in ["18446744073709551615", "1.50", "MATMUL", "\"version\":8", "\"x.ntff\""] {
            assert!(out.contains(kept), "{kept}: {out}");
        }
        for gone in ["ghp_", "/home/", "0123456789\""] {
            assert!(!out.contains(gone), "{gone}: {out}");
        }
        assert!(serde_json::from_str::<Value>(&out).is_ok());
    }

    #[test]
    fn what_is_no_profile_is_none() {
        assert_eq!(without_secrets(b"[1]"), None);
        assert_eq!(without_secrets(b"{\"a\":"), None);
        assert_eq!(without_secrets(b"{}").as_deref(), Some(&b"{}"[..]));
    }
}
