//! Tables as CSV: a header, then one row a line.

use super::Header;

/// Position behind the line break that ends the row, if it is in `text`.
/// `quoted` says whether its begin is inside quotes, and then its end.
pub fn line_end(text: &[u8], quoted: &mut bool) -> Option<usize> {
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\n', &text[at..])? + 1;
        if text[at - 1] == b'"' {
            // A doubled quote opens and closes at once.
            *quoted = !*quoted;
        } else if !*quoted {
            return Some(at);
        }
    }
}

/// The first line: names.
pub fn header(line: &[u8]) -> Header {
    let separator = [b',', b'\t', b';']
        .into_iter()
        .max_by_key(|separator| line.iter().filter(|byte| *byte == separator).count());
    let separator = separator.unwrap_or(b',');
    let mut names = Vec::new();
    for_each_cell(line, separator, |cell| names.push(json_inside(cell)));
    Header { names, is_transfers: false, separator }
}

/// A row as a JSON object, without its empty cells.
pub fn write_row(line: &[u8], header: &Header, row: &mut Vec<u8>) {
    row.push(b'{');
    let mut column = 0;
    for_each_cell(line, header.separator, |cell| {
        if let Some(name) = header.names.get(column)
            && !cell.is_empty()
        {
            if row.len() > 1 {
                row.push(b',');
            }
            push_member(row, name, cell);
        }
        column += 1;
    });
    if header.is_transfers {
        super::mark_as_transfer(row);
    }
    row.push(b'}');
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
    use crate::ingest::neuron::{Reader, TableForm};
    use crate::neuron::{Lane, ProfileKind};
    use crate::trace::Trace;

    fn read(tables: &[(&str, &str)], step: usize) -> Trace {
        let mut reader = Reader::new(ProfileKind::Tables, tables[0].0);
        for (at, (file, text)) in tables.iter().enumerate() {
            if at > 0 {
                reader.begin_table(file, TableForm::Csv);
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
        assert_eq!(
            (profile.route_of(packet).engine, text(profile.route_of(packet).queue)),
            (Some(3), "qSyncIO0")
        );
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
