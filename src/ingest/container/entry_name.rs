//! Names of entries: what to hide, what to shorten, what is probably a trace.

/// Entries that no one wants to see: what macOS adds to archives.
pub(super) fn is_clutter(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']);
    let file = parts.next_back().unwrap_or_default();
    file.starts_with("._") || file == ".DS_Store" || parts.any(|part| part == "__MACOSX")
}

/// A path that names a folder.
pub(super) fn is_folder(path: &str) -> bool {
    path.ends_with('/') || path.ends_with('\\')
}

/// The name of what is inside a compressed file.
pub(super) fn without_packing_ending(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    for ending in [".gz", ".gzip", ".zst", ".zstd"] {
        if lower.len() > ending.len() && lower.ends_with(ending) {
            return name[..name.len() - ending.len()].to_owned();
        }
    }
    for ending in [".tgz", ".tzst"] {
        if lower.len() > ending.len() && lower.ends_with(ending) {
            return format!("{}.tar", &name[..name.len() - ending.len()]);
        }
    }
    name.to_owned()
}

/// A guess by name alone whether an entry of an archive is a trace, for a
/// list from which a person chooses. The bytes decide later.
pub fn looks_like_trace(path: &str) -> bool {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let plain = without_packing_ending(&file);
    let has_ending = |endings: &[&str]| endings.iter().any(|ending| plain.ends_with(ending));
    if is_clutter(path) || is_folder(path) {
        return false;
    }
    // Files that travel beside traces in the same folders.
    if has_ending(&[".timing.json", "package.json", "tsconfig.json"]) {
        return false;
    }
    has_ending(&[".json", ".trace", ".pftrace", ".perfetto-trace", ".ctf"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clutter_of_macos_is_hidden() {
        assert!(is_clutter("__MACOSX/run/._rank0.json"));
        assert!(is_clutter("run/._rank0.json"));
        assert!(is_clutter("run/.DS_Store"));
        assert!(!is_clutter("run/rank0.json"));
        assert!(!is_clutter("run/._/rank0.json"));
    }

    #[test]
    fn the_ending_of_the_packing_is_taken_off() {
        assert_eq!(without_packing_ending("a.json.gz"), "a.json");
        assert_eq!(without_packing_ending("a.TGZ"), "a.tar");
        assert_eq!(without_packing_ending("a.json.zst"), "a.json");
        assert_eq!(without_packing_ending(".gz"), ".gz");
        assert_eq!(without_packing_ending("é.gz"), "é");
        assert_eq!(without_packing_ending("download"), "download");
    }

    #[test]
    fn traces_are_guessed_by_their_endings() {
        assert!(looks_like_trace("run/rank0.1234.pt.trace.json.gz"));
        assert!(looks_like_trace("trace.JSON"));
        assert!(!looks_like_trace("run/"));
        assert!(!looks_like_trace("run/notes.md"));
        assert!(!looks_like_trace("__MACOSX/._trace.json"));
    }
}
