//! The paths view, on the comparison that the page opens with.

use e2e::thirtyfour::prelude::*;
use e2e::{Look, Page, Site, run};
use std::time::Duration;

/// Building and comparing the examples on a slow machine.
const LONG: Duration = Duration::from_secs(40);
const SHORT: Duration = Duration::from_secs(10);

const LOOK: Look = Look { width: 1600, height: 2600, scale: 1.0, scheme: e2e::Scheme::Light };
const ROWS: &str = "document.querySelectorAll('.names tbody tr:not(.gap)').length";

async fn click(page: &Page, selector: &str) {
    page.evaluate(&format!("document.querySelector(`{selector}`).click()")).await;
}

#[test]
fn names_are_listed_sorted_and_drawn() {
    run(Site::start(), LOOK, async |page| {
        page.wait_until(&format!("{ROWS} > 3"), LONG).await;
        // The other path that is not the winner has the ops of the baseline.
        let gone = "document.querySelector('.names .both .legend').textContent.includes('none')";
        assert_eq!(page.evaluate(gone).await, true);
        click(page, "#names .pick > .btn").await;
        page.element("#names .pick [role^=menuitem]", SHORT).await;
        click(page, "#names .pick li:first-child > *").await;
        let mul = "[...document.querySelectorAll('.names tbody tr')].find(row => \
                   row.textContent.startsWith('aten::mul') && !row.textContent.includes('gone'))";
        page.wait_until(&format!("!!{mul}"), SHORT).await;
        page.evaluate(&format!("{mul}.click()")).await;
        page.wait_until(&format!("!{gone}"), SHORT).await;
        page.evaluate("document.querySelector('#names').scrollIntoView()").await;
        page.screenshot("paths-names").await;
        let first = "document.querySelector('.names tbody td.name').textContent";
        let by_change = page.evaluate(first).await;
        click(page, ".names thead th:first-child button").await;
        page.wait_until(&format!("{first} !== {by_change}"), SHORT).await;
        let head = "document.querySelector('.names th').getAttribute('aria-sort')";
        assert_eq!(page.evaluate(head).await, "ascending");
        // The chosen row is what the histograms are of.
        click(page, ".names tbody tr:nth-of-type(2)").await;
        let drawn = "document.querySelector('.names figcaption').textContent";
        let second = "document.querySelectorAll('.names tbody td.name')[1].textContent";
        page.wait_until(&format!("{drawn} === {second}"), SHORT).await;
    });
}

#[test]
fn metrics_are_sorted_by_any_column_from_the_keyboard() {
    run(Site::start(), LOOK, async |page| {
        page.element(".metrics thead button", LONG).await;
        let heads = "[...document.querySelectorAll('.metrics thead th')].map(th => th.getAttribute('aria-sort')).join()";
        let groups = "document.querySelectorAll('.metrics tr.grp').length";
        let arrows = "document.querySelectorAll('.metrics thead button .i').length";
        // By how much each row differs; empty where it is not known.
        let known = "[...document.querySelectorAll('.metrics tbody tr td:last-child')]\
                     .map(td => td.querySelector('.note') ? '' : td.querySelector('.delta')?.textContent)";
        assert_eq!(page.evaluate(heads).await, "none,none,none,none");
        assert!(page.evaluate(groups).await.as_i64() > Some(3));
        let press = async || {
            let button = page.element(".metrics thead th:last-child button", SHORT).await;
            button.send_keys(Key::Enter + "").await.unwrap();
        };
        press().await;
        page.wait_until(&format!("{heads} === 'none,none,none,descending'"), SHORT).await;
        assert_eq!((page.evaluate(groups).await, page.evaluate(arrows).await), (0.into(), 1.into()));
        // What is new or gone, then what is many times more or less; equal ones
        // before those that are not known.
        assert_eq!(page.evaluate(&format!("['gone', 'new'].includes({known}[0])")).await, true);
        assert_eq!(page.evaluate(&format!("{known}.filter(text => text).at(-1)")).await, "same");
        assert_eq!(page.evaluate(&format!("{known}.at(-1)")).await, "");
        page.screenshot("paths-metrics-sorted").await;
        press().await;
        page.wait_until(&format!("{heads} === 'none,none,none,ascending'"), SHORT).await;
        assert_eq!(page.evaluate(&format!("{known}[0]")).await, "same");
        press().await;
        page.wait_until(&format!("{heads} === 'none,none,none,none'"), SHORT).await;
        assert!(page.evaluate(groups).await.as_i64() > Some(3));
    });
}

#[test]
fn another_instance_is_shown_whole() {
    run(Site::start(), LOOK, async |page| {
        page.element(".stack .stepper .link", LONG).await;
        let said = "document.querySelector('.stack .stepper .link').title";
        let before = page.evaluate(said).await;
        click(page, ".stack .stepper button:last-child").await;
        page.wait_until(&format!("{said} !== {before} && !{said}.includes('only its sums')"), SHORT).await;
        page.screenshot("paths-instance").await;
    });
}

#[test]
fn widths_can_stand_for_time_count_or_bytes() {
    run(Site::start(), LOOK, async |page| {
        page.element(".levels .kern .k", LONG).await;
        let widths = "[...document.querySelectorAll('.levels .k')].map(k => k.style.width).join()";
        let by_time = page.evaluate(widths).await;
        click(page, "#levels .pick > .btn").await;
        page.element("#levels .pick [role^=menuitem]", SHORT).await;
        click(page, "#levels .pick li:nth-child(2) > *").await;
        page.wait_until(&format!("{widths} !== {by_time}"), SHORT).await;
        page.screenshot("paths-by-count").await;
    });
}

#[test]
fn a_comparison_says_at_once_that_its_trace_was_closed() {
    run(Site::start(), LOOK, async |page| {
        page.element(".verdict h1", LONG).await;
        let alerts = "document.querySelectorAll('.paths .problem').length";
        assert_eq!(page.evaluate(alerts).await, 0);
        click(page, ".tab-close").await;
        page.wait_until(&format!("{alerts} === 1"), SHORT).await;
        page.screenshot("paths-closed").await;
    });
}
