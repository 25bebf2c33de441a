//! Puts slices that overlap into rows, so that none hides another.
//!
//! Instructions of one engine run into each other and packets of one queue run
//! side by side. One within another is no call of it, so nothing nests: each
//! goes to the highest row that is free.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rows that are tried from the top. Beyond, a slice takes the row that is
/// free first: a bound on the work where thousands overlap.
const ROWS_TRIED: usize = 64;

/// Rows of the slices, which come by start. Times in ticks.
#[derive(Debug, Default)]
pub struct Packer {
    ends: Vec<i64>,
    /// End and row of the rows beyond.
    far: BinaryHeap<Reverse<(i64, u32)>>,
    rows: u32,
}

impl Packer {
    /// Row of the next slice. One without length still takes its tick, so that
    /// two at one time stand side by side.
    pub fn place(&mut self, start: i64, end: i64) -> u32 {
        let end = end.max(start.saturating_add(1));
        if let Some(row) = self.ends.iter().position(|free| *free <= start) {
            self.ends[row] = end;
            return row as u32;
        }
        if self.ends.len() < ROWS_TRIED {
            self.ends.push(end);
            self.rows += 1;
            return self.rows - 1;
        }
        let row = match self.far.peek() {
            Some(Reverse((free, row))) if *free <= start => {
                let row = *row;
                self.far.pop();
                row
            }
            _ => {
                self.rows += 1;
                self.rows - 1
            }
        };
        self.far.push(Reverse((end, row)));
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(spans: &[(i64, i64)]) -> Vec<u32> {
        let mut packer = Packer::default();
        spans.iter().map(|(start, end)| packer.place(*start, *end)).collect()
    }

    #[test]
    fn overlaps_go_to_further_rows_and_come_back() {
        assert_eq!(rows(&[(0, 10), (5, 7), (6, 20), (7, 8), (10, 12)]), [0, 1, 2, 1, 0]);
    }

    #[test]
    fn points_at_one_time_stand_side_by_side() {
        assert_eq!(rows(&[(5, 5), (5, 5), (6, 6)]), [0, 1, 0]);
        assert_eq!(rows(&[(i64::MAX, i64::MAX), (i64::MAX, i64::MAX)]), [0, 0]);
    }

    #[test]
    fn no_row_holds_an_overlap_however_many_there_are() {
        let spans: Vec<(i64, i64)> = (0..5000).map(|i| (i, i + 150 + i * 37 % 100)).collect();
        let mut ends = vec![0; 400];
        for ((start, end), row) in spans.iter().zip(rows(&spans)) {
            assert!(ends[row as usize] <= *start);
            ends[row as usize] = *end;
        }
        assert!(rows(&spans).into_iter().max() < Some(250));
    }
}
