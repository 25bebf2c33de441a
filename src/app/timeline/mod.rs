//! The timeline of one trace.

use crate::app::state::OpenTrace;
use leptos::prelude::*;

#[component]
pub fn Timeline(open: OpenTrace) -> impl IntoView {
    view! { <section class="timeline">{open.info.file.clone()}</section> }
}
