//! From going to the page to its first drawn trace, and what it takes to ship.

use crate::browser::Browser;
use crate::report::{Section, Table, Target, duration};
use crate::stats::median;
use anyhow::{Context, Result};
use e2e::Site;
use std::time::Duration;
use xtask::bench::Measure;
use xtask::dist;
use xtask::sizes::{Size, Sizes};

const LIMIT: Duration = Duration::from_secs(60);
const AIM_BYTES: u64 = 1_000_000;

/// One start, in ms since the navigation began.
struct Start {
    /// Anything at all on screen.
    paint_ms: f64,
    drawn_ms: f64,
}

pub async fn measure(browser: &Browser, measure: &Measure) -> Result<Section> {
    let site = Site::cacheable();
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    for _ in 0..measure.rounds {
        browser.clear_cache().await?;
        cold.push(start(browser, &site).await?);
        // The browser keeps compiled code from the second start on.
        start(browser, &site).await?;
        warm.push(start(browser, &site).await?);
        if let (Some(cold), Some(warm)) = (cold.last(), warm.last()) {
            println!("cold {}, warm {}", duration(cold.drawn_ms), duration(warm.drawn_ms));
        }
    }
    let mut section = Section { title: "Page start and size", rounds: measure.rounds, ..Section::default() };
    let of = |starts: &[Start], what: fn(&Start) -> f64| median(&starts.iter().map(what).collect::<Vec<_>>());
    let mut table = Table::new(&["start", "first paint", "first trace drawn"]);
    for (name, starts) in [("cold cache", &cold), ("warm cache", &warm)] {
        table.rows.push(vec![
            name.to_owned(),
            duration(of(starts, |start| start.paint_ms)),
            duration(of(starts, |start| start.drawn_ms)),
        ]);
    }
    let cold_ms = of(&cold, |start| start.drawn_ms);
    section.targets.push(Target {
        what: "page start to the first trace drawn, cold cache, local server".to_owned(),
        wanted: "≤ 1 s".to_owned(),
        measured: duration(cold_ms),
        met: cold_ms <= 1000.0,
    });
    let sizes = Sizes::measure(&dist::dir())?;
    let total = sizes.total();
    section.targets.push(Target {
        what: "page and worker, brotli".to_owned(),
        wanted: "≤ 1000 kB".to_owned(),
        measured: kilobytes(total.brotli),
        met: total.brotli <= AIM_BYTES,
    });
    section.tables = vec![table, size_table(&sizes)];
    section.notes = NOTES.iter().map(|&note| note.to_owned()).collect();
    Ok(section)
}

const NOTES: &[&str] = &[
    "From a local server without compression, so nearly all of it is compiling and running. Cold: the browser has \
     neither files nor compiled code. Warm: the third start in a row.",
    "The example that the page opens by itself comes on top of the sum; it is packed already.",
];

async fn start(browser: &Browser, site: &Site) -> Result<Start> {
    browser.open(&site.page_url(), "").await?;
    let mark = "performance.getEntriesByName('lowerscope:first-frame')[0]?.startTime";
    browser.wait_until(mark, LIMIT).await?;
    let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    Ok(Start {
        paint_ms: browser.value(paint).await?.as_f64().unwrap_or(f64::NAN),
        drawn_ms: browser.value(mark).await?.as_f64().context("no first frame")?,
    })
}

fn size_table(sizes: &Sizes) -> Table {
    let mut table = Table::new(&["shipped", "raw", "gzip -9", "brotli 11"]);
    let row = |name: &str, size: Size| {
        vec![name.to_owned(), kilobytes(size.raw), kilobytes(size.gzip), kilobytes(size.brotli)]
    };
    table.rows.extend(sizes.rows().into_iter().map(|(name, size)| row(name, size)));
    table
}

fn kilobytes(bytes: u64) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}
