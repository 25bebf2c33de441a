//! Folders of files for one test, gone when it ends, however it ends.

use std::fs;
use tempfile::TempDir;

/// A folder with these files, which is removed when it is dropped.
///
/// # Panics
///
/// When it cannot be written.
pub fn folder_with(files: &[(&str, &[u8])]) -> TempDir {
    let write = || -> std::io::Result<TempDir> {
        let dir = tempfile::tempdir()?;
        for (name, bytes) in files {
            fs::write(dir.path().join(name), bytes)?;
        }
        Ok(dir)
    };
    write().unwrap_or_else(|error| panic!("no folder for the test: {error}"))
}
