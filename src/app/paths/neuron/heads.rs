//! What the head of a device profile's column says beside name and time.

use crate::app::paths::say::{self, ratio};
use crate::app::words::{t, tv};
use crate::lowering::comparison::{Comparison, PathView};
use crate::lowering::neuron::NeuronPart;
use crate::lowering::profile::Figure;
use crate::text::format;
use leptos::prelude::*;

/// What the time is: of one run, or the median of several.
pub fn time_text(all: &Comparison, view: &PathView) -> String {
    let measure = say::measure_of(all);
    match view.instance_count {
        0 | 1 => tv("heads-one-run", &[("measure", measure.into())]),
        count => tv("heads-runs", &[("measure", measure.into()), ("count", count.into())]),
    }
}

/// In place of a distribution.
pub fn one_run() -> AnyView {
    let how = t("neuron-paths-add-runs-text");
    let spoken = format!("{}: {how}", t("neuron-paths-add-runs"));
    view! {
        <div class="onerun" title=how>
            {t("neuron-paths-one-run")}
            <br/>
            <span tabindex="0" aria-label=spoken>{t("neuron-paths-add-runs")}</span>
        </div>
    }
    .into_any()
}

pub fn chips(view: &PathView, part: &NeuronPart) -> AnyView {
    let (bound, why) = say::bound_of(view);
    let instructions = (part.instructions > 0).then(|| {
        view! { <span class="chip">{tv("chip-instructions", &[("count", part.instructions.into())])}</span> }
    });
    let packets = (part.packets > 0)
        .then(|| view! { <span class="chip">{tv("chip-packets", &[("count", part.packets.into())])}</span> });
    let bytes = match (bytes_of(view), times_the_minimum(view)) {
        (Some(moved), Some(times)) => {
            Some(tv("chip-bytes-times", &[("bytes", moved.into()), ("ratio", ratio(times).into())]))
        }
        (Some(moved), None) => Some(tv("chip-bytes", &[("bytes", moved.into())])),
        (None, _) => None,
    };
    let recordings = (view.traces.len() > 1)
        .then(|| view! { <span class="chip">{tv("chip-recordings", &[("count", view.traces.len().into())])}</span> });
    view! {
        <span class="chip solid bound" title=why>{bound}</span>
        {instructions}
        {packets}
        {bytes.map(|bytes| view! { <span class="chip">{bytes}</span> })}
        {recordings}
    }
    .into_any()
}

fn figure(view: &PathView, wanted: crate::lowering::comparison::Metric) -> Option<f64> {
    match view.metrics.iter().find(|(metric, _)| *metric == wanted)?.1 {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    }
}

fn bytes_of(view: &PathView) -> Option<String> {
    let moved = figure(view, crate::lowering::comparison::Metric::BytesMoved)?;
    Some(format::bytes(moved.max(0.0) as u64))
}

fn times_the_minimum(view: &PathView) -> Option<f64> {
    figure(view, crate::lowering::comparison::Metric::Amplification)
}
