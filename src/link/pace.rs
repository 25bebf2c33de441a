//! How many traces other pages may open before the reader is asked again: a
//! page that was allowed once may still go wrong, and each trace is a tab and
//! takes memory.

use std::collections::VecDeque;

/// Traces of one page that may be opened within [`WITHIN_MS`]: as many as a link may name.
pub const MOST_AT_ONCE: usize = super::MOST_SOURCES;
/// Length of the time in which traces count, in ms.
const WITHIN_MS: f64 = 60_000.0;
/// A page that the reader has refused so often is not heard any more.
const MOST_REFUSALS: usize = 3;

/// What other pages have opened lately, and which were refused.
#[derive(Debug, Default)]
pub struct Pace {
    /// By origin, in ms of any clock that only goes forward.
    opened: VecDeque<(String, f64)>,
    /// By origin, how often.
    refused: Vec<(String, usize)>,
}

impl Pace {
    /// Takes note of a trace that comes now, and says whether it may be opened
    /// without a question.
    pub fn allows(&mut self, origin: &str, now_ms: f64) -> bool {
        while self.opened.front().is_some_and(|(_, then)| now_ms - then >= WITHIN_MS) {
            self.opened.pop_front();
        }
        let allows = self.opened.iter().filter(|(own, _)| own == origin).count() < MOST_AT_ONCE;
        if allows {
            self.opened.push_back((origin.to_owned(), now_ms));
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
        let mut allows = |now_ms| pace.allows("https://a", now_ms);
        assert!((0..16).all(|at| allows(f64::from(at) * 100.0)));
        assert!(!allows(1_600.0) && !allows(59_999.0));
        // The first two are a minute old; what was refused does not count.
        assert!(allows(60_100.0) && allows(60_100.0) && !allows(60_100.0));
        assert!(pace.allows("https://b", 60_100.0), "what others open is not its fault");
    }

    #[test]
    fn a_page_that_was_refused_three_times_is_not_heard() {
        let mut pace = Pace::default();
        assert!(!pace.refuse("https://a") && !pace.refuse("https://a") && pace.hears("https://a"));
        assert!(!pace.refuse("https://b"));
        assert!(pace.refuse("https://a") && !pace.hears("https://a") && pace.hears("https://b"));
    }
}
