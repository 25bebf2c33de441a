//! `lowerscope compare --html`: the comparison as one file.

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use lowerscope::engine::Engine;
use lowerscope::engine::protocol::{Answer, Ask, Request, TraceId};
use lowerscope::export::pack::PackProblem;
use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{self, PathView, RegionChoice};
use lowerscope::lowering::profile::InstanceRows;
use lowerscope::report::{self, MOST_BYTES, Report, ReportTrace, distinct, profiles_of, without_secrets};
use lowerscope::text::Texts;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Longer files are too large for a report, packed or not.
const MOST_FILE_BYTES: u64 = 256 << 20;

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
    let traces = request.distinct_traces();
    let traces = match engine.pack(request, MOST_BYTES) {
        Ok(parts) => {
            let mut found = ReportTrace::of_parts(&traces, parts);
            found.extend(whole(&profiles_of(all), files).unwrap_or_default());
            distinct(found)
        }
        Err(PackProblem::DeviceProfile { .. }) => whole(&traces, files).unwrap_or_default(),
        Err(_) => Vec::new(),
    };
    report::html(&Report { texts, all, letters: Vec::new(), rows, traces, page })
}

/// Device profiles have no parts: the files without what looks like a secret,
/// if they are not too large together.
fn whole(traces: &[TraceId], files: &[FileOf]) -> Option<Vec<ReportTrace>> {
    let mut found = Vec::new();
    let mut left = MOST_BYTES as usize;
    for trace in traces {
        // A file with several traces is an archive.
        let (_, path) = files.iter().find(|(own, _)| own == trace)?;
        if files.iter().filter(|(_, other)| other == path).count() > 1 {
            return None;
        }
        let name = path.file_name()?.to_string_lossy().into_owned();
        let name = if name.ends_with(".gz") { name } else { format!("{name}.gz") };
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&without_secrets(&plain(path)?)?).ok()?;
        let bytes = gzip.finish().ok()?;
        left = left.checked_sub(bytes.len())?;
        found.push(ReportTrace { trace: *trace, name, bytes, part: None });
    }
    Some(distinct(found))
}

/// Bytes of a file, unpacked.
fn plain(path: &Path) -> Option<Vec<u8>> {
    let bytes = std::fs::read(path).ok()?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Some(bytes);
    }
    let mut out = Vec::new();
    MultiGzDecoder::new(bytes.as_slice()).take(MOST_FILE_BYTES).read_to_end(&mut out).ok()?;
    Some(out)
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
