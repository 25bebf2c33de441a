//! Where in the text each event stands, in two bytes an event.

use rustc_hash::FxHashMap;

/// Events between two full offsets.
const STRIDE: usize = 32;

/// Byte offsets of events by their 0-based number.
#[derive(Debug, Default)]
pub struct EventOffsets {
    anchors: Vec<u64>,
    deltas: Vec<u16>,
    /// Offsets too far from their anchor for a delta.
    far: FxHashMap<u32, u64>,
}

impl EventOffsets {
    /// Adds the offset of the next event; offsets ascend.
    #[inline]
    pub fn push(&mut self, byte: u64) {
        let event = self.deltas.len();
        if event.is_multiple_of(STRIDE) {
            self.anchors.push(byte);
        }
        let delta = self.anchors.last().map_or(0, |anchor| byte.wrapping_sub(*anchor));
        match u16::try_from(delta) {
            Ok(delta) if delta != u16::MAX => self.deltas.push(delta),
            _ => {
                self.deltas.push(u16::MAX);
                self.far.insert(event as u32, byte);
            }
        }
    }

    /// Number of events.
    pub fn len(&self) -> usize {
        self.deltas.len()
    }

    pub fn is_empty(&self) -> bool {
        self.deltas.is_empty()
    }

    pub fn byte_of(&self, event: u32) -> Option<u64> {
        match *self.deltas.get(event as usize)? {
            u16::MAX => self.far.get(&event).copied(),
            delta => Some(self.anchors.get(event as usize / STRIDE)? + u64::from(delta)),
        }
    }

    pub fn memory_bytes(&self) -> usize {
        self.anchors.capacity() * 8 + self.deltas.capacity() * 2 + self.far.capacity() * 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_comes_back_exactly() {
        let mut offsets = EventOffsets::default();
        let bytes: Vec<u64> = (0..1000u64).map(|i| i * 300 + if i > 500 { 10_000_000 } else { 0 }).collect();
        bytes.iter().for_each(|byte| offsets.push(*byte));
        assert!((0..1000).all(|i| offsets.byte_of(i) == Some(bytes[i as usize])));
        assert_eq!(offsets.byte_of(1000), None);
    }
}
