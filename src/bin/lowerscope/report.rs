//! `lowerscope compare --html`: the comparison as one file.

use flate2::Compression;
use flate2::write::GzEncoder;
use lowerscope::engine::Engine;
use lowerscope::engine::protocol::{Answer, Ask, Request, TraceId};
use lowerscope::export::pack::PackProblem;
use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{self, PathView, RegionChoice};
use lowerscope::lowering::profile::InstanceRows;
use lowerscope::report::{self, MOST_BYTES, Report, ReportTrace, distinct};
use lowerscope::text::Texts;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// The file of a trace.
pub type FileOf = (TraceId, PathBuf);

/// The whole file. `files` are those of the traces, `page` is the address of
/// the page that opens them.
pub fn html(
    texts: &Texts,
    engine: &mut Engine,
    all: &Comparison,
    request: &comparison::Request,
    files: &[FileOf],
    page: Option<String>,
) -> String {
    let rows = all.paths.iter().map(|path| median_rows(engine, path)).collect();
    let mut traces = Vec::new();
    for trace in request.traces() {
        if !traces.contains(&trace) {
            traces.push(trace);
        }
    }
    let traces = match engine.pack(request, MOST_BYTES) {
        Ok(parts) => ReportTrace::of_parts(&traces, parts),
        Err(PackProblem::DeviceProfile { .. }) => whole(&traces, files).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    report::html(&Report { texts, all, letters: Vec::new(), rows, traces, page, theme: None })
}

/// Device profiles have no parts: the files as they are, if they are not too
/// large together.
fn whole(traces: &[TraceId], files: &[FileOf]) -> Option<Vec<ReportTrace>> {
    let mut found = Vec::new();
    let mut left = MOST_BYTES as usize;
    for trace in traces {
        // A file with several traces is an archive.
        let (_, path) = files.iter().find(|(own, _)| own == trace)?;
        if files.iter().filter(|(_, other)| other == path).count() > 1 {
            return None;
        }
        let mut name = path.file_name()?.to_string_lossy().into_owned();
        let bytes = std::fs::read(path).ok()?;
        let bytes = if bytes.starts_with(&[0x1f, 0x8b]) {
            bytes
        } else {
            name.push_str(".gz");
            let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
            gzip.write_all(&bytes).ok()?;
            gzip.finish().ok()?
        };
        left = left.checked_sub(bytes.len())?;
        found.push(ReportTrace { trace: *trace, name, bytes, part: None });
    }
    Some(distinct(found))
}

/// Rows of the median instance, as it was recorded.
fn median_rows(engine: &mut Engine, path: &PathView) -> Option<Arc<InstanceRows>> {
    let root = path.instances.get(path.median_instance as usize)?.root;
    let ask =
        Ask::Instance { trace: *path.traces.first()?, region: RegionChoice::Key(path.region.clone()), root };
    match engine.handle(Request { id: 0, body: ask }).body {
        Answer::Instance(Some(rows)) => Some(Arc::from(rows)),
        _ => None,
    }
}
