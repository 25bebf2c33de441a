//! Small texts of the paths view: measures, reasons, names.

use crate::app::words::{t, tv};
use crate::lowering::comparison::{Bound, Comparison, Measure, PathView};
use crate::lowering::profile::{Evidence, Reason, RegionKey, RegionKind, Tensor};
use crate::text::comparison::measure_id;
pub use crate::text::comparison::{fate_id as fate, ratio, time};
use crate::text::{comparison, neff};
pub use crate::timeline::label::without_namespace as bare;
use leptos::prelude::*;

/// Why a figure is not known, and how to record it.
pub fn reason(reason: Reason) -> String {
    t(comparison::reason_id(reason))
}

pub fn measure(measure: Measure) -> String {
    t(measure_id(false, measure))
}

/// What this comparison is judged by, in the words of its traces.
pub fn measure_of(all: &Comparison) -> String {
    t(measure_id(all.is_neuron(), all.judged_by))
}

/// The measure of device profiles: they have no host.
pub fn neuron_measure(measure: Measure) -> String {
    t(measure_id(true, measure))
}

pub fn evidence(evidence: Evidence) -> String {
    t(neff::evidence_id(evidence))
}

/// A chip with bars for how strongly the file ties two things.
pub fn evidence_chip(kind: Evidence) -> AnyView {
    let strength = kind.strength();
    let title = tv("paths-evidence-strength", &[("strength", strength.into())]);
    view! { <span class="ev" style=format!("--n:{strength}") title=title>{evidence(kind)}</span> }.into_any()
}

/// The bound in words, and why that is said.
pub fn bound(bound: Bound) -> (String, String) {
    match (comparison::bound_id(bound), bound) {
        (Some(id), _) => (t(id), t(&format!("{id}-text"))),
        (None, Bound::Unknown(why)) => (t("bound-unknown"), reason(why)),
        (None, _) => (t("bound-unknown"), String::new()),
    }
}

/// The bound of a path in words, and why that is said.
pub fn bound_of(view: &PathView) -> (String, String) {
    let (name, why) = bound(view.bound);
    let on_neuron = view.neuron.is_some() || view.neffs.as_ref().is_some_and(|part| part.totals.is_some());
    match (on_neuron.then_some(()), view.bound) {
        (Some(_), Bound::Traffic) => (name, t("bound-neuron-traffic-text")),
        (Some(_), Bound::Latency) => (name, t("bound-neuron-latency-text")),
        _ => (name, why),
    }
}

pub fn region_kind(kind: RegionKind) -> String {
    t(match kind {
        RegionKind::Annotation => "region-annotation",
        RegionKind::Module => "region-module",
        RegionKind::Compiled => "region-compiled",
        RegionKind::Op => "region-op",
        RegionKind::Frame => "region-frame",
        RegionKind::Neff => "region-neff",
        RegionKind::Layer => "region-layer",
    })
}

/// Kind of the region of a path; a file that broke off does not show it whole.
pub fn region_kind_of(view: &PathView) -> String {
    match &view.neuron {
        Some(part) if part.is_cut_off && !part.is_layer => t("region-neff-came"),
        _ => region_kind(view.region.kind),
    }
}

pub fn region(key: &RegionKey) -> String {
    key.name.clone()
}

/// `bf16 [16, 559, 1024]`.
pub fn tensor(tensor: &Tensor) -> String {
    let dims: Vec<String> = tensor.dims.iter().map(u64::to_string).collect();
    format!("{} [{}]", tensor.dtype, dims.join(", ")).trim_start().to_owned()
}

pub fn tensors(tensors: &[Tensor]) -> String {
    /// Tensors that are named; an optimizer's step has hundreds.
    const NAMED: usize = 4;
    let mut all: Vec<String> = tensors.iter().take(NAMED).map(tensor).collect();
    if tensors.len() > NAMED {
        all.push(format!("… {}", tensors.len()));
    }
    all.join(", ")
}
