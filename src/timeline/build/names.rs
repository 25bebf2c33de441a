//! Names of the boxes that have room for a label, each once.

use crate::timeline::frame::RowsBand;
use crate::timeline::grid::Grid;
use crate::trace::{StringId, Trace};
use rustc_hash::FxHashSet;

/// Columns that a label needs.
const LABEL_COLUMNS: u32 = 18;
/// Bytes of a name that travel; no box is wider than that.
const NAME_BYTES: usize = 256;

/// Collects names.
pub struct Names {
    wide: i64,
    seen: FxHashSet<StringId>,
    out: Vec<(StringId, String)>,
}

impl Names {
    pub fn new(grid: &Grid) -> Self {
        Self { wide: grid.ticks_of(LABEL_COLUMNS), seen: FxHashSet::default(), out: Vec::new() }
    }

    /// Takes the names of a band's boxes. Merged boxes carry no label.
    pub fn add(&mut self, trace: &Trace, band: &RowsBand) {
        for i in 0..band.len() {
            let room = band.end[i].saturating_sub(band.start[i]);
            if band.count[i] == 1 && room >= self.wide && self.seen.insert(band.name[i]) {
                self.out.push((band.name[i], shortened(trace.name(band.name[i]))));
            }
        }
    }

    pub fn finish(self) -> Vec<(StringId, String)> {
        self.out
    }
}

/// At most [`NAME_BYTES`] of a name, cut with an ellipsis.
pub fn shortened(name: &str) -> String {
    if name.len() <= NAME_BYTES {
        return name.to_owned();
    }
    let end = name.floor_char_boundary(NAME_BYTES - '…'.len_utf8());
    format!("{}…", &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_between_characters() {
        assert_eq!(shortened("aten::mul"), "aten::mul");
        for text in ["x", "é", "名", "🦀"] {
            let cut = shortened(&text.repeat(10_000));
            assert!(cut.len() <= NAME_BYTES && cut.len() > NAME_BYTES - 8, "{text} {}", cut.len());
            assert!(cut.ends_with('…'));
        }
    }
}
