//! What was lost or strange while a file was unpacked.

use crate::trace::Rule;

/// How much a note matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing was lost.
    Info,
    /// Bytes were lost or may be wrong; the rest was kept.
    Lost,
    /// The entry was not unpacked at all.
    Refused,
}

/// What a note is about. Numbers are bytes unless named otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoteKind {
    /// The file ends inside a gzip member.
    GzipTruncated,
    /// The deflate data of a gzip member is damaged; reading stopped there.
    GzipCorrupt,
    /// Checksum or length of a gzip member does not fit; its bytes were kept.
    GzipChecksum,
    /// Zero bytes follow the last gzip member: harmless padding.
    GzipPadding,
    /// Something that is not gzip follows the last member; it was ignored.
    GzipTrailingBytes,
    /// The file ends inside a zstd frame.
    ZstdTruncated,
    /// A zstd frame is damaged; reading stopped there.
    ZstdCorrupt,
    /// The checksum of a zstd frame does not fit; its bytes were kept.
    ZstdChecksum,
    /// A zstd frame needs a window of this many bytes, more than
    /// [`ZSTD_WINDOW_LIMIT`](super::ZSTD_WINDOW_LIMIT).
    ZstdWindow(u64),
    /// A zstd frame was packed with a separate dictionary.
    ZstdDictionary,
    /// Something that is not zstd follows the last frame; it was ignored.
    ZstdTrailingBytes,
    /// The file ends inside a tar entry.
    TarTruncated,
    /// A tar header is damaged; entries may be missing after it.
    TarCorrupt,
    /// The file ended inside a trace of a saved report.
    ReportTruncated,
    /// A trace of a saved report is no Base64 from some letter on.
    ReportDamaged,
    /// A tar entry is stored as a sparse file.
    TarSparse,
    /// The file ends inside a zip entry.
    ZipTruncated,
    /// The deflate data of a zip entry is damaged; reading stopped there.
    ZipCorrupt,
    /// Checksum or length of a zip entry does not fit; its bytes were kept.
    ZipChecksum,
    /// A zip entry is encrypted.
    ZipEncrypted,
    /// A zip entry is packed with a method (number in the zip format) that is
    /// neither stored, deflate nor zstd.
    ZipMethod(u16),
    /// A zip entry can only be read with the table at the end of the file.
    ZipNeedsTable,
    /// This many bytes between zip entries are no zip header.
    ZipGap(u64),
    /// An archive without a single file in it.
    ArchiveEmpty,
    /// Packed more than one level deep.
    TooDeep,
    /// The connection broke before all of the file had come.
    Interrupted,
    /// This many further notes were not kept.
    MoreNotes(u64),
}

/// One thing that a person should know about how a file was unpacked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContainerNote {
    pub kind: NoteKind,
    /// Name of the entry, or of the file itself.
    pub name: String,
    /// Byte offset in the packed stream that the note is about: in the file
    /// for the outer packing, in the entry for an inner one.
    pub offset: u64,
}

impl ContainerNote {
    /// Arguments of the note's messages: `file`, `offset` (bytes) and
    /// `number` (see [`NoteKind::number`]).
    pub fn arguments(&self) -> Vec<(String, String)> {
        vec![
            ("file".to_owned(), self.name.clone()),
            ("offset".to_owned(), self.offset.to_string()),
            ("number".to_owned(), self.kind.number().to_string()),
        ]
    }
}

impl NoteKind {
    pub fn severity(self) -> Severity {
        use NoteKind::*;
        match self {
            GzipPadding | ArchiveEmpty => Severity::Info,
            GzipTruncated | GzipCorrupt | GzipChecksum | GzipTrailingBytes | ZstdTruncated | ZstdCorrupt
            | ZstdChecksum | ZstdTrailingBytes | TarTruncated | TarCorrupt | ReportTruncated
            | ReportDamaged | ZipTruncated | ZipCorrupt | ZipChecksum | ZipGap(_) | Interrupted
            | MoreNotes(_) => Severity::Lost,
            ZstdWindow(_) | ZstdDictionary | TarSparse | ZipEncrypted | ZipMethod(_) | ZipNeedsTable
            | TooDeep => Severity::Refused,
        }
    }

    /// Fluent message in `container.ftl`, with the variables of
    /// [`ContainerNote::arguments`]. Where nothing could be read (severity
    /// `Refused`, and an empty archive) there are `ID-title` and `ID-text` too.
    pub fn message_id(self) -> &'static str {
        use NoteKind::*;
        match self {
            GzipTruncated => "container-gzip-truncated",
            GzipCorrupt => "container-gzip-corrupt",
            GzipChecksum => "container-gzip-checksum",
            GzipPadding => "container-gzip-padding",
            GzipTrailingBytes => "container-gzip-trailing-bytes",
            ZstdTruncated => "container-zstd-truncated",
            ZstdCorrupt => "container-zstd-corrupt",
            ZstdChecksum => "container-zstd-checksum",
            ZstdWindow(_) => "container-zstd-window",
            ZstdDictionary => "container-zstd-dictionary",
            ZstdTrailingBytes => "container-zstd-trailing-bytes",
            TarTruncated => "container-tar-truncated",
            TarCorrupt => "container-tar-corrupt",
            ReportTruncated => "container-report-truncated",
            ReportDamaged => "container-report-damaged",
            TarSparse => "container-tar-sparse",
            ZipTruncated => "container-zip-truncated",
            ZipCorrupt => "container-zip-corrupt",
            ZipChecksum => "container-zip-checksum",
            ZipEncrypted => "container-zip-encrypted",
            ZipMethod(_) => "container-zip-method",
            ZipNeedsTable => "container-zip-needs-table",
            ZipGap(_) => "container-zip-gap",
            ArchiveEmpty => "container-archive-empty",
            TooDeep => "container-too-deep",
            Interrupted => "container-interrupted",
            MoreNotes(_) => "container-more-notes",
        }
    }

    /// Whether it may be why nothing at all came out of an entry. There is an
    /// `ID-empty-title` and `-text` for that.
    pub fn leaves_nothing(self) -> bool {
        use NoteKind::*;
        matches!(self, GzipTruncated | GzipCorrupt | ZstdTruncated | ZstdCorrupt | ZipTruncated | ZipCorrupt)
    }

    /// The rule under which health counts it; `None` for what loses nothing
    /// and for entries that were not unpacked at all: these are failures of
    /// their own.
    pub fn health_rule(self) -> Option<Rule> {
        use NoteKind::*;
        match self {
            GzipTruncated | ZstdTruncated | TarTruncated | ReportTruncated | ZipTruncated => {
                Some(Rule::GzipTruncated)
            }
            GzipCorrupt | GzipChecksum | ZstdCorrupt | ZstdChecksum | TarCorrupt | ReportDamaged
            | ZipCorrupt | ZipChecksum | ZipGap(_) => Some(Rule::ContainerDamaged),
            GzipTrailingBytes | ZstdTrailingBytes => Some(Rule::ContainerTrailing),
            Interrupted => Some(Rule::DownloadInterrupted),
            _ => None,
        }
    }

    /// The number that goes with the kind, 0 where there is none.
    pub fn number(self) -> u64 {
        match self {
            NoteKind::ZstdWindow(bytes) | NoteKind::ZipGap(bytes) => bytes,
            NoteKind::ZipMethod(method) => u64::from(method),
            NoteKind::MoreNotes(count) => count,
            _ => 0,
        }
    }

    /// One of every kind, for tests that check the texts.
    #[cfg(test)]
    pub(super) const ALL: &[NoteKind] = &[
        NoteKind::GzipTruncated,
        NoteKind::GzipCorrupt,
        NoteKind::GzipChecksum,
        NoteKind::GzipPadding,
        NoteKind::GzipTrailingBytes,
        NoteKind::ZstdTruncated,
        NoteKind::ZstdCorrupt,
        NoteKind::ZstdChecksum,
        NoteKind::ZstdWindow(1 << 31),
        NoteKind::ZstdDictionary,
        NoteKind::ZstdTrailingBytes,
        NoteKind::TarTruncated,
        NoteKind::TarCorrupt,
        NoteKind::ReportTruncated,
        NoteKind::ReportDamaged,
        NoteKind::TarSparse,
        NoteKind::ZipTruncated,
        NoteKind::ZipCorrupt,
        NoteKind::ZipChecksum,
        NoteKind::ZipEncrypted,
        NoteKind::ZipMethod(14),
        NoteKind::ZipNeedsTable,
        NoteKind::ZipGap(7),
        NoteKind::ArchiveEmpty,
        NoteKind::TooDeep,
        NoteKind::Interrupted,
        NoteKind::MoreNotes(3),
    ];
}

/// Collects notes; a hostile archive must not fill memory with them.
#[derive(Debug, Default)]
pub(super) struct Notes {
    kept: Vec<ContainerNote>,
    dropped: u64,
}

impl Notes {
    const MAX: usize = 256;

    pub(super) fn add(&mut self, kind: NoteKind, name: &str, offset: u64) {
        if self.kept.len() < Self::MAX {
            self.kept.push(ContainerNote { kind, name: name.to_owned(), offset });
        } else {
            self.dropped += 1;
        }
    }

    pub(super) fn kept(&self) -> &[ContainerNote] {
        &self.kept
    }

    pub(super) fn into_vec(mut self, file: &str) -> Vec<ContainerNote> {
        if self.dropped > 0 {
            self.kept.push(ContainerNote {
                kind: NoteKind::MoreNotes(self.dropped),
                name: file.to_owned(),
                offset: 0,
            });
        }
        self.kept
    }
}

#[cfg(test)]
mod tests {
    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

    use super::*;

    #[test]
    fn every_kind_has_a_sentence() {
        let source = include_str!("../../../locales/en/container.ftl").to_owned();
        let mut bundle = FluentBundle::new(vec!["en".parse().unwrap()]);
        bundle.add_resource(FluentResource::try_new(source).unwrap()).unwrap();
        for &kind in NoteKind::ALL {
            let note = ContainerNote { kind, name: "rank0.json.gz".to_owned(), offset: 4096 };
            let mut arguments = FluentArgs::new();
            for (name, value) in note.arguments() {
                arguments.set(name, value);
            }
            let is_failure = kind.severity() == Severity::Refused || kind == NoteKind::ArchiveEmpty;
            let endings = if is_failure { &["", "-title", "-text"][..] } else { &[""] };
            for ending in endings {
                let id = format!("{}{ending}", kind.message_id());
                let message = bundle.get_message(&id);
                let pattern = message.and_then(|message| message.value());
                let pattern = pattern.unwrap_or_else(|| panic!("{id} is missing"));
                let mut errors = Vec::new();
                let sentence = bundle.format_pattern(pattern, Some(&arguments), &mut errors);
                assert!(errors.is_empty(), "{id}: {errors:?}");
                assert!(sentence.contains("rank0.json.gz"), "{sentence}");
            }
        }
    }

    #[test]
    fn health_counts_what_was_lost() {
        for kind in NoteKind::ALL {
            let is_counted = kind.health_rule().is_some();
            let is_lost = kind.severity() == Severity::Lost && !matches!(kind, NoteKind::MoreNotes(_));
            assert_eq!(is_counted, is_lost, "{kind:?}");
        }
    }
}
