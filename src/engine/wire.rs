//! What page and worker post to each other: plain JavaScript objects.
//!
//! The worker's script is `engine_worker` (Trunk writes a loader for it). A
//! message is an object whose key [`OP`] names it; other keys are listed here.
//! `ArrayBuffer`s are always transferred, never copied. Bytes are made and
//! read with [`super::protocol::encode`] and [`super::protocol::decode`].
//!
//! Messages that arrive before the worker has said [`READY`] are lost, so the
//! page keeps them back until then.
//!
//! # From the page
//!
//! | `op` | further keys | |
//! |---|---|---|
//! | [`OPEN`] | `load`: number, `file`: `File` or `Blob`, `name`: string | reads a file; `name` may hold a folder path |
//! | [`OPEN_URL`] | `load`: number, `url`: string | fetches and reads |
//! | [`CHOOSE`] | `load`: number, `entries`: `Uint32Array` | which files of an archive to open, after `Event::Choose`; empty cancels |
//! | [`CANCEL`] | `load`: number | stops a load and drops all of it at once |
//! | [`ASK`] | `bytes`: `ArrayBuffer` | an encoded `Request` |
//!
//! The page numbers its loads itself (`LoadId`), from 0, each number once; so
//! it can cancel a load that the worker has not heard of yet.
//!
//! Several files at once are several [`OPEN`]s in a row. They are read one
//! after the other, in that order, which needs the least memory; the page can
//! show the rest as waiting.
//!
//! # From the worker
//!
//! | `op` | further keys | |
//! |---|---|---|
//! | [`READY`] | | post now |
//! | [`EVENT`] | `bytes`: `ArrayBuffer` | an encoded `Event` |
//! | [`REPLY`] | `bytes`: `ArrayBuffer` | an encoded `Reply` |
//! | [`PANIC`] | `message`: string | the worker is dead: all its traces are gone, start another one |
//!
//! Every load ends with exactly one `Event::Done`, after any `Opened` and
//! `Failed`. Every `Request` gets one `Reply` with its number, but for:
//! `Frame`, where a newer one for the same trace takes the place of those that
//! wait, which then get none; and `Search`, which gets several, the last one
//! with `complete` set, unless a newer `Search` of the trace replaces it.
//!
//! Failures of fetching are `LoadFailure`s with these message ids, each with
//! `ID-title` and `ID-text`: `fetch-blocked` (args `host`, `origin`),
//! `fetch-status` (args `host`, `status`, `url`), `fetch-interrupted` (args
//! `host`, `bytes`), `fetch-address` (args `url`). A file that cannot be read
//! any more (moved, changed, no permission) is `file-unreadable` (arg
//! `reason`).

/// Key of the name of a message.
pub const OP: &str = "op";

pub const OPEN: &str = "open";
pub const OPEN_URL: &str = "open_url";
pub const CHOOSE: &str = "choose";
pub const CANCEL: &str = "cancel";
pub const ASK: &str = "ask";

pub const READY: &str = "ready";
pub const EVENT: &str = "event";
pub const REPLY: &str = "reply";
pub const PANIC: &str = "panic";

/// Keys of messages.
pub mod key {
    pub const LOAD: &str = "load";
    pub const FILE: &str = "file";
    pub const NAME: &str = "name";
    pub const URL: &str = "url";
    pub const ENTRIES: &str = "entries";
    pub const BYTES: &str = "bytes";
    pub const MESSAGE: &str = "message";
}
