//! What a person searches for.
//!
//! Text matches anywhere in a name, a category, or the args, whatever its
//! case. `name:`, `cat:` and `arg:` in front narrow it down; `arg:KEY=VALUE`
//! wants the value under a key that is called so, `arg:KEY` the key alone.
//! Quotes around the text want the whole of it, in that case.

use crate::analysis::json_text::{elements, members, readable};
use memchr::memmem::Finder;

/// A parsed query.
#[derive(Debug, Clone)]
pub struct Query {
    target: Target,
}

#[derive(Debug, Clone)]
enum Target {
    Any(Pattern),
    Name(Pattern),
    Category(Pattern),
    Arg { key: Pattern, value: Option<Pattern> },
}

impl Query {
    /// `None` when there is nothing to search for.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let after = |prefix: &str| {
            let head = text.get(..prefix.len())?;
            head.eq_ignore_ascii_case(prefix).then(|| text[prefix.len()..].trim())
        };
        let target = if let Some(name) = after("name:") {
            Target::Name(Pattern::parse(name)?)
        } else if let Some(category) = after("cat:") {
            Target::Category(Pattern::parse(category)?)
        } else if let Some(arg) = after("arg:") {
            let (key, value) = arg.split_once('=').map_or((arg, None), |(key, value)| (key, Some(value)));
            // A key is short and known; what only contains it is another key.
            let key = Pattern::whole(key.trim().trim_matches('"'))?;
            Target::Arg { key, value: value.and_then(|value| Pattern::parse(value.trim())) }
        } else {
            Target::Any(Pattern::parse(text)?)
        };
        Some(Self { target })
    }

    pub fn matches_name(&self, name: &str) -> bool {
        matches!(&self.target, Target::Any(pattern) | Target::Name(pattern) if pattern.matches(name))
    }

    pub fn matches_category(&self, category: &str) -> bool {
        match &self.target {
            Target::Any(pattern) | Target::Category(pattern) => {
                pattern.matches(category) || category.split(',').any(|part| pattern.matches(part.trim()))
            }
            _ => false,
        }
    }

    /// Whether args have to be looked at.
    pub fn wants_args(&self) -> bool {
        matches!(self.target, Target::Any(_) | Target::Arg { .. })
    }

    /// Finds places in lower-cased raw text where args may match; `None` when
    /// only decoding can tell.
    pub fn raw_finder(&self) -> Option<Finder<'_>> {
        let pattern = match &self.target {
            Target::Any(pattern) => pattern,
            Target::Arg { key, value } => value.as_ref().unwrap_or(key),
            _ => return None,
        };
        pattern.is_same_when_raw().then(|| Finder::new(pattern.folded.as_bytes()))
    }

    /// Whether the raw text of args, in which [`Query::raw_finder`] found
    /// something, needs no closer look.
    pub fn raw_is_enough(&self) -> bool {
        matches!(&self.target, Target::Any(pattern) if !pattern.whole)
    }

    /// Looks at keys and values.
    pub fn matches_args(&self, raw: &[u8]) -> bool {
        match &self.target {
            Target::Any(pattern) => any_value(raw, &mut |key, value| {
                pattern.matches(key) || value.is_some_and(|value| pattern.matches(value))
            }),
            Target::Arg { key: wanted, value: Some(pattern) } => any_value(raw, &mut |key, value| {
                wanted.matches(key) && value.is_some_and(|value| pattern.matches(value))
            }),
            Target::Arg { key: wanted, value: None } => any_value(raw, &mut |key, _| wanted.matches(key)),
            _ => false,
        }
    }
}

const MAX_DEPTH: usize = 16;

/// Whether any key with its value satisfies `test`. An array or object as a
/// value is tested as its text, and then what is in it.
fn any_value(raw: &[u8], test: &mut dyn FnMut(&str, Option<&str>) -> bool) -> bool {
    fn visit(key: &str, raw: &[u8], depth: usize, test: &mut dyn FnMut(&str, Option<&str>) -> bool) -> bool {
        if test(key, Some(&readable(raw))) {
            return true;
        }
        match raw.first() {
            Some(b'{') if depth < MAX_DEPTH => {
                members(raw).into_iter().any(|(key, value)| visit(&readable(key), value, depth + 1, test))
            }
            Some(b'[') if depth < MAX_DEPTH => {
                elements(raw).into_iter().any(|value| visit(key, value, depth + 1, test))
            }
            _ => false,
        }
    }
    let raw = raw.trim_ascii();
    if raw.first() == Some(&b'{') {
        return members(raw).into_iter().any(|(key, value)| visit(&readable(key), value, 1, test));
    }
    !raw.is_empty() && visit("args", raw, 1, test)
}

/// Text to be found in another.
#[derive(Debug, Clone)]
struct Pattern {
    text: String,
    /// Lower case.
    folded: String,
    /// The other text must be equal, in this case for `exact`.
    whole: bool,
    exact: bool,
}

impl Pattern {
    fn parse(text: &str) -> Option<Self> {
        let quoted = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let (text, exact) = quoted.map_or((text, false), |inside| (inside, true));
        (!text.is_empty()).then(|| Self {
            text: text.to_owned(),
            folded: text.to_lowercase(),
            whole: exact,
            exact,
        })
    }

    fn whole(text: &str) -> Option<Self> {
        let pattern = Self::parse(text)?;
        Some(Self { whole: true, exact: false, ..pattern })
    }

    fn matches(&self, other: &str) -> bool {
        if self.exact {
            return other == self.text;
        }
        if other.is_ascii() {
            if !self.folded.is_ascii() {
                return false;
            }
            return if self.whole {
                other.eq_ignore_ascii_case(&self.folded)
            } else {
                contains_ignoring_case(other.as_bytes(), self.folded.as_bytes())
            };
        }
        let other = other.to_lowercase();
        if self.whole { other == self.folded } else { other.contains(&self.folded) }
    }

    /// JSON may write other characters than these in several ways.
    fn is_same_when_raw(&self) -> bool {
        self.folded.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\' | b'/'))
    }
}

fn contains_ignoring_case(text: &[u8], folded: &[u8]) -> bool {
    let Some((&first, rest)) = folded.split_first() else { return true };
    let starts = memchr::memchr2_iter(first, first.to_ascii_uppercase(), text);
    starts
        .into_iter()
        .any(|at| text.get(at + 1..at + 1 + rest.len()).is_some_and(|found| found.eq_ignore_ascii_case(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(text: &str) -> Query {
        Query::parse(text).unwrap()
    }

    #[test]
    fn text_is_found_in_any_case_and_anywhere() {
        assert!(query("MUL").matches_name("aten::mul"));
        assert!(query("é").matches_name("CAFÉ"));
        assert!(!query("é").matches_name("cafe"));
        assert!(query(" mul ").matches_name("aten::mul"));
        assert!(query("op").matches_category("cpu_op"));
        assert!(
            Query::parse("  ").is_none() && Query::parse("name:").is_none() && Query::parse("arg:").is_none()
        );
    }

    #[test]
    fn prefixes_narrow_it_down() {
        assert!(query("name:mul").matches_name("mul") && !query("name:mul").matches_category("mul"));
        assert!(
            query("Cat:kernel").matches_category("kernel") && !query("cat:kernel").matches_name("kernel")
        );
        assert!(!query("name:mul").wants_args() && query("mul").wants_args());
        // A colon alone is no prefix: C++ names are full of them.
        assert!(query("at::native").matches_name("at::native::x"));
    }

    #[test]
    fn quotes_want_the_whole_in_that_case() {
        assert!(query("\"mul\"").matches_name("mul"));
        assert!(!query("\"mul\"").matches_name("Mul") && !query("\"mul\"").matches_name("aten::mul"));
        assert!(query("\"b\"").matches_category("a, b"));
        assert!(query("\"8\"").matches_args(br#"{"dims":[8, 16]}"#));
        assert!(!query("\"8\"").matches_args(br#"{"dims":[88, 16]}"#));
    }

    #[test]
    fn args_are_found_by_key_and_value() {
        let args = br#"{"Input Dims":[[8,128],[]],"stream":7,"path":"C:\\tmp\u00e9","a":{"deep":"x"}}"#;
        assert!(query("arg:stream=7").matches_args(args));
        assert!(!query("arg:stream=8").matches_args(args));
        assert!(query("arg:STREAM").matches_args(args));
        assert!(!query("arg:strea").matches_args(args));
        assert!(query("arg:deep=x").matches_args(args));
        assert!(query("arg:Input Dims=128").matches_args(args));
        assert!(query(r"c:\tmpÉ").matches_args(args));
        assert!(query("input d").matches_args(args));
        assert!(query("7").matches_args(b"7") && !query("7").matches_args(b""));
    }

    #[test]
    fn text_that_json_writes_in_several_ways_is_decoded_first() {
        assert!(query("stream").raw_finder().is_some() && query("stream").raw_is_enough());
        assert!(query("é").raw_finder().is_none());
        assert!(query("a/b").raw_finder().is_none());
        assert!(query("arg:a=b").raw_finder().is_some() && !query("arg:a=b").raw_is_enough());
    }
}
