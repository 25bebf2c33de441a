//! Comparisons that a link asks for.

use crate::app::paths::model::{Wish, compare_traces, open_request};
use crate::app::state::{AppState, Tab};
use crate::engine::protocol::TraceId;
use crate::link::PathsLink;
use crate::lowering::comparison::{PathRequest, RegionIn, Request};

/// Opens a comparison of a link; gives its tab, unless its region has to be
/// found first. Then it comes in front by itself, if `wish` says so.
pub fn open(state: AppState, link: &PathsLink, traces: &[Option<TraceId>], wish: Wish) -> Option<Tab> {
    let trace = |at: &usize| traces.get(*at).copied().flatten();
    let mut recording = 0;
    let mut paths = Vec::new();
    for path in &link.paths {
        let mut recordings = Vec::new();
        for at in &path.traces {
            let (Some(trace), Some(region)) = (trace(at), link.region(recording)) else {
                let all = link.paths.iter().flat_map(|path| &path.traces).filter_map(trace).collect();
                compare_traces(state, all, wish);
                return None;
            };
            recordings.push(RegionIn { trace, region: region.clone() });
            recording += 1;
        }
        paths.push(PathRequest { name: path.name.clone(), recordings });
    }
    let request = Request { paths, baseline: link.baseline as u32, judge_by: link.judge_by };
    Some(Tab::Paths(open_request(state, request, link.op).id))
}
