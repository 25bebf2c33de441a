//! The pixel columns of a frame: which ticks each one holds.
//!
//! Edges are exact integers, worked out once for a frame, so that every part
//! of it puts a time into the same column, and spans of up to 2^64 ticks
//! neither overflow nor lose ticks to a float.

/// Equal columns over a span of ticks. A column holds the ticks from its edge
/// up to the next one; the last holds the span's end as well, so that what
/// lies on the very last tick of a trace is seen.
#[derive(Debug, Clone)]
pub struct Grid {
    start: i64,
    end: i64,
    columns: u32,
    /// First tick of each column, and the end: `columns + 1` values.
    edges: Vec<i64>,
    /// How far the exact edge lies before the tick in `edges`, below 1.
    rest: Vec<f32>,
    columns_per_tick: f64,
}

impl Grid {
    /// More columns than any screen has; a request for more gets these.
    pub const MAX_COLUMNS: u32 = 32_768;

    /// Columns over `start..end`. An empty or reversed span becomes one tick.
    pub fn new(start: i64, end: i64, columns: u32) -> Self {
        let (start, end) = match (end > start, start.checked_add(1)) {
            (true, _) => (start, end),
            (false, Some(end)) => (start, end),
            (false, None) => (start - 1, start),
        };
        let columns = columns.min(Self::MAX_COLUMNS);
        let span = end.abs_diff(start);
        let mut edges = Vec::with_capacity(columns as usize + 1);
        let mut rest = Vec::with_capacity(columns as usize + 1);
        for column in 0..=columns {
            let (whole, part) = scale(span, column, columns.max(1));
            let up = u64::from(part > 0);
            edges.push(start.wrapping_add_unsigned(whole + up));
            rest.push(if part > 0 { 1.0 - part as f32 / columns as f32 } else { 0.0 });
        }
        Self { start, end, columns, edges, rest, columns_per_tick: f64::from(columns) / span as f64 }
    }

    pub fn start(&self) -> i64 {
        self.start
    }

    pub fn end(&self) -> i64 {
        self.end
    }

    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Ticks of the span.
    pub fn span(&self) -> u64 {
        self.end.abs_diff(self.start)
    }

    /// Fewest ticks that are at least as wide as `columns`; saturates.
    pub fn ticks_of(&self, columns: u32) -> i64 {
        let all = u128::from(self.columns.max(1));
        let ticks = (u128::from(self.span()) * u128::from(columns)).div_ceil(all);
        i64::try_from(ticks).unwrap_or(i64::MAX)
    }

    /// Ticks of one column.
    pub fn column_width(&self) -> f64 {
        self.span() as f64 / f64::from(self.columns.max(1))
    }

    /// Edge of a column (the first tick in it), and how far the exact edge
    /// lies before that tick.
    pub fn edge(&self, column: u32) -> (i64, f32) {
        (self.edges[column as usize], self.rest[column as usize])
    }

    /// Last tick that counts as in a column. Only for columns that hold one.
    pub fn last_tick(&self, column: u32) -> i64 {
        if column + 1 >= self.columns { self.end } else { self.edges[column as usize + 1] - 1 }
    }

    /// The column that holds a tick; times outside get the nearest one.
    /// There must be at least one column.
    pub fn column_from_time(&self, time: i64) -> u32 {
        let last = self.columns.saturating_sub(1);
        if time <= self.start {
            return 0;
        }
        if time >= self.end {
            return last;
        }
        let guess = (time.abs_diff(self.start) as f64 * self.columns_per_tick) as u32;
        let mut column = guess.min(last) as usize;
        while self.edges[column] > time {
            column -= 1;
        }
        while self.edges[column + 1] <= time {
            column += 1;
        }
        column as u32
    }
}

/// Quotient and remainder of `span * column / columns`.
fn scale(span: u64, column: u32, columns: u32) -> (u64, u32) {
    let columns = u64::from(columns);
    match span.checked_mul(u64::from(column)) {
        Some(product) => (product / columns, (product % columns) as u32),
        None => {
            let (product, columns) = (u128::from(span) * u128::from(column), u128::from(columns));
            ((product / columns) as u64, (product % columns) as u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn exact_column(grid: &Grid, time: i64) -> u32 {
        let offset = i128::from(time) - i128::from(grid.start());
        let column = offset * i128::from(grid.columns()) / i128::from(grid.span());
        (column as u32).min(grid.columns() - 1)
    }

    #[test]
    fn an_empty_span_becomes_one_tick_and_does_not_overflow() {
        for start in [i64::MIN, 0, i64::MAX] {
            let grid = Grid::new(start, start, 10);
            assert_eq!(grid.span(), 1);
            assert!(grid.column_from_time(start) < 10);
        }
    }

    #[test]
    fn no_columns_are_no_panic() {
        let grid = Grid::new(0, 100, 0);
        assert_eq!(grid.edge(0), (0, 0.0));
        assert_eq!(grid.ticks_of(1), 100);
    }

    proptest! {
        #[test]
        fn every_tick_lies_between_the_edges_of_its_column(
            start: i64, end: i64, columns in 1u32..5000, at: f64,
        ) {
            let grid = Grid::new(start.min(end), end.max(start), columns);
            let offset = (grid.span() as f64 * (at.abs() % 1.0)) as u64;
            let time = grid.start().saturating_add_unsigned(offset).min(grid.end() - 1);
            let column = grid.column_from_time(time);
            prop_assert_eq!(column, exact_column(&grid, time));
            prop_assert!(grid.edge(column).0 <= time && time <= grid.last_tick(column));
        }

        #[test]
        fn columns_narrower_than_a_tick_agree_with_exact_division(
            start in -100i64..100, span in 1i64..50, columns in 1u32..500, offset in 0i64..50,
        ) {
            let grid = Grid::new(start, start + span, columns);
            let time = start + offset.min(span - 1);
            prop_assert_eq!(grid.column_from_time(time), exact_column(&grid, time));
        }
    }
}
