//! Every file of the corpus in the real page: it is drawn, or it is named with
//! what to do about it, and the console stays clean.
//!
//! The corpus is not part of the project. Without it (beside the checkout as
//! `../shared`, or at `LOWERSCOPE_SHARED`) the test says that it is skipped.

#![allow(clippy::print_stderr, reason = "skipping must be seen")]

use e2e::{Look, Page, Site, run};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The largest file has 64 MB of JSON, and the machine may be busy.
const READ: Duration = Duration::from_secs(60);

fn corpus() -> Option<PathBuf> {
    let beside = || xtask::process::project_dir().join("../shared");
    let shared = std::env::var_os("LOWERSCOPE_SHARED").map_or_else(beside, PathBuf::from);
    Some(shared.join("corpus")).filter(|folder| folder.is_dir())
}

/// Files below a folder, but for notes about them.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if !matches!(path.file_name().and_then(|n| n.to_str()), Some("README.md" | "oracle.jsonl")) {
            found.push(path);
        }
    }
    found.sort();
}

/// Opens one file in a fresh page; whether it was drawn.
async fn open(page: &Page, file: &str) -> bool {
    page.driver.goto("about:blank").await.unwrap();
    let address = page.site.url(&format!("/corpus/{file}"));
    page.driver.goto(format!("{}#url={address}", page.site.page_url())).await.unwrap();
    let drawn = "performance.getEntriesByName('lowerscope:first-frame').length > 0";
    let refused = "document.querySelector('.box.fail')";
    page.wait_until(&format!("{drawn} || {refused}"), READ).await;
    page.evaluate(&format!("Boolean({drawn})")).await == true
}

#[test]
fn every_file_of_the_corpus_is_drawn_or_explained_without_a_console_error() {
    let Some(corpus) = corpus() else {
        eprintln!("skipped: no corpus");
        return;
    };
    let oracle = std::fs::read_to_string(corpus.join("oracle.jsonl")).unwrap();
    let mut all = Vec::new();
    files(&corpus, &mut all);
    run(Site::with_folders(&[("/corpus/", &corpus)]), Look::default(), async |page| {
        let mut drawn = 0;
        for path in &all {
            let file = path.strip_prefix(&corpus).unwrap().to_string_lossy().into_owned();
            let is_drawn = open(page, &file).await;
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let is_trace = oracle.contains(&format!("\"file\": \"{name}\"")) || file.starts_with("neuron/");
            assert_eq!(is_drawn, is_trace, "{file}");
            let errors = page.console_errors().await;
            assert!(errors.is_empty(), "{file}: {errors:#?}");
            drawn += u32::from(is_drawn);
        }
        assert_eq!(drawn, 45);
    });
}
