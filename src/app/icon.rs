//! Icons of `style/icons.css` (decoration only, their button or text has the
//! name), and measures.

use leptos::prelude::*;

/// A 16 px icon.
pub fn icon(name: &'static str) -> AnyView {
    view! { <i class=format!("i i-{name}") aria-hidden="true"></i> }.into_any()
}

/// A 12 px icon.
pub fn small_icon(name: &'static str) -> AnyView {
    view! { <i class=format!("i i-s i-{name}") aria-hidden="true"></i> }.into_any()
}

/// A number with its unit: reads left to right in every script.
pub fn measure(text: String) -> AnyView {
    view! { <bdi dir="ltr">{text}</bdi> }.into_any()
}
