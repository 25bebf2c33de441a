//! Made-up device profiles for tests, in the shape that Neuron's tools write.

use crate::ingest::neuron::Reader;
use crate::neuron::ProfileKind;
use crate::trace::Trace;
use std::fmt::Write;

/// Sections of a profile being written, as JSON text.
#[derive(Debug, Default)]
pub struct Sample {
    sections: Vec<(String, Vec<String>)>,
    next_id: u64,
}

impl Sample {
    /// Ids are like real ones: beyond 2^53.
    const FIRST_ID: u64 = 5_100_000_000_000_000_001;

    /// Adds an executed instruction; times in ns. `more` holds further members
    /// as JSON (`"evt_wait_time": 5, "raw_hlo_id": 2`), which come last and
    /// therefore win. The n-th instruction or DMA row has [`Sample::id`] of n.
    pub fn instruction(self, lane: &str, opcode: &str, start: i64, dur: i64, more: &str) -> Self {
        let engine = if lane == "TensorMatrix" { "Tensor" } else { lane };
        let id = Self::id(self.next_id);
        let row = format!(
            r#"{{"timestamp": {start}, "duration": {dur}, "id": {id}, "label": "{lane}", "subgroup": "{engine}",
            "opcode": "{opcode}", "evt_wait_time": 0, "hlo_name": "", "layer": "", "hlo_attrs": "",
            "raw_bir_id": 0, "raw_penguin_id": 0, "fully_qualified_subgraph": "/sg00", "subgraph": "sg00"{}}}"#,
            members(more)
        );
        self.counted("instruction", row)
    }

    /// Adds a DMA packet of a queue that only has a number.
    pub fn packet(self, queue: u32, engine: u32, start: i64, dur: i64, bytes: u64, more: &str) -> Self {
        let id = Self::id(self.next_id);
        let row = format!(
            r#"{{"aggregated": "no", "timestamp": {start}, "duration": {dur}, "id": {id},
            "subgroup": "Q{queue}-E{engine}", "dma_engine": "{engine}", "dma_queue": "{queue}",
            "queue_type": "software_dynamic", "variable": "unknown", "source": [["unknown"]], "dest": ["unknown"],
            "read_size": {bytes}, "write_size": {bytes}, "transfer_size": {bytes}, "transfer_rate": 1000000000,
            "is_cc_dma": "no", "duplicate": "no", "subgraph": "sg00"{}}}"#,
            members(more)
        );
        self.counted("dma", row)
    }

    /// Adds a busy interval of an engine.
    pub fn active(self, engine: &str, core: u8, start: i64, end: i64) -> Self {
        let dur = end - start;
        let row = format!(
            r#"{{"engine": "{engine}", "pcore_idx": {core}, "start_ts": {start}, "end_ts": {end}, "duration_ns": {dur},
            "subgraph": "sg0{core}"}}"#
        );
        self.row("active_time", &row)
    }

    /// Adds a metric; `value` is JSON.
    pub fn metric(mut self, key: &str, value: &str) -> Self {
        let member = format!(r#""{key}": {value}"#);
        match self.section("summary").first_mut() {
            Some(row) => {
                row.pop();
                let _ = write!(row, ", {member}}}");
            }
            None => self.section("summary").push(format!("{{{member}}}")),
        }
        self
    }

    /// Adds a row of any section, as a JSON object.
    pub fn row(mut self, section: &str, row: &str) -> Self {
        self.section(section).push(row.to_owned());
        self
    }

    /// Id of the n-th instruction or DMA row.
    pub fn id(n: u64) -> u64 {
        Self::FIRST_ID + n
    }

    /// The file.
    pub fn text(&self) -> String {
        let sections = self.sections.iter().map(|(name, rows)| format!("\"{name}\": [{}]", rows.join(",\n")));
        format!("{{{}}}", sections.collect::<Vec<_>>().join(",\n"))
    }

    /// The file, read.
    pub fn trace(&self) -> Trace {
        let mut reader = Reader::new(ProfileKind::Device, "sample.json");
        reader.push(self.text().as_bytes());
        reader.finish()
    }

    fn counted(mut self, section: &str, row: String) -> Self {
        self.next_id += 1;
        self.section(section).push(row);
        self
    }

    fn section(&mut self, name: &str) -> &mut Vec<String> {
        let at = self.sections.iter().position(|section| section.0 == name).unwrap_or_else(|| {
            self.sections.push((name.to_owned(), Vec::new()));
            self.sections.len() - 1
        });
        &mut self.sections[at].1
    }
}

fn members(more: &str) -> String {
    if more.is_empty() { String::new() } else { format!(", {more}") }
}
