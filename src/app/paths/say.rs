//! Small texts of the paths view: measures, reasons, names.

use crate::app::words::{t, tv};
use crate::lowering::comparison::{Bound, Comparison, Fate, Measure};
use crate::lowering::profile::{Evidence, Reason, RegionKey, RegionKind, Tensor};
use crate::text::format;
pub use crate::timeline::label::without_namespace as bare;
use crate::trace::TimeUnit;
use leptos::prelude::*;

/// A duration in nanoseconds: `150.5 µs`.
pub fn time(ns: f64) -> String {
    format::ticks_mean(ns, TimeUnit::Nanos)
}

/// How many times: `10.3`, `1.04`.
pub fn ratio(value: f64) -> String {
    match value {
        v if !v.is_finite() => "–".to_owned(),
        v if v >= 100.0 => format!("{v:.0}"),
        v if v >= 2.0 => format!("{v:.1}"),
        v => format!("{v:.2}"),
    }
}

/// `A, B and C`.
pub fn letters(paths: &[u32], letters: &[String]) -> String {
    let named: Vec<&str> =
        paths.iter().filter_map(|path| letters.get(*path as usize)).map(String::as_str).collect();
    match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => {
            tv("paths-list-and", &[("first", rest.join(", ").into()), ("last", (*last).into())])
        }
        Some((last, _)) => (*last).to_owned(),
        None => String::new(),
    }
}

pub fn letter(path: u32, letters: &[String]) -> String {
    letters.get(path as usize).cloned().unwrap_or_default()
}

pub fn path_name(comparison: &Comparison, path: u32) -> String {
    comparison.paths.get(path as usize).map(|path| path.name.clone()).unwrap_or_default()
}

/// Why a figure is not known, and how to record it.
pub fn reason(reason: Reason) -> String {
    t(match reason {
        Reason::NoShapes => "reason-no-shapes",
        Reason::NoDevice => "reason-no-device",
        Reason::NoLaunches => "reason-no-launches",
        Reason::SomeWithoutShapes => "reason-some-without-shapes",
        Reason::OneInstance => "reason-one-instance",
        Reason::NoPeak => "reason-no-peak",
        Reason::NoStacks => "reason-no-stacks",
    })
}

pub fn measure(measure: Measure) -> String {
    t(match measure {
        Measure::HostSpan => "measure-host-span",
        Measure::DeviceSpan => "measure-device-span",
        Measure::DeviceBusy => "measure-device-busy",
    })
}

/// `host` or `device`, for messages that choose by it.
pub fn side(measure: Measure) -> &'static str {
    if measure == Measure::HostSpan { "host" } else { "device" }
}

pub fn evidence(evidence: Evidence) -> String {
    t(match evidence {
        Evidence::Correlation => "paths-evidence-correlation",
        Evidence::ExternalId => "paths-evidence-external-id",
        Evidence::Flow => "paths-evidence-flow",
        Evidence::Containment => "paths-evidence-containment",
        Evidence::Name => "paths-evidence-name",
        Evidence::SideFile => "paths-evidence-side-file",
        Evidence::InputDims => "paths-evidence-input-dims",
        Evidence::Timestamps => "paths-evidence-timestamps",
    })
}

/// A chip with bars for how strongly the file ties two things.
pub fn evidence_chip(kind: Evidence) -> AnyView {
    let strength = kind.strength();
    let title = tv("paths-evidence-strength", &[("strength", strength.into())]);
    view! { <span class="ev" style=format!("--n:{strength}") title=title>{evidence(kind)}</span> }.into_any()
}

pub fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Kept => "fate-kept",
        Fate::Fused => "fate-fused",
        Fate::Replaced => "fate-replaced",
        Fate::Eliminated => "fate-eliminated",
        Fate::HostOnly => "fate-host-only",
        Fate::Unknown => "fate-unknown",
    }
}

/// The bound in words, and why that is said.
pub fn bound(bound: Bound) -> (String, String) {
    let id = match bound {
        Bound::Host => "bound-host",
        Bound::Traffic => "bound-traffic",
        Bound::Latency => "bound-latency",
        Bound::Compute => "bound-compute",
        Bound::Sync => "bound-sync",
        Bound::Work => "bound-work",
        Bound::Dispatch => "bound-dispatch",
        Bound::Unknown(why) => return (t("bound-unknown"), reason(why)),
    };
    (t(id), t(&format!("{id}-text")))
}

pub fn region_kind(kind: RegionKind) -> String {
    t(match kind {
        RegionKind::Annotation => "region-annotation",
        RegionKind::Module => "region-module",
        RegionKind::Compiled => "region-compiled",
        RegionKind::Op => "region-op",
        RegionKind::Frame => "region-frame",
    })
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
