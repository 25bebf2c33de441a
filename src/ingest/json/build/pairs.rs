//! Pairs begins with ends, by time and then by the order of the file.
//!
//! An end with a name closes the innermost open begin of that name; one without
//! closes the innermost of all. Begins in between stay open. At one time, an
//! end that finds no begin yet waits for the begins that follow it in the file:
//! so a begin and end of no length are a pair in either order.

use super::super::collect::{RawSlice, SliceKind};
use crate::trace::{Rule, SliceFlags, StringId};
use rustc_hash::FxHashMap;

/// What became of the ends of a thread. Indices into its records.
#[derive(Debug, Default)]
pub struct Pairing {
    /// Begin and the end that closed it.
    pub closed: Vec<(u32, u32)>,
    /// Ends for which no begin was open.
    pub without_begin: Vec<u32>,
    /// Findings with the record they are about.
    pub findings: Vec<(Rule, u32)>,
}

/// Begins that are open, by name and in all.
struct Open {
    by_name: FxHashMap<StringId, Vec<u32>>,
    /// Innermost last; closed ones are dropped when they come to the top.
    all: Vec<u32>,
    closed: Vec<bool>,
    count: usize,
}

impl Open {
    fn innermost(&mut self) -> Option<u32> {
        while let Some(&top) = self.all.last() {
            if !self.closed[top as usize] {
                return Some(top);
            }
            self.all.pop();
        }
        None
    }

    /// The innermost of a name; of several, the innermost of the same category.
    fn of_name(&mut self, name: StringId, cat: StringId, records: &[RawSlice]) -> Option<u32> {
        let stack = self.by_name.get_mut(&name)?;
        while stack.last().is_some_and(|&top| self.closed[top as usize]) {
            stack.pop();
        }
        let open = stack.iter().rev().filter(|&&i| !self.closed[i as usize]);
        let same_cat = || open.clone().take(64).find(|&&i| records[i as usize].cat == cat);
        let preferred = if cat == StringId::NONE { None } else { same_cat() };
        preferred.or_else(|| open.clone().next()).copied()
    }

    fn push(&mut self, index: u32, name: StringId) {
        self.by_name.entry(name).or_default().push(index);
        self.all.push(index);
        self.count += 1;
    }

    fn close(&mut self, index: u32) {
        self.closed[index as usize] = true;
        self.count -= 1;
    }
}

/// Pairs the records of one thread: gives begins their duration. Begins that
/// stay open end at `last`, for now, and are flagged.
pub fn pair(records: &mut [RawSlice], last: i64, empty_name: StringId) -> Pairing {
    let mut order: Vec<u32> =
        (0..records.len() as u32).filter(|&i| records[i as usize].kind != SliceKind::Complete).collect();
    order.sort_by_key(|&i| records[i as usize].start);
    let mut result = Pairing::default();
    let mut open =
        Open { by_name: FxHashMap::default(), all: Vec::new(), closed: vec![false; records.len()], count: 0 };
    let mut waiting: Vec<u32> = Vec::new();
    let mut at = 0;
    while at < order.len() {
        let time = records[order[at] as usize].start;
        let group = at..at + order[at..].iter().take_while(|&&i| records[i as usize].start == time).count();
        at = group.end;
        for &i in &order[group] {
            let record = records[i as usize];
            if record.kind == SliceKind::Begin {
                open.push(i, record.name);
                continue;
            }
            let found = if record.name == StringId::NONE || record.name == empty_name {
                open.innermost()
            } else {
                open.of_name(record.name, record.cat, records)
            };
            match found {
                Some(begin) => close(records, &mut open, &mut result, begin, i),
                None => waiting.push(i),
            }
        }
        for i in waiting.drain(..) {
            let record = records[i as usize];
            let found = if record.name == StringId::NONE || record.name == empty_name {
                open.innermost()
            } else {
                open.of_name(record.name, record.cat, records)
            };
            match found {
                Some(begin) => close(records, &mut open, &mut result, begin, i),
                None => unmatched(records, &mut open, &mut result, i),
            }
        }
    }
    for &i in &open.all {
        if !open.closed[i as usize] {
            let record = &mut records[i as usize];
            record.dur = last.saturating_sub(record.start).max(0);
            record.flags.set(SliceFlags::UNCLOSED);
            result.findings.push((Rule::UnclosedBegin, i));
        }
    }
    result
}

fn close(records: &mut [RawSlice], open: &mut Open, result: &mut Pairing, begin: u32, end: u32) {
    let end_time = records[end as usize].start;
    let record = &mut records[begin as usize];
    record.dur = end_time.saturating_sub(record.start);
    open.close(begin);
    result.closed.push((begin, end));
}

/// An end whose name fits nothing: closes the one begin that is open, if there
/// is exactly one.
fn unmatched(records: &mut [RawSlice], open: &mut Open, result: &mut Pairing, end: u32) {
    match (open.count, open.innermost()) {
        (0, _) | (_, None) => {
            result.without_begin.push(end);
            result.findings.push((Rule::EndWithoutBegin, end));
        }
        (1, Some(begin)) => {
            close(records, open, result, begin, end);
            records[begin as usize].flags.set(SliceFlags::NAME_MISMATCH);
            result.findings.push((Rule::EndNameMismatch, end));
        }
        _ => result.findings.push((Rule::EndIgnored, end)),
    }
}
