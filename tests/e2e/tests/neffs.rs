//! From an op to the device profile of the NEFF that it ran, and back: in the
//! made-up example on Trainium, and in files that come one after the other.

use e2e::{Look, Page, Scheme, Site, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(30);
const LOOK: Look = Look { width: 1440, height: 900, scale: 1.0, scheme: Scheme::Dark };

/// Clicks the first element that a selector finds and that holds a text.
async fn click(page: &Page, selector: &str, text: &str) {
    let found =
        format!("[...document.querySelectorAll({selector:?})].find(e => e.textContent.includes({text:?}))");
    page.wait_until(&found, SOON).await;
    page.evaluate(&format!("{found}.click()")).await;
}

async fn has(page: &Page, selector: &str, text: &str) {
    let found =
        format!("[...document.querySelectorAll({selector:?})].some(e => e.textContent.includes({text:?}))");
    page.wait_until(&found, SOON).await;
}

async fn count(page: &Page, selector: &str, wanted: usize) {
    page.wait_until(&format!("document.querySelectorAll({selector:?}).length === {wanted}"), SOON).await;
}

async fn front_is(page: &Page, title: &str) {
    let front = "document.querySelector('[role=tab][aria-selected=true]')?.title";
    page.wait_until(&format!("{front} === {title:?}"), SOON).await;
}

/// Selects the first hit of a search in the trace in front.
async fn search(page: &Page, text: &str) {
    page.evaluate(&format!(
        "(() => {{
            const field = document.querySelector('#search');
            field.value = {text:?};
            field.dispatchEvent(new Event('input', {{ bubbles: true }}));
            field.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'Enter', bubbles: true }}));
        }})()"
    ))
    .await;
    has(page, ".what h2", text).await;
}

async fn open_example(page: &Page) {
    page.element("#open-button", SOON).await;
    page.evaluate("document.querySelector('#open-button').click()").await;
    has(page, "[role=menuitem] .chip.synthetic", "synthetic").await;
    click(page, "[role=menuitem]", "RMSNorm on Trainium").await;
    count(page, ".tab .badge", 11).await;
    front_is(page, "rmsnorm · 3 paths").await;
}

#[test]
fn the_example_on_trainium_compares_three_paths_by_what_their_neffs_did() {
    run(Site::start(), LOOK, async |page| {
        open_example(page).await;
        has(page, ".verdict h1", "compiled is 3.7× faster than naive on the device").await;
        has(page, ".why", "HBM read 33,570,816 → 8,392,704 B").await;
        // Made up, and said so: on each path, among the caveats, on every tab.
        count(page, ".head .chip.synthetic", 3).await;
        count(page, ".tab .chip.synthetic", 12).await;
        has(page, ".caveats", "made up by a script").await;
        has(page, ".head .chip", "6 of 6 NEFFs joined").await;
        count(page, "table.neffs tbody tr", 9).await;
        has(page, "table.neffs tr.all", "76.08 µs").await;
        for term in ["Engines busy", "DMA exposed", "Waiting"] {
            has(page, ".fall .gut", term).await;
        }
        page.screenshot("neffs-paths-dark-1440").await;
        page.set_look(Look { width: 720, scheme: Scheme::Light, ..LOOK }).await.unwrap();
        page.screenshot("neffs-paths-light-720").await;
        click(page, "table.neffs .neff-open", "neff_mean").await;
        front_is(page, "neff_mean.json").await;
        // Its tab comes into view, though there is no room for all.
        let tab = "document.querySelector('[role=tab][aria-selected=true]').getBoundingClientRect()";
        page.wait_until(&format!("{tab}.left >= 0 && {tab}.right <= 720"), SOON).await;
    });
}

#[test]
fn an_op_leads_to_its_instructions_and_these_lead_back() {
    run(Site::start(), LOOK, async |page| {
        open_example(page).await;
        click(page, "[id^=tab-trace]", "rmsnorm_naive").await;
        front_is(page, "rmsnorm_naive.json").await;
        search(page, "aten::rsqrt").await;
        has(page, ".neff-list", "neff_rsqrt.json").await;
        has(page, ".neff-list", "NEFF cache key").await;
        page.screenshot("neffs-op-dark-1440").await;
        click(page, ".neff-open", "Open its instructions").await;
        front_is(page, "neff_rsqrt.json").await;
        let front = "document.querySelector('.dtabs [aria-selected=true]').id";
        page.wait_until(&format!("{front} === 'drawer-neuron-hierarchy'"), SOON).await;
        has(page, ".ran-by-line", "aten::rsqrt in rmsnorm_naive.json").await;
        page.screenshot("neffs-profile-dark-1440").await;
        page.evaluate("document.querySelector('#drawer-neuron-summary').click()").await;
        has(page, ".ran-by", "11 runs").await;
        click(page, ".ran-by .link", "aten::rsqrt").await;
        front_is(page, "rmsnorm_naive.json").await;
        has(page, ".what h2", "aten::rsqrt").await;
    });
}

/// Drops files of the example, as a person does from a folder.
async fn drop_example_file(page: &Page, file: &str) {
    page.evaluate(&format!(
        "(async () => {{
            const answer = await fetch('traces/neuron_rmsnorm/{file}.json.gz');
            const data = new DataTransfer();
            data.items.add(new File([await answer.blob()], '{file}.json.gz'));
            for (const kind of ['dragenter', 'drop'])
                window.dispatchEvent(new DragEvent(kind, {{ dataTransfer: data, bubbles: true, cancelable: true }}));
        }})()"
    ))
    .await;
}

#[test]
fn a_profile_that_comes_later_joins_what_is_open() {
    run(Site::start(), LOOK, async |page| {
        page.element("header.hdr", SOON).await;
        drop_example_file(page, "rmsnorm_compiled").await;
        front_is(page, "rmsnorm_compiled.json").await;
        search(page, "Torch-Compiled Region").await;
        has(page, ".neff-list", "No device profile is open").await;
        drop_example_file(page, "neff_pow").await;
        front_is(page, "neff_pow.json").await;
        has(page, ".ran-by", "The open trace does not run this NEFF").await;
        click(page, "[id^=tab-trace]", "rmsnorm_compiled").await;
        has(page, ".neff-list", "None of the open device profiles").await;
        drop_example_file(page, "neff_model_default_0").await;
        front_is(page, "neff_model_default_0.json").await;
        click(page, "[id^=tab-trace]", "rmsnorm_compiled").await;
        click(page, ".neff-open", "Open its instructions").await;
        front_is(page, "neff_model_default_0.json").await;
    });
}
