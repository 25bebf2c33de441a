//! The part of an instance that the stacked timelines show, as shares of its
//! length: one zoom fits paths of any length.

/// Closest zoom.
const LEAST: f64 = 1e-5;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Zoom {
    pub from: f64,
    pub to: f64,
}

impl Zoom {
    /// All, with room for what stands behind the end.
    pub const ALL: Zoom = Zoom { from: 0.0, to: 1.0 };

    pub fn span(self) -> f64 {
        self.to - self.from
    }

    /// Where a share lies in `0..=1` of what is shown.
    pub fn place(self, share: f64) -> f64 {
        (share - self.from) / self.span()
    }

    /// Span times `factor` about a place of what is shown.
    pub fn about(self, place: f64, factor: f64) -> Zoom {
        if !(factor.is_finite() && factor > 0.0 && place.is_finite()) {
            return self;
        }
        let span = (self.span() * factor).clamp(LEAST, 1.0);
        let fixed = self.from + self.span() * place.clamp(0.0, 1.0);
        Zoom::held(fixed - span * place.clamp(0.0, 1.0), span)
    }

    /// Later by a part of what is shown.
    pub fn moved(self, by: f64) -> Zoom {
        if by.is_finite() { Zoom::held(self.from + self.span() * by, self.span()) } else { self }
    }

    fn held(from: f64, span: f64) -> Zoom {
        let from = from.clamp(0.0, 1.0 - span);
        Zoom { from, to: from + span }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_the_pointer_stays() {
        let zoom = Zoom::ALL.about(0.3, 0.5);
        assert!((zoom.place(0.3) - 0.3).abs() < 1e-9);
        assert!((zoom.span() - 0.5).abs() < 1e-9);
    }

    #[test]
    fn nothing_beyond_the_ends_is_shown() {
        assert_eq!(Zoom::ALL.moved(3.0), Zoom::ALL);
        assert_eq!(Zoom::ALL.about(0.5, 0.1).moved(-99.0).from, 0.0);
        assert_eq!(Zoom::ALL.about(0.5, 1e-30).about(0.5, 1e30), Zoom::ALL);
        assert_eq!(Zoom::ALL.about(f64::NAN, 0.5), Zoom::ALL);
    }
}
