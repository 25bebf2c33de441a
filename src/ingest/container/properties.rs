//! What must hold for any bytes: no panic, an end, and the same output
//! however the bytes are cut into chunks.

use std::io::Cursor;

use proptest::prelude::*;

use super::fixtures::*;
use super::{Unpacker, ZipListing};

/// Packed files of every kind, to be cut and damaged.
fn packed() -> impl Strategy<Value = Vec<u8>> {
    let plain = long_json(20_000);
    let gz = gzip(&plain);
    let files: &[(&str, &[u8])] = &[("a.json", &plain), ("b.json.gz", &gz), ("run/", b"")];
    prop::sample::select(vec![
        plain.clone(),
        gz.clone(),
        [gzip(JSON), gz.clone(), gzip(b"[]")].concat(),
        gzip(&gz),
        zstd(&plain),
        [zstd(JSON), zstd(&plain)].concat(),
        gzip(&zstd(&plain)),
        tar(files),
        gzip(&tar(files)),
        zstd(&tar(files)),
        zip_with(files, deflated()),
        zip_with(files, stored()),
        zip_streamed(files, deflated()),
        zip_streamed(files, stored()),
        tar(&[("c.zip", &zip_with(files, deflated()))]),
    ])
}

/// A packed file, damaged in a few places and perhaps cut short.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let spots = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    (packed(), spots, any::<prop::sample::Index>(), any::<bool>()).prop_map(
        |(mut bytes, spots, cut, is_cut)| {
            for (at, value) in spots {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            if is_cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            bytes
        },
    )
}

/// Bytes that begin like something packed and go on anyhow.
fn arbitrary() -> impl Strategy<Value = Vec<u8>> {
    let start = prop::sample::select(vec![
        &b""[..],
        b"\x1f\x8b\x08",
        b"\x1f\x8b\x08\x00\0\0\0\0\0\x03",
        b"\x28\xb5\x2f\xfd",
        b"\x28\xb5\x2f\xfd\x00\x38",
        b"\x50\x2a\x4d\x18",
        b"PK\x03\x04",
        b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\xff\0\0\0\xff\0\0\0\x01\0\0\0a",
        b"PK\x05\x06",
        b"{",
    ]);
    (start, prop::collection::vec(any::<u8>(), 0..3000)).prop_map(|(start, rest)| [start, &rest].concat())
}

fn chunked(bytes: &[u8], sizes: &[usize]) -> Output {
    let mut rest = bytes;
    let mut pieces = Vec::new();
    let mut sizes = sizes.iter().cycle();
    while !rest.is_empty() {
        let size = sizes.next().copied().unwrap_or(1).min(rest.len());
        let (piece, after) = rest.split_at(size);
        pieces.push(piece);
        rest = after;
    }
    drive(Unpacker::new("f", Some(bytes.len() as u64)), pieces)
}

fn chunk_sizes() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![1..16usize, 1..5000usize], 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn chunking_changes_nothing_for_damaged_files(bytes in damaged(), sizes in chunk_sizes()) {
        prop_assert_eq!(unpack("f", &bytes), chunked(&bytes, &sizes));
    }

    #[test]
    fn chunking_changes_nothing_for_any_bytes(bytes in arbitrary(), sizes in chunk_sizes()) {
        prop_assert_eq!(unpack("f", &bytes), chunked(&bytes, &sizes));
    }

    #[test]
    fn listing_never_panics(bytes in damaged()) {
        if let Ok(listing) = ZipListing::read(Cursor::new(&bytes)) {
            for entry in &listing.entries {
                let end = (entry.byte_range.end as usize).min(bytes.len());
                let start = (entry.byte_range.start as usize).min(end);
                drive(Unpacker::zip_entry(entry), [&bytes[start..end]]);
            }
        }
    }
}
