//! The comparison as one file that is read without this page.

use super::export::file_name;
use super::model::OpenPaths;
use super::report_traces::report_traces;
use crate::app::clipboard::save;
use crate::app::state::AppState;
use crate::app::words::{t, texts};
use crate::engine::protocol::{Answer, Ask};
use crate::lowering::comparison::{Comparison, RegionChoice};
use crate::lowering::profile::InstanceRows;
use crate::report::{Report, html};
use leptos::prelude::*;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Makes the report and hands it to the browser.
pub fn save_report(state: AppState, open: OpenPaths) {
    let Some(all) = open.answer.get_untracked() else { return };
    state.announce(t("report-packing"));
    spawn_local(async move {
        let rows = median_rows(state, &all).await;
        let traces = report_traces(state, open).await;
        let has_traces = !traces.is_empty();
        let letters = untrack(|| open.letters(state));
        let page = window().location().href().ok();
        let page = page.map(|page| page.split(['#', '?']).next().unwrap_or_default().to_owned());
        let text = texts(|texts| html(&Report { texts, all: &all, letters, rows, traces, page }));
        save(state, &file_name(&all, "report", "html"), "text/html", &text);
        state.done(t(if has_traces { "report-made" } else { "report-made-bare" }));
    });
}

/// Rows of the median instance of each path, as they were recorded.
pub async fn median_rows(state: AppState, all: &Comparison) -> Vec<Option<Arc<InstanceRows>>> {
    let mut rows = Vec::new();
    for path in &all.paths {
        let ask = path.instances.get(path.median_instance as usize).zip(path.traces.first());
        let ask = ask.map(|(instance, trace)| Ask::Instance {
            trace: *trace,
            region: RegionChoice::Key(path.region.clone()),
            root: instance.root,
        });
        rows.push(match ask {
            // Profiles have no rows of an instance.
            Some(ask) if path.neuron.is_none() => match state.client.ask(ask).await {
                Some(Answer::Instance(Some(rows))) => Some(Arc::from(rows)),
                _ => None,
            },
            _ => None,
        });
    }
    rows
}
