//! Frames while a person moves about in a whole trace, as the trace grows.

use crate::browser::Browser;
use crate::inputs;
use crate::report::{Section, Table, Target, duration, times};
use crate::stats::{median, percentile};
use crate::tap::{Shown, show};
use anyhow::Result;
use e2e::Site;
use serde_json::Value;
use std::time::Duration;
use xtask::bench::Measure;

const LIMIT: Duration = Duration::from_secs(300);
const MOVE_MS: u32 = 4_000;

/// What one movement saw, in ms.
struct Movement {
    intervals: Vec<f64>,
    draws: Vec<f64>,
    answers: Vec<f64>,
}

struct Round {
    shown: Shown,
    /// Answers to the frames of everything, when the trace was first shown.
    first: Vec<f64>,
    boxes: f64,
    pan: Movement,
    zoom: Movement,
}

struct Size {
    slices: u64,
    rounds: Vec<Round>,
}

pub async fn measure(browser: &Browser, measure: &Measure) -> Result<Section> {
    let site = Site::start();
    let sizes: &[u64] = if measure.quick { &[10_000, 100_000] } else { &[100_000, 1_000_000, 10_000_000] };
    let mut sizes: Vec<Size> = sizes.iter().map(|&slices| Size { slices, rounds: Vec::new() }).collect();
    for _ in 0..measure.rounds {
        for size in &mut sizes {
            let round = one_round(browser, &site, size.slices).await?;
            println!(
                "{} slices: panning p95 {}, drawing p95 {}; zooming p95 {}, answers p95 {}",
                inputs::counted(size.slices),
                duration(percentile(&round.pan.intervals, 0.95)),
                duration(percentile(&round.pan.draws, 0.95)),
                duration(percentile(&round.zoom.intervals, 0.95)),
                duration(percentile(&round.zoom.answers, 0.95)),
            );
            size.rounds.push(round);
        }
    }
    Ok(section(&sizes, measure.rounds))
}

async fn one_round(browser: &Browser, site: &Site, slices: u64) -> Result<Round> {
    let input = inputs::flat(slices)?;
    let shown = show(browser, &site.page_url(), &std::path::absolute(&input.path)?, LIMIT).await?;
    let pan = browser.run(&format!("bench.move('d', 'a', {MOVE_MS})"), LIMIT).await?;
    let zoom = browser.run(&format!("bench.move('w', 's', {MOVE_MS})"), LIMIT).await?;
    Ok(Round {
        shown,
        first: numbers(&pan["first"]),
        boxes: pan["boxes"].as_f64().unwrap_or(f64::NAN),
        pan: Movement::of(&pan),
        zoom: Movement::of(&zoom),
    })
}

impl Movement {
    fn of(value: &Value) -> Movement {
        Movement {
            intervals: numbers(&value["intervals"]),
            draws: numbers(&value["draws"]),
            answers: numbers(&value["answers"]),
        }
    }
}

impl Size {
    /// The median over the rounds.
    fn of(&self, what: impl Fn(&Round) -> f64) -> f64 {
        median(&self.rounds.iter().map(what).collect::<Vec<_>>())
    }

    fn name(&self) -> String {
        inputs::counted(self.slices)
    }
}

type What = fn(&Round) -> f64;

/// What must not grow with the trace.
const STEADY: [(&str, What); 2] = [
    ("frame times", |round| percentile(&round.pan.intervals, 0.95)),
    ("drawing", |round| percentile(&round.pan.draws, 0.95)),
];

fn section(sizes: &[Size], rounds: u32) -> Section {
    let mut section = Section { title: "Frames", rounds, ..Section::default() };
    let Some((base, larger)) = sizes.split_first() else { return section };
    for size in larger {
        for (name, what) in STEADY {
            let ratio = size.of(what) / base.of(what);
            section.targets.push(Target {
                what: format!("p95 of {name} while panning, {} slices to {}", size.name(), base.name()),
                wanted: "≤ 1.5 ×".to_owned(),
                measured: times(ratio),
                met: ratio <= 1.5,
            });
        }
    }
    let mut open = Table::new(&["slices in view", "ready", "drawn", "first frame's answer", "boxes"]);
    open.rows.extend(sizes.iter().map(|size| {
        vec![
            size.name(),
            duration(size.of(|round| round.shown.ready_ms)),
            duration(size.of(|round| round.shown.drawn_ms)),
            duration(size.of(|round| percentile(&round.first, 1.0))),
            format!("{:.0}", size.of(|round| round.boxes)),
        ]
    }));
    section.tables = vec![
        open,
        movements("panning", sizes, |round| &round.pan),
        movements("zooming", sizes, |round| &round.zoom),
    ];
    section.notes = NOTES.iter().map(|&note| note.to_owned()).collect();
    section
}

const NOTES: &[&str] = &[
    "Eight threads with three rows each, 1600 × 900 pixels. From everything in view, moved to and fro by held keys \
     for four seconds; each round in a new tab. A browser without a GPU: it paints on the processor.",
    "Frame: between two animation frames. Drawing: what the page itself does for one, on the main thread. Answer: \
     from asking the worker for a frame to having it; nobody waits for it, the last frame is moved meanwhile. \
     No answers: the frame that was there served all of the way.",
];

fn movements(name: &str, sizes: &[Size], which: fn(&Round) -> &Movement) -> Table {
    let mut table = Table::new(&[
        name,
        "frame p50",
        "p95",
        "longest",
        "drawing p50",
        "p95",
        "answer p50",
        "p95",
        "drawn of frames",
    ]);
    table.rows.extend(sizes.iter().map(|size| {
        let share = |values: fn(&Movement) -> &[f64], share: f64| {
            duration(size.of(|round| percentile(values(which(round)), share)))
        };
        vec![
            size.name(),
            share(|of| &of.intervals, 0.5),
            share(|of| &of.intervals, 0.95),
            share(|of| &of.intervals, 1.0),
            share(|of| &of.draws, 0.5),
            share(|of| &of.draws, 0.95),
            share(|of| &of.answers, 0.5),
            share(|of| &of.answers, 0.95),
            format!("{:.0} %", 100.0 * size.of(|round| drawn_share(which(round)))),
        ]
    }));
    table
}

/// Of the frames of the browser, those in which the page drew.
fn drawn_share(movement: &Movement) -> f64 {
    (movement.draws.len() as f64 / movement.intervals.len() as f64).min(1.0)
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().map(|all| all.iter().filter_map(Value::as_f64).collect()).unwrap_or_default()
}
