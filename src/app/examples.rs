//! Our own traces, which come with the page.

use super::client::Source;
use super::open::{Named, address};
use super::state::{AppState, OpenTrace};
use crate::engine::protocol::{Answer, Area, Ask, SliceSort};
use crate::timeline::action::Action;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Some traces that go together.
pub struct Example {
    /// Message ids.
    pub title: &'static str,
    pub text: &'static str,
    /// Made up by a script, not recorded.
    pub synthetic: bool,
    /// Files in `examples/traces/`.
    files: &'static [&'static str],
}

/// The first one is what the page opens by itself.
pub const EXAMPLES: &[Example] = &[
    Example {
        title: "example-rmsnorm",
        text: "example-rmsnorm-text",
        synthetic: false,
        files: &[
            "rmsnorm/layer_naive_bf16.json.gz",
            "rmsnorm/layer_fused_bf16.json.gz",
            "rmsnorm/layer_compiled_bf16.json.gz",
        ],
    },
    Example {
        title: "example-neuron",
        text: "example-neuron-text",
        synthetic: true,
        files: &[
            "neuron_rmsnorm/rmsnorm_naive.json.gz",
            "neuron_rmsnorm/rmsnorm_rms_norm.json.gz",
            "neuron_rmsnorm/rmsnorm_compiled.json.gz",
            "neuron_rmsnorm/neff_pow.json.gz",
            "neuron_rmsnorm/neff_mean.json.gz",
            "neuron_rmsnorm/neff_add.json.gz",
            "neuron_rmsnorm/neff_rsqrt.json.gz",
            "neuron_rmsnorm/neff_mul.json.gz",
            "neuron_rmsnorm/neff_mul_weight.json.gz",
            "neuron_rmsnorm/neff_rms_norm.json.gz",
            "neuron_rmsnorm/neff_model_default_0.json.gz",
        ],
    },
    Example {
        title: "example-llama",
        text: "example-llama-text",
        synthetic: false,
        files: &["llama_train.json.gz"],
    },
    Example {
        title: "example-block",
        text: "example-block-text",
        synthetic: false,
        files: &["rmsnorm_block.json.gz"],
    },
];

/// Slices among which the one to show is looked for, the longest first.
const LOOKED_AT: u32 = 300;
/// A slice of the first example that has much to tell: what enclosed it, and
/// the forward op that it goes back to.
const TELLING: &str = "MmBackward0";

/// Selects a slice that has much to tell, so that a newcomer meets its details
/// at once. Nothing happens when the person was quicker.
pub fn select_something(state: AppState, open: &OpenTrace) {
    let (trace, bounds, view) = (open.id(), open.info.bounds, open.state.view);
    let area = Area { start: bounds.start, end: bounds.end.saturating_add(1), tracks: Vec::new() };
    let ask = Ask::SliceTable {
        trace,
        area,
        sort: SliceSort::Duration,
        falling: true,
        offset: 0,
        limit: LOOKED_AT,
    };
    spawn_local(async move {
        let Some(Answer::SliceTable(table)) = state.client.ask(ask).await else { return };
        let telling = table.rows.iter().find(|row| row.at.name == TELLING);
        if let Some(row) = telling
            && view.try_with_untracked(|view| view.selection.is_none()).unwrap_or(false)
        {
            state.apply(trace, Action::Select(Some(row.at.item)));
        }
    });
}

impl Example {
    pub fn files(&self) -> Vec<Named> {
        self.files.iter().filter_map(|file| named(file)).collect()
    }

    pub fn icon(&self) -> &'static str {
        if self.files.len() > 1 { "paths" } else { "columns" }
    }
}

/// What to open when nothing else is asked for.
pub fn first() -> Vec<Named> {
    EXAMPLES.first().map(Example::files).unwrap_or_default()
}

fn named(file: &str) -> Option<Named> {
    let url = address::absolute(&format!("traces/{file}"))?;
    let name = file.rsplit('/').next().unwrap_or(file);
    Some(Named { name: name.to_owned(), source: Source::Url(url) })
}
