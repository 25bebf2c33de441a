//! The languages, and the files with their messages.

/// One language.
pub(super) struct Locale {
    pub(super) tag: &'static str,
    /// Contents of its files in `locales/`.
    pub(super) sources: &'static [&'static str],
}

macro_rules! locale {
    ($tag:literal: $($file:literal),* $(,)?) => {
        Locale {
            tag: $tag,
            sources: &[$(include_str!(concat!("../../locales/", $tag, "/", $file, ".ftl")),)*],
        }
    };
}

pub(super) const ENGLISH: Locale = locale!("en":
    "app",
    "cli",
    "container",
    "details",
    "engine",
    "health",
    "neff",
    "neuron",
    "parquet",
    "paths",
    "paths-neuron",
    "sniff",
    "states",
    "timeline",
);

pub(super) const ALL: &[Locale] = &[ENGLISH];

/// The language of a tag, by its first part; English when there is none.
pub(super) fn find(tag: &str) -> &'static Locale {
    let language = |tag: &str| tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    ALL.iter()
        .find(|locale| locale.tag.eq_ignore_ascii_case(tag))
        .or_else(|| ALL.iter().find(|locale| language(locale.tag) == language(tag)))
        .unwrap_or(&ALL[0])
}
