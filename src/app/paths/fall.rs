//! The waterfall: from the baseline's time to each path's, in steps that add
//! up as they are printed.

use super::export::base_name;
use super::section::{section, twin};
use super::shown::Shown;
use crate::app::csv::csv_button;
use crate::app::icon::measure;
use crate::app::words::{t, tv};
use crate::export::csv;
use crate::lowering::comparison::{Comparison, Explanation, Term};
use crate::lowering::profile::Figure;
use crate::text::comparison::term_id;
use crate::text::format;
use crate::timeline::paths::fall::{Fall, terms};
use leptos::prelude::*;

pub fn fall(shown: &Shown) -> Option<AnyView> {
    let explanations = &shown.all.explanations;
    if explanations.is_empty() {
        return None;
    }
    let table = RwSignal::new(false);
    let all = shown.all.clone();
    let legend = (!shown.is_refused()).then(|| {
        view! {
            <span class="legend">
                <span><i class="sw f"></i>{t("legend-saves")}</span>
                <span><i class="sw hatch-slower"></i>{t("legend-costs")}</span>
            </span>
        }
    });
    let tools = view! {
        {legend}
        {csv_button(shown.state, base_name(&shown.all, "explanation"), move || Some(csv_of(&all)))}
        {twin(table)}
    };
    let shown = shown.clone();
    let body = move || if table.get() { as_table(&shown) } else { as_bars(&shown) };
    Some(section("explanation", "fall-title", "fall-what", tools, body))
}

fn as_bars(shown: &Shown) -> AnyView {
    let terms = terms(&shown.all.explanations);
    let rows = format!("--rows:{}", terms.len() + 2);
    let base_label = tv("fall-base", &[("path", shown.letter(shown.base()).into())]);
    let columns = (0..shown.all.paths.len())
        .map(|path| match shown.all.explanations.iter().find(|e| e.path as usize == path) {
            Some(explanation) => steps(shown, explanation, &terms),
            None => words(shown, &terms),
        })
        .collect_view();
    view! {
        <section class="cols fall" style=rows>
            <div class="gut">
                <div>{base_label}</div>
                {terms.iter().map(|term| view! { <div>{t(term_id(*term))}</div> }).collect_view()}
                <div>{t("fall-this")}</div>
            </div>
            {columns}
        </section>
    }
    .into_any()
}

/// What the terms mean, in the baseline's own column.
fn words(shown: &Shown, terms: &[Term]) -> AnyView {
    let rate = shown.all.explanations.iter().find_map(|e| match e.reference_bytes_per_s {
        Figure::Known(rate) => Some(format::bytes_per_second(rate)),
        Figure::Unknown(_) => None,
    });
    let texts = terms
        .iter()
        .map(|term| {
            let text = tv(
                &format!("{}-text", term_id(*term)),
                &[("rate", rate.clone().unwrap_or_else(|| "–".to_owned()).into())],
            );
            view! { <p title=text>{text.clone()}</p> }
        })
        .collect_view();
    view! { <div class="col explain"><p></p>{texts}<p></p></div> }.into_any()
}

fn steps(shown: &Shown, explanation: &Explanation, terms: &[Term]) -> AnyView {
    let fall = Fall::new(explanation);
    // One scale for all paths: their columns lie side by side.
    let most =
        shown.all.explanations.iter().map(|other| Fall::new(other).most_ns()).max().unwrap_or(1).max(1);
    let share = fall.most_ns() as f64 / most as f64;
    // Quanta of this path to percent of the common scale.
    let percent = |quanta: i64| quanta.max(0) as f64 / fall.most as f64 * share * 100.0;
    let rows = terms
        .iter()
        .map(|term| match fall.steps.iter().find(|step| step.term == *term) {
            None => view! { <div class="bars"><span class="dim" style="left:0">"–"</span></div> }.into_any(),
            Some(step) => {
                let (left, wide) = (percent(step.from.min(step.to)), percent((step.to - step.from).abs()));
                let (less, same) = (step.to < step.from, step.to == step.from);
                let text = fall.text(step.to - step.from, true);
                let bar = match (shown.is_refused(), less) {
                    (true, _) => "tot",
                    (false, true) => "less",
                    (false, false) => "more",
                };
                let inside = wide > 30.0;
                let at = if inside { left } else { left + wide };
                let class = match (inside, less) {
                    _ if same => "dim",
                    // Neither better nor worse.
                    _ if shown.is_refused() => "",
                    (true, _) => "in",
                    (false, true) => "faster",
                    (false, false) => "slower",
                };
                // A long bar at the end leaves no room behind it.
                let style = if !inside && at > 72.0 {
                    format!("right:calc({:.2}% + 8px)", 100.0 - left)
                } else {
                    format!("left:calc({at:.2}% + 8px)")
                };
                let link = format!("left:calc({:.2}% - {}px)", percent(step.to), i32::from(!less));
                view! {
                    <div class="bars">
                        {(!same).then(|| view! {
                            <i class=bar style=format!("left:{left:.2}%;width:{wide:.2}%")></i>
                        })}
                        <span class=class style=style>{measure(text)}</span>
                        <u style=link></u>
                    </div>
                }
                .into_any()
            }
        })
        .collect_view();
    let base = percent(fall.baseline);
    let end = percent(fall.end);
    let inside = end > 72.0;
    let end_style = if inside { "left:8px".to_owned() } else { format!("left:calc({end:.2}% + 8px)") };
    view! {
        <div class="col">
            <div class="bars">
                <i class="tot" style=format!("left:0;width:{base:.2}%")></i>
                <span style="left:8px">{measure(fall.text(fall.baseline, false))}</span>
                <u style=format!("left:calc({base:.2}% - 1px)")></u>
            </div>
            {rows}
            <div class="bars">
                <i class="end" style=format!("left:0;width:{end:.2}%")></i>
                <span class:on-end=inside style=end_style>{measure(fall.text(fall.end, false))}</span>
            </div>
        </div>
    }
    .into_any()
}

/// The steps as they are, in nanoseconds.
fn csv_of(all: &Comparison) -> String {
    let name = |path: u32| all.paths.get(path as usize).map_or("", |path| path.name.as_str());
    let explanations = &all.explanations;
    let head = ["term (ns)"].into_iter().chain(explanations.iter().map(|own| name(own.path)));
    let row = |term: String, value: &dyn Fn(&Explanation) -> Option<i64>| {
        let cells = explanations.iter().map(|own| value(own).map_or_else(String::new, |ns| ns.to_string()));
        [term].into_iter().chain(cells).collect::<Vec<_>>()
    };
    let mut rows = vec![row(name(all.baseline).to_owned(), &|own| Some(own.baseline_ns))];
    for term in terms(explanations) {
        rows.push(row(t(term_id(term)), &|own| {
            own.terms.iter().find(|(known, _)| *known == term).map(|(_, ns)| *ns)
        }));
    }
    rows.push(row(t("fall-this"), &|own| Some(own.baseline_ns + own.delta_ns)));
    csv::table(head, rows)
}

fn as_table(shown: &Shown) -> AnyView {
    let terms = terms(&shown.all.explanations);
    let heads = shown
        .all
        .explanations
        .iter()
        .map(|e| view! { <th scope="col" class="end">{shown.letter(e.path as usize)}</th> })
        .collect_view();
    let line = |name: String, cell: &dyn Fn(&Fall) -> String| {
        let cells = shown
            .all
            .explanations
            .iter()
            .map(|e| view! { <td class="end num">{measure(cell(&Fall::new(e)))}</td> })
            .collect_view();
        view! { <tr><th scope="row">{name}</th>{cells}</tr> }.into_any()
    };
    let mut rows = vec![line(tv("fall-base", &[("path", shown.letter(shown.base()).into())]), &|fall| {
        fall.text(fall.baseline, false)
    })];
    for term in terms {
        rows.push(line(t(term_id(term)), &|fall| {
            let step = fall.steps.iter().find(|step| step.term == term);
            step.map_or_else(|| "–".to_owned(), |step| fall.text(step.to - step.from, true))
        }));
    }
    rows.push(line(t("fall-this"), &|fall| fall.text(fall.end, false)));
    view! {
        <div class="twin">
            <table class="tbl" aria-label=t("fall-title")>
                <thead><tr><th scope="col"></th>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
