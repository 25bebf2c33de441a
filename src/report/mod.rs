//! A comparison as one HTML file: the verdict, what it rests on, the lowering,
//! the timelines and the figures, with the traces' parts that it was made of.
//!
//! The file is read without network and without this program: pictures are SVG,
//! tables are tables, the data is in links that save it. A short script zooms
//! the timelines and hands the traces to the page that the report names; its
//! hash is in the file's policy, which allows no other and no connection.
//! Dropped on the page, the file opens like an archive of its traces.
//!
//! Absent: anything of a trace beyond what is compared, and a trace's metadata,
//! which can hold secrets.

mod data;
mod page;
mod profile;
mod table;

pub use data::{MOST_BYTES, ReportTrace, distinct};
pub use page::{BEGIN, html};
pub use profile::without_secrets;

use crate::engine::protocol::TraceId;
use crate::lowering::comparison::Comparison;
use crate::lowering::profile::InstanceRows;
use crate::text::Texts;
use std::sync::Arc;

/// What a report is made of.
pub struct Report<'a> {
    pub texts: &'a Texts,
    pub all: &'a Comparison,
    /// Letters of the paths; empty: A, B, C.
    pub letters: Vec<String>,
    /// By path: rows of the median instance, where they are known.
    pub rows: Vec<Option<Arc<InstanceRows>>>,
    /// What was compared, packed; empty where it was too large.
    pub traces: Vec<ReportTrace>,
    /// Address of the page that opens the traces, without a fragment.
    pub page: Option<String>,
}

/// Device profiles that a comparison of NEFFs takes its figures from, each once.
pub fn profiles_of(all: &Comparison) -> Vec<TraceId> {
    let mut found = Vec::new();
    let parts = all.paths.iter().filter_map(|path| path.neffs.as_deref());
    for share in parts.flat_map(|part| &part.neffs) {
        if let Ok(profile) = &share.profile
            && !found.contains(&profile.trace)
        {
            found.push(profile.trace);
        }
    }
    found
}
