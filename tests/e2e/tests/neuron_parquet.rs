//! Parquet sets of Neuron Explorer in the page: joined, read by a worker of
//! their own that nobody else loads, and harmless when they are damaged. The
//! sets are made up, by `tests/neuron/make_parquet.py`.

use e2e::{Look, Page, Site, run};
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use zip::write::SimpleFileOptions;

const SOON: Duration = Duration::from_secs(30);

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../neuron/parquet").join(name)
}

fn files(set: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(data(set))
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    files.sort();
    files
}

async fn opened(page: &Page, name: &str) {
    let tab =
        format!("[...document.querySelectorAll('.tab .name')].some(e => e.textContent.includes({name:?}))");
    page.wait_until(&tab, SOON).await;
    page.wait_until("document.querySelector('[role=tab][aria-selected=true][id^=tab-trace]')", SOON).await;
}

async fn shows_the_profile(page: &Page) {
    for (selector, text) in [(".nbar", "Tensor"), (".nbar", "19.3 %"), (".nfacts", "8.19 kB")] {
        let found = format!(
            "[...document.querySelectorAll({selector:?})].some(e => e.textContent.includes({text:?}))"
        );
        page.wait_until(&found, SOON).await;
    }
}

/// Whether the host was asked for the reader of Parquet.
fn has_loaded_the_reader(page: &Page, expected: bool) {
    for file in ["parquet.js", "parquet_worker_bg.wasm"] {
        assert_eq!(page.site.was_asked_for(file), expected, "{file}");
    }
}

#[test]
fn a_zip_of_a_set_opens_in_the_views_of_neuron() {
    run(Site::start(), Look::default(), async |page| {
        page.element("[role=tab][id^=tab-trace]", SOON).await;
        has_loaded_the_reader(page, false);
        let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in files("v12") {
            archive.start_file(format!("made@latest/{name}"), SimpleFileOptions::default()).unwrap();
            archive.write_all(&bytes).unwrap();
        }
        let archive = archive.finish().unwrap().into_inner();
        page.drop_files(&[("made-up.zip".to_owned(), archive)]).await;
        opened(page, "made-up.zip").await;
        shows_the_profile(page).await;
        has_loaded_the_reader(page, true);
        page.screenshot("neuron-parquet-zip").await;
    });
}

#[test]
fn tables_that_are_dropped_together_are_one_profile() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        let set = files("v7");
        page.drop_files(&set).await;
        opened(page, &format!("{} tables", set.len())).await;
        shows_the_profile(page).await;
        let tabs = "document.querySelectorAll('[role=tab][id^=tab-trace]').length";
        assert_eq!(page.evaluate(tabs).await, 1);
    });
}

#[test]
fn tables_of_csv_are_joined_without_the_reader_of_parquet() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        page.drop_files(&files("csv")).await;
        opened(page, "4 tables").await;
        page.wait_until("document.querySelector('#drawer-neuron-summary')", SOON).await;
        has_loaded_the_reader(page, false);
    });
}

#[test]
fn tables_behind_addresses_are_one_profile() {
    run(Site::with_folders(&[("/sets/", &data("v7"))]), Look::default(), async |page| {
        let names = files("v7").into_iter().map(|(name, _)| name);
        let urls: Vec<_> =
            names.map(|name| format!("url={}", page.site.url(&format!("/sets/{name}")))).collect();
        let url = format!("{}#{}", page.site.page_url(), urls.join("&"));
        for address in ["about:blank", url.as_str()] {
            page.driver.goto(address).await.unwrap();
        }
        opened(page, "sets").await;
        shows_the_profile(page).await;
    });
}

#[test]
fn a_damaged_table_is_a_sentence_and_the_page_goes_on() {
    run(Site::start(), Look::default(), async |page| {
        page.element("[role=tab][id^=tab-trace]", SOON).await;
        for (file, title) in
            [("damaged", "is damaged"), ("cut", "ends too early"), ("brotli", "is packed with brotli")]
        {
            let name = format!("{file}.parquet");
            let bytes = std::fs::read(data(&format!("odd/{name}"))).unwrap();
            page.drop_files(&[(name.clone(), bytes)]).await;
            let said = format!(
                "[...document.querySelectorAll('.fail h1')].some(e => e.textContent.includes({:?}))",
                format!("{name} {title}")
            );
            page.wait_until(&said, SOON).await;
        }
        page.drop_files(&files("v12")).await;
        opened(page, "tables").await;
        shows_the_profile(page).await;
    });
}

/// The page with another module in place of the reader of Parquet.
fn with_reader(module: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(xtask::dist::dir()).unwrap().map(|file| file.unwrap()) {
        if file.path().is_file() {
            std::fs::copy(file.path(), dir.path().join(file.file_name())).unwrap();
        }
    }
    std::fs::write(dir.path().join("parquet_worker.js"), module).unwrap();
    dir
}

#[test]
fn a_reader_that_dies_or_does_not_come_costs_the_table_and_nothing_else() {
    // As a trap in WebAssembly ends it: by an error that nobody catches.
    // As a trap in WebAssembly ends it: by an error that nobody catches.
    let dying = "export default () => { onmessage = () => { throw new Error('unreachable'); }; };";
    let missing = "export default () => { throw new Error('no such file'); };";
    for module in [dying, missing] {
        let dir = with_reader(module);
        run(Site::with_folders(&[("/changed/", dir.path())]), Look::default(), async |page| {
            page.driver.goto(page.site.url("/changed/index.html")).await.unwrap();
            page.element("header.hdr", SOON).await;
            page.drop_files(&files("csv")).await;
            opened(page, "4 tables").await;
            let table = files("v7").into_iter().find(|file| file.0 == "Flow.parquet").unwrap();
            page.drop_files(&[table]).await;
            let said = format!(
                "[...document.querySelectorAll('.fail h1')].some(e => e.textContent.includes({:?}))",
                "Flow.parquet could not be read"
            );
            page.wait_until(&said, SOON).await;
            // What was open is still there, and the engine goes on.
            let table = files("csv").into_iter().find(|file| file.0 == "Instruction.csv").unwrap();
            page.drop_files(&[table]).await;
            let tabs = "document.querySelectorAll('[role=tab][id^=tab-trace]').length";
            page.wait_until(&format!("{tabs} === 2"), SOON).await;
        });
    }
}
