//! The language of the page: the switch, right to left, and what stays.

use e2e::{Look, Page, Site, run};
use serde_json::json;
use std::time::Duration;

const SOON: Duration = Duration::from_secs(10);

/// Waits for the page's own comparison, and turns to the first of its traces.
async fn show_first_example(page: &Page) {
    page.element("[role=tab][id^=tab-paths]", SOON).await;
    page.evaluate("document.querySelector('[role=tab][id^=tab-trace]').click()").await;
    page.element("#timeline-stage", SOON).await;
    page.element(".drawer", SOON).await;
}

async fn switch_language(page: &Page, to: &str) {
    page.element("#language-switch", SOON).await.click().await.unwrap();
    page.wait_until(&format!("document.documentElement.lang === '{to}'"), SOON).await;
}

/// Whether Persian words stand in what a selector finds.
fn is_persian(selector: &str) -> String {
    format!("/[\\u0600-\\u06ff]/.test(document.querySelector('{selector}')?.textContent)")
}

/// Texts of the frame, spoken and hinted ones too, that are not Persian. What
/// is marked as another language offers that language.
const LEFT_OVERS: &str = "(() => {
    const all = [];
    for (const element of document.querySelectorAll('.hdr, .hdr *, .dtabs, .dtabs *, .tab.add')) {
        if (element.closest('[lang]:not(html)') || element.closest('kbd')) continue;
        const own = [...element.childNodes].filter(node => node.nodeType === Node.TEXT_NODE).map(node => node.data);
        for (const name of ['aria-label', 'title', 'placeholder']) own.push(element.getAttribute(name) ?? '');
        for (const text of own) {
            if (/[A-Za-z]{2}/.test(text) && !/[\\u0600-\\u06ff]/.test(text)) all.push(text.trim());
        }
    }
    return all;
})()";

#[test]
fn the_switch_turns_the_page_to_persian_and_keeps_what_is_open() {
    run(Site::start(), Look { width: 1440, ..Look::default() }, async |page| {
        show_first_example(page).await;
        let titles = "[...document.querySelectorAll('[role=tab][id^=tab-trace]')].map(tab => tab.title)";
        let open = page.evaluate(titles).await;
        assert_eq!(page.evaluate("document.documentElement.dir").await, json!("ltr"));

        switch_language(page, "fa").await;
        assert_eq!(page.evaluate("document.documentElement.dir").await, json!("rtl"));
        page.wait_until(&is_persian(".dtab-list"), SOON).await;
        assert_eq!(page.evaluate(LEFT_OVERS).await, json!(["Lowerscope"]));
        assert_eq!(page.evaluate(titles).await, open);
        assert_eq!(page.evaluate("document.activeElement.id").await, json!("language-switch"));

        // Time keeps its way, names change sides, numbers have Persian digits.
        page.element("#timeline-stage", SOON).await;
        let direction = "getComputedStyle(document.querySelector('#timeline-stage')).direction";
        assert_eq!(page.evaluate(direction).await, json!("ltr"));
        let names_are_right = "document.querySelector('.labels').getBoundingClientRect().left
            > document.querySelector('#timeline-stage').getBoundingClientRect().left";
        assert_eq!(page.evaluate(names_are_right).await, json!(true));
        page.wait_until("/[\\u06f0-\\u06f9]/.test(document.querySelector('.tab .sub').textContent)", SOON)
            .await;

        // Kept for the next visit, until the person switches back.
        page.driver.refresh().await.unwrap();
        page.wait_until("document.documentElement.dir === 'rtl'", SOON).await;
        show_first_example(page).await;
        switch_language(page, "en").await;
        assert_eq!(page.evaluate("document.documentElement.dir").await, json!("ltr"));
        page.wait_until(&format!("!{}", is_persian(".app")), SOON).await;
    });
}

#[test]
fn the_comparison_speaks_persian_and_its_code_runs_left_to_right() {
    run(Site::start(), Look { width: 1440, ..Look::default() }, async |page| {
        page.element("[role=tab][id^=tab-paths]", SOON).await;
        page.element(".verdict h1", SOON).await;
        switch_language(page, "fa").await;
        page.wait_until(&is_persian(".verdict h1"), SOON).await;
        let first_path_is_right = "(() => {
            const [first, second] = [...document.querySelectorAll('.heads .col')].map(c => c.getBoundingClientRect().left);
            return first > second;
        })()";
        page.wait_until(first_path_is_right, SOON).await;
        for laid_by_time in [".kern", ".axis-t", ".stack canvas", ".plot"] {
            let direction = format!("getComputedStyle(document.querySelector('{laid_by_time}')).direction");
            assert_eq!(page.evaluate(&direction).await, json!("ltr"), "{laid_by_time}");
        }
    });
}
