//! What limits the profile: FLOPs a second against FLOPs for each byte.

use super::fact;
use crate::app::paint::{Surface, colour, surface};
use crate::app::state::AppState;
use crate::app::words::{t, tv};
use crate::neuron::analysis::figure::{Figure, Unit};
use crate::neuron::analysis::key_figures::Figures;
use crate::text::{format, neuron as words};
use leptos::html;
use leptos::prelude::*;

/// Where a profile lies under its roof.
#[derive(Clone, Copy)]
struct Place {
    intensity: f64,
    ridge: f64,
    rate: f64,
    peak: f64,
}

impl Place {
    fn of(figures: &Figures) -> Option<Self> {
        Some(Self {
            intensity: figures.intensity.known().filter(|value| *value > 0.0)?,
            ridge: figures.ridge.known()?,
            rate: figures.useful_rate.known().filter(|value| *value > 0.0)?,
            peak: figures.peak_flops.known()?,
        })
    }

    /// What is possible at an intensity.
    fn roof(&self, intensity: f64) -> f64 {
        self.peak * (intensity / self.ridge).min(1.0)
    }
}

pub fn roofline(state: AppState, figures: &Figures) -> AnyView {
    let body = match Place::of(figures) {
        Some(place) => picture(state, place, figures.core_ridge.known()),
        None => unknown(figures),
    };
    view! {
        <section class="ncard">
            <h3>{t("neuron-roofline")}</h3>
            {body}
        </section>
    }
    .into_any()
}

fn unknown(figures: &Figures) -> AnyView {
    let asked = [figures.intensity, figures.ridge, figures.useful_rate, figures.peak_flops];
    let why = asked.iter().find_map(|figure| match figure {
        Figure::Unknown(why) => Some(*why),
        Figure::Known(_) => None,
    });
    let why = t(words::why_id(why.unwrap_or(crate::neuron::analysis::figure::Why::NothingThere)));
    view! { <p class="dim">{tv("neuron-roofline-unknown", &[("why", why.into())])}</p> }.into_any()
}

fn picture(state: AppState, place: Place, core_ridge: Option<f64>) -> AnyView {
    let canvas = NodeRef::<html::Canvas>::new();
    Effect::new(move |_| {
        state.dark.track();
        if let Some(canvas) = canvas.get()
            && let Some(surface) = surface(&canvas)
        {
            draw(&surface, place);
        }
    });
    let roof = place.roof(place.intensity);
    let rate = |value: f64| words::flops_per_second(value);
    let side =
        if place.intensity < place.ridge { "neuron-roofline-memory" } else { "neuron-roofline-compute" };
    let ratio = |value: f64| format::number((value * 10.0).round() / 10.0);
    let label = tv(
        "neuron-roofline-label",
        &[
            ("rate", rate(place.rate).into()),
            ("intensity", ratio(place.intensity).into()),
            ("roof", rate(roof).into()),
        ],
    );
    let reached = tv(
        "neuron-roofline-reached",
        &[
            ("rate", rate(place.rate).into()),
            ("roof", rate(roof).into()),
            ("share", format::percent(place.rate / roof * 100.0).into()),
        ],
    );
    let text = tv(
        "neuron-roofline-text",
        &[("intensity", ratio(place.intensity).into()), ("ridge", ratio(place.ridge).into())],
    );
    // Files tell the ratio of one core, and the peak here is of all.
    let of_one = core_ridge.filter(|core| (core - place.ridge).abs() > place.ridge * 1e-6).map(|core| {
        let text = tv("neuron-roofline-core", &[("ridge", ratio(core).into())]);
        view! { <p class="dim">{text}</p> }
    });
    view! {
        <canvas class="roof" role="img" aria-label=label node_ref=canvas></canvas>
        <p>{t(side)}</p>
        <p class="dim">{reached}</p>
        <p class="dim">{text}</p>
        {of_one}
    }
    .into_any()
}

/// Both axes are logarithmic.
fn draw(surface: &Surface, place: Place) {
    let (g, width, height) = (&surface.context, surface.width, surface.height);
    let low = place.intensity.min(place.ridge) / 8.0;
    let high = place.intensity.max(place.ridge) * 8.0;
    let bottom = place.rate.min(place.roof(low)) / 2.0;
    let (pad, foot) = (1.0, 16.0);
    let part = |value: f64, from: f64, to: f64| (value / from).ln() / (to / from).ln();
    let x = |intensity: f64| pad + part(intensity, low, high) * (width - 2.0 * pad);
    let y = |rate: f64| height - foot - part(rate, bottom, place.peak * 1.6) * (height - foot);
    g.set_stroke_style_str(&colour("--line"));
    g.set_line_width(1.0);
    let line = |from: (f64, f64), to: (f64, f64)| {
        g.begin_path();
        g.move_to(from.0, from.1);
        g.line_to(to.0, to.1);
        g.stroke();
    };
    line((0.0, height - foot + 0.5), (width, height - foot + 0.5));
    line((x(place.ridge), y(place.peak)), (x(place.ridge), height - foot));
    // From the point up to what is possible.
    let roof = place.roof(place.intensity);
    g.set_stroke_style_str(&colour("--wait"));
    line((x(place.intensity), y(place.rate)), (x(place.intensity), y(roof)));
    g.set_stroke_style_str(&colour("--fg-2"));
    g.set_line_width(1.5);
    line((x(low), y(place.roof(low))), (x(place.ridge), y(place.peak)));
    line((x(place.ridge), y(place.peak)), (x(high), y(place.peak)));
    g.set_fill_style_str(&colour("--accent"));
    g.begin_path();
    // Fails only for a negative radius.
    let _ = g.arc(x(place.intensity), y(place.rate), 4.0, 0.0, std::f64::consts::TAU);
    g.fill();
    g.set_font("11px sans-serif");
    g.set_fill_style_str(&colour("--fg-3"));
    let text = |text: &str, at: f64, base: f64| {
        let half = g.measure_text(text).map_or(0.0, |size| size.width() / 2.0);
        let _ = g.fill_text(text, (at - half).clamp(0.0, (width - 2.0 * half).max(0.0)), base);
    };
    let at_ridge = words::number((place.ridge * 10.0).round() / 10.0, Unit::FlopsPerByte);
    text(&at_ridge, x(place.ridge), height - 3.0);
    text(&words::flops_per_second(place.peak), x(high), y(place.peak) - 5.0);
}

/// MFU, HFU and MBU with what they mean.
pub fn utilisation(figures: &Figures) -> AnyView {
    view! {
        {fact::fact("neuron-mfu", "neuron-mfu-text", figures.mfu, Unit::Share)}
        {fact::fact("neuron-hfu", "neuron-hfu-text", figures.hfu, Unit::Share)}
        {fact::fact("neuron-mbu", "neuron-mbu-text", figures.mbu, Unit::Share)}
    }
    .into_any()
}
