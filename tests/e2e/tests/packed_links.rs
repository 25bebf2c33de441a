//! Links that hold the compared part of the traces.

use e2e::{Look, Page, Scheme, Site, run};
use serde_json::{Value, json};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// Drops some of the site's traces as if they were local files.
async fn drop_traces(page: &Page, names: &[&str]) {
    page.element("header.hdr", SOON).await;
    let names = serde_json::to_string(names).unwrap();
    page.evaluate(&format!(
        "(() => {{
            Promise.all({names}.map(async name => {{
                const bytes = await (await fetch('traces/rmsnorm/' + name)).arrayBuffer();
                return new File([bytes], name);
            }})).then(files => {{
                const data = new DataTransfer();
                for (const file of files) data.items.add(file);
                for (const kind of ['dragenter', 'drop'])
                    window.dispatchEvent(new DragEvent(kind, {{ dataTransfer: data, bubbles: true, cancelable: true }}));
            }});
        }})()"
    ))
    .await;
}

/// What a person reads of the comparison in front.
async fn comparison(page: &Page) -> Value {
    page.front_is("rmsnorm · 2 paths", SOON).await;
    page.wait_until("document.querySelectorAll('.col.head h2').length === 2", SOON).await;
    page.evaluate(
        "[document.querySelector('.verdict').innerText,
          ...[...document.querySelectorAll('.col.head')].map(head => head.innerText)]",
    )
    .await
}

/// Compares two local files and gives the link that holds them, with what the
/// comparison reads.
async fn shared(page: &Page) -> (String, Value) {
    drop_traces(page, &["layer_naive_bf16.json.gz", "layer_compiled_bf16.json.gz"]).await;
    let whole = comparison(page).await;
    page.element(".share-button:not(:disabled)", SOON).await.click().await.unwrap();
    // Local files: this comes first.
    page.wait_until("document.getElementById('share-link')?.value.includes('pack=')", SOON).await;
    let link = page.evaluate("document.getElementById('share-link').value").await;
    (link.as_str().unwrap().to_owned(), whole)
}

#[test]
fn a_shared_comparison_of_local_files_opens_without_them() {
    run(Site::start(), Look::default(), async |page| {
        let (link, whole) = shared(page).await;
        let said = page.text_of(".share", SOON).await;
        assert_eq!(said.matches("20 of 20 instances").count(), 2, "{said}");
        assert!(link.len() < 64_000, "{}", link.len());
        page.screenshot("packed-share").await;
        let first = "document.querySelector('.share-which input').checked";
        assert_eq!(page.evaluate(first).await, json!(true));
        // The other choice is the link that names the files.
        page.element(".share-which label:last-child input", SOON).await.click().await.unwrap();
        page.wait_until("document.getElementById('share-link')?.value.includes('file=')", SOON).await;

        page.goto(&link).await;
        assert_eq!(comparison(page).await, whole);
        assert_eq!(page.evaluate("document.querySelectorAll('.wanted, .hosts-form').length").await, json!(0));
        assert_eq!(
            page.evaluate("document.querySelectorAll('[role=tab] .chip.part').length").await,
            json!(2)
        );
        // Nothing was asked for but the page itself.
        let fetched = "performance.getEntriesByType('resource').filter(one => /json/.test(one.name)).length";
        assert_eq!(page.evaluate(fetched).await, json!(0));
        page.screenshot("packed-opened").await;

        // The address keeps the traces, whatever is in front.
        page.element("[role=tab][id^=tab-trace]", SOON).await.click().await.unwrap();
        page.wait_until("/^#v=1&pack=layer_naive_bf16~H4s.*&pack=.*front=t0/.test(location.hash)", SOON)
            .await;
        page.driver.back().await.unwrap();
        assert_eq!(comparison(page).await, whole);
        page.driver.forward().await.unwrap();
        page.front_is("layer_naive_bf16.json", SOON).await;
        page.driver.back().await.unwrap();
        comparison(page).await;
        page.driver.refresh().await.unwrap();
        assert_eq!(comparison(page).await, whole);
        assert_eq!(page.evaluate("document.querySelectorAll('[role=tab]').length").await, json!(3));

        // Shared again it is the same link, and there is nothing to choose.
        page.element(".share-button:not(:disabled)", SOON).await.click().await.unwrap();
        page.element("#share-link", SOON).await;
        assert_eq!(page.evaluate("document.querySelectorAll('.share-which').length").await, json!(0));
        let packs = |link: &str| -> Vec<String> {
            link.split('&').filter(|part| part.starts_with("pack=")).map(str::to_owned).collect()
        };
        let again = page.evaluate("document.getElementById('share-link').value").await;
        assert_eq!(packs(again.as_str().unwrap()), packs(&link));
        assert_eq!(packs(&link).len(), 2);
    });
}

#[test]
fn a_damaged_trace_in_a_link_is_explained_and_the_rest_opens() {
    run(Site::start(), Look::default(), async |page| {
        let (link, _) = shared(page).await;
        // A letter that none of these can have.
        let damaged = link.replacen("~H4s", "~H4*", 1);
        page.goto(&damaged).await;
        let said = page.text_of(".fail", SOON).await;
        assert!(said.contains("damaged") && said.contains("layer_naive_bf16"), "{said}");
        page.screenshot("packed-damaged").await;
        page.wait_until("document.querySelectorAll('[role=tab][id^=tab-trace]').length === 1", SOON).await;
        page.console_errors().await;
    });
}

#[test]
fn a_link_that_was_cut_on_its_way_says_so_and_what_to_do() {
    run(Site::start(), Look::default(), async |page| {
        let (link, _) = shared(page).await;
        let second = link.rfind("&pack=").unwrap();
        // In the first trace, and in the second.
        for (end, file, open) in
            [(second / 2, "layer_naive_bf16", 0), (second + 1_000, "layer_compiled_bf16", 1)]
        {
            page.goto(&link[..end]).await;
            let said = page.text_of(".fail", SOON).await;
            assert!(said.contains("This link was cut on its way") && said.contains(file), "{said}");
            // As numbers are written for people.
            let digits: String = said.chars().filter(char::is_ascii_digit).collect();
            assert!(digits.contains(&end.to_string()), "{end}: {said}");
            assert!(said.contains("Copy it whole") && said.contains("ask for the report"), "{said}");
            page.wait_until("document.querySelectorAll('.tab .spin').length === 0", SOON).await;
            let tabs = "document.querySelectorAll('[role=tab][id^=tab-trace]').length";
            page.wait_until(&format!("{tabs} === {open}"), SOON).await;
        }
        page.screenshot("packed-cut").await;
        page.set_look(Look { width: 390, height: 844, scale: 2.0, scheme: Scheme::Dark }).await.unwrap();
        page.screenshot("packed-cut-dark-390").await;
    });
}

#[test]
fn a_newer_link_with_traces_in_it_is_opened_as_far_as_it_is_known() {
    run(Site::start(), Look::default(), async |page| {
        let (link, whole) = shared(page).await;
        page.goto(&link.replacen("#v=1&", "#v=7&", 1)).await;
        page.wait_until("document.body.innerText.includes('A newer version made this link')", SOON).await;
        assert_eq!(comparison(page).await, whole);
    });
}
