//! The traces in a report, and the link that puts the page as the report is.

use super::Report;
use crate::engine::protocol::TraceId;
use crate::link::{Front, Link, PathLink, PathsLink, Source, TraceLink, write};
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
