//! Where a stream of differences ends, and how many values it says it has:
//! the decoder makes room for as many before it looks at a single one.

use super::Problem;
use super::thrift::varint;

/// Values of a stream that begins here, and its length in bytes.
///
/// # Errors
/// When the stream is damaged.
pub fn stream(bytes: &[u8]) -> Result<(u64, usize), Problem> {
    walk(bytes).ok_or_else(|| Problem::damaged("numbers that end early"))
}

fn walk(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut at = 0;
    let next = |at: &mut usize| {
        let (value, len) = varint(bytes.get(*at..)?)?;
        *at += len;
        Some(value)
    };
    let block = next(&mut at)?;
    let parts = next(&mut at)?;
    let count = next(&mut at)?;
    next(&mut at)?;
    let part = block.checked_div(parts).filter(|part| *part > 0)?;
    // The first value stands in the header.
    let mut left = count.saturating_sub(1);
    while left > 0 {
        next(&mut at)?;
        let widths = bytes.get(at..at.checked_add(usize::try_from(parts).ok()?)?)?;
        at += widths.len();
        for width in widths {
            if left == 0 {
                break;
            }
            let bits = part.checked_mul(u64::from(*width))?;
            at = at.checked_add(usize::try_from(bits / 8).ok()?)?;
            left = left.saturating_sub(part);
        }
    }
    // Writers may leave out the end of the last part.
    Some((count, at.min(bytes.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_tells_its_length() {
        // Blocks of 128 in 4 parts; 3 values, the first is 7; differences of 2 bits.
        let mut bytes = vec![0x80, 1, 4, 3, 14, 0, 2, 0, 0, 0];
        bytes.extend([0; 8]);
        let len = bytes.len();
        bytes.extend(b"behind");
        assert_eq!(stream(&bytes).unwrap(), (3, len));
        assert_eq!(stream(&[0x80, 1, 4, 1, 14]).unwrap(), (1, 5));
        assert!(stream(&[0x80, 1, 0, 3, 14]).is_err());
        assert!(stream(&[0x80, 1]).is_err());
    }
}
