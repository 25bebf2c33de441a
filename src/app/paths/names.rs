//! The names of the baseline and one other path, side by side: what is new,
//! gone, or takes another time.

use super::export::base_name;
use super::name_figure::name_figure;
use super::name_table::{COLUMNS, DELTA, cells, csv, order};
use super::picker::{Choice, picker};
use super::section::section;
use super::shown::Shown;
use crate::app::csv::csv_button;
use crate::app::drawer::table::{Rows, Sort, Table, table};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask};
use crate::lowering::by_name::{NameKind, NameRow, Over, PathNames};
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// The comparison is drawn before names are counted: that takes as long again.
const AFTER_DRAWING: Duration = Duration::from_millis(150);

#[derive(Clone, PartialEq)]
enum Found {
    Waiting,
    Names(Arc<PathNames>),
    /// Traces were closed meanwhile.
    Gone,
}

/// `None` where there is no other path.
pub fn names(shown: &Shown) -> Option<AnyView> {
    let winner = shown.all.verdict.winner.map(|path| path as usize);
    let other = winner
        .filter(|path| !shown.is_base(*path))
        .or_else(|| (0..shown.all.paths.len()).find(|path| !shown.is_base(*path)))?;
    let other = RwSignal::new(other);
    let over = RwSignal::new(Over::Counted);
    let found = found(shown, other, over);
    let sort = RwSignal::new(Sort { column: DELTA, falling: true });
    let names = move || match found.get() {
        Found::Names(names) => names,
        _ => Arc::default(),
    };
    // The rows in the order shown, as indices.
    let sorted = Memo::new(move |_| order(&names().rows, sort.get()));
    let rows = Signal::derive(move || {
        let (names, sorted) = (names(), sorted.get());
        let cell =
            move |i: usize| sorted.get(i).and_then(|at| names.rows.get(*at)).map(cells).unwrap_or_default();
        Rows { len: names_len(found), cells: Arc::new(cell) }
    });
    let chosen = RwSignal::new(None::<(NameKind, String)>);
    let on_row = move |i: usize| {
        let row = untrack(|| {
            let at = sorted.with(|sorted| sorted.get(i).copied())?;
            names().rows.get(at).map(|row| (row.kind, row.name.clone()))
        });
        chosen.set(row);
    };
    let row = Memo::new(move |_| -> Option<NameRow> {
        let names = names();
        let wanted = chosen.get();
        let is_wanted = |row: &&NameRow| wanted.as_ref().is_some_and(|w| w.0 == row.kind && w.1 == row.name);
        names.rows.iter().find(is_wanted).or(names.rows.first()).cloned()
    });
    let body = view! {
        <div class="names">
            <p class="dim" role="status">{move || summary(&found.get())}</p>
            <div class="halves">
                {table(Table {
                    label: t("names-title"),
                    columns: COLUMNS,
                    rows,
                    sort: sort.into(),
                    on_sort: Arc::new(move |to| sort.set(to)),
                    on_row: Arc::new(on_row),
                })}
                {name_figure(shown, row, other)}
            </div>
        </div>
    };
    let tools = tools(shown, other, over, move || {
        untrack(|| (names_len(found) > 0).then(|| (names(), sorted.get())))
    });
    Some(section("names", "names-title", "names-what", tools, body))
}

fn names_len(found: RwSignal<Found>) -> usize {
    found.with(|found| match found {
        Found::Names(names) => names.rows.len(),
        _ => 0,
    })
}

/// Asks again when another path, or other instances, are wanted.
fn found(shown: &Shown, other: RwSignal<usize>, over: RwSignal<Over>) -> RwSignal<Found> {
    let found = RwSignal::new(Found::Waiting);
    let client = shown.state.client;
    let mut request = shown.open.request.get_untracked();
    request.baseline = shown.base() as u32;
    Effect::new(move |_| {
        let (path, instances) = (other.get(), over.get());
        let ask = Ask::PathNames { request: request.clone(), other: path as u32, over: instances };
        found.set(Found::Waiting);
        let run = move || {
            spawn_local(async move {
                let answer = client.ask(ask).await;
                // Something else may be asked by then, or all of this be gone.
                let is_wanted =
                    other.try_get_untracked() == Some(path) && over.try_get_untracked() == Some(instances);
                if is_wanted {
                    let _ = found.try_set(match answer {
                        Some(Answer::PathNames(Ok(names))) => Found::Names(Arc::from(names)),
                        _ => Found::Gone,
                    });
                }
            });
        };
        set_timeout(run, AFTER_DRAWING);
    });
    found
}

fn summary(found: &Found) -> String {
    let names = match found {
        Found::Waiting => return t("names-waiting"),
        Found::Gone => return t("problem-gone"),
        Found::Names(names) => names,
    };
    let mut text = tv(
        "names-summary",
        &[
            ("names", names.rows.len().into()),
            ("base", names.base_instances.into()),
            ("other", names.other_instances.into()),
        ],
    );
    if names.left_out > 0 {
        text.push(' ');
        text.push_str(&tv("names-left-out", &[("count", names.left_out.into())]));
    }
    text
}

fn tools(
    shown: &Shown,
    other: RwSignal<usize>,
    over: RwSignal<Over>,
    rows: impl Fn() -> Option<(Arc<PathNames>, Vec<usize>)> + 'static,
) -> AnyView {
    let (all, of, state) = (shown.all.clone(), shown.clone(), shown.state);
    let label = move |shown: &Shown, path: usize| {
        let name = shown.all.paths.get(path).map(|path| path.name.clone()).unwrap_or_default();
        format!("{} {name}", shown.letter(path))
    };
    let face = move || tv("names-against", &[("path", label(&of, other.get()).into())]);
    let of = shown.clone();
    let choices = move || {
        (0..of.all.paths.len())
            .filter(|path| !of.is_base(*path))
            .map(|path| {
                let chosen = other.get_untracked() == path;
                Choice::new(label(&of, path), move || other.set(path)).chosen(chosen)
            })
            .collect()
    };
    let file = base_name(&all, "names");
    let as_csv = move || {
        let (names, sorted) = rows()?;
        let name = |path: usize| all.paths.get(path).map_or("", |path| path.name.as_str());
        Some(csv(&names.rows, &sorted, name(all.baseline as usize), name(other.get_untracked())))
    };
    let is_all = move || over.get() == Over::All;
    view! {
        {picker(t("names-choose"), "", view! { <span class="clip">{face}</span> }, choices)}
        <button
            class="btn bare small"
            aria-pressed=move || is_all().to_string()
            title=t("names-all-text")
            on:click=move |_| over.set(if untrack(is_all) { Over::Counted } else { Over::All })
        >
            {t("names-all")}
        </button>
        {csv_button(state, file, as_csv)}
    }
    .into_any()
}
