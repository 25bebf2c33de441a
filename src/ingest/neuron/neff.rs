//! A NEFF: a header of 1024 bytes and a compressed tar with what the compiler
//! made. There are no times in it; its files are listed, and texts among them
//! are kept to be shown.
//!
//! Taking the packing off is `container`'s work.

use crate::ingest::container::{Unpacked, Unpacker};
use crate::neuron::{NeffFile, NeuronProfile, ProfileKind};
use crate::trace::{Rule, Trace};

/// Bytes before the archive.
const HEADER_BYTES: u64 = 1024;

/// Text of one file, and of all, that is kept.
const MOST_OF_FILE: usize = 1 << 20;
const MOST_OF_ALL: usize = 16 << 20;
/// Files that are listed.
const MOST_FILES: usize = 10_000;

/// Push reader of a NEFF.
pub struct NeffReader {
    unpacker: Unpacker,
    files: Files,
    /// Bytes so far, header and all.
    len: u64,
}

impl std::fmt::Debug for NeffReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NeffReader").field("files", &self.files).finish_non_exhaustive()
    }
}

impl NeffReader {
    pub fn new(name: &str) -> Self {
        Self { unpacker: Unpacker::new(name, None), files: Files::default(), len: 0 }
    }

    /// Takes the next bytes of the NEFF.
    pub fn push(&mut self, chunk: &[u8]) {
        let header = HEADER_BYTES.saturating_sub(self.len).min(chunk.len() as u64);
        self.len += chunk.len() as u64;
        self.unpacker.push(&chunk[header as usize..], &mut |part| self.files.take(part));
    }

    /// Files so far.
    pub fn files(&self) -> u64 {
        self.files.all.len() as u64 + self.files.left_out
    }

    pub fn bytes(&self) -> u64 {
        self.len
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.files.kept + self.files.text.capacity()
    }

    /// A trace without slices.
    pub fn finish(mut self) -> Trace {
        let notes = self.unpacker.finish(&mut |part| self.files.take(part));
        let mut trace = self.files.into_trace(self.len);
        for note in notes {
            if let Some(rule) = note.kind.health_rule() {
                trace.health.add(rule, note.offset + HEADER_BYTES, None, String::new);
            }
        }
        trace
    }
}

/// The files of a NEFF, one after the other.
#[derive(Debug, Default)]
struct Files {
    all: Vec<NeffFile>,
    /// Files that are not listed.
    left_out: u64,
    /// First bytes of the file whose bytes are coming.
    text: Vec<u8>,
    is_open: bool,
    kept: usize,
}

impl Files {
    fn take(&mut self, part: Unpacked<'_>) {
        match part {
            Unpacked::EntryStart { name, .. } => self.begin(name),
            Unpacked::Bytes(bytes) => self.push(bytes),
            Unpacked::EntryEnd => self.end(),
        }
    }

    fn begin(&mut self, name: &str) {
        self.end();
        self.is_open = self.all.len() < MOST_FILES;
        if self.is_open {
            self.all.push(NeffFile { name: name.to_owned(), bytes: 0, text: None });
        } else {
            self.left_out += 1;
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        let Some(file) = self.all.last_mut().filter(|_| self.is_open) else { return };
        file.bytes += bytes.len() as u64;
        let room = MOST_OF_FILE.min(MOST_OF_ALL - self.kept).saturating_sub(self.text.len());
        self.text.extend_from_slice(&bytes[..bytes.len().min(room)]);
    }

    fn end(&mut self) {
        let text = std::mem::take(&mut self.text);
        let Some(file) = self.all.last_mut().filter(|_| self.is_open) else { return };
        self.is_open = false;
        // The end of what is kept may cut a character.
        let valid = match std::str::from_utf8(&text) {
            Ok(text) => text,
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return,
        };
        let is_binary = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
        if !valid.is_empty() && !valid.contains(is_binary) {
            self.kept += valid.len();
            file.text = Some(valid.to_owned());
        }
    }

    fn into_trace(mut self, text_bytes: u64) -> Trace {
        self.end();
        let mut trace = Trace { text_bytes, ..Trace::default() };
        for file in &self.all {
            // Texts are in the typed files; here is what fits a line.
            let value = match &file.text {
                Some(text) if text.len() <= MOST_OF_LINE => text.trim().to_owned(),
                _ => format!("{} bytes", file.bytes),
            };
            trace.metadata.push((file.name.clone(), quoted(&value)));
        }
        trace.phases.insert("file".to_owned(), self.all.len() as u64 + self.left_out);
        trace.health.count(Rule::RowsLeftOut, self.left_out);
        trace.health.count(Rule::NoTimes, 1);
        let profile = NeuronProfile { kind: ProfileKind::Neff, files: self.all, ..NeuronProfile::default() };
        trace.neuron = Some(Box::new(profile));
        trace
    }
}

/// Text that is shown in a line of the metadata.
const MOST_OF_LINE: usize = 400;

fn quoted(text: &str) -> String {
    // Text always has a JSON form.
    serde_json::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_and_texts_are_kept() {
        let mut reader = Files::default();
        reader.begin("sg00/bir.json");
        reader.push(b"{\"arch\": ");
        reader.push(b"\"trn2\"}");
        reader.end();
        reader.begin("sg00/pe.bin");
        reader.push(&[0, 1, 2, 255]);
        reader.begin("log.txt");
        reader.push("x".repeat(MOST_OF_FILE + 7).as_bytes());
        let trace = reader.into_trace(9);
        let profile = trace.neuron.as_ref().unwrap();
        let files: Vec<_> = profile.files.iter().map(|file| (file.name.as_str(), file.bytes)).collect();
        assert_eq!(files, [("sg00/bir.json", 16), ("sg00/pe.bin", 4), ("log.txt", MOST_OF_FILE as u64 + 7)]);
        let texts: Vec<_> = profile.files.iter().map(|file| file.text.as_ref().map(String::len)).collect();
        assert_eq!(texts, [Some(16), None, Some(MOST_OF_FILE)]);
        assert_eq!(trace.metadata[1].1, "\"4 bytes\"");
        assert_eq!((trace.event_count(), trace.text_bytes), (3, 9));
    }

    #[test]
    fn the_archive_behind_the_header_is_unpacked_however_it_is_cut() {
        let mut tar = vec![0u8; 512];
        tar[..10].copy_from_slice(b"info.json\0");
        tar[124..135].copy_from_slice(b"00000000007");
        tar[156] = b'0';
        tar[257..263].copy_from_slice(b"ustar\0");
        tar[148..156].copy_from_slice(b"        ");
        let sum: u32 = tar.iter().map(|byte| u32::from(*byte)).sum();
        tar[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        tar.extend_from_slice(b"{\"a\":1}");
        tar.resize(512 * 4, 0);
        let mut packer = flate2::write::GzEncoder::new(vec![0u8; 1024], flate2::Compression::default());
        std::io::Write::write_all(&mut packer, &tar).unwrap();
        let neff = packer.finish().unwrap();
        for step in [1, 100, 1024, 5000] {
            let mut reader = NeffReader::new("a.neff");
            neff.chunks(step).for_each(|chunk| reader.push(chunk));
            let trace = reader.finish();
            assert!(trace.health.findings().all(|found| found.rule == Rule::NoTimes), "{:?}", trace.health);
            let files = &trace.neuron.as_ref().unwrap().files;
            assert_eq!((files.len(), files[0].text.as_deref()), (1, Some("{\"a\":1}")));
        }
    }
}
