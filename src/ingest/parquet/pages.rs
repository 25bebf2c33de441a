//! The pages of one column, unpacked one by one.

use super::page_header::{PageHeader, PageKind};
use super::rows::BATCH;
use super::{MOST_OPEN_BYTES, MOST_PAGE_BYTES, MOST_VALUES, Problem, codec, delta};
use bytes::Bytes;
use parquet::basic::{Compression, Encoding, Type};
use parquet::column::page::{Page, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ColumnChunkMetaData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What the columns of a file share: bytes of pages that are open, and values
/// since [`Budget::begin_batch`].
#[derive(Debug, Default)]
pub struct Budget {
    open_bytes: AtomicUsize,
    values: AtomicU64,
}

impl Budget {
    /// Begins to count the values of one column's next records.
    pub fn begin_batch(&self) {
        self.values.store(0, Relaxed);
    }
}

pub struct Pages {
    /// The column's bytes.
    bytes: Bytes,
    at: usize,
    codec: Compression,
    /// Values that are still to come.
    left: u64,
    values: ValueSize,
    max_definition: i16,
    max_repetition: i16,
    dictionary_bytes: Option<usize>,
    page_bytes: usize,
    budget: Arc<Budget>,
}

/// Bytes that a plain value takes at least.
#[derive(Clone, Copy)]
struct ValueSize(usize);

impl ValueSize {
    fn of(column: &ColumnChunkMetaData) -> Self {
        Self(match column.column_type() {
            Type::BOOLEAN => 0,
            Type::INT32 | Type::FLOAT | Type::BYTE_ARRAY => 4,
            Type::INT64 | Type::DOUBLE => 8,
            Type::INT96 => 12,
            Type::FIXED_LEN_BYTE_ARRAY => usize::try_from(column.column_descr().type_length()).unwrap_or(0),
        })
    }
}

impl Pages {
    /// # Errors
    /// When the column lies outside of the file.
    pub fn new(
        file: &Bytes,
        column: &ColumnChunkMetaData,
        budget: Arc<Budget>,
    ) -> std::result::Result<Self, Problem> {
        if column.file_path().is_some() {
            return Err(Problem::damaged("columns in other files"));
        }
        let data = column.data_page_offset();
        // Old writers put a zero where there is no dictionary.
        let start = column.dictionary_page_offset().filter(|at| *at > 0 && *at < data).unwrap_or(data);
        let range = || {
            let start = usize::try_from(start).ok()?;
            let end = start.checked_add(usize::try_from(column.compressed_size()).ok()?)?;
            (end <= file.len()).then(|| file.slice(start..end))
        };
        Ok(Self {
            bytes: range().ok_or_else(|| Problem::damaged("a column outside of the file"))?,
            at: 0,
            codec: column.compression(),
            left: u64::try_from(column.num_values()).unwrap_or(0),
            values: ValueSize::of(column),
            max_definition: column.column_descr().max_def_level(),
            max_repetition: column.column_descr().max_rep_level(),
            dictionary_bytes: None,
            page_bytes: 0,
            budget,
        })
    }

    fn is_at_end(&self) -> bool {
        self.left == 0 || self.at >= self.bytes.len()
    }

    fn next_page(&mut self) -> std::result::Result<Option<Page>, Problem> {
        while !self.is_at_end() {
            let header = PageHeader::read(&self.bytes[self.at..])?;
            let start = self.at + header.own_bytes;
            let end = start.checked_add(header.packed_bytes).filter(|end| *end <= self.bytes.len());
            let end = end.ok_or_else(|| Problem::damaged("a page ends behind its column"))?;
            self.at = end;
            if header.kind != PageKind::Other {
                let packed = self.bytes.slice(start..end);
                return self.page(&header, packed).map(Some);
            }
        }
        Ok(None)
    }

    fn page(&mut self, header: &PageHeader, packed: Bytes) -> std::result::Result<Page, Problem> {
        if header.plain_bytes > MOST_PAGE_BYTES {
            return Err(Problem::TooLarge("page"));
        }
        let (num_values, encoding) = (header.values, header.encoding);
        if u64::from(num_values) > MOST_VALUES {
            return Err(Problem::TooLarge("page"));
        }
        let is_dictionary = matches!(header.kind, PageKind::Dictionary { .. });
        self.account(header.plain_bytes, is_dictionary)?;
        let level_bytes = match header.kind {
            PageKind::DataV2 { definition_bytes, repetition_bytes, .. } => {
                let sum = u64::from(definition_bytes) + u64::from(repetition_bytes);
                let sum = usize::try_from(sum).unwrap_or(usize::MAX);
                if sum > header.plain_bytes.min(packed.len()) {
                    return Err(Problem::damaged("levels longer than their page"));
                }
                sum
            }
            _ => 0,
        };
        let is_plain = self.codec == Compression::UNCOMPRESSED
            || matches!(header.kind, PageKind::DataV2 { is_packed: false, .. })
            // A page of nulls alone.
            || header.plain_bytes == level_bytes;
        let buf = if is_plain {
            packed.slice(..header.plain_bytes.min(packed.len()))
        } else {
            let mut out = packed[..level_bytes].to_vec();
            codec::unpack(self.codec, &packed[level_bytes..], header.plain_bytes - level_bytes, &mut out)?;
            Bytes::from(out)
        };
        if is_dictionary {
            let most = buf.len().checked_div(self.values.0).unwrap_or(0);
            if num_values as usize > most {
                return Err(Problem::damaged("a dictionary of more values than it has room for"));
            }
            self.dictionary_bytes = Some(buf.len());
        } else {
            self.left = self.left.saturating_sub(u64::from(num_values));
            self.judge_values(encoding, num_values, self.values_of(&header.kind, &buf, level_bytes)?)?;
        }
        Ok(match header.kind {
            PageKind::Dictionary { is_sorted } => {
                Page::DictionaryPage { buf, num_values, encoding, is_sorted }
            }
            PageKind::Data { definitions, repetitions } => Page::DataPage {
                buf,
                num_values,
                encoding,
                def_level_encoding: definitions,
                rep_level_encoding: repetitions,
                statistics: None,
            },
            PageKind::DataV2 { nulls, rows, definition_bytes, repetition_bytes, .. } => Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                num_nulls: nulls,
                num_rows: rows,
                def_levels_byte_len: definition_bytes,
                rep_levels_byte_len: repetition_bytes,
                is_compressed: false,
                statistics: None,
            },
            PageKind::Other => return Err(Problem::damaged("a page of no kind")),
        })
    }

    /// Counts a page as open in place of the one before.
    fn account(&mut self, bytes: usize, is_dictionary: bool) -> std::result::Result<(), Problem> {
        if is_dictionary && self.dictionary_bytes.is_some() {
            return Err(Problem::damaged("two dictionaries"));
        }
        if !is_dictionary {
            self.budget.open_bytes.fetch_sub(std::mem::replace(&mut self.page_bytes, bytes), Relaxed);
        }
        if self.budget.open_bytes.fetch_add(bytes, Relaxed) + bytes > MOST_OPEN_BYTES {
            return Err(Problem::TooLarge("pages"));
        }
        Ok(())
    }

    /// The part of a data page behind its levels.
    fn values_of<'a>(
        &self,
        kind: &PageKind,
        page: &'a [u8],
        level_bytes: usize,
    ) -> std::result::Result<&'a [u8], Problem> {
        if let PageKind::DataV2 { .. } = kind {
            return Ok(page.get(level_bytes..).unwrap_or_default());
        }
        let PageKind::Data { definitions, repetitions } = kind else { return Ok(page) };
        let mut rest = page;
        for (max, encoding) in [(self.max_repetition, repetitions), (self.max_definition, definitions)] {
            if max == 0 {
                continue;
            }
            if *encoding != Encoding::RLE {
                // As old files have it; their values are of no kind that is judged.
                return Ok(&[]);
            }
            let levels = rest
                .split_first_chunk::<4>()
                .and_then(|(len, levels)| levels.get(u32::from_le_bytes(*len) as usize..));
            rest = levels.ok_or_else(|| Problem::damaged("levels longer than their page"))?;
        }
        Ok(rest)
    }

    /// Refuses values for which the decoder would make more room than there is
    /// reason for.
    fn judge_values(
        &self,
        encoding: Encoding,
        count: u32,
        values: &[u8],
    ) -> std::result::Result<(), Problem> {
        if self.max_repetition > 0 {
            // One record may go over several pages.
            let before = self.budget.values.fetch_add(u64::from(count), Relaxed);
            if before + u64::from(count) > MOST_VALUES {
                return Err(Problem::TooLarge("lists"));
            }
        }
        let judge = |stream: (u64, usize)| match stream.0 > u64::from(count) {
            true => Err(Problem::damaged("more values than the page has")),
            false => Ok(stream.1),
        };
        match encoding {
            Encoding::PLAIN_DICTIONARY | Encoding::RLE_DICTIONARY if self.dictionary_bytes.is_none() => {
                return Err(Problem::damaged("values of a dictionary that is missing"));
            }
            Encoding::DELTA_BINARY_PACKED | Encoding::DELTA_LENGTH_BYTE_ARRAY if !values.is_empty() => {
                judge(delta::stream(values)?)?;
            }
            Encoding::DELTA_BYTE_ARRAY if !values.is_empty() => {
                let end = judge(delta::stream(values)?)?;
                judge(delta::stream(&values[end..])?)?;
                // Every text may repeat the whole one before.
                if values.len() * BATCH.min(count as usize) > MOST_OPEN_BYTES {
                    return Err(Problem::TooLarge("page"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        Ok(self.next_page()?)
    }

    // Only those who skip rows ask for these.
    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        Err(ParquetError::NYI("looking ahead".to_owned()))
    }

    fn skip_next_page(&mut self) -> Result<()> {
        Err(ParquetError::NYI("skipping".to_owned()))
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        Ok(self.is_at_end())
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let bytes = self.page_bytes + self.dictionary_bytes.unwrap_or(0);
        self.budget.open_bytes.fetch_sub(bytes, Relaxed);
    }
}
