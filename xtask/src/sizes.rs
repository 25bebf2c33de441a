//! How many bytes a visitor downloads.

use anyhow::{Context, Result};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::Path;

/// The part of the page that a file belongs to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    PageWasm,
    WorkerWasm,
    /// Loaded when a Parquet table is opened, and by nobody else.
    ParquetWasm,
    Script,
    Style,
    /// HTML and pictures.
    Rest,
}

/// Bytes of one part, as it is and as hosts send it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Size {
    pub raw: u64,
    pub gzip: u64,
    pub brotli: u64,
}

/// All parts of a built page.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Sizes {
    pub page_wasm: Size,
    pub worker_wasm: Size,
    pub parquet_wasm: Size,
    pub script: Size,
    pub style: Size,
    pub rest: Size,
}

impl Sizes {
    /// Measures the files directly in `dist`. Folders hold example traces,
    /// which nobody downloads to see the page.
    ///
    /// # Errors
    ///
    /// When a file cannot be read.
    pub fn measure(dist: &Path) -> Result<Sizes> {
        let mut sizes = Sizes::default();
        for entry in fs::read_dir(dist).with_context(|| format!("could not read {}", dist.display()))? {
            let path = entry?.path();
            if !path.is_file() {
                continue;
            }
            let size =
                Size::of(&fs::read(&path).with_context(|| format!("could not read {}", path.display()))?)?;
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let part = match part_of(&name) {
                Part::PageWasm => &mut sizes.page_wasm,
                Part::WorkerWasm => &mut sizes.worker_wasm,
                Part::ParquetWasm => &mut sizes.parquet_wasm,
                Part::Script => &mut sizes.script,
                Part::Style => &mut sizes.style,
                Part::Rest => &mut sizes.rest,
            };
            *part = part.plus(size);
        }
        Ok(sizes)
    }

    /// All that a visitor downloads who opens no Parquet table.
    pub fn total(&self) -> Size {
        self.page_wasm.plus(self.worker_wasm).plus(self.script).plus(self.style).plus(self.rest)
    }

    /// Names and sizes as a table shows them, behind the sum what comes on demand.
    pub fn rows(&self) -> [(&'static str, Size); 7] {
        [
            ("page (wasm)", self.page_wasm),
            ("worker (wasm)", self.worker_wasm),
            ("scripts", self.script),
            ("styles", self.style),
            ("everything else", self.rest),
            ("sum", self.total()),
            ("Parquet (wasm), on demand", self.parquet_wasm),
        ]
    }
}

impl Size {
    fn of(bytes: &[u8]) -> Result<Size> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(bytes)?;
        let mut brotli = Vec::new();
        brotli::BrotliCompress(&mut &*bytes, &mut brotli, &BrotliEncoderParams::default())?;
        Ok(Size { raw: bytes.len() as u64, gzip: gzip.finish()?.len() as u64, brotli: brotli.len() as u64 })
    }

    fn plus(self, other: Size) -> Size {
        Size { raw: self.raw + other.raw, gzip: self.gzip + other.gzip, brotli: self.brotli + other.brotli }
    }
}

fn part_of(file_name: &str) -> Part {
    match Path::new(file_name).extension().and_then(|extension| extension.to_str()) {
        Some("wasm") if file_name.starts_with("engine_worker") => Part::WorkerWasm,
        Some("wasm") if file_name.starts_with("parquet_worker") => Part::ParquetWasm,
        Some("wasm") => Part::PageWasm,
        Some("js") => Part::Script,
        Some("css") => Part::Style,
        _ => Part::Rest,
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| bytes shipped | raw | gzip -9 | brotli 11 |")?;
        writeln!(f, "|---|--:|--:|--:|")?;
        for (name, Size { raw, gzip, brotli }) in self.rows() {
            writeln!(f, "| {name} | {} | {} | {} |", kilobytes(raw), kilobytes(gzip), kilobytes(brotli))?;
        }
        Ok(())
    }
}

fn kilobytes(bytes: u64) -> String {
    format!("{:.1} kB", bytes as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_told_apart_and_summed() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("page-12ab_bg.wasm"), [0; 1000]).unwrap();
        fs::write(dir.path().join("engine_worker_bg.wasm"), [0; 200]).unwrap();
        fs::write(dir.path().join("parquet_worker_bg.wasm"), [0; 7]).unwrap();
        fs::write(dir.path().join("engine_worker.js"), [b' '; 30]).unwrap();
        fs::create_dir(dir.path().join("examples")).unwrap();
        fs::write(dir.path().join("examples/trace.wasm"), [0; 5]).unwrap();
        fs::write(dir.path().join("index.html"), [b' '; 4]).unwrap();
        let sizes = Sizes::measure(dir.path()).unwrap();
        assert_eq!(
            (sizes.page_wasm.raw, sizes.worker_wasm.raw, sizes.script.raw, sizes.rest.raw),
            (1000, 200, 30, 4)
        );
        assert_eq!(sizes.total().raw, 1234);
        assert!(sizes.page_wasm.brotli < 100 && sizes.page_wasm.gzip < 100);
    }
}
