//! `dist/`: plain files that work on any static host, below any path.
//!
//! Trunk compiles both halves and bundles them. What it leaves to do: wasm-opt
//! when a recent one is there, and a version on the worker's URL, because
//! Trunk gives workers no hashed names and a browser must never pair a cached
//! worker with a newer page.

use crate::offline;
use crate::process::{command, find_program, output, project_dir, run as run_command};
use crate::setup::{self, Purpose};
use crate::sizes::Sizes;
use crate::strip;
use anyhow::{Context, Result, bail};
use rustc_hash::FxHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};

/// Build dist/: plain files for any static host.
///
/// The page is compiled for size, its worker for speed. All URLs are relative,
/// so the files may lie below a sub-path. Prints how many bytes are shipped.
#[derive(clap::Args)]
pub struct Options {
    /// Compile quickly, without optimising for size and speed
    #[arg(long)]
    dev: bool,
}

/// How the page is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Dev,
    Release,
}

/// Whether browsers keep the page for use without a network. They would show
/// an old build to somebody who develops.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Offline {
    Kept,
    Off,
}

/// The oldest wasm-opt that is sure to take what today's tools write: 116 fails
/// on `table.fill`.
const OLDEST_WASM_OPT: u32 = 119;

/// What the compiler turns on by default, and simd128.
const WASM_FEATURES: &[&str] = &[
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-simd",
];

/// The workers' files, whose names carry no hash.
pub(crate) const WORKER_FILES: &[&str] = &[
    "worker.js",
    "engine_worker.js",
    "engine_worker_bg.wasm",
    "parquet.js",
    "parquet_worker.js",
    "parquet_worker_bg.wasm",
];

pub fn run(options: &Options) -> Result<()> {
    setup::ensure(Purpose::Build)?;
    let mode = if options.dev { Mode::Dev } else { Mode::Release };
    let dist = build(mode, Offline::Kept)?;
    if mode == Mode::Release {
        println!("\n{}", Sizes::measure(&dist)?);
    }
    println!("Built {}: copy it to any static host.", dist.display());
    Ok(())
}

/// Where the built page lies.
pub fn dir() -> PathBuf {
    project_dir().join("dist")
}

/// Builds the page and gives its folder.
///
/// # Errors
///
/// When the project does not compile, or Trunk's output is not as expected.
pub fn build(mode: Mode, offline: Offline) -> Result<PathBuf> {
    let mut trunk = trunk();
    trunk.arg("build");
    if mode == Mode::Release {
        trunk.arg("--release");
    }
    run_command(&mut trunk)?;
    let dist = dir();
    if mode == Mode::Release {
        optimise(&dist)?;
        for path in wasm_files(&dist)? {
            let slim = strip::stripped(&fs::read(&path)?).with_context(|| path.display().to_string())?;
            fs::write(&path, slim)?;
        }
    }
    stamp(&dist)?;
    if offline == Offline::Kept {
        offline::stamp(&dist)?;
    }
    Ok(dist)
}

/// Trunk, told to stay quiet and off the network.
pub fn trunk() -> std::process::Command {
    let mut trunk = command(find_program("trunk").unwrap_or_else(|| "trunk".into()));
    // Trunk 0.21 takes only "true" and "false" there and fails on the usual "1".
    trunk.env_remove("NO_COLOR");
    trunk.args(["--skip-version-check", "--log", "warn"]);
    trunk
}

/// A wasm-opt that can be used, or the reason why there is none.
pub fn find_wasm_opt() -> Result<PathBuf, String> {
    let program = find_program("wasm-opt").ok_or("none on PATH")?;
    let text = output(command(&program).arg("--version")).unwrap_or_default();
    match version_in(&text) {
        Some(version) if version >= OLDEST_WASM_OPT => Ok(program),
        Some(version) => Err(format!("version {version} is older than {OLDEST_WASM_OPT}")),
        None => Err("it does not say its version".to_owned()),
    }
}

/// "wasm-opt version 119 (version_119)"
fn version_in(text: &str) -> Option<u32> {
    text.split_whitespace().find_map(|word| word.parse().ok())
}

fn optimise(dist: &Path) -> Result<()> {
    let wasm_opt = match find_wasm_opt() {
        Ok(program) => program,
        Err(reason) => {
            println!("wasm-opt skipped: {reason}. The page works without, and is as small once compressed.");
            return Ok(());
        }
    };
    for path in wasm_files(dist)? {
        let is_worker = path.file_name().is_some_and(|name| name == "engine_worker_bg.wasm");
        let level = if is_worker { "-O3" } else { "-Oz" };
        let optimised = path.with_extension("wasm.opt");
        run_command(
            command(&wasm_opt).arg(level).args(WASM_FEATURES).arg(&path).arg("--output").arg(&optimised),
        )?;
        fs::rename(&optimised, &path)?;
    }
    Ok(())
}

fn wasm_files(dist: &Path) -> Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wasm") {
            paths.push(path);
        }
    }
    Ok(paths)
}

/// Puts a digest of the worker's files on the URL that the page starts it by.
fn stamp(dist: &Path) -> Result<()> {
    let mut hasher = FxHasher::default();
    for name in WORKER_FILES {
        let path = dist.join(name);
        hasher.write(&fs::read(&path).with_context(|| format!("Trunk did not write {}", path.display()))?);
    }
    let index = dist.join("index.html");
    let html = fs::read_to_string(&index).with_context(|| format!("could not read {}", index.display()))?;
    fs::write(&index, stamped(&html, hasher.finish())?)?;
    Ok(())
}

fn stamped(html: &str, digest: u64) -> Result<String> {
    let unstamped = "content=\"worker.js\"";
    if html.matches(unstamped).count() != 1 {
        bail!("index.html must name the worker once: <meta name=\"engine-worker\" {unstamped}>");
    }
    Ok(html.replace(unstamped, &format!("content=\"worker.js?v={digest:016x}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workers_url_carries_the_digest() {
        let html = r#"<meta name="engine-worker" content="worker.js">"#;
        let expected = r#"<meta name="engine-worker" content="worker.js?v=00000000000000ff">"#;
        assert_eq!(stamped(html, 255).unwrap(), expected);
        assert!(stamped("<p>", 255).is_err());
    }

    #[test]
    fn wasm_opt_says_its_version_in_words() {
        assert_eq!(version_in("wasm-opt version 108 (version_108)"), Some(108));
        assert_eq!(version_in("wasm-opt version 121"), Some(121));
        assert_eq!(version_in(""), None);
    }
}
