//! Unpacks pages.

use super::Problem;
use flate2::bufread::MultiGzDecoder;
use parquet::basic::Compression;
use ruzstd::decoding::StreamingDecoder;
use std::io::Read;

/// Unpacks one page into exactly `plain_bytes` bytes, behind what `out` holds.
///
/// # Errors
/// When the bytes are damaged, or packed with something else.
pub fn unpack(
    codec: Compression,
    packed: &[u8],
    plain_bytes: usize,
    out: &mut Vec<u8>,
) -> Result<(), Problem> {
    let start = out.len();
    match codec {
        Compression::UNCOMPRESSED => out.extend_from_slice(packed),
        Compression::SNAPPY => {
            // Its own header tells the size; both must agree before room is made.
            let len = snap::raw::decompress_len(packed).map_err(damaged)?;
            if len != plain_bytes {
                return Err(Problem::damaged("a page of another size than it says"));
            }
            make_room(out, plain_bytes, packed, SNAPPY_GROWTH)?;
            snap::raw::Decoder::new().decompress(packed, &mut out[start..]).map_err(damaged)?;
        }
        Compression::GZIP(_) => {
            let read = MultiGzDecoder::new(packed).take(plain_bytes as u64 + 1).read_to_end(out);
            read.map_err(damaged)?;
        }
        Compression::ZSTD(_) => {
            let mut rest = packed;
            // A page may be several frames.
            while !rest.is_empty() && out.len() - start <= plain_bytes {
                let decoder = StreamingDecoder::new(&mut rest).map_err(damaged)?;
                let left = plain_bytes + 1 - (out.len() - start);
                decoder.take(left as u64).read_to_end(out).map_err(damaged)?;
            }
        }
        Compression::LZ4_RAW => lz4_block(packed, plain_bytes, out)?,
        Compression::LZ4 => lz4_of_hadoop(packed, plain_bytes, out)?,
        Compression::LZO | Compression::BROTLI(_) => {
            let name = codec.to_string();
            return Err(Problem::Codec(name.split('(').next().unwrap_or_default().to_lowercase()));
        }
    }
    if out.len() - start == plain_bytes {
        Ok(())
    } else {
        Err(Problem::damaged("a page of another size than it says"))
    }
}

/// How much these can grow at most, by their format.
const SNAPPY_GROWTH: usize = 64;
const LZ4_GROWTH: usize = 256;

fn make_room(out: &mut Vec<u8>, plain_bytes: usize, packed: &[u8], growth: usize) -> Result<(), Problem> {
    if plain_bytes / growth > packed.len() {
        return Err(Problem::damaged("a page larger than it can be"));
    }
    out.resize(out.len() + plain_bytes, 0);
    Ok(())
}

fn lz4_block(packed: &[u8], plain_bytes: usize, out: &mut Vec<u8>) -> Result<(), Problem> {
    let start = out.len();
    make_room(out, plain_bytes, packed, LZ4_GROWTH)?;
    let len = lz4_flex::block::decompress_into(packed, &mut out[start..]).map_err(damaged)?;
    out.truncate(start + len);
    Ok(())
}

/// Hadoop puts two lengths in front of each block; other writers of old files
/// wrote a plain block.
fn lz4_of_hadoop(packed: &[u8], plain_bytes: usize, out: &mut Vec<u8>) -> Result<(), Problem> {
    let start = out.len();
    if hadoop_blocks(packed, plain_bytes, out).is_some() {
        return Ok(());
    }
    out.truncate(start);
    lz4_block(packed, plain_bytes, out)
}

fn hadoop_blocks(mut packed: &[u8], plain_bytes: usize, out: &mut Vec<u8>) -> Option<()> {
    let mut left = plain_bytes;
    while !packed.is_empty() {
        let (plain, rest) = packed.split_first_chunk::<4>()?;
        let (len, rest) = rest.split_first_chunk::<4>()?;
        let (plain, len) = (u32::from_be_bytes(*plain) as usize, u32::from_be_bytes(*len) as usize);
        let block = rest.get(..len)?;
        left = left.checked_sub(plain)?;
        lz4_block(block, plain, out).ok()?;
        packed = &rest[len..];
    }
    (left == 0).then_some(())
}

fn damaged(error: impl std::fmt::Display) -> Problem {
    Problem::Damaged(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_as_large_as_its_header_says() {
        let plain = b"abcabcabcabcabc".repeat(50);
        let unpacked = |codec, packed: &[u8], len| {
            let mut out = b"levels".to_vec();
            unpack(codec, packed, len, &mut out).map(|()| out[6..].to_vec())
        };
        let snappy = snap::raw::Encoder::new().compress_vec(&plain).unwrap();
        let lz4 = lz4_flex::block::compress(&plain);
        let lengths = [(plain.len() as u32).to_be_bytes(), (lz4.len() as u32).to_be_bytes()].concat();
        let hadoop = [lengths, lz4.clone()].concat();
        let all = [
            (Compression::UNCOMPRESSED, plain.clone()),
            (Compression::SNAPPY, snappy),
            (Compression::LZ4_RAW, lz4.clone()),
            (Compression::LZ4, lz4),
            (Compression::LZ4, hadoop),
        ];
        for (codec, packed) in all {
            assert_eq!(unpacked(codec, &packed, plain.len()).unwrap(), plain, "{codec:?}");
            for wrong in [0, plain.len() - 1, plain.len() + 1, 1 << 30] {
                assert!(unpacked(codec, &packed, wrong).is_err(), "{codec:?} {wrong}");
            }
        }
        assert_eq!(unpacked(Compression::LZO, b"", 0), Err(Problem::Codec("lzo".to_owned())));
    }
}
