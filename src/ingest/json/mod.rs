//! Reads trace-event JSON: Chrome, Kineto (PyTorch), JAX, and every tool that
//! writes the same shape.
//!
//! A push parser in two halves. While bytes come, [`Reader`] splits the text
//! into events (`scan`, `event`) and the collector files them by phase and
//! thread (`collect`); args stay text. When the text has ended, `build` sorts,
//! pairs, nests and links them into a [`crate::trace::Trace`], thread by
//! thread, so that the caller can pause between threads.
//!
//! The rules are those of the trace-event format as its writers use it: accept
//! the union of what the known readers accept, lose no event in silence, and
//! count every repair in [`crate::trace::Health`].
//!
//! Absent on purpose: containers (see `ingest::container`) and anything that
//! interprets args beyond the two ids that links rest on.

mod build;
mod collect;
pub(in crate::ingest) mod density;
mod event;
pub(in crate::ingest) mod member;
pub(in crate::ingest) mod number;
mod reader;
mod resync;
pub(in crate::ingest) mod scan;
pub(in crate::ingest) mod text;
pub(in crate::ingest) mod top;

pub use build::Finisher;
pub(in crate::ingest) use build::{natural, set_bounds};
pub use reader::Reader;
pub(in crate::ingest) use reader::{snippet, tail_text};

/// The inside of a JSON string as people read it: escapes decoded, pairs of
/// surrogates joined; unknown escapes stay, what is damaged becomes U+FFFD.
pub fn decode(raw: &[u8]) -> std::borrow::Cow<'_, str> {
    text::decode(raw, &mut text::Repairs::default())
}

/// Top-level members of the text of a JSON object, in file order, each key
/// decoded, each value as written. A text that is no object is one member
/// `args`; one that is cut or broken gives the members before the break.
pub fn members(json: &[u8]) -> Vec<(String, &[u8])> {
    let mut found = Vec::new();
    if json.first() != Some(&b'{') {
        return if json.is_empty() { found } else { vec![("args".to_owned(), json)] };
    }
    let mut notes = scan::Notes::default();
    let _ = scan::members(json, 0, &mut notes, |key, value, _| {
        let key = text::decode(key.of(json), &mut text::Repairs::default()).into_owned();
        found.push((key, value.json(json)));
    });
    found
}
