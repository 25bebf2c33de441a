//! A file on a host that gives any part of it: of a large zip, its table of
//! contents and the entries that are wanted are fetched, and nothing else.

use super::fetch::Download;
use super::remote::Remote;
use js_sys::Uint8Array;
use lowerscope::engine::protocol::LoadFailure;
use std::collections::VecDeque;
use std::rc::Rc;

/// Parts that are kept open: the begin of the file and its end, at first.
const MOST_OPEN: usize = 2;
/// At least so much is asked for at once: entries that follow one another then
/// come with one answer.
const LEAST_BYTES: u64 = 1 << 20;
/// So much is read over rather than asked for anew.
const MOST_SKIPPED_BYTES: u64 = 256 * 1024;

pub struct RangedFile {
    remote: Rc<Remote>,
    size: u64,
    /// Parts that are under way, the newest last.
    open: VecDeque<Download>,
}

impl RangedFile {
    /// `whole` comes from the begin of the file, `tail` is its end.
    pub fn new(remote: Rc<Remote>, size: u64, whole: Download, tail: Download) -> Self {
        Self { remote, size, open: VecDeque::from([whole, tail]) }
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Bytes from `from` on, as many as come at once; empty at the end.
    ///
    /// # Errors
    /// When the host gives no more of it.
    pub async fn read(&mut self, from: u64, to: Option<u64>) -> Result<Uint8Array, LoadFailure> {
        let to = to.unwrap_or(self.size).min(self.size);
        if from >= to {
            return Ok(Uint8Array::new_with_length(0));
        }
        let mut part = self.part_at(from, to).await?;
        loop {
            let (at, _) = part.place();
            let chunk = part.read().await?;
            let len = u64::from(chunk.length());
            if len == 0 {
                return Err(part.interrupted());
            }
            if at + len <= from {
                continue;
            }
            // Both are within the chunk, whose length is a `u32`.
            let start = from.saturating_sub(at) as u32;
            let end = (to - at).min(len) as u32;
            part.put_back(chunk.subarray(end, chunk.length()));
            self.open.push_back(part);
            return Ok(chunk.subarray(start, end));
        }
    }

    /// A part that comes to `from` soon.
    async fn part_at(&mut self, from: u64, to: u64) -> Result<Download, LoadFailure> {
        let is_near = |part: &Download| {
            let (at, end) = part.place();
            at <= from && from - at <= MOST_SKIPPED_BYTES && from < end.unwrap_or(self.size)
        };
        if let Some(at) = self.open.iter().position(is_near)
            && let Some(part) = self.open.remove(at)
        {
            return Ok(part);
        }
        while self.open.len() >= MOST_OPEN {
            self.open.pop_front();
        }
        let end = to.max(from + LEAST_BYTES).min(self.size);
        match Download::part(&self.remote, from, end).await {
            Some(part) => Ok(part),
            None => Err(self.remote.failure("fetch-interrupted", &[("bytes", "0 B")])),
        }
    }
}
