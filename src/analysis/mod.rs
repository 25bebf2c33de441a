//! Questions about one trace that have a table or a figure for an answer:
//! pure functions on [`crate::trace::Trace`], in ticks.
//!
//! Durations are those recorded. Where slices of different tracks overlap,
//! "busy" is the union of their times and "total" their sum; self time is a
//! duration without what its children cover. Slices whose end is not known
//! count, but stay out of averages and percentiles.
//!
//! Absent on purpose: drawing (`timeline`), words (`text`).

pub mod area;
pub mod arg_rows;
pub mod busy;
pub mod children;
pub mod colour;
pub mod complete;
pub mod family;
pub mod json_text;
pub mod locate;
pub mod name_table;
pub mod same_name;
pub mod secret;
pub mod slice_table;
pub mod step;

#[cfg(test)]
pub(crate) mod sample;
