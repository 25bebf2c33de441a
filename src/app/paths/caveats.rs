//! What to read with care.

use super::say::{letter, letters, time};
use super::shown::Shown;
use crate::app::icon::icon;
use crate::app::words::{t, tv};
use crate::lowering::comparison::Caveat;
use leptos::prelude::*;

pub fn caveats(shown: &Shown) -> AnyView {
    let all = &shown.all.verdict.caveats;
    if all.is_empty() {
        return view! {
            <div class="caveats">
                <p class="label">{t("caveats-title")}</p>
                <p class="dim">{t("caveats-none")}</p>
            </div>
        }
        .into_any();
    }
    let rows = all
        .iter()
        .map(|caveat| {
            let name = if is_note(caveat) { "info" } else { "warn" };
            view! { <li>{icon(name)}<span>{text(caveat, &shown.letters)}</span></li> }
        })
        .collect_view();
    view! {
        <div class="caveats">
            <p class="label">{t("caveats-title")}</p>
            <ul>{rows}</ul>
        </div>
    }
    .into_any()
}

/// Says what was done, and warns of nothing.
fn is_note(caveat: &Caveat) -> bool {
    matches!(
        caveat,
        Caveat::WarmUpLeftOut { .. }
            | Caveat::OtherGroupsLeftOut { .. }
            | Caveat::CutLeftOut { .. }
            | Caveat::GraphReplay { .. }
            | Caveat::FasterWithMoreKernels { .. }
    )
}

pub fn text(caveat: &Caveat, names: &[String]) -> String {
    let many = |id: &str, paths: &[u32]| {
        tv(id, &[("paths", letters(paths, names).into()), ("count", paths.len().into())])
    };
    let left_out = |id: &str, path: u32, count: u32| {
        tv(id, &[("path", letter(path, names).into()), ("count", count.into())])
    };
    match caveat {
        Caveat::StacksOn { paths } => many("caveat-stacks", paths),
        Caveat::MemoryOn { paths } => many("caveat-memory", paths),
        Caveat::ShapesDiffer { path } => many("caveat-shapes-differ", &[*path]),
        Caveat::ShapesUnknown { paths } => many("caveat-shapes-unknown", paths),
        Caveat::OneInstance { paths } => many("caveat-one-instance", paths),
        Caveat::FewInstances { paths } => many("caveat-few-instances", paths),
        Caveat::OneRecording => t("caveat-one-recording"),
        Caveat::HostTimes => t("caveat-host-times"),
        Caveat::SmallRatio => t("caveat-small-ratio"),
        Caveat::OtherDevice { paths } => many("caveat-other-device", paths),
        Caveat::DeviceUnknown => t("caveat-device-unknown"),
        Caveat::GraphReplay { paths } => many("caveat-graph-replay", paths),
        Caveat::WarmUpLeftOut { path, count, longest_ns } => tv(
            "caveat-warm-up",
            &[
                ("path", letter(*path, names).into()),
                ("count", (*count).into()),
                ("time", time(*longest_ns as f64).into()),
            ],
        ),
        Caveat::OtherGroupsLeftOut { path, count } => left_out("caveat-other-groups", *path, *count),
        Caveat::CutLeftOut { path, count } => left_out("caveat-cut", *path, *count),
        Caveat::Orphans { path, count, total_ns } => tv(
            "caveat-orphans",
            &[
                ("path", letter(*path, names).into()),
                ("count", (*count).into()),
                ("time", time(*total_ns as f64).into()),
            ],
        ),
        Caveat::HostBoundAlone { path, host_ns, device_ns } => tv(
            "caveat-host-bound",
            &[
                ("path", letter(*path, names).into()),
                ("host", time(*host_ns as f64).into()),
                ("device", time(*device_ns as f64).into()),
            ],
        ),
        Caveat::FasterWithMoreKernels { path } => many("caveat-more-kernels", &[*path]),
        Caveat::DeviceAndNoDevice => t("caveat-device-and-none"),
    }
}
