//! Collective operations that take far longer than others of their kind.
//!
//! They are rows of a section without a type of its own, so what they moved is
//! read from the row as written. The kind is the operation and the sizes of
//! what goes in and comes out; where the file tells no sizes, the operation.

use super::scope::Scope;
use crate::analysis::json_text::{members, readable};
use crate::trace::{SliceId, StringId};
use rustc_hash::FxHashMap;

/// Sections of collective operations, by the names of the tools' versions.
const SECTIONS: &[&str] = &["CcOp", "cc_op", "cc_ops"];

/// A kind with fewer has no usual time.
const LEAST: usize = 3;

/// Operations that are looked at; the cost of one is the reading of its row.
const MOST: usize = 50_000;

/// Times the median of its kind that is far longer.
pub const FAR: f64 = 2.0;

/// What stands out of a scope.
#[derive(Debug, Clone, PartialEq)]
pub struct Outliers {
    /// The kind of the one that is farthest from its median.
    pub operation: StringId,
    /// Bytes that come out of each, where the file tells it.
    pub bytes: Option<u64>,
    /// Operations of that kind, and their median in ticks.
    pub of_kind: u64,
    pub median: i64,
    /// How often its median the farthest takes.
    pub times: f64,
    /// All that take [`FAR`] their median or more, farthest first, and what
    /// they take beyond it, in ticks.
    pub slices: Vec<SliceId>,
    pub beyond: i64,
}

type Kind = (StringId, Option<u64>, Option<u64>);

/// Finds what stands out; `None` where no kind has enough operations.
pub fn outliers(scope: &Scope<'_>) -> Option<Outliers> {
    let trace = scope.trace;
    let sections: Vec<StringId> = SECTIONS.iter().filter_map(|name| trace.strings.find(name)).collect();
    if sections.is_empty() {
        return None;
    }
    let mut kinds: FxHashMap<Kind, Vec<(i64, SliceId)>> = FxHashMap::default();
    let all = (0..trace.slices.len() as u32).map(SliceId);
    let own = all.filter(|slice| sections.contains(&trace.slices.cat[slice.index()]));
    // One that is cut by the edge of an area has no time of its own.
    let is_inside = |slice: &SliceId| scope.part(*slice).is_some_and(|part| part.share >= 1.0);
    let whole = own.filter(|slice| scope.is_whole || is_inside(slice));
    for slice in whole.take(MOST) {
        let (read, written) = sizes(scope, slice);
        let kind = (trace.slices.name[slice.index()], read, written);
        kinds.entry(kind).or_default().push((trace.slices.dur[slice.index()], slice));
    }
    let mut found: Vec<(f64, i64, SliceId, Outliers)> = Vec::new();
    for ((operation, _, bytes), mut rows) in kinds.into_iter().filter(|(_, rows)| rows.len() >= LEAST) {
        rows.sort_unstable();
        // Of an even number the lower one: an outlier does not raise it.
        let median = rows[(rows.len() - 1) / 2].0;
        if median <= 0 {
            continue;
        }
        let of_kind = rows.len() as u64;
        for (ticks, slice) in rows {
            let times = ticks as f64 / median as f64;
            let told = Outliers { operation, bytes, of_kind, median, times, slices: Vec::new(), beyond: 0 };
            found.push((times, ticks.saturating_sub(median), slice, told));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.2.cmp(&b.2)));
    let mut told = found.first()?.3.clone();
    let far: Vec<_> = found.iter().take_while(|(times, ..)| *times >= FAR).collect();
    told.slices = far.iter().map(|(_, _, slice, _)| *slice).collect();
    told.beyond = far.iter().fold(0, |sum: i64, (_, beyond, ..)| sum.saturating_add(*beyond));
    Some(told)
}

/// Bytes that go in and come out.
fn sizes(scope: &Scope<'_>, slice: SliceId) -> (Option<u64>, Option<u64>) {
    let texts = scope.trace.args.get(scope.trace.slices.args[slice.index()]);
    let (mut read, mut written) = (None, None);
    for (key, value) in members(&texts.args) {
        let slot = match key {
            b"\"input_size\"" => &mut read,
            b"\"output_size\"" => &mut written,
            _ => continue,
        };
        *slot = readable(value).trim().parse().ok();
    }
    (read, written)
}

#[cfg(test)]
mod tests {
    use super::super::advice::{Amount, Rule, advice};
    use super::super::table::Cell;
    use super::*;
    use crate::ingest::neuron::Reader;
    use crate::neuron::ProfileKind;
    use crate::trace::Trace;

    /// Operations of name, start, duration and size of what comes out.
    fn read(rows: &[(&str, i64, i64, &str)]) -> Trace {
        let row = |(name, start, dur, size): &(&str, i64, i64, &str)| {
            format!(
                r#"{{"operation":"{name}","start_ts":{start},"end_ts":{},"duration_ns":{dur},"input_size":64,"output_size":{size},"algorithm":"Ring"}}"#,
                start + dur
            )
        };
        let rows: Vec<String> = rows.iter().map(row).collect();
        let mut reader = Reader::new(ProfileKind::Device, "a.json");
        reader.push(
            format!(
                r#"{{"instruction":[{{"id":1,"timestamp":0,"duration":9000,"opcode":"COPY","label":"Vector"}}],"CcOp":[{}]}}"#,
                rows.join(",")
            )
            .as_bytes(),
        );
        let mut finisher = reader.into_finisher();
        while finisher.step() {}
        finisher.into_trace()
    }

    fn told(trace: &Trace) -> Option<Outliers> {
        outliers(&Scope::whole(trace, trace.neuron.as_deref().unwrap()))
    }

    #[test]
    fn one_is_compared_with_the_median_of_its_operation_and_size() {
        let trace = read(&[
            ("AllGather", 0, 100, "1024"),
            ("AllGather", 200, 110, "1024"),
            ("AllGather", 400, 330, "1024"),
            ("AllGather", 800, 90, "1024"),
            // Longer, but there is more to move, or nothing like it.
            ("AllGather", 1000, 900, "65536"),
            ("AllReduce", 2000, 5000, "1024"),
        ]);
        let found = told(&trace).unwrap();
        assert_eq!(trace.strings.get(found.operation), "AllGather");
        assert_eq!((found.bytes, found.of_kind, found.median, found.times), (Some(1024), 4, 100, 3.3));
        let starts: Vec<i64> = found.slices.iter().map(|slice| trace.slices.start[slice.index()]).collect();
        assert_eq!((starts, found.beyond), (vec![400], 230));
        let scope = Scope::whole(&trace, trace.neuron.as_deref().unwrap());
        let all = advice(&scope);
        let one = all.iter().find(|advice| advice.rule == Rule::SlowCollectives).unwrap();
        assert_eq!(
            (one.figure, one.threshold, one.ticks),
            (Amount::Times(3.3), Amount::Times(2.0), Some(230))
        );
        assert_eq!((one.evidence[0].span.start, one.evidence.len()), (400, 1));
        assert!(one.values.contains(&("median".to_owned(), Cell::Ticks(100))));
    }

    #[test]
    fn nothing_is_said_of_even_times_of_few_or_of_none() {
        let even = [("AllGather", 0, 100, "8"), ("AllGather", 200, 150, "8"), ("AllGather", 400, 199, "8")];
        let says = |rows: &[(&str, i64, i64, &str)]| {
            let trace = read(rows);
            let scope = Scope::whole(&trace, trace.neuron.as_deref().unwrap());
            advice(&scope).iter().any(|advice| advice.rule == Rule::SlowCollectives)
        };
        assert!(!says(&even));
        assert!(!says(&[("AllGather", 0, 1, "8"), ("AllGather", 200, 900, "8")]));
        assert!(!says(&[]) && told(&read(&[])).is_none());
        assert!(says(&[even[0], even[1], ("AllGather", 400, 301, "8")]));
    }
}
