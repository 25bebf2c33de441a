//! From two traces being loaded to their comparison being drawn.

use crate::browser::Browser;
use crate::report::{Section, Table, Target, duration};
use crate::stats::median;
use crate::{inputs, tap};
use anyhow::Result;
use e2e::Site;
use std::time::Duration;
use xtask::bench::Measure;

const LIMIT: Duration = Duration::from_secs(60);
const WANTED_MS: f64 = 150.0;

/// `None` where the two files are not there.
pub async fn measure(browser: &Browser, measure: &Measure) -> Result<Option<Section>> {
    let pair = (inputs::of_corpus("control", inputs::HTA)?, inputs::of_corpus("test", inputs::HTA_TEST)?);
    let (Some(control), Some(test)) = pair else {
        println!("skipped: no corpus");
        return Ok(None);
    };
    let files = [std::path::absolute(&control.path)?, std::path::absolute(&test.path)?];
    let site = Site::start();
    let mut rounds = Vec::new();
    for _ in 0..measure.rounds {
        let ms = tap::compare(browser, &site.page_url(), &[&files[0], &files[1]], LIMIT).await?;
        println!("both loaded to compared and drawn: {}", duration(ms));
        rounds.push(ms);
    }
    let ms = median(&rounds);
    let mut table = Table::new(&["traces", "text", "both loaded to comparison drawn"]);
    let megabytes = (control.bytes + test.bytes) / 1_000_000;
    table.rows.push(vec!["hta trace_diff".to_owned(), format!("{megabytes} MB"), duration(ms)]);
    Ok(Some(Section {
        title: "Comparing paths",
        rounds: measure.rounds,
        targets: vec![Target {
            what: "from two loaded traces of 35 MB to their comparison drawn".to_owned(),
            wanted: "≤ 150 ms".to_owned(),
            measured: duration(ms),
            met: ms <= WANTED_MS,
        }],
        tables: vec![table],
        notes: vec![
            "From the second trace being ready in the worker: finding its regions, choosing the first that \
             both have, measuring it there, aligning, judging, and drawing the view. The region of the first trace \
             was measured while the second was read. The worker also draws the first one's timeline meanwhile."
                .to_owned(),
        ],
        ..Section::default()
    }))
}
