//! Texts of fields as handles.

use crate::ingest::json::scan::{Kind, Value};
use crate::ingest::json::text::{Repairs, decode};
use crate::trace::{Health, Rule, StringId, StringTable};

/// What is repaired in texts, and the words for no value, over a file.
#[derive(Debug, Default)]
pub struct Pool {
    pub literals: u64,
    lone_surrogates: u64,
    unknown_escapes: u64,
    invalid_utf8: u64,
}

impl Pool {
    /// Handle of a text field; [`StringId::NONE`] when it is empty or no text.
    pub fn text(&mut self, strings: &mut StringTable, value: Value, window: &[u8]) -> StringId {
        match value.kind {
            Kind::Text if value.start == value.end => StringId::NONE,
            Kind::Text => self.plain(strings, value.of(window)),
            Kind::EscapedText => self.escaped(strings, value.of(window)),
            _ => StringId::NONE,
        }
    }

    /// The same; most rows have what the row before had.
    pub fn text_like(
        &mut self,
        strings: &mut StringTable,
        value: Value,
        window: &[u8],
        last: &mut StringId,
    ) -> StringId {
        if value.kind == Kind::Text
            && *last != StringId::NONE
            && strings.get(*last).as_bytes() == value.of(window)
        {
            return *last;
        }
        let found = self.text(strings, value, window);
        if found != StringId::NONE {
            *last = found;
        }
        found
    }

    /// Handle of the inside of a text.
    pub fn inside(&mut self, strings: &mut StringTable, raw: &[u8]) -> StringId {
        if raw.is_empty() { StringId::NONE } else { self.escaped(strings, raw) }
    }

    /// A field of any kind as a person reads it.
    pub fn readable(&mut self, value: Value, window: &[u8]) -> String {
        if value.is_text() {
            self.decoded(value.of(window)).into_owned()
        } else {
            String::from_utf8_lossy(value.of(window)).into_owned()
        }
    }

    /// Says what was repaired.
    pub fn report(&self, health: &mut Health) {
        health.count(Rule::NonJsonLiteral, self.literals);
        health.count(Rule::LoneSurrogate, self.lone_surrogates);
        health.count(Rule::UnknownEscape, self.unknown_escapes);
        health.count(Rule::InvalidUtf8, self.invalid_utf8);
    }

    fn plain(&mut self, strings: &mut StringTable, raw: &[u8]) -> StringId {
        match strings.find_bytes(raw) {
            Some(id) => id,
            None => self.escaped(strings, raw),
        }
    }

    fn escaped(&mut self, strings: &mut StringTable, raw: &[u8]) -> StringId {
        let text = self.decoded(raw);
        strings.intern(&text)
    }

    fn decoded<'a>(&mut self, raw: &'a [u8]) -> std::borrow::Cow<'a, str> {
        let mut repairs = Repairs::default();
        let text = decode(raw, &mut repairs);
        if repairs.any() {
            self.lone_surrogates += u64::from(repairs.lone_surrogates);
            self.unknown_escapes += u64::from(repairs.unknown_escapes);
            self.invalid_utf8 += u64::from(repairs.invalid_utf8);
        }
        text
    }
}
