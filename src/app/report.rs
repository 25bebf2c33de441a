//! Reports for people to send: plain text, without anything of the trace but
//! what is on screen.

use super::failure::part;
use super::words::{has, t, tv};
use crate::engine::protocol::{LoadFailure, TraceInfo};
use crate::text::format;
use crate::trace::{Finding, Health};
use leptos::prelude::window;
use std::fmt::Write;

/// Which build this is, and which browser.
fn about() -> String {
    let browser = window().navigator().user_agent().unwrap_or_default();
    format!("Lowerscope {}, {browser}\n", env!("CARGO_PKG_VERSION"))
}

/// A file that gave no trace.
pub fn failure_report(failure: &LoadFailure) -> String {
    let mut text = about();
    let _ = writeln!(text, "{}", failure.file);
    let _ = writeln!(text, "{}: {}", failure.message, part(failure, "title").unwrap_or_default());
    if let Some(more) = part(failure, "text") {
        let _ = writeln!(text, "{more}");
    }
    let bytes: Vec<String> = failure.first_bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    if !bytes.is_empty() {
        let _ = writeln!(text, "{}: {}", t("failed-bytes"), bytes.join(" "));
    }
    text
}

/// How a file was read.
pub fn health_report(info: &TraceInfo, health: &Health) -> String {
    let mut text = about();
    let _ = writeln!(text, "{}", info.file);
    let _ = writeln!(
        text,
        "{}, {}",
        info.format,
        tv("report-size", &[("bytes", info.text_bytes.into()), ("events", info.events.into())])
    );
    if health.is_empty() {
        let _ = writeln!(text, "{}", t("health-nothing"));
    }
    for finding in health.findings() {
        let _ = writeln!(
            text,
            "\n{}: {} ×{}",
            finding.rule.key(),
            rule_title(finding),
            format::count(finding.count)
        );
        if let Some(done) = rule_text(finding) {
            let _ = writeln!(text, "  {done}");
        }
        for place in &finding.first {
            let event =
                place.event.map(|event| tv("report-event", &[("event", event.into())])).unwrap_or_default();
            let _ = writeln!(
                text,
                "  {} {event} {}",
                tv("report-byte", &[("byte", place.byte.into())]),
                place.text
            );
        }
    }
    text
}

/// Something of the page itself broke.
pub fn crash_report(what: &str) -> String {
    format!("{}{what}\n", about())
}

/// What was found, in words.
pub fn rule_title(finding: &Finding) -> String {
    t(&format!("health-{}", finding.rule.key()))
}

/// What was done about it, in words.
pub fn rule_text(finding: &Finding) -> Option<String> {
    let id = format!("health-{}-text", finding.rule.key());
    has(&id).then(|| t(&id))
}
