//! One column, a batch of records at a time.

use super::Problem;
use super::levels::Shape;
use super::pages::{Budget, Pages};
use super::value::{Form, Value};
use bytes::Bytes;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
    Int96Type,
};
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::schema::types::Type;
use std::sync::Arc;

pub struct Column {
    /// `"name":`
    key: Vec<u8>,
    shape: Shape,
    form: Form,
    values: Typed,
    budget: Arc<Budget>,
    definitions: Vec<i16>,
    repetitions: Vec<i16>,
    /// The next level and value of the batch.
    level: usize,
    value: usize,
    /// Levels of one record, kept for their room.
    record: Vec<(i16, i16)>,
}

/// What stands for a value that has no JSON form.
const NO_VALUE: &[u8] = b"null";

/// A reader with the values of the batch.
struct Batch<T: DataType>(ColumnReaderImpl<T>, Vec<T::T>);

enum Typed {
    Bool(Batch<BoolType>),
    Int32(Batch<Int32Type>),
    Int64(Batch<Int64Type>),
    Int96(Batch<Int96Type>),
    Float(Batch<FloatType>),
    Double(Batch<DoubleType>),
    Bytes(Batch<ByteArrayType>),
    Fixed(Batch<FixedLenByteArrayType>),
}

macro_rules! each {
    ($typed:expr, $batch:ident => $does:expr) => {
        match $typed {
            Typed::Bool($batch) => $does,
            Typed::Int32($batch) => $does,
            Typed::Int64($batch) => $does,
            Typed::Int96($batch) => $does,
            Typed::Float($batch) => $does,
            Typed::Double($batch) => $does,
            Typed::Bytes($batch) => $does,
            Typed::Fixed($batch) => $does,
        }
    };
}

impl Typed {
    fn new(reader: ColumnReader) -> Self {
        match reader {
            ColumnReader::BoolColumnReader(reader) => Self::Bool(Batch(reader, Vec::new())),
            ColumnReader::Int32ColumnReader(reader) => Self::Int32(Batch(reader, Vec::new())),
            ColumnReader::Int64ColumnReader(reader) => Self::Int64(Batch(reader, Vec::new())),
            ColumnReader::Int96ColumnReader(reader) => Self::Int96(Batch(reader, Vec::new())),
            ColumnReader::FloatColumnReader(reader) => Self::Float(Batch(reader, Vec::new())),
            ColumnReader::DoubleColumnReader(reader) => Self::Double(Batch(reader, Vec::new())),
            ColumnReader::ByteArrayColumnReader(reader) => Self::Bytes(Batch(reader, Vec::new())),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => Self::Fixed(Batch(reader, Vec::new())),
        }
    }

    /// Writes a value; false for what is none, such as NaN.
    fn write(&self, at: usize, form: Form, out: &mut Vec<u8>) -> bool {
        each!(self, batch => batch.1.get(at).is_some_and(|value| value.write(form, out)))
    }
}

impl Column {
    /// # Errors
    /// When the column's description makes no sense.
    pub fn new(
        file: &Bytes,
        root: &Type,
        chunk: &ColumnChunkMetaData,
        budget: &Arc<Budget>,
    ) -> Result<Self, Problem> {
        let description = chunk.column_descr();
        let shape = Shape::of(root, description)?;
        let form = Form::of(description);
        let pages = Pages::new(file, chunk, budget.clone())?;
        let reader = get_column_reader(chunk.column_descr_ptr(), Box::new(pages));
        let mut key = serde_json::to_vec(&shape.name).unwrap_or_default();
        key.push(b':');
        Ok(Self {
            key,
            shape,
            form,
            values: Typed::new(reader),
            budget: budget.clone(),
            definitions: Vec::new(),
            repetitions: Vec::new(),
            level: 0,
            value: 0,
            record: Vec::new(),
        })
    }

    /// Reads the next records, and says how many there are.
    ///
    /// # Errors
    /// When a page is damaged, or packed in a way that is not read.
    pub fn fill(&mut self, records: usize) -> Result<usize, Problem> {
        self.definitions.clear();
        self.repetitions.clear();
        (self.level, self.value) = (0, 0);
        self.budget.begin_batch();
        let (definitions, repetitions) = (Some(&mut self.definitions), Some(&mut self.repetitions));
        let read = each!(&mut self.values, batch => {
            batch.1.clear();
            batch.0.read_records(records, definitions, repetitions, &mut batch.1)
        });
        Ok(read?.0)
    }

    /// Writes the next record's member of a row. False, and nothing written,
    /// when it is null.
    ///
    /// # Errors
    /// When its levels make no sense.
    pub fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, Problem> {
        let start = out.len();
        out.extend_from_slice(&self.key);
        let is_value = if self.shape.is_flat() { self.write_flat(out) } else { self.write_lists(out)? };
        if !is_value {
            out.truncate(start);
        }
        Ok(is_value)
    }

    fn write_flat(&mut self, out: &mut Vec<u8>) -> bool {
        let is_value = self.definitions.get(self.level).is_none_or(|level| self.shape.is_value(*level));
        self.level += 1;
        if !is_value {
            return false;
        }
        if !self.values.write(self.value, self.form, out) {
            out.extend_from_slice(NO_VALUE);
        }
        self.value += 1;
        true
    }

    fn write_lists(&mut self, out: &mut Vec<u8>) -> Result<bool, Problem> {
        self.record.clear();
        while let (Some(&repetition), Some(&definition)) =
            (self.repetitions.get(self.level), self.definitions.get(self.level))
        {
            if repetition == 0 && !self.record.is_empty() {
                break;
            }
            self.record.push((repetition, definition));
            self.level += 1;
        }
        if self.record.is_empty() {
            return Ok(false);
        }
        let (values, form, value) = (&self.values, self.form, &mut self.value);
        self.shape.write(&self.record, out, |out| {
            if !values.write(*value, form, out) {
                out.extend_from_slice(NO_VALUE);
            }
            *value += 1;
        })
    }
}
