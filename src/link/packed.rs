//! A small trace that a link itself holds: the part of a trace that a
//! comparison rests on ([`crate::export::pack`]), as text of letters and digits.

use super::text::{decode, encode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::bufread::GzDecoder;
use std::io::{ErrorKind, Read};

/// Characters of all such traces that are read of one link. Links that the page
/// makes are far shorter; those made elsewhere need not be.
pub const MOST_PACKED: usize = 2_000_000;
/// Bytes that are unpacked at most to see whether a trace has its end.
const MOST_UNPACKED: usize = 64 << 20;
/// What a gzip file begins with.
const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// What programs write in the place of what they cut off.
const CUT_MARKS: &[&str] = &["…", "%E2%80%A6", "%e2%80%a6", "..."];

/// A packed trace. Two are the same where links write them alike.
#[derive(Debug, Clone, Default)]
pub struct Packed {
    /// Of its file, without the endings of [`Packed::ENDING`].
    pub name: String,
    /// A file as it is opened. Empty where something [lacks](Self::lack): the
    /// place of a trace counts for what comes after it.
    pub gzip: Vec<u8>,
    /// Why there is no trace.
    pub lack: Option<Lack>,
}

/// Why a link has no trace where it should have one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// The link ends within it: programs that pass links on cut long ones.
    Cut,
    /// It is not text of a file.
    Damaged,
    /// With it the link has more than [`MOST_PACKED`] characters of traces.
    TooLong,
}

impl Packed {
    /// How its file name ends.
    pub const ENDING: &str = ".json.gz";

    /// The part of a file of this name.
    pub fn new(file: &str, gzip: Vec<u8>) -> Self {
        let name = file.strip_suffix(".gz").unwrap_or(file);
        let name = name.strip_suffix(".json").filter(|name| !name.is_empty()).unwrap_or(name);
        Self { name: name.to_owned(), gzip, lack: None }
    }

    /// Name of the file that it is opened as.
    pub fn file_name(&self) -> String {
        format!("{}{}", self.name, Self::ENDING)
    }

    /// Characters that so many bytes take.
    pub fn characters(bytes: usize) -> usize {
        bytes.saturating_mul(4).div_ceil(3)
    }

    /// Most bytes that fit into so many characters.
    pub fn bytes(characters: usize) -> usize {
        characters / 4 * 3
    }

    pub(super) fn text(&self) -> String {
        format!("{}~{}", encode(&self.name), URL_SAFE_NO_PAD.encode(&self.gzip))
    }

    /// Reads one; `left` is how many characters of packs may still come.
    /// `is_last`: with it the link ends, so that it may have been cut.
    pub(super) fn read(value: &str, left: &mut usize, is_last: bool) -> Self {
        let (name, text) = value.split_once('~').unwrap_or((value, ""));
        let read = if text.len() > *left { Err(Lack::TooLong) } else { bytes_of(text, is_last) };
        if read != Err(Lack::TooLong) {
            *left -= text.len();
        }
        let (gzip, lack) = match read {
            Ok(gzip) => (gzip, None),
            Err(lack) => (Vec::new(), Some(lack)),
        };
        Self { name: decode(name), gzip, lack }
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.gzip) == (&other.name, &other.gzip)
    }
}

impl Eq for Packed {}

/// The file that a text stands for.
fn bytes_of(text: &str, is_last: bool) -> Result<Vec<u8>, Lack> {
    if let Ok(bytes) = URL_SAFE_NO_PAD.decode(text)
        && !bytes.is_empty()
        && !(is_last && breaks_off(&bytes))
    {
        return Ok(bytes);
    }
    let begin = CUT_MARKS.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text);
    let is_begin = begin.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    Err(if is_last && is_begin { Lack::Cut } else { Lack::Damaged })
}

/// Whether a file ends before its packing does. One that is damaged otherwise
/// is read like any such file.
fn breaks_off(gzip: &[u8]) -> bool {
    if gzip.iter().zip(MAGIC).any(|(byte, magic)| *byte != magic) {
        return false;
    }
    let mut file = GzDecoder::new(gzip).take(MOST_UNPACKED as u64);
    let mut piece = [0; 1 << 14];
    loop {
        match file.read(&mut piece) {
            Ok(0) => return false,
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::UnexpectedEof,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    #[test]
    fn names_lose_the_endings_that_are_put_back() {
        for (file, name) in [
            ("a.json.gz", "a"),
            ("a.json", "a"),
            ("x.pt.trace.json.gz", "x.pt.trace"),
            ("plain.txt", "plain.txt"),
            (".json", ".json"),
        ] {
            assert_eq!(Packed::new(file, Vec::new()).name, name);
        }
        assert_eq!(Packed::new("a.json", Vec::new()).file_name(), "a.json.gz");
    }

    fn packed(text: &str) -> Vec<u8> {
        let mut out = GzEncoder::new(Vec::new(), Compression::default());
        out.write_all(text.as_bytes()).unwrap();
        out.finish().unwrap()
    }

    #[test]
    fn a_trace_that_the_end_of_the_link_cuts_is_told_from_a_damaged_one() {
        let text = URL_SAFE_NO_PAD.encode(packed(r#"[{"ph":"X","name":"a","ts":0,"dur":1}]"#));
        let lack = |text: &str, is_last| {
            let read = Packed::read(&format!("a~{text}"), &mut 1000, is_last);
            assert_eq!(read.gzip.is_empty(), read.lack.is_some());
            read.lack
        };
        assert_eq!(lack(&text, true), None);
        // Wherever it is cut, and whatever stands there instead.
        for end in 0..text.len() {
            assert_eq!(lack(&text[..end], true), Some(Lack::Cut), "{end}");
        }
        for mark in CUT_MARKS {
            assert_eq!(lack(&format!("{}{mark}", &text[..30]), true), Some(Lack::Cut), "{mark}");
        }
        assert_eq!(Packed::read("nam", &mut 1000, true).lack, Some(Lack::Cut));
        // What goes on after it was not cut.
        assert_eq!(lack("H4*v", true), Some(Lack::Damaged));
        assert_eq!(lack("", false), Some(Lack::Damaged));
        let mut left = 10;
        assert_eq!(Packed::read(&format!("a~{text}"), &mut left, true).lack, Some(Lack::TooLong));
        assert_eq!(left, 10);
    }

    #[test]
    fn room_in_characters_is_room_in_bytes() {
        for characters in [0, 3, 4, 5, 64_000, 64_001] {
            assert!(Packed::characters(Packed::bytes(characters)) <= characters, "{characters}");
        }
        for bytes in [0, 1, 2, 3, 100] {
            assert_eq!(Packed::characters(bytes), URL_SAFE_NO_PAD.encode(vec![1; bytes]).len());
        }
    }
}
