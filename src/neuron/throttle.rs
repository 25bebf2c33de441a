//! Limits that the hardware set to its own use (HAM).

/// An interval in which utilisation was limited to k/n.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throttle {
    /// Ticks.
    pub start: i64,
    pub end: i64,
    /// Allowed level and greatest level.
    pub k: u32,
    pub n: u32,
    /// Reason as a number: 0 is `activity_0`, 99 unknown.
    pub kind: i32,
    /// Index of its physical core.
    pub core: u8,
}

impl Throttle {
    /// Allowed share, 0 to 1; `None` when the file has no usable level.
    pub fn limit(&self) -> Option<f64> {
        (self.n > 0).then(|| f64::from(self.k) / f64::from(self.n))
    }
}
