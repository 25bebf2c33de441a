//! What a person searches for.
//!
//! Words with spaces between them must all match, each in the name, the
//! category, or the args, anywhere and whatever the case. `name:`, `cat:` and
//! `arg:` in front of a word narrow it down; `arg:KEY=VALUE` wants the value
//! under a key that is called so, `arg:KEY` the key alone. Quotes keep spaces
//! in a word: `name:"void at::native"`. `=` in front wants the whole of it, in
//! that case: `name:=aten::mm`, `="Memcpy DtoH"`.

use crate::analysis::json_text::{elements, members, readable};
use memchr::memmem::Finder;

/// Most words of a query; what follows is ignored.
const MAX_TERMS: usize = 32;

/// One bit for each term of a query.
pub type TermSet = u32;

/// A parsed query: all of its terms must match.
#[derive(Debug, Clone)]
pub struct Query {
    terms: Vec<Term>,
}

/// A word that is searched for.
#[derive(Debug, Clone)]
pub struct Term {
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
        let terms: Vec<Term> =
            words(text).iter().filter_map(|word| Term::parse(word)).take(MAX_TERMS).collect();
        (!terms.is_empty()).then_some(Self { terms })
    }

    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// All terms.
    pub fn all(&self) -> TermSet {
        TermSet::MAX >> (MAX_TERMS - self.terms.len())
    }

    /// Terms that match a name.
    pub fn in_name(&self, name: &str) -> TermSet {
        self.set_of(|term| term.matches_name(name))
    }

    /// Terms that match a category.
    pub fn in_category(&self, category: &str) -> TermSet {
        self.set_of(|term| term.matches_category(category))
    }

    /// Terms that args may match.
    pub fn of_args(&self) -> TermSet {
        self.set_of(Term::wants_args)
    }

    fn set_of(&self, test: impl Fn(&Term) -> bool) -> TermSet {
        self.terms.iter().enumerate().filter(|(_, term)| test(term)).fold(0, |set, (at, _)| set | 1 << at)
    }
}

/// Parts between spaces; quotes keep spaces, and are kept themselves.
fn words(text: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let parts = text.split(|c: char| {
        is_quoted ^= c == '"';
        c.is_whitespace() && !is_quoted
    });
    parts.filter(|part| !part.is_empty()).collect()
}

impl Term {
    fn parse(word: &str) -> Option<Self> {
        let after = |prefix: &str| {
            let head = word.get(..prefix.len())?;
            head.eq_ignore_ascii_case(prefix).then(|| &word[prefix.len()..])
        };
        let target = if let Some(name) = after("name:") {
            Target::Name(Pattern::parse(name)?)
        } else if let Some(category) = after("cat:") {
            Target::Category(Pattern::parse(category)?)
        } else if let Some(arg) = after("arg:") {
            let (key, value) = key_and_value(arg);
            // A key is short and known; what only contains it is another key.
            let key = Pattern::whole(key)?;
            Target::Arg { key, value: value.and_then(Pattern::parse) }
        } else {
            Target::Any(Pattern::parse(word)?)
        };
        Some(Self { target })
    }

    fn matches_name(&self, name: &str) -> bool {
        matches!(&self.target, Target::Any(pattern) | Target::Name(pattern) if pattern.matches(name))
    }

    fn matches_category(&self, category: &str) -> bool {
        match &self.target {
            Target::Any(pattern) | Target::Category(pattern) => {
                pattern.matches(category) || category.split(',').any(|part| pattern.matches(part.trim()))
            }
            _ => false,
        }
    }

    /// Whether args have to be looked at.
    fn wants_args(&self) -> bool {
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

    /// Whether the raw text of args, in which [`Term::raw_finder`] found
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

/// The two sides of the first `=` outside of quotes.
fn key_and_value(arg: &str) -> (&str, Option<&str>) {
    let mut is_quoted = false;
    let at = arg.find(|c: char| {
        is_quoted ^= c == '"';
        c == '=' && !is_quoted
    });
    at.map_or((arg, None), |at| (&arg[..at], Some(&arg[at + 1..])))
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
    fn parse(word: &str) -> Option<Self> {
        // A lone `=` is looked for as it is.
        let (text, whole) = match word.strip_prefix('=').filter(|rest| !rest.is_empty()) {
            Some(rest) => (rest, true),
            None => (word, false),
        };
        let text = without_quotes(text);
        (!text.is_empty()).then(|| Self {
            text: text.to_owned(),
            folded: text.to_lowercase(),
            whole,
            exact: whole,
        })
    }

    fn whole(word: &str) -> Option<Self> {
        let text = without_quotes(word);
        let folded = text.to_lowercase();
        (!text.is_empty()).then(|| Self { text: text.to_owned(), folded, whole: true, exact: false })
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

/// The text in quotes; the last one is not there yet while somebody types.
fn without_quotes(word: &str) -> &str {
    match word.strip_prefix('"') {
        Some(inside) => inside.strip_suffix('"').unwrap_or(inside),
        None => word,
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

    fn term(text: &str) -> Term {
        let [term] = &query(text).terms[..] else { panic!("{text}") };
        term.clone()
    }

    #[test]
    fn text_is_found_in_any_case_and_anywhere() {
        assert!(term("MUL").matches_name("aten::mul"));
        assert!(term("é").matches_name("CAFÉ"));
        assert!(!term("é").matches_name("cafe"));
        assert!(term(" mul ").matches_name("aten::mul"));
        assert!(term("op").matches_category("cpu_op"));
        for nothing in ["  ", "name:", "arg:", "\"\"", "name:\"", "=\"\""] {
            assert!(Query::parse(nothing).is_none(), "{nothing}");
        }
    }

    #[test]
    fn every_word_must_match_somewhere() {
        let two = query("aten mm");
        assert_eq!((two.all(), two.in_name("aten::mm"), two.in_name("mm")), (0b11, 0b11, 0b10));
        let narrow = query("name:aten::mm  cat:cpu_op");
        assert_eq!((narrow.in_name("aten::mm"), narrow.in_category("cpu_op"), narrow.of_args()), (1, 2, 0));
        assert_eq!(query("a cat:b arg:c").of_args(), 0b101);
        assert_eq!(query(&"a ".repeat(99)).all(), TermSet::MAX);
    }

    #[test]
    fn prefixes_narrow_it_down() {
        assert!(term("name:mul").matches_name("mul") && !term("name:mul").matches_category("mul"));
        assert!(term("Cat:kernel").matches_category("kernel") && !term("cat:kernel").matches_name("kernel"));
        assert!(!term("name:mul").wants_args() && term("mul").wants_args());
        // A colon alone is no prefix: C++ names are full of them.
        assert!(term("at::native").matches_name("at::native::x"));
    }

    #[test]
    fn quotes_keep_spaces() {
        assert!(term("\"memcpy dtoh\"").matches_name("Memcpy DtoH (Device -> Host)"));
        assert!(!term("\"memcpy dtoh\"").matches_name("DtoH memcpy"));
        assert!(term("name:\"void at\"").matches_name("void at::native::x"));
        assert!(term("cat:\"user annotation\"").matches_category("gpu user annotation"));
        // Half of a pair, while it is typed.
        assert!(term("\"void at").matches_name("void at::native::x"));
        assert_eq!(query("a \"b c\" d").terms.len(), 3);
    }

    #[test]
    fn an_equals_sign_wants_the_whole_in_that_case() {
        assert!(term("=mul").matches_name("mul"));
        assert!(!term("=mul").matches_name("Mul") && !term("=mul").matches_name("aten::mul"));
        assert!(term("name:=\"a b\"").matches_name("a b"));
        assert!(term("=b").matches_category("a, b"));
        assert!(term("=8").matches_args(br#"{"dims":[8, 16]}"#));
        assert!(!term("=8").matches_args(br#"{"dims":[88, 16]}"#));
        assert!(term("=").matches_name("a=b"));
    }

    #[test]
    fn args_are_found_by_key_and_value() {
        let args =
            br#"{"Input Dims":[[8,128],[]],"stream":7,"path":"C:\\tmp\u00e9","a":{"deep":"x"},"k=v":1}"#;
        assert!(term("arg:stream=7").matches_args(args));
        assert!(!term("arg:stream=8").matches_args(args));
        assert!(term("arg:STREAM").matches_args(args));
        assert!(!term("arg:strea").matches_args(args));
        assert!(term("arg:deep=x").matches_args(args));
        assert!(term("arg:\"Input Dims\"=128").matches_args(args));
        assert!(term("arg:\"Input Dims\"=\"[8,128]\"").matches_args(args));
        assert!(term("arg:stream==7").matches_args(args));
        assert!(term("arg:\"k=v\"").matches_args(args));
        assert!(term(r"c:\tmpÉ").matches_args(args));
        assert!(term("\"input d\"").matches_args(args));
        assert!(term("7").matches_args(b"7") && !term("7").matches_args(b""));
    }

    #[test]
    fn text_that_json_writes_in_several_ways_is_decoded_first() {
        assert!(term("stream").raw_finder().is_some() && term("stream").raw_is_enough());
        assert!(term("é").raw_finder().is_none());
        assert!(term("a/b").raw_finder().is_none());
        assert!(term("arg:a=b").raw_finder().is_some() && !term("arg:a=b").raw_is_enough());
    }
}
