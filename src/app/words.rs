//! The page's words, in the language of the browser.

use crate::text::{Texts, Value};
use leptos::prelude::window;

thread_local! {
    static TEXTS: Texts = Texts::new(&window().navigator().language().unwrap_or_default());
}

/// A message of `locales/`.
pub fn t(id: &str) -> String {
    TEXTS.with(|texts| texts.get(id))
}

/// A message with values put in.
pub fn tv(id: &str, values: &[(&str, Value<'_>)]) -> String {
    TEXTS.with(|texts| texts.with(id, values))
}

/// All texts, for those who put several together.
pub fn texts<R>(read: impl FnOnce(&Texts) -> R) -> R {
    TEXTS.with(read)
}

/// Whether a message exists.
pub fn has(id: &str) -> bool {
    TEXTS.with(|texts| texts.has(id))
}

/// Tag of the language in use.
pub fn language() -> &'static str {
    TEXTS.with(Texts::locale)
}
