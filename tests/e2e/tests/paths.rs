//! The paths view: what the page opens with, and what dropped files become.

use e2e::thirtyfour::prelude::*;
use e2e::{Look, Scheme, Site, run};
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

/// A trace of `count` runs of the annotation `norm`, each with these ops, one
/// after the other; times in µs.
fn runs(ops: &[(&str, u32)], count: u32) -> String {
    let mut events = Vec::new();
    for run in 0..count {
        let start = run * 2000 + 10;
        let mut at = start + 5;
        for (name, dur) in ops {
            // No two runs take quite the same time.
            let dur = dur + run % 3;
            events.push(format!(
                r#"{{"ph":"X","cat":"cpu_op","name":"{name}","pid":1,"tid":1,"ts":{at},"dur":{dur},"args":{{"Input Dims":[[8,128]],"Input type":["float"]}}}}"#
            ));
            at += dur + 2;
        }
        let dur = at - start;
        events.push(format!(
            r#"{{"ph":"X","cat":"user_annotation","name":"norm","pid":1,"tid":1,"ts":{start},"dur":{dur}}}"#
        ));
    }
    format!("{{\"traceEvents\":[{}]}}", events.join(","))
}

const NAIVE: &[(&str, u32)] = &[("aten::pow", 300), ("aten::mean", 200), ("aten::mul", 400)];
const COMPILED: &[(&str, u32)] = &[("graph_0_cpp_fused_mean_mul_pow_0", 120)];

#[test]
fn the_page_opens_on_three_ways_to_write_a_norm() {
    run(Site::start(), Look::default(), async |page| {
        page.front_is("rmsnorm · 3 paths", SOON).await;
        let verdict = page.text_of(".verdict h1", SOON).await;
        assert_eq!(verdict, "compiled is 4.3× faster than naive on the host");
        assert!(page.text_of(".paths .seen", SOON).await.contains("RMSNorm"));
        page.wait_until("document.querySelectorAll('.col.head h2').length === 3", SOON).await;
        let heads = "[...document.querySelectorAll('.col.head h2')].map(head => head.textContent)";
        assert_eq!(page.evaluate(heads).await, serde_json::json!(["naive", "fused", "compiled"]));
        page.screenshot("paths-light-1280").await;
        page.set_look(Look { width: 2560, height: 1440, scale: 1.0, scheme: Scheme::Dark }).await.unwrap();
        page.screenshot("paths-dark-2560").await;
        page.set_look(Look { width: 720, height: 900, scale: 2.0, scheme: Scheme::Light }).await.unwrap();
        page.screenshot("paths-light-720").await;
    });
}

#[test]
fn a_proof_leads_to_its_slices() {
    run(Site::start(), Look::default(), async |page| {
        page.front_is("rmsnorm · 3 paths", SOON).await;
        page.element(".why li", SOON).await;
        let fused =
            "[...document.querySelectorAll('.why li')].find(li => li.textContent.includes('one kernel'))";
        page.evaluate(&format!("{fused}.querySelector('a, button').click()")).await;
        let selected = "document.querySelector('[role=tab][aria-selected=true]')?.id.startsWith('tab-trace')";
        page.wait_until(selected, SOON).await;
        let details = "document.querySelector('.drawer')?.textContent.includes('graph_0_cpp_fused')";
        page.wait_until(details, SOON).await;
    });
}

#[test]
fn files_dropped_together_are_compared_by_what_they_share() {
    run(Site::start(), Look::default(), async |page| {
        page.element("header.hdr", SOON).await;
        let files = [("norm_naive.json", runs(NAIVE, 9)), ("norm_compiled.json", runs(COMPILED, 9))];
        page.drop_files(&files).await;
        page.front_is("norm · 2 paths", SOON).await;
        let verdict = page.text_of(".verdict h1", SOON).await;
        assert!(verdict.starts_with("compiled is 7.") && verdict.contains("faster than naive"), "{verdict}");
        assert!(page.text_of(".why", SOON).await.contains("3 ops became one kernel"));
        // The example made room.
        assert_eq!(page.evaluate("document.querySelectorAll('.tab .badge').length").await, 2);
        // Terms as printed add up as printed.
        let printed =
            "[...document.querySelectorAll('.fall .col:last-child .bars')].map(bar => bar.textContent)";
        let bars: Vec<String> = serde_json::from_value(page.evaluate(printed).await).unwrap();
        let number = |text: &str| -> f64 {
            let digits: String = text
                .chars()
                .map(|c| if c == '−' { '-' } else { c })
                .filter(|c| c.is_ascii_digit() || "-.".contains(*c))
                .collect();
            digits.parse().unwrap_or(0.0)
        };
        let numbers: Vec<f64> = bars.iter().map(|bar| number(bar)).collect();
        let (last, terms) = numbers.split_last().unwrap();
        assert!((terms.iter().sum::<f64>() - last).abs() < 1e-6, "{bars:?}");
    });
}

#[test]
fn an_op_lights_up_in_all_columns_by_keyboard_too() {
    run(Site::start(), Look::default(), async |page| {
        page.front_is("rmsnorm · 3 paths", SOON).await;
        page.element(".levels .op", SOON).await;
        page.evaluate("document.querySelector('.levels .op').focus()").await;
        page.wait_until("document.querySelectorAll('.levels .hot').length > 3", SOON).await;
        let columns =
            "new Set([...document.querySelectorAll('.levels .hot')].map(hot => hot.closest('.col'))).size";
        assert_eq!(page.evaluate(columns).await, 3);
        page.driver.active_element().await.unwrap().send_keys(Key::Escape).await.unwrap();
    });
}

#[test]
fn closing_all_traces_of_a_comparison_closes_it() {
    run(Site::start(), Look::default(), async |page| {
        page.front_is("rmsnorm · 3 paths", SOON).await;
        for _ in 0..3 {
            page.element(".tab .badge", SOON).await;
            page.evaluate("document.querySelector('[id^=tab-trace] .tab-close').click()").await;
        }
        page.wait_until("!document.querySelector('[role=tab]:not([id=\"\"])')", SOON).await;
    });
}
