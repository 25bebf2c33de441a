//! All text that people read: looked up in `locales/`, filled in, formatted.
//!
//! Messages are written in [Fluent](https://projectfluent.org), one file for
//! each part of the product, compiled into the program: a page that works
//! offline has no text to fetch. A message that does not exist shows as its
//! own id, which looks wrong on sight and never crashes.
//!
//! Texts that run from right to left set what is put into them apart with
//! Unicode's isolates, so that a Latin name leaves the order of the words
//! around it alone. Literal code in such a message needs the same:
//! `{ LTR("--json") }`.

pub mod comparison;
pub mod file_name;
pub mod format;
pub mod lead;
mod locale;
pub mod metric;
pub mod metric_delta;
pub mod metric_order;
pub mod neff;
pub mod neuron;
pub mod neuron_paths;
pub mod numerals;
pub mod pack;
#[cfg(test)]
mod parity;
pub mod path_delta;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use locale::Script;
use numerals::Numerals;
use std::borrow::Cow;

/// A value put into a message. Numbers also choose plural forms and are shown
/// in groups of three digits.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(Cow::Owned(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(Cow::Borrowed(text))
    }
}

macro_rules! from_number {
    ($($number:ty),*) => {$(
        impl From<$number> for Value<'_> {
            fn from(number: $number) -> Self {
                Value::Number(number as f64)
            }
        }
    )*};
}
from_number!(u8, u16, u32, u64, usize, i32, i64, f64);

/// The messages of one language, with English behind them.
pub struct Texts {
    bundles: Vec<FluentBundle<FluentResource>>,
    locale: &'static locale::Locale,
}

impl Texts {
    /// Messages of a language tag such as `en` or `en-GB`; of English for
    /// what that language lacks, and for a tag that is not known.
    pub fn new(locale: &str) -> Self {
        let wanted = locale::find(locale);
        let mut bundles = vec![bundle(wanted)];
        if wanted.tag != locale::ENGLISH.tag {
            bundles.push(bundle(&locale::ENGLISH));
        }
        Self { bundles, locale: wanted }
    }

    /// Tags of all languages that there are.
    pub fn locales() -> impl Iterator<Item = &'static str> {
        locale::ALL.iter().map(|locale| locale.tag)
    }

    /// The language tag in use.
    pub fn locale(&self) -> &'static str {
        self.locale.tag
    }

    /// Which way the language runs, as HTML says it: `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        match self.locale.script {
            Script::Latin => "ltr",
            Script::Persian => "rtl",
        }
    }

    /// The digits of the language.
    pub fn numerals(&self) -> Numerals {
        match self.locale.script {
            Script::Latin => Numerals::Latin,
            Script::Persian => Numerals::Persian,
        }
    }

    /// A message; its id when there is none.
    pub fn get(&self, id: &str) -> String {
        self.with(id, &[])
    }

    /// A message with its variables filled in; its id when there is none.
    pub fn with(&self, id: &str, values: &[(&str, Value<'_>)]) -> String {
        let mut args = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            let value = match value {
                Value::Text(text) => FluentValue::String(text.clone()),
                Value::Number(number) => FluentValue::from(*number),
            };
            args.set(*name, value);
        }
        for bundle in &self.bundles {
            if let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) {
                // A variable that was not given shows as its name; that is all
                // the errors could say.
                return bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned();
            }
        }
        id.to_owned()
    }

    /// Whether a message exists.
    pub fn has(&self, id: &str) -> bool {
        self.bundles.iter().any(|bundle| bundle.get_message(id).is_some_and(|m| m.value().is_some()))
    }
}

fn bundle(locale: &locale::Locale) -> FluentBundle<FluentResource> {
    let tag = locale.tag.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // Where all runs from left to right, the marks would only end up in copied
    // text.
    bundle.set_use_isolating(locale.script == Script::Persian);
    bundle.set_formatter(Some(|value, _| match value {
        FluentValue::Number(number) => Some(format::number_full(number.value)),
        _ => None,
    }));
    // Fails only when a name is taken.
    let _ = bundle.add_function("LTR", |literal, _| literal.first().cloned().unwrap_or(FluentValue::Error));
    for source in locale.sources {
        // A damaged message is left out; the rest of its file stays.
        let resource = FluentResource::try_new((*source).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Rule;

    #[test]
    fn every_source_is_valid_and_no_message_is_written_twice() {
        for locale in locale::ALL {
            let mut bundle = FluentBundle::new_concurrent(vec![locale.tag.parse().unwrap()]);
            for source in locale.sources {
                let resource = match FluentResource::try_new((*source).to_owned()) {
                    Ok(resource) => resource,
                    Err((_, errors)) => panic!("{}: {errors:?} in {}", locale.tag, source),
                };
                if let Err(errors) = bundle.add_resource(resource) {
                    panic!("{}: {errors:?}", locale.tag);
                }
            }
        }
    }

    #[test]
    fn every_file_of_a_language_is_compiled_in() {
        for locale in locale::ALL {
            let folder = format!("{}/locales/{}", env!("CARGO_MANIFEST_DIR"), locale.tag);
            for file in std::fs::read_dir(folder).unwrap() {
                let path = file.unwrap().path();
                let text = std::fs::read_to_string(&path).unwrap();
                assert!(locale.sources.contains(&text.as_str()), "{} is not listed", path.display());
            }
        }
    }

    #[test]
    fn every_rule_of_reading_has_a_title_and_a_sentence() {
        let texts = Texts::new("en");
        for rule in Rule::ALL {
            let id = format!("health-{}", rule.key());
            assert!(texts.has(&id), "{id}");
            assert!(texts.has(&format!("{id}-text")), "{id}-text");
        }
    }

    #[test]
    fn a_missing_message_shows_as_its_id() {
        assert_eq!(Texts::new("en").get("no-such-message"), "no-such-message");
    }

    #[test]
    fn an_unknown_language_reads_as_english() {
        assert_eq!(Texts::new("xx-YY").locale(), "en");
        assert_eq!(Texts::new("en-GB").locale(), "en");
    }

    #[test]
    fn persian_messages_set_apart_what_is_put_into_them() {
        let texts = Texts::new("fa-IR");
        assert_eq!((texts.locale(), texts.direction()), ("fa", "rtl"));
        numerals::choose(texts.numerals());
        let text = texts.with("health-count", &[("n", 12_080.into())]);
        numerals::choose(Numerals::Latin);
        assert_eq!(text, "\u{2068}\u{200f}۱۲٬۰۸۰\u{2069} بار");
        assert!(texts.get("interface-unknown-text").contains("\u{2068}record_shapes=True\u{2069}"));
    }

    #[test]
    fn numbers_are_grouped_and_choose_plurals_without_isolation_marks() {
        let texts = Texts::new("en");
        assert_eq!(texts.with("health-count", &[("n", 1.into())]), "1 time");
        assert_eq!(texts.with("health-count", &[("n", 12_080.into())]), "12,080 times");
    }
}
