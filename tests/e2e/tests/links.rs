//! Links: the address follows the view, and brings it back.

use e2e::timeline::{drawn, on_the_timeline, place_of, span, state_has, steps_trace};
use e2e::{Look, Site, folder_with, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

#[test]
fn the_address_follows_the_view_and_brings_it_back() {
    on_the_timeline(Look::default(), &steps_trace(), async |page| {
        let place = place_of(page, "step 3").await;
        page.click(place).await;
        page.press("KeyF", "f").await;
        page.press("KeyM", "m").await;
        page.element(".marks-list input", SOON).await.send_keys("slow & <b>").await.unwrap();
        page.wait_until(
            "/range=.*sel=s.*mark=\\d+~slow%20%26%20%3Cb%3E.*front=t0/.test(location.hash)",
            SOON,
        )
        .await;
        state_has(page, "s.exact").await;
        let (before, hash) = (span(page).await, page.evaluate("location.href").await);
        page.goto(hash.as_str().unwrap()).await;
        page.wait_until("window.__lowerscope", SOON).await;
        drawn(page).await;
        state_has(page, "s.selected?.name === 'step 3'").await;
        assert_eq!(span(page).await, before);
        state_has(page, "s.marks.length === 1 && s.marks[0].note === 'slow & <b>'").await;
    });
}

#[test]
fn a_comparison_comes_back_with_its_region_and_baseline() {
    run(Site::start(), Look::default(), async |page| {
        let traces = "traces/rmsnorm/layer";
        let link = format!(
            "{}#v=1&url={traces}_naive_bf16.json.gz&url={traces}_compiled_bf16.json.gz\
             &compare=1,0&region=annotation:rmsnorm&base=1&front=c0",
            page.site.page_url()
        );
        page.goto(&link).await;
        page.front_is("rmsnorm · 2 paths", SOON).await;
        page.wait_until("document.querySelectorAll('.col.head h2').length === 2", SOON).await;
        let heads = "[...document.querySelectorAll('.col.head h2')].map(head => head.textContent)";
        assert_eq!(page.evaluate(heads).await, serde_json::json!(["compiled", "naive"]));
        assert!(page.text_of(".verdict h1", SOON).await.starts_with("compiled is 4.3× faster than naive"));
        // Just one comparison, and the address stays what it was.
        assert_eq!(page.evaluate("document.querySelectorAll('[role=tab]').length").await, 3);
        // Another tab is a step in the history; Back leads to the comparison.
        page.element("[role=tab][id^=tab-trace]", SOON).await.click().await.unwrap();
        page.wait_until("/front=t0/.test(location.hash)", SOON).await;
        for _ in 0..2 {
            page.driver.back().await.unwrap();
            page.front_is("rmsnorm · 2 paths", SOON).await;
            page.driver.forward().await.unwrap();
            page.front_is("layer_naive_bf16.json", SOON).await;
        }
    });
}

#[test]
fn a_comparison_without_a_region_leaves_in_front_what_the_link_has_there() {
    run(Site::start(), Look::default(), async |page| {
        let traces = "traces/rmsnorm/layer";
        let link = format!(
            "{}#v=1&url={traces}_naive_bf16.json.gz&url={traces}_compiled_bf16.json.gz&compare=0,1&front=",
            page.site.page_url()
        );
        for (front, title) in [("t1", "layer_compiled_bf16.json"), ("c0", "rmsnorm · 2 paths")] {
            page.driver.goto("about:blank").await.unwrap();
            page.goto(&format!("{link}{front}")).await;
            page.wait_until("document.querySelectorAll('.tabs [role=tab]').length === 3", SOON).await;
            page.front_is(title, SOON).await;
            // Not for a moment only.
            tokio::time::sleep(Duration::from_millis(500)).await;
            page.front_is(title, SOON).await;
        }
    });
}

#[test]
fn other_hosts_are_shown_before_anything_is_fetched() {
    let trace = folder_with(&[("trace.json", steps_trace().as_bytes())]);
    let other = Site::for_all(&[("/t/", trace.path())]);
    run(Site::start(), Look::default(), async |page| {
        let address = other.url("/t/trace.json");
        page.goto(&format!("{}#v=1&url={address}", page.site.page_url())).await;
        let text = page.text_of(".hosts-form", SOON).await;
        assert!(text.contains(address.trim_end_matches("/t/trace.json")), "{text}");
        page.screenshot("links-hosts").await;
        assert!(!other.was_asked_for("trace.json"), "nothing is fetched before the answer");
        // Not loaded: the page is as without a link.
        page.element(".hosts-form .btn:not(.main)", SOON).await.click().await.unwrap();
        page.element(".panel.empty h1", SOON).await;
        assert!(!other.was_asked_for("trace.json"));
        page.goto(&format!("{}#v=1&url={address}", page.site.page_url())).await;
        page.element(".hosts-form input", SOON).await.click().await.unwrap();
        page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
        page.front_is("trace.json", SOON).await;
        assert!(other.was_asked_for("trace.json"));
        // Known from now on.
        page.goto(&format!("{}#v=1&url={address}", page.site.page_url())).await;
        page.front_is("trace.json", SOON).await;
    });
}

#[test]
fn a_question_about_many_addresses_begins_at_its_begin_with_its_answers_in_view() {
    run(Site::start(), Look::default(), async |page| {
        let long = "a-folder-with-a-long-name/".repeat(4);
        let urls: String =
            (0..20).map(|at| format!("&url=https://host{at}.example/{long}run-{at}.json.gz")).collect();
        for (width, height) in [(390, 700), (390, 480), (1440, 900)] {
            page.set_look(Look { width, height, ..Look::default() }).await.unwrap();
            for address in ["about:blank", &format!("{}#v=1&lang=en{urls}", page.site.page_url())] {
                page.driver.goto(address).await.unwrap();
            }
            page.element(".hosts-form", SOON).await;
            let hidden = page
                .evaluate(
                    "(() => {
                        const list = document.querySelector('.hosts');
                        const all = [document.getElementById('dialog-title'), list.querySelector('b'),
                            document.querySelector('.hosts-form .check'),
                            ...document.querySelectorAll('.hosts-form .btn')];
                        const isIn = (one) => {
                            const { left, right, top, bottom } = one.getBoundingClientRect();
                            const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
                            return bottom <= innerHeight && top >= 0 && (at === one || one.contains(at));
                        };
                        return [list.scrollTop, document.querySelector('dialog').scrollTop,
                            ...all.filter((one) => !isIn(one)).map((one) => one.innerText)];
                    })()",
                )
                .await;
            assert_eq!(hidden, serde_json::json!([0, 0]), "{width} × {height}");
            page.screenshot(&format!("links-many-hosts-{width}-{height}")).await;
        }
        // What the link has beyond the most is told.
        let text = page.text_of(".hosts-form", SOON).await;
        assert!(text.contains("names 20 traces. Only its first 16"), "{text}");
    });
}

#[test]
fn a_local_file_is_asked_for_and_put_as_the_link_has_it() {
    run(Site::start(), Look::default(), async |page| {
        let trace = steps_trace();
        let link = format!(
            "{}#v=1&file=steps%7E1.json~{}&range=1000..2000&mark=1500~here&front=t0&pane=health&lang=en",
            page.site.page_url(),
            trace.len()
        );
        page.goto(&link).await;
        let asked = page.text_of("ul.wanted", SOON).await;
        assert!(asked.contains("steps~1.json"), "{asked}");
        page.screenshot("links-wanted").await;
        page.drop_files(&[("steps~1.json", trace)]).await;
        page.wait_until("window.__lowerscope", SOON).await;
        state_has(page, "s.exact && BigInt(s.end) - BigInt(s.start) === 1000n").await;
        page.wait_until("document.querySelector('.drawer [role=tab][aria-selected=true]')?.textContent.includes('Health')", SOON)
            .await;
        // The link of the view names the file again, now with its hash.
        page.press("KeyD", "d").await;
        page.wait_until("/file=steps%7E1.json~\\d+~[0-9a-f]{8}&/.test(location.hash)", SOON).await;
    });
}

#[test]
fn the_share_dialog_gives_the_link_and_says_what_it_lacks() {
    run(Site::start(), Look::default(), async |page| {
        page.drop_files(&[("mine.json", steps_trace())]).await;
        page.front_is("mine.json", SOON).await;
        // Nothing can be shared before it has been read.
        page.element(".share-button:not(:disabled)", SOON).await.click().await.unwrap();
        let text = page.text_of(".share", SOON).await;
        assert!(text.contains("mine.json ("), "{text}");
        let link = page.evaluate("document.getElementById('share-link').value").await;
        assert!(link.as_str().unwrap().contains("#v=1&file=mine.json~"), "{link}");
        assert!(!text.contains("word for word"), "{text}");
        page.screenshot("links-share").await;
        // What somebody types travels as it is.
        for (search, said) in
            [("step", "that you typed are in the link"), ("hf_token=abcdefgh", "looks like a password")]
        {
            let link = format!(
                "{}#v=1&lang=en&file=mine.json~{}&mark=5~{search}",
                page.site.page_url(),
                steps_trace().len()
            );
            page.driver.goto("about:blank").await.unwrap();
            page.goto(&link).await;
            page.drop_files(&[("mine.json", steps_trace())]).await;
            page.front_is("mine.json", SOON).await;
            page.element(".share-button:not(:disabled)", SOON).await.click().await.unwrap();
            let text = page.text_of(".share", SOON).await;
            assert!(text.contains(said) && text.contains("word for word"), "{text}");
        }
        page.screenshot("links-share-typed").await;
    });
}

#[test]
fn a_button_for_perfetto_hands_its_trace_over_after_one_question() {
    let own = Site::start();
    let page_url = own.page_url();
    let opener = format!(
        r#"<!doctype html><iframe src="{page_url}?mode=embed" style="width:1100px;height:700px"></iframe><script>
        const frame = document.querySelector('iframe').contentWindow;
        const timer = setInterval(() => frame.postMessage('PING', '{page_url}'), 50);
        addEventListener('message', async ({{ data }}) => {{
            if (data !== 'PONG' || window.sent) return;
            window.sent = true;
            clearInterval(timer);
            const buffer = await (await fetch('trace.json')).arrayBuffer();
            frame.postMessage({{ perfetto: {{ buffer, title: 'A run', fileName: 'sent.json' }} }}, '{page_url}');
        }});
        </script>"#
    );
    let dir = folder_with(&[("trace.json", steps_trace().as_bytes()), ("opener.html", opener.as_bytes())]);
    let other = Site::for_all(&[("/o/", dir.path())]);
    run(own, Look::default(), async |page| {
        for asks in [true, false] {
            page.goto(&other.url("/o/opener.html")).await;
            page.driver.enter_frame(0).await.unwrap();
            if asks {
                let text = page.text_of(".hosts-form", SOON).await;
                assert!(text.contains("sent.json") && text.contains("http://127.0.0.1:"), "{text}");
                page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
            }
            page.front_is("sent.json", SOON).await;
            let hidden = "getComputedStyle(document.querySelector('.hdr')).display";
            assert_eq!(page.evaluate(hidden).await, "none");
        }
        page.screenshot("links-embedded").await;
        // The other page has no icon.
        page.console_errors().await;
    });
}

#[test]
fn a_page_that_was_allowed_is_asked_about_again_when_it_sends_many() {
    let own = Site::start();
    let page_url = own.page_url();
    let opener = format!(
        r#"<!doctype html><iframe src="{page_url}?mode=embed#lang=en" style="width:1100px;height:700px"></iframe><script>
        const frame = document.querySelector('iframe').contentWindow;
        const send = async (from, to) => {{
            const text = await (await fetch('trace.json')).arrayBuffer();
            for (let at = from; at < to; at++)
                frame.postMessage({{ perfetto: {{ buffer: text, fileName: `run ${{at}}.json` }} }}, '{page_url}');
        }};
        const timer = setInterval(() => frame.postMessage('PING', '{page_url}'), 50);
        addEventListener('message', ({{ data }}) => {{
            if (data !== 'PONG' || window.heard) return;
            window.heard = true;
            clearInterval(timer);
            send(0, 1);
        }});
        addEventListener('hashchange', () => send(1, 100));
        </script>"#
    );
    let trace = r#"[{"ph":"X","pid":1,"tid":1,"ts":0,"dur":9,"name":"op"}]"#;
    let dir = folder_with(&[("trace.json", trace.as_bytes()), ("opener.html", opener.as_bytes())]);
    let other = Site::for_all(&[("/o/", dir.path())]);
    run(own, Look::default(), async |page| {
        page.goto(&other.url("/o/opener.html")).await;
        page.driver.clone().enter_frame(0).await.unwrap();
        page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
        page.front_is("run 0.json", SOON).await;
        page.driver.enter_default_frame().await.unwrap();
        page.evaluate("location.hash = 'more'").await;
        page.driver.enter_frame(0).await.unwrap();
        let said = "document.querySelector('.hosts-form')?.innerText ?? ''";
        page.wait_until(&format!("({said}).includes('19 more came')"), SOON).await;
        let text = page.text_of(".hosts-form", SOON).await;
        assert!(
            text.contains("has opened 16 traces within a minute") && text.contains("and 52 more"),
            "{text}"
        );
        page.screenshot("links-many-sent").await;
        let tabs = "document.querySelectorAll('.tabs [role=tab]').length";
        // The question about the first counts for none of the sixteen.
        page.wait_until(&format!("{tabs} === 17"), SOON).await;
        // All that have room, and a word on it.
        page.element(".hosts-form .btn.main", SOON).await.click().await.unwrap();
        page.wait_until(&format!("{tabs} === 64"), SOON).await;
        page.wait_until("document.querySelector('.toast')?.innerText.includes('17 tabs are open')", SOON)
            .await;
        // The other page has no icon.
        page.console_errors().await;
    });
}

#[test]
fn texts_of_traces_and_links_are_never_markup() {
    let nasty = "<img src=x onerror=window.hacked=1>\\u202e<script>window.hacked=2</script>";
    let trace = format!(
        r#"[{{"ph":"M","name":"process_name","pid":1,"args":{{"name":"{nasty}"}}}},
            {{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{{"name":"{nasty}"}}}},
            {{"ph":"X","pid":1,"tid":1,"ts":0,"dur":90,"name":"{nasty}","cat":"{nasty}","args":{{"{nasty}":"{nasty}"}}}},
            {{"ph":"X","pid":1,"tid":1,"ts":100,"dur":90,"name":"norm","cat":"user_annotation"}}]"#
    );
    run(Site::start(), Look::default(), async |page| {
        let link = format!(
            "{}#v=1&file=<img src=x onerror=window.hacked=3>.json~1&mark=5~<img src=x onerror=window.hacked=4>\
             &q=<img src=x onerror=window.hacked=5>&sel=s0@0&front=t0&pane=metadata",
            page.site.page_url()
        );
        page.goto(&link).await;
        page.element("ul.wanted", SOON).await;
        page.drop_files(&[("<img src=x onerror=window.hacked=3>.json", trace)]).await;
        page.wait_until("window.__lowerscope", SOON).await;
        drawn(page).await;
        for key in ["KeyM", "KeyF"] {
            page.press(key, "").await;
        }
        page.element(".share-button:not(:disabled)", SOON).await.click().await.unwrap();
        page.element("#share-link", SOON).await;
        assert_eq!(
            page.evaluate("[window.hacked ?? null, document.querySelectorAll('img, body script').length]")
                .await,
            serde_json::json!([null, 0])
        );
        // Even if some text became markup, the page's policy would not run it.
        page.evaluate(
            "(() => { const s = document.createElement('script'); s.textContent = 'window.hacked = 6'; document.body.append(s); s.remove(); })()",
        )
        .await;
        assert_eq!(page.evaluate("window.hacked ?? null").await, serde_json::Value::Null);
        // The browser itself writes about what the policy forbids.
        page.console_errors().await;
    });
}
