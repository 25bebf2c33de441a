//! The outline of a ribbon between two boxes.

use std::fmt::Write;

/// Thinnest that a ribbon gets, so that none becomes a spike.
const THINNEST: f64 = 3.0;

/// A horizontal edge: left, right and its height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge {
    pub left: f64,
    pub right: f64,
    pub y: f64,
}

impl Edge {
    /// The `at`-th of `of` equal parts.
    pub fn part(self, at: usize, of: usize) -> Edge {
        self.parts(at, 1, of)
    }

    /// `count` of `of` equal parts, from the `at`-th on.
    pub fn parts(self, at: usize, count: usize, of: usize) -> Edge {
        let wide = (self.right - self.left) / of.max(1) as f64;
        let left = self.left + wide * at as f64;
        Edge { left, right: left + wide * count as f64, y: self.y }
    }

    fn thick(self) -> Edge {
        let lack = (THINNEST - (self.right - self.left)).max(0.0) / 2.0;
        Edge { left: self.left - lack, right: self.right + lack, y: self.y }
    }
}

/// SVG path data of a ribbon whose ends stand upright on both edges.
pub fn outline(above: Edge, below: Edge) -> String {
    let (a, b) = (above.thick(), below.thick());
    let middle = (a.y + b.y) / 2.0;
    let mut d = String::with_capacity(96);
    // Writing to a string cannot fail.
    let _ = write!(
        d,
        "M{:.1} {:.1}L{:.1} {:.1}C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}L{:.1} {:.1}C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}Z",
        a.left, a.y, a.right, a.y, a.right, b.right, b.right, b.y, b.left, b.y, b.left, a.left, a.left, a.y
    );
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_flush_with_their_edges() {
        let above = Edge { left: 0.0, right: 100.0, y: 10.0 };
        let below = Edge { left: 50.0, right: 60.0, y: 30.0 };
        assert_eq!(
            outline(above, below),
            "M0.0 10.0L100.0 10.0C100.0 20.0 60.0 20.0 60.0 30.0L50.0 30.0C50.0 20.0 0.0 20.0 0.0 10.0Z"
        );
    }

    #[test]
    fn a_ribbon_never_gets_thinner_than_can_be_seen() {
        let thin = Edge { left: 7.0, right: 7.0, y: 0.0 };
        assert!(outline(thin, Edge { y: 9.0, ..thin }).starts_with("M5.5 0.0L8.5 0.0"));
    }

    #[test]
    fn parts_of_an_edge_fill_it() {
        let edge = Edge { left: 10.0, right: 40.0, y: 1.0 };
        assert_eq!(edge.part(0, 3), Edge { left: 10.0, right: 20.0, y: 1.0 });
        assert_eq!(edge.part(2, 3), Edge { left: 30.0, right: 40.0, y: 1.0 });
    }
}
