//! Names that tables of their own give to what instructions only have ids of:
//! ops of each level of the compiler, lines of NKI source, call stacks.
//!
//! Tables come in any order, so ids wait here until all have been read. A name
//! that an instruction has itself stays; an id with two names has none.

use super::Collected;
use crate::ingest::json::scan::{self, Kind, Notes, Value};
use crate::ingest::neuron::field;
use crate::neuron::{Instruction, Source};
use crate::trace::StringId;
use rustc_hash::FxHashMap;

/// What is known by id.
#[derive(Debug, Default)]
pub struct Names {
    framework: FxHashMap<u64, StringId>,
    hlo: FxHashMap<u64, StringId>,
    bir: FxHashMap<u64, StringId>,
    /// Lines of source, `kernel.py:42`, by the instruction's name in its kernel.
    kernels: FxHashMap<StringId, StringId>,
    /// Location of a frame, file and line of a location, name of a file.
    frames: FxHashMap<u64, u64>,
    locations: FxHashMap<u64, (u64, u32)>,
    files: FxHashMap<u64, StringId>,
    /// By row of the instruction: its name in its kernel, its innermost frame.
    kernel_of: Vec<(u32, StringId)>,
    frame_of: Vec<(u32, u64)>,
}

impl Names {
    pub fn memory_bytes(&self) -> usize {
        let by_id = self.framework.capacity() + self.hlo.capacity() + self.bir.capacity();
        (by_id + self.kernels.capacity() + self.frames.capacity() + self.files.capacity()) * 16
            + self.locations.capacity() * 24
            + self.kernel_of.capacity() * 8
            + self.frame_of.capacity() * 16
    }
}

/// Fields of the rows of all these tables.
#[derive(Default)]
struct Fields {
    id: Value,
    name: Value,
    file: Value,
    path: Value,
    line: Value,
}

impl Collected {
    /// Keeps what a row names, if it is of a table that gives names.
    pub(super) fn name(&mut self, window: &[u8], at: usize) {
        let Some([id, name, file, path, line]) = fields_of(&self.section_name) else { return };
        let mut f = Fields::default();
        let read = scan::members(window, at, &mut Notes::default(), |key, value, _| {
            let key = key.of(window);
            for (wanted, slot) in [
                (id, &mut f.id),
                (name, &mut f.name),
                (file, &mut f.file),
                (path, &mut f.path),
                (line, &mut f.line),
            ] {
                if key == wanted.as_bytes() {
                    *slot = value;
                }
            }
        });
        if read.is_err() {
            return;
        }
        let strings = &mut self.trace.strings;
        let number = |value: Value| field::id(value, window);
        let line = number(f.line).and_then(|line| u32::try_from(line).ok()).unwrap_or(0);
        let names = &mut self.names;
        match self.section_name.as_str() {
            "KernelInstructions" => {
                let kernel = self.pool.text(strings, f.name, window);
                let path = self.pool.text(strings, f.path, window);
                if kernel != StringId::NONE && path != StringId::NONE && line > 0 {
                    let path = strings.get(path);
                    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
                    let text = format!("{file}:{line}");
                    add(&mut names.kernels, kernel, strings.intern(&text));
                }
            }
            "StackFrame" => {
                if let (Some(id), Some(location)) = (number(f.id), number(f.file)) {
                    names.frames.insert(id, location);
                }
            }
            "StackFrameFileLocation" => {
                if let (Some(id), Some(file)) = (number(f.id), number(f.file)) {
                    names.locations.insert(id, (file, line));
                }
            }
            section => {
                let text = self.pool.text(strings, f.name, window);
                let Some(id) = number(f.id).filter(|id| *id != 0 && text != StringId::NONE) else { return };
                let by_id = match section {
                    "FrameworkInstruction" => &mut names.framework,
                    "HloInstruction" => &mut names.hlo,
                    "BirInstruction" => &mut names.bir,
                    _ => &mut names.files,
                };
                add(by_id, id, text);
            }
        }
    }

    /// Notes what may lead from an instruction to a name.
    pub(super) fn will_name(&mut self, row: u32, kernel: Value, frames: Value, window: &[u8]) {
        let kernel = self.pool.text(&mut self.trace.strings, kernel, window);
        if kernel != StringId::NONE {
            self.names.kernel_of.push((row, kernel));
        }
        // A list as text, `[101, 102]`, or as a list; fused ops have several.
        let text = frames.of(window);
        let digits = |text: &[u8]| -> Option<u64> {
            let from = text.iter().position(u8::is_ascii_digit)?;
            let len = text[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            std::str::from_utf8(&text[from..from + len]).ok()?.parse().ok()
        };
        if matches!(frames.kind, Kind::Array | Kind::Text | Kind::Number)
            && let Some(frame) = digits(text).filter(|frame| *frame != 0)
        {
            self.names.frame_of.push((row, frame));
        }
    }

    /// Gives instructions the names that tables have for them.
    pub fn give_names(&mut self) {
        let names = std::mem::take(&mut self.names);
        let profile = &mut self.profile;
        let own = |map: &FxHashMap<u64, StringId>, id: Option<u64>| {
            id.and_then(|id| map.get(&id)).copied().unwrap_or(StringId::NONE)
        };
        let framework_ids = &profile.framework_ids;
        for row in &mut profile.instructions {
            let Instruction { layer, hlo_name, bir_name, framework, hlo_id, bir_id, .. } = row;
            let first = (framework.1 > 0).then(|| framework_ids.get(framework.0 as usize).copied()).flatten();
            for (slot, map, id) in [
                (layer, &names.framework, first),
                (hlo_name, &names.hlo, hlo_id.map(|id| id.get())),
                (bir_name, &names.bir, bir_id.map(|id| id.get())),
            ] {
                if *slot == StringId::NONE {
                    *slot = own(map, id);
                }
            }
        }
        for (row, kernel) in &names.kernel_of {
            if let (Some(line), Some(row)) =
                (names.kernels.get(kernel), profile.instructions.get_mut(*row as usize))
                && row.nki_source == StringId::NONE
            {
                row.nki_source = *line;
            }
        }
        for (row, frame) in &names.frame_of {
            let Some(row) = profile.instructions.get_mut(*row as usize) else { continue };
            let place = names.frames.get(frame).and_then(|location| names.locations.get(location));
            let Some((file, line)) = place.filter(|_| row.source == u32::MAX) else { continue };
            let file = own(&names.files, Some(*file));
            if file == StringId::NONE {
                continue;
            }
            let source = Source { op_type: StringId::NONE, file, line: *line };
            row.source = *self.known_lines.entry(source).or_insert_with(|| {
                profile.sources.push(source);
                profile.sources.len() as u32 - 1
            });
        }
    }
}

/// Keeps a name; [`StringId::NONE`] where two claim one id.
fn add<K: std::hash::Hash + Eq>(map: &mut FxHashMap<K, StringId>, id: K, name: StringId) {
    let known = map.entry(id).or_insert(name);
    if *known != name {
        *known = StringId::NONE;
    }
}

/// Fields with the id, the name, a file's id, a path and a line.
fn fields_of(section: &str) -> Option<[&'static str; 5]> {
    Some(match section {
        "FrameworkInstruction" => ["raw_framework_id", "framework_name", "", "", ""],
        "HloInstruction" => ["raw_hlo_id", "hlo_name", "", "", ""],
        "BirInstruction" => ["raw_bir_id", "bir_name", "", "", ""],
        "KernelInstructions" => ["", "kernel_instruction_name", "", "file_path", "line_number"],
        "StackFrame" => ["id", "", "file_location_id", "", ""],
        "StackFrameFileLocation" => ["id", "", "file_name_id", "", "line_number"],
        "StackFrameFileName" => ["id", "name", "", "", ""],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::ingest::neuron::{Reader, TableForm};
    use crate::neuron::ProfileKind;

    const TABLES: [(&str, &str); 8] = [
        (
            "Instruction.csv",
            "start_ts,end_ts,opcode,engine,id,layer,raw_framework_id,raw_hlo_id,raw_bir_id,kernel_instruction_name,stack_frame_ids,hlo_name\n\
             0,10,COPY,vector,1,,4,2,31,inst.7:0,\"[12, 11]\",\n\
             10,20,COPY,vector,2,own,4,2,32,,,%own\n\
             20,30,COPY,vector,3,,5,9,33,inst.8:0,[99],\n",
        ),
        (
            "FrameworkInstruction_0.csv",
            "id,raw_framework_id,framework_name,start_ts,end_ts\n1,4,Layer[1]/aten.add,0,10\n3,5,one,20,30\n3,5,two,20,30\n",
        ),
        ("HloInstruction.csv", "id,raw_hlo_id,hlo_name,start_ts,end_ts\n1,2,%add.3,0,10\n"),
        ("BirInstruction.csv", "id,raw_bir_id,bir_name,start_ts,end_ts\n1,31,I-9-0,0,10\n"),
        (
            "KernelInstructions.csv",
            "kernel_instruction_name,stack_frame_id,file_path,line_number\ninst.7:0,1,/home/me/kernel.py,42\n",
        ),
        ("StackFrame.csv", "id,file_location_id,parent_frame_id\n12,3,11\n11,4,0\n"),
        ("StackFrameFileLocation.csv", "id,file_name_id,function_name_id,line_number\n3,1,1,77\n4,1,1,5\n"),
        ("StackFrameFileName.csv", "id,name\n1,/src/model.py\n"),
    ];

    #[test]
    fn tables_name_what_instructions_have_ids_of_in_whatever_order_they_come() {
        for turn in 0..TABLES.len() {
            let mut tables = TABLES;
            tables.rotate_left(turn);
            let mut reader = Reader::new(ProfileKind::Tables, tables[0].0);
            for (at, (file, text)) in tables.iter().enumerate() {
                if at > 0 {
                    reader.begin_table(file, TableForm::Csv);
                }
                reader.push(text.as_bytes());
            }
            let trace = reader.finish();
            let profile = trace.neuron.as_ref().unwrap();
            let mut rows: Vec<_> = profile.instructions.iter().collect();
            rows.sort_by_key(|row| row.id);
            let name = |id: crate::trace::StringId| id.some().map_or("", |id| trace.strings.get(id));
            let names: Vec<_> = rows
                .iter()
                .map(|row| [row.layer, row.hlo_name, row.bir_name, row.nki_source].map(name))
                .collect();
            // An id with two names has none.
            assert_eq!(
                names,
                [["Layer[1]/aten.add", "%add.3", "I-9-0", "kernel.py:42"], ["own", "%own", "", ""], [""; 4]],
                "{turn}"
            );
            let source = profile.sources[rows[0].source as usize];
            assert_eq!((name(source.file), source.line), ("/src/model.py", 77));
            assert_eq!(rows[2].source, u32::MAX);
        }
    }
}
