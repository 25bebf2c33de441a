//! Takes out of a wasm file what no browser needs: the names of functions,
//! which are a third of the page, and the list of tools that made it.

use anyhow::{Context, Result, bail};

const MAGIC_AND_VERSION: usize = 8;
const CUSTOM_SECTION: u8 = 0;
const NEEDLESS: &[&[u8]] = &[b"name", b"producers"];

/// The file without its needless sections.
///
/// # Errors
///
/// When the bytes are no wasm module.
pub fn stripped(wasm: &[u8]) -> Result<Vec<u8>> {
    if !wasm.starts_with(b"\0asm") || wasm.len() < MAGIC_AND_VERSION {
        bail!("this is no wasm module");
    }
    let mut kept = wasm[..MAGIC_AND_VERSION].to_vec();
    let mut rest = &wasm[MAGIC_AND_VERSION..];
    while let Some((&id, after_id)) = rest.split_first() {
        let (size, body) = leb128(after_id)?;
        let (body, next) = body.split_at_checked(size).context("a section ends behind the file")?;
        let needless = id == CUSTOM_SECTION && {
            let (len, name) = leb128(body)?;
            name.get(..len).is_some_and(|name| NEEDLESS.contains(&name))
        };
        if !needless {
            kept.extend_from_slice(&rest[..rest.len() - next.len()]);
        }
        rest = next;
    }
    Ok(kept)
}

fn leb128(bytes: &[u8]) -> Result<(usize, &[u8])> {
    let mut value = 0usize;
    for (i, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * i);
        if byte & 0x80 == 0 {
            return Ok((value, &bytes[i + 1..]));
        }
    }
    bail!("a length in the wasm module does not end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_needless_sections_go() {
        let header = b"\0asm\x01\0\0\0";
        let names = b"\x00\x08\x04name\x01\x02\x03";
        let other = b"\x00\x05\x04keep";
        let code = b"\x0a\x01\x00";
        let module = [&header[..], names, other, code].concat();
        assert_eq!(stripped(&module).unwrap(), [&header[..], other, code].concat());
        assert!(stripped(b"<html>").is_err());
        assert!(stripped(&module[..module.len() - 1]).is_err());
    }
}
