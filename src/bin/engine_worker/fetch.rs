//! Downloads. One that breaks off is gone on with where the host can give the
//! rest of the same file.

use super::pause::wait;
use super::ranged::RangedFile;
use super::remote::{Remote, forget};
use js_sys::{Array, Reflect, Uint8Array};
use lowerscope::engine::fetching::{RANGED_FROM_BYTES, is_too_large};
use lowerscope::engine::protocol::LoadFailure;
use lowerscope::text::format;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, ReadableStreamDefaultReader, Response};

/// How long is waited before a broken connection is tried again, in ms. After
/// the last of them it is given up; bytes that come start anew.
const WAITS_MS: &[i32] = &[300, 1000, 3000];
/// Of a zip, the end that is asked for to see whether its host gives parts:
/// what the reader of its table wants first.
const TAIL_BYTES: u64 = 256 * 1024;

/// A file, or a part of one, that is coming from a host.
pub struct Download {
    remote: Rc<Remote>,
    /// `None` when the answer has no body.
    reader: Option<ReadableStreamDefaultReader>,
    /// Place in the file of the next byte.
    at: u64,
    /// Where it ends, for a part.
    end: Option<u64>,
    /// A chunk that was looked at and not handed on yet.
    first: Option<Uint8Array>,
    /// Times that the connection broke since bytes came.
    breaks: usize,
}

impl Download {
    /// Asks for a file; `abort` ends it at any time.
    ///
    /// # Errors
    /// When the address is none, the host does not answer or does not let the
    /// page read, or answers with an error.
    pub async fn start(url: &str, abort: AbortController) -> Result<Self, LoadFailure> {
        let (remote, answer) = Remote::find(url, abort).await?;
        let reader = reader_of(&answer);
        Ok(Self { remote: Rc::new(remote), reader, at: 0, end: None, first: None, breaks: 0 })
    }

    /// A part of a file that was found before; `None` where the host does not
    /// give it.
    pub async fn part(remote: &Rc<Remote>, from: u64, to: u64) -> Option<Self> {
        let answer = remote.part(from, Some(to), false).await?;
        let reader = reader_of(&answer);
        Some(Self { remote: remote.clone(), reader, at: from, end: Some(to), first: None, breaks: 0 })
    }

    pub fn size(&self) -> Option<u64> {
        // A host that hides that it packs tells a length that is too small.
        self.remote.total.filter(|size| *size >= self.at)
    }

    /// The next bytes; empty at the end.
    ///
    /// # Errors
    /// When the connection breaks, and cannot be gone on with.
    pub async fn read(&mut self) -> Result<Uint8Array, LoadFailure> {
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        loop {
            let Some(reader) = &self.reader else { return Ok(Uint8Array::new_with_length(0)) };
            if let Ok(read) = JsFuture::from(reader.read()).await {
                let value = Reflect::get(&read, &"value".into()).unwrap_or(JsValue::UNDEFINED);
                let chunk = value.dyn_into::<Uint8Array>().unwrap_or_else(|_| Uint8Array::new_with_length(0));
                self.at += u64::from(chunk.length());
                if chunk.length() > 0 {
                    self.breaks = 0;
                }
                // A part that ends early was cut; of a whole file the browser
                // has seen to it, and its length may be that of what was packed.
                if chunk.length() > 0 || self.end.is_none_or(|end| self.at >= end) {
                    return Ok(chunk);
                }
            }
            self.go_on().await?;
        }
    }

    /// Takes up a connection that broke.
    async fn go_on(&mut self) -> Result<(), LoadFailure> {
        loop {
            let Some(ms) = WAITS_MS.get(self.breaks).filter(|_| !self.remote.is_aborted()) else {
                return Err(self.interrupted());
            };
            self.breaks += 1;
            wait(*ms).await;
            if let Some(answer) = self.remote.part(self.at, self.end, true).await {
                self.reader = reader_of(&answer);
                return Ok(());
            }
        }
    }

    /// Whether it is a zip, whose table of contents is at its end.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn is_zip(&mut self) -> Result<bool, LoadFailure> {
        let first = self.read().await?;
        let is_zip =
            first.length() >= 4 && [0u8, 1, 2, 3].map(|at| first.get_index(at.into())) == *b"PK\x03\x04";
        self.first = Some(first);
        Ok(is_zip)
    }

    /// The file for reading in any order, if it is large enough to be worth it
    /// and its host gives parts; else as it was.
    pub async fn into_ranged(self) -> Result<RangedFile, Self> {
        let Some(size) = self.size().filter(|size| *size >= RANGED_FROM_BYTES) else { return Err(self) };
        match Self::part(&self.remote, size - TAIL_BYTES, size).await {
            Some(tail) => Ok(RangedFile::new(self.remote.clone(), size, self, tail)),
            None => Err(self),
        }
    }

    /// Refuses what could not be held.
    ///
    /// # Errors
    /// When the host tells a length that is too large.
    pub fn check_size(&self) -> Result<(), LoadFailure> {
        let size = self.size();
        if !is_too_large(size) {
            return Ok(());
        }
        Err(self.remote.failure("fetch-too-large", &[("bytes", &format::bytes(size.unwrap_or_default()))]))
    }

    /// Waits for all of it; the browser keeps the bytes, outside of our memory.
    /// A connection that breaks leaves what had come, and why there is no more.
    ///
    /// # Errors
    /// When the browser does not keep the bytes.
    pub async fn into_blob(
        mut self,
        mut progress: impl FnMut(u64, Option<u64>),
    ) -> Result<(Blob, Option<LoadFailure>), LoadFailure> {
        let parts = Array::new();
        let broken = loop {
            match self.read().await {
                Ok(chunk) if chunk.length() == 0 => break None,
                Ok(chunk) => parts.push(&chunk),
                Err(failure) => break Some(failure),
            };
            progress(self.at, self.size());
        };
        let blob = Blob::new_with_u8_array_sequence(&parts).map_err(|_| self.interrupted())?;
        Ok((blob, broken))
    }

    /// Place in the file of the next byte, and where this part ends.
    pub fn place(&self) -> (u64, Option<u64>) {
        let held = self.first.as_ref().map_or(0, Uint8Array::length);
        (self.at - u64::from(held), self.end)
    }

    /// Gives bytes back that were read and are not needed yet.
    pub fn put_back(&mut self, bytes: Uint8Array) {
        self.first = Some(bytes).filter(|bytes| bytes.length() > 0);
    }

    pub fn remote(&self) -> &Rc<Remote> {
        &self.remote
    }

    pub fn interrupted(&self) -> LoadFailure {
        self.remote.failure("fetch-interrupted", &[("bytes", &format::bytes(self.at))])
    }
}

impl Drop for Download {
    fn drop(&mut self) {
        if let Some(reader) = &self.reader {
            forget(reader.cancel());
        }
    }
}

fn reader_of(answer: &Response) -> Option<ReadableStreamDefaultReader> {
    answer.body().map(|body| body.get_reader().unchecked_into())
}
