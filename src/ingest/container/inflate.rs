//! Raw deflate, pushed: the part that gzip and zip share.

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::PIECE_BYTES;

/// How far a push came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inflated {
    /// All input was used; the stream goes on.
    NeedsMore,
    /// The stream ended after this many bytes of the input.
    Ended(usize),
    /// The data is damaged after this many bytes of the input.
    Corrupt(usize),
}

/// A deflate stream with the checksum and length of what came out.
pub(super) struct Inflate {
    stream: Decompress,
    buffer: Vec<u8>,
    crc: Crc,
}

impl Default for Inflate {
    fn default() -> Self {
        Self { stream: Decompress::new(false), buffer: vec![0; PIECE_BYTES], crc: Crc::new() }
    }
}

impl Inflate {
    /// Ready for the next stream; the buffers stay.
    pub(super) fn restart(&mut self) {
        self.stream.reset(false);
        self.crc.reset();
    }

    pub(super) fn crc32(&self) -> u32 {
        self.crc.sum()
    }

    /// Plain bytes made of this stream so far.
    pub(super) fn plain_bytes(&self) -> u64 {
        self.stream.total_out()
    }

    pub(super) fn push(&mut self, input: &[u8], out: &mut dyn FnMut(&[u8])) -> Inflated {
        let mut used = 0;
        loop {
            let in_before = self.stream.total_in();
            let out_before = self.stream.total_out();
            let result = self.stream.decompress(&input[used..], &mut self.buffer, FlushDecompress::None);
            let taken = (self.stream.total_in() - in_before) as usize;
            let made = (self.stream.total_out() - out_before) as usize;
            used += taken;
            if made > 0 {
                let piece = &self.buffer[..made];
                self.crc.update(piece);
                out(piece);
            }
            match result {
                Ok(Status::StreamEnd) => return Inflated::Ended(used),
                Ok(Status::Ok | Status::BufError) => {
                    let stalled = taken == 0 && made == 0;
                    // A full buffer may hide more output that needs no input.
                    if used == input.len() && made < self.buffer.len() {
                        return Inflated::NeedsMore;
                    }
                    if stalled {
                        return Inflated::Corrupt(used);
                    }
                }
                Err(_) => return Inflated::Corrupt(used),
            }
        }
    }
}
