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

/// A guess by name alone whether an entry of an archive is a trace. The bytes
/// decide later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guess {
    /// It is called like something else.
    Other,
    /// Packed, or of no kind that is known: it may hold a trace.
    Possible,
    Likely,
}

/// Endings of what lies beside traces in archives and is none.
const OTHER_ENDINGS: &[&str] = &[
    "7z",
    "avi",
    "bat",
    "bin",
    "bmp",
    "c",
    "cc",
    "cfg",
    "conf",
    "cpp",
    "cs",
    "css",
    "csv",
    "cu",
    "cuh",
    "diff",
    "doc",
    "docx",
    "eot",
    "exe",
    "gif",
    "go",
    "h",
    "hpp",
    "htm",
    "html",
    "icns",
    "ico",
    "ini",
    "ipynb",
    "java",
    "jpeg",
    "jpg",
    "js",
    "jsx",
    "lock",
    "log",
    "md",
    "mjs",
    "mp4",
    "npy",
    "npz",
    "o",
    "onnx",
    "otf",
    "patch",
    "pdf",
    "pkl",
    "png",
    "ppt",
    "pptx",
    "properties",
    "proto",
    "pt",
    "pth",
    "ptx",
    "py",
    "pyc",
    "pyi",
    "rb",
    "rs",
    "rst",
    "safetensors",
    "sh",
    "so",
    "sql",
    "svg",
    "tex",
    "toml",
    "ts",
    "tsv",
    "tsx",
    "ttf",
    "txt",
    "wasm",
    "webp",
    "woff",
    "woff2",
    "xls",
    "xlsx",
    "xml",
    "yaml",
    "yml",
];

/// See [`Guess`].
pub fn guess(path: &str) -> Guess {
    let file = path.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
    let plain = without_packing_ending(&file);
    let has_ending = |endings: &[&str]| endings.iter().any(|ending| plain.ends_with(ending));
    if is_clutter(path) || is_folder(path) {
        return Guess::Other;
    }
    // Files that travel beside traces in the same folders.
    if has_ending(&[".timing.json", "package.json", "tsconfig.json"]) {
        return Guess::Other;
    }
    if has_ending(&[".json", ".trace", ".pftrace", ".perfetto-trace", ".ctf", ".parquet"]) {
        return Guess::Likely;
    }
    let is_other = plain.rsplit_once('.').is_some_and(|(_, ending)| OTHER_ENDINGS.contains(&ending));
    // Text that is named after what it may be.
    let speaks_of_it = plain.ends_with(".txt") && (plain.contains("trace") || plain.contains("profile"));
    if is_other && !speaks_of_it { Guess::Other } else { Guess::Possible }
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
        let is_likely = |name| guess(name) == Guess::Likely;
        assert!(is_likely("run/rank0.1234.pt.trace.json.gz"));
        assert!(is_likely("trace.JSON"));
        assert!(is_likely("a@latest/Instruction_0.parquet"));
        assert!(!is_likely("run/"));
        assert!(!is_likely("run/notes.md"));
        assert!(!is_likely("__MACOSX/._trace.json"));
    }

    #[test]
    fn what_is_packed_or_unknown_may_hold_a_trace() {
        for name in ["rank0.gz", "in.zip", "run.tgz", "trace.txt", "a/profile.TXT.gz", "rank0", "trace.1234"]
        {
            assert_eq!(guess(name), Guess::Possible, "{name}");
        }
        for name in ["readme.md", "notes.txt", "a/model.pt", "LOSS.PNG", "train.py.gz", "__MACOSX/._rank0.gz"]
        {
            assert_eq!(guess(name), Guess::Other, "{name}");
        }
    }
}
