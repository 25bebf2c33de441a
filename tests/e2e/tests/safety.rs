//! Texts of traces and links are anybody's: they are shown as text, run
//! nothing, and secrets among them are not handed on.

use e2e::timeline::drawn;
use e2e::{Answer, Host, Look, Page, Site, run};
use serde_json::{Value, json};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(30);

/// Markup of several kinds, marks that turn text around, and a formula.
const NASTY: &[&str] = &[
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=2</script>",
    "<svg onload=window.hacked=3><a href=\"javascript:window.hacked=4\">x</a></svg>",
    "\u{202e}<iframe srcdoc='<script>parent.hacked=5</script>'>\u{2066}",
    "</textarea></style></title><b onclick=window.hacked=6>",
    "=HYPERLINK(\"https://evil.example\",\"x\")",
];

/// What must not be there, whatever is shown.
const MARKUP: &str = "JSON.stringify([window.hacked ?? null, window.asked ?? null,
    document.querySelectorAll('img, iframe, object, embed, body script, a[href^=\"javascript:\"], b[onclick]').length,
    [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length])";

async fn nothing_ran(page: &Page, place: &str) {
    assert_eq!(page.evaluate(MARKUP).await, "[null,null,0,0]", "{place}");
}

/// A trace with hostile text in every place that has text.
fn hostile_trace() -> String {
    let mut events = Vec::new();
    for (i, nasty) in NASTY.iter().enumerate() {
        let (pid, tid) = (i + 1, i + 1);
        events.push(json!({ "ph": "M", "pid": pid, "name": "process_name", "args": { "name": nasty } }));
        events.push(json!({ "ph": "M", "pid": pid, "name": "process_labels", "args": { "labels": nasty } }));
        events.push(
            json!({ "ph": "M", "pid": pid, "tid": tid, "name": "thread_name", "args": { "name": nasty } }),
        );
        let args = json!({ (*nasty): nasty, "nested": { (*nasty): [nasty] }, "Python id": 1 });
        for step in 0..3 {
            let at = step * 1000 + i;
            events.push(json!({ "ph": "X", "pid": pid, "tid": tid, "ts": at, "dur": 900, "name": nasty, "cat": "user_annotation", "args": args }));
            events.push(json!({ "ph": "X", "pid": pid, "tid": tid, "ts": at + 100, "dur": 300, "name": format!("aten::{nasty}"), "cat": "cpu_op", "args": args }));
        }
        events.push(json!({ "ph": "i", "pid": pid, "tid": tid, "ts": 50, "name": nasty, "cat": nasty, "s": "t", "args": args }));
        events.push(json!({ "ph": "C", "pid": pid, "ts": 10, "name": nasty, "args": { (*nasty): 1 } }));
        events.push(
            json!({ "ph": "s", "pid": pid, "tid": tid, "ts": 150, "id": nasty, "name": nasty, "cat": nasty }),
        );
        events.push(json!({ "ph": "f", "bp": "e", "pid": pid, "tid": tid, "ts": 1150, "id": nasty, "name": nasty, "cat": nasty }));
    }
    // Something for the health panel.
    events.push(json!({ "ph": NASTY[0], "name": NASTY[1], "ts": "x", "pid": 1, "tid": 1 }));
    let mut all = serde_json::Map::new();
    for nasty in NASTY {
        all.insert((*nasty).to_owned(), json!({ (*nasty): nasty }));
    }
    all.insert("traceEvents".to_owned(), json!(events));
    Value::Object(all).to_string()
}

/// Keeps what is saved, and notes when the page asks something.
async fn watch(page: &Page) {
    page.evaluate(
        "(() => {
            window.saved = [];
            const make = URL.createObjectURL.bind(URL);
            URL.createObjectURL = (blob) => {
                if (blob.type) blob.text().then((text) => window.saved.push(text));
                return make(blob);
            };
            window.alert = window.confirm = window.prompt = () => { window.asked = true; };
        })()",
    )
    .await;
}

/// Opens the page with a trace in front, and keeps what is saved.
async fn open_run(page: &Page, trace: &str) {
    page.element("header.hdr", SOON).await;
    watch(page).await;
    page.drop_files(&[("run.json", trace)]).await;
    page.wait_until("document.querySelector('[role=tab][aria-selected=true]')?.title === 'run.json'", SOON)
        .await;
    page.wait_until("document.getElementById('drawer-tables')", SOON).await;
}

/// The drawer's table of all slices, with the first of its rows selected.
async fn select_first_row(page: &Page) {
    drawer(page, "tables").await;
    page.wait_until("document.querySelector('.tbl-scroll tbody tr')", SOON).await;
    page.evaluate("document.querySelector('.tbl-scroll tbody tr').click()").await;
}

/// The drawer's table of an area: all that is visible.
async fn select_area(page: &Page) {
    drawer(page, "selection").await;
    page.wait_until("document.querySelector('.drawer .btn.small')", SOON).await;
    page.evaluate("document.querySelector('.drawer-empty .btn.small')?.click()").await;
    page.wait_until("document.querySelector('.tbl-scroll tbody tr')", SOON).await;
}

/// Shows a tab of the drawer with something in it.
async fn fill_drawer(page: &Page, tab: &str) {
    match tab {
        "tables" => select_first_row(page).await,
        "selection" => select_area(page).await,
        _ => drawer(page, tab).await,
    }
}

/// Clicks a tab of the drawer and waits until it is in front.
async fn drawer(page: &Page, tab: &str) {
    page.wait_until(&format!("document.getElementById('drawer-{tab}')"), SOON).await;
    page.evaluate(&format!("document.getElementById('drawer-{tab}').click()")).await;
    page.wait_until(&format!("document.getElementById('drawer-{tab}').ariaSelected === 'true'"), SOON).await;
}

/// Clicks all buttons that save a table, and gives what was saved.
async fn save_tables(page: &Page, within: &str) -> Vec<String> {
    page.wait_until(&format!("document.querySelector('{within} .btn.csv')"), SOON).await;
    let count = page
        .evaluate(&format!(
            "(() => {{ window.saved.length = 0;
                const all = [...document.querySelectorAll('{within} .btn.csv')];
                all.forEach((button) => button.click());
                return all.length; }})()"
        ))
        .await;
    page.wait_until(&format!("window.saved.length === {count}"), SOON).await;
    serde_json::from_value(page.evaluate("window.saved").await).unwrap()
}

#[test]
fn hostile_texts_are_text_everywhere() {
    let trace = hostile_trace();
    let name = "<img src=x onerror=window.hacked=7>.json";
    let other = Host::open(|_| Answer::of(200, "no trace <img src=x onerror=window.hacked=8>"));
    run(Site::start(), Look::default(), async |page| {
        let nasty = "%3Cimg%20src=x%20onerror=window.hacked=9%3E";
        let link = format!(
            "{}#v=1&lang=en&file={nasty}.json~1&mark=5~{nasty}&q={nasty}&sel=s0@0&front=t0&pane=metadata&compare=0,{nasty}&region=annotation:{nasty}&names={nasty}",
            page.site.page_url()
        );
        for address in ["about:blank", &link] {
            page.driver.goto(address).await.unwrap();
        }
        page.element("ul.wanted", SOON).await;
        watch(page).await;
        nothing_ran(page, "wanted").await;
        page.drop_files(&[(name, &trace), ("second<svg onload=window.hacked=10>.json", &trace)]).await;
        page.wait_until("document.querySelectorAll('[role=tab][id^=tab-trace]').length === 2", SOON).await;
        // They share regions, and are compared.
        page.element(".verdict h1, .panel h1", SOON).await;
        nothing_ran(page, "comparison").await;
        page.evaluate("document.querySelector('[role=tab][id^=tab-trace]').click()").await;
        page.wait_until("window.__lowerscope", SOON).await;
        drawn(page).await;
        page.wait_until("document.getElementById('drawer-tables')", SOON).await;
        for tab in ["tables", "selection", "health", "metadata", "details"] {
            fill_drawer(page, tab).await;
            nothing_ran(page, tab).await;
        }
        page.wait_until("document.querySelector('.what h2')?.textContent.includes('<')", SOON).await;
        for x in 2..9 {
            page.hover((f64::from(x) * 120.0, 300.0)).await;
        }
        nothing_ran(page, "hover").await;
        page.evaluate("document.querySelector('.share-button').click()").await;
        page.element("#share-link", SOON).await;
        nothing_ran(page, "share").await;
        page.screenshot("safety-share").await;
        page.evaluate("document.querySelector('dialog').close()").await;
        // A host, an address and a file that are hostile.
        page.evaluate(&format!(
            "localStorage.setItem('lowerscope.hosts', '[\"{}\", \"<img src=x onerror=window.hacked=11>\"]')",
            other.origin()
        ))
        .await;
        let address =
            format!("{}#v=1&lang=en&url={}/{nasty}.json%3F{nasty}", page.site.page_url(), other.origin());
        for address in ["about:blank", &address] {
            page.driver.goto(address).await.unwrap();
        }
        page.element(".box.fail h1", SOON).await;
        nothing_ran(page, "failure").await;
        page.evaluate("document.querySelector('[aria-label=\"Help and keys\"]').click()").await;
        page.evaluate("document.querySelector('.known-button').click()").await;
        page.wait_until("document.querySelector('.known-list')?.textContent.includes('<img')", SOON).await;
        nothing_ran(page, "remembered hosts").await;
        page.evaluate("document.querySelectorAll('.known-list button')[1].click()").await;
        page.wait_until("document.querySelectorAll('.known-list li').length === 1", SOON).await;
        assert_eq!(
            page.evaluate("localStorage.getItem('lowerscope.hosts')").await,
            json!([other.origin()]).to_string()
        );
    });
}

#[test]
fn each_table_is_saved_as_csv_without_formulas() {
    let trace = hostile_trace();
    run(Site::start(), Look::default(), async |page| {
        open_run(page, &trace).await;
        let mut tables = Vec::new();
        for tab in ["tables", "selection", "health", "metadata", "details"] {
            fill_drawer(page, tab).await;
            tables.extend(save_tables(page, ".drawer").await);
        }
        assert!(tables.len() >= 6, "{}", tables.len());
        for table in &tables {
            assert!(table.lines().count() >= 2, "{table}");
            // A cell that begins with a sign of a formula has an apostrophe.
            for cell in table.split([',', '\n', '"']) {
                assert!(!cell.starts_with("=HYPERLINK"), "{table}");
            }
        }
        assert!(tables.iter().any(|table| table.contains("'=HYPERLINK")));
    });
}

#[test]
fn tables_of_a_comparison_are_saved_as_csv() {
    run(Site::start(), Look { width: 1600, height: 2600, ..Look::default() }, async |page| {
        page.wait_until("document.querySelectorAll('.names tbody tr:not(.gap)').length > 3", SOON).await;
        watch(page).await;
        // The tables in the place of the pictures.
        page.evaluate("document.querySelectorAll('header.sec [aria-pressed][title]').forEach((button) => button.querySelector('.i-table') && button.click())").await;
        page.wait_until("document.querySelectorAll('.twin table').length >= 3", SOON).await;
        let tables = save_tables(page, "body").await;
        assert!(tables.len() >= 4, "{}", tables.len());
        for table in &tables {
            assert!(table.lines().count() >= 3, "{table}");
        }
        let has = |text: &str| tables.iter().any(|table| table.starts_with(text));
        assert!(has("#,op,") && has("term (ns),") && has("path,level,depth,"), "{tables:?}");
    });
}

#[test]
fn fake_tokens_reach_nothing_that_is_handed_on() {
    let mark = "Zq7Fake";
    let token = format!("{mark}0aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX");
    let secrets = json!({
        "env": { "PLAIN": format!("{mark} value") },
        "HF_TOKEN": token,
        "clone": format!("https://me:{token}@github.com/o/r"),
        "login": format!("hf_{}", &token[..34]),
        "note": format!("Authorization: Bearer {token}"),
    });
    let mut events = Vec::new();
    for step in 0..3 {
        events.push(json!({ "ph": "X", "pid": 1, "tid": 1, "ts": step * 100, "dur": 90, "name": "layer", "cat": "user_annotation", "args": secrets }));
        events.push(json!({ "ph": "X", "pid": 1, "tid": 1, "ts": step * 100 + 5, "dur": 50, "name": format!("load hf_{}", &token[..34]), "cat": "cpu_op", "args": secrets }));
    }
    let trace = json!({ "metadata": secrets, "environ": secrets, "traceEvents": events }).to_string();
    run(Site::start(), Look::default(), async |page| {
        open_run(page, &trace).await;
        drawer(page, "metadata").await;
        let shown = page.text_of(".drawer .metadata", SOON).await;
        page.wait_until("document.querySelector('.hidden-note')", SOON).await;
        assert!(!shown.contains(mark), "{shown}");
        select_first_row(page).await;
        let mut saved = save_tables(page, ".drawer").await;
        drawer(page, "details").await;
        page.wait_until("document.querySelector('.args .value')", SOON).await;
        assert!(page.text_of("article.args", SOON).await.contains(mark), "the reader's own view has them");
        saved.extend(save_tables(page, ".drawer").await);
        select_area(page).await;
        saved.extend(save_tables(page, ".drawer").await);
        page.evaluate("(window.saved.length = 0, [...document.querySelectorAll('.drawer .table-bar .btn')].find(b => b.title && !b.classList.contains('csv')).click())").await;
        page.wait_until("window.saved.length === 1", SOON).await;
        saved.push(page.evaluate("window.saved[0]").await.as_str().unwrap().to_owned());
        assert!(saved.last().unwrap().contains("traceEvents"));
        for text in &saved {
            assert!(!text.contains(mark), "{text}");
        }
        assert!(saved.iter().any(|text| text.contains("[hidden]")));
        page.wait_until("location.hash.includes('sel=')", SOON).await;
        page.evaluate("document.querySelector('.share-button').click()").await;
        page.element("#share-link", SOON).await;
        let link = page.evaluate("document.getElementById('share-link').value + location.hash").await;
        assert!(!link.as_str().unwrap().contains(mark), "{link}");
    });
}
