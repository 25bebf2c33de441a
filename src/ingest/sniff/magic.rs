//! Formats with a fixed sign near their start.

use memchr::memmem;

use super::{Foreign, Looks};
use crate::ingest::container::{Packing, packing_of};
use crate::ingest::parquet;
use crate::neuron::ProfileKind;

/// Offset in bytes, sign, format, detail.
type Sign = (usize, &'static [u8], Foreign, &'static str);

const SIGNS: &[Sign] = &[
    (0, b"ARROW1", Foreign::Arrow, ""),
    (0, b"NVIDIA Tegra Profiler Report", Foreign::NsysReport, ""),
    (0, b"NVR\0", Foreign::NcuReport, ""),
    (0, b"PERFILE2", Foreign::PerfData, ""),
    (0, b"SIMPLEPERF", Foreign::PerfData, ""),
    (0, b"FLR\0", Foreign::JavaRecording, ""),
    (0, b"# tracer:", Foreign::Ftrace, ""),
    (0, b"\x7fELF", Foreign::Executable, ""),
    (0, b"MZ", Foreign::Executable, ""),
    (0, b"\xcf\xfa\xed\xfe", Foreign::Executable, ""),
    (0, b"\x89PNG\r\n\x1a\n", Foreign::Image, "PNG"),
    (0, b"\xff\xd8\xff", Foreign::Image, "JPEG"),
    (0, b"GIF8", Foreign::Image, "GIF"),
    (8, b"WEBP", Foreign::Image, "WebP"),
    (0, b"%PDF-", Foreign::Pdf, ""),
    (0, b"\x93NUMPY", Foreign::Numpy, ""),
    (0, b"\x89HDF\r\n\x1a\n", Foreign::Hdf5, ""),
    (0, b"GGUF", Foreign::ModelWeights, "GGUF"),
    (4, b"TFL3", Foreign::ModelWeights, "TensorFlow Lite"),
    (0, b"ML\xefR", Foreign::Mlir, ""),
    (0, b"BZh", Foreign::OtherPacking, "bzip2"),
    (0, b"\xfd7zXZ\0", Foreign::OtherPacking, "xz"),
    (0, b"7z\xbc\xaf\x27\x1c", Foreign::OtherPacking, "7z"),
    (0, b"\x04\x22\x4d\x18", Foreign::OtherPacking, "lz4"),
    (0, b"Rar!\x1a\x07", Foreign::OtherPacking, "rar"),
];

pub(super) fn looks(head: &[u8]) -> Option<Looks> {
    if let Some(packing) = packing_of(head) {
        return Some(match special_zip(head) {
            Some(what) if packing == Packing::Zip => Looks::foreign(what),
            _ => Looks::Packed(packing),
        });
    }
    if head.starts_with(parquet::MAGIC) || head.starts_with(parquet::ENCRYPTED_MAGIC) {
        return Some(Looks::Parquet);
    }
    if head.starts_with(b"SQLite format 3\0") {
        return Some(Looks::foreign(sqlite(head)));
    }
    for &(offset, sign, what, detail) in SIGNS {
        let here = head.get(offset..).unwrap_or_default();
        if here.starts_with(sign) && !(sign == b"MZ" && is_texty(head)) {
            return Some(Looks::detailed(what, detail.to_owned()));
        }
    }
    if is_neff(head) {
        return Some(Looks::Neuron(ProfileKind::Neff));
    }
    let what = if is_pickle(head) {
        pickle(head)
    } else if is_safetensors(head) {
        return Some(Looks::detailed(Foreign::ModelWeights, "safetensors".to_owned()));
    } else if is_go_trace(head) {
        Foreign::GoTrace
    } else if is_marshalled(head) {
        Foreign::PythonProfile
    } else if is_tensorboard_log(head) {
        Foreign::TensorBoardEvents
    } else if head.len() >= 64 && head.iter().all(|&byte| byte == 0) {
        Foreign::Zeros
    } else {
        return None;
    };
    Some(Looks::foreign(what))
}

fn is_texty(head: &[u8]) -> bool {
    !head.iter().take(64).any(|&byte| byte == 0)
}

/// Zips that are documents of their own, told by the name of their first file.
fn special_zip(head: &[u8]) -> Option<Foreign> {
    let length = usize::from(*head.get(26)?) | usize::from(*head.get(27)?) << 8;
    let name = head.get(30..30 + length)?;
    if name == b"[Content_Types].xml" {
        Some(Foreign::OfficeDocument)
    } else if name.ends_with(b".npy") {
        Some(Foreign::Numpy)
    } else if name.ends_with(b"/data.pkl")
        || name.ends_with(b"/.format_version")
        || name.ends_with(b"/.storage_alignment")
        || name.ends_with(b"/byteorder")
    {
        Some(Foreign::TorchCheckpoint)
    } else {
        None
    }
}

/// Whose database it is, by the names of tables near its start.
fn sqlite(head: &[u8]) -> Foreign {
    let has = |table: &[u8]| memmem::find(head, table).is_some();
    if has(b"CUPTI_ACTIVITY_KIND") || has(b"NVTX_EVENTS") || has(b"TARGET_INFO_SYSTEM_ENV") {
        Foreign::NsysSqlite
    } else if has(b"rocpd_kernel_dispatch") || has(b"rocpd_info_") {
        Foreign::RocpdSqlite
    } else {
        Foreign::Sqlite
    }
}

/// A header of 1024 bytes that begins with the version of the packaging and
/// its own size, then a compressed tar.
fn is_neff(head: &[u8]) -> bool {
    let version = head.first().is_some_and(|&byte| (1..=9).contains(&byte));
    let size = head.get(1..16) == Some(&[0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0]);
    let packed = head.get(1024..1027).is_none_or(|at| at == [0x1f, 0x8b, 8]);
    version && size && packed
}

fn is_pickle(head: &[u8]) -> bool {
    match head {
        // A frame, as protocols 4 and 5 begin.
        [0x80, 4 | 5, 0x95, ..] => true,
        // Protocols 2 and 3 begin with any opcode; these make containers.
        [0x80, 2 | 3, b'}' | b']' | b'(' | b'c' | b'X' | 0x8a, ..] => true,
        _ => false,
    }
}

fn pickle(head: &[u8]) -> Foreign {
    let has = |key: &[u8]| memmem::find(head, key).is_some();
    if has(b"device_traces") || (has(b"segments") && has(b"total_size")) {
        Foreign::TorchMemorySnapshot
    } else if has(b"torch._utils") || has(b"state_dict") {
        Foreign::TorchCheckpoint
    } else {
        Foreign::Pickle
    }
}

/// The length of a JSON header, then that header.
fn is_safetensors(head: &[u8]) -> bool {
    matches!(head, [_, _, _, _, 0, 0, 0, 0, b'{', b'"', ..])
}

fn is_go_trace(head: &[u8]) -> bool {
    head.starts_with(b"go 1.") && memmem::find(&head[..head.len().min(16)], b" trace").is_some()
}

/// A dictionary in Python's marshal format whose first key is a tuple, as
/// cProfile writes.
fn is_marshalled(head: &[u8]) -> bool {
    matches!(head, [0x7b | 0xfb, 0x28 | 0xa8 | 0x29 | 0xa9, 3, ..])
}

/// The first record of a TensorBoard log is its version.
fn is_tensorboard_log(head: &[u8]) -> bool {
    memmem::find(&head[..head.len().min(64)], b"brain.Event:").is_some()
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
    fn signs_are_recognised() {
        for &(offset, sign, what, _) in SIGNS {
            let mut head = vec![1; offset];
            head.extend_from_slice(sign);
            head.extend_from_slice(&[0; 100]);
            assert_eq!(foreign(&head), what);
        }
    }

    #[test]
    fn databases_are_told_apart_by_their_tables() {
        let database = |table: &str| {
            let mut head = b"SQLite format 3\0".to_vec();
            head.extend_from_slice(&[0; 100]);
            head.extend_from_slice(table.as_bytes());
            head
        };
        assert_eq!(
            foreign(&database("CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT)")),
            Foreign::NsysSqlite
        );
        assert_eq!(foreign(&database("CREATE TABLE rocpd_info_agent_1")), Foreign::RocpdSqlite);
        assert_eq!(foreign(&database("CREATE TABLE users")), Foreign::Sqlite);
    }

    #[test]
    fn a_neff_is_a_header_and_a_compressed_tar() {
        let mut head = vec![0; 1100];
        head[0] = 2;
        head[9] = 4;
        head[1024..1027].copy_from_slice(&[0x1f, 0x8b, 8]);
        assert_eq!(sniff(&head, false, "f"), Looks::Neuron(ProfileKind::Neff));
        head[1024] = 0;
        assert_eq!(sniff(&head, false, "f"), Looks::Unknown);
    }

    #[test]
    fn pickles_are_told_apart_by_their_keys() {
        let pickle = |key: &[u8]| [b"\x80\x04\x95\x10\0\0\0\0\0\0\0}\x8c", key].concat();
        assert_eq!(foreign(&pickle(b"device_traces")), Foreign::TorchMemorySnapshot);
        assert_eq!(foreign(&pickle(b"state_dict")), Foreign::TorchCheckpoint);
        assert_eq!(foreign(&pickle(b"abc")), Foreign::Pickle);
    }

    #[test]
    fn zips_that_are_documents_are_not_archives() {
        let zip = |name: &[u8]| {
            let mut head = b"PK\x03\x04".to_vec();
            head.resize(30, 0);
            head[26] = name.len() as u8;
            head.extend_from_slice(name);
            head
        };
        assert_eq!(foreign(&zip(b"model/data.pkl")), Foreign::TorchCheckpoint);
        assert_eq!(foreign(&zip(b"x.npy")), Foreign::Numpy);
        assert_eq!(sniff(&zip(b"trace.json"), false, "f"), Looks::Packed(Packing::Zip));
    }

    #[test]
    fn other_binary_formats_are_recognised() {
        assert_eq!(foreign(b"\x20\0\0\0\0\0\0\0{\"weight\":"), Foreign::ModelWeights);
        assert_eq!(foreign(b"go 1.23 trace\0\0\0"), Foreign::GoTrace);
        assert_eq!(foreign(b"{\xa9\x03z\x05"), Foreign::PythonProfile);
        assert_eq!(
            foreign(
                b"\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22\x09\0\0\x80\x41\x3c\x2e\xd9\x41\x1a\x0dbrain.Event:2"
            ),
            Foreign::TensorBoardEvents
        );
        assert_eq!(foreign(&[0; 4096]), Foreign::Zeros);
    }
}
