//! Formats in protobuf: no sign of their own, so the shape of the first
//! fields decides.

use super::{Foreign, Looks};

/// Fields looked at in one message.
const MAX_FIELDS: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value<'a> {
    Varint(u64),
    Fixed64,
    Fixed32,
    /// The bytes, as far as they are in the head.
    Bytes(&'a [u8]),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Field<'a> {
    number: u64,
    value: Value<'a>,
}

pub(super) fn looks(head: &[u8]) -> Option<Looks> {
    let fields = fields(head)?;
    let first = fields.first()?;
    let what = match (first.number, first.value) {
        (1, Value::Bytes(message)) => {
            if is_xplane(message) {
                Foreign::XPlane
            } else if is_value_type(message) {
                Foreign::Pprof
            } else if is_hlo_module(message) {
                Foreign::HloProto
            } else if fields.iter().all(|field| field.number == 1) && has_packets(&fields) {
                Foreign::PerfettoProto
            } else {
                return None;
            }
        }
        (1, Value::Varint(ir_version)) if (1..100).contains(&ir_version) && is_onnx(&fields) => Foreign::Onnx,
        _ => return None,
    };
    Some(Looks::foreign(what))
}

/// The fields of a message that may be cut; `None` when it is no protobuf.
fn fields(mut bytes: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    while !bytes.is_empty() && fields.len() < MAX_FIELDS {
        // A cut in the middle of a tag or number: what came before counts.
        let Some(key) = varint(&mut bytes).ok()? else {
            break;
        };
        let number = key >> 3;
        if number == 0 || number >= 1 << 29 {
            return None;
        }
        let value = match key & 7 {
            0 => match varint(&mut bytes).ok()? {
                Some(value) => Value::Varint(value),
                None => break,
            },
            1 => {
                bytes = bytes.get(8..).unwrap_or_default();
                Value::Fixed64
            }
            2 => {
                let Some(length) = varint(&mut bytes).ok()? else {
                    break;
                };
                // Messages are limited to 2 GiB.
                if length >= 1 << 31 {
                    return None;
                }
                let (value, rest) = bytes.split_at((length as usize).min(bytes.len()));
                bytes = rest;
                Value::Bytes(value)
            }
            5 => {
                bytes = bytes.get(4..).unwrap_or_default();
                Value::Fixed32
            }
            _ => return None,
        };
        fields.push(Field { number, value });
    }
    Some(fields)
}

/// A varint; `Ok(None)` when the bytes end in it.
fn varint(bytes: &mut &[u8]) -> Result<Option<u64>, ()> {
    let mut value = 0u64;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            *bytes = &bytes[at + 1..];
            return Ok(Some(value));
        }
    }
    if bytes.len() >= 10 {
        return Err(());
    }
    *bytes = &[];
    Ok(None)
}

fn is_name(bytes: &[u8]) -> bool {
    !bytes.is_empty() && std::str::from_utf8(bytes).is_ok_and(|text| !text.chars().any(char::is_control))
}

/// XPlane: id, name, lines, two tables of metadata, stats.
fn is_xplane(message: &[u8]) -> bool {
    let Some(fields) = fields(message) else {
        return false;
    };
    let fits = |field: &Field<'_>| match field.value {
        Value::Varint(_) => field.number == 1,
        Value::Bytes(bytes) => match field.number {
            2 => is_name(bytes),
            3..=6 => true,
            _ => false,
        },
        Value::Fixed32 | Value::Fixed64 => false,
    };
    fields.iter().all(fits) && fields.iter().any(|field| field.number == 2)
}

/// Type and unit of a sample: two small numbers and nothing else.
fn is_value_type(message: &[u8]) -> bool {
    let Some(fields) = fields(message) else {
        return false;
    };
    let is_index = |field: &Field<'_>| matches!(field.value, Value::Varint(_));
    (1..=2).contains(&fields.len())
        && fields.iter().all(is_index)
        && fields.iter().all(|field| field.number <= 2)
}

/// An HLO module: name, name of the entry computation, computations.
fn is_hlo_module(message: &[u8]) -> bool {
    let Some(fields) = fields(message) else {
        return false;
    };
    matches!(
        fields[..],
        [
            Field { number: 1, value: Value::Bytes(name) },
            Field { number: 2, value: Value::Bytes(entry) },
            Field { number: 3, value: Value::Bytes(_) },
            ..
        ] if is_name(name) && is_name(entry)
    )
}

/// Packets with fields that only trace packets have together.
fn has_packets(packets: &[Field<'_>]) -> bool {
    let mut known = 0;
    for packet in packets {
        let Value::Bytes(message) = packet.value else {
            return false;
        };
        let Some(fields) = fields(message) else {
            return false;
        };
        for field in fields {
            known += usize::from(match field.value {
                // Times, ids and flags.
                Value::Varint(_) => matches!(field.number, 3 | 8 | 10 | 13 | 41 | 42 | 58 | 79 | 87),
                // Events, processes, clocks, configuration, compressed
                // packets, tracks and so on.
                Value::Bytes(_) => matches!(
                    field.number,
                    1 | 2 | 5 | 6 | 11 | 12 | 33 | 35 | 36 | 43..=45 | 50 | 51 | 59 | 60 | 89
                ),
                Value::Fixed32 | Value::Fixed64 => false,
            });
        }
    }
    known > 0
}

/// A model: after the version of the format come producer, graph or opset.
fn is_onnx(fields: &[Field<'_>]) -> bool {
    match fields.get(1).map(|field| (field.number, field.value)) {
        Some((2, Value::Bytes(producer))) => is_name(producer),
        Some((7 | 8, Value::Bytes(message))) => !message.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recognised, sniff};
    use super::*;

    fn foreign(head: &[u8]) -> Foreign {
        match sniff(head, false, "file") {
            Looks::Foreign(Recognised { what, .. }) => what,
            other => panic!("{other:?} for {head:?}"),
        }
    }

    #[test]
    fn an_onnx_model_is_recognised() {
        assert_eq!(foreign(b"\x08\x07\x12\x07pytorch\x1a\x052.6.0:\x80\x80\x04"), Foreign::Onnx);
    }

    #[test]
    fn a_plane_of_xprof_is_recognised() {
        assert_eq!(
            foreign(b"\x0a\x80\x40\x08\x02\x12\x0d/device:TPU:0\x1a\x90\x20\x08\x01"),
            Foreign::XPlane
        );
        assert_eq!(foreign(b"\x0a\x80\x40\x12\x0e/host:metadata\x22\x80\x08"), Foreign::XPlane);
    }

    #[test]
    fn packets_of_perfetto_are_recognised() {
        assert_eq!(
            foreign(b"\x0a\x18\x50\x01\xc8\x02\x01\xe2\x03\x10\x08\xe8\x07\x12\x0bL1 Track 01"),
            Foreign::PerfettoProto
        );
        // Compressed packets, cut.
        assert_eq!(foreign(b"\x0a\xba\x3e\x92\x03\xb6\x3e\x78\xda\xd5\x5d"), Foreign::PerfettoProto);
    }

    #[test]
    fn other_messages_are_told_apart() {
        assert_eq!(foreign(b"\x0a\x04\x08\x01\x10\x02\x0a\x04\x08\x03\x10\x04"), Foreign::Pprof);
        assert_eq!(foreign(b"\x0a\x80\x01\x0a\x08jit_tanh\x12\x07main.12\x1a\x20\x0a"), Foreign::HloProto);
    }

    #[test]
    fn random_bytes_are_no_protobuf() {
        for head in [
            &b"\x0a\x03abc"[..],
            b"\x00\x01\x02",
            b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff",
            b"\x0f\x01",
        ] {
            assert_eq!(looks(head), None);
        }
    }
}
