//! What page and worker post to each other: plain JavaScript objects.
//!
//! The worker's script is `engine_worker` (Trunk writes a loader for it). A
//! message is an object; the first key in the tables below tells what it is.
//! `ArrayBuffer`s are always transferred, never copied. Bytes are made and
//! read with [`super::protocol::encode`] and [`super::protocol::decode`].
//!
//! Messages that arrive before the worker has said [`READY`] are lost, so the
//! page keeps them back until then.
//!
//! # From the page
//!
//! | key | further keys | |
//! |---|---|---|
//! | [`OPEN`]: number | [`FILE`]: `File` or `Blob`, [`NAME`]: string | reads a file; the name may hold a folder path |
//! | [`OPEN`]: number | [`URL`]: string, [`NAME`]: string | fetches and reads |
//! | [`OPEN`]: number | [`PARTS`]: list of objects with [`FILE`] or [`URL`] and [`NAME`]; [`NAME`]: string | reads several files as one archive: tables of one profile |
//! | [`CHOOSE`]: number | [`ENTRIES`]: list of numbers | which files of an archive to open, after `Event::Choose`; empty cancels |
//! | [`CANCEL`]: number | | stops a load and drops all of it at once |
//! | [`REQUEST`]: `ArrayBuffer` | | an encoded `Request` |
//!
//! The numbers are `LoadId`s. The page gives them out itself, each once; so it
//! can cancel a load that the worker has not heard of yet.
//!
//! Several files at once are several [`OPEN`]s in a row. They are read one
//! after the other, in that order, which needs the least memory.
//!
//! # From the worker
//!
//! | key | |
//! |---|---|
//! | [`READY`], a plain string | post now (`web/worker.js` says so) |
//! | [`EVENT`]: `ArrayBuffer` | an encoded `Event` |
//! | [`REPLY`]: `ArrayBuffer` | an encoded `Reply` |
//! | [`FAILED`]: string | the worker is dead and all its traces are gone: start another one |
//!
//! Every load ends with exactly one `Event::Done`, after any `Opened` and
//! `Failed`. Every `Request` gets one `Reply` with its number, but for:
//! `Frame`, where a newer one for the same trace takes the place of those that
//! wait, which then get none; and `Search`, which gets several, the last one
//! with `complete` set, unless a newer `Search` of the trace replaces it.
//!
//! # Between the engine's worker and the one that reads Parquet tables
//!
//! To it: [`TABLE`]: `ArrayBuffer`, the bytes of the next table; then
//! [`NEXT`]: true, again and again. From it: one answer to each [`NEXT`], with
//! [`ROWS`]: `ArrayBuffer`, the next piece of text, and with the last one
//! [`END`]: string, which is empty or the message id of what is wrong with the
//! rest, and [`DETAIL`]: string. [`READY`] and [`FAILED`] are as above; its
//! death costs the table, not the traces.
//!
//! Failures of fetching are `LoadFailure`s with these message ids, each with
//! `ID-title` and `ID-text`: `fetch-offline` and `fetch-blocked` (args `host`,
//! `origin`), that of [`super::fetching::failure_of_status`] (args `host`,
//! `status`, `url`), `fetch-interrupted` (args `host`, `bytes`),
//! `fetch-too-large` (args `host`, `bytes`), `fetch-address` (args `url`).
//! `memory-full` says that the worker's memory would not suffice. A file that
//! cannot be read any more (moved, changed, no permission) is
//! `file-unreadable` (arg `reason`).

pub const OPEN: &str = "open";
pub const FILE: &str = "file";
pub const URL: &str = "url";
pub const NAME: &str = "name";
pub const PARTS: &str = "parts";
pub const CHOOSE: &str = "choose";
pub const ENTRIES: &str = "entries";
pub const CANCEL: &str = "cancel";
pub const REQUEST: &str = "request";

pub const READY: &str = "ready";
pub const EVENT: &str = "event";
pub const REPLY: &str = "reply";
pub const FAILED: &str = "failed";

pub const TABLE: &str = "table";
pub const NEXT: &str = "next";
pub const ROWS: &str = "rows";
pub const END: &str = "end";
pub const DETAIL: &str = "detail";
