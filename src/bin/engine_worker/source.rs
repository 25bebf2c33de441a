//! Where the bytes of a load come from.

use super::fetch::Download;
use super::ranged::RangedFile;
use js_sys::{Array, ArrayBuffer, Promise, Uint8Array};
use lowerscope::engine::protocol::LoadFailure;
use lowerscope::ingest::container::bundle;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob};

/// Bytes read from a file at once.
const CHUNK_BYTES: u64 = 4 << 20;

/// A file or a download.
pub enum Source {
    File(LocalFile),
    Download(Download),
    /// A host that gives any part.
    Ranged(RangedFile),
    /// What came of a download before its connection broke.
    Broken(LocalFile, LoadFailure),
}

/// A file on the user's disk, or bytes that the browser keeps for us.
pub struct LocalFile {
    blob: Blob,
    name: String,
    size: u64,
    /// The next part, already on its way while the last one is worked on.
    ahead: Option<(u64, u64, Promise)>,
}

impl Source {
    /// Bytes from `from` on, as many as come at once; empty at the end.
    ///
    /// # Errors
    /// When the file or the host does not give them.
    pub async fn read(&mut self, from: u64, to: Option<u64>) -> Result<Uint8Array, LoadFailure> {
        match self {
            Source::File(file) => file.read(from, to).await,
            Source::Download(download) => download.read().await,
            Source::Ranged(file) => file.read(from, to).await,
            Source::Broken(file, failure) => match file.read(from, to).await? {
                end if end.length() == 0 => Err(failure.clone()),
                chunk => Ok(chunk),
            },
        }
    }

    pub fn is_seekable(&self) -> bool {
        matches!(self, Source::File(_) | Source::Ranged(_))
    }

    /// What ends a download that is under way.
    pub fn abort(&self) -> Option<AbortController> {
        match self {
            Source::Download(download) => Some(download.remote().abort.clone()),
            Source::Ranged(file) => Some(file.remote().abort.clone()),
            Source::File(_) | Source::Broken(..) => None,
        }
    }

    /// Size in bytes, where known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Source::File(file) => Some(file.size),
            Source::Download(download) => download.size(),
            Source::Ranged(file) => Some(file.size()),
            Source::Broken(file, _) => Some(file.size),
        }
    }
}

impl LocalFile {
    pub fn new(blob: Blob, name: String) -> Self {
        // A size beyond 2^53 does not exist.
        let size = blob.size() as u64;
        Self { blob, name, size, ahead: None }
    }

    /// Several as one: an archive of them that is never copied together.
    ///
    /// # Errors
    /// When the browser does not keep it.
    pub fn set(parts: &[Self], name: String) -> Result<Self, LoadFailure> {
        let bytes = |bytes: &[u8]| Uint8Array::from(bytes);
        let all = Array::new();
        for part in parts {
            all.push(&bytes(&bundle::head(&part.name, part.size)));
            all.push(&part.blob);
            all.push(&bytes(bundle::filling(part.size)));
        }
        all.push(&bytes(bundle::end()));
        let blob = Blob::new_with_blob_sequence(&all);
        let whole = |blob| Self::new(blob, name.clone());
        blob.map(whole).map_err(|error| unreadable(&name, &error))
    }

    async fn read(&mut self, from: u64, to: Option<u64>) -> Result<Uint8Array, LoadFailure> {
        let limit = to.unwrap_or(self.size).min(self.size);
        let end = limit.min(from + CHUNK_BYTES);
        if end <= from {
            return Ok(Uint8Array::new_with_length(0));
        }
        let promise = match self.ahead.take() {
            Some((start, stop, promise)) if start == from && stop == end => promise,
            _ => self.part(from, end)?,
        };
        let next = limit.min(end + CHUNK_BYTES);
        if next > end {
            self.ahead = self.part(end, next).ok().map(|promise| (end, next, promise));
        }
        let buffer = JsFuture::from(promise).await.map_err(|error| self.unreadable(&error))?;
        Ok(Uint8Array::new(&buffer.unchecked_into::<ArrayBuffer>()))
    }

    fn part(&self, from: u64, to: u64) -> Result<Promise, LoadFailure> {
        let part = self.blob.slice_with_f64_and_f64(from as f64, to as f64);
        part.map(|part| part.array_buffer()).map_err(|error| self.unreadable(&error))
    }

    fn unreadable(&self, error: &JsValue) -> LoadFailure {
        unreadable(&self.name, error)
    }
}

fn unreadable(name: &str, error: &JsValue) -> LoadFailure {
    let reason = error.dyn_ref::<js_sys::Error>().map_or_else(String::new, |error| error.message().into());
    LoadFailure {
        file: name.to_owned(),
        message: "file-unreadable".to_owned(),
        args: vec![("file".to_owned(), name.to_owned()), ("reason".to_owned(), reason)],
        ..LoadFailure::default()
    }
}
