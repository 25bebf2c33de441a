//! `lowerscope compare --html`: the comparison as one file.

use lowerscope::engine::Engine;
use lowerscope::engine::protocol::{Answer, Ask, Request};
use lowerscope::lowering::Comparison;
use lowerscope::lowering::comparison::{PathView, RegionChoice};
use lowerscope::lowering::profile::InstanceRows;
use lowerscope::report::{self, Report};
use lowerscope::text::Texts;
use std::sync::Arc;

/// The whole file. `page` is the address of the page that opens its traces.
pub fn html(texts: &Texts, engine: &mut Engine, all: &Comparison, page: Option<String>) -> String {
    let rows = all.paths.iter().map(|path| median_rows(engine, path)).collect();
    let traces = Vec::new();
    report::html(&Report { texts, all, letters: Vec::new(), rows, traces, page, theme: None })
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
