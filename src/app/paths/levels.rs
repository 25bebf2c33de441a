//! The lowering, level by level, in columns with ribbons between the levels.

use super::level_column;
use super::level_table;
use super::picker::{Choice, picker};
use super::section::{section, twin};
use super::shown::Shown;
use super::slice::light;
use crate::app::icon::{icon, small_icon};
use crate::app::words::{t, tv};
use crate::lowering::profile::Node;
use crate::text::comparison::level_id;
use crate::timeline::paths::column::length;
use crate::timeline::paths::flow::{largest_first, shown_ops};
use crate::timeline::paths::size::Size;
use leptos::ev::{FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

/// Ops side by side at once.
pub const WINDOW: usize = 16;

/// Ops that are shown, of those that are not folded.
#[derive(Clone, PartialEq)]
pub struct Window {
    pub ops: Arc<Vec<u32>>,
    /// Position of the first one, and how many there are to page through.
    pub first: usize,
    pub of: usize,
    pub folded: usize,
}

impl Window {
    /// All ops of the baseline are shown.
    pub fn is_all(&self) -> bool {
        self.ops.len() == self.of && self.folded == 0
    }
}

pub fn levels(shown: &Shown) -> AnyView {
    let open = shown.open;
    let shown_here = shown.clone();
    let window = Memo::new(move |_| {
        let mut all = shown_ops(&shown_here.all, &shown_here.flows, open.only_what_differs.get());
        let total = shown_here.base_path().map_or(0, |base| base.ops.len());
        let first = open.first_op.get().min(all.len().saturating_sub(1)) / WINDOW * WINDOW;
        if all.len() > WINDOW && open.largest_first.get() {
            largest_first(&shown_here.all, &shown_here.flows, open.size.get(), &mut all);
        }
        let mut ops: Vec<u32> = all.iter().copied().skip(first).take(WINDOW).collect();
        ops.sort_unstable();
        Window { ops: Arc::new(ops), first, of: all.len(), folded: total - all.len() }
    });
    let table = RwSignal::new(false);
    let tools = view! {
        <span class="legend">
            <span><i class="sw kept"></i>{t("legend-kept")}</span>
            <span><i class="sw gone"></i>{t("legend-absorbed")}</span>
            <span><i class="sw stripes"></i>{t("legend-stripes")}</span>
        </span>
        {sizes(open)}
        <Pager window open/>
        {only_button(open)}
        {twin(table)}
    };
    let (columns, rows) = (shown.clone(), shown.clone());
    let body = move || {
        if table.get() { level_table::level_table(&rows) } else { columns_view(&columns, window) }
    };
    section("levels", "levels-title", "levels-what", tools, body)
}

/// Leaves out what is the same on all paths, or shows it.
pub fn only_button(open: super::model::OpenPaths) -> impl IntoView {
    view! {
        <button
            class="btn bare small"
            aria-pressed=move || open.only_what_differs.get().to_string()
            title=t("levels-only-text")
            on:click=move |_| open.only_what_differs.update(|only| *only = !*only)
        >
            {icon("filter")}
            {t("levels-only")}
        </button>
    }
}

/// Message id of what widths stand for.
pub fn size_id(size: Size) -> &'static str {
    match size {
        Size::Time => "levels-size-time",
        Size::Count => "levels-size-count",
        Size::Bytes => "levels-size-bytes",
    }
}

/// What widths of device work stand for, and which ops are the largest.
fn sizes(open: super::model::OpenPaths) -> AnyView {
    let face =
        view! { <span>{move || tv("levels-size", &[("size", t(size_id(open.size.get())).into())])}</span> };
    picker(t("levels-size-text"), "", face, move || {
        let choose = move |size| {
            Choice::new(t(size_id(size)), move || {
                open.first_op.set(0);
                open.size.set(size);
            })
            .chosen(open.size.get_untracked() == size)
        };
        Size::ALL.map(choose).to_vec()
    })
}

#[component]
fn Pager(window: Memo<Window>, open: super::model::OpenPaths) -> impl IntoView {
    let go = move |by: isize| {
        let now = window.with_untracked(|window| window.first);
        open.first_op.set(now.saturating_add_signed(by * WINDOW as isize));
    };
    let text = move || {
        window.with(|window| {
            tv(
                "levels-window",
                &[
                    ("first", (window.first + 1).into()),
                    ("last", (window.first + window.ops.len()).into()),
                    ("count", window.of.into()),
                ],
            )
        })
    };
    let folded = move || {
        window.with(|window| {
            (window.folded > 0).then(|| {
                view! { <span class="dim" role="status">{tv("levels-folded", &[("count", window.folded.into())])}</span> }
            })
        })
    };
    view! {
        {folded}
        <Show when=move || window.with(|window| window.of > WINDOW)>
            <button
                class="btn bare small"
                aria-pressed=move || open.largest_first.get().to_string()
                title=t("levels-largest-text")
                on:click=move |_| {
                    open.first_op.set(0);
                    open.largest_first.update(|largest| *largest = !*largest);
                }
            >
                {t("levels-largest")}
            </button>
            <span class="pager">
                <button
                    class="btn bare small icon turn"
                    aria-label=t("levels-previous")
                    title=t("levels-previous")
                    disabled=move || window.with(|window| window.first == 0)
                    on:click=move |_| go(-1)
                >
                    {small_icon("right")}
                </button>
                <span class="dim" role="status">{text}</span>
                <button
                    class="btn bare small icon"
                    aria-label=t("levels-next")
                    title=t("levels-next")
                    disabled=move || window.with(|window| window.first + window.ops.len() >= window.of)
                    on:click=move |_| go(1)
                >
                    {small_icon("right")}
                </button>
            </span>
        </Show>
    }
}

/// A section whose parts light up together: all that belongs to the op under
/// the pointer, with the focus, or pinned. `redrawn` tracks what replaces them.
pub fn lit(
    open: super::model::OpenPaths,
    class: &'static str,
    redrawn: impl Fn() + 'static,
    content: impl IntoView + 'static,
) -> AnyView {
    let root = NodeRef::<html::Section>::new();
    Effect::new(move |_| {
        redrawn();
        let op = open.pinned.get().or_else(|| open.hot.get());
        let Some(root) = root.get() else { return };
        relight(&root, op);
    });
    let over = move |target: Option<EventTarget>| light(open, op_of(target));
    let on_click = move |event: MouseEvent| {
        let op = op_of(event.target());
        let pinned = open.pinned.get_untracked();
        open.pinned.set(if op == pinned { None } else { op });
    };
    let on_key = move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" if open.pinned.get_untracked().is_some() => {
            open.pinned.set(None);
            open.hot.set(None);
            event.stop_propagation();
        }
        "Enter" | " " => {
            if let Some(op) = op_of(event.target()) {
                event.prevent_default();
                open.pinned.update(|pinned| *pinned = if *pinned == Some(op) { None } else { Some(op) });
            }
        }
        "ArrowRight" | "ArrowLeft" => {
            let step = if event.key() == "ArrowRight" { 1 } else { -1 };
            if move_focus(event.target(), step) {
                event.prevent_default();
                event.stop_propagation();
            }
        }
        _ => {}
    };
    view! {
        <section
            class=class
            node_ref=root
            on:pointerover=move |event: PointerEvent| over(event.target())
            on:pointerleave=move |_| light(open, None)
            on:focusin=move |event: FocusEvent| over(event.target())
            on:focusout=move |_| light(open, None)
            on:click=on_click
            on:keydown=on_key
        >
            {content.into_any()}
        </section>
    }
    .into_any()
}

fn columns_view(shown: &Shown, window: Memo<Window>) -> AnyView {
    let open = shown.open;
    let gutter = gutter(shown, window);
    let shown = shown.clone();
    let columns = move || {
        let window = window.get();
        let is_all = window.is_all();
        let size = open.size.get();
        let longest = (0..shown.all.paths.len())
            .map(|path| length(&shown.all.paths[path], &shown.flows[path], &window.ops, is_all, size))
            .max()
            .unwrap_or(0);
        (0..shown.all.paths.len())
            .map(|path| level_column::level_column(&shown, path, &window, size, longest))
            .collect_view()
    };
    lit(open, "cols levels", move || window.track(), view! { {gutter} {columns} })
}

fn gutter(shown: &Shown, window: Memo<Window>) -> AnyView {
    let (base, open) = (shown.base_path(), shown.open);
    let root = base.and_then(|path| path.nodes.first()).map_or("paths-level-frame", level_name);
    let has_device = shown.all.paths.iter().any(|path| path.recording.has_device);
    let ops = tv("paths-level-ops-of", &[("path", shown.letter(shown.base()).into())]);
    let scale = move || {
        let all = window.with(Window::is_all);
        match open.size.get() {
            Size::Time => t(if all { "paths-level-kernels-text" } else { "paths-level-window-text" }),
            size => tv("paths-level-size-text", &[("size", t(size_id(size)).into())]),
        }
    };
    let items = if has_device { "paths-level-kernels" } else { "paths-level-work" };
    view! {
        <div class="gut" aria-hidden="true">
            <div>{t(root)}</div>
            <div>{t("paths-level-compiled")}</div>
            <div>{ops}<small>{t("paths-level-ops-text")}</small></div>
            <div></div>
            <div>{t("paths-level-dispatched")}<small>{t("paths-level-dispatched-text")}</small></div>
            <div></div>
            <div>{t("paths-level-launches")}</div>
            <div></div>
            <div>{t(items)}<small>{scale}</small></div>
            <div></div>
        </div>
    }
    .into_any()
}

pub fn level_name(node: &Node) -> &'static str {
    level_id(node.level)
}

/// The op that an element stands for; of several the first.
fn op_of(target: Option<EventTarget>) -> Option<u32> {
    let element: Element = target?.dyn_into().ok()?;
    let holder = element.closest("[data-ops]").ok()??;
    holder.get_attribute("data-ops")?.split_whitespace().next()?.parse().ok()
}

fn relight(root: &Element, op: Option<u32>) {
    // Attribute names are well formed, and so are the selectors.
    match op {
        Some(_) => drop(root.set_attribute("data-hot", "")),
        None => drop(root.remove_attribute("data-hot")),
    }
    let each = |selector: &str, act: fn(&Element)| {
        let Ok(found) = root.query_selector_all(selector) else { return };
        for i in 0..found.length() {
            if let Some(element) = found.get(i).and_then(|node| node.dyn_into::<Element>().ok()) {
                act(&element);
            }
        }
    };
    each(".hot", |element| drop(element.class_list().remove_1("hot")));
    if let Some(op) = op {
        each(&format!("[data-ops~='{op}']"), |element| drop(element.class_list().add_1("hot")));
    }
}

/// Moves the focus among the ops of a column.
fn move_focus(target: Option<EventTarget>, step: i32) -> bool {
    let Some(element) = target.and_then(|target| target.dyn_into::<Element>().ok()) else { return false };
    if !element.class_list().contains("op") {
        return false;
    }
    let next = if step > 0 { element.next_element_sibling() } else { element.previous_element_sibling() };
    match next.and_then(|next| next.dyn_into::<web_sys::HtmlElement>().ok()) {
        Some(next) => next.focus().is_ok(),
        None => false,
    }
}
