//! The engine as a whole, in process.

use super::*;
use crate::trace::Rule;

#[cfg(test)]
mod loading;
#[cfg(test)]
mod neuron;
#[cfg(test)]
mod questions;

/// Reads a file to the end, `chunk` bytes at a time, and chooses `entries` of
/// an archive if asked.
fn drive(name: &str, bytes: &[u8], seekable: bool, chunk: usize, entries: &[u32]) -> (Engine, Vec<Event>) {
    let mut engine = Engine::native();
    let mut events = Vec::new();
    let load = LoadId(7);
    engine.begin_as(load, name, Some(bytes.len() as u64), seekable);
    let mut at = 0;
    loop {
        match engine.want(load) {
            Want::Nothing | Want::Rows => return (engine, events),
            Want::Step => engine.step(load, &mut events),
            Want::Choice => engine.choose(load, entries, &mut events),
            Want::Bytes { from, to } => {
                let from = from as usize;
                assert!(seekable || from == at, "jumped from {at} to {from}");
                let end = to.map_or(bytes.len(), |to| to as usize).min(from + chunk);
                if end <= from {
                    engine.end_of_file(load, &mut events);
                } else {
                    engine.push(load, &bytes[from..end], &mut events);
                    at = end;
                }
            }
        }
    }
}
