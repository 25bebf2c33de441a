//! Unpacks any bytes twice, cut differently, and compares what comes out.
//! The first byte of the input chooses the size of the chunks.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use lowerscope::ingest::container::{ContainerNote, Unpacked, Unpacker, ZipListing};

/// Plain bytes after which an input is a bomb and no longer compared.
const ENOUGH: u64 = 16 << 20;

type Output = (Vec<(String, Vec<u8>)>, Vec<ContainerNote>);

fn unpack(mut unpacker: Unpacker, bytes: &[u8], chunk: usize) -> Option<Output> {
    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let mut sink = |unpacked: Unpacked<'_>| match unpacked {
        Unpacked::EntryStart { name, .. } => entries.push((name.to_owned(), Vec::new())),
        Unpacked::Bytes(piece) => {
            let (_, plain) = entries.last_mut().expect("bytes belong to an entry");
            plain.extend_from_slice(piece);
        }
        Unpacked::EntryEnd => {}
    };
    for piece in bytes.chunks(chunk) {
        unpacker.push(piece, &mut sink);
        if unpacker.progress().plain_out > ENOUGH {
            return None;
        }
    }
    let notes = unpacker.finish(&mut sink);
    Some((entries, notes))
}

fuzz_target!(|data: &[u8]| {
    let Some((&chunk, bytes)) = data.split_first() else {
        return;
    };
    let chunk = usize::from(chunk) + 1;
    let new = || Unpacker::new("f", None);
    if let (Some(whole), Some(cut)) = (unpack(new(), bytes, usize::MAX), unpack(new(), bytes, chunk)) {
        assert_eq!(whole, cut);
    }
    if let Ok(listing) = ZipListing::read(Cursor::new(bytes)) {
        for entry in &listing.entries {
            let end = bytes.len().min(entry.byte_range.end as usize);
            let start = end.min(entry.byte_range.start as usize);
            unpack(Unpacker::zip_entry(entry), &bytes[start..end], chunk);
        }
    }
});
