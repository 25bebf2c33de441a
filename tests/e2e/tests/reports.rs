//! Reports and pictures: saved from the page, read without it, opened again.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use e2e::{Look, Page, Scheme, Site, folder_with, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(30);
const LOOK: Look = Look { width: 1440, height: 1100, scale: 1.0, scheme: Scheme::Light };

/// The page's own example, three ways.
async fn compared(page: &Page) -> String {
    let traces = "traces/rmsnorm/layer";
    let link = format!(
        "{}#v=1&url={traces}_naive_bf16.json.gz&url={traces}_fused_bf16.json.gz\
         &url={traces}_compiled_bf16.json.gz&compare=0,1,2&region=annotation:rmsnorm&front=c0&lang=en",
        page.site.page_url()
    );
    page.goto(&link).await;
    page.wait_until("document.querySelectorAll('.col.head h2').length === 3", SOON).await;
    verdict(page).await
}

async fn verdict(page: &Page) -> String {
    page.text_of(".verdict h1", SOON).await
}

/// What the page says of each path: its time and how many instances there are.
async fn heads(page: &Page) -> serde_json::Value {
    page.evaluate("[...document.querySelectorAll('.col.head .big b')].map(head => head.textContent)").await
}

/// Keeps what the page hands to the browser as downloads.
async fn catch_downloads(page: &Page) {
    page.evaluate(
        "(() => {
            window.caught = [];
            const make = URL.createObjectURL;
            URL.createObjectURL = (blob) => {
                const reader = new FileReader();
                reader.onload = () => window.caught.push({ type: blob.type, data: reader.result });
                reader.readAsDataURL(blob);
                return make.call(URL, blob);
            };
        })()",
    )
    .await;
}

/// The next download: its type and bytes.
async fn caught(page: &Page, kind: &str) -> Vec<u8> {
    page.wait_until(&format!("window.caught.some(one => one.type === {kind:?})"), SOON).await;
    let data = page.evaluate(&format!("window.caught.find(one => one.type === {kind:?}).data")).await;
    let data = data.as_str().unwrap().split_once(',').unwrap().1.to_owned();
    BASE64_STANDARD.decode(data).unwrap()
}

async fn click_text(page: &Page, within: &str, text: &str) {
    let find =
        format!("[...document.querySelectorAll({within:?})].find(one => one.textContent.includes({text:?}))");
    page.wait_until(&find, SOON).await;
    page.evaluate(&format!("{find}.click()")).await;
}

async fn saved_report(page: &Page) -> Vec<u8> {
    catch_downloads(page).await;
    page.element("button[aria-label='Export']", SOON).await.click().await.unwrap();
    click_text(page, "[role=menu] button", "Save report").await;
    caught(page, "text/html").await
}

#[test]
fn a_report_is_read_without_the_page_and_hands_its_traces_to_it() {
    run(Site::start(), LOOK, async |page| {
        let said = compared(page).await;
        let figures = heads(page).await;
        let report = saved_report(page).await;
        let folder = folder_with(&[("report.html", &report)]);
        let path = folder.path().join("report.html");
        page.goto(&format!("file://{}", path.display())).await;
        assert_eq!(page.text_of(".verdict h1", SOON).await, said);
        assert_eq!(page.evaluate("document.querySelectorAll('svg').length").await, 3);
        assert_eq!(page.evaluate("document.querySelectorAll('a.trace').length").await, 3);
        page.screenshot("report").await;
        // Zooming makes boxes wider, and the whole can be had again.
        let width = "document.querySelector('.zoom .lanes .box rect').getBoundingClientRect().width";
        let before = page.evaluate(width).await.as_f64().unwrap();
        page.element("button[data-zoom='0.5']", SOON).await.click().await.unwrap();
        page.element("button[data-zoom='0.5']", SOON).await.click().await.unwrap();
        page.element("button[data-zoom='0']", SOON).await.click().await.unwrap();
        assert!((page.evaluate(width).await.as_f64().unwrap() - before).abs() < 0.6);
        let widest = "Math.max(...[...document.querySelectorAll('.zoom .lanes .box rect')].map(r => r.getBoundingClientRect().width))";
        let before = page.evaluate(widest).await.as_f64().unwrap();
        page.element("button[data-zoom='0.5']", SOON).await.click().await.unwrap();
        assert!(page.evaluate(widest).await.as_f64().unwrap() > before * 1.5);
        page.screenshot("report-zoomed").await;
        // The page opens in a window of its own, asks, and has the same.
        let first = page.driver.window().await.unwrap();
        page.element("#open", SOON).await.click().await.unwrap();
        let other = loop {
            let all = page.driver.windows().await.unwrap();
            if let Some(other) = all.into_iter().find(|window| *window != first) {
                break other;
            }
        };
        page.driver.switch_to_window(other).await.unwrap();
        let question = page.text_of(".hosts-form", SOON).await;
        assert!(question.contains("A file on this computer"), "{question}");
        page.wait_until("document.querySelectorAll('.hosts-form li').length === 3", SOON).await;
        page.screenshot("report-asks").await;
        page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.col.head h2').length === 3", SOON).await;
        assert_eq!(verdict(page).await, said);
        assert_eq!(heads(page).await, figures);
        let errors = page.console_errors().await;
        assert!(errors.is_empty(), "{errors:#?}");
    });
}

#[test]
fn a_report_that_is_dropped_opens_its_traces() {
    run(Site::start(), LOOK, async |page| {
        let said = compared(page).await;
        let report = saved_report(page).await;
        page.goto(&format!("{}#v=1&url=traces/llama_train.json.gz&front=t0", page.site.page_url())).await;
        page.wait_until("window.__lowerscope", SOON).await;
        page.drop_files(&[("report.html", &report)]).await;
        page.wait_until("document.querySelectorAll('.col.head h2').length === 3", SOON).await;
        assert_eq!(verdict(page).await, said);
    });
}

#[test]
fn pictures_of_the_comparison_and_of_a_timeline_are_saved() {
    run(Site::start(), LOOK, async |page| {
        compared(page).await;
        catch_downloads(page).await;
        page.element(".share-button", SOON).await.click().await.unwrap();
        click_text(page, ".acts .btn", "Picture (SVG)").await;
        let svg = String::from_utf8(caught(page, "image/svg+xml").await).unwrap();
        assert!(svg.starts_with("<svg ") && svg.contains("layer_compiled_bf16"), "{}", &svg[..200]);
        catch_downloads(page).await;
        click_text(page, ".acts .btn", "Picture (PNG)").await;
        let png = caught(page, "image/png").await;
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        // Two device pixels for one of the picture.
        assert_eq!(u32::from_be_bytes(png[16..20].try_into().unwrap()), 2880);
        std::fs::write(page.screenshot("picture-paths-page").await.with_file_name("picture-paths.png"), &png)
            .unwrap();

        page.goto(&format!("{}#v=1&url=traces/llama_train.json.gz&front=t0&lang=en", page.site.page_url()))
            .await;
        page.wait_until("window.__lowerscope", SOON).await;
        e2e::timeline::drawn(page).await;
        catch_downloads(page).await;
        page.element(".share-button", SOON).await.click().await.unwrap();
        click_text(page, ".acts .btn", "Picture (SVG)").await;
        let svg = String::from_utf8(caught(page, "image/svg+xml").await).unwrap();
        assert!(svg.contains("llama_train") && svg.contains("<title>aten::"), "{}", &svg[..300]);
        catch_downloads(page).await;
        click_text(page, ".acts .btn", "Picture (PNG)").await;
        let png = caught(page, "image/png").await;
        std::fs::write(
            page.screenshot("picture-timeline-page").await.with_file_name("picture-timeline.png"),
            &png,
        )
        .unwrap();
    });
}

#[test]
fn a_report_of_device_profiles_holds_their_files() {
    run(Site::start(), LOOK, async |page| {
        let traces = "traces/neuron_rmsnorm/neff";
        let link = format!(
            "{}#v=1&url={traces}_pow.json.gz&url={traces}_mean.json.gz&lang=en",
            page.site.page_url()
        );
        page.goto(&link).await;
        page.wait_until("document.querySelectorAll('[role=tab][id^=tab-trace]').length === 2", SOON).await;
        page.element("button.compare", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.col.head h2').length === 2", SOON).await;
        let said = verdict(page).await;
        let report = saved_report(page).await;
        let text = String::from_utf8(report.clone()).unwrap();
        assert!(text.contains("neff_pow.json.gz") && text.contains("neff_mean.json.gz"));
        page.goto(page.site.page_url().as_str()).await;
        page.element("header.hdr", SOON).await;
        page.drop_files(&[("report.html", &report)]).await;
        page.wait_until("document.querySelectorAll('[role=tab][id^=tab-trace]').length === 2", SOON).await;
        page.element("button.compare", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelectorAll('.col.head h2').length === 2", SOON).await;
        assert_eq!(verdict(page).await, said);
    });
}
