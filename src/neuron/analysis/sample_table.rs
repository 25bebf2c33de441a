//! Sections of samples as rows. Of these the file's text is not kept: their
//! values are in the counters that they are drawn as, and are read from there.

use super::section_table::SectionTable;
use crate::trace::{Counter, Series, TimeUnit, Trace};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rows that are sent at most.
const MOST_ROWS: usize = 20_000;

/// What the names of a section's counters begin with; empty for sections of
/// other rows.
fn counters_of(section: &str) -> &'static [&'static str] {
    match section {
        "semaphore_update" => &["Semaphore"],
        "pending_dma" => &["Pending DMA Count"],
        "dma_throughput" => {
            &["DMA Throughput", "Cumulative DMA Throughput", "HBM Throughput", "Cumulative HBM Throughput"]
        }
        "DmaUsage" => &["DMA Throughput", "Cumulative DMA Throughput"],
        "HbmUsage" => &["HBM Throughput", "Cumulative HBM Throughput"],
        "instruction_usage" => &["State Buffer Usage", "PSUM Usage"],
        "SbufUsage" => &["State Buffer Usage"],
        "PsumUsage" => &["PSUM Usage"],
        "mem_usage" | "HostMemUsage" => &["host memory"],
        "device_mem_usage" | "SystemProfileHbmUsage" => &["HBM "],
        "cpu_util" | "CpuUsage" => &["CPU:"],
        _ => &[],
    }
}

/// The series that a section is drawn as, with their counters.
fn series_of<'a>(trace: &'a Trace, section: &str) -> Vec<(&'a Counter, &'a Series)> {
    let begins = counters_of(section);
    let is_own = |counter: &&Counter| {
        let name = trace.strings.get(counter.name);
        begins.iter().any(|begin| name.starts_with(begin))
    };
    let own = trace.counters.iter().filter(is_own);
    own.flat_map(|counter| counter.series.iter().map(move |series| (counter, series))).collect()
}

/// Whether a section has such rows.
pub fn has_samples(trace: &Trace, section: &str) -> bool {
    series_of(trace, section).iter().any(|(_, series)| !series.time.is_empty())
}

/// One row for each value, by time.
pub fn samples(trace: &Trace, section: &str) -> SectionTable {
    let all = series_of(trace, section);
    let unit = match trace.unit {
        TimeUnit::Nanos => "timestamp (ns)",
        TimeUnit::Picos => "timestamp (ps)",
    };
    let columns = [unit, "process", "counter", "series", "value"].map(str::to_owned).to_vec();
    let total: u64 = all.iter().map(|(_, series)| series.time.len() as u64).sum();
    // The next value of each series.
    let mut next: BinaryHeap<Reverse<(i64, usize, usize)>> =
        (0..all.len()).filter_map(|at| Some(Reverse((*all[at].1.time.first()?, at, 0)))).collect();
    let mut rows = Vec::new();
    while let Some(Reverse((time, at, place))) = next.pop() {
        if rows.len() >= MOST_ROWS {
            break;
        }
        let (counter, series) = all[at];
        let track = &trace.tracks[counter.track.index()];
        let process = trace.processes.get(track.process.index());
        // A gap is a value that the file does not have.
        let value = series.value.get(place).filter(|value| !value.is_nan());
        rows.push(vec![
            time.to_string(),
            process.map(|process| trace.strings.get(process.name).to_owned()).unwrap_or_default(),
            trace.strings.get(counter.name).to_owned(),
            trace.strings.get(series.name).to_owned(),
            value.map(f64::to_string).unwrap_or_default(),
        ]);
        if let Some(time) = series.time.get(place + 1) {
            next.push(Reverse((*time, at, place + 1)));
        }
    }
    // Semaphores that never left 0 are no counters: their rows are not here.
    let in_file = trace.phases.get(section).copied().unwrap_or(0).max(total);
    let left_out = in_file.saturating_sub(rows.len() as u64);
    SectionTable { name: section.to_owned(), columns, rows, left_out, fields_left_out: 0 }
}

#[cfg(test)]
mod tests {
    use super::super::section_table::{section, sections};
    use crate::neuron::sample::Sample;

    #[test]
    fn sections_that_are_drawn_as_counters_have_their_values_as_rows() {
        let trace = Sample::default()
            .instruction("Vector", "COPY", 0, 100, "")
            .row("pending_dma", r#"{"timestamp": 20, "value": 3, "subgraph": "sg00"}"#)
            .row("pending_dma", r#"{"timestamp": 10, "value": 1, "subgraph": "sg00"}"#)
            .row("semaphore_update", r#"{"timestamp": 15, "id": "7", "value": 2, "subgraph": "sg00"}"#)
            .row("semaphore_update", r#"{"timestamp": 12, "id": "8", "value": 1, "subgraph": "sg00"}"#)
            .row("semaphore_update", r#"{"timestamp": 13, "id": "9", "value": 0, "subgraph": "sg00"}"#)
            .trace();
        let profile = trace.neuron.as_deref().unwrap();
        let table = section(&trace, profile, "pending_dma");
        assert_eq!(table.columns, ["timestamp (ns)", "process", "counter", "series", "value"]);
        let process = trace.strings.get(trace.processes[0].name);
        let row = |time: &str, counter: &str, series: &str, value: &str| {
            [time, process, counter, series, value].map(str::to_owned).to_vec()
        };
        let pending = |time, value| row(time, "Pending DMA Count", "DMAs", value);
        assert_eq!(table.rows, [pending("10", "1"), pending("20", "3")]);
        let table = section(&trace, profile, "semaphore_update");
        assert_eq!(
            table.rows,
            [row("12", "Semaphore S[8]", "value", "1"), row("15", "Semaphore S[7]", "value", "2")]
        );
        // One never left 0.
        assert_eq!(table.left_out, 1);
        assert!(sections(&trace, profile).iter().all(|section| section.has_rows));
    }
}
