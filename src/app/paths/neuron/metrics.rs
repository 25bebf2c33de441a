//! Rows of the table of metrics that device profiles alone have: counts of
//! executed instructions by opcode.

use crate::app::icon::{measure, small_icon};
use crate::app::paths::shown::Shown;
use crate::app::words::{t, texts, tv};
use crate::lowering::comparison::Metric;
use crate::text::format;
use crate::text::metric_delta::delta;
use crate::text::neuron_paths::{OpcodeRow, opcode_rows};
use leptos::prelude::*;

/// Empty where no path is a device profile.
pub fn opcodes(shown: &Shown) -> Vec<AnyView> {
    opcode_rows(&shown.all.paths).iter().map(|opcode| row(shown, opcode)).collect()
}

fn row(shown: &Shown, opcode: &OpcodeRow) -> AnyView {
    let most = opcode.counts.iter().flatten().copied().max().unwrap_or(0).max(1);
    let least = opcode.counts.iter().flatten().copied().min().unwrap_or(0);
    let base = opcode.counts.get(shown.base()).copied().flatten();
    let cells = opcode
        .counts
        .iter()
        .enumerate()
        .map(|(path, count)| {
            let Some(count) = *count else {
                return view! { <td><div class="m"><span class="v">"–"</span></div></td> }.into_any();
            };
            let change = base.filter(|_| path != shown.base());
            let change = change.and_then(|base| texts(|texts| delta(texts, Metric::Instructions, base as f64, count as f64)));
            let change = match change {
                Some(change) => view! {
                    <span class=format!("delta {}", if shown.is_refused() { "even" } else { change.class })>{small_icon(change.icon)}<bdi>{change.text}</bdi></span>
                }
                .into_any(),
                None => view! { <span></span> }.into_any(),
            };
            let share = if count > 0 { (count as f64 / most as f64 * 100.0).max(0.8) } else { 0.0 };
            view! {
                <td>
                    <div class="m">
                        <span class="v" class:best=least < most && count == least && !shown.is_refused()>{measure(format::count(count))}</span>
                        {change}
                        <span class="bar" style=format!("--p:{share:.1}%")></span>
                    </div>
                </td>
            }
            .into_any()
        })
        .collect_view();
    let definition = t("metric-opcode-text");
    let spoken = tv("metric-with-text", &[("name", (&opcode.name).into()), ("text", (&definition).into())]);
    view! {
        <tr>
            <th scope="row" class="ltr" title=definition tabindex="0" aria-label=spoken>{opcode.name.clone()}</th>
            {cells}
        </tr>
    }
    .into_any()
}
