//! Tells by its first bytes what a file is, so that a file that is no trace
//! gets one plain sentence and, where there is one, the command that makes
//! something readable of it.
//!
//! Content decides. The file name is asked only where a format has no sign of
//! its own (raw Neuron profiles), and otherwise serves for wording.
//!
//! # Invariants
//!
//! * Nothing that may hold trace events is turned away here: JSON in which
//!   they may still come is [`Looks::MaybeTraceEvents`], and the reader has
//!   the last word.
//! * Texts are in `locales/en/sniff.ftl`, two for each [`Foreign`]: `ID-title`
//!   and `ID-text`, with the variables `$file` and `$detail`.
//!
//! What is absent: reading any of these formats.

mod command;
mod foreign;
mod hex;
mod json;
mod json_outline;
mod magic;
mod protobuf;
mod text;

#[cfg(test)]
mod corpus;
#[cfg(test)]
mod properties;

pub use foreign::Foreign;
pub use hex::{HexLine, first_bytes_hex};

use super::container::Packing;
use crate::neuron::ProfileKind;

/// As much of a file as is ever looked at, in bytes. More does no harm.
pub const HEAD_BYTES: usize = 64 * 1024;

/// What a file is, judging by its first bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looks {
    /// JSON with trace events in it.
    TraceEvents,
    /// JSON in which trace events may still come.
    MaybeTraceEvents,
    /// A profile of AWS Neuron that is read.
    Neuron(ProfileKind),
    /// A table of Parquet: see [`parquet`](super::parquet).
    Parquet,
    /// Packed: see [`container`](super::container).
    Packed(Packing),
    /// A known format that is not read.
    Foreign(Recognised),
    /// Nothing known.
    Unknown,
}

/// A known format, and what more the bytes tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    pub what: Foreign,
    /// For the variable `$detail` of the text: the title of a page, the first
    /// keys of some JSON and the like. Empty when there is nothing to tell.
    pub detail: String,
}

impl Recognised {
    /// Arguments of the texts of this format. Fluent cannot tell an empty
    /// text apart, so an empty detail is the word `none`.
    pub fn arguments(&self, file: &str) -> Vec<(String, String)> {
        let detail = if self.detail.is_empty() { "none" } else { &self.detail };
        vec![("file".to_owned(), file.to_owned()), ("detail".to_owned(), detail.to_owned())]
    }

    /// See [`Foreign::command`].
    pub fn command(&self, file: &str) -> Option<String> {
        self.what.command(file, &self.detail)
    }
}

impl Looks {
    fn foreign(what: Foreign) -> Self {
        Self::detailed(what, String::new())
    }

    fn detailed(what: Foreign, detail: String) -> Self {
        Looks::Foreign(Recognised { what, detail })
    }
}

/// Looks at `head`, the first bytes of a file or of an entry of an archive.
/// `is_whole` says that they are all there are. `name` is the file's name.
///
/// A compressed file should be asked about twice: its own bytes (which show
/// PyTorch checkpoints and NumPy archives, both zips, and NEFFs) and then
/// those inside.
pub fn sniff(head: &[u8], is_whole: bool, name: &str) -> Looks {
    let is_whole = is_whole && head.len() <= HEAD_BYTES;
    let head = &head[..head.len().min(HEAD_BYTES)];
    if head.iter().all(u8::is_ascii_whitespace) && is_whole {
        return Looks::foreign(Foreign::Empty);
    }
    if is_utf16(head) {
        return Looks::foreign(Foreign::Utf16);
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    magic::looks(head)
        .or_else(|| json::looks(text, is_whole))
        .or_else(|| text::looks(text, is_whole))
        .or_else(|| protobuf::looks(head))
        .or_else(|| by_name(name))
        .unwrap_or(Looks::Unknown)
}

/// A byte order mark of UTF-16, or Latin text with a zero in every other byte.
fn is_utf16(head: &[u8]) -> bool {
    match head {
        // UTF-32 has the same first bytes; no tool writes it.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        [b'{' | b'[', 0, next, 0, ..] | [0, b'{' | b'[', 0, next, ..] => *next != 0,
        _ => false,
    }
}

/// Parts of Neuron profiles: their layout is not published, so only the names
/// tell them from other binary data.
fn by_name(name: &str) -> Option<Looks> {
    let file = name.rsplit(['/', '\\']).next()?.to_ascii_lowercase();
    if file.ends_with(".ntff") {
        return Some(Looks::foreign(Foreign::NeuronNtff));
    }
    let is_part =
        ["ntrace.pb", "trace_info.pb", "cpu_util.pb", "host_mem.pb"].iter().any(|part| file.ends_with(part));
    is_part.then(|| Looks::foreign(Foreign::NeuronSystemPart))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(head: &[u8]) -> Foreign {
        match sniff(head, true, "file") {
            Looks::Foreign(recognised) => recognised.what,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn nothing_at_all_is_empty() {
        assert_eq!(foreign(b""), Foreign::Empty);
        assert_eq!(foreign(b" \n\t"), Foreign::Empty);
        assert_eq!(sniff(b"  ", false, "f"), Looks::Unknown);
    }

    #[test]
    fn utf16_is_told_with_and_without_its_mark() {
        assert_eq!(foreign(b"\xff\xfe[\0{\0"), Foreign::Utf16);
        assert_eq!(foreign(b"\xfe\xff\0[\0{"), Foreign::Utf16);
        assert_eq!(foreign(b"{\0\"\0"), Foreign::Utf16);
        assert_eq!(foreign(b"\0[\0{"), Foreign::Utf16);
    }

    #[test]
    fn a_utf8_mark_is_skipped() {
        let head = b"\xef\xbb\xbf{\"traceEvents\":[]}";
        assert_eq!(sniff(head, true, "f"), Looks::TraceEvents);
    }

    #[test]
    fn raw_neuron_profiles_go_by_name_when_bytes_say_nothing() {
        let binary = [5u8, 0, 0xfe, 0x81, 9, 0, 0, 0];
        assert_eq!(sniff(&binary, false, "run/profile.ntff"), Looks::foreign(Foreign::NeuronNtff));
        assert_eq!(sniff(&binary, false, "i-1_pid_2/ntrace.pb"), Looks::foreign(Foreign::NeuronSystemPart));
        assert_eq!(sniff(&binary, false, "a.bin"), Looks::Unknown);
        // A trace with the wrong name stays a trace.
        assert_eq!(sniff(b"[]", true, "a.ntff"), Looks::TraceEvents);
    }
}
