//! Folders: every file in them that may be a trace.

use super::Named;
use crate::app::client::Source;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryEntry, FileSystemEntry, FileSystemFileEntry};

/// Endings of files that a person would not take for a trace. Everything else
/// is looked at: names of traces follow no rule.
const NEVER: &[&str] = &[
    "md",
    "png",
    "jpg",
    "jpeg",
    "gif",
    "svg",
    "webp",
    "pdf",
    "html",
    "css",
    "js",
    "ts",
    "py",
    "pyc",
    "rs",
    "c",
    "h",
    "cc",
    "cpp",
    "cu",
    "toml",
    "yaml",
    "yml",
    "sh",
    "lock",
    "so",
    "o",
    "a",
    "ds_store",
    "gitignore",
];

/// Folders deep, and files in all, that are looked into: a home directory
/// dropped by mistake must not freeze the page.
const MOST_DEPTH: usize = 8;
const MOST_FILES: usize = 500;

/// Files of a folder that was picked, with their paths.
pub fn of_picked(files: Vec<File>) -> Vec<Named> {
    let named = files.into_iter().map(|file| {
        let path = Reflect::get(&file, &"webkitRelativePath".into()).ok().and_then(|path| path.as_string());
        let name = path.filter(|path| !path.is_empty()).unwrap_or_else(|| file.name());
        Named { name, source: Source::File(file) }
    });
    sorted(named.filter(|named| may_be_trace(&named.name)).take(MOST_FILES).collect())
}

/// Files of a dropped entry: itself, or everything below it.
pub async fn of_entry(entry: FileSystemEntry) -> Vec<Named> {
    let mut found = Vec::new();
    let mut open = vec![(entry, 0)];
    while let Some((entry, depth)) = open.pop() {
        if found.len() >= MOST_FILES {
            break;
        }
        if entry.is_file() {
            let name = entry.full_path().trim_start_matches('/').to_owned();
            // A file that was dropped by itself is opened whatever it is called.
            if depth > 0 && !may_be_trace(&name) {
                continue;
            }
            if let Some(file) = file_of(&entry).await {
                found.push(Named { name, source: Source::File(file) });
            }
        } else if depth < MOST_DEPTH {
            open.extend(children_of(&entry).await.into_iter().map(|child| (child, depth + 1)));
        }
    }
    sorted(found)
}

fn may_be_trace(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    !name.starts_with('.') && !NEVER.contains(&ending.as_str())
}

fn sorted(mut all: Vec<Named>) -> Vec<Named> {
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

async fn file_of(entry: &FileSystemEntry) -> Option<File> {
    let entry: FileSystemFileEntry = entry.clone().unchecked_into();
    let file = called_back(|done, failed| entry.file_with_callback_and_callback(done, failed)).await?;
    file.dyn_into().ok()
}

async fn children_of(entry: &FileSystemEntry) -> Vec<FileSystemEntry> {
    let reader = entry.clone().unchecked_into::<FileSystemDirectoryEntry>().create_reader();
    let mut children = Vec::new();
    // A reader gives a hundred at a time and nothing at the end.
    loop {
        let batch = called_back(|done, failed| {
            // A failure comes through `failed` too.
            let _ = reader.read_entries_with_callback_and_callback(done, failed);
        });
        match batch.await.map(|batch| Array::from(&batch)) {
            Some(batch) if batch.length() > 0 => {
                children.extend(batch.iter().map(JsCast::unchecked_into::<FileSystemEntry>));
            }
            _ => return children,
        }
    }
}

/// The value that an old-style function hands to its first callback.
async fn called_back(call: impl Fn(&Function, &Function)) -> Option<JsValue> {
    let promise = Promise::new(&mut |resolve, reject| call(&resolve, &reject));
    JsFuture::from(promise).await.ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn files_of_a_folder_that_cannot_be_traces_are_left_out() {
        let kept = ["run/rank0.json.gz", "run/trace", "x.pt.trace.json", "a.neff"];
        assert!(kept.iter().all(|name| may_be_trace(name)));
        let left_out = ["run/README.md", "run/.DS_Store", "plot.PNG", "run/.git"];
        assert!(!left_out.iter().any(|name| may_be_trace(name)));
    }
}
