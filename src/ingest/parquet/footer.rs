//! The table of contents at the end of a file.

use super::thrift::{I32, LIST, STRUCT, Thrift};
use super::{ENCRYPTED_MAGIC, MAGIC, MOST_COLUMNS, Problem};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

/// The length of the table and the magic.
const TAIL_BYTES: usize = 8;

/// Groups inside each other that are read.
const MOST_NESTING: usize = 24;

/// Reads it.
///
/// # Errors
/// When there is none, or it is encrypted or damaged.
pub fn read(file: &[u8]) -> Result<ParquetMetaData, Problem> {
    if file.starts_with(ENCRYPTED_MAGIC) || file.ends_with(ENCRYPTED_MAGIC) {
        return Err(Problem::Encrypted);
    }
    if !file.starts_with(MAGIC) || !file.ends_with(MAGIC) || file.len() < MAGIC.len() + TAIL_BYTES {
        return Err(Problem::Cut);
    }
    let end = file.len() - TAIL_BYTES;
    let mut len = [0; 4];
    len.copy_from_slice(&file[end..end + 4]);
    let start = end.checked_sub(u32::from_le_bytes(len) as usize).filter(|start| *start >= MAGIC.len());
    let text = &file[start.ok_or(Problem::Cut)?..end];
    judge(text)?;
    Ok(ParquetMetaDataReader::decode_metadata(text)?)
}

/// Refuses what the crate would follow into an endless stack or without end:
/// its own reader takes the numbers of children as they are.
fn judge(footer: &[u8]) -> Result<(), Problem> {
    let mut thrift = Thrift::new(footer);
    let mut last = 0;
    while let Some((id, kind)) = thrift.field(&mut last)? {
        match (id, kind) {
            (2, LIST) => judge_schema(&mut thrift)?,
            (4, LIST) => each_struct(&mut thrift, |thrift, field| match field {
                (1, LIST) => each_struct(thrift, judge_column),
                (_, kind) => thrift.skip(kind),
            })?,
            // Encryption with a plain footer.
            (8, _) => return Err(Problem::Encrypted),
            _ => thrift.skip(kind)?,
        }
    }
    Ok(())
}

/// A column's own description may be encrypted in a file that is not.
fn judge_column(thrift: &mut Thrift<'_>, field: (i16, u8)) -> Result<(), Problem> {
    match field {
        (8 | 9, _) => Err(Problem::Encrypted),
        (_, kind) => thrift.skip(kind),
    }
}

/// Visits every field of every struct in a list.
fn each_struct(
    thrift: &mut Thrift<'_>,
    mut visit: impl FnMut(&mut Thrift<'_>, (i16, u8)) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let (len, kind) = thrift.list()?;
    if len > 0 && kind != STRUCT {
        return Err(Problem::damaged("a list of other things than it should hold"));
    }
    for _ in 0..len {
        let mut last = 0;
        while let Some(field) = thrift.field(&mut last)? {
            visit(thrift, field)?;
        }
    }
    Ok(())
}

fn judge_schema(thrift: &mut Thrift<'_>) -> Result<(), Problem> {
    let (len, kind) = thrift.list()?;
    if kind != STRUCT || len == 0 {
        return Err(Problem::damaged("no columns"));
    }
    if len > MOST_COLUMNS * 4 {
        return Err(Problem::TooLarge("columns"));
    }
    // Children that are still to come, by depth.
    let mut open: Vec<usize> = Vec::new();
    for at in 0..len {
        let children = children(thrift)?;
        if at > 0 {
            let Some(left) = open.last_mut() else { return Err(Problem::damaged("columns without a group")) };
            *left -= 1;
        }
        if children > len - at - 1 {
            return Err(Problem::damaged("a group of more columns than there are"));
        }
        if children > 0 {
            open.push(children);
        }
        if open.len() > MOST_NESTING {
            return Err(Problem::damaged("nested too deeply"));
        }
        while open.last() == Some(&0) {
            open.pop();
        }
    }
    if open.is_empty() { Ok(()) } else { Err(Problem::damaged("a group of more columns than there are")) }
}

/// Of one element of the schema.
fn children(thrift: &mut Thrift<'_>) -> Result<usize, Problem> {
    let (mut last, mut children) = (0, 0);
    while let Some((id, kind)) = thrift.field(&mut last)? {
        if (id, kind) == (5, I32) {
            children = thrift.count()?;
        } else {
            thrift.skip(kind)?;
        }
    }
    Ok(children)
}
