//! Device work in traces of XLA: what the lines of a device's process show, and
//! which call of a compiled function each kernel belongs to.
//!
//! Such traces have no categories. A kernel names its module and carries a
//! correlation id; the call is on the thread of the program and names the
//! function, from which the module has its name. Launches may be made by other
//! threads, much later than the call, so that neither time nor nesting joins
//! the two: then runs of a module are counted off against the calls of its
//! function. Lines that a viewer derived (modules, name scopes) are regions of
//! their own, by time.

use super::attribution::Work;
use super::level::{Levels, is_launch};
use super::profile::{Evidence, Level};
use super::shapes::ArgsReader;
use crate::analysis::json_text::{members, readable};
use crate::trace::{SliceId, Trace, Track, TrackKind};
use rustc_hash::FxHashMap;

/// A call of a compiled function, on the thread of the program.
pub const CALL: &str = "PjitFunction(";

/// Whether a row of the host is the runtime's own, where it stands beside the
/// calls of a program.
pub fn is_runtime(name: &str) -> bool {
    const OWN: &[&str] = &[
        "CommonPjRt",
        "PjRt",
        "TfrtCpu",
        "ThreadpoolListener",
        "ThunkExecutor",
        "SlinkyThreadPool",
        "PythonRefManager",
        "Wait for donation holds",
        "Wait for usage holds",
        "end: ",
    ];
    OWN.iter().any(|own| name.starts_with(own))
}

/// What a line of a device's process shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// Kernels and copies as they ran.
    Work,
    /// Runs of compiled modules.
    Modules,
    /// Name scopes of the program, around what was compiled from them.
    Scopes,
    /// Work once more, under other names.
    Other,
}

/// What a track shows; `None` where its process is no device.
pub fn line(trace: &Trace, track: &Track) -> Option<Line> {
    let process = trace.name(trace.processes.get(track.process.index())?.name);
    let device = process.strip_prefix("/device:")?;
    let thread = trace.name(track.name);
    Some(match thread {
        "XLA Modules" => Line::Modules,
        "Framework Name Scope" | "TensorFlow Name Scope" => Line::Scopes,
        // On a TPU the ops themselves are what was measured.
        "XLA Ops" if device.starts_with("TPU") => Line::Work,
        _ if thread.starts_with("Stream ") && track.kind == TrackKind::Thread => Line::Work,
        _ => Line::Other,
    })
}

/// What kernels belong to.
#[derive(Debug, Default)]
pub struct DeviceWork {
    /// By kernel: its launch, or the call that led to it.
    pub owners: FxHashMap<SliceId, (SliceId, Evidence)>,
    /// Kernels once more, under the rows of modules and scopes.
    pub in_lines: Vec<Work>,
}

/// A piece of work with what its args say.
pub struct Piece {
    pub slice: SliceId,
    pub start: i64,
    correlation: Option<u64>,
    module: String,
    op: String,
    run: String,
}

/// Device work of a trace of XLA; empty where the trace is none.
pub fn device_work(trace: &Trace, levels: &Levels) -> DeviceWork {
    let mut found = DeviceWork::default();
    if levels.with_op_categories {
        return found;
    }
    let lines: Vec<Option<Line>> = trace.tracks.iter().map(|track| line(trace, track)).collect();
    let mut args = ArgsReader::new(trace);
    let mut kernels: Vec<Piece> = Vec::new();
    for (track, _) in trace.tracks.iter().zip(&lines).filter(|(_, line)| **line == Some(Line::Work)) {
        kernels.extend(track.slices.clone().map(|id| Piece::new(trace, &mut args, SliceId(id))));
    }
    if kernels.is_empty() {
        return found;
    }
    kernels.sort_by_key(|kernel| (kernel.start, kernel.slice));
    let host = Host::new(trace, levels, &mut args);
    let counted = host.counted_off(&kernels);
    for (kernel, counted) in kernels.iter().zip(counted) {
        let launch = kernel.correlation.and_then(|id| host.launches.get(&id)).copied();
        let owner = match (launch, counted) {
            (Some(launch), _) if is_in_call(trace, launch) => Some((launch, Evidence::Correlation)),
            (_, Some(call)) => Some((call, Evidence::Name)),
            (Some(launch), None) => Some((launch, Evidence::Correlation)),
            (None, None) => None,
        };
        found.owners.extend(owner.map(|owner| (kernel.slice, owner)));
        found.in_lines.extend(rows_around(trace, &lines, kernel));
    }
    found
}

impl Piece {
    pub fn new(trace: &Trace, args: &mut ArgsReader, slice: SliceId) -> Self {
        let start = trace.slices.start[slice.index()];
        let [module, op, run] = [const { String::new() }; 3];
        let mut found = Self { slice, start, correlation: None, module, op, run };
        for (key, value) in members(args.args(slice)) {
            match key {
                b"\"correlation_id\"" => {
                    found.correlation = readable(value).parse().ok().filter(|id| *id != 0);
                }
                b"\"hlo_module\"" => found.module = readable(value).into_owned(),
                b"\"hlo_op\"" => found.op = readable(value).into_owned(),
                b"\"run_id\"" => found.run = readable(value).into_owned(),
                _ => {}
            }
        }
        found
    }
}

/// Calls and launches on the host.
pub struct Host {
    launches: FxHashMap<u64, SliceId>,
    /// By what the module of a function would be named; each in order.
    calls: FxHashMap<String, Vec<SliceId>>,
}

impl Host {
    pub fn new(trace: &Trace, levels: &Levels, args: &mut ArgsReader) -> Self {
        let (mut launches, mut calls) = (FxHashMap::default(), FxHashMap::<String, Vec<SliceId>>::default());
        for slice in (0..trace.slices.len() as u32).map(SliceId) {
            let name = trace.slice_name(slice);
            if levels.of(slice) == Level::Launch && is_launch(name) {
                let found =
                    members(args.args(slice)).into_iter().find(|(key, _)| *key == b"\"correlation_id\"");
                let id = found.and_then(|(_, id)| readable(id).parse().ok());
                launches.extend(id.map(|id: u64| (id, slice)));
            } else if name.starts_with(CALL) && !has_name(trace, trace.slices.parent[slice.index()], name) {
                calls.entry(module_of_call(name)).or_default().push(slice);
            }
        }
        for calls in calls.values_mut() {
            calls.sort_by_key(|call| (trace.slices.start[call.index()], *call));
        }
        Self { launches, calls }
    }

    /// The call that each piece of work belongs to, by the runs of its module;
    /// pieces are in order of start. Where there are as many runs as calls, the
    /// first belongs to the first; else nobody can say.
    pub fn counted_off(&self, pieces: &[Piece]) -> Vec<Option<SliceId>> {
        let mut by_module: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (i, piece) in pieces.iter().enumerate().filter(|(_, piece)| !piece.module.is_empty()) {
            by_module.entry(&piece.module).or_default().push(i);
        }
        let mut found = vec![None; pieces.len()];
        for (module, members) in by_module {
            let Some(calls) = self.calls.get(module) else { continue };
            let runs = runs(&members.iter().map(|member| &pieces[*member]).collect::<Vec<_>>());
            if runs.iter().max().map(|last| last + 1) == Some(calls.len()) {
                for (member, run) in members.into_iter().zip(runs) {
                    found[member] = Some(calls[run]);
                }
            }
        }
        found
    }
}

/// The number of the run that each piece of work of one module belongs to: by
/// its id, or where it has none, from the module's first op on.
fn runs(pieces: &[&Piece]) -> Vec<usize> {
    let mut by_id: FxHashMap<&str, usize> = FxHashMap::default();
    let mut begun = 0;
    pieces
        .iter()
        .map(|piece| {
            if !piece.run.is_empty() {
                let next = by_id.len();
                return *by_id.entry(&piece.run).or_insert(next);
            }
            begun += usize::from(begun == 0 || piece.op == pieces[0].op);
            begun - 1
        })
        .collect()
}

/// The name of the module that the function of a call is compiled to.
pub fn module_of_call(call: &str) -> String {
    let function = call.strip_prefix(CALL).unwrap_or(call).trim_end_matches(')');
    let plain: String = function.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    format!("jit_{plain}")
}

fn has_name(trace: &Trace, slice: SliceId, name: &str) -> bool {
    slice != SliceId::NONE && trace.slice_name(slice) == name
}

fn is_in_call(trace: &Trace, slice: SliceId) -> bool {
    let mut at = slice;
    while at != SliceId::NONE {
        if trace.slice_name(at).starts_with(CALL) {
            return true;
        }
        at = trace.slices.parent[at.index()];
    }
    false
}

/// The innermost row of each line of modules or scopes of the same device that
/// holds a kernel.
fn rows_around<'a>(
    trace: &'a Trace,
    lines: &'a [Option<Line>],
    kernel: &'a Piece,
) -> impl Iterator<Item = Work> + 'a {
    let own = trace.tracks[trace.track_of(kernel.slice).index()].process;
    let end = trace.slices.end(kernel.slice);
    trace.tracks.iter().zip(lines).filter_map(move |(track, line)| {
        let line = line.filter(|line| matches!(line, Line::Modules | Line::Scopes))?;
        if track.process != own {
            return None;
        }
        let holds = |row: u32| {
            let row = trace.rows.get(row as usize)?;
            let starts = &trace.slices.start[row.first as usize..row.end as usize];
            let before = starts.partition_point(|start| *start <= kernel.start).checked_sub(1)?;
            let host = SliceId(row.first + before as u32);
            let fits = trace.slices.end(host) >= end
                && (line == Line::Scopes || is_run_of(trace.slice_name(host), &kernel.module));
            fits.then_some(host)
        };
        let host = track.rows.clone().rev().find_map(holds)?;
        Some(Work { host, device: kernel.slice, evidence: Evidence::Containment })
    })
}

/// Whether a row `jit_norm(123)` is a run of a module; one that is not named is
/// taken to be.
fn is_run_of(row: &str, module: &str) -> bool {
    module.is_empty() || row.split('(').next() == Some(module)
}

#[cfg(test)]
mod tests {
    use super::super::attribution::Attribution;
    use super::super::comparison::RegionChoice;
    use super::super::measure::profile;
    use super::super::profile::{Figure, Reason, RegionKey, RegionKind};
    use super::super::region::regions;
    use super::*;

    /// Rows `line name start duration [args]`, times in µs; of a line's name its
    /// beginning. `python` is on the host, all others are the device's.
    fn trace(rows: &[&str]) -> Trace {
        let lines = ["python", "Stream #14(Compute)", "XLA Modules", "Framework Name Scope"];
        let mut events = vec![
            r#"{"ph":"M","pid":1,"name":"process_name","args":{"name":"/device:GPU:0"}}"#.to_owned(),
            r#"{"ph":"M","pid":701,"name":"process_name","args":{"name":"/host:CPU"}}"#.to_owned(),
        ];
        let pid = |line: usize| if line < 1 { 701 } else { 1 };
        for (at, line) in lines.iter().enumerate() {
            events.push(format!(
                r#"{{"ph":"M","pid":{},"tid":{at},"name":"thread_name","args":{{"name":"{line}"}}}}"#,
                pid(at)
            ));
        }
        for row in rows {
            let words: Vec<&str> = row.splitn(5, ' ').collect();
            let line = lines.iter().position(|line| line.starts_with(words[0])).unwrap();
            events.push(format!(
                r#"{{"ph":"X","pid":{},"tid":{line},"name":"{}","ts":{},"dur":{},"args":{{{}}}}}"#,
                pid(line),
                words[1].replace('~', " "),
                words[2],
                words[3],
                words.get(4).unwrap_or(&"")
            ));
        }
        let mut reader = crate::ingest::json::Reader::new("sample.json");
        reader.push(format!("[{}]", events.join(",\n")).as_bytes());
        reader.finish()
    }

    const RUNS: &[&str] = &[
        "python norm 0 50",
        "python PjitFunction(norm) 5 30",
        "python PjitFunction(norm) 6 28",
        "python ParseArguments 8 4",
        "python norm 100 50",
        "python PjitFunction(norm) 105 30",
        // Both runs come after both calls, from another thread.
        r#"Stream fusion_1 200 10 "hlo_module":"jit_norm","hlo_op":"fusion.1","correlation_id":"7""#,
        r#"Stream fusion_2 210 20 "hlo_module":"jit_norm","hlo_op":"fusion.2","correlation_id":"8""#,
        r#"Stream fusion_1 300 12 "hlo_module":"jit_norm","hlo_op":"fusion.1","correlation_id":"9""#,
        r#"Stream fusion_2 312 22 "hlo_module":"jit_norm","hlo_op":"fusion.2","correlation_id":"10""#,
    ];

    fn measured(trace: &Trace, kind: RegionKind, name: &str) -> super::super::PathProfile {
        let key = RegionKey { kind, name: name.to_owned() };
        profile(trace, &Attribution::new(trace), &RegionChoice::Key(key)).unwrap()
    }

    #[test]
    fn runs_of_a_module_belong_to_the_calls_of_its_function_in_order() {
        let trace = trace(RUNS);
        let found = measured(&trace, RegionKind::Annotation, "norm");
        assert_eq!(found.instances.iter().map(|i| i.span_ns).collect::<Vec<_>>(), [30_000, 34_000]);
        assert!(found.recording.has_device && found.orphans.count == 0);
        assert!(found.items.iter().all(|item| item.evidence == Evidence::Name));
        let names: Vec<&str> = found.nodes.iter().map(|node| &*node.name).collect();
        assert_eq!(names, ["norm", "PjitFunction(norm)"], "what the runtime does in a call is no op");
        assert_eq!(found.bytes_moved, Figure::Unknown(Reason::XlaShapes));
    }

    #[test]
    fn a_launch_in_the_call_is_stronger_than_its_name() {
        let mut rows = RUNS.to_vec();
        rows.push(r#"python cuLaunchKernel 20 2 "correlation_id":"7""#);
        rows.push(r#"python cuLaunchKernel 23 2 "correlation_id":"8""#);
        let found = Attribution::new(&trace(&rows));
        let evidence: Vec<Evidence> = found.works().iter().map(|work| work.evidence).collect();
        assert_eq!(evidence.iter().filter(|kind| **kind == Evidence::Correlation).count(), 2);
    }

    #[test]
    fn where_runs_and_calls_are_not_as_many_nobody_guesses() {
        let trace = trace(&RUNS[..8]);
        let found = Attribution::new(&trace);
        assert_eq!((found.works().len(), found.orphans.count), (0, 2));
    }

    #[test]
    fn modules_and_scopes_on_the_device_are_regions() {
        let mut rows = RUNS.to_vec();
        rows.extend([
            "XLA jit_norm(42) 200 30",
            "XLA jit_norm(42) 300 34",
            "Framework jit(norm) 200 30",
            "Framework square 200 10",
            "Framework jit(norm) 300 34",
            "Framework square 300 12",
        ]);
        let trace = trace(&rows);
        let module = measured(&trace, RegionKind::Compiled, "jit_norm");
        assert_eq!((module.instances.len(), module.items.len()), (2, 2));
        let scope = measured(&trace, RegionKind::Annotation, "square");
        assert_eq!((scope.items.len(), &*scope.items[0].name), (1, "fusion_1"));
        assert_eq!(scope.instances[0].busy_ns, 10_000);
        let offered: Vec<String> =
            regions(&trace, &Attribution::new(&trace)).into_iter().map(|region| region.key.name).collect();
        assert!(
            offered.contains(&"jit_norm".to_owned()) && offered.contains(&"square".to_owned()),
            "{offered:?}"
        );
    }
}
