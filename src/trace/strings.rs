//! Interned texts: every name once, in one buffer.

use super::StringId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// Texts by handle, and handles by text.
#[derive(Debug, Clone)]
pub struct StringTable {
    bytes: String,
    /// `ends[i]` is the end of text `i`; it begins where the one before ends.
    ends: Vec<u32>,
    index: HashTable<u32>,
}

impl Default for StringTable {
    fn default() -> Self {
        Self { bytes: String::new(), ends: Vec::new(), index: HashTable::new() }
    }
}

impl StringTable {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The text of a handle; empty for [`StringId::NONE`].
    pub fn get(&self, id: StringId) -> &str {
        if id == StringId::NONE { "" } else { text(&self.bytes, &self.ends, id.0) }
    }

    /// The handle of a text, if it was seen.
    pub fn find(&self, wanted: &str) -> Option<StringId> {
        let found =
            self.index.find(hash(wanted.as_bytes()), |&i| text(&self.bytes, &self.ends, i) == wanted)?;
        Some(StringId(*found))
    }

    /// The handle of a text, new or old. [`StringId::NONE`] when the table is
    /// full (4 GiB of text).
    pub fn intern(&mut self, wanted: &str) -> StringId {
        let (bytes, ends) = (&mut self.bytes, &mut self.ends);
        let key = hash(wanted.as_bytes());
        if let Some(&found) = self.index.find(key, |&i| text(bytes, ends, i) == wanted) {
            return StringId(found);
        }
        let (Ok(end), Ok(id)) = (u32::try_from(bytes.len() + wanted.len()), u32::try_from(ends.len())) else {
            return StringId::NONE;
        };
        bytes.push_str(wanted);
        ends.push(end);
        self.index.insert_unique(key, id, |&i| hash(text(bytes, ends, i).as_bytes()));
        StringId(id)
    }

    /// The handle of a text given as bytes, if it was seen; spares the check
    /// that the bytes are UTF-8.
    pub fn find_bytes(&self, wanted: &[u8]) -> Option<StringId> {
        let found =
            self.index.find(hash(wanted), |&i| text(&self.bytes, &self.ends, i).as_bytes() == wanted)?;
        Some(StringId(*found))
    }

    /// All handles, in order of first appearance.
    pub fn ids(&self) -> impl Iterator<Item = StringId> + use<> {
        (0..self.ends.len() as u32).map(StringId)
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 4 + self.index.capacity() * 5
    }
}

fn text<'a>(bytes: &'a str, ends: &[u32], id: u32) -> &'a str {
    let i = id as usize;
    let start = if i == 0 { 0 } else { ends[i - 1] };
    &bytes[start as usize..ends[i] as usize]
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_gets_the_same_handle() {
        let mut table = StringTable::default();
        let (a, empty, b) = (table.intern("aten::mul"), table.intern(""), table.intern("aten::mul"));
        assert_eq!(a, b);
        assert_ne!(a, empty);
        assert_eq!((table.get(a), table.get(empty)), ("aten::mul", ""));
        assert_eq!(table.find("aten::mul"), Some(a));
        assert_eq!(table.find("aten::add"), None);
    }

    #[test]
    fn thousands_of_texts_stay_apart() {
        let mut table = StringTable::default();
        let ids: Vec<_> = (0..5000).map(|i| table.intern(&format!("kernel_{i}"))).collect();
        assert!(ids.iter().enumerate().all(|(i, id)| table.get(*id) == format!("kernel_{i}")));
        assert_eq!(table.len(), 5000);
    }
}
