//! The page's words, in the language that the person chose, or else in that of
//! the browser.
//!
//! Words are read when a part of the page is made and do not change by
//! themselves; [`super::language`] makes the page anew when they do.

use crate::text::{Texts, Value, numerals};
use std::cell::RefCell;

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::new(in_language(&super::language::at_first()));
}

fn in_language(tag: &str) -> Texts {
    let texts = Texts::new(tag);
    numerals::choose(texts.numerals());
    texts
}

/// From here on words are of another language.
pub fn speak(tag: &str) {
    let other = in_language(tag);
    TEXTS.with(|texts| texts.replace(other));
}

/// A message of `locales/`.
pub fn t(id: &str) -> String {
    texts(|texts| texts.get(id))
}

/// A message with values put in.
pub fn tv(id: &str, values: &[(&str, Value<'_>)]) -> String {
    texts(|texts| texts.with(id, values))
}

/// All texts, for those who put several together.
pub fn texts<R>(read: impl FnOnce(&Texts) -> R) -> R {
    TEXTS.with_borrow(read)
}

/// Whether a message exists.
pub fn has(id: &str) -> bool {
    texts(|texts| texts.has(id))
}

/// Tag of the language in use.
pub fn language() -> &'static str {
    texts(Texts::locale)
}

/// Which way the language in use runs: `ltr` or `rtl`.
pub fn direction() -> &'static str {
    texts(Texts::direction)
}
