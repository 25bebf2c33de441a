//! Rows of `instruction`.

use super::Collected;
use crate::ingest::json::scan::{self, Kind, Notes, Scan, Value};
use crate::ingest::json::text::{Repairs, decode};
use crate::ingest::neuron::field;
use crate::ingest::neuron::sections::Place;
use crate::neuron::{Id, Instruction, InstructionBytes, InstructionFlags, Lane, Source, TensorKind};
use crate::trace::StringId;

/// Places of an instruction's fields in the window.
#[derive(Debug, Default)]
struct Fields {
    timestamp: Value,
    duration: Value,
    end: Value,
    wait: Value,
    id: Value,
    label: Value,
    subgroup: Value,
    opcode: Value,
    operands: Value,
    pc: Value,
    kind: Value,
    elements: Value,
    subgraph: Value,
    path: Value,
    core: Value,
    hlo_name: Value,
    hlo_attrs: Value,
    layer: Value,
    activation: Value,
    bir_name: Value,
    nki_source: Value,
    framework: Value,
    hlo_id: Value,
    penguin_id: Value,
    bir_id: Value,
    predecessors: Value,
    trigger: Value,
    psum_to_sbuf: Value,
    kernel: Value,
    frames: Value,
    bytes: [Value; 12],
    has_bytes: bool,
}

/// Opcodes that `total_exec_time` leaves out.
const SETUP: &[&[u8]] = &[
    b"NOP",
    b"SET_ORDERING_MODE",
    b"EVENT_SEMAPHORE",
    b"EVENT_SEMAPHORE_RANGE_CLEAR",
    b"NOTIFY",
    b"COMPARE_BRANCH",
    b"DRAIN",
    b"WRITE",
    b"TENSOR_LOAD",
    b"MODIFY_POOL_CONFIG",
];

/// An instruction whose own duration is waiting.
const WAITS: &[u8] = b"EVENT_SEMAPHORE";

/// A dependence that waits for the row of its id.
#[derive(Debug, Clone, Copy)]
pub struct Predecessor {
    /// Row of the later instruction.
    pub row: u32,
    pub id: u64,
    pub kind: StringId,
}

impl Collected {
    pub(super) fn instruction(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let mut f = Fields::default();
        let mut notes = Notes::default();
        let end =
            scan::members(window, at, &mut notes, |key, value, _| visit(&mut f, key.of(window), value))?;
        self.pool.literals += u64::from(notes.literals);
        let opcode = field::text(f.opcode, window);
        let mut instruction = Instruction {
            id: field::id(f.id, window).unwrap_or(0),
            lane: Lane::from_name(field::text(if f.label.is_text() { f.label } else { f.subgroup }, window)),
            tensor: match field::text(f.kind, window) {
                b"REGULAR" => TensorKind::Regular,
                b"TRANSPOSE" => TensorKind::Transpose,
                _ => TensorKind::None,
            },
            wait: field::int(f.wait, window).unwrap_or(0).max(0),
            elements: field::count(f.elements, window).unwrap_or(0),
            pc: field::count(f.pc, window).map_or(0, |pc| u32::try_from(pc).unwrap_or(u32::MAX)),
            hlo_id: field::id(f.hlo_id, window).and_then(Id::new),
            penguin_id: field::id(f.penguin_id, window).and_then(Id::new),
            bir_id: field::id(f.bir_id, window).and_then(Id::new),
            trigger: field::int(f.trigger, window),
            ..Instruction::default()
        };
        // Tables may leave the lane out and name the engine alone.
        if !f.label.is_text() && instruction.lane == Lane::Tensor && opcode == b"MATMUL" {
            instruction.lane = Lane::TensorMatrix;
        }
        let mut flag = |is: bool, flag: u8| {
            if is {
                instruction.flags.set(flag);
            }
        };
        flag(opcode == WAITS, InstructionFlags::WAIT);
        flag(SETUP.contains(&opcode), InstructionFlags::SETUP);
        flag(field::truth(f.psum_to_sbuf, window), InstructionFlags::PSUM_TO_SBUF);
        flag(has_condition(field::text(f.operands, window)), InstructionFlags::CONDITION);
        self.instruction_texts(&f, &mut instruction, window);
        instruction.source = self.source(f.hlo_attrs, window);
        instruction.framework = self.framework_ids(f.framework, window);
        if f.has_bytes {
            instruction.bytes = self.profile.instruction_bytes.len() as u32;
            self.profile.instruction_bytes.push(bytes(&f, window));
        }
        let row = self.profile.instructions.len() as u32;
        self.predecessors(f.predecessors, row, window);
        if f.kernel.is_some() || f.frames.is_some() {
            self.will_name(row, f.kernel, f.frames, window);
        }
        let core = field::int(f.core, window);
        let path = field::text(f.path, window);
        let on = self.places.of_row(&mut self.trace.strings, field::text(f.subgraph, window), path, core);
        let label = match instruction.lane {
            Lane::Other => self.pool.text(&mut self.trace.strings, f.label, window),
            _ => StringId::NONE,
        };
        let args = self.args.push(&window[at..end], &[]);
        let raw = self.raw_row([f.timestamp, f.duration, f.end], window, place, args, on);
        self.raw_instructions.push(super::RawRow { label, ..raw });
        self.profile.instructions.push(instruction);
        Ok(end)
    }

    fn instruction_texts(&mut self, f: &Fields, instruction: &mut Instruction, window: &[u8]) {
        let (pool, strings, last) = (&mut self.pool, &mut self.trace.strings, &mut self.last);
        instruction.opcode = pool.text_like(strings, f.opcode, window, &mut last.opcode);
        instruction.subgraph = pool.text_like(strings, f.path, window, &mut last.path);
        instruction.hlo_name = pool.text_like(strings, f.hlo_name, window, &mut last.hlo_name);
        instruction.activation = pool.text_like(strings, f.activation, window, &mut last.activation);
        instruction.nki_source = pool.text_like(strings, f.nki_source, window, &mut last.nki_source);
        instruction.bir_name = pool.text_like(strings, f.bir_name, window, &mut last.bir_name);
        if field::text(f.layer, window) != b"Unknown" {
            instruction.layer = pool.text_like(strings, f.layer, window, &mut last.layer);
        }
    }

    /// The first line of source that `hlo_attrs` names: JSON as text.
    fn source(&mut self, attrs: Value, window: &[u8]) -> u32 {
        let raw = field::text(attrs, window);
        // `[]` is the shortest list; an empty text says the same.
        if raw.len() <= 2 {
            return u32::MAX;
        }
        if let Some(&known) = self.known_sources.get(raw) {
            return known;
        }
        let text = decode(raw, &mut Repairs::default());
        let mut found = None;
        field::objects(text.as_bytes(), |object| {
            let source = self.source_of_object(object);
            if found.is_none() {
                found = source;
            }
        });
        let found = found.or_else(|| self.source_of_pairs(&text));
        let at = match found {
            None => u32::MAX,
            Some(source) => {
                let sources = &mut self.profile.sources;
                *self.known_lines.entry(source).or_insert_with(|| {
                    sources.push(source);
                    sources.len() as u32 - 1
                })
            }
        };
        self.known_sources.insert(raw.into(), at);
        at
    }

    fn source_of_object(&mut self, object: &[u8]) -> Option<Source> {
        let (mut op_type, mut file, mut line) = (Value::default(), Value::default(), Value::default());
        scan::members(object, 0, &mut Notes::default(), |key, value, _| match key.of(object) {
            b"op_type" => op_type = value,
            b"source_file" => file = value,
            b"source_line" => line = value,
            _ => {}
        })
        .ok()?;
        let strings = &mut self.trace.strings;
        let source = Source {
            op_type: self.pool.text(strings, op_type, object),
            file: self.pool.text(strings, file, object),
            line: field::count(line, object).and_then(|line| u32::try_from(line).ok()).unwrap_or(0),
        };
        (source.op_type != StringId::NONE || source.file != StringId::NONE).then_some(source)
    }

    /// Newer tables write `key=value` pairs.
    fn source_of_pairs(&mut self, text: &str) -> Option<Source> {
        let value = |key: &str| {
            let mut parts = text.split([' ', ',', ';']);
            parts.find_map(|part| part.strip_prefix(key)?.strip_prefix('=')).unwrap_or_default()
        };
        let (op_type, file, line) = (value("op_type"), value("source_file"), value("source_line"));
        let strings = &mut self.trace.strings;
        let mut text = |text: &str| if text.is_empty() { StringId::NONE } else { strings.intern(text) };
        let source = Source { op_type: text(op_type), file: text(file), line: line.parse().unwrap_or(0) };
        (source.op_type != StringId::NONE || source.file != StringId::NONE).then_some(source)
    }

    /// Ids are kept once for all instructions with the same list.
    fn framework_ids(&mut self, list: Value, window: &[u8]) -> (u32, u32) {
        let all = &mut self.profile.framework_ids;
        let first = all.len();
        match list.kind {
            Kind::Array => field::ids(list.of(window), |id| {
                if id != 0 {
                    all.push(id);
                }
            }),
            _ => all.extend(field::id(list, window).filter(|id| *id != 0)),
        }
        let (last, len) = (self.last.framework, all.len() - first);
        let range = last.0 as usize..last.0 as usize + last.1 as usize;
        if len == last.1 as usize && all[range] == all[first..] {
            all.truncate(first);
            return last;
        }
        self.last.framework = (first as u32, len as u32);
        self.last.framework
    }

    fn predecessors(&mut self, list: Value, row: u32, window: &[u8]) {
        let text;
        let list = match list.kind {
            Kind::Array => list.of(window),
            // A cell of a table.
            Kind::Text | Kind::EscapedText => {
                text = decode(list.of(window), &mut Repairs::default());
                text.as_bytes()
            }
            _ => return,
        };
        field::objects(list, |object| {
            let (mut id, mut kind) = (Value::default(), Value::default());
            let end = scan::members(object, 0, &mut Notes::default(), |key, value, _| match key.of(object) {
                b"id" => id = value,
                b"type" => kind = value,
                _ => {}
            });
            if end.is_ok()
                && let Some(id) = field::id(id, object)
            {
                let kind =
                    self.pool.text_like(&mut self.trace.strings, kind, object, &mut self.last.dependence);
                self.predecessors.push(Predecessor { row, id, kind });
            }
        });
    }
}

#[inline]
fn visit(f: &mut Fields, key: &[u8], value: Value) {
    match key {
        b"timestamp" | b"start_ts" => f.timestamp = value,
        b"duration" | b"duration_ns" => f.duration = value,
        b"end_ts" => f.end = value,
        b"evt_wait_time" | b"evt_wait_time_ns" => f.wait = value,
        b"id" => f.id = value,
        b"label" | b"timeline_track" => f.label = value,
        b"subgroup" | b"engine" => f.subgroup = value,
        b"opcode" => f.opcode = value,
        b"operands" => f.operands = value,
        b"pc" => f.pc = value,
        b"instruction_type" | b"tensor_instruction_type" => f.kind = value,
        b"elements" | b"tensor_elements" => f.elements = value,
        b"subgraph" => f.subgraph = value,
        b"fully_qualified_subgraph" => f.path = value,
        b"pcore_idx" => f.core = value,
        b"hlo_name" => f.hlo_name = value,
        b"hlo_attrs" => f.hlo_attrs = value,
        b"layer" => f.layer = value,
        b"activation_fn" | b"scalar_activation_fn" => f.activation = value,
        b"bir_instruction_name" => f.bir_name = value,
        b"nki_source_location" => f.nki_source = value,
        b"raw_framework_id" => f.framework = value,
        b"raw_hlo_id" => f.hlo_id = value,
        b"raw_penguin_id" => f.penguin_id = value,
        b"raw_bir_id" => f.bir_id = value,
        b"predecessors" => f.predecessors = value,
        b"trigger" | b"dma_trigger_start_ts" => f.trigger = value,
        b"kernel_instruction_name" => f.kernel = value,
        b"stack_frame_ids" => f.frames = value,
        b"is_psum_read_sbuf_write" => f.psum_to_sbuf = value,
        _ => {
            if let Some(at) = BYTES.iter().position(|name| *name == key) {
                f.bytes[at] = value;
                f.has_bytes = true;
            }
        }
    }
}

/// Whether operands name a semaphore and the value that it must reach, such as
/// `S[7] (qGpSimdDynamic)>=16`. `$S[2]==8` is another thing: the instruction
/// itself takes as long as that is not so.
fn has_condition(operands: &[u8]) -> bool {
    let mut rest = operands;
    while let Some(at) = memchr::memmem::find(rest, b"S[") {
        let before = at.checked_sub(1).map(|before| rest[before]);
        let starts = !before.is_some_and(|byte| byte == b'$' || byte.is_ascii_alphanumeric());
        rest = &rest[at + 2..];
        if starts && is_compared(rest) {
            return true;
        }
    }
    false
}

/// Behind `S[`: a number, perhaps who owns the semaphore, and a comparison.
fn is_compared(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let Some(text) = text[digits..].strip_prefix(b"]").filter(|_| digits > 0) else { return false };
    let text = text.trim_ascii_start();
    let text = match text.strip_prefix(b"(") {
        None => text,
        Some(owner) => match owner.iter().take(MOST_OWNER).position(|byte| *byte == b')') {
            Some(end) => owner[end + 1..].trim_ascii_start(),
            None => return false,
        },
    };
    let operator = text.iter().take_while(|byte| b"<>=!".contains(byte)).count();
    let value = text[operator..].trim_ascii_start().first();
    (1..=2).contains(&operator) && value.is_some_and(|byte| byte.is_ascii_digit() || b"$-".contains(byte))
}

/// Longest name of a semaphore's owner.
const MOST_OWNER: usize = 200;

/// Counters of bytes, in the order of [`bytes`].
const BYTES: [&[u8]; 12] = [
    b"sbuf_read_bytes",
    b"sbuf_write_bytes",
    b"psum_read_bytes",
    b"psum_write_bytes",
    b"psum_read_sbuf_write_bytes",
    b"hbm_read_bytes",
    b"hbm_write_bytes",
    b"spill_save_bytes",
    b"spill_reload_bytes",
    b"input_queue_bytes",
    b"output_queue_bytes",
    b"weight_queue_bytes",
];

fn bytes(f: &Fields, window: &[u8]) -> InstructionBytes {
    let [sbuf_read, sbuf_write, psum_read, psum_write, psum_read_sbuf_write, hbm_read, rest @ ..] =
        f.bytes.map(|value| field::count(value, window).unwrap_or(0));
    let [hbm_write, spill_save, spill_reload, input_queue, output_queue, weight_queue] = rest;
    InstructionBytes {
        sbuf_read,
        sbuf_write,
        psum_read,
        psum_write,
        psum_read_sbuf_write,
        hbm_read,
        hbm_write,
        spill_save,
        spill_reload,
        input_queue,
        output_queue,
        weight_queue,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_told_from_signals() {
        for with in [
            "S[7] (qGpSimdDynamic)>=16 src=fp16@0x1000[1,0,0][64,1,1]",
            " S[6] (Vector)>=2 setter=0 ",
            "a S[3] (Tensor)++@complete S[5]>=1",
            "S[1] == 4",
        ] {
            assert!(has_condition(with.as_bytes()), "{with}");
        }
        for without in [
            "",
            " ",
            "S[3] (Tensor)++@complete acc_flags=3 src=fp16@0x1800[1,0,0][64,1,1]",
            " setter=0 $S[2]==8 $S[2]=0@complete",
            "$S[7]>=16",
            "semaphore=8 sem_increment=16 src_pattern=[2048,1]",
            "S[",
            "S[] >= 3",
            "S[4] (unclosed >= 3",
            "REGS[4] >= 3",
            "S[4] => ",
        ] {
            assert!(!has_condition(without.as_bytes()), "{without}");
        }
    }
}
