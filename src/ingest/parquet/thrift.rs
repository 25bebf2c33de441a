//! As much of Thrift's compact protocol as judging a file needs. Values are
//! read or skipped, never kept.

use super::Problem;

/// Structs and lists inside each other that are followed.
const MOST_DEPTH: u8 = 32;

pub const I32: u8 = 5;
pub const LIST: u8 = 9;
pub const STRUCT: u8 = 12;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

pub struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Thrift<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Bytes that were read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The next field of a struct, as id and kind; `None` behind the last.
    /// `last` is the id before it, at first 0.
    pub fn field(&mut self, last: &mut i16) -> Result<Option<(i16, u8)>, Problem> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        let id = match head >> 4 {
            0 => self.number()? as i16,
            step => last.wrapping_add(i16::from(step)),
        };
        *last = id;
        Ok(Some((id, head & 15)))
    }

    /// A whole number of any width.
    pub fn number(&mut self) -> Result<i64, Problem> {
        let raw = self.varint()?;
        Ok((raw >> 1).cast_signed() ^ -(raw & 1).cast_signed())
    }

    /// A whole number that must not be negative.
    pub fn count(&mut self) -> Result<usize, Problem> {
        usize::try_from(self.number()?).map_err(|_| Problem::damaged("a size below zero"))
    }

    /// A list's length and the kind of what is in it.
    pub fn list(&mut self) -> Result<(usize, u8), Problem> {
        let head = self.byte()?;
        let len = match head >> 4 {
            15 => usize::try_from(self.varint()?).unwrap_or(usize::MAX),
            len => usize::from(len),
        };
        // Everything in a list takes at least a byte.
        if len > self.bytes.len() - self.at {
            return Err(Problem::damaged("a list longer than the file"));
        }
        Ok((len, head & 15))
    }

    pub fn skip(&mut self, kind: u8) -> Result<(), Problem> {
        self.skip_within(kind, MOST_DEPTH)
    }

    /// What a field of truth says; its kind holds it.
    pub fn truth(kind: u8) -> bool {
        kind == TRUE
    }

    fn skip_within(&mut self, kind: u8, depth: u8) -> Result<(), Problem> {
        let Some(depth) = depth.checked_sub(1) else { return Err(Problem::damaged("nested too deeply")) };
        match kind {
            TRUE | FALSE => Ok(()),
            3 => self.advance(1),
            4..=6 => self.varint().map(|_| ()),
            7 => self.advance(8),
            8 => {
                let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
                self.advance(len)
            }
            LIST | 10 => {
                let (len, kind) = self.list()?;
                (0..len).try_for_each(|_| self.skip_item(kind, depth))
            }
            11 => {
                let len = usize::try_from(self.varint()?).unwrap_or(usize::MAX);
                if len == 0 {
                    return Ok(());
                }
                let kinds = self.byte()?;
                if len > self.bytes.len() - self.at {
                    return Err(Problem::damaged("a map longer than the file"));
                }
                (0..len).try_for_each(|_| {
                    self.skip_item(kinds >> 4, depth)?;
                    self.skip_item(kinds & 15, depth)
                })
            }
            STRUCT => {
                let mut last = 0;
                while let Some((_, kind)) = self.field(&mut last)? {
                    self.skip_within(kind, depth)?;
                }
                Ok(())
            }
            13 => self.advance(16),
            _ => Err(Problem::damaged("a value of no known kind")),
        }
    }

    /// In lists a truth takes a byte.
    fn skip_item(&mut self, kind: u8, depth: u8) -> Result<(), Problem> {
        if matches!(kind, TRUE | FALSE) { self.advance(1) } else { self.skip_within(kind, depth) }
    }

    fn byte(&mut self) -> Result<u8, Problem> {
        let byte = *self.bytes.get(self.at).ok_or_else(ends)?;
        self.at += 1;
        Ok(byte)
    }

    fn advance(&mut self, by: usize) -> Result<(), Problem> {
        if by > self.bytes.len() - self.at {
            return Err(ends());
        }
        self.at += by;
        Ok(())
    }

    fn varint(&mut self) -> Result<u64, Problem> {
        let (value, len) = varint(&self.bytes[self.at..]).ok_or_else(ends)?;
        self.at += len;
        Ok(value)
    }
}

/// A number of seven bits a byte, lowest first, and the bytes that it takes.
pub fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0;
    for (i, byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f).wrapping_shl(7 * i as u32);
        if byte & 0x80 == 0 {
            return Some((value, i + 1));
        }
    }
    None
}

fn ends() -> Problem {
    Problem::damaged("a header ends before its end")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_or_skipped() {
        // 1: i32 = 150, 3: binary "ab", 4: list of two i32, 5: true
        let bytes = [0x15, 0xac, 0x02, 0x28, 2, b'a', b'b', 0x19, 0x25, 2, 4, 0x11, 0];
        let mut thrift = Thrift::new(&bytes);
        let mut last = 0;
        assert_eq!(thrift.field(&mut last).unwrap(), Some((1, I32)));
        assert_eq!(thrift.number().unwrap(), 150);
        let mut ids = Vec::new();
        while let Some((id, kind)) = thrift.field(&mut last).unwrap() {
            ids.push(id);
            thrift.skip(kind).unwrap();
        }
        assert_eq!((ids, thrift.position()), (vec![3, 4, 5], bytes.len()));
    }

    #[test]
    fn what_ends_early_or_nests_without_end_is_an_error() {
        assert!(Thrift::new(&[0x80; 3]).number().is_err());
        assert!(Thrift::new(&[0xf5, 0xff, 0xff, 3]).list().is_err());
        assert!(Thrift::new(&[0x1c; 1000]).skip(STRUCT).is_err());
        assert!(Thrift::new(&[5]).skip(8).is_err());
    }
}
