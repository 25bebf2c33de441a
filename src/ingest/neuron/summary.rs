//! Totals of profiles: `{"n_HASH": {"metric": value, …}}`.

use super::device::metric;
use super::pool::Pool;
use crate::ingest::json::scan::{self, Kind, Notes};
use crate::neuron::{NeuronProfile, ProfileKind, Table};
use crate::trace::{Cut, Rule, Trace};

/// Text that is held at most; real summaries have a few kilobytes.
const MOST_BYTES: usize = 16 << 20;

/// Metrics of one summary that are kept; real ones have about 150.
const MOST_METRICS: usize = 10_000;

/// Summaries of one file that are kept.
const MOST_SUMMARIES: usize = 100;

/// Holds the text until it has ended.
#[derive(Debug, Default)]
pub struct SummaryText {
    text: Vec<u8>,
    len: u64,
}

impl SummaryText {
    pub fn push(&mut self, chunk: &[u8]) {
        self.len += chunk.len() as u64;
        let room = MOST_BYTES.saturating_sub(self.text.len());
        self.text.extend_from_slice(&chunk[..chunk.len().min(room)]);
    }

    pub fn text_bytes(&self) -> u64 {
        self.len
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.text.capacity()
    }

    /// A trace without slices. Of several summaries the first is typed, the
    /// others are tables.
    pub fn finish(self) -> Trace {
        let mut trace = Trace { text_bytes: self.len, ..Trace::default() };
        let mut profile = NeuronProfile { kind: ProfileKind::Summary, ..NeuronProfile::default() };
        let text = self.text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.text).trim_ascii();
        let mut objects = Vec::new();
        let end = scan::members(text, 0, &mut Notes::default(), |key, value, _| {
            if value.kind == Kind::Object && objects.len() < MOST_SUMMARIES {
                objects.push((key, value));
            }
        });
        let mut pool = Pool::default();
        if end.is_err() || self.len > self.text.len() as u64 {
            // A cut file: its last object is not whole, so take what is.
            trace.health.cut = Some(Cut { byte: self.len, event: None });
            trace.health.count(Rule::Truncated, 1);
        }
        for (at, (key, value)) in objects.iter().enumerate() {
            let name = pool.readable(*key, text);
            if at == 0 {
                add_metrics(&mut profile, &mut pool, value.of(text));
                profile.name.clone_from(&name);
            } else {
                let mut table = Table::new(&name);
                table.push(value.of(text));
                profile.tables.push(table);
            }
            trace.metadata.push((name, String::from_utf8_lossy(value.of(text)).into_owned()));
        }
        if objects.is_empty() {
            if let Some(inside) = first_object(text) {
                add_metrics(&mut profile, &mut pool, inside);
            }
            trace.health.count(Rule::NoEvents, u64::from(profile.summary.is_empty()));
        }
        pool.report(&mut trace.health);
        trace.health.count(Rule::NoTimes, 1);
        trace.phases.insert("summary".to_owned(), objects.len().max(1) as u64);
        trace.neuron = Some(Box::new(profile));
        trace
    }
}

fn add_metrics(profile: &mut NeuronProfile, pool: &mut Pool, object: &[u8]) {
    let mut notes = Notes::default();
    // What comes before a break is there in any case.
    let _ = scan::members(object, 0, &mut notes, |key, value, _| {
        if profile.summary.metrics.len() >= MOST_METRICS {
            return;
        }
        let (key, readable) = (pool.readable(key, object), pool.readable(value, object));
        profile.summary.push(&key, metric(readable, value, object));
    });
    pool.literals += u64::from(notes.literals);
}

/// The inside of a text that is cut within its first object.
fn first_object(text: &[u8]) -> Option<&[u8]> {
    let open = memchr::memchr(b'{', text.get(1..)?)? + 1;
    text.get(open..)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuron::MetricValue;

    fn read(text: &str) -> Trace {
        let mut summary = SummaryText::default();
        text.as_bytes().chunks(5).for_each(|chunk| summary.push(chunk));
        summary.finish()
    }

    #[test]
    fn metrics_are_numbers_texts_or_missing() {
        let trace = read(
            r#"{"n_0123456789abcdef": {"total_time": 3.8e-05, "hbm_read_bytes": 851968, "mfu_estimated_percent": NaN,
            "dma_queue_count": "35", "instance_type": "trn2.3xlarge"}}"#,
        );
        let profile = trace.neuron.as_ref().unwrap();
        assert_eq!((profile.kind, profile.name.as_str()), (ProfileKind::Summary, "n_0123456789abcdef"));
        assert_eq!(profile.summary.number("total_time"), Some(3.8e-5));
        assert_eq!(profile.summary.number("dma_queue_count"), Some(35.0));
        assert_eq!(profile.summary.get("mfu_estimated_percent"), Some(&MetricValue::Missing));
        assert_eq!(profile.summary.get("instance_type"), Some(&MetricValue::Text("trn2.3xlarge".to_owned())));
        assert_eq!((trace.slices.len(), trace.health.get(Rule::NoTimes).is_some()), (0, true));
    }

    #[test]
    fn a_cut_summary_gives_what_came() {
        let trace = read(r#"{"n_0123456789abcdef": {"total_time": 1, "hbm_rea"#);
        assert!(trace.health.cut.is_some());
        assert_eq!(trace.neuron.unwrap().summary.number("total_time"), Some(1.0));
    }
}
