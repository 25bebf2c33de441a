//! How many traces other pages may open before the reader is asked again: a
//! page that was allowed once may still go wrong, and each trace is a tab and
//! takes memory.

use std::collections::VecDeque;

/// Traces that may be opened within [`WITHIN_MS`]: as many as a link may name.
pub const MOST_AT_ONCE: usize = super::MOST_SOURCES;
/// Length of the time in which traces count, in ms.
const WITHIN_MS: f64 = 60_000.0;
/// A page that the reader has refused so often is not heard any more.
const MOST_REFUSALS: usize = 3;

/// What other pages have opened lately, and which were refused.
#[derive(Debug, Default)]
pub struct Pace {
    /// In ms, of any clock that only goes forward.
    opened: VecDeque<f64>,
    /// By origin, how often.
    refused: Vec<(String, usize)>,
}

impl Pace {
    /// Takes note of a trace that comes now, and says whether it may be opened
    /// without a question.
    pub fn allows(&mut self, now_ms: f64) -> bool {
        while self.opened.front().is_some_and(|then| now_ms - then >= WITHIN_MS) {
            self.opened.pop_front();
        }
        let allows = self.opened.len() < MOST_AT_ONCE;
        if allows {
            self.opened.push_back(now_ms);
        }
        allows
    }

    /// The reader did not want what a page sent. Says whether that page is not
    /// heard from now on.
    pub fn refuse(&mut self, origin: &str) -> bool {
        match self.refused.iter_mut().find(|(own, _)| own == origin) {
            Some((_, count)) => *count += 1,
            None => self.refused.push((origin.to_owned(), 1)),
        }
        !self.hears(origin)
    }

    /// Whether a page may ask.
    pub fn hears(&self, origin: &str) -> bool {
        !self.refused.iter().any(|(own, count)| own == origin && *count >= MOST_REFUSALS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_has_room_for_as_many_traces_as_a_link() {
        let mut pace = Pace::default();
        assert!((0..16).all(|at| pace.allows(f64::from(at) * 100.0)));
        assert!(!pace.allows(1_600.0) && !pace.allows(59_999.0));
        // The first two are a minute old; what was refused does not count.
        assert!(pace.allows(60_100.0) && pace.allows(60_100.0) && !pace.allows(60_100.0));
    }

    #[test]
    fn a_page_that_was_refused_three_times_is_not_heard() {
        let mut pace = Pace::default();
        assert!(!pace.refuse("https://a") && !pace.refuse("https://a") && pace.hears("https://a"));
        assert!(!pace.refuse("https://b"));
        assert!(pace.refuse("https://a") && !pace.hears("https://a") && pace.hears("https://b"));
    }
}
