//! The traces of a report: the parts that are compared, and of device profiles,
//! which have no parts, the files as they are.

use super::model::OpenPaths;
use crate::app::client::Source;
use crate::app::state::AppState;
use crate::engine::protocol::{Answer, Ask, TraceId};
use crate::export::pack::PackProblem;
use crate::report::{MOST_BYTES, ReportTrace, distinct, profiles_of, without_secrets};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, ReadableStream, ReadableWritablePair, Response, WritableStream};

#[wasm_bindgen]
extern "C" {
    /// The browser's own gzip; the bindings do not have it yet.
    type CompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<CompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &CompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &CompressionStream) -> WritableStream;

    type DecompressionStream;
    #[wasm_bindgen(constructor, catch)]
    fn new(format: &str) -> Result<DecompressionStream, JsValue>;
    #[wasm_bindgen(method, getter)]
    fn readable(this: &DecompressionStream) -> ReadableStream;
    #[wasm_bindgen(method, getter)]
    fn writable(this: &DecompressionStream) -> WritableStream;
}

/// Files larger than this are not looked at: packed they would be too large.
const MOST_FILE_BYTES: f64 = 256.0 * 1024.0 * 1024.0;

/// None where they would be too large.
pub async fn report_traces(state: AppState, open: OpenPaths) -> Vec<ReportTrace> {
    let request = open.request.get_untracked();
    let traces = request.distinct_traces();
    let ask = Ask::Pack { request, most_bytes: MOST_BYTES };
    match state.client.ask(ask).await {
        Some(Answer::Packed(Ok(parts))) => {
            let mut found = ReportTrace::of_parts(&traces, parts);
            let profiles =
                open.answer.with_untracked(|all| all.as_deref().map(profiles_of).unwrap_or_default());
            found.extend(whole(state, &profiles).await);
            distinct(found)
        }
        Some(Answer::Packed(Err(PackProblem::DeviceProfile { .. }))) => whole(state, &traces).await,
        _ => Vec::new(),
    }
}

async fn whole(state: AppState, traces: &[TraceId]) -> Vec<ReportTrace> {
    let mut found = Vec::new();
    let mut left = MOST_BYTES as usize;
    for trace in traces {
        let Some((name, blob)) = file_of(state, *trace).await else { return Vec::new() };
        let Ok(bytes) = packed(&blob).await else { return Vec::new() };
        if bytes.len() > left {
            return Vec::new();
        }
        left -= bytes.len();
        let name = if name.ends_with(".gz") { name } else { format!("{name}.gz") };
        found.push(ReportTrace { trace: *trace, name, bytes, part: None });
    }
    distinct(found)
}

/// The file of a trace, if it is one file and can be had again.
async fn file_of(state: AppState, trace: TraceId) -> Option<(String, Blob)> {
    let open = state.trace(trace)?;
    let named = state.sources.with_value(|sources| sources.get(&open.load).cloned())?;
    // A file of an archive is no file.
    let is_alone = named.name.starts_with(&open.info.file);
    match named.source {
        Source::File(file) if is_alone => Some((named.name, file.unchecked_into())),
        Source::Url(url) if is_alone => {
            let answer = JsFuture::from(window().fetch_with_str(&url)).await.ok()?;
            let answer: Response = answer.dyn_into().ok()?;
            let body = answer.ok().then(|| answer.blob().ok()).flatten()?;
            Some((named.name, JsFuture::from(body).await.ok()?.dyn_into().ok()?))
        }
        _ => None,
    }
}

/// Its bytes without what looks like a secret, as gzip.
async fn packed(blob: &Blob) -> Result<Vec<u8>, JsValue> {
    if blob.size() > MOST_FILE_BYTES {
        return Err(JsValue::NULL);
    }
    let head = JsFuture::from(blob.slice_with_i32_and_i32(0, 2)?.array_buffer()).await?;
    let is_packed = js_sys::Uint8Array::new(&head).to_vec() == [0x1f, 0x8b];
    let plain = if is_packed {
        let gunzip = DecompressionStream::new("gzip")?;
        through(blob, &gunzip.readable(), &gunzip.writable()).await?
    } else {
        bytes(JsFuture::from(blob.array_buffer()).await?)
    };
    let shown = without_secrets(&plain).ok_or(JsValue::NULL)?;
    let shown = Blob::new_with_u8_array_sequence(&js_sys::Array::of1(&js_sys::Uint8Array::from(&shown[..])))?;
    let gzip = CompressionStream::new("gzip")?;
    through(&shown, &gzip.readable(), &gzip.writable()).await
}

/// What comes out of a pair of streams for a file.
async fn through(blob: &Blob, out: &ReadableStream, into: &WritableStream) -> Result<Vec<u8>, JsValue> {
    let stream = blob.stream().pipe_through(&ReadableWritablePair::new(out, into));
    let answer = Response::new_with_opt_readable_stream(Some(&stream))?;
    Ok(bytes(JsFuture::from(answer.array_buffer()?).await?))
}

fn bytes(buffer: JsValue) -> Vec<u8> {
    js_sys::Uint8Array::new(&buffer).to_vec()
}
