//! How a slice came to be: the slices that enclose it, and, back along its
//! links, the launch with those that enclose that. Every step says what it
//! rests on.

use super::details::{goto, head};
use crate::app::state::{AppState, OpenTrace};
use crate::app::words::{t, tv};
use crate::engine::protocol::{Answer, Ask, Details, Item, LinkRow, Located, TraceId};
use crate::text::format;
use crate::trace::{LinkKind, TimeUnit};
use leptos::prelude::*;
use std::ops::Range;
use std::sync::Arc;
use wasm_bindgen_futures::spawn_local;

/// Links that are followed back.
const MOST_HOPS: usize = 4;
/// Enclosing slices next to the item that stay unfolded, without and with
/// links in the chain: together they fit the drawer's usual height.
const KEPT: usize = 6;
const KEPT_WITH_LINKS: usize = 3;

/// A step of the chain: a slice, and what ties it to the next one.
#[derive(Debug, Clone, PartialEq)]
struct Step {
    at: Located,
    /// Message id of what kind of thing it is.
    level: &'static str,
    tie: Tie,
    /// From its end to the start of the next one, along a link.
    delay: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tie {
    /// Encloses the next one.
    Encloses,
    Link(LinkKind),
    /// The slice itself.
    End,
}

pub fn chain(state: AppState, open: &OpenTrace, details: &Arc<Details>) -> AnyView {
    if matches!(details.at.item, Item::Counter { .. }) {
        return ().into_any();
    }
    // What is at hand shows at once; what lies behind links follows.
    let steps = RwSignal::new(enclosing(details, Tie::End, None));
    let (trace, first) = (open.id(), details.clone());
    if !first.links_in.is_empty() {
        spawn_local(async move {
            let all = follow_back(state, trace, &first).await;
            let _ = steps.try_set(all);
        });
    }
    let unfolded = RwSignal::new(false);
    let open = open.clone();
    let list = move || {
        let steps = steps.get();
        let unit = open.info.unit;
        let runs = if unfolded.get() { vec![Run::Shown(0..steps.len())] } else { runs(&steps) };
        runs.into_iter()
            .flat_map(|run| match run {
                Run::Folded(range) => vec![fold_row(range.len(), unfolded)],
                Run::Shown(range) => steps[range].iter().map(|step| row(state, &open, step, unit)).collect(),
            })
            .collect_view()
    };
    view! {
        {head(t("chain-title"), None, ())}
        <ol class="chain-list">{list}</ol>
    }
    .into_any()
}

/// The row of enclosing slices, outermost first, ending with the item.
fn enclosing(details: &Details, tie: Tie, delay: Option<i64>) -> Vec<Step> {
    let own = details.at.item;
    let around = details.parents.iter().filter(|at| at.item != own).map(|at| Step {
        at: at.clone(),
        level: level_of(&at.name),
        tie: Tie::Encloses,
        delay: None,
    });
    let name = details.at.name.as_str();
    let level = level_of_category(details.category.as_deref(), name).unwrap_or_else(|| level_of(name));
    around.chain([Step { at: details.at.clone(), level, tie, delay }]).collect()
}

async fn follow_back(state: AppState, trace: TraceId, first: &Details) -> Vec<Step> {
    let mut steps = enclosing(first, Tie::End, None);
    let mut seen = vec![first.at.item];
    let mut link = best(&first.links_in, &seen).cloned();
    for _ in 0..MOST_HOPS {
        let Some((link_row, at)) = link.take().and_then(|row| row.other.clone().map(|at| (row, at))) else {
            break;
        };
        seen.push(at.item);
        let Some(Answer::Details(details)) = state.client.ask(Ask::Details { trace, item: at.item }).await
        else {
            break;
        };
        let mut before = enclosing(&details, Tie::Link(link_row.kind), link_row.delay);
        before.append(&mut steps);
        steps = before;
        link = best(&details.links_in, &seen).cloned();
    }
    steps
}

/// The link to follow: the surest one that leads somewhere new.
fn best<'a>(links: &'a [LinkRow], seen: &[Item]) -> Option<&'a LinkRow> {
    links.iter().filter(|link| link.other.as_ref().is_some_and(|at| !seen.contains(&at.item))).min_by_key(
        |link| match link.kind {
            LinkKind::Flow => 0,
            LinkKind::Correlation => 1,
            LinkKind::ExternalId => 2,
            LinkKind::DmaTrigger => 3,
            LinkKind::Dependence(_) => 4,
        },
    )
}

/// A part of the chain.
#[derive(Debug, Clone, PartialEq)]
enum Run {
    Shown(Range<usize>),
    Folded(Range<usize>),
}

/// What of a long chain is shown at first: its outer end, the slices next to
/// the item, every link with the slice around it.
fn runs(steps: &[Step]) -> Vec<Run> {
    let is_link = |i: usize| steps.get(i).is_some_and(|step| matches!(step.tie, Tie::Link(_)));
    let kept = if (0..steps.len()).any(is_link) { KEPT_WITH_LINKS } else { KEPT };
    let near = steps.len().saturating_sub(kept + 1);
    let mut shown: Vec<bool> =
        (0..steps.len()).map(|i| i == 0 || i >= near || is_link(i) || is_link(i + 1)).collect();
    // A row that says "1 more" is no shorter than the one that it stands for.
    for i in 1..steps.len().saturating_sub(1) {
        shown[i] |= shown[i - 1] && shown[i + 1];
    }
    let mut runs = Vec::new();
    let mut from = 0;
    for to in 1..=shown.len() {
        if to == shown.len() || shown[to] != shown[from] {
            runs.push(if shown[from] { Run::Shown(from..to) } else { Run::Folded(from..to) });
            from = to;
        }
    }
    runs
}

fn fold_row(count: usize, unfolded: RwSignal<bool>) -> AnyView {
    view! {
        <li class="fold">
            <button class="link" on:click=move |_| unfolded.set(true)>
                {tv("chain-more", &[("count", count.into())])}
            </button>
        </li>
    }
    .into_any()
}

fn row(state: AppState, open: &OpenTrace, step: &Step, unit: TimeUnit) -> AnyView {
    let level = t(step.level);
    let duration = format::ticks(step.at.dur, unit);
    if step.tie == Tie::End {
        return view! {
            <li class="here" aria-current="true">
                <span class="lvl">{level}</span>
                <b class="clip" title=step.at.name.clone()>{t("chain-this")}</b>
                <span class="num">{duration}</span>
            </li>
        }
        .into_any();
    }
    let evidence = match step.tie {
        Tie::Link(kind) => link_evidence(kind),
        _ => evidence(3, "evidence-containment"),
    };
    let delay = step.delay.map(|delay| {
        view! { <span class="delay dim">{delay_text(delay, unit)}</span> }
    });
    view! {
        <li>
            <span class="lvl">{level}</span>
            {goto(state, open, &step.at, short(&step.at.name).to_owned())}
            <span class="num dim">{duration}</span>
            {evidence}
            {delay}
        </li>
    }
    .into_any()
}

/// How long after the end of one slice another one began, or before it: a
/// launch may return when its kernel runs already.
pub fn delay_text(delay: i64, unit: TimeUnit) -> String {
    let message = if delay < 0 { "chain-delay-early" } else { "chain-delay" };
    tv(message, &[("delay", format::ticks(delay.saturating_abs(), unit).into())])
}

/// Bars for how strongly the file ties two things: out of five.
pub fn evidence(bars: u8, label: &'static str) -> AnyView {
    view! { <span class="ev" style=format!("--n:{bars}") title=t("evidence-title")>{t(label)}</span> }
        .into_any()
}

pub fn link_evidence(kind: LinkKind) -> AnyView {
    match kind {
        LinkKind::Flow => evidence(5, "evidence-flow"),
        LinkKind::Correlation => evidence(5, "evidence-correlation"),
        LinkKind::ExternalId => evidence(4, "evidence-external-id"),
        LinkKind::Dependence(kind) => evidence(5, kind.id()),
        LinkKind::DmaTrigger => evidence(3, "evidence-dma-trigger"),
    }
}

/// A name without the words that its level repeats.
fn short(name: &str) -> &str {
    name.strip_prefix("nn.Module: ").unwrap_or(name)
}

/// Message id of the level that a category stands for, in any writer's spelling.
fn level_of_category(category: Option<&str>, name: &str) -> Option<&'static str> {
    match category?.to_ascii_lowercase().as_str() {
        "kernel" => Some("level-kernel"),
        "gpu_memcpy" | "memcpy" | "gpu_memset" | "memset" => Some("level-copy"),
        "cuda_runtime" | "cuda_driver" | "runtime" | "hip_runtime" | "privateuse1_runtime" => {
            Some(if name.contains("Launch") { "level-launch" } else { "level-runtime" })
        }
        _ => None,
    }
}

/// Message id of the level that a name speaks of, by the habits of profilers.
fn level_of(name: &str) -> &'static str {
    let launch = ["cuda", "hip", "cu", "ze"].iter().any(|api| {
        name.strip_prefix(api)
            .is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.contains("Launch"))
    });
    match name {
        _ if launch => "level-launch",
        _ if name.starts_with("nn.Module: ") => "level-module",
        _ if name.starts_with("ProfilerStep#") => "level-step",
        _ if name.contains(".py(") || name.starts_with("<built-in") => "level-python",
        _ if name.starts_with("Torch-Compiled Region") || name.starts_with("## Call CompiledFxGraph") => {
            "level-graph"
        }
        _ if name.starts_with("void ") || name.contains("_kernel") => "level-kernel",
        _ if name.contains("Backward") => "level-backward",
        _ if is_op(name) => "level-op",
        _ => "level-slice",
    }
}

/// `aten::mul`, `triton_::add`: one namespace and one name.
fn is_op(name: &str) -> bool {
    let word =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    name.split_once("::").is_some_and(|(space, op)| word(space) && word(op))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::{SliceId, TrackId};
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn levels_follow_the_habits_of_profilers() {
        let levels = [
            ("nn.Module: RMSNorm_0", "level-module"),
            ("aten::rms_norm", "level-op"),
            ("cudaLaunchKernel", "level-launch"),
            ("hipExtModuleLaunchKernel", "level-launch"),
            ("model.py(31): forward", "level-python"),
            ("ProfilerStep#3", "level-step"),
            ("void at::native::vectorized_elementwise_kernel<4>", "level-kernel"),
            ("autograd::engine::evaluate_function: MmBackward0", "level-backward"),
            ("custom", "level-slice"),
            ("std::vector<int>::push", "level-slice"),
        ];
        for (name, level) in levels {
            assert_eq!(level_of(name), level, "{name}");
        }
    }

    fn steps(ties: &[Tie]) -> Vec<Step> {
        let item = Item::Slice(SliceId(0));
        let at = Located { item, name: String::new(), track: TrackId(0), row: 0, start: 0, dur: 1 };
        ties.iter().map(|&tie| Step { at: at.clone(), level: "level-slice", tie, delay: None }).collect()
    }

    #[wasm_bindgen_test]
    fn only_long_chains_are_folded_and_only_in_the_middle() {
        let mut ties = vec![Tie::Encloses; 8];
        ties.push(Tie::End);
        assert_eq!(runs(&steps(&ties)), [Run::Shown(0..9)]);
        ties.splice(1..1, [Tie::Encloses; 10]);
        assert_eq!(runs(&steps(&ties)), [Run::Shown(0..1), Run::Folded(1..12), Run::Shown(12..19)]);
    }

    #[wasm_bindgen_test]
    fn links_stay_unfolded() {
        let mut ties = vec![Tie::Encloses; 20];
        ties[9] = Tie::Link(LinkKind::Flow);
        ties.push(Tie::End);
        let want =
            [Run::Shown(0..1), Run::Folded(1..8), Run::Shown(8..10), Run::Folded(10..17), Run::Shown(17..21)];
        assert_eq!(runs(&steps(&ties)), want);
    }
}
