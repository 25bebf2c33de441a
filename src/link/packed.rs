//! A small trace that a link itself holds: the part of a trace that a
//! comparison rests on ([`crate::export::pack`]), as text of letters and digits.

use super::text::{decode, encode};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Characters of all such traces that are read of one link. Links that the page
/// makes are far shorter; those made elsewhere need not be.
pub const MOST_PACKED: usize = 2_000_000;

/// A packed trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Packed {
    /// Of its file, without the endings of [`Packed::ENDING`].
    pub name: String,
    /// A file as it is opened. Empty where what a link had was damaged, or too
    /// long: the place of a trace counts for what comes after it.
    pub gzip: Vec<u8>,
}

impl Packed {
    /// How its file name ends.
    pub const ENDING: &str = ".json.gz";

    /// The part of a file of this name.
    pub fn new(file: &str, gzip: Vec<u8>) -> Self {
        let name = file.strip_suffix(".gz").unwrap_or(file);
        let name = name.strip_suffix(".json").filter(|name| !name.is_empty()).unwrap_or(name);
        Self { name: name.to_owned(), gzip }
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
    pub(super) fn read(value: &str, left: &mut usize) -> Option<Self> {
        let (name, text) = value.split_once('~').unwrap_or((value, ""));
        let text = if text.len() > *left { "" } else { text };
        *left -= text.len();
        let gzip = URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        Some(Self { name: decode(name), gzip })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
