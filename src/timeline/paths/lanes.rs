//! Lanes of the stacked timelines: host rows by depth, device work below.

use crate::lowering::profile::{Item, Level, Node};

/// Host lanes at most; what is deeper is inside what is drawn.
const MOST_HOST: u32 = 4;
/// Device lanes at most: work that overlaps more than this shares the last.
const MOST_DEVICE: usize = 3;

/// A box of a lane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Index of a node or an item.
    pub of: u32,
    pub start_ns: i64,
    pub dur_ns: i64,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lanes {
    /// Outermost first; the region itself is the ground below them.
    pub host: Vec<Vec<Piece>>,
    pub device: Vec<Vec<Piece>>,
    pub host_ns: i64,
    pub device_ns: i64,
    /// Times between device work, in which nothing runs.
    pub idle: Vec<(i64, i64)>,
}

impl Lanes {
    pub fn new(nodes: &[Node], items: &[Item]) -> Lanes {
        let host_ns = nodes.first().map_or(0, |root| root.median_ns);
        let mut lanes = Lanes { host_ns, ..Lanes::default() };
        for (of, node) in nodes.iter().enumerate().skip(1) {
            if matches!(node.level, Level::Device | Level::Instruction) {
                continue;
            }
            let lane = (node.depth.max(1) - 1).min(MOST_HOST) as usize;
            if lane as u32 == MOST_HOST {
                continue;
            }
            if lanes.host.len() <= lane {
                lanes.host.resize(lane + 1, Vec::new());
            }
            lanes.host[lane].push(Piece {
                of: of as u32,
                start_ns: node.start_ns,
                dur_ns: node.median_ns.max(0),
            });
        }
        lanes.add_device(items);
        lanes
    }

    fn add_device(&mut self, items: &[Item]) {
        let mut ends: Vec<i64> = Vec::new();
        let mut reached = 0i64;
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by_key(|at| items[*at].start_ns);
        for of in order {
            let item = &items[of];
            let piece = Piece { of: of as u32, start_ns: item.start_ns, dur_ns: item.median_ns.max(0) };
            let end = piece.start_ns.saturating_add(piece.dur_ns);
            if piece.start_ns > reached {
                self.idle.push((reached, piece.start_ns));
            }
            reached = reached.max(end);
            let lane = ends.iter().position(|free| *free <= piece.start_ns).unwrap_or(ends.len());
            let lane = lane.min(MOST_DEVICE - 1);
            if lane == ends.len() {
                ends.push(end);
                self.device.push(Vec::new());
            }
            ends[lane] = ends[lane].max(end);
            self.device[lane].push(piece);
        }
        self.device_ns = reached;
    }

    /// The longer of the two.
    pub fn length_ns(&self) -> i64 {
        self.host_ns.max(self.device_ns).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::comparison;
    use super::*;

    #[test]
    fn device_work_in_a_row_takes_one_lane_with_gaps_between() {
        let path = comparison().paths.remove(0);
        let lanes = Lanes::new(&path.nodes, &path.items);
        assert_eq!(lanes.device.len(), 1);
        assert_eq!((lanes.device[0].len(), lanes.idle.len()), (8, 7));
    }

    #[test]
    fn overlapping_work_takes_more_lanes_but_not_endless_ones() {
        let mut path = comparison().paths.remove(0);
        for item in &mut path.items {
            item.start_ns = 0;
        }
        let lanes = Lanes::new(&path.nodes, &path.items);
        assert_eq!(lanes.device.len(), 3);
        assert_eq!(lanes.device.iter().map(Vec::len).sum::<usize>(), 8);
        assert!(lanes.idle.is_empty());
    }
}
