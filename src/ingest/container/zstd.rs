//! Zstd: any number of frames, skippable ones among them.
//!
//! The decoder of `ruzstd` wants to read; here it is given exactly one frame
//! header or one block at a time, so that input can come in any pieces and no
//! more than one block of output (128 KiB) waits beside the window.

use std::io::Read;

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::node::{Context, Node};
use super::note::NoteKind;
use super::{PIECE_BYTES, ZSTD_WINDOW_LIMIT};

const MAGIC_BYTES: usize = 4;
const BLOCK_HEADER_BYTES: usize = 3;
const CHECKSUM_BYTES: usize = 4;

pub(super) struct Zstd {
    decoder: FrameDecoder,
    piece: Vec<u8>,
    /// The part of the current section that has come so far.
    held: Vec<u8>,
    section: Section,
    /// The current frame ends with a checksum.
    has_checksum: bool,
    offset: u64,
    section_start: u64,
}

/// What comes next in the stream.
enum Section {
    Magic,
    /// A frame header; its length shows in its first byte.
    FrameHeader,
    SkipLength,
    Skip {
        left: u64,
    },
    Block,
    Ended,
}

/// What a complete section leads to.
type Step = Result<Section, NoteKind>;

impl Default for Zstd {
    fn default() -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(ZSTD_WINDOW_LIMIT);
        Self {
            decoder,
            piece: vec![0; PIECE_BYTES],
            held: Vec::new(),
            section: Section::Magic,
            has_checksum: false,
            offset: 0,
            section_start: 0,
        }
    }
}

impl Zstd {
    pub(super) fn push(&mut self, mut bytes: &[u8], name: &str, child: &mut Node, context: &mut Context<'_>) {
        while !bytes.is_empty() {
            if let Section::Skip { left } = &mut self.section {
                let used = (*left).min(bytes.len() as u64) as usize;
                *left -= used as u64;
                if *left == 0 {
                    self.begin(Section::Magic, used);
                }
                self.offset += used as u64;
                bytes = &bytes[used..];
                continue;
            }
            let Some(wanted) = self.section_bytes() else {
                return;
            };
            let used = (wanted - self.held.len()).min(bytes.len());
            self.held.extend_from_slice(&bytes[..used]);
            bytes = &bytes[used..];
            self.offset += used as u64;
            // The first bytes of a section may show that it is longer.
            if self.section_bytes() != Some(self.held.len()) {
                continue;
            }
            match self.complete(name, child, context) {
                Ok(section) => self.begin(section, 0),
                Err(kind) => {
                    context.note(kind, name, self.section_start);
                    self.begin(Section::Ended, 0);
                }
            }
        }
    }

    pub(super) fn finish(&mut self, name: &str, child: &mut Node, context: &mut Context<'_>) {
        match self.section {
            Section::Ended => return,
            Section::Magic if self.held.is_empty() => return,
            Section::Block => self.flush_window(child, context),
            _ => {}
        }
        context.note(NoteKind::ZstdTruncated, name, self.offset);
    }

    fn begin(&mut self, section: Section, ahead: usize) {
        self.section = match section {
            Section::Skip { left: 0 } => Section::Magic,
            section => section,
        };
        self.held.clear();
        self.section_start = self.offset + ahead as u64;
    }

    /// Bytes of the whole current section, as far as the held bytes tell;
    /// `None` when nothing more is read.
    fn section_bytes(&self) -> Option<usize> {
        match self.section {
            Section::Magic | Section::SkipLength => Some(MAGIC_BYTES),
            Section::FrameHeader => Some(match self.held.first() {
                None => 1,
                Some(&descriptor) => frame_header_bytes(descriptor),
            }),
            Section::Block => Some(match self.held.get(..BLOCK_HEADER_BYTES) {
                None => BLOCK_HEADER_BYTES,
                Some(header) => self.block_bytes(header),
            }),
            Section::Skip { .. } | Section::Ended => None,
        }
    }

    /// Bytes of a block with its header, and the checksum after a last one.
    fn block_bytes(&self, header: &[u8]) -> usize {
        let block = BlockHeader::read(header);
        let checksum = if block.is_last && self.has_checksum { CHECKSUM_BYTES } else { 0 };
        BLOCK_HEADER_BYTES + block.packed_bytes + checksum
    }

    fn complete(&mut self, name: &str, child: &mut Node, context: &mut Context<'_>) -> Step {
        match self.section {
            Section::Magic => match self.held[..] {
                [0x28, 0xb5, 0x2f, 0xfd] => Ok(Section::FrameHeader),
                [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Ok(Section::SkipLength),
                _ => Err(NoteKind::ZstdTrailingBytes),
            },
            Section::SkipLength => {
                let length: [u8; 4] = self.held[..].try_into().unwrap_or_default();
                Ok(Section::Skip { left: u64::from(u32::from_le_bytes(length)) })
            }
            Section::FrameHeader => {
                let mut header = vec![0x28, 0xb5, 0x2f, 0xfd];
                header.extend_from_slice(&self.held);
                self.has_checksum = self.held.first().is_some_and(|first| first & 4 != 0);
                match self.decoder.reset(&header[..]) {
                    Ok(()) => Ok(Section::Block),
                    Err(FrameDecoderError::WindowSizeTooBig { requested, .. }) => {
                        Err(NoteKind::ZstdWindow(requested))
                    }
                    Err(FrameDecoderError::DictNotProvided { .. }) => Err(NoteKind::ZstdDictionary),
                    Err(_) => Err(NoteKind::ZstdCorrupt),
                }
            }
            Section::Block => self.block(name, child, context),
            Section::Skip { .. } | Section::Ended => Ok(Section::Ended),
        }
    }

    /// Hands out the bytes that the decoder holds back as its window, when
    /// the frame will not be decoded further.
    fn flush_window(&mut self, child: &mut Node, context: &mut Context<'_>) {
        // An empty last block, and room for a checksum, ends the frame.
        let end = [1, 0, 0, 0, 0, 0, 0];
        let ended = self.decoder.decode_blocks(&end[..], BlockDecodingStrategy::UptoBlocks(1));
        if ended.is_ok() {
            self.drain(child, context);
        }
    }

    fn drain(&mut self, child: &mut Node, context: &mut Context<'_>) {
        while let Ok(made @ 1..) = self.decoder.read(&mut self.piece) {
            child.push(&self.piece[..made], context);
        }
    }

    fn block(&mut self, name: &str, child: &mut Node, context: &mut Context<'_>) -> Step {
        let is_last = BlockHeader::read(&self.held).is_last;
        let decoded = self.decoder.decode_blocks(&self.held[..], BlockDecodingStrategy::UptoBlocks(1));
        self.drain(child, context);
        if decoded.is_err() {
            self.flush_window(child, context);
            return Err(NoteKind::ZstdCorrupt);
        }
        if !is_last {
            return Ok(Section::Block);
        }
        if let Some(stored) = self.decoder.get_checksum_from_data()
            && self.decoder.get_calculated_checksum() != Some(stored)
        {
            context.note(NoteKind::ZstdChecksum, name, self.section_start);
        }
        Ok(Section::Magic)
    }
}

/// Bytes of a frame header after the magic number, from its first byte.
fn frame_header_bytes(descriptor: u8) -> usize {
    let single_segment = descriptor & 0x20 != 0;
    let window = usize::from(!single_segment);
    let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
    let content_size = match descriptor >> 6 {
        0 => usize::from(single_segment),
        power => 1 << power,
    };
    1 + window + dictionary + content_size
}

struct BlockHeader {
    is_last: bool,
    /// Bytes of the block in the file, without this header. 0 for a header
    /// that is damaged: the decoder then says so.
    packed_bytes: usize,
}

impl BlockHeader {
    const MAX_BLOCK_BYTES: usize = 128 * 1024;

    fn read(bytes: &[u8]) -> Self {
        let [b0, b1, b2] = match bytes {
            [b0, b1, b2, ..] => [*b0, *b1, *b2].map(usize::from),
            _ => [0; 3],
        };
        let size = (b0 | b1 << 8 | b2 << 16) >> 3;
        Self {
            is_last: b0 & 1 != 0,
            packed_bytes: match b0 >> 1 & 3 {
                1 => 1,
                0 | 2 if size <= Self::MAX_BLOCK_BYTES => size,
                _ => 0,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::NoteKind;
    use super::super::fixtures::*;

    /// A frame that is skipped.
    fn skippable(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x53, 0x2a, 0x4d, 0x18];
        bytes.extend_from_slice(&(length as u32).to_le_bytes());
        bytes.resize(bytes.len() + length, 7);
        bytes
    }

    #[test]
    fn frames_and_skippable_frames_are_read() {
        let (head, tail) = JSON.split_at(20);
        let bytes = [skippable(3), zstd(head), skippable(0), zstd(tail), skippable(300)].concat();
        let output = unpack_both_ways("t.json.zst", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.names(), ["t.json"]);
        assert_eq!(output.notes, []);
    }

    #[test]
    fn a_frame_larger_than_its_window_is_read() {
        let plain = long_json(3_000_000);
        let output = unpack("t.zst", &zstd(&plain));
        assert!(output.only() == plain);
        assert_eq!(output.notes, []);
    }

    #[test]
    fn a_truncated_frame_gives_up_its_window_too() {
        let plain = long_json(1_000_000);
        let bytes = zstd(&plain);
        let output = unpack("t.zst", &bytes[..bytes.len() / 2]);
        assert!(plain.starts_with(output.only()));
        assert!(output.only().len() > 300_000, "{}", output.only().len());
        assert_eq!(output.kinds(), [NoteKind::ZstdTruncated]);
    }

    #[test]
    fn a_damaged_block_keeps_the_blocks_before_it() {
        let plain = long_json(1_000_000);
        let mut bytes = zstd(&plain);
        let middle = bytes.len() / 2;
        bytes[middle..middle + 200].fill(0xff);
        let output = unpack("t.zst", &bytes);
        let common = plain.iter().zip(output.only()).take_while(|(a, b)| a == b).count();
        assert!(common >= 256 * 1024, "{common}");
        assert_eq!(output.notes.len(), 1, "{:?}", output.notes);
    }

    #[test]
    fn a_wrong_checksum_keeps_the_bytes() {
        let mut bytes = zstd(JSON);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let output = unpack_both_ways("t.zst", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::ZstdChecksum]);
    }

    #[test]
    fn a_huge_window_is_refused_with_its_size() {
        // Not a single segment; the window byte asks for 2 GiB.
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0, 21 << 3, 1, 0, 0];
        let output = unpack_both_ways("t.zst", &bytes);
        assert_eq!(output.kinds(), [NoteKind::ZstdWindow(1 << 31)]);
        // 128 MiB is still accepted.
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0, 17 << 3, 1, 0, 0];
        assert_eq!(unpack("t.zst", &bytes).kinds(), []);
    }

    #[test]
    fn a_frame_that_needs_a_dictionary_is_refused() {
        let bytes = [0x28, 0xb5, 0x2f, 0xfd, 1, 0, 99, 1, 0, 0];
        let output = unpack_both_ways("t.zst", &bytes);
        assert_eq!(output.kinds(), [NoteKind::ZstdDictionary]);
    }

    #[test]
    fn garbage_after_the_last_frame_is_told() {
        let mut bytes = zstd(JSON);
        let end = bytes.len() as u64;
        bytes.extend_from_slice(b"garbage");
        let output = unpack_both_ways("t.zst", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::ZstdTrailingBytes]);
        assert_eq!(output.notes[0].offset, end);
    }

    #[test]
    fn tiny_blocks_that_make_much_output_come_out_in_small_pieces() {
        // Run-length blocks of 128 KiB, 4 bytes each.
        let mut bytes = vec![0x28, 0xb5, 0x2f, 0xfd, 0, 7 << 3];
        let header = |is_last: u32| ((128 * 1024) << 3 | 1 << 1 | is_last).to_le_bytes();
        for _ in 0..2000 {
            bytes.extend_from_slice(&header(0)[..3]);
            bytes.push(b' ');
        }
        bytes.extend_from_slice(&header(1)[..3]);
        bytes.push(b' ');
        let mut unpacker = super::super::Unpacker::new("bomb.zst", None);
        let mut largest = 0;
        unpacker.push(&bytes, &mut |unpacked| {
            if let super::super::Unpacked::Bytes(piece) = unpacked {
                largest = largest.max(piece.len());
            }
        });
        assert_eq!(unpacker.progress().plain_out, 2001 * 128 * 1024);
        assert!(largest <= super::super::PIECE_BYTES);
    }
}
