//! Figures, and why there is none.

use serde::{Deserialize, Serialize};

/// A figure, or the reason why it is not known. Seconds, bytes, FLOPs; shares
/// from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Figure {
    Known(f64),
    Unknown(Why),
}

impl Figure {
    /// Known, if there is a value.
    pub fn or(value: Option<f64>, why: Why) -> Self {
        value.filter(|value| value.is_finite()).map_or(Self::Unknown(why), Self::Known)
    }

    pub fn known(self) -> Option<f64> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown(_) => None,
        }
    }

    /// A quotient; unknown where either is, or where there is nothing to
    /// divide by.
    pub fn over(self, other: Self) -> Self {
        match (self, other) {
            (Self::Known(_), Self::Known(0.0)) => Self::Unknown(Why::NothingThere),
            (Self::Known(a), Self::Known(b)) => Self::or(Some(a / b), Why::NothingThere),
            (Self::Unknown(why), _) | (_, Self::Unknown(why)) => Self::Unknown(why),
        }
    }

    pub fn map(self, change: impl FnOnce(f64) -> f64) -> Self {
        match self {
            Self::Known(value) => Self::Known(change(value)),
            unknown => unknown,
        }
    }
}

/// Why a figure is not known. The page has a sentence for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Why {
    /// The file has no such figure, and no rows to draw it from.
    NotInFile,
    /// The tool that wrote the file could not tell (NaN, null).
    Missing,
    /// Told of the whole profile only.
    WholeOnly,
    /// Tracks that it needs are not in the selection.
    NotSelected,
    /// The file does not count the elements of matrix multiplications.
    NoElements,
    /// Clock, array or bandwidth are not in the file's metadata.
    NoPeak,
    /// The NEFF has no HLO statistics, as with NKI kernels.
    NoHloStats,
    /// The file counts no bytes for instructions.
    NoBytes,
    /// The file has no instructions.
    NoInstructions,
    /// The file has no rows of DMA.
    NoDma,
    /// Rows of DMA do not say what they move.
    NoVariable,
    /// There is nothing to take a share of.
    NothingThere,
}

/// What a number is a number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Unit {
    Seconds,
    Nanos,
    Bytes,
    Flops,
    FlopsPerByte,
    /// 0 to 1.
    Share,
    Count,
    Cycles,
    /// A number that names something.
    Plain,
}

impl Unit {
    /// Unit of one of the file's metrics, by its key.
    pub fn of_metric(key: &str) -> Unit {
        let ends = |end: &str| key.ends_with(end);
        if ends("_percent") {
            Unit::Share
        } else if ends("_time_ns") {
            Unit::Nanos
        } else if ends("_time") {
            Unit::Seconds
        } else if ends("_bytes") || ends("_size") {
            Unit::Bytes
        } else if ends("_flops") {
            Unit::Flops
        } else if ends("_intensity") || ends("_bandwidth_ratio") {
            Unit::FlopsPerByte
        } else if ends("_cycles") || ends("_cycle_count") {
            Unit::Cycles
        } else if ends("_count") {
            Unit::Count
        } else {
            Unit::Plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_never_zero() {
        let none = Figure::Unknown(Why::NoPeak);
        assert_eq!(Figure::Known(6.0).over(Figure::Known(3.0)), Figure::Known(2.0));
        assert_eq!(Figure::Known(6.0).over(none), none);
        assert_eq!(Figure::Known(0.0).over(Figure::Known(0.0)), Figure::Unknown(Why::NothingThere));
        assert_eq!(Figure::or(Some(f64::NAN), Why::Missing), Figure::Unknown(Why::Missing));
    }

    #[test]
    fn the_key_tells_the_unit() {
        let unit = Unit::of_metric;
        assert_eq!(
            [unit("total_time"), unit("throttle_active_nc0_time_ns"), unit("mfu_estimated_percent")],
            [Unit::Seconds, Unit::Nanos, Unit::Share]
        );
        assert_eq!([unit("dma_active_cycles"), unit("neuroncore_cycle_count")], [Unit::Cycles; 2]);
        assert_eq!([unit("static_dma_size"), unit("hbm_read_bytes")], [Unit::Bytes; 2]);
        assert_eq!(
            [unit("mm_arithmetic_intensity"), unit("peak_flops_bandwidth_ratio")],
            [Unit::FlopsPerByte; 2]
        );
        assert_eq!([unit("nc_idx"), unit("matmul_instruction_count")], [Unit::Plain, Unit::Count]);
    }
}
