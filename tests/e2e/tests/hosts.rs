//! Traces on other hosts: what goes wrong is told apart, archives are read by
//! parts, and downloads that break off are gone on with.

use e2e::timeline::steps_trace;
use e2e::{Answer, Host, Look, Page, Scheme, Site, run};
use std::io::{Cursor, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use zip::write::SimpleFileOptions;

const SOON: Duration = Duration::from_secs(20);

/// Opens an address of a host that need not be asked about.
async fn open(page: &Page, origin: &str, rest: &str) {
    let origin = serde_json::to_string(&[origin]).unwrap();
    page.evaluate(&format!("localStorage.setItem('lowerscope.hosts', {origin:?})")).await;
    let address = format!("{}#v=1&lang=en&url={rest}", page.site.page_url());
    for address in ["about:blank", &address] {
        page.driver.goto(address).await.unwrap();
    }
}

async fn title_of_front(page: &Page, title: &str) {
    let front = "document.querySelector('[role=tab][aria-selected=true]')?.title";
    page.wait_until(&format!("{front} === {title:?}"), SOON).await;
    page.wait_until("document.getElementById('timeline-stage')", SOON).await;
}

#[test]
fn each_kind_of_refusal_says_what_to_do() {
    let host = Host::open(|asked| match asked.path.split(['?', '.']).next().unwrap() {
        "/large" => {
            Answer::of(200, vec![b' '; 70_000]).with("Content-Length", "7000000000").cut_after(70_000)
        }
        "/page" => Answer::of(200, "<!doctype html><title>Sign in</title>").with("Content-Type", "text/html"),
        "/text" => Answer::of(200, "hello"),
        status => Answer::of(status[1..].parse().unwrap(), "no"),
    });
    run(Site::start(), Look::default(), async |page| {
        for (path, title, advice) in [
            ("/401.json", "wants a login (401)", "download the file"),
            ("/403.json%3FX-Amz-Signature%3Dabc", "does not accept this signed link (403)", "new one"),
            ("/404.json", "has no such file (404)", "Check the address"),
            ("/410.json", "has no such file (410)", "Check the address"),
            ("/429.json", "asks to wait (429)", "few minutes"),
            ("/503.json", "an error of its own (503)", "Try again later"),
            ("/418.json", "answered 418", "Check the address"),
            ("/large.json", "wants to send 7", "gzip"),
            ("/page.json", "sent a web page, not a file", "“Sign in”"),
            ("/text.json", "is text, but no trace", "“hello”"),
        ] {
            open(page, &host.origin(), &host.url(path)).await;
            let found = page.text_of(".box.fail h1", SOON).await;
            assert!(found.contains(title), "{path}: {found}");
            let text = page.text_of(".box.fail", SOON).await;
            assert!(
                text.replace(['"', '”', '“'], "\"").contains(&advice.replace(['”', '“'], "\"")),
                "{path}: {text}"
            );
            assert!(text.contains(&host.origin()), "the address is shown: {text}");
        }
        // The browser itself writes about answers that are errors.
        page.console_errors().await;
    });
}

#[test]
fn a_host_that_lets_nobody_read_is_told_from_one_that_is_not_there() {
    let closed = Host::closed(|_| Answer::of(200, steps_trace()));
    let gone = Host::open(|_| Answer::of(200, "")).origin();
    run(Site::start(), Look::default(), async |page| {
        open(page, &closed.origin(), &closed.url("/t.json")).await;
        page.wait_until("document.querySelector('.box.fail code')", SOON).await;
        let text = page.text_of(".box.fail", SOON).await;
        assert!(text.contains("does not let this page read") && text.contains("Access-Control-Allow-Origin"));
        page.screenshot("hosts-closed").await;
        open(page, &gone, &format!("{gone}/t.json")).await;
        page.wait_until(
            "document.querySelector('.box.fail h1')?.innerText.includes('cannot be reached')",
            SOON,
        )
        .await;
        // Without the page's own host, it is the network.
        page.site.stop();
        page.element(".box.fail .btn.main", SOON).await.click().await.unwrap();
        page.wait_until("document.querySelector('.box.fail h1')?.innerText === 'No connection'", SOON).await;
        page.set_look(Look { width: 390, height: 844, scale: 2.0, scheme: Scheme::Dark }).await.unwrap();
        page.screenshot("hosts-offline-dark-390").await;
        page.console_errors().await;
    });
}

#[test]
fn a_host_that_sends_on_to_one_that_lets_nobody_read_is_not_blamed() {
    let closed = Host::closed(|_| Answer::of(200, steps_trace()));
    let target = closed.url("/t.json");
    let to = target.clone();
    let innocent = Host::open(move |_| Answer::of(302, "").with("Location", &to));
    let at_fault = Host::closed(move |_| Answer::of(302, "").with("Location", &target));
    run(Site::start(), Look::default(), async |page| {
        for (host, title, header) in [
            (
                &innocent,
                "sends on to a host that does not let this page read",
                "Access-Control-Allow-Origin: *",
            ),
            (
                &at_fault,
                "does not let this page read the file",
                "Access-Control-Allow-Origin: http://127.0.0.1:",
            ),
        ] {
            open(page, &host.origin(), &host.url("/t.json")).await;
            page.wait_until("document.querySelector('.box.fail code')", SOON).await;
            let text = page.text_of(".box.fail", SOON).await;
            let name = host.origin().replace("http://", "");
            assert!(text.starts_with(&format!("{name} {title}")) && text.contains(header), "{text}");
            page.screenshot(if header.ends_with('*') { "hosts-sent-on" } else { "hosts-sent-on-closed" })
                .await;
        }
        // The browser itself writes about what it keeps from the page.
        page.console_errors().await;
    });
}

/// A zip of three traces, of three megabytes each.
fn large_zip() -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for rank in 0..3 {
        writer.start_file(format!("run/rank{rank}.json"), options).unwrap();
        writer.write_all(long_trace(3 << 20).as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A trace with so many bytes of blanks in its middle.
fn long_trace(bytes: usize) -> String {
    steps_trace().replacen(",\n", &format!(",{}\n", " ".repeat(bytes)), 1)
}

#[test]
fn of_a_zip_on_a_host_only_the_named_entry_is_fetched() {
    let zip = large_zip();
    let len = zip.len();
    let host = Host::open(move |asked| Answer::part_of(&zip, asked));
    run(Site::start(), Look::default(), async |page| {
        open(page, &host.origin(), &format!("{}&entry=run/rank2.json", host.url("/runs.zip"))).await;
        title_of_front(page, "run/rank2.json").await;
        let asked = host.asked();
        assert!(asked.iter().all(|asked| asked.method == "GET"), "{asked:?}");
        let ranges: Vec<_> = asked.iter().filter_map(|asked| asked.range).collect();
        assert_eq!(ranges.len(), 2, "the table and the entry: {asked:?}");
        assert_eq!(ranges[0].1, len - 1);
        let bytes: usize = ranges.iter().map(|(first, last)| last + 1 - first).sum();
        assert!(bytes < len / 2, "{bytes} of {len}");
        // The link of the view names the entry again.
        page.press("KeyD", "d").await;
        page.wait_until("/runs.zip&entry=run\\/rank2.json&/.test(location.hash)", SOON).await;
    });
}

#[test]
fn a_zip_on_a_host_that_gives_no_parts_is_fetched_whole() {
    let zip = large_zip();
    let host = Host::open(move |asked| match asked.range {
        Some((0, _)) | None => Answer::of(200, zip.clone()),
        // As some do that do not know the field, and as others that refuse it.
        Some(_) => Answer::of(416, ""),
    });
    run(Site::start(), Look::default(), async |page| {
        open(page, &host.origin(), &format!("{}&entry=run/rank2.json", host.url("/runs.zip"))).await;
        title_of_front(page, "run/rank2.json").await;
        page.console_errors().await;
    });
}

/// A host whose first answer breaks off, and that has another state of the
/// file from then on if `changes`.
fn breaking_host(changes: bool) -> Host {
    let count = AtomicUsize::new(0);
    let text = long_trace(2 << 20).into_bytes();
    Host::open(move |asked| {
        let is_first = count.fetch_add(1, Ordering::Relaxed) == 0;
        let day = if changes && !is_first { "02" } else { "01" };
        let answer = Answer::part_of(&text, asked)
            .with("Last-Modified", &format!("Thu, {day} Oct 2026 07:28:00 GMT"))
            .with("Access-Control-Expose-Headers", "Content-Range");
        if is_first { answer.cut_after(1 << 20) } else { answer }
    })
}

#[test]
fn a_download_that_breaks_off_is_gone_on_with() {
    let host = breaking_host(false);
    run(Site::start(), Look::default(), async |page| {
        open(page, &host.origin(), &host.url("/long.json")).await;
        title_of_front(page, "long.json").await;
        let asked = host.asked();
        assert_eq!(asked.len(), 2, "{asked:?}");
        let from = asked[1].range.unwrap().0;
        assert!(from > 0 && from <= 1 << 20, "{from}");
        assert!(page.evaluate("document.querySelector('.banner.cut')").await.is_null());
        page.wait_until("!document.querySelector('.tab .chip')", SOON).await;
        page.console_errors().await;
    });
}

#[test]
fn parts_of_two_states_of_a_file_are_never_put_together() {
    let host = breaking_host(true);
    run(Site::start(), Look::default(), async |page| {
        open(page, &host.origin(), &host.url("/long.json")).await;
        // Of the first state, only the head came, which has no event yet.
        let found = page.text_of(".panel h1", SOON).await;
        assert!(found.contains("long.json") || found.contains("broke off"), "{found}");
        assert!(host.asked().len() > 2, "tried several times: {:?}", host.asked());
        page.console_errors().await;
    });
}

#[test]
fn addresses_of_pages_show_what_will_be_fetched() {
    run(Site::start(), Look::default(), async |page| {
        page.element("#open-button", SOON).await.click().await.unwrap();
        page.evaluate("document.querySelectorAll('.menu-list button')[2].click()").await;
        let field = page.element("#url-field", SOON).await;
        field
            .send_keys(
                "https://github.com/o/r/blob/main/a.json https://github.com/o/r/releases/download/1/b.json",
            )
            .await
            .unwrap();
        let text = page.text_of(".url-form", SOON).await;
        assert!(text.contains("https://raw.githubusercontent.com/o/r/main/a.json"), "{text}");
        assert!(text.contains("files of releases"), "{text}");
        page.screenshot("hosts-url-form").await;
    });
}
