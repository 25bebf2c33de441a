//! Heights of the rows of a lowering column, in CSS pixels; `style/paths.css`
//! has the same.

/// Whole height of a column.
pub const HEIGHT: f64 = 378.0;

/// Top and bottom of the boxes that ribbons join, from the source down.
pub const OPS: (f64, f64) = (85.0, 125.0);
pub const LEAVES: (f64, f64) = (176.0, 200.0);
pub const LAUNCHES: (f64, f64) = (240.0, 258.0);
pub const ITEMS: (f64, f64) = (306.0, 342.0);
