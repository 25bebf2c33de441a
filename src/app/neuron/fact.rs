//! A figure with its name.

use crate::app::icon::measure;
use crate::app::words::{t, texts};
use crate::neuron::analysis::figure::{Figure, Unit};
use crate::text::neuron as words;
use leptos::prelude::*;

/// `meaning` is a message, or empty.
pub fn fact(label: &'static str, meaning: &'static str, figure: Figure, unit: Unit) -> AnyView {
    let meaning = (!meaning.is_empty()).then(|| t(meaning));
    view! {
        <div title=meaning>
            <dt>{t(label)}</dt>
            <dd>{value(figure, unit)}</dd>
        </div>
    }
    .into_any()
}

/// A figure, or the reason why there is none.
pub fn value(figure: Figure, unit: Unit) -> AnyView {
    match figure {
        Figure::Known(value) => {
            let exact = words::number_exact(value, unit);
            view! { <span title=exact>{measure(words::number(value, unit))}</span> }.into_any()
        }
        Figure::Unknown(why) => {
            let why = texts(|texts| texts.get(words::why_id(why)));
            view! { <span class="unknown-why">{why}</span> }.into_any()
        }
    }
}
