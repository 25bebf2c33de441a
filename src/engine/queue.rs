//! Questions that wait for an answer.
//!
//! Frames come first, for a person watches them; a newer one takes the place
//! of those that wait for the same trace, because nobody wants to see where
//! the view was. A newer search replaces older ones likewise.

use super::protocol::{Ask, Request, TraceId};
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub struct Queue {
    waiting: VecDeque<Request>,
}

impl Queue {
    /// Adds a question and drops those that it makes pointless.
    pub fn push(&mut self, request: Request) {
        if let Some(subject) = subject_of(&request.body) {
            self.waiting.retain(|waiting| subject_of(&waiting.body) != Some(subject));
        }
        self.waiting.push_back(request);
    }

    /// The question to answer next.
    pub fn pop(&mut self) -> Option<Request> {
        let frame = self.waiting.iter().position(|waiting| matches!(waiting.body, Ask::Frame { .. }));
        self.waiting.remove(frame.unwrap_or(0))
    }

    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

/// What a question is about, for those of which only the newest counts.
fn subject_of(ask: &Ask) -> Option<(bool, TraceId)> {
    match ask {
        Ask::Frame { trace, .. } => Some((false, *trace)),
        Ask::Search { trace, .. } => Some((true, *trace)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::timeline::frame::{Arrows, FrameRequest};

    fn frame(id: u32, trace: u32) -> Request {
        let frame = FrameRequest { start: 0, end: 1, columns: 1, bands: Vec::new(), arrows: Arrows::None };
        Request { id, body: Ask::Frame { trace: TraceId(trace), frame } }
    }

    fn health(id: u32) -> Request {
        Request { id, body: Ask::Health { trace: TraceId(0) } }
    }

    fn search(id: u32) -> Request {
        Request { id, body: Ask::Search { trace: TraceId(0), query: String::new() } }
    }

    fn drain(requests: impl IntoIterator<Item = Request>) -> Vec<u32> {
        let mut queue = Queue::default();
        requests.into_iter().for_each(|request| queue.push(request));
        std::iter::from_fn(|| queue.pop()).map(|request| request.id).collect()
    }

    #[test]
    fn a_newer_frame_of_a_trace_takes_the_place_of_those_that_wait() {
        assert_eq!(drain([frame(1, 0), frame(2, 1), frame(3, 0), frame(4, 0)]), [2, 4]);
    }

    #[test]
    fn frames_come_first_and_all_else_in_order() {
        assert_eq!(drain([health(1), health(2), frame(3, 0), health(4)]), [3, 1, 2, 4]);
    }

    #[test]
    fn a_newer_search_replaces_an_older_one() {
        assert_eq!(drain([search(1), health(2), search(3)]), [2, 3]);
    }
}
