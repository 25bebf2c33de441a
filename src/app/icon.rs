//! Icons of `style/icons.css` (decoration only, their button or text has the
//! name), and measures.

use super::words::direction;
use leptos::prelude::*;

/// A 16 px icon.
pub fn icon(name: &'static str) -> AnyView {
    view! { <i class=format!("i i-{name}") aria-hidden="true"></i> }.into_any()
}

/// A 12 px icon.
pub fn small_icon(name: &'static str) -> AnyView {
    view! { <i class=format!("i i-s i-{name}") aria-hidden="true"></i> }.into_any()
}

/// A number with its unit, set apart from what stands beside it. It runs with
/// the language: the number comes first, then the unit.
pub fn measure(text: String) -> AnyView {
    view! { <bdi dir=direction()>{text}</bdi> }.into_any()
}
