//! Files inside a NEFF.

/// One file that the compiler put there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeffFile {
    /// Path in the archive, such as `sg00/bir.json`.
    pub name: String,
    pub bytes: u64,
    /// What it says, where it is text; the first part of a long one.
    pub text: Option<String>,
}
