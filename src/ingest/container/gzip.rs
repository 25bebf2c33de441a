//! Gzip: any number of members, one after the other.
//!
//! The member header and trailer are read here rather than by `flate2`, so
//! that a wrong checksum or trailing bytes become notes instead of errors.

use super::inflate::{Inflate, Inflated};
use super::node::{Context, Node};
use super::note::NoteKind;

const HAS_HEADER_CRC: u8 = 1 << 1;
const HAS_EXTRA: u8 = 1 << 2;
const HAS_NAME: u8 = 1 << 3;
const HAS_COMMENT: u8 = 1 << 4;
const TRAILER_BYTES: usize = 8;

#[derive(Default)]
pub(super) struct Gzip {
    inflate: Inflate,
    state: State,
    /// Packed bytes taken so far.
    offset: u64,
    /// Where the current member, padding or rest began.
    section_start: u64,
}

enum State {
    Header(Header),
    Body,
    Trailer {
        bytes: [u8; TRAILER_BYTES],
        len: usize,
    },
    /// Zero bytes after a member.
    Padding,
    /// Nothing more is read.
    Ended,
}

impl Default for State {
    fn default() -> Self {
        State::Header(Header::default())
    }
}

/// Progress through a member header.
#[derive(Default)]
struct Header {
    /// Bytes of the fixed part seen, up to 10.
    fixed: usize,
    flags: u8,
    part: Part,
}

#[derive(Default, Clone, Copy)]
enum Part {
    #[default]
    Fixed,
    ExtraLength {
        seen: u8,
        length: u16,
    },
    Extra {
        left: u16,
    },
    Name,
    Comment,
    HeaderCrc {
        left: u8,
    },
}

enum HeaderStep {
    Continue,
    Done,
    NotGzip,
}

impl Gzip {
    pub(super) fn push(&mut self, mut bytes: &[u8], name: &str, child: &mut Node, context: &mut Context<'_>) {
        while !bytes.is_empty() {
            let used = match &mut self.state {
                State::Header(header) => {
                    let step = header.step(bytes[0]);
                    match step {
                        HeaderStep::Continue => {}
                        HeaderStep::Done => {
                            self.inflate.restart();
                            self.state = State::Body;
                        }
                        HeaderStep::NotGzip => {
                            context.note(NoteKind::GzipTrailingBytes, name, self.section_start);
                            self.state = State::Ended;
                        }
                    }
                    1
                }
                State::Body => match self.inflate.push(bytes, &mut |piece| child.push(piece, context)) {
                    Inflated::NeedsMore => bytes.len(),
                    Inflated::Ended(used) => {
                        self.state = State::Trailer { bytes: [0; TRAILER_BYTES], len: 0 };
                        used
                    }
                    Inflated::Corrupt(used) => {
                        let offset = self.offset + used as u64;
                        context.note(NoteKind::GzipCorrupt, name, offset);
                        self.state = State::Ended;
                        used
                    }
                },
                State::Trailer { bytes: trailer, len } => {
                    let used = bytes.len().min(TRAILER_BYTES - *len);
                    trailer[*len..*len + used].copy_from_slice(&bytes[..used]);
                    *len += used;
                    if *len == TRAILER_BYTES {
                        let [c0, c1, c2, c3, l0, l1, l2, l3] = *trailer;
                        let crc = u32::from_le_bytes([c0, c1, c2, c3]);
                        let length = u32::from_le_bytes([l0, l1, l2, l3]);
                        // The length is kept modulo 2^32.
                        let made = self.inflate.plain_bytes() as u32;
                        if crc != self.inflate.crc32() || length != made {
                            context.note(NoteKind::GzipChecksum, name, self.section_start);
                        }
                        self.state = State::Padding;
                        self.section_start = self.offset + used as u64;
                    }
                    used
                }
                State::Padding => {
                    let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                    if zeros < bytes.len() {
                        let here = self.offset + zeros as u64;
                        if here > self.section_start {
                            context.note(NoteKind::GzipPadding, name, self.section_start);
                        }
                        self.section_start = here;
                        self.state = State::default();
                    }
                    zeros
                }
                State::Ended => bytes.len(),
            };
            self.offset += used as u64;
            bytes = &bytes[used..];
        }
    }

    pub(super) fn finish(&mut self, name: &str, context: &mut Context<'_>) {
        match &self.state {
            State::Header(_) | State::Body | State::Trailer { .. } => {
                context.note(NoteKind::GzipTruncated, name, self.offset);
            }
            State::Padding if self.offset > self.section_start => {
                context.note(NoteKind::GzipPadding, name, self.section_start);
            }
            State::Padding | State::Ended => {}
        }
    }
}

impl Header {
    fn step(&mut self, byte: u8) -> HeaderStep {
        match &mut self.part {
            Part::Fixed => {
                match (self.fixed, byte) {
                    (0, 0x1f) | (1, 0x8b) | (2, 0x08) => {}
                    (0..=2, _) => return HeaderStep::NotGzip,
                    (3, flags) => self.flags = flags,
                    _ => {}
                }
                self.fixed += 1;
                if self.fixed < 10 {
                    return HeaderStep::Continue;
                }
                if self.flags & HAS_EXTRA != 0 {
                    self.part = Part::ExtraLength { seen: 0, length: 0 };
                    return HeaderStep::Continue;
                }
                self.after_extra()
            }
            Part::ExtraLength { seen, length } => {
                *length |= u16::from(byte) << (8 * *seen);
                *seen += 1;
                if *seen < 2 {
                    return HeaderStep::Continue;
                }
                let left = *length;
                if left == 0 {
                    return self.after_extra();
                }
                self.part = Part::Extra { left };
                HeaderStep::Continue
            }
            Part::Extra { left } => {
                *left -= 1;
                if *left > 0 {
                    return HeaderStep::Continue;
                }
                self.after_extra()
            }
            Part::Name if byte == 0 => self.after_name(),
            Part::Comment if byte == 0 => self.after_comment(),
            Part::Name | Part::Comment => HeaderStep::Continue,
            Part::HeaderCrc { left } => {
                *left -= 1;
                if *left > 0 {
                    return HeaderStep::Continue;
                }
                HeaderStep::Done
            }
        }
    }

    fn after_extra(&mut self) -> HeaderStep {
        if self.flags & HAS_NAME != 0 {
            self.part = Part::Name;
            return HeaderStep::Continue;
        }
        self.after_name()
    }

    fn after_name(&mut self) -> HeaderStep {
        if self.flags & HAS_COMMENT != 0 {
            self.part = Part::Comment;
            return HeaderStep::Continue;
        }
        self.after_comment()
    }

    fn after_comment(&mut self) -> HeaderStep {
        if self.flags & HAS_HEADER_CRC != 0 {
            self.part = Part::HeaderCrc { left: 2 };
            return HeaderStep::Continue;
        }
        HeaderStep::Done
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::*;
    use super::super::{ContainerNote, NoteKind};

    #[test]
    fn one_member_comes_out_under_the_shorter_name() {
        let output = unpack_both_ways("trace.json.gz", &gzip(JSON));
        assert_eq!(output.entries, [("trace.json".to_owned(), JSON.to_vec())]);
        assert_eq!(output.notes, []);
    }

    #[test]
    fn all_members_are_read() {
        let (head, tail) = JSON.split_at(11);
        let bytes = [gzip(head), gzip(b""), gzip(tail)].concat();
        assert_eq!(unpack_both_ways("t.gz", &bytes).only(), JSON);
    }

    #[test]
    fn optional_header_fields_are_skipped() {
        let mut bytes = vec![0x1f, 0x8b, 8, 0b1_1110, 0, 0, 0, 0, 0, 3];
        bytes.extend_from_slice(&[3, 0, 9, 9, 9]);
        bytes.extend_from_slice(b"name\0comment\0");
        bytes.extend_from_slice(&[1, 2]);
        bytes.extend_from_slice(&gzip(JSON)[10..]);
        assert_eq!(unpack_both_ways("t.gz", &bytes).only(), JSON);
    }

    #[test]
    fn zeros_after_the_last_member_are_padding() {
        let mut bytes = gzip(JSON);
        let end = bytes.len() as u64;
        bytes.extend_from_slice(&[0; 600]);
        let output = unpack_both_ways("t.gz", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(
            output.notes,
            [ContainerNote { kind: NoteKind::GzipPadding, name: "t.gz".to_owned(), offset: end }]
        );
    }

    #[test]
    fn garbage_after_the_last_member_is_told_with_its_offset() {
        let mut bytes = gzip(JSON);
        let end = bytes.len() as u64;
        bytes.extend_from_slice(b"\x1f\x8b\x00rest");
        let output = unpack_both_ways("t.gz", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::GzipTrailingBytes]);
        assert_eq!(output.notes[0].offset, end);
    }

    #[test]
    fn a_truncated_file_keeps_what_came_out() {
        let plain = long_json(100_000);
        let bytes = gzip(&plain);
        let cut = &bytes[..bytes.len() / 2];
        let output = unpack("t.gz", cut);
        assert!(output.only().len() > 10_000);
        assert!(plain.starts_with(output.only()));
        assert_eq!(output.kinds(), [NoteKind::GzipTruncated]);
        assert_eq!(output.notes[0].offset, cut.len() as u64);
    }

    #[test]
    fn a_wrong_checksum_keeps_the_bytes() {
        let mut bytes = gzip(JSON);
        let crc = bytes.len() - 8;
        bytes[crc] ^= 1;
        let output = unpack_both_ways("t.gz", &bytes);
        assert_eq!(output.only(), JSON);
        assert_eq!(output.kinds(), [NoteKind::GzipChecksum]);
    }

    #[test]
    fn damage_in_the_middle_keeps_what_came_before() {
        let plain = long_json(400_000);
        let mut bytes = gzip(&plain);
        let middle = bytes.len() / 2;
        bytes[middle..middle + 64].fill(0xff);
        let output = unpack_both_ways("t.gz", &bytes);
        let common = plain.iter().zip(output.only()).take_while(|(a, b)| a == b).count();
        assert!(common > 100_000, "{common}");
        assert!(
            matches!(output.kinds()[..], [NoteKind::GzipCorrupt | NoteKind::GzipChecksum]),
            "{:?}",
            output.notes
        );
    }

    #[test]
    fn gzip_in_gzip_is_read_and_a_third_is_refused() {
        let two = gzip(&gzip(JSON));
        assert_eq!(unpack_both_ways("t.json.gz.gz", &two).only(), JSON);
        let output = unpack_both_ways("t.gz.gz.gz", &gzip(&two));
        assert_eq!(output.entries, []);
        assert_eq!(output.kinds(), [NoteKind::TooDeep]);
    }
}
