//! What is read as one: a file, or the tables of a folder.

use lowerscope::ingest::container::bundle;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{Cursor, Error, ErrorKind, Read, Result, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Endings of tables.
const TABLES: &[&str] = &["parquet", "csv"];

/// Folders deep, and tables in all, that are looked into.
const MOST_DEPTH: usize = 8;
const MOST_FILES: usize = 10_000;

/// A file, a folder, or several tables of one folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// What a person gave, or the folder that holds all of it.
    pub path: PathBuf,
    /// Tables of it that were given by name.
    tables: Vec<PathBuf>,
}

impl Input {
    /// The last part of the path.
    pub fn name(&self) -> String {
        // `.` has a name only in full.
        let full = || fs::canonicalize(&self.path).ok()?.file_name().map(ToOwned::to_owned);
        let last = self.path.file_name().map(ToOwned::to_owned).or_else(full);
        last.as_deref().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// # Errors
    /// When it cannot be read, or is a folder without a table.
    pub fn open(&self) -> Result<Opened> {
        if !self.tables.is_empty() {
            return bundled(&self.path, &self.tables);
        }
        let file = File::open(&self.path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            let mut tables = Vec::new();
            collect(&self.path, MOST_DEPTH, &mut tables)?;
            tables.sort();
            return match tables.is_empty() {
                true => Err(Error::from(ErrorKind::IsADirectory)),
                false => bundled(&self.path, &tables),
            };
        }
        let size = metadata.is_file().then_some(metadata.len());
        Ok(Opened { bytes: Bytes::File(file), size, at: 0 })
    }
}

impl From<&Path> for Input {
    fn from(path: &Path) -> Self {
        Self { path: path.to_owned(), tables: Vec::new() }
    }
}

/// One input a path, but for tables of one folder, which are one together.
pub fn of_paths<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<Input> {
    let mut out: Vec<Vec<&PathBuf>> = Vec::new();
    for path in paths {
        let is_table = has_ending(path);
        match out.iter_mut().find(|set| is_table && has_ending(set[0]) && set[0].parent() == path.parent()) {
            Some(set) => set.push(path),
            None => out.push(vec![path]),
        }
    }
    let input = |set: Vec<&PathBuf>| match set[..] {
        [one] => Input::from(one.as_path()),
        _ => {
            let folder = set[0].parent().filter(|folder| !folder.as_os_str().is_empty());
            let path = folder.unwrap_or(Path::new(".")).to_owned();
            Input { path, tables: set.into_iter().cloned().collect() }
        }
    };
    out.into_iter().map(input).collect()
}

fn has_ending(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| TABLES.iter().any(|table| ending == *table))
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if found.len() >= MOST_FILES {
            break;
        }
        if path.is_dir() {
            if depth > 0 {
                collect(&path, depth - 1, found)?;
            }
        } else if has_ending(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// Files as one archive, read one after the other.
fn bundled(folder: &Path, tables: &[PathBuf]) -> Result<Opened> {
    let mut parts: VecDeque<Box<dyn Read>> = VecDeque::new();
    for path in tables {
        let name = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let size = fs::metadata(path)?.len();
        parts.push_back(Box::new(Cursor::new(bundle::head(&name, size))));
        parts.push_back(Box::new(Late { path: path.clone(), left: size, file: None }));
        parts.push_back(Box::new(bundle::filling(size)));
    }
    parts.push_back(Box::new(bundle::end()));
    Ok(Opened { bytes: Bytes::Parts(Parts(parts)), size: None, at: 0 })
}

/// One after the other.
struct Parts(VecDeque<Box<dyn Read>>);

impl Read for Parts {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        while let Some(first) = self.0.front_mut() {
            let len = first.read(out)?;
            if len > 0 {
                return Ok(len);
            }
            self.0.pop_front();
        }
        Ok(0)
    }
}

/// A file that is opened when its turn comes. It has the size that it had at
/// first, whatever happens to it.
struct Late {
    path: PathBuf,
    left: u64,
    file: Option<File>,
}

impl Read for Late {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(out.len());
        if most == 0 {
            self.file = None;
            return Ok(0);
        }
        if self.file.is_none() {
            self.file = Some(File::open(&self.path)?);
        }
        let len = match &mut self.file {
            Some(file) => file.read(&mut out[..most])?,
            None => 0,
        };
        if len == 0 {
            return Err(Error::from(ErrorKind::UnexpectedEof));
        }
        self.left -= len as u64;
        Ok(len)
    }
}

/// Bytes of an input.
pub struct Opened {
    bytes: Bytes,
    /// `None` for what has none, such as a pipe; that cannot seek either.
    pub size: Option<u64>,
    at: u64,
}

enum Bytes {
    File(File),
    Parts(Parts),
}

impl Opened {
    /// Bytes from an offset on, as many as come at once.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn read(&mut self, chunk: &mut [u8], from: u64, to: Option<u64>) -> Result<usize> {
        let most = to.map_or(chunk.len(), |to| chunk.len().min(to.saturating_sub(from) as usize));
        let read: &mut dyn Read = match &mut self.bytes {
            Bytes::File(file) => {
                if from != self.at {
                    file.seek(SeekFrom::Start(from))?;
                    self.at = from;
                }
                file
            }
            Bytes::Parts(parts) => parts,
        };
        let len = loop {
            match read.read(&mut chunk[..most]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                other => break other?,
            }
        };
        self.at += len as u64;
        Ok(len)
    }
}
