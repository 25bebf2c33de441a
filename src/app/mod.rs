//! The Leptos page: the only library module that names the browser.
//!
//! [`state`] says what the page knows, [`client`] speaks with the worker,
//! [`news`] turns what the worker tells into state; everything else shows it.
//! What is absent: the traces themselves, which never leave the worker, and
//! any word of text, which are in `locales/`.

mod choose;
pub mod client;
mod clipboard;
mod crash;
mod csv;
mod dialogs;
mod drawer;
mod embed;
mod empty;
mod examples;
mod failure;
mod header;
mod help;
pub mod icon;
pub mod keys;
pub mod language;
mod link;
mod loading;
mod menu;
mod menu_keys;
mod neffs;
mod neuron;
mod news;
mod offline;
pub mod open;
pub mod paint;
mod paths;
mod picture;

mod remembered;
mod report;
pub mod search;
mod selection;
mod share_files;
mod stage;
pub mod state;
mod tabs;
mod tabs_model;
pub mod theme;
pub mod timeline;
mod toasts;
mod truncated;
mod wire;
pub mod words;

pub use crash::install_panic_hook;

use crash::WorkerCrash;
use dialogs::Dialogs;
use drawer::Drawer;
use header::Header;
use leptos::prelude::*;
use offline::NewerNotice;
use open::drop::DropOverlay;
use stage::Stage;
use state::AppState;
use tabs::Tabs;
use toasts::Toasts;

/// The whole page.
#[component]
pub fn App() -> impl IntoView {
    let state = AppState::new();
    provide_context(state);
    // First of all: the trace is on its way while the page is built.
    state.client.start(move |heard| news::hear(state, heard));
    if !link::open_from_address(state) {
        open::open_by_itself(state, examples::first());
    }
    theme::keep_theme(state);
    selection::follow_selection(state);
    open::paste::open_pasted(state);
    keys::listen(state);
    link::keep(state);
    embed::listen(state);
    offline::keep(state);
    name_the_page(state);
    // Words do not follow the language by themselves, so all that has some is
    // made anew. What is open and how it is looked at is in the state.
    let frame = move || {
        state.language.track();
        view! {
            <div class="app" class:embedded=embed::is_embedded()>
                <Header/>
                <Tabs/>
                {link::wanted_banner(state)}
                <Stage/>
                <Drawer/>
            </div>
        }
    };
    view! {
        {frame}
        <DropOverlay/>
        <Dialogs/>
        <Toasts/>
        <NewerNotice/>
        <WorkerCrash/>
    }
}

/// Keeps the window's title and language in step.
fn name_the_page(state: AppState) {
    language::mark_document();
    Effect::new(move |_| {
        state.language.track();
        let title = match state.active_trace() {
            Some(open) => words::tv("app-title-trace", &[("file", tabs::short_name(&open.info.file).into())]),
            None => match front_paths(state) {
                Some(name) => words::tv("app-title-trace", &[("file", name.into())]),
                None => words::t("app-title"),
            },
        };
        document().set_title(&title);
    });
}

/// Name of the comparison in front, tracked.
fn front_paths(state: AppState) -> Option<String> {
    let Some(state::Tab::Paths(id)) = state.active.get() else { return None };
    state.paths.with(|all| all.iter().find(|paths| paths.id == id).map(|paths| paths.region_name()))
}

#[cfg(test)]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
