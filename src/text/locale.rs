//! The languages, and the files with their messages.

/// One language.
pub(super) struct Locale {
    pub(super) tag: &'static str,
    pub(super) script: Script,
    /// Contents of its files in `locales/`.
    pub(super) sources: &'static [&'static str],
}

/// How a language is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Left to right, with the digits of code.
    Latin,
    /// Right to left, with digits of its own.
    Persian,
}

macro_rules! sources {
    ($tag:literal: $($file:literal),* $(,)?) => {
        &[$(include_str!(concat!("../../locales/", $tag, "/", $file, ".ftl")),)*]
    };
}

/// A language, with the files that all languages have.
macro_rules! locale {
    ($tag:literal, $script:expr) => {
        Locale {
            tag: $tag,
            script: $script,
            sources: sources!($tag:
                "app",
                "cli",
                "container",
                "details",
                "engine",
                "health",
                "hosts",
                "neff",
                "neuron",
                "parquet",
                "paths",
                "paths-neuron",
                "report",
                "sniff",
                "states",
                "timeline",
            ),
        }
    };
}

pub(super) const ENGLISH: Locale = locale!("en", Script::Latin);
const PERSIAN: Locale = locale!("fa", Script::Persian);

pub(super) const ALL: &[Locale] = &[ENGLISH, PERSIAN];

/// The language of a tag, by its first part; English when there is none.
pub(super) fn find(tag: &str) -> &'static Locale {
    let language = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    ALL.iter()
        .find(|locale| locale.tag.eq_ignore_ascii_case(tag))
        .or_else(|| ALL.iter().find(|locale| language(locale.tag) == language(tag)))
        .unwrap_or(&ALL[0])
}
