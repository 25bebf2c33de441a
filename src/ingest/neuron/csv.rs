//! Tables that Neuron Explorer exports as CSV: a header, then one row a line.
//!
//! A row becomes a JSON object with the header's names as keys, and goes on
//! like a row of a device profile: same fields, other spelling. Several tables
//! of one profile are read one after the other into one trace.

use super::device::Collected;
use super::sections::{Place, Sink};
use crate::ingest::json::snippet;
use crate::trace::{Cut, Rule};

/// A row longer than this is treated as broken.
const LONGEST_ROW: usize = 16 << 20;

/// Push reader of tables.
#[derive(Debug, Default)]
pub struct Tables {
    /// Bytes of the row that has not ended.
    pending: Vec<u8>,
    /// Their end is inside quotes.
    quoted: bool,
    /// Name of the file, which may name the table.
    file: String,
    header: Option<Header>,
    base: u64,
    rows: u32,
    row: Vec<u8>,
}

#[derive(Debug)]
struct Header {
    /// Names of the columns, as the inside of JSON strings.
    names: Vec<Vec<u8>>,
    /// Rows are transfers: the table is the one of aggregated packets.
    is_transfers: bool,
    separator: u8,
}

impl Tables {
    /// Ends the table before, if there is one; the next bytes begin a new one.
    pub fn begin(&mut self, file: &str, sink: &mut Collected) {
        self.end_table(sink);
        file.clone_into(&mut self.file);
    }

    /// Takes the next bytes of the table.
    pub fn push(&mut self, chunk: &[u8], sink: &mut Collected) {
        let mut rest = chunk;
        while !rest.is_empty() {
            let end = self.line_end(rest);
            let (line, after) = rest.split_at(end.unwrap_or(rest.len()));
            self.pending.extend_from_slice(line);
            rest = after;
            if end.is_some() {
                self.end_row(sink);
            } else if self.pending.len() > LONGEST_ROW {
                sink.trace().health.add(Rule::GaveUp, self.base, None, || snippet(&self.pending));
                self.base += self.pending.len() as u64;
                self.pending.clear();
                self.quoted = false;
            }
        }
    }

    /// Ends the last table; gives the length of all in bytes.
    pub fn finish(&mut self, sink: &mut Collected) -> u64 {
        self.end_table(sink);
        if self.rows == 0 {
            sink.trace().health.count(Rule::NoEvents, 1);
        }
        self.base
    }

    pub fn rows(&self) -> u64 {
        u64::from(self.rows)
    }

    pub fn text_bytes(&self) -> u64 {
        self.base + self.pending.len() as u64
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.pending.capacity() + self.row.capacity()
    }

    /// Position behind the line break that ends the row, if it is in `text`.
    fn line_end(&mut self, text: &[u8]) -> Option<usize> {
        let mut at = 0;
        loop {
            at += memchr::memchr2(b'"', b'\n', &text[at..])? + 1;
            if text[at - 1] == b'"' {
                // A doubled quote opens and closes at once.
                self.quoted = !self.quoted;
            } else if !self.quoted {
                return Some(at);
            }
        }
    }

    fn end_table(&mut self, sink: &mut Collected) {
        if self.quoted {
            let cut = Cut { byte: self.text_bytes(), event: Some(self.rows() + 1) };
            sink.trace().health.cut = Some(cut);
            sink.trace().health.add(Rule::Truncated, cut.byte, cut.event, || snippet(&self.pending));
            self.base += self.pending.len() as u64;
            self.pending.clear();
            self.quoted = false;
        } else if !self.pending.is_empty() {
            self.end_row(sink);
        }
        self.header = None;
    }

    fn end_row(&mut self, sink: &mut Collected) {
        let line = std::mem::take(&mut self.pending);
        let mut text = line.as_slice();
        if self.header.is_none() {
            text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        }
        let text = text.trim_ascii_end();
        if !text.is_empty() {
            match &self.header {
                None => self.begin_table(text, sink),
                Some(_) => self.take_row(text, sink),
            }
        }
        self.base += line.len() as u64;
        self.pending = line;
        self.pending.clear();
    }

    fn begin_table(&mut self, line: &[u8], sink: &mut Collected) {
        let separator = [b',', b'\t', b';']
            .into_iter()
            .max_by_key(|separator| line.iter().filter(|byte| *byte == separator).count());
        let separator = separator.unwrap_or(b',');
        let mut names = Vec::new();
        for_each_cell(line, separator, |cell| names.push(json_inside(cell)));
        let has = |name: &str| names.iter().any(|known| known == name.as_bytes());
        let is_packets = has("packet_aggregation_id") || has("packet_idx");
        let is_transfers = !is_packets && has("transfer_bytes");
        let section = if has("opcode") {
            "instruction"
        } else if is_packets || is_transfers {
            "dma"
        } else if has("id") && has("value") && has("timestamp") {
            "semaphore_update"
        } else if has("value") && has("timestamp") {
            "pending_dma"
        } else {
            let name = self.file.rsplit(['/', '\\']).next().unwrap_or_default();
            name.strip_suffix(".csv").unwrap_or(name)
        };
        sink.section(section);
        self.header = Some(Header { names, is_transfers, separator });
    }

    fn take_row(&mut self, line: &[u8], sink: &mut Collected) {
        let Some(header) = &self.header else { return };
        self.row.clear();
        self.row.push(b'{');
        let mut column = 0;
        let separate = |row: &mut Vec<u8>| {
            if row.len() > 1 {
                row.push(b',');
            }
        };
        for_each_cell(line, header.separator, |cell| {
            if let Some(name) = header.names.get(column)
                && !cell.is_empty()
            {
                separate(&mut self.row);
                push_member(&mut self.row, name, cell);
            }
            column += 1;
        });
        if header.is_transfers {
            separate(&mut self.row);
            self.row.extend_from_slice(b"\"aggregated\":\"yes\"");
        }
        self.row.push(b'}');
        let place = Place { byte: self.base, number: self.rows };
        if self.rows == u32::MAX - 1 {
            sink.trace().health.count(Rule::TooManyEvents, 1);
        } else if sink.row(&self.row, 0, place).is_ok() {
            self.rows += 1;
            sink.trace().offsets.push(self.base);
        } else {
            // A row that was just written is sound; only its nesting, in a
            // cell that is taken as it stands, may not be.
            sink.trace().health.add(Rule::Resync, self.base, None, || snippet(line));
        }
    }
}

fn push_member(row: &mut Vec<u8>, name: &[u8], cell: &[u8]) {
    row.push(b'"');
    row.extend_from_slice(name);
    row.extend_from_slice(b"\":");
    if is_json_number(cell) || matches!(cell, b"true" | b"false") {
        row.extend_from_slice(cell);
    } else {
        row.push(b'"');
        row.extend(json_inside(cell));
        row.push(b'"');
    }
}

/// Visits the cells of a row, without their quotes.
fn for_each_cell(line: &[u8], separator: u8, mut visit: impl FnMut(&[u8])) {
    let mut rest = line;
    let mut plain = Vec::new();
    loop {
        if rest.first() == Some(&b'"') {
            plain.clear();
            let mut at = 1;
            // Up to the quote that is not doubled.
            while let Some(found) = memchr::memchr(b'"', rest.get(at..).unwrap_or_default()) {
                plain.extend_from_slice(&rest[at..at + found]);
                at += found + 1;
                if rest.get(at) != Some(&b'"') {
                    break;
                }
                plain.push(b'"');
                at += 1;
            }
            visit(&plain);
            rest = rest.get(at..).unwrap_or_default();
            match memchr::memchr(separator, rest) {
                Some(next) => rest = &rest[next + 1..],
                None => return,
            }
        } else {
            match memchr::memchr(separator, rest) {
                Some(next) => {
                    visit(rest[..next].trim_ascii());
                    rest = &rest[next + 1..];
                }
                None => {
                    visit(rest.trim_ascii());
                    return;
                }
            }
        }
    }
}

/// Text as the inside of a JSON string.
fn json_inside(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    // Text always has a JSON form.
    let quoted = serde_json::to_string(&*text).unwrap_or_default().into_bytes();
    quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().to_vec()
}

/// Whether a cell is a number as JSON writes it; `007` is text.
fn is_json_number(cell: &[u8]) -> bool {
    let digits = cell.strip_prefix(b"-").unwrap_or(cell);
    let is_plain = digits.first().is_some_and(u8::is_ascii_digit) && (digits.len() == 1 || digits[0] != b'0');
    let is_decimal = digits.starts_with(b"0.");
    (is_plain || is_decimal) && serde_json::from_slice::<serde_json::Number>(cell).is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::Reader;
    use crate::neuron::{Lane, ProfileKind};
    use crate::trace::Trace;

    fn read(tables: &[(&str, &str)], step: usize) -> Trace {
        let mut reader = Reader::new(ProfileKind::Tables, tables[0].0);
        for (at, (file, text)) in tables.iter().enumerate() {
            if at > 0 {
                reader.begin_table(file);
            }
            text.as_bytes().chunks(step).for_each(|chunk| reader.push(chunk));
        }
        reader.finish()
    }

    const INSTRUCTION: &str = "timeline_track,engine,start_ts,end_ts,duration_ns,opcode,operands,id,evt_wait_time_ns\r\n\
        TensorMatrix,tensor,100,150,50,MATMUL,\"a, \"\"b\"\"\nc\",8158926430342629659,7\r\n\
        Sync,sync,10,40,,EVENT_SEMAPHORE,,3,0\r\n";

    #[test]
    fn a_table_of_instructions_is_read_however_it_is_cut() {
        for step in [1, 3, 7, 1000] {
            let trace = read(&[("Instruction.csv", INSTRUCTION)], step);
            let rows = &trace.neuron.as_ref().unwrap().instructions;
            assert_eq!(rows.len(), 2);
            assert_eq!(
                (rows[0].lane, rows[0].id, rows[0].wait),
                (Lane::TensorMatrix, 8_158_926_430_342_629_659, 7)
            );
            assert_eq!((rows[1].lane, rows[1].is_wait()), (Lane::Sync, true));
            assert_eq!(trace.slices.dur[rows[1].slice.index()], 30);
            let args = trace.args.get(trace.slices.args[rows[0].slice.index()]).args;
            assert!(String::from_utf8(args).unwrap().contains(r#""operands":"a, \"b\"\nc""#));
            assert_eq!(trace.text_bytes, INSTRUCTION.len() as u64);
        }
    }

    #[test]
    fn several_tables_are_one_trace() {
        let transfers = "timeline_track,start_ts,end_ts,duration_ns,id,queue_name,queue_type,variable,read_bytes,\
            write_bytes,transfer_bytes,throughput,source,dest\nqSyncIO0,5,25,20,9,qSyncIO0,input,x,64,64,64,3.2e9,[DRAM],[SB]\n";
        let packets = "timeline_track,start_ts,end_ts,duration_ns,id,packet_idx,packet_aggregation_id,engine_idx,queue_name,\
            transfer_bytes\nDMA-E3,5,9,4,11,0,9,3,qSyncIO0-Q1-E3,16\n";
        let semaphores = "timeline_track,timestamp,id,value\nSemaphore,7,S[3] (Tensor),2\n";
        let other = "timeline_track,start_ts,end_ts,duration_ns,core_idx,description\nCC-core 0,1,4,3,0,DMA_ADVANCE\n";
        let trace = read(
            &[
                ("DmaPacketAggregated.csv", transfers),
                ("Instruction.csv", INSTRUCTION),
                ("DmaPacket.csv", packets),
                ("SemaphoreUpdate.csv", semaphores),
                ("CcInstruction.csv", other),
            ],
            64,
        );
        let profile = trace.neuron.as_ref().unwrap();
        assert_eq!((profile.instructions.len(), profile.dma.len()), (2, 2));
        let (transfer, packet) = (&profile.dma[0], &profile.dma[1]);
        assert!(transfer.is_transfer() && !packet.is_transfer());
        assert_eq!(packet.transfer.map(|id| id.get()), Some(transfer.id));
        let route = profile.route_of(transfer);
        let text = |id| trace.strings.get(id);
        assert_eq!((text(route.queue), text(route.source), text(route.dest)), ("qSyncIO0", "DRAM", "SB"));
        assert_eq!((profile.route_of(packet).engine, text(profile.route_of(packet).queue)), (3, "qSyncIO0"));
        let tracks: Vec<_> = trace.tracks.iter().map(|track| text(track.name)).collect();
        assert_eq!(
            tracks,
            ["qSyncIO0", "Sync", "TensorMatrix", "CcInstruction CC-core 0", "Semaphore S[3] (Tensor)"]
        );
    }

    #[test]
    fn a_table_that_ends_within_quotes_is_cut() {
        let trace = read(&[("Instruction.csv", &INSTRUCTION[..INSTRUCTION.len() - 60])], 16);
        assert!(trace.health.cut.is_none() || trace.neuron.unwrap().instructions.len() < 2);
        let trace = read(&[("a.csv", "timeline_track,opcode\n\"Tensor,MAT")], 4);
        assert!(trace.health.cut.is_some());
    }
}
