//! Raw args, kept as the file wrote them, in compressed blocks.
//!
//! Args are most of a trace's bytes and are looked at one by one. They stay
//! text (nothing is rounded, no key is lost) and are decoded when somebody
//! looks. Blocks are compressed as they fill up, so a gigabyte of args costs
//! a tenth of that.

use std::sync::Mutex;

/// Plain bytes in a block before it is compressed. Larger blocks compress
/// better; smaller ones are quicker to look into.
const BLOCK_BYTES: usize = 128 * 1024;

/// Where the args of an event are. Equal to [`ArgsRef::NONE`] when it had none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArgsRef(u64);

impl ArgsRef {
    pub const NONE: ArgsRef = ArgsRef(u64::MAX);

    fn block(self) -> usize {
        (self.0 >> 32) as usize
    }

    fn offset(self) -> usize {
        self.0 as u32 as usize
    }
}

impl Default for ArgsRef {
    fn default() -> Self {
        Self::NONE
    }
}

#[derive(Debug)]
struct Block {
    plain_len: usize,
    packed: Vec<u8>,
}

/// Finished store: read only.
#[derive(Debug, Default)]
pub struct ArgsStore {
    blocks: Vec<Block>,
    /// The block that was looked into last; details come in runs.
    last: Mutex<Option<(usize, Vec<u8>)>>,
}

/// JSON texts of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EventArgs {
    /// Value of the `args` key as written; empty when absent.
    pub args: Vec<u8>,
    /// Other keys that the reader does not keep as columns, as members of a
    /// JSON object without the braces (`"tts":5,"cname":"good"`).
    pub extra: Vec<u8>,
}

impl ArgsStore {
    /// The args of an event; empty for [`ArgsRef::NONE`].
    pub fn get(&self, at: ArgsRef) -> EventArgs {
        if at == ArgsRef::NONE || at.block() >= self.blocks.len() {
            return EventArgs::default();
        }
        let mut last = self.last.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if last.as_ref().is_none_or(|(block, _)| *block != at.block()) {
            *last = Some((at.block(), self.unpack(at.block())));
        }
        last.as_ref().map(|(_, plain)| decode(plain, at.offset())).unwrap_or_default()
    }

    /// Visits the raw text of all blocks in order, for search. `visit` gets
    /// the block's number and its plain bytes; it returns false to stop.
    pub fn for_each_block(&self, mut visit: impl FnMut(usize, &[u8]) -> bool) {
        for block in 0..self.blocks.len() {
            if !visit(block, &self.unpack(block)) {
                return;
            }
        }
    }

    /// Number of compressed blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Plain bytes of one block, to be read with [`ArgsStore::get_in`].
    pub fn block(&self, block: usize) -> Vec<u8> {
        if block < self.blocks.len() { self.unpack(block) } else { Vec::new() }
    }

    /// Block of a reference and offset in it, for callers that visit many.
    pub fn place(at: ArgsRef) -> Option<(usize, usize)> {
        (at != ArgsRef::NONE).then(|| (at.block(), at.offset()))
    }

    /// As [`ArgsStore::get`], from a block that the caller holds: raw bytes
    /// of args and extra keys.
    pub fn get_in(plain: &[u8], offset: usize) -> [&[u8]; 2] {
        parts(plain, offset).unwrap_or_default()
    }

    /// Bytes held in compressed blocks.
    pub fn memory_bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.packed.capacity()).sum()
    }

    fn unpack(&self, block: usize) -> Vec<u8> {
        let block = &self.blocks[block];
        // Blocks were packed by this process; a failure here would mean damaged
        // memory, and an empty block shows as "no args" rather than a crash.
        lz4_flex::block::decompress(&block.packed, block.plain_len).unwrap_or_default()
    }
}

fn decode(plain: &[u8], offset: usize) -> EventArgs {
    let [args, extra] = parts(plain, offset).unwrap_or_default();
    EventArgs { args: args.to_vec(), extra: extra.to_vec() }
}

/// Entry layout: two lengths as LEB128, then the two texts.
fn parts(plain: &[u8], offset: usize) -> Option<[&[u8]; 2]> {
    let mut rest = plain.get(offset..)?;
    let mut lens = [0usize; 2];
    for len in &mut lens {
        let mut shift = 0;
        loop {
            let (&byte, tail) = rest.split_first()?;
            rest = tail;
            *len |= usize::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                break;
            }
            shift += 7;
        }
    }
    let (args, rest) = rest.split_at_checked(lens[0])?;
    let (extra, _) = rest.split_at_checked(lens[1])?;
    Some([args, extra])
}

/// Collects args while a file is read.
#[derive(Debug, Default)]
pub struct ArgsBuilder {
    blocks: Vec<Block>,
    open: Vec<u8>,
    scratch: Vec<u8>,
}

impl ArgsBuilder {
    /// Adds the args of an event; [`ArgsRef::NONE`] when both are empty.
    pub fn push(&mut self, args: &[u8], extra: &[u8]) -> ArgsRef {
        if args.is_empty() && extra.is_empty() {
            return ArgsRef::NONE;
        }
        let at = ArgsRef((self.blocks.len() as u64) << 32 | self.open.len() as u64);
        for text in [args, extra] {
            let mut len = text.len();
            while len >= 0x80 {
                self.open.push(len as u8 | 0x80);
                len >>= 7;
            }
            self.open.push(len as u8);
        }
        self.open.extend_from_slice(args);
        self.open.extend_from_slice(extra);
        if self.open.len() >= BLOCK_BYTES {
            self.close_block();
        }
        at
    }

    /// Bytes held, about.
    pub fn memory_bytes(&self) -> usize {
        let packed: usize = self.blocks.iter().map(|block| block.packed.capacity()).sum();
        packed + self.open.capacity() + self.scratch.capacity()
    }

    pub fn finish(mut self) -> ArgsStore {
        if !self.open.is_empty() {
            self.close_block();
        }
        self.blocks.shrink_to_fit();
        ArgsStore { blocks: self.blocks, last: Mutex::new(None) }
    }

    fn close_block(&mut self) {
        let bound = lz4_flex::block::get_maximum_output_size(self.open.len());
        if self.scratch.len() < bound {
            self.scratch.resize(bound, 0);
        }
        let packed = match lz4_flex::block::compress_into(&self.open, &mut self.scratch) {
            Ok(len) => self.scratch[..len].to_vec(),
            // The scratch space has the maximum size, so this cannot happen;
            // the safe function says what it would need.
            Err(_) => lz4_flex::block::compress(&self.open),
        };
        self.blocks.push(Block { plain_len: self.open.len(), packed });
        self.open.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn args_come_back_as_written_from_any_block() {
        let mut builder = ArgsBuilder::default();
        let texts: Vec<String> =
            (0..20_000).map(|i| format!("{{\"Ev Idx\": {i}, \"Input type\": [\"float\"]}}")).collect();
        let refs: Vec<_> = texts.iter().map(|t| builder.push(t.as_bytes(), b"\"tts\":1")).collect();
        assert_eq!(builder.push(b"", b""), ArgsRef::NONE);
        let store = builder.finish();
        assert!(store.block_count() > 1);
        for i in [0, 1, 2999, 19_999] {
            let found = store.get(refs[i]);
            assert_eq!(found.args, texts[i].as_bytes());
            assert_eq!(found.extra, b"\"tts\":1");
        }
        assert_eq!(store.get(ArgsRef::NONE), EventArgs::default());
        let plain: usize = texts.iter().map(String::len).sum();
        assert!(store.memory_bytes() * 4 < plain, "{} of {plain}", store.memory_bytes());
    }
}
