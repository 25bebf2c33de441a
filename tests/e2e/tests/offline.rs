//! Without a network, and with a newer version of the page.

use e2e::timeline::steps_trace;
use e2e::{Look, Page, Site, run};
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

const SOON: Duration = Duration::from_secs(30);

/// The page in a folder of its own, which a test may change.
fn copy_of_page() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    copy(&xtask::dist::dir(), dir.path());
    dir
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &to) } else { _ = fs::copy(&path, &to).unwrap() }
    }
}

async fn wait_until_kept(page: &Page) {
    page.wait_until("navigator.serviceWorker.controller", SOON).await;
}

#[test]
fn the_page_opens_examples_and_files_without_a_network() {
    run(Site::start(), Look::default(), async |page| {
        wait_until_kept(page).await;
        // A large example is kept once it was opened.
        let large = "traces/rmsnorm_block.json.gz";
        let address = page.site.page_url();
        for _ in 0..2 {
            page.driver.goto("about:blank").await.unwrap();
            page.driver.goto(format!("{address}#url={large}")).await.unwrap();
            page.front_is("rmsnorm_block.json", SOON).await;
            page.site.stop();
        }
        page.driver.goto("about:blank").await.unwrap();
        page.driver
            .goto(format!("{address}?mode=embed#url=traces/rmsnorm/layer_naive_bf16.json.gz"))
            .await
            .unwrap();
        page.front_is("layer_naive_bf16.json", SOON).await;
        let file = serde_json::to_string(&steps_trace()).unwrap();
        page.evaluate(&format!(
            "(() => {{
                const data = new DataTransfer();
                data.items.add(new File([{file}], 'mine.json'));
                window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}));
            }})()"
        ))
        .await;
        page.front_is("mine.json", SOON).await;
        // What was not kept yet says so.
        let reader = "fetch(document.querySelector('meta[name=engine-worker]').content.replace('worker.js', 'parquet.js')).then(() => true, () => false)";
        let answer = page.driver.execute(format!("return {reader};"), Vec::new()).await.unwrap();
        assert_eq!(answer.json(), &serde_json::json!(false));
        page.driver.goto("about:blank").await.unwrap();
        page.driver.goto(format!("{address}#lang=en&url=traces/absent.json.gz&v=1")).await.unwrap();
        page.console_errors().await;
    });
}

#[test]
fn a_newer_version_is_offered_and_the_old_one_goes_on_until_it_is_accepted() {
    let folder = copy_of_page();
    let dir = folder.path();
    run(Site::of(dir), Look::default(), async |page| {
        wait_until_kept(page).await;
        assert!(
            page.evaluate("document.querySelector('.newer')").await.is_null(),
            "the first is no newer one"
        );
        // Another window of the same version.
        let first = page.driver.window().await.unwrap();
        page.driver.new_tab().await.unwrap();
        let second = page.driver.windows().await.unwrap().into_iter().find(|own| *own != first).unwrap();
        page.driver.switch_to_window(second.clone()).await.unwrap();
        page.driver.goto(page.site.page_url()).await.unwrap();
        wait_until_kept(page).await;
        page.driver.switch_to_window(first.clone()).await.unwrap();
        // The host gets a new version: its start page and its list differ.
        let index = dir.join("index.html");
        let html = fs::read_to_string(&index).unwrap().replace("<body>", "<body data-version=\"2\">");
        fs::write(&index, html).unwrap();
        fs::copy(xtask::process::project_dir().join("web/offline.js"), dir.join("offline.js")).unwrap();
        xtask::offline::stamp(dir).unwrap();
        let version = "document.body.dataset.version ?? '1'";
        page.evaluate("navigator.serviceWorker.getRegistration().then(own => own.update()) && true").await;
        page.element(".newer", SOON).await;
        page.screenshot("offline-newer").await;
        assert_eq!(page.evaluate(version).await, "1");
        // Loaded again without a word on it, the old version goes on.
        page.driver.refresh().await.unwrap();
        page.element(".newer .btn.main", SOON).await;
        assert_eq!(page.evaluate(version).await, "1");
        page.element(".newer .btn.main", SOON).await.click().await.unwrap();
        page.wait_until(&format!("({version}) === '2'"), SOON).await;
        page.wait_until("document.querySelector('header.hdr')", SOON).await;
        // The other window was left alone, and still gets its own version's files.
        page.driver.switch_to_window(second).await.unwrap();
        assert_eq!(page.evaluate(version).await, "1");
        page.element("header.hdr", SOON).await;
        page.driver.refresh().await.unwrap();
        page.wait_until(&format!("({version}) === '2'"), SOON).await;
        page.site.stop();
        page.driver.refresh().await.unwrap();
        page.element("header.hdr", SOON).await;
        assert_eq!(page.evaluate(version).await, "2");
        page.console_errors().await;
    });
}

#[test]
fn a_page_under_development_is_not_kept_and_drops_what_was() {
    let folder = copy_of_page();
    let dir = folder.path();
    run(Site::of(dir), Look::default(), async |page| {
        wait_until_kept(page).await;
        fs::copy(xtask::process::project_dir().join("web/offline.js"), dir.join("offline.js")).unwrap();
        let index = dir.join("index.html");
        let html = fs::read_to_string(&index).unwrap();
        fs::write(&index, html.replace("content=\"offline.js\"", "content=\"\"")).unwrap();
        page.evaluate("navigator.serviceWorker.getRegistration().then(own => own.update()) && true").await;
        let gone = "(window.gone ??= null, navigator.serviceWorker.getRegistrations().then(all => window.gone = all.length === 0), window.gone)";
        page.wait_until(gone, SOON).await;
        page.driver.refresh().await.unwrap();
        page.element("header.hdr", SOON).await;
        let caches = "(window.left ??= null, caches.keys().then(keys => window.left = keys.length), window.left === 0)";
        page.wait_until(caches, SOON).await;
        assert!(page.evaluate("navigator.serviceWorker.controller").await.is_null());
        page.console_errors().await;
    });
}

#[test]
fn the_manifest_is_what_a_browser_wants_of_one() {
    run(Site::start(), Look::default(), async |page| {
        let tools = page.driver.cdp();
        let manifest = tools.send_raw("Page.getAppManifest", serde_json::json!({})).await.unwrap();
        assert_eq!(manifest["errors"], serde_json::json!([]), "{manifest}");
        let text: serde_json::Value = serde_json::from_str(manifest["data"].as_str().unwrap()).unwrap();
        assert_eq!((text["start_url"].as_str(), text["display"].as_str()), (Some("./"), Some("standalone")));
        let icons = text["icons"].as_array().unwrap().iter().map(|icon| icon["src"].as_str().unwrap());
        for icon in icons {
            assert!(xtask::dist::dir().join(icon).is_file(), "{icon}");
        }
        wait_until_kept(page).await;
        let errors = tools.send_raw("Page.getInstallabilityErrors", serde_json::json!({})).await.unwrap();
        let ids: Vec<&str> = errors["installabilityErrors"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|error| error["errorId"].as_str())
            // A browser without a window to install into.
            .filter(|id| !["in-incognito", "not-in-main-frame"].contains(id))
            .collect();
        assert!(ids.is_empty(), "{ids:?}");
    });
}
