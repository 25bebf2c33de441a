//! The frame of the page: opening, tabs, states, drawer, dialogs, keys.

use e2e::thirtyfour::prelude::*;
use e2e::{Look, Page, Site, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(10);

/// A trace of two slices.
const SMALL: &str = r#"[{"ph":"X","name":"outer","cat":"op","pid":1,"tid":1,"ts":0,"dur":10,"args":{"shape":[2,3]}},
{"ph":"X","name":"inner","pid":1,"tid":1,"ts":2,"dur":3}]"#;

/// The same, cut in the middle of an event.
const CUT: &str = r#"[{"ph":"X","name":"outer","pid":1,"tid":1,"ts":0,"dur":10},
{"ph":"X","name":"inner","pid":1,"ti"#;

/// Lets files fall onto the page, as the browser would tell it.
async fn drop_files(page: &Page, files: &[(&str, &str)], alt: bool) {
    page.element("header.hdr", SOON).await;
    let files = serde_json::to_string(files).unwrap();
    page.evaluate(&format!(
        "(() => {{
            const data = new DataTransfer();
            for (const [name, text] of {files}) data.items.add(new File([text], name));
            const drag = kind => window.dispatchEvent(new DragEvent(kind, {{
                dataTransfer: data, bubbles: true, cancelable: true, altKey: {alt},
            }}));
            drag('dragenter');
            drag('drop');
        }})()"
    ))
    .await;
}

/// Waits for a trace of the given name in front.
async fn wait_for_front(page: &Page, name: &str) {
    page.wait_until(
        &format!(
            "document.querySelector('[role=tab][id^=tab-trace][aria-selected=true]')?.title === '{name}'"
        ),
        SOON,
    )
    .await;
}

/// Waits for the page's own comparison, and turns to the first of its traces.
async fn show_first_example(page: &Page) {
    page.element("[role=tab][id^=tab-paths]", SOON).await;
    page.evaluate("document.querySelector('[role=tab][id^=tab-trace]').click()").await;
    page.element(".drawer", SOON).await;
}

/// Letters of the open traces, in order.
async fn letters(page: &Page) -> serde_json::Value {
    page.evaluate("[...document.querySelectorAll('.tab .badge')].map(badge => badge.textContent)").await
}

async fn text_of(page: &Page, selector: &str) -> String {
    page.text_of(selector, SOON).await
}

async fn press(page: &Page, keys: impl Into<TypingData>) {
    page.driver.active_element().await.unwrap().send_keys(keys).await.unwrap();
}

#[test]
fn the_page_opens_a_trace_of_its_own_and_makes_room_for_dropped_files() {
    run(Site::start(), Look::default(), async |page| {
        let paths = "document.querySelector('[role=tab][id^=tab-paths][aria-selected=true]')?.title";
        page.wait_until(&format!("{paths} === 'rmsnorm · 3 paths'"), SOON).await;
        assert_eq!(letters(page).await, serde_json::json!(["A", "B", "C"]));
        drop_files(page, &[("one.json", SMALL), ("two.json", SMALL)], false).await;
        wait_for_front(page, "one.json").await;
        page.wait_until("document.querySelectorAll('.tab .badge').length === 2", SOON).await;
        assert_eq!(letters(page).await, serde_json::json!(["A", "B"]));
        drop_files(page, &[("three.json", SMALL)], true).await;
        wait_for_front(page, "three.json").await;
        assert_eq!(letters(page).await, serde_json::json!(["A"]), "Alt replaces");
    });
}

#[test]
fn what_is_dragged_over_the_page_is_named_before_it_is_dropped() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        page.evaluate(
            "(() => {
                const data = new DataTransfer();
                data.items.add(new File([''], 'a.json'));
                data.items.add(new File([''], 'b.json'));
                window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, cancelable: true }));
            })()",
        )
        .await;
        assert_eq!(text_of(page, ".drop.over h2").await, "Let go to open 2 files");
        page.evaluate("window.dispatchEvent(new DragEvent('dragleave'))").await;
        page.wait_until("!document.querySelector('.drop.over')", SOON).await;
    });
}

#[test]
fn a_file_that_is_no_trace_says_what_it_is_and_offers_a_way_on() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        drop_files(page, &[("notes.txt", "hello world, this is prose")], false).await;
        assert!(text_of(page, ".box.fail h1").await.contains("notes.txt"));
        assert!(text_of(page, ".box.fail .hex").await.contains("68 65 6c 6c 6f"), "the first bytes");
        assert!(text_of(page, ".box.fail .acts").await.contains("Open another file"));
        page.screenshot("shell-not-a-trace").await;
    });
}

#[test]
fn a_file_that_ends_early_opens_with_a_note_and_its_health() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        drop_files(page, &[("cut.json", CUT)], false).await;
        assert!(text_of(page, ".banner.warn").await.contains("ends in the middle of an event"));
        page.element(".banner .btn", SOON).await.click().await.unwrap();
        let health = text_of(page, "table.health").await;
        assert!(health.contains("First at byte") || health.contains("FIRST AT BYTE"), "{health}");
        page.screenshot("shell-cut").await;
        page.element(".banner [aria-label='Close this note']", SOON).await.click().await.unwrap();
        page.wait_until("!document.querySelector('.banner')", SOON).await;
    });
}

#[test]
fn an_address_in_the_fragment_opens_and_a_changed_one_too() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        page.evaluate("location.hash = 'url=traces/rmsnorm/layer_naive_bf16.json.gz'").await;
        wait_for_front(page, "layer_naive_bf16.json").await;
        assert_eq!(letters(page).await, serde_json::json!(["A"]));
    });
}

#[test]
fn an_address_of_another_host_names_the_header_that_it_lacks() {
    let other = Site::start();
    let address = format!("{}traces/rmsnorm/layer_naive_bf16.json.gz", other.page_url());
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        page.evaluate(&format!("location.hash = 'url={address}'")).await;
        page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
        let header = text_of(page, ".box.fail .cmd code").await;
        let origin = page.evaluate("location.origin").await;
        assert_eq!(header, format!("Access-Control-Allow-Origin: {}", origin.as_str().unwrap()));
        page.screenshot("shell-blocked").await;
        // The browser itself writes about the refused request.
        page.console_errors().await;
    });
    drop(other);
}

#[test]
fn the_address_dialog_refuses_what_is_no_address() {
    run(Site::start(), Look { width: 1600, ..Look::default() }, async |page| {
        page.element(".hdr .btn.wide-only", SOON).await.click().await.unwrap();
        page.element("#url-field", SOON).await.send_keys("ftp://x/y" + Key::Enter).await.unwrap();
        assert!(text_of(page, "#url-wrong").await.contains("ftp://x/y"));
        press(page, Key::Escape).await;
        page.wait_until("!document.querySelector('dialog')", SOON).await;
    });
}

#[test]
fn tabs_are_moved_between_and_closed_by_keys() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        drop_files(page, &[("one.json", SMALL), ("two.json", SMALL)], false).await;
        page.wait_until("document.querySelectorAll('.tab .badge').length === 2", SOON).await;
        wait_for_front(page, "one.json").await;
        page.evaluate("document.querySelector('[role=tab][aria-selected=true]').focus()").await;
        press(page, Key::Right).await;
        wait_for_front(page, "two.json").await;
        press(page, Key::Delete).await;
        wait_for_front(page, "one.json").await;
        press(page, Key::Delete).await;
        assert_eq!(text_of(page, ".empty h1").await, "Drop traces here");
        page.screenshot("shell-empty").await;
    });
}

#[test]
fn help_search_and_drawer_have_keys() {
    run(Site::start(), Look::default(), async |page| {
        show_first_example(page).await;
        press(page, "?").await;
        page.wait_until("document.querySelector('dialog[open]')?.innerText.includes('Open files')", SOON)
            .await;
        page.screenshot("shell-help").await;
        press(page, Key::Escape).await;
        page.wait_until("!document.querySelector('dialog')", SOON).await;
        press(page, "/").await;
        page.wait_until("document.activeElement.id === 'search'", SOON).await;
        press(page, "aten" + Key::Enter).await;
        page.wait_until("/^1 of [1-9]/.test(document.querySelector('.search .count')?.textContent)", SOON)
            .await;
        press(page, Key::Enter).await;
        page.wait_until("/^2 of/.test(document.querySelector('.search .count')?.textContent)", SOON).await;
        page.wait_until("document.querySelector('.what h2')?.textContent.startsWith('aten')", SOON).await;
        page.evaluate("document.activeElement.blur()").await;
        press(page, "q").await;
        page.wait_until("document.querySelector('.drawer.closed')", SOON).await;
    });
}

#[test]
fn the_drawer_keeps_its_height_and_the_page_its_theme() {
    run(Site::start(), Look::default(), async |page| {
        show_first_example(page).await;
        page.element(".grab", SOON).await.send_keys(Key::Up + Key::Up).await.unwrap();
        let height = page.evaluate("document.querySelector('.drawer').offsetHeight").await;
        let switch = page.element("[aria-label^='Theme']", SOON).await;
        switch.click().await.unwrap();
        switch.click().await.unwrap();
        page.wait_until("document.documentElement.dataset.theme === 'dark'", SOON).await;
        page.driver.refresh().await.unwrap();
        show_first_example(page).await;
        assert_eq!(page.evaluate("document.querySelector('.drawer').offsetHeight").await, height);
        assert_eq!(page.evaluate("document.documentElement.dataset.theme").await, "dark");
    });
}

#[test]
fn the_table_twin_leads_to_slices_by_keys_and_shows_their_details() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        drop_files(page, &[("small.json", SMALL)], false).await;
        wait_for_front(page, "small.json").await;
        page.element("#drawer-tables", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.tbl-scroll tbody tr').length === 2", SOON).await;
        page.element(".tbl-scroll", SOON).await.send_keys(Key::Down + Key::Enter).await.unwrap();
        page.element("#drawer-details", SOON).await.click().await.unwrap();
        assert_eq!(text_of(page, ".what h2").await, "outer");
        let args = text_of(page, "article.args").await;
        assert!(args.contains("shape"), "{args}");
        let inside = text_of(page, "article.chain").await;
        assert!(inside.contains("inner"), "{inside}");
    });
}

#[test]
fn statistics_of_the_whole_trace_can_be_had_without_the_pointer() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        drop_files(page, &[("small.json", SMALL)], false).await;
        wait_for_front(page, "small.json").await;
        page.element("#drawer-selection", SOON).await.click().await.unwrap();
        page.element(".drawer-empty .btn", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.tbl-scroll tbody tr').length === 2", SOON).await;
        let first = text_of(page, ".tbl-scroll tbody tr").await;
        assert!(first.starts_with("outer"), "by total time: {first}");
        page.element(".tbl th.name button", SOON).await.click().await.unwrap();
        let first = text_of(page, ".tbl-scroll tbody tr").await;
        assert!(first.starts_with("inner"), "by name: {first}");
    });
}

/// A zip of files that are stored as they are, made by hand.
fn zip(files: &[(&str, &str)]) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)))
        })
    };
    let (mut out, mut table) = (Vec::new(), Vec::new());
    for (name, text) in files {
        let mut about = vec![10, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        about.extend(crc(text.as_bytes()).to_le_bytes());
        about.extend([text.len() as u32, text.len() as u32].map(u32::to_le_bytes).concat());
        about.extend([name.len() as u16, 0].map(u16::to_le_bytes).concat());
        table.extend([b"PK\x01\x02\x14\x00", about.as_slice(), &[0; 10]].concat());
        table.extend((out.len() as u32).to_le_bytes());
        table.extend(name.as_bytes());
        out.extend([b"PK\x03\x04", about.as_slice(), name.as_bytes(), text.as_bytes()].concat());
    }
    let (count, at) = (files.len() as u16, out.len() as u32);
    out.extend(&table);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count, count].map(u16::to_le_bytes).concat());
    out.extend([table.len() as u32, at].map(u32::to_le_bytes).concat());
    out.extend([0, 0]);
    out
}

#[test]
fn an_archive_lets_choose_which_traces_to_open() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        let archive = zip(&[("run/rank0.json", SMALL), ("run/rank1.json", SMALL), ("run/notes.md", "notes")]);
        let bytes = serde_json::to_string(&archive).unwrap();
        page.evaluate(&format!(
            "(() => {{
                const data = new DataTransfer();
                data.items.add(new File([new Uint8Array({bytes})], 'run.zip'));
                window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, cancelable: true }}));
            }})()"
        ))
        .await;
        assert!(text_of(page, ".choose h1").await.contains("run.zip"));
        let chosen = "[...document.querySelectorAll('.choose input:checked')].length";
        page.wait_until(&format!("{chosen} === 2"), SOON).await;
        page.screenshot("shell-choose").await;
        page.element(".choose input", SOON).await.click().await.unwrap();
        assert_eq!(page.evaluate(chosen).await, 1);
        page.element(".choose .btn.main", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.tab').length === 2", SOON).await;
        let named = "document.querySelector('.tab .name')?.textContent.includes('rank1.json')";
        page.wait_until(named, SOON).await;
    });
}

#[test]
fn a_load_is_cancelled_at_once_and_the_next_file_opens() {
    run(Site::start(), Look::default(), async |page| {
        page.element("[role=tab][id^=tab-trace]", SOON).await;
        page.evaluate(
            "(() => {
                const event = '{\"ph\":\"X\",\"name\":\"a\",\"pid\":1,\"tid\":1,\"ts\":1,\"dur\":1},\\n';
                const data = new DataTransfer();
                data.items.add(new File(['[', ...Array(300).fill(event.repeat(10000))], 'large.json'));
                window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true }));
            })()",
        )
        .await;
        page.element(".box.loading", SOON).await;
        let took = page
            .evaluate(
                "(() => {
                    const start = performance.now();
                    document.querySelector('.box.loading .btn').click();
                    return new Promise(done => requestAnimationFrame(() =>
                        done(document.querySelector('.box.loading') ? -1 : performance.now() - start)));
                })()",
            )
            .await;
        let took = took.as_f64().unwrap();
        assert!((0.0..100.0).contains(&took), "{took} ms");
        drop_files(page, &[("small.json", SMALL)], false).await;
        wait_for_front(page, "small.json").await;
        assert_eq!(letters(page).await, serde_json::json!(["A"]), "the cancelled one stays away");
    });
}

#[test]
fn when_the_reader_dies_the_page_says_so_and_opens_everything_again() {
    run(Site::start(), Look::default(), async |page| {
        // Keeps hold of the page's worker, to let it fail.
        let script = "const Real = Worker; window.workers = [];
            window.Worker = class extends Real { constructor(...a) { super(...a); window.workers.push(this); } };";
        let params = serde_json::json!({ "source": script });
        page.driver.cdp().send_raw("Page.addScriptToEvaluateOnNewDocument", params).await.unwrap();
        page.driver.refresh().await.unwrap();
        page.element("[role=tab][id^=tab-trace]", SOON).await;
        drop_files(page, &[("one.json", SMALL), ("two.json", SMALL)], false).await;
        page.wait_until("document.querySelectorAll('.tab .badge').length === 2", SOON).await;
        page.evaluate(
            "window.workers.at(-1).dispatchEvent(new MessageEvent('message', { data: { failed: 'out of memory' } }))",
        )
        .await;
        assert!(text_of(page, ".crash pre").await.contains("out of memory"));
        page.screenshot("shell-crash").await;
        page.element(".crash .btn.main", SOON).await.click().await.unwrap();
        wait_for_front(page, "one.json").await;
        page.wait_until("document.querySelectorAll('.tab .badge').length === 2", SOON).await;
        assert_eq!(letters(page).await, serde_json::json!(["A", "B"]));
    });
}
