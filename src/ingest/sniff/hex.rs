//! The first bytes of a file, to be looked at.

/// One line of the view: where, the bytes, and the same as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexLine {
    /// Offset in bytes, four hexadecimal digits.
    pub offset: String,
    pub hex: String,
    /// Printable ASCII as it is, everything else a dot.
    pub text: String,
}

/// The first 16 bytes as two lines of 8; fewer when there are fewer.
pub fn first_bytes_hex(bytes: &[u8]) -> Vec<HexLine> {
    let head = &bytes[..bytes.len().min(16)];
    head.chunks(8)
        .enumerate()
        .map(|(line, bytes)| HexLine {
            offset: format!("{:04x}", line * 8),
            hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
            text: bytes
                .iter()
                .map(|&byte| match byte {
                    b' '..=b'~' => char::from(byte),
                    _ => '.',
                })
                .collect(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sixteen_bytes_make_two_lines() {
        let lines = first_bytes_hex(b"\x08\x07\x12\x07pytorch\x1a\x052.6\0rest");
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0].offset, "0000");
        assert_eq!(lines[0].hex, "08 07 12 07 70 79 74 6f");
        assert_eq!(lines[0].text, "....pyto");
        assert_eq!(lines[1].offset, "0008");
        assert_eq!(lines[1].text, "rch..2.6");
    }

    #[test]
    fn short_files_make_short_views() {
        assert_eq!(first_bytes_hex(b""), []);
        assert_eq!(first_bytes_hex(b"abc")[0].hex, "61 62 63");
    }
}
