//! What the file says about an item: its args, its call stack, its JSON.

use super::details::head;
use crate::app::clipboard::copy;
use crate::app::csv::csv_button;
use crate::app::icon::small_icon;
use crate::app::state::AppState;
use crate::app::words::{t, tv};
use crate::engine::protocol::{ArgRow, Details};
use crate::export::csv::key_values;
use leptos::prelude::*;
use std::sync::Arc;

/// Characters of a value that are shown folded.
const FOLDED: usize = 160;
/// Args shown before "all" is asked for.
const MOST: usize = 200;

pub fn args(state: AppState, details: &Arc<Details>) -> AnyView {
    let raw = RwSignal::new(false);
    let count = details.args.len() as u64 + details.args_left_out;
    let (text, saved) = (details.clone(), details.clone());
    let tools = view! {
        <button
            class="btn bare small"
            aria-pressed=move || raw.get().to_string()
            on:click=move |_| raw.update(|raw| *raw = !*raw)
        >
            {t("args-raw")}
        </button>
        <button
            class="btn bare small icon"
            aria-label=t("args-copy")
            title=t("args-copy")
            on:click=move |_| copy(state, text.raw.clone())
        >
            {small_icon("copy")}
        </button>
        {csv_button(state, format!("{}-args", details.at.name), move || {
            Some(key_values(saved.args.iter().map(|arg| (arg.key.clone(), arg.readable.clone()))))
        })}
    };
    let body = {
        let details = details.clone();
        move || {
            if raw.get() {
                view! { <pre class="raw ltr" tabindex="0">{pretty(&details.raw)}</pre> }.into_any()
            } else {
                rows(state, details.clone())
            }
        }
    };
    view! {
        {head(t("details-args"), Some(count), tools)}
        {body}
        {stack(state, details)}
    }
    .into_any()
}

fn rows(state: AppState, details: Arc<Details>) -> AnyView {
    if details.args.is_empty() {
        return view! { <p class="dimmer">{t("args-none")}</p> }.into_any();
    }
    let everything = RwSignal::new(details.args.len() <= MOST);
    let count = details.args.len();
    let left_out = details.args_left_out;
    let shown = move || {
        let most = if everything.get() { usize::MAX } else { MOST };
        details.args.iter().take(most).map(|arg| row(state, arg)).collect_view()
    };
    view! {
        <dl class="args-list">{shown}</dl>
        <Show when=move || !everything.get()>
            <button class="btn small" on:click=move |_| everything.set(true)>
                {tv("args-all", &[("count", count.into())])}
            </button>
        </Show>
        {(left_out > 0)
            .then(|| view! { <p class="dimmer">{tv("args-left-out", &[("n", left_out.into())])}</p> })}
    }
    .into_any()
}

fn row(state: AppState, arg: &ArgRow) -> AnyView {
    let long = arg.readable.chars().count() > FOLDED;
    let unfolded = RwSignal::new(!long);
    let (full, key) = (arg.readable.clone(), arg.key.clone());
    let folded: String = full.chars().take(FOLDED).collect();
    let copied = arg.readable.clone();
    let text = move || if unfolded.get() { full.clone() } else { format!("{folded}…") };
    view! {
        <div class="kv-row">
        <dt title=key.clone()>{key.clone()}</dt>
        <dd class="arg">
            <span class="value ltr" class:folded=move || !unfolded.get()>{text}</span>
            {long
                .then(|| {
                    view! {
                        <button
                            class="link"
                            aria-expanded=move || unfolded.get().to_string()
                            on:click=move |_| unfolded.update(|open| *open = !*open)
                        >
                            {move || t(if unfolded.get() { "args-less" } else { "args-more" })}
                        </button>
                    }
                })}
            {copy_button(state, &key, copied)}
        </dd>
        </div>
    }
    .into_any()
}

/// What copies one value.
pub fn copy_button(state: AppState, key: &str, value: String) -> impl IntoView + use<> {
    view! {
        <button
            class="btn bare small icon copy"
            aria-label=tv("args-copy-one", &[("key", key.into())])
            title=t("copy")
            on:click=move |_| copy(state, value.clone())
        >
            {small_icon("copy")}
        </button>
    }
}

fn stack(state: AppState, details: &Details) -> Option<AnyView> {
    if details.stack.is_empty() {
        return None;
    }
    let text = details.stack.join("\n");
    let tools = view! {
        <button
            class="btn bare small icon"
            aria-label=t("stack-copy")
            title=t("stack-copy")
            on:click=move |_| copy(state, text.clone())
        >
            {small_icon("copy")}
        </button>
    };
    let frames =
        details.stack.iter().map(|frame| view! { <li class="mono ltr">{frame.clone()}</li> }).collect_view();
    let cut = details.stack_cut.then(|| view! { <p class="dim">{t("stack-cut")}</p> });
    Some(
        view! {
            {head(t("stack-title"), Some(details.stack.len() as u64), tools)}
            <ol class="stack-list">{frames}</ol>
            {cut}
        }
        .into_any(),
    )
}

/// JSON with line breaks; the text as it is where it cannot be read.
fn pretty(raw: &str) -> String {
    match serde_json::from_str::<&serde_json::value::RawValue>(raw) {
        Ok(_) => indent(raw),
        Err(_) => raw.to_owned(),
    }
}

/// Breaks lines between members and elements, and changes no value: numbers
/// keep their digits, and keys that occur twice stay.
fn indent(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0usize, false, false);
    let mut characters = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth.min(40)));
    };
    while let Some(c) = characters.next() {
        if in_string {
            out.push(c);
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        match c {
            '"' => {
                in_string = true;
                out.push(c);
            }
            '{' | '[' => {
                out.push(c);
                while characters.next_if(|c| c.is_whitespace()).is_some() {}
                if let Some(close) = characters.next_if(|c| matches!(c, '}' | ']')) {
                    out.push(close);
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(c);
            }
            ',' => {
                out.push(c);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            c if c.is_whitespace() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn raw_json_keeps_every_value_when_it_gets_lines() {
        let raw = r#"{"ts":1700000000123456.789, "a":{"b":[1,2],"c":{}},"s":"x, \"y\": {","a":1e400}"#;
        let want = "{\n  \"ts\": 1700000000123456.789,\n  \"a\": {\n    \"b\": [\n      1,\n      2\n    ],\n    \
                    \"c\": {}\n  },\n  \"s\": \"x, \\\"y\\\": {\",\n  \"a\": 1e400\n}";
        assert_eq!(pretty(raw), want);
    }

    #[wasm_bindgen_test]
    fn what_is_no_json_stays_as_it_is() {
        assert_eq!(pretty("{\"a\": "), "{\"a\": ");
    }
}
