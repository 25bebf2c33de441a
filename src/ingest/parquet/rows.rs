//! The rows of a file, as text.

use super::column::Column;
use super::pages::Budget;
use super::{ALWAYS_TEXT_BYTES, MOST_COLUMNS, MOST_FILE_BYTES, MOST_GROWTH, Problem, footer};
use bytes::Bytes;
use parquet::file::metadata::ParquetMetaData;
use std::sync::Arc;

/// Records that are read at once of each column.
pub const BATCH: usize = 1024;

/// Text is handed on in pieces of about so many bytes.
const PIECE_BYTES: usize = 256 << 10;

/// A row of more text than this is left out.
const LONGEST_ROW: usize = 16 << 20;

/// A file, and how far it is read.
pub struct Rows {
    file: Bytes,
    metadata: ParquetMetaData,
    budget: Arc<Budget>,
    /// The next group of rows, and the columns of the current one.
    group: usize,
    columns: Vec<Column>,
    /// Rows of the group that are not read yet, and of the batch.
    left_in_group: u64,
    left_in_batch: usize,
    /// A column ended before the others.
    is_uneven: bool,
    is_begun: bool,
    text_left: u64,
    /// Rows that were too long.
    left_out: u64,
}

impl Rows {
    /// Reads the table of contents.
    ///
    /// # Errors
    /// When the file is none of Parquet, or too large.
    pub fn open(file: Vec<u8>) -> Result<Self, Problem> {
        let len = file.len() as u64;
        if len > MOST_FILE_BYTES {
            return Err(Problem::TooLarge("file"));
        }
        let metadata = footer::read(&file)?;
        let columns = metadata.file_metadata().schema_descr().num_columns();
        if columns > MOST_COLUMNS {
            return Err(Problem::TooLarge("columns"));
        }
        Ok(Self {
            file: Bytes::from(file),
            metadata,
            budget: Arc::default(),
            group: 0,
            columns: Vec::new(),
            left_in_group: 0,
            left_in_batch: 0,
            is_uneven: false,
            is_begun: false,
            text_left: ALWAYS_TEXT_BYTES.max(len.saturating_mul(MOST_GROWTH)),
            left_out: 0,
        })
    }

    /// Adds the next piece of text to `out`, whole lines; false when all has
    /// been said.
    ///
    /// # Errors
    /// When the rest cannot be read. `out` then ends with the last good row.
    pub fn next(&mut self, out: &mut Vec<u8>) -> Result<bool, Problem> {
        let start = out.len();
        if !std::mem::replace(&mut self.is_begun, true) {
            self.write_names(out)?;
        }
        while out.len() - start < PIECE_BYTES {
            if self.left_in_batch == 0 && !self.next_batch()? {
                self.columns.clear();
                return Ok(out.len() > start);
            }
            let row = out.len();
            if let Err(problem) = self.write_row(out) {
                out.truncate(row);
                return Err(problem);
            }
            let written = (out.len() - row) as u64;
            self.text_left = self.text_left.checked_sub(written).ok_or_else(|| {
                out.truncate(row);
                Problem::TooLarge("text")
            })?;
        }
        Ok(true)
    }

    /// Rows that were left out so far, because they were too long.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    fn write_names(&self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let file = self.metadata.file_metadata();
        let mut names = Vec::new();
        for column in file.schema_descr().columns() {
            names.push(super::levels::Shape::of(file.schema(), column)?.name);
        }
        // Texts always have a JSON form.
        out.extend(serde_json::to_vec(&names).unwrap_or_default());
        out.push(b'\n');
        Ok(())
    }

    /// False behind the last row.
    fn next_batch(&mut self) -> Result<bool, Problem> {
        if self.is_uneven {
            return Err(Problem::damaged("columns of different lengths"));
        }
        while self.left_in_group == 0 {
            if !self.next_group()? {
                return Ok(false);
            }
        }
        let wanted = BATCH.min(usize::try_from(self.left_in_group).unwrap_or(BATCH));
        let (mut least, mut most) = (wanted, 0);
        for column in &mut self.columns {
            let read = column.fill(wanted)?;
            (least, most) = (least.min(read), most.max(read));
        }
        self.is_uneven = least < wanted || most > least;
        if least == 0 {
            return Err(Problem::damaged("fewer rows than it says"));
        }
        self.left_in_batch = least;
        self.left_in_group -= least as u64;
        Ok(true)
    }

    fn next_group(&mut self) -> Result<bool, Problem> {
        self.columns.clear();
        let Some(group) = self.metadata.row_groups().get(self.group) else { return Ok(false) };
        self.group += 1;
        self.left_in_group = u64::try_from(group.num_rows()).unwrap_or(0);
        let root = self.metadata.file_metadata().schema();
        for chunk in group.columns() {
            self.columns.push(Column::new(&self.file, root, chunk, &self.budget)?);
        }
        // Rows of nothing.
        if self.columns.is_empty() {
            self.left_in_group = 0;
        }
        Ok(true)
    }

    fn write_row(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let start = out.len();
        self.left_in_batch -= 1;
        out.push(b'{');
        let mut is_long = false;
        for column in &mut self.columns {
            if column.write(out)? {
                out.push(b',');
            }
            if out.len() - start > LONGEST_ROW {
                // The others still have to go on to the next row.
                out.truncate(start + 1);
                is_long = true;
            }
        }
        if is_long {
            self.left_out += 1;
            out.truncate(start);
            return Ok(());
        }
        if out.last() == Some(&b',') {
            out.pop();
        }
        out.extend_from_slice(b"}\n");
        Ok(())
    }
}

impl std::fmt::Debug for Rows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows").field("group", &self.group).finish_non_exhaustive()
    }
}
