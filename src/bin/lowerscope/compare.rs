//! `lowerscope compare`: paths of a region beside a baseline.

use super::native::print;
use super::{comparison_text, human, reading, report};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use lowerscope::engine::Engine;
use lowerscope::engine::protocol::{Answer, Ask, Request, TraceId};
use lowerscope::export::comparison::{json, markdown};
use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{
    self, Certainty, Measure, PathRequest, Problem, RegionChoice, RegionIn,
};
use lowerscope::lowering::profile::{RegionKey, RegionKind};
use lowerscope::lowering::region::suggested;
use lowerscope::text::Texts;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Exit status when a path is slower than allowed.
const SLOWER: u8 = 3;

pub fn command(texts: &Texts) -> Command {
    let option = |id: &'static str| Arg::new(id).long(id);
    let flag = |id: &'static str| option(id).action(ArgAction::SetTrue);
    Command::new("compare")
        .about(texts.get("cli-compare-about"))
        .after_help(texts.get("cli-compare-after"))
        .arg(Arg::new("base").required(true).value_name("BASE").help(texts.get("cli-compare-base")))
        .arg(
            Arg::new("other")
                .required(true)
                .num_args(1..=3)
                .value_name("OTHER")
                .help(texts.get("cli-compare-other")),
        )
        .arg(option("profiles").num_args(1..).value_name("PROFILE").help(texts.get("cli-compare-profiles")))
        .arg(option("region").value_name("NAME").help(texts.get("cli-compare-region")))
        .arg(
            option("judge-by")
                .value_name("MEASURE")
                .value_parser(["host", "device", "busy"])
                .help(texts.get("cli-compare-judge-by")),
        )
        .arg(flag("json").conflicts_with("markdown").help(texts.get("cli-compare-json")))
        .arg(flag("markdown").help(texts.get("cli-compare-markdown")))
        .arg(option("html").value_name("FILE").help(texts.get("cli-compare-html")))
        .arg(option("page").value_name("ADDRESS").requires("html").help(texts.get("cli-compare-page")))
        .arg(
            option("fail-if-slower")
                .value_name("PCT")
                .value_parser(value_parser!(f64))
                .help(texts.get("cli-compare-fail-if-slower")),
        )
}

pub fn run(texts: &Texts, matches: &ArgMatches) -> ExitCode {
    let words = |id| matches.get_many::<String>(id).into_iter().flatten();
    let mut engine = Engine::native();
    let mut paths = Vec::new();
    let mut opened_files = Vec::new();
    for files in words("base").chain(words("other")) {
        let mut traces = Vec::new();
        for file in recordings(files) {
            let (opened, failures) = reading::open(&mut engine, &file);
            for failure in &failures {
                complain(&format!("{}: {}", file.display(), human::failure(texts, failure)));
            }
            opened_files.extend(opened.iter().map(|trace| (*trace, file.clone())));
            traces.extend(opened);
        }
        if traces.is_empty() {
            return ExitCode::FAILURE;
        }
        paths.push(traces);
    }
    for file in words("profiles") {
        let (opened, failures) = reading::open(&mut engine, Path::new(file));
        opened_files.extend(opened.iter().map(|trace| (*trace, PathBuf::from(file))));
        for failure in &failures {
            complain(&format!("{file}: {}", human::failure(texts, failure)));
        }
    }
    let region = match region(texts, &mut engine, &paths, matches.get_one::<String>("region")) {
        Ok(region) => region,
        Err(sentence) => {
            complain(&sentence);
            return ExitCode::FAILURE;
        }
    };
    let judge_by = matches.get_one::<String>("judge-by").map(|measure| match measure.as_str() {
        "host" => Measure::HostSpan,
        "busy" => Measure::DeviceBusy,
        _ => Measure::DeviceSpan,
    });
    let whole = match compare(&mut engine, &paths, &region, judge_by) {
        Ok(whole) => whole,
        Err(problem) => {
            complain(&sentence(texts, &problem, &region));
            return ExitCode::FAILURE;
        }
    };
    print(&match (matches.get_flag("json"), matches.get_flag("markdown")) {
        (true, _) => format!("{}\n", json(texts, &whole)),
        (_, true) => markdown(texts, &whole),
        _ => comparison_text::comparison(texts, &whole),
    });
    if let Some(file) = matches.get_one::<String>("html") {
        let request = request(&paths, &region, judge_by);
        let page = matches
            .get_one::<String>("page")
            .map(|page| page.split(['#', '?']).next().unwrap_or_default().to_owned());
        if page.as_deref().is_some_and(|page| !page.starts_with("https://") && !page.starts_with("http://")) {
            complain(&texts.get("cli-compare-page-wrong"));
            return ExitCode::FAILURE;
        }
        let made = report::html(texts, &mut engine, &whole, &request, &opened_files, page);
        if let Err(error) = std::fs::write(file, made) {
            let values = [("file", file.into()), ("reason", error.to_string().into())];
            complain(&texts.with("cli-compare-html-failed", &values));
            return ExitCode::FAILURE;
        }
    }
    let Some(allowed) = matches.get_one::<f64>("fail-if-slower") else { return ExitCode::SUCCESS };
    let (slower, not_judged) = slower_than(&mut engine, &paths, &region, judge_by, *allowed);
    for name in &not_judged {
        complain(&texts.with("cli-compare-not-judged", &[("name", name.into())]));
    }
    for name in &slower {
        let values = [("name", name.into()), ("percent", (*allowed).into())];
        complain(&texts.with("cli-compare-slower", &values));
    }
    match (slower.is_empty(), not_judged.is_empty()) {
        (false, _) => ExitCode::from(SLOWER),
        (true, false) => ExitCode::FAILURE,
        (true, true) => ExitCode::SUCCESS,
    }
}

/// Files of one path: several recordings stand with commas between them,
/// unless there is a file of just that name.
fn recordings(files: &str) -> Vec<PathBuf> {
    if Path::new(files).exists() {
        return vec![PathBuf::from(files)];
    }
    files.split(',').filter(|file| !file.is_empty()).map(PathBuf::from).collect()
}

/// The region to compare: by name, else the largest that all have.
fn region(
    texts: &Texts,
    engine: &mut Engine,
    paths: &[Vec<TraceId>],
    wanted: Option<&String>,
) -> Result<RegionKey, String> {
    let traces: Vec<TraceId> = paths.iter().flatten().copied().collect();
    let mut regions_of = |traces| match engine.handle(Request { id: 0, body: Ask::Regions { traces } }).body {
        Answer::Regions(rows) => rows,
        _ => Vec::new(),
    };
    let rows = regions_of(traces.clone());
    // All of a device profile is a region of all of them, by whichever name
    // its own file has for it.
    let neffs: Vec<RegionKey> = traces
        .iter()
        .flat_map(|trace| regions_of(vec![*trace]))
        .map(|row| row.key)
        .filter(|key| key.kind == RegionKind::Neff)
        .collect();
    let names = || {
        let mut names: Vec<&str> = Vec::new();
        for name in rows.iter().map(|row| &row.key).chain(&neffs).map(|key| key.name.as_str()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(8);
        names.join(", ")
    };
    match wanted {
        // A name that only some have is told as a problem of the others.
        Some(name) => rows
            .iter()
            .filter(|row| row.key.name == *name)
            .max_by_key(|row| row.count.iter().filter(|count| **count > 0).count())
            .map(|row| row.key.clone())
            .or_else(|| neffs.iter().find(|key| key.name == *name).cloned())
            .ok_or_else(|| {
                texts.with("cli-compare-no-region", &[("region", name.into()), ("names", names().into())])
            }),
        None if rows.is_empty() => Err(texts.get("cli-compare-no-regions")),
        None => suggested(&rows)
            .map(|row| row.key.clone())
            .ok_or_else(|| texts.with("cli-compare-nothing-shared", &[("names", names().into())])),
    }
}

fn compare(
    engine: &mut Engine,
    paths: &[Vec<TraceId>],
    region: &RegionKey,
    judge_by: Option<Measure>,
) -> Result<Box<Comparison>, Problem> {
    let request = request(paths, region, judge_by);
    match engine.handle(Request { id: 0, body: Ask::Compare { request } }).body {
        Answer::Compared(compared) => compared,
        _ => Err(Problem::NoPaths),
    }
}

fn request(paths: &[Vec<TraceId>], region: &RegionKey, judge_by: Option<Measure>) -> comparison::Request {
    let recording = |trace: &TraceId| RegionIn { trace: *trace, region: RegionChoice::Key(region.clone()) };
    let path = |traces: &Vec<TraceId>| PathRequest {
        name: String::new(),
        recordings: traces.iter().map(recording).collect(),
    };
    comparison::Request { paths: paths.iter().map(path).collect(), baseline: 0, judge_by }
}

/// Names of paths that are slower than the baseline by more than so many
/// percent, as far as that can be told at all; and of those that must not be
/// judged.
fn slower_than(
    engine: &mut Engine,
    paths: &[Vec<TraceId>],
    region: &RegionKey,
    judge_by: Option<Measure>,
    percent: f64,
) -> (Vec<String>, Vec<String>) {
    let Some((base, others)) = paths.split_first() else { return Default::default() };
    let (mut found, mut not_judged) = (Vec::new(), Vec::new());
    for other in others {
        let Ok(pair) = compare(engine, &[base.clone(), other.clone()], region, judge_by) else { continue };
        if pair.verdict.certainty == Certainty::Refused {
            not_judged.extend(pair.paths.get(1).and_then(|path| path.files.first().cloned()));
        }
        let told = matches!(pair.verdict.certainty, Certainty::Clear | Certainty::Hint);
        if told && pair.verdict.winner == Some(0) && (pair.verdict.ratio - 1.0) * 100.0 > percent {
            found.extend(pair.paths.get(1).and_then(|path| path.files.first().cloned()));
        }
    }
    (found, not_judged)
}

fn sentence(texts: &Texts, problem: &Problem, region: &RegionKey) -> String {
    let near = match problem {
        Problem::NoRegion { near, .. } => {
            near.iter().map(|key| key.name.as_str()).collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    };
    let path = match problem {
        Problem::NoRegion { path, .. } | Problem::Gone { path } => path + 1,
        Problem::NoPaths | Problem::TooManyPaths => 0,
    };
    let id = match problem {
        Problem::NoRegion { near, .. } if near.is_empty() => "cli-compare-not-in-path",
        Problem::NoRegion { .. } => "cli-compare-not-in-path-near",
        Problem::Gone { .. } | Problem::NoPaths => "cli-compare-no-paths",
        Problem::TooManyPaths => "cli-compare-too-many",
    };
    texts.with(id, &[("region", (&region.name).into()), ("path", path.into()), ("names", near.into())])
}

fn complain(text: &str) {
    // A place for complaints that cannot be written to is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{text}");
}
