//! Reports for people.

use super::reading::Found;
use lowerscope::analysis::name_table::name_table;
use lowerscope::engine::protocol::{Area, LoadFailure, NameRow, ProcessInfo, TrackInfo, TrackShape};
use lowerscope::text::{Texts, Value, format};
use lowerscope::trace::{FirstSeen, Level, TimeUnit};

/// Rows of names that are listed.
const TOP_NAMES: usize = 15;
/// Tracks that are listed.
const MOST_TRACKS: usize = 40;
/// Longest name in a list, in characters.
const NAME_WIDTH: usize = 72;

/// A trace in words, ending with an empty line.
pub fn report(texts: &Texts, found: &Found<'_>) -> String {
    let mut out = Lines::default();
    out.line(0, &found.file);
    facts(texts, found, &mut out);
    tracks(texts, found, &mut out);
    names(texts, found, &mut out);
    health(texts, found, &mut out);
    out.text + "\n"
}

/// Why a file gave no trace, in one paragraph.
pub fn failure(texts: &Texts, failure: &LoadFailure) -> String {
    let values: Vec<(&str, Value<'_>)> =
        failure.args.iter().map(|(name, value)| (name.as_str(), value.into())).collect();
    let part = |part: &str| texts.with(&format!("{}-{part}", failure.message), &values);
    let mut text = format!("{}. {}", part("title"), part("text"));
    for line in failure.command.iter().flat_map(|command| command.lines()) {
        text.push_str("\n    ");
        text.push_str(line);
    }
    text
}

#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn line(&mut self, indent: usize, text: &str) {
        self.text.push_str(&"  ".repeat(indent));
        self.text.push_str(text.trim_end());
        self.text.push('\n');
    }

    fn fact(&mut self, label: &str, value: &str) {
        self.line(1, &format!("{label:<12}{value}"));
    }
}

fn facts(texts: &Texts, found: &Found<'_>, out: &mut Lines) {
    let (info, trace) = (found.info, found.trace);
    out.fact(&texts.get("cli-format"), &info.format);
    if info.synthetic {
        out.fact("", &texts.get("cli-synthetic"));
    }
    let text = format::bytes(info.text_bytes);
    let size = if info.packed_bytes == info.text_bytes {
        text
    } else {
        let packed = format::bytes(info.packed_bytes);
        texts.with("cli-size-packed", &[("text", text.into()), ("packed", packed.into())])
    };
    out.fact(&texts.get("cli-size"), &size);
    let phases: Vec<String> =
        trace.phases.iter().map(|(phase, count)| format!("{phase} {}", format::count(*count))).collect();
    out.fact(
        &texts.get("cli-events"),
        &texts.with("cli-events-value", &[("n", info.events.into()), ("phases", phases.join(", ").into())]),
    );
    out.fact(
        &texts.get("cli-drawn"),
        &texts.with(
            "cli-drawn-value",
            &[
                ("slices", info.slices.into()),
                ("instants", info.instants.into()),
                ("links", info.links.into()),
            ],
        ),
    );
    let span = texts.with(
        "cli-time-value",
        &[
            ("length", format::ticks(info.bounds.len(), info.unit).into()),
            ("start", format::ticks_exact(info.bounds.start, info.unit).into()),
            ("end", format::ticks_exact(info.bounds.end, info.unit).into()),
        ],
    );
    out.fact(&texts.get("cli-time"), &span);
    if let Some(base) = info.base_time_ns {
        out.fact(&texts.get("cli-base"), &format!("{} ns", format::integer(base)));
    }
    if let Some(rank) = info.rank {
        let id = if rank.guessed { "cli-rank-guessed" } else { "cli-rank-value" };
        out.fact(&texts.get("cli-rank"), &texts.with(id, &[("rank", rank.rank.to_string().into())]));
    }
}

fn tracks(texts: &Texts, found: &Found<'_>, out: &mut Lines) {
    let info = found.info;
    let count = [("tracks", info.tracks.len().into()), ("processes", info.processes.len().into())];
    out.fact(&texts.get("cli-tracks"), &texts.with("cli-tracks-value", &count));
    let mut left = MOST_TRACKS;
    for process in &info.processes {
        let range = process.first_track as usize..process.end_track as usize;
        let own = info.tracks.get(range).unwrap_or_default();
        if left == 0 || own.is_empty() {
            continue;
        }
        out.line(2, &process_name(process));
        for track in own.iter().take(left) {
            out.line(3, &track_line(texts, track, info.unit));
        }
        left = left.saturating_sub(own.len());
    }
    if info.tracks.len() > MOST_TRACKS {
        let more = info.tracks.len() - MOST_TRACKS;
        out.line(2, &texts.with("cli-more", &[("n", more.into())]));
    }
}

fn process_name(process: &ProcessInfo) -> String {
    if process.pid.is_empty() || process.pid == process.name {
        clipped(&process.name)
    } else {
        format!("{} ({})", clipped(&process.name), process.pid)
    }
}

fn track_line(texts: &Texts, track: &TrackInfo, unit: TimeUnit) -> String {
    let name = clipped(&track.name);
    if track.kind == TrackShape::Counter {
        return texts.with("cli-counter", &[("name", name.into())]);
    }
    texts.with(
        "cli-track",
        &[
            ("name", name.into()),
            ("slices", track.slices.into()),
            ("instants", track.instants.into()),
            ("busy", format::ticks(track.busy, unit).into()),
        ],
    )
}

fn names(texts: &Texts, found: &Found<'_>, out: &mut Lines) {
    let whole = Area { start: i64::MIN, end: i64::MAX, tracks: Vec::new() };
    let mut rows = name_table(found.trace, &whole).rows;
    if rows.is_empty() {
        return;
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.self_total));
    out.line(1, &texts.get("cli-names"));
    let heads = ["cli-self", "cli-total", "cli-count", "cli-average"].map(|id| texts.get(id));
    out.line(2, &columns(&heads, &texts.get("cli-name")));
    for row in rows.iter().take(TOP_NAMES) {
        let cells = name_cells(row, found.info.unit);
        let category = if row.category.is_empty() { String::new() } else { format!(" [{}]", row.category) };
        out.line(2, &columns(&cells, &(clipped(&row.name) + &category)));
    }
    if rows.len() > TOP_NAMES {
        out.line(2, &texts.with("cli-more", &[("n", (rows.len() - TOP_NAMES).into())]));
    }
}

fn name_cells(row: &NameRow, unit: TimeUnit) -> [String; 4] {
    let average =
        if row.count > row.unfinished { format::ticks_mean(row.average, unit) } else { "–".to_owned() };
    [format::ticks(row.self_total, unit), format::ticks(row.total, unit), format::count(row.count), average]
}

fn columns(cells: &[String; 4], last: &str) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>11}")).collect();
    format!("{}  {last}", cells.join(" "))
}

fn health(texts: &Texts, found: &Found<'_>, out: &mut Lines) {
    let health = &found.trace.health;
    if health.is_empty() {
        out.fact(&texts.get("cli-health"), &texts.get("health-none"));
        return;
    }
    out.line(1, &texts.get("cli-health"));
    for finding in health.findings() {
        let key = finding.rule.key();
        let level = match finding.rule.level() {
            Level::Info => "health-level-info",
            Level::Warn => "health-level-warn",
            Level::Error => "health-level-error",
        };
        let place =
            finding.first.first().map(|first| format!(" ({})", place(texts, first))).unwrap_or_default();
        let line = format!(
            "{:<8} {}, {}{place}. {}",
            texts.get(level),
            texts.get(&format!("health-{key}")),
            texts.with("health-count", &[("n", finding.count.into())]),
            texts.get(&format!("health-{key}-text")),
        );
        out.line(2, &line);
    }
}

fn place(texts: &Texts, first: &FirstSeen) -> String {
    match first.event {
        Some(event) => {
            texts.with("health-first-at-event", &[("byte", first.byte.into()), ("event", event.into())])
        }
        None => texts.with("health-first-at", &[("byte", first.byte.into())]),
    }
}

/// A name on one line, not too long.
fn clipped(name: &str) -> String {
    let line: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(NAME_WIDTH).collect();
    if name.chars().nth(NAME_WIDTH).is_some() { line + "…" } else { line }
}
