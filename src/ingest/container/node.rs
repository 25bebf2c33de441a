//! One layer of packing: looks at the first bytes of a stream, then decodes
//! it into the layer below, down to plain bytes.

use super::MAX_LEVELS;
use super::entry_name::without_packing_ending;
use super::gzip::Gzip;
use super::note::{NoteKind, Notes};
use super::saved_report::{self, SavedReport};
use super::tar::{self, Tar};
use super::unpacker::{Packing, Progress, Unpacked};
use super::zip_stream::ZipStream;
use super::zstd::Zstd;

/// Enough to see the checksum of a tar header.
const SNIFF_BYTES: usize = tar::BLOCK;

/// Where output goes while a chunk is decoded.
pub(super) struct Context<'a> {
    pub(super) sink: &'a mut dyn FnMut(Unpacked<'_>),
    pub(super) notes: &'a mut Notes,
    pub(super) progress: &'a mut Progress,
}

impl Context<'_> {
    pub(super) fn note(&mut self, kind: NoteKind, name: &str, offset: u64) {
        self.notes.add(kind, name, offset);
    }
}

pub(super) struct Node {
    name: String,
    /// Size of this stream in bytes, where known.
    size: Option<u64>,
    /// Packings around this stream.
    level: u8,
    /// Directly inside gzip or zstd, so that a tar here is a `.tar.gz`.
    compressed: bool,
    state: State,
}

enum State {
    /// Not enough bytes yet to tell.
    Unknown(Vec<u8>),
    Plain,
    Gzip(Box<Gzip>, Box<Node>),
    Zstd(Box<Zstd>, Box<Node>),
    Tar(Box<Tar>),
    Zip(Box<ZipStream>),
    Report(Box<SavedReport>),
    Refused,
}

impl Node {
    pub(super) fn unknown(name: String, size: Option<u64>, level: u8) -> Self {
        Self { name, size, level, compressed: false, state: State::Unknown(Vec::new()) }
    }

    pub(super) fn zip(name: String, stream: ZipStream) -> Self {
        Self { name, size: None, level: 0, compressed: false, state: State::Zip(Box::new(stream)) }
    }

    pub(super) fn packing(&self) -> Option<Packing> {
        match &self.state {
            State::Gzip(..) => Some(Packing::Gzip),
            State::Zstd(..) => Some(Packing::Zstd),
            State::Tar(_) => Some(Packing::Tar),
            State::Zip(_) => Some(Packing::Zip),
            State::Report(_) => Some(Packing::Report),
            State::Unknown(_) | State::Plain | State::Refused => None,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8], context: &mut Context<'_>) {
        if let State::Unknown(held) = &mut self.state {
            if held.is_empty() && bytes.len() >= SNIFF_BYTES {
                self.decide(bytes, context);
            } else {
                let wanted = (SNIFF_BYTES - held.len()).min(bytes.len());
                let (head, rest) = bytes.split_at(wanted);
                held.extend_from_slice(head);
                if held.len() == SNIFF_BYTES {
                    let held = std::mem::take(held);
                    self.decide(&held, context);
                    self.decode(&held, context);
                    self.decode(rest, context);
                }
                return;
            }
        }
        self.decode(bytes, context);
    }

    pub(super) fn finish(&mut self, context: &mut Context<'_>) {
        if let State::Unknown(held) = &mut self.state {
            let held = std::mem::take(held);
            self.decide(&held, context);
            self.decode(&held, context);
        }
        match &mut self.state {
            State::Gzip(gzip, child) => {
                gzip.finish(&self.name, context);
                child.finish(context);
            }
            State::Zstd(zstd, child) => {
                zstd.finish(&self.name, child, context);
                child.finish(context);
            }
            State::Tar(tar) => tar.finish(&self.name, context),
            State::Zip(zip) => zip.finish(&self.name, context),
            State::Report(report) => report.finish(&self.name, context),
            State::Plain => (context.sink)(Unpacked::EntryEnd),
            State::Unknown(_) | State::Refused => {}
        }
        self.state = State::Refused;
    }

    fn decide(&mut self, head: &[u8], context: &mut Context<'_>) {
        let packing = packing_of(head);
        let free_tar = self.compressed && packing == Some(Packing::Tar);
        if packing.is_some() && !free_tar && self.level >= MAX_LEVELS {
            context.note(NoteKind::TooDeep, &self.name, 0);
            self.state = State::Refused;
            return;
        }
        let inner_level = if free_tar { self.level } else { self.level + 1 };
        let inner = || {
            Box::new(Node {
                name: without_packing_ending(&self.name),
                size: None,
                level: inner_level,
                compressed: true,
                state: State::Unknown(Vec::new()),
            })
        };
        // An archive inside an archive: its entries are told apart by path.
        let path = if self.level > 0 && !free_tar { format!("{}/", self.name) } else { String::new() };
        self.state = match packing {
            Some(Packing::Gzip) => State::Gzip(Box::default(), inner()),
            Some(Packing::Zstd) => State::Zstd(Box::default(), inner()),
            Some(Packing::Tar) => State::Tar(Box::new(Tar::new(path, inner_level))),
            Some(Packing::Zip) => State::Zip(Box::new(ZipStream::new(path, inner_level))),
            Some(Packing::Report) => State::Report(Box::new(SavedReport::new(path, inner_level))),
            None => {
                context.progress.entries += 1;
                (context.sink)(Unpacked::EntryStart { name: &self.name, size: self.size });
                State::Plain
            }
        };
    }

    fn decode(&mut self, bytes: &[u8], context: &mut Context<'_>) {
        if bytes.is_empty() {
            return;
        }
        match &mut self.state {
            State::Plain => {
                context.progress.plain_out += bytes.len() as u64;
                (context.sink)(Unpacked::Bytes(bytes));
            }
            State::Gzip(gzip, child) => gzip.push(bytes, &self.name, child, context),
            State::Zstd(zstd, child) => zstd.push(bytes, &self.name, child, context),
            State::Tar(tar) => tar.push(bytes, &self.name, context),
            State::Zip(zip) => zip.push(bytes, &self.name, context),
            State::Report(report) => report.push(bytes, &self.name, context),
            State::Unknown(_) | State::Refused => {}
        }
    }
}

/// What a stream is packed with, from its first bytes. Shorter heads only
/// make tar invisible.
pub(in crate::ingest) fn packing_of(head: &[u8]) -> Option<Packing> {
    match head {
        [0x1f, 0x8b, 0x08, ..] => Some(Packing::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Packing::Zstd),
        // A file may begin with a frame that decoders skip.
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Packing::Zstd),
        // First entry, empty archive, spanning marker, spanning not needed.
        [b'P', b'K', 3, 4, ..]
        | [b'P', b'K', 5, 6, ..]
        | [b'P', b'K', 7, 8, ..]
        | [b'P', b'K', b'0', b'0', ..] => Some(Packing::Zip),
        _ if tar::is_header(head) => Some(Packing::Tar),
        _ if head.starts_with(saved_report::BEGIN) => Some(Packing::Report),
        _ => None,
    }
}
