//! Finds the next whole event after a broken one.
//!
//! A stray quote inverts what is inside a string and what is not, so quote
//! parity cannot be trusted. Instead every `{` behind the broken event's own is
//! tried: it is the next event when an object with a `ph` can be read there and
//! what follows could follow an event. The args of the broken event fail that
//! last test, for what follows them is the event's own closing brace.

use super::event::RawEvent;
use super::scan::{Stop, skip_ws};

/// An event that would be longer than this is not looked for.
const LONGEST_CANDIDATE: usize = 1 << 20;

/// What the search says about a window.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// A whole event opens here.
    Event(usize),
    /// Nothing before this position; more text may decide.
    More(usize),
    /// Reading cannot go on: the search costs too much.
    GaveUp,
}

/// A running search.
#[derive(Debug, Default)]
pub struct Resync {
    /// Bytes looked at by failed attempts; bounds the search.
    work: u64,
    scratch: RawEvent,
}

impl Resync {
    /// Looks from `at` on. `seen` is the number of bytes of the whole text so
    /// far; `last` says that nothing follows the window.
    pub fn search(&mut self, window: &[u8], at: usize, last: bool, seen: u64) -> Found {
        let mut at = at;
        while let Some(found) = memchr::memchr(b'{', &window[at.min(window.len())..]) {
            let open = at + found;
            let inside = skip_ws(window, open + 1);
            match window.get(inside) {
                None if !last => return Found::More(open),
                Some(b'"') => match self.try_event(window, open, last) {
                    Some(Found::Event(open)) => return Found::Event(open),
                    Some(other) => return other,
                    None => {}
                },
                _ => {}
            }
            if self.work > (1 << 26) + 8 * seen {
                return Found::GaveUp;
            }
            at = open + 1;
        }
        Found::More(window.len())
    }

    fn try_event(&mut self, window: &[u8], open: usize, last: bool) -> Option<Found> {
        let wait = !last && window.len() - open < LONGEST_CANDIDATE;
        match self.scratch.scan(window, open) {
            Ok(end) => {
                let after = skip_ws(window, end);
                let follows = match window.get(after) {
                    None if wait => return Some(Found::More(open)),
                    None => true,
                    Some(byte) => matches!(byte, b',' | b']' | b'{'),
                };
                if follows && self.scratch.phase(window).is_some() {
                    return Some(Found::Event(open));
                }
                self.work += (end - open) as u64;
                None
            }
            Err(Stop::More) if wait => {
                // Charged as well: the window grows and is scanned again.
                self.work += (window.len() - open) as u64;
                Some(Found::More(open))
            }
            Err(Stop::More) => {
                self.work += (window.len() - open) as u64;
                None
            }
            Err(Stop::Broken(at)) => {
                self.work += (at - open) as u64;
                None
            }
        }
    }
}
