//! The HTML of a report.

use super::{Report, data, table};
use crate::export::comparison::json;
use crate::picture::svg::escaped;
use crate::picture::{Subject, Theme, palette, paths};
use crate::text::comparison::{caveat, claim, plain_sentence, sentence};
use crate::text::format;
use crate::text::lead::{certainty_id, interval, lead};
use crate::text::neff::evidence_id;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use std::fmt::Write;

const SCRIPT: &str = include_str!("../../web/report.js");
const STYLE: &str = include_str!("../../style/report.css");
/// Of [`SCRIPT`], as the file's policy names it.
const SCRIPT_SHA256: &str = "+8t5o9GFLtirQiS4qn7X8ri6Y8Fuf043KKq5bMhGh/4=";

/// What the first bytes of every report are: by these the page knows it.
pub const BEGIN: &str = "<!doctype html><html data-lowerscope-report=\"1\"";

/// The whole file.
pub fn html(report: &Report<'_>) -> String {
    let texts = report.texts;
    let mut subject = Subject::new(texts, report.all, Theme::Tokens);
    if !report.letters.is_empty() {
        subject.letters.clone_from(&report.letters);
    }
    subject.rows.clone_from(&report.rows);
    let mut out = String::from(BEGIN);
    let _ = write!(out, " lang=\"{}\" dir=\"{}\"", texts.locale(), texts.direction());
    let title = escaped(&format!("{} · {}", report.all.region, plain_sentence(texts, report.all)));
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{SCRIPT_SHA256}'; base-uri 'none'; form-action 'none'"
    );
    let _ = write!(
        out,
        ">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{}\n{STYLE}</style>\n</head>\n<body>\n",
        palette::TOKENS
    );
    header(&mut out, report);
    verdict(&mut out, report, &subject);
    pictures(&mut out, report, &subject);
    tables(&mut out, report, &subject);
    files(&mut out, report);
    let object = json(texts, report.all).to_string().replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" id=\"comparison\">{object}</script>");
    let _ = writeln!(out, "<footer>{}</footer>", escaped(&texts.get("report-foot")));
    let _ = write!(out, "<script>{SCRIPT}</script>\n</body>\n</html>\n");
    out
}

fn header(out: &mut String, report: &Report<'_>) {
    let texts = report.texts;
    let files: Vec<&str> = report.all.paths.iter().flat_map(|path| &path.files).map(String::as_str).collect();
    let what = format!("{} · {}", report.all.region, files.join(", "));
    let _ = write!(out, "<header><span class=\"brand\">Lowerscope</span>");
    let _ = write!(out, "<span class=\"what\"><bdi>{}</bdi></span>", escaped(&what));
    let fragment = data::fragment(report);
    if let Some(page) = report.page.as_deref().filter(|page| is_web(page) && !fragment.is_empty()) {
        let address = escaped(&format!("{page}#{fragment}"));
        let word = escaped(&texts.get("report-open"));
        let _ = write!(out, "<a class=\"act main\" id=\"open\" href=\"{address}\" rel=\"opener\">{word}</a>");
        out.push_str("<p id=\"status\" role=\"status\"");
        for (key, id) in [
            ("waiting", "report-waiting"),
            ("sent", "report-sent"),
            ("blocked", "report-blocked"),
            ("silent", "report-silent"),
        ] {
            let _ = write!(out, " data-{key}=\"{}\"", escaped(&texts.get(id)));
        }
        out.push_str("></p>");
    }
    out.push_str("</header>\n");
}

/// Only such an address may stand in a link.
fn is_web(page: &str) -> bool {
    page.starts_with("https://") || page.starts_with("http://")
}

fn verdict(out: &mut String, report: &Report<'_>, subject: &Subject<'_>) {
    let (texts, all) = (report.texts, report.all);
    out.push_str("<section class=\"verdict\">");
    if all.paths.iter().any(|path| path.recording.synthetic) {
        let (word, text) = (texts.get("synthetic"), texts.get("synthetic-text"));
        let _ = write!(out, "<span class=\"synthetic\">{}: {}</span>", escaped(&word), escaped(&text));
    }
    // The sentence has its own marks around what decides, and no others.
    let said = escaped(&sentence(texts, all));
    let said = said.replacen("&lt;em&gt;", "<em><bdi>", 1).replacen("&lt;/em&gt;", "</bdi></em>", 1);
    let _ = writeln!(out, "<h1>{said}</h1>");
    if all.paths.len() > 1 {
        let sure = texts.get(certainty_id(&all.verdict));
        let line =
            interval(texts, all).map_or_else(|| sure.clone(), |interval| format!("{interval} · {sure}"));
        let _ = writeln!(out, "<p class=\"sure\">{}</p>", escaped(&line));
    }
    let lead = lead(texts, all);
    if !lead.is_empty() {
        let _ = writeln!(out, "<p class=\"lead\">{}</p>", escaped(&lead));
    }
    if !all.verdict.proofs.is_empty() {
        out.push_str("<ol>\n");
        for proof in &all.verdict.proofs {
            let rests: Vec<String> =
                proof.evidence.iter().map(|kind| texts.get(evidence_id(*kind))).collect();
            let (said, rests) = (escaped(&claim(texts, &proof.claim)), escaped(&rests.join(", ")));
            let _ = writeln!(out, "<li>{said} <small>{rests}</small></li>");
        }
        out.push_str("</ol>\n");
    }
    if !all.verdict.caveats.is_empty() {
        let _ = writeln!(out, "<h3>{}</h3>\n<ul>", escaped(&texts.get("caveats-title")));
        for one in &all.verdict.caveats {
            let _ = writeln!(out, "<li>{}</li>", escaped(&caveat(texts, one, &subject.letters)));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</section>\n");
}

fn section(out: &mut String, title: &str, note: &str, tools: &str, body: &str) {
    let _ = writeln!(
        out,
        "<section><h2>{}<small>{}</small>{tools}</h2>\n{body}</section>",
        escaped(title),
        escaped(note)
    );
}

fn pictures(out: &mut String, report: &Report<'_>, subject: &Subject<'_>) {
    let texts = report.texts;
    let neuron = report.all.is_neuron();
    let what = if neuron { "neuron-paths-levels-what" } else { "levels-what" };
    let svg = paths::columns_svg(subject, paths::WIDTH);
    section(
        out,
        &texts.get("levels-title"),
        &texts.get(what),
        "",
        &format!("<div class=\"picture\">{svg}</div>\n"),
    );
    if let Some(svg) = paths::fall_svg(subject, paths::WIDTH) {
        let body = format!("<div class=\"picture\">{svg}</div>\n");
        section(out, &texts.get("fall-title"), &texts.get("fall-what"), "", &body);
    }
    let what = if neuron { "neuron-paths-lanes-what" } else { "paths-stack-what" };
    let button = |factor: &str, face: &str, id: &str| {
        format!(
            "<button hidden data-zoom=\"{factor}\" aria-label=\"{0}\" title=\"{0}\">{face}</button>",
            escaped(&texts.get(id))
        )
    };
    let tools = [
        button("0.5", "+", "report-zoom-in"),
        button("2", "−", "report-zoom-out"),
        button("0", "1:1", "report-zoom-all"),
    ]
    .concat();
    let svg = paths::timelines_svg(subject, paths::WIDTH);
    let title = paths::timelines_title(subject);
    let note = format!("{} · {}", texts.get(what), texts.get("report-zoom"));
    out.push_str("<div class=\"zoom\">");
    section(out, &title, &note, &tools, &format!("<div class=\"picture\">{svg}</div>\n"));
    out.push_str("</div>\n");
}

fn tables(out: &mut String, report: &Report<'_>, subject: &Subject<'_>) {
    let texts = report.texts;
    let metrics = table::metrics(report, subject);
    section(out, &texts.get("metrics-title"), &texts.get("report-metrics"), "", &metrics);
    let fates = table::fates(report, subject);
    if !fates.is_empty() {
        section(out, &texts.get("report-fates"), "", "", &fates);
    }
}

fn files(out: &mut String, report: &Report<'_>) {
    let texts = report.texts;
    let mut body = String::new();
    if report.traces.is_empty() {
        let _ = writeln!(body, "<p class=\"notes\">{}</p>", escaped(&texts.get("report-no-traces")));
    } else {
        body.push_str("<ul class=\"files\">\n");
        for own in &report.traces {
            let data = BASE64_STANDARD.encode(&own.bytes);
            let name = escaped(&own.name);
            let _ = write!(
                body,
                "<li><a class=\"trace\" download=\"{name}\" href=\"data:application/gzip;base64,{data}\">{name}</a> "
            );
            let mut note = format::bytes(own.bytes.len() as u64);
            if let Some((instances, of)) = own.part {
                let values = [("count", instances.into()), ("of", of.into())];
                note = format!("{note}, {}", texts.with("report-part", &values));
            }
            let _ = writeln!(body, "{}</li>", escaped(&note));
        }
        body.push_str("</ul>\n");
    }
    section(out, &texts.get("report-files"), &texts.get("report-files-text"), "", &body);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::protocol::TraceId;
    use crate::report::ReportTrace;
    use crate::text::Texts;
    use crate::timeline::paths::sample::comparison;
    use sha2::{Digest, Sha256};

    fn report<'a>(texts: &'a Texts, all: &'a crate::lowering::Comparison) -> Report<'a> {
        let traces = (0..3).map(|at| ReportTrace {
            trace: TraceId(at),
            name: format!("path{at}.json.gz"),
            bytes: vec![1, 2, 3],
            part: (at == 1).then_some((5, 48)),
        });
        Report {
            texts,
            all,
            letters: Vec::new(),
            rows: Vec::new(),
            traces: traces.collect(),
            page: Some("https://example.org/lowerscope/".to_owned()),
        }
    }

    #[test]
    fn the_policy_names_the_script_and_no_other() {
        assert_eq!(
            SCRIPT_SHA256,
            BASE64_STANDARD.encode(Sha256::digest(SCRIPT)),
            "the hash of web/report.js"
        );
    }

    #[test]
    fn a_report_holds_all_that_is_compared_and_asks_for_nothing() {
        let (texts, all) = (Texts::new("en"), comparison());
        let page = html(&report(&texts, &all));
        assert!(page.starts_with(BEGIN));
        assert!(page.contains("<h1>") && page.contains("<em><bdi>"));
        assert_eq!(page.matches("<svg ").count(), 3);
        assert!(page.contains("download=\"path2.json.gz\" href=\"data:application/gzip;base64,AQID\""));
        assert!(page.contains("5 of 48 instances"));
        // Nothing is fetched from anywhere: the one address is that of the page.
        let addresses = page.matches("https://").count() - page.matches("https://example.org/").count();
        assert_eq!(addresses, 0);
        assert!(!page.contains("src=") && !page.contains("@import") && !page.contains("url(h"));
        let link = page.split("href=\"https://example.org/lowerscope/#").nth(1).unwrap();
        let fragment = link.split('"').next().unwrap().replace("&amp;", "&");
        let link = crate::link::read(&fragment);
        assert_eq!((link.traces.len(), link.comparisons.len(), link.left_out), (3, 1, 0));
        assert_eq!(link.comparisons[0].paths.len(), 3);
    }

    #[test]
    fn names_cannot_leave_their_places() {
        let (texts, mut all) = (Texts::new("en"), comparison());
        let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
        all.region = hostile.to_owned();
        for path in &mut all.paths {
            path.name = hostile.to_owned();
            path.files = vec![hostile.to_owned()];
            path.nodes.iter_mut().for_each(|node| node.name = hostile.into());
            path.items.iter_mut().for_each(|item| item.name = hostile.into());
        }
        let mut report = report(&texts, &all);
        report.traces[0].name = hostile.to_owned();
        report.page = Some("javascript:alert(1)".to_owned());
        let page = html(&report);
        assert_eq!(page.matches("<script").count(), 2);
        assert!(!page.contains("<img") && !page.contains("javascript:"));
        assert_eq!(page.matches("</script>").count(), 2);
    }

    #[test]
    fn it_is_in_the_reader_s_language() {
        let (texts, all) = (Texts::new("fa"), comparison());
        let page = html(&report(&texts, &all));
        assert!(page.contains("lang=\"fa\" dir=\"rtl\""));
    }
}
