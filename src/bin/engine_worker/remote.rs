//! A file on a host: asking for it or for a part of it, and what to say when
//! that fails.

use super::post;
use lowerscope::engine::fetching::{PartAnswer, Version, failure_of_status};
use lowerscope::engine::protocol::LoadFailure;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestInit, RequestRedirect, Response, ResponseType, Url};

/// A file that a host has, in the state in which it was found.
pub struct Remote {
    pub url: String,
    pub host: String,
    /// Ends everything that is under way.
    pub abort: AbortController,
    pub version: Version,
    /// Bytes of the whole file, where known.
    pub total: Option<u64>,
    /// What arrives was packed on its way: places in it are not places in what
    /// the host has.
    is_packed: bool,
}

impl Remote {
    /// Asks for a file, and gives it with the answer that has all of it.
    ///
    /// # Errors
    /// When the address is none, the host does not answer or does not let the
    /// page read, or answers with an error.
    pub async fn find(url: &str, abort: AbortController) -> Result<(Self, Response), LoadFailure> {
        let address = Url::new(url).ok().filter(|url| {
            // Also those of the page's own making.
            ["http:", "https:", "blob:", "data:"].contains(&url.protocol().as_str())
        });
        let Some(address) = address else { return Err(failure(url, "fetch-address", &[])) };
        let host = if address.host().is_empty() { address.protocol() } else { address.host() };
        let options = RequestInit::new();
        options.set_signal(Some(&abort.signal()));
        // The page's own host needs no word of the reader's; where it sends on
        // to does.
        if address.origin() == post::scope().location().origin() {
            options.set_redirect(RequestRedirect::Manual);
        }
        let answer = JsFuture::from(post::scope().fetch_with_str_and_init(url, &options)).await;
        let answer: Response = answer.map_err(|_| blocked(url, &host))?.unchecked_into();
        if answer.type_() == ResponseType::Opaqueredirect {
            return Err(failure(url, "fetch-redirected", &[("host", &host)]));
        }
        if !answer.ok() {
            let status = answer.status();
            let told = status.to_string();
            return Err(failure(url, failure_of_status(status, url), &[("host", &host), ("status", &told)]));
        }
        let headers = answer.headers();
        // The length is that of what travels; what arrives was unpacked by the
        // browser already.
        let is_packed = field(&headers, "content-encoding").is_some_and(|encoding| encoding != "identity");
        let total = length(&headers).filter(|_| !is_packed);
        let version = version(&headers);
        Ok((Self { url: url.to_owned(), host, abort, version, total, is_packed }, answer))
    }

    /// The bytes from `from` on, up to `to` or the end; `None` where the host
    /// does not give that part, or that of another state of the file.
    /// `must_match`: the state has to be known to be the same.
    pub async fn part(&self, from: u64, to: Option<u64>, must_match: bool) -> Option<Response> {
        let end = to.or(self.total)?;
        if self.is_packed || end <= from {
            return None;
        }
        let options = RequestInit::new();
        options.set_signal(Some(&self.abort.signal()));
        let headers = Headers::new().ok()?;
        headers.set("Range", &format!("bytes={from}-{}", end - 1)).ok()?;
        // Other hosts would have to allow the field first; there, what they
        // answer is compared.
        if self.is_own()
            && let Some(state) = self.version.if_range()
        {
            headers.set("If-Range", state).ok()?;
        }
        options.set_headers(&headers);
        let answer = JsFuture::from(post::scope().fetch_with_str_and_init(&self.url, &options)).await;
        let answer: Response = answer.ok()?.unchecked_into();
        let headers = answer.headers();
        let part = PartAnswer {
            status: answer.status(),
            version: version(&headers),
            range: field(&headers, "content-range"),
            length: length(&headers),
        };
        let is_same =
            if must_match { part.version.is(&self.version) } else { part.version.may_be(&self.version) };
        let is_it = is_same && part.has(from, end, self.total.unwrap_or(end));
        if !is_it && let Some(body) = answer.body() {
            forget(body.cancel());
        }
        is_it.then_some(answer)
    }

    pub fn is_aborted(&self) -> bool {
        self.abort.signal().aborted()
    }

    pub fn failure(&self, message: &str, args: &[(&str, &str)]) -> LoadFailure {
        let host = ("host", self.host.as_str());
        failure(&self.url, message, &args.iter().copied().chain([host]).collect::<Vec<_>>())
    }

    fn is_own(&self) -> bool {
        Url::new(&self.url).is_ok_and(|url| url.origin() == post::scope().location().origin())
    }
}

/// Lets go of a promise whose failure concerns nobody: one that nobody hears
/// would end the worker.
pub fn forget(promise: js_sys::Promise) {
    wasm_bindgen_futures::spawn_local(async move {
        let _ = JsFuture::from(promise).await;
    });
}

fn field(headers: &Headers, name: &str) -> Option<String> {
    headers.get(name).ok().flatten()
}

fn length(headers: &Headers) -> Option<u64> {
    field(headers, "content-length")?.parse().ok()
}

fn version(headers: &Headers) -> Version {
    Version { etag: field(headers, "etag"), modified: field(headers, "last-modified") }
}

/// The browser does not tell why a fetch failed: no connection, no such host,
/// or a host that does not let other pages read.
fn blocked(url: &str, host: &str) -> LoadFailure {
    let origin = post::scope().location().origin();
    // A page from the disk has no origin to name.
    let origin = if origin == "null" { "*".to_owned() } else { origin };
    let message = if post::scope().navigator().on_line() { "fetch-blocked" } else { "fetch-offline" };
    failure(url, message, &[("host", host), ("origin", &origin)])
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
