//! A load on its way.

use super::icon::{icon, small_icon};
use super::paint::{colour, surface};
use super::state::{Load, LoadStatus, Tab, app_state};
use super::words::{t, tv};
use crate::engine::protocol::{Progress, Stage};
use crate::text::format;
use leptos::prelude::*;

/// What reading takes of the time, in percent; building takes the rest.
const READING_PERCENT: f64 = 85.0;

/// Share that is done, in percent, where the size is known.
pub fn percent_done(progress: &Progress) -> Option<f64> {
    if progress.stage == Stage::Building {
        return Some(READING_PERCENT + (100.0 - READING_PERCENT) * progress.built);
    }
    let total = progress.packed_total.filter(|total| *total > 0)?;
    Some((progress.packed_bytes as f64 / total as f64).min(1.0) * READING_PERCENT)
}

#[component]
pub fn Loading(load: Load) -> impl IntoView {
    let state = app_state();
    let status = load.status;
    let progress = move || match status.get() {
        LoadStatus::Reading(progress) => Some(progress),
        _ => None,
    };
    let file = Memo::new(move |_| status.with(|status| status.file().to_owned()));
    let percent = Memo::new(move |_| progress().as_ref().and_then(percent_done));
    let is_first =
        move || state.loads.with(|loads| loads.first().is_some_and(|first| first.load == load.load));
    let size = move || match progress().and_then(|p| p.packed_total) {
        Some(total) => tv("loading-size", &[("size", format::bytes(total).into())]),
        None => match progress() {
            Some(_) => t("loading-size-unknown"),
            None => t(if is_first() { "loading-starting" } else { "loading-waiting" }),
        },
    };
    let stage = Memo::new(move |_| progress().map(|p| p.stage));
    let whole = move || percent.get().map(|p| p.floor());
    view! {
        <div class="panel center">
            <div class="box loading" class:waiting=move || progress().is_none()>
                <div class="file">
                    {icon("file")}
                    <span class="grow">
                        <b class="clip" title=file>{file}</b>
                        <span class="dim">{size}</span>
                    </span>
                    <button class="btn small" on:click=move |_| state.close(Tab::Load(load.load))>
                        {small_icon("close")}
                        {t("loading-cancel")}
                    </button>
                </div>
                <div
                    class="bar"
                    class:busy=move || percent.get().is_none()
                    role="progressbar"
                    aria-label=move || tv("loading-label", &[("file", file.get().into())])
                    aria-valuemin="0"
                    aria-valuemax="100"
                    aria-valuenow=move || whole().map(|p| p.to_string())
                >
                    <i style:inline-size=move || format!("{}%", percent.get().unwrap_or(100.0))></i>
                </div>
                <div class="line">
                    <span>
                        <b>{move || whole().map(format::percent)}</b>
                        " "
                        <span class="dim">{move || progress().map(|p| read_so_far(&p))}</span>
                    </span>
                    <span class="dim">{move || progress().map(|p| rate_and_rest(&p))}</span>
                </div>
                <Peek status/>
                <dl class="kv">
                    <dt>{t("loading-events")}</dt>
                    <dd>{move || progress().map(|p| tv("loading-so-far", &[("count", p.events.into())]))}</dd>
                    <dt>{t("loading-tracks")}</dt>
                    <dd>{move || progress().map(|p| format::count(p.tracks.into()))}</dd>
                    {move || progress().and_then(|p| p.memory_bytes).map(|bytes| view! {
                        <dt>{t("loading-memory")}</dt>
                        <dd>{format::bytes(bytes)}</dd>
                    })}
                </dl>
                // Said once each, not at every step.
                <p class="sr" role="status">
                    {move || match stage.get() {
                        Some(Stage::Building) => t("loading-building"),
                        Some(Stage::Reading) => t("loading-reading"),
                        None => t("loading-waiting"),
                    }}
                </p>
            </div>
        </div>
    }
}

fn read_so_far(progress: &Progress) -> String {
    if progress.stage == Stage::Building {
        return t("loading-building");
    }
    let text = format::bytes(progress.text_bytes);
    // What is packed and what is plain grow together, so the whole can be told.
    match progress
        .packed_total
        .filter(|_| progress.packed_bytes > 0 && progress.text_bytes > progress.packed_bytes)
    {
        Some(total) => {
            let about = progress.text_bytes as f64 * total as f64 / progress.packed_bytes as f64;
            tv("loading-read-of", &[("read", text.into()), ("total", format::bytes(about as u64).into())])
        }
        None => tv("loading-read", &[("read", text.into())]),
    }
}

fn rate_and_rest(progress: &Progress) -> String {
    let secs = progress.elapsed_ms / 1000.0;
    if secs < 0.3 || progress.text_bytes == 0 || progress.stage == Stage::Building {
        return String::new();
    }
    let rate = format::bytes_per_second(progress.text_bytes as f64 / secs);
    match progress.packed_total.filter(|_| progress.packed_bytes > 0) {
        Some(total) => {
            let left =
                total.saturating_sub(progress.packed_bytes) as f64 * secs / progress.packed_bytes as f64;
            tv("loading-rate-left", &[("rate", rate.into()), ("left", time_left(left).into())])
        }
        None => rate,
    }
}

fn time_left(secs: f64) -> String {
    let secs = secs.ceil().min(1e6) as u64;
    match secs {
        0..100 => format!("{secs} s"),
        _ => format!("{} min", secs.div_ceil(60)),
    }
}

/// What is there so far: events by time.
#[component]
fn Peek(status: RwSignal<LoadStatus>) -> impl IntoView {
    let state = app_state();
    let canvas = NodeRef::<leptos::html::Canvas>::new();
    Effect::new(move |_| {
        state.dark.track();
        let Some(surface) = canvas.get().and_then(|canvas| surface(&canvas)) else { return };
        status.with(|status| {
            let LoadStatus::Reading(progress) = status else { return };
            let (g, width, height) = (&surface.context, surface.width, surface.height);
            g.set_fill_style_str(&colour("--sunken"));
            g.fill_rect(0.0, 0.0, width, height);
            // The picture grows with what was read.
            let done = percent_done(progress).unwrap_or(READING_PERCENT) / READING_PERCENT;
            let done = done.min(1.0) * width;
            g.set_fill_style_str(&colour("--fg-3"));
            g.set_global_alpha(0.6);
            let bin = done / progress.density.len().max(1) as f64;
            for (i, value) in progress.density.iter().enumerate() {
                let tall = f64::from(*value) / 255.0 * (height - 6.0);
                g.fill_rect(i as f64 * bin, height - 3.0 - tall, (bin - 1.0).max(1.0), tall);
            }
            g.set_global_alpha(1.0);
        });
    });
    view! { <canvas class="peek" aria-hidden="true" node_ref=canvas></canvas> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn the_rest_is_told_in_seconds_and_then_minutes() {
        assert_eq!([time_left(0.2), time_left(99.0), time_left(100.0)], ["1 s", "99 s", "2 min"]);
    }

    #[wasm_bindgen_test]
    fn percent_needs_a_size_while_reading_and_goes_on_while_building() {
        let mut progress = Progress { packed_bytes: 50, ..Progress::default() };
        assert_eq!(percent_done(&progress), None);
        progress.packed_total = Some(40);
        assert_eq!(percent_done(&progress), Some(85.0));
        (progress.stage, progress.built) = (Stage::Building, 0.5);
        assert_eq!(percent_done(&progress), Some(92.5));
    }
}
