//! Finds the next whole row behind a broken one.
//!
//! A stray quote inverts what is inside a string and what is not, so every
//! brace behind the broken row's own is tried.

use crate::ingest::json::scan::{self, Notes, Stop};
use crate::ingest::json::text::{Repairs, decode};

/// What the search says about a window.
pub enum Found {
    /// A row opens here, and in this section, if another one begins with it.
    Row(usize, Option<String>),
    /// Nothing before this position; more text may decide.
    More(usize),
    /// The search costs too much.
    GaveUp,
}

/// Looks for the next whole row behind a broken one: an object that looks like
/// a row and is followed by what follows rows.
#[derive(Debug)]
pub struct Resync {
    /// Offset in the text from which on nothing was read yet.
    from: u64,
    /// Bytes looked at by failed attempts; bounds the search.
    work: u64,
}

impl Resync {
    const LONGEST_CANDIDATE: usize = 1 << 20;
    /// Bytes kept before a candidate, for the name of a section.
    const LOOK_BACK: usize = 128;

    /// A search from this offset in the text.
    pub fn new(from: u64) -> Self {
        Self { from, work: 0 }
    }

    /// Looks from `at` on. `base` is the offset of the window; `last` says that
    /// nothing follows it.
    pub fn search(&mut self, window: &[u8], at: usize, last: bool, base: u64) -> Found {
        let first = usize::try_from(self.from.saturating_sub(base)).unwrap_or(0);
        let keep = |open: usize| open.saturating_sub(Self::LOOK_BACK).max(first.min(open));
        let mut at = at.max(first);
        while let Some(found) = memchr::memchr(b'{', window.get(at..).unwrap_or_default()) {
            let open = at + found;
            let wait = !last && window.len() - open < Self::LONGEST_CANDIDATE;
            let (mut keys, mut is_timed) = (0, false);
            let end = scan::members(window, open, &mut Notes::default(), |key, _, _| {
                keys += 1;
                is_timed |= key.of(window) == b"timestamp";
            });
            match end {
                Ok(end) => match window.get(scan::skip_ws(window, end)) {
                    None if wait => return Found::More(keep(open)),
                    // Predecessors within a row have two keys.
                    None | Some(b',' | b']' | b'{') if keys > 2 || is_timed => {
                        return Found::Row(open, section_before(&window[first.min(open)..open]));
                    }
                    _ => self.work += (end - open) as u64,
                },
                Err(Stop::More) => {
                    self.work += (window.len() - open) as u64;
                    if wait {
                        return Found::More(keep(open));
                    }
                }
                Err(Stop::Broken(at)) => self.work += (at - open) as u64,
            }
            if self.work > (1 << 26) + 8 * (base + window.len() as u64) {
                return Found::GaveUp;
            }
            at = open + 1;
        }
        Found::More(keep(window.len()))
    }
}

/// The name of the section whose first row follows `text`.
fn section_before(text: &[u8]) -> Option<String> {
    let text = &text[text.len().saturating_sub(Resync::LOOK_BACK)..];
    let text = text.trim_ascii_end().strip_suffix(b"[")?.trim_ascii_end().strip_suffix(b":")?;
    let text = text.trim_ascii_end().strip_suffix(b"\"")?;
    let open = memchr::memrchr(b'"', text)?;
    Some(decode(&text[open + 1..], &mut Repairs::default()).into_owned())
}
