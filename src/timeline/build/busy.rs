//! Busy bands: which part of each column is covered.

use crate::timeline::coverage::{Cursor, Spans};
use crate::timeline::grid::Grid;

/// Share of each column covered by a union, in 255ths. A column with anything
/// at all, if only a slice without length, gets at least 1.
pub fn shares(spans: Option<Spans<'_>>, grid: &Grid) -> Vec<u8> {
    let columns = grid.columns();
    let Some(spans) = spans else { return vec![0; columns as usize] };
    let mut cursor = Cursor::new(spans);
    let mut share = Vec::with_capacity(columns as usize);
    // Ticks covered before an edge, and the part of the last one that lies
    // beyond the exact edge.
    let before = |cursor: &mut Cursor<'_>, column: u32| {
        let (edge, rest) = grid.edge(column);
        let covered = cursor.covered_before(edge);
        (covered, if cursor.covers_tick_before(edge) { f64::from(rest) } else { 0.0 })
    };
    let mut left = before(&mut cursor, 0);
    for column in 0..columns {
        let next_start = cursor.next_start();
        let right = before(&mut cursor, column + 1);
        let whole = right.0.wrapping_sub(left.0) as f64;
        let covered = (whole - right.1 + left.1) / grid.column_width();
        let starts_inside = next_start.is_some_and(|start| {
            start < grid.edge(column + 1).0 || (column + 1 == columns && start <= grid.end())
        });
        let any = covered > 0.0 || starts_inside;
        let value = (covered * 255.0).round().clamp(0.0, 255.0) as u8;
        share.push(value.max(u8::from(any)));
        left = right;
    }
    share
}
