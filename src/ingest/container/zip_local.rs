//! The header in front of each entry of a zip.

/// Bytes of the fixed part of a local header.
pub(super) const FIXED: usize = 30;

pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;
pub(super) const ZSTD: u16 = 93;

/// Size fields that mean "see the zip64 field".
const SEE_ZIP64: u32 = u32::MAX;

/// What a local header says, or the table at the end where it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalHeader {
    pub(super) name: String,
    pub(super) method: u16,
    pub(super) is_encrypted: bool,
    /// CRC-32 and sizes in bytes; `None` when they come after the data.
    pub(super) sizes: Option<Sizes>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sizes {
    pub(super) crc32: u32,
    pub(super) packed: u64,
    pub(super) plain: u64,
}

/// Bytes of a whole local header, from its fixed part.
pub(super) fn header_bytes(fixed: &[u8]) -> usize {
    FIXED + usize::from(u16_at(fixed, 26)) + usize::from(u16_at(fixed, 28))
}

impl LocalHeader {
    /// Reads a whole header; the caller has checked its length and signature.
    pub(super) fn read(bytes: &[u8]) -> Self {
        let flags = u16_at(bytes, 6);
        let name_end = FIXED + usize::from(u16_at(bytes, 26));
        let name = bytes.get(FIXED..name_end).unwrap_or_default();
        let mut packed = u64::from(u32_at(bytes, 18));
        let mut plain = u64::from(u32_at(bytes, 22));
        let mut extra = bytes.get(name_end..).unwrap_or_default();
        while let [id0, id1, len0, len1, rest @ ..] = extra {
            let length = usize::from(u16::from_le_bytes([*len0, *len1])).min(rest.len());
            let (field, after) = rest.split_at(length);
            if u16::from_le_bytes([*id0, *id1]) == 1 {
                let mut words = field.chunks_exact(8).map(u64_of);
                if plain == u64::from(SEE_ZIP64) {
                    plain = words.next().unwrap_or(plain);
                }
                if packed == u64::from(SEE_ZIP64) {
                    packed = words.next().unwrap_or(packed);
                }
            }
            extra = after;
        }
        let sizes_follow = flags & 8 != 0;
        Self {
            name: String::from_utf8_lossy(name).into_owned(),
            method: u16_at(bytes, 8),
            is_encrypted: flags & 1 != 0,
            sizes: (!sizes_follow).then(|| Sizes { crc32: u32_at(bytes, 14), packed, plain }),
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    match bytes.get(at..at + 2) {
        Some(&[b0, b1]) => u16::from_le_bytes([b0, b1]),
        _ => 0,
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_of(bytes: &[u8]) -> u64 {
    u64::from(u32_at(bytes, 0)) | u64::from(u32_at(bytes, 4)) << 32
}
