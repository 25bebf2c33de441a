//! Downloads.

use super::post;
use js_sys::{Array, Reflect, Uint8Array};
use lowerscope::engine::protocol::LoadFailure;
use lowerscope::engine::wire::failure_of_status;
use lowerscope::text::format;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Blob, ReadableStreamDefaultReader, RequestInit, Response, Url};

/// A file that is coming from a host.
pub struct Download {
    url: String,
    host: String,
    size: Option<u64>,
    received: u64,
    /// A chunk that was looked at and not handed on yet.
    first: Option<Uint8Array>,
    /// `None` when the answer has no body.
    reader: Option<ReadableStreamDefaultReader>,
}

impl Download {
    /// Asks for a file; `abort` ends it at any time.
    ///
    /// # Errors
    /// When the address is none, the host does not answer or does not let the
    /// page read, or answers with an error.
    pub async fn start(url: &str, abort: &AbortController) -> Result<Self, LoadFailure> {
        let address = Url::new(url).ok().filter(|url| {
            // Also those of the page's own making.
            ["http:", "https:", "blob:", "data:"].contains(&url.protocol().as_str())
        });
        let Some(address) = address else { return Err(failure(url, "fetch-address", &[])) };
        let host = if address.host().is_empty() { address.protocol() } else { address.host() };
        let options = RequestInit::new();
        options.set_signal(Some(&abort.signal()));
        let answer = JsFuture::from(post::scope().fetch_with_str_and_init(url, &options)).await;
        let answer: Response = answer.map_err(|_| blocked(url, &host))?.unchecked_into();
        if !answer.ok() {
            let status = answer.status();
            let told = status.to_string();
            return Err(failure(url, failure_of_status(status), &[("host", &host), ("status", &told)]));
        }
        let header = |name: &str| answer.headers().get(name).ok().flatten();
        // The length is that of what travels; what arrives was unpacked by the
        // browser already.
        let is_packed = header("content-encoding").is_some_and(|encoding| encoding != "identity");
        let size = header("content-length").and_then(|length| length.parse().ok()).filter(|_| !is_packed);
        let reader = answer.body().map(|body| body.get_reader().unchecked_into());
        Ok(Self { url: url.to_owned(), host, size, received: 0, first: None, reader })
    }

    pub fn size(&self) -> Option<u64> {
        // A host that hides that it packs tells a length that is too small.
        self.size.filter(|size| *size >= self.received)
    }

    /// The next bytes; empty at the end.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn read(&mut self) -> Result<Uint8Array, LoadFailure> {
        if let Some(first) = self.first.take() {
            return Ok(first);
        }
        let Some(reader) = &self.reader else { return Ok(Uint8Array::new_with_length(0)) };
        let read = JsFuture::from(reader.read()).await.map_err(|_| self.interrupted())?;
        let value = Reflect::get(&read, &"value".into()).unwrap_or(JsValue::UNDEFINED);
        let chunk = value.dyn_into::<Uint8Array>().unwrap_or_else(|_| Uint8Array::new_with_length(0));
        self.received += u64::from(chunk.length());
        Ok(chunk)
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
            progress(self.received, self.size());
        };
        let blob = Blob::new_with_u8_array_sequence(&parts).map_err(|_| self.interrupted())?;
        Ok((blob, broken))
    }

    fn interrupted(&self) -> LoadFailure {
        let bytes = format::bytes(self.received);
        failure(&self.url, "fetch-interrupted", &[("host", &self.host), ("bytes", &bytes)])
    }
}

/// The browser does not tell why a fetch failed: no connection, no such host,
/// or a host that does not let other pages read.
fn blocked(url: &str, host: &str) -> LoadFailure {
    let origin = post::scope().location().origin();
    // A page from the disk has no origin to name.
    let origin = if origin == "null" { "*".to_owned() } else { origin };
    failure(url, "fetch-blocked", &[("host", host), ("origin", &origin)])
}

fn failure(url: &str, message: &str, args: &[(&str, &str)]) -> LoadFailure {
    let file = file_name(url);
    let own = [("url", url), ("file", file.as_str())];
    let args = args.iter().chain(&own).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    LoadFailure {
        args: args.collect(),
        file: file.clone(),
        message: message.to_owned(),
        ..LoadFailure::default()
    }
}

/// The name of the file at an address; the address where it has none.
pub fn file_name(url: &str) -> String {
    let path = Url::new(url).map(|url| url.pathname()).unwrap_or_default();
    let last = path.rsplit('/').find(|part| !part.is_empty()).unwrap_or_default();
    let decoded = js_sys::decode_uri_component(last).map(String::from).unwrap_or_else(|_| last.to_owned());
    if decoded.is_empty() { url.to_owned() } else { decoded }
}
