//! The traces in a report, and the link that puts the page as the report is.

use super::Report;
use crate::engine::protocol::TraceId;
use crate::export::pack::PackedTrace;
use crate::link::{Front, Link, Packed, PathLink, PathsLink, Source, TraceLink, write};
use crate::lowering::comparison::RegionChoice;

/// A trace, or the part of it that is compared, as a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportTrace {
    pub trace: TraceId,
    /// Name of the file, with the ending of what it is packed with.
    pub name: String,
    pub bytes: Vec<u8>,
    /// Instances in it and in the recording, where they are not all there.
    pub part: Option<(u32, u32)>,
}

/// Most bytes of all traces in a report: what mail and chat programs carry.
pub const MOST_BYTES: u64 = 12 << 20;

impl ReportTrace {
    /// Of the parts that were packed for a comparison of these traces.
    pub fn of_parts(traces: &[TraceId], parts: Vec<PackedTrace>) -> Vec<Self> {
        let of = |(trace, part): (&TraceId, PackedTrace)| Self {
            trace: *trace,
            part: (part.instances < part.of).then_some((part.instances, part.of)),
            name: Packed::new(&part.file, Vec::new()).file_name(),
            bytes: part.gzip,
        };
        distinct(traces.iter().zip(parts).map(of).collect())
    }
}

/// Files are known by their names: of several with one name all but the first
/// get a number.
pub fn distinct(mut traces: Vec<ReportTrace>) -> Vec<ReportTrace> {
    for at in 1..traces.len() {
        let name = traces[at].name.clone();
        let mut number = 2;
        while traces[..at].iter().any(|own| own.name == traces[at].name) {
            traces[at].name = format!("{number}-{name}");
            number += 1;
        }
    }
    traces
}

/// The fragment with which the page waits for the report's traces and compares
/// them as the report does; empty where a path's traces are not all there.
pub fn fragment(report: &Report<'_>) -> String {
    let all = report.all;
    let place = |trace: &TraceId| report.traces.iter().position(|own| own.trace == *trace);
    let mut paths = Vec::new();
    let mut regions = Vec::new();
    for path in &all.paths {
        let Some(traces) = path.traces.iter().map(place).collect::<Option<Vec<usize>>>() else {
            return String::new();
        };
        regions.extend(traces.iter().map(|_| RegionChoice::Key(path.region.clone())));
        paths.push(PathLink { traces, name: path.name.clone() });
    }
    let source = |own: &ReportTrace| Source::File {
        name: own.name.clone(),
        bytes: own.bytes.len() as u64,
        hash: None,
        entry: None,
    };
    let link = Link {
        traces: report.traces.iter().map(|own| (source(own), TraceLink::default())).collect(),
        comparisons: vec![PathsLink {
            paths,
            baseline: all.baseline as usize,
            judge_by: Some(all.judged_by),
            op: None,
            regions,
        }],
        front: Some(Front::Comparison(0)),
        language: Some(report.texts.locale().to_owned()),
        ..Link::default()
    };
    write(&link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_one_name_are_told_apart() {
        let trace = |at: u32| ReportTrace {
            trace: TraceId(at),
            name: "a.json.gz".to_owned(),
            bytes: Vec::new(),
            part: None,
        };
        let names: Vec<String> =
            distinct(vec![trace(0), trace(1), trace(2)]).into_iter().map(|t| t.name).collect();
        assert_eq!(names, ["a.json.gz", "2-a.json.gz", "3-a.json.gz"]);
    }
}
