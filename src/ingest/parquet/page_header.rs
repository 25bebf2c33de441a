//! The header in front of every page.

use super::Problem;
use super::thrift::{STRUCT, Thrift};
use parquet::basic::Encoding;

#[derive(Debug, PartialEq, Eq)]
pub struct PageHeader {
    pub kind: PageKind,
    /// Sizes in bytes, without this header.
    pub plain_bytes: usize,
    pub packed_bytes: usize,
    pub values: u32,
    pub encoding: Encoding,
    /// Bytes of the header itself.
    pub own_bytes: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub enum PageKind {
    Data {
        definitions: Encoding,
        repetitions: Encoding,
    },
    DataV2 {
        nulls: u32,
        rows: u32,
        definition_bytes: u32,
        repetition_bytes: u32,
        is_packed: bool,
    },
    Dictionary {
        is_sorted: bool,
    },
    /// Of no use here.
    Other,
}

/// Numbers of one of the inner headers, by field.
#[derive(Default)]
struct Inner {
    numbers: [Option<usize>; 8],
    truth: Option<bool>,
}

impl PageHeader {
    /// # Errors
    /// When the bytes do not begin with a header.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        let mut thrift = Thrift::new(bytes);
        let (mut kind, mut plain, mut packed) = (None, None, None);
        let (mut data, mut dictionary, mut data_v2) = (None, None, None);
        let mut last = 0;
        while let Some((id, of)) = thrift.field(&mut last)? {
            match (id, of) {
                (1, _) => kind = Some(thrift.number()?),
                (2, _) => plain = Some(thrift.count()?),
                (3, _) => packed = Some(thrift.count()?),
                (5, STRUCT) => data = Some(Inner::read(&mut thrift)?),
                (7, STRUCT) => dictionary = Some(Inner::read(&mut thrift)?),
                (8, STRUCT) => data_v2 = Some(Inner::read(&mut thrift)?),
                _ => thrift.skip(of)?,
            }
        }
        let (Some(plain_bytes), Some(packed_bytes)) = (plain, packed) else {
            return Err(Problem::damaged("a page without a size"));
        };
        let (inner, encoding, kind) = match (kind, data, dictionary, data_v2) {
            (Some(0), Some(inner), ..) => {
                let kind =
                    PageKind::Data { definitions: inner.encoding(3)?, repetitions: inner.encoding(4)? };
                let encoding = inner.encoding(2)?;
                (Some(inner), encoding, kind)
            }
            (Some(2), _, Some(inner), _) => {
                let is_sorted = inner.truth.unwrap_or(false);
                let encoding = inner.encoding(2)?;
                (Some(inner), encoding, PageKind::Dictionary { is_sorted })
            }
            (Some(3), .., Some(inner)) => {
                let kind = PageKind::DataV2 {
                    nulls: inner.number(2)?,
                    rows: inner.number(3)?,
                    definition_bytes: inner.number(5)?,
                    repetition_bytes: inner.number(6)?,
                    is_packed: inner.truth.unwrap_or(true),
                };
                let encoding = inner.encoding(4)?;
                (Some(inner), encoding, kind)
            }
            (Some(0 | 2 | 3) | None, ..) => return Err(Problem::damaged("a page of no kind")),
            _ => (None, Encoding::PLAIN, PageKind::Other),
        };
        let values = inner.map_or(Ok(0), |inner| inner.number(1))?;
        Ok(Self { kind, plain_bytes, packed_bytes, values, encoding, own_bytes: thrift.position() })
    }
}

impl Inner {
    fn read(thrift: &mut Thrift<'_>) -> Result<Self, Problem> {
        let (mut inner, mut last) = (Inner::default(), 0);
        while let Some((id, kind)) = thrift.field(&mut last)? {
            match kind {
                1 | 2 => inner.truth = Some(Thrift::truth(kind)),
                4..=6 => {
                    let number = thrift.count()?;
                    if let Some(place) = usize::try_from(id).ok().and_then(|id| inner.numbers.get_mut(id)) {
                        *place = Some(number);
                    }
                }
                _ => thrift.skip(kind)?,
            }
        }
        Ok(inner)
    }

    fn number(&self, field: usize) -> Result<u32, Problem> {
        let number = self.numbers[field].and_then(|number| u32::try_from(number).ok());
        number.ok_or_else(|| Problem::damaged("a page without its counts"))
    }

    fn encoding(&self, field: usize) -> Result<Encoding, Problem> {
        Ok(match self.number(field)? {
            0 => Encoding::PLAIN,
            2 => Encoding::PLAIN_DICTIONARY,
            3 => Encoding::RLE,
            #[expect(deprecated, reason = "old files have it")]
            4 => Encoding::BIT_PACKED,
            5 => Encoding::DELTA_BINARY_PACKED,
            6 => Encoding::DELTA_LENGTH_BYTE_ARRAY,
            7 => Encoding::DELTA_BYTE_ARRAY,
            8 => Encoding::RLE_DICTIONARY,
            9 => Encoding::BYTE_STREAM_SPLIT,
            other => return Err(Problem::damaged(format!("values encoded in way {other}"))),
        })
    }
}
