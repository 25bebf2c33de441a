//! The browser's own file and folder pickers.

use super::{Beside, Named, folder, open_all, open_folder};
use crate::app::state::AppState;
use gloo::events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{File, FileList, HtmlInputElement};

/// What the picker offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    Files,
    Folder,
}

/// Lets the person pick, and opens it. Works only from a click or a key press.
pub fn pick(state: AppState, what: Pick) {
    let Ok(input) = document().create_element("input") else { return };
    let input: HtmlInputElement = input.unchecked_into();
    input.set_type("file");
    input.set_multiple(true);
    if what == Pick::Folder {
        // Attribute names are well formed.
        let _ = input.set_attribute("webkitdirectory", "");
    }
    let picked = input.clone();
    // The listener goes with the input, which nobody else holds.
    EventListener::once(&input, "change", move |_| {
        let files = files_of(picked.files());
        match what {
            Pick::Files => open_all(state, files.into_iter().map(Named::file).collect(), Beside::Keep),
            Pick::Folder => open_folder(state, folder::of_picked(files), Beside::Keep),
        }
    })
    .forget();
    input.click();
}

/// Files as a list.
pub fn files_of(list: Option<FileList>) -> Vec<File> {
    let Some(list) = list else { return Vec::new() };
    (0..list.length()).filter_map(|i| list.item(i)).collect()
}
