//! The files that are measured, made or unpacked once and kept.

use crate::{flat, grow, grow_neuron};
use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use xtask::process::{project_dir, target_dir};

/// 63.6 MB of JSON from a GPU.
pub const XDIT: &str = "tracelens/inference__xdit_flux_aiter_sage__profile_trace_rank_0.json.gz";
/// 35 MB of JSON from a GPU.
pub const HTA: &str = "hta/trace_diff__control__control.json.gz";

/// Another run of the same job: 35 MB too.
pub const HTA_TEST: &str = "hta/trace_diff__test__test.json.gz";

/// What [`grow`] starts from: it has Python frames, flows and memory events.
const CAPTURE: &str = "examples/traces/llama_train.json.gz";

/// What [`grow_neuron`] starts from: both precisions and lengths are there,
/// this is the longest.
const NEURON: &str =
    "neuron/profiling__artifacts__baseline_bf16_s1024__json_reports__baseline_exec_2_profile_full.json";

/// A trace on the disk.
pub struct Input {
    /// Short, for tables.
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
}

impl Input {
    fn new(name: &str, path: PathBuf) -> Result<Input> {
        let bytes = fs::metadata(&path).with_context(|| format!("no {}", path.display()))?.len();
        Ok(Input { name: name.to_owned(), path, bytes })
    }

    /// The same, packed.
    pub fn gzipped(&self) -> Result<Input> {
        let mut path = self.path.clone().into_os_string();
        path.push(".gz");
        let path = made(&PathBuf::from(path), |part| {
            let mut packed = GzEncoder::new(File::create(part)?, flate2::Compression::default());
            io::copy(&mut BufReader::new(File::open(&self.path)?), &mut packed)?;
            packed.finish()?;
            Ok(())
        })?;
        Input::new(&format!("{}.gz", self.name), path)
    }
}

/// A file of the optional corpus, unpacked; `None` when it is not there.
pub fn of_corpus(name: &str, file: &str) -> Result<Option<Input>> {
    let packed = project_dir().join("../shared/corpus").join(file);
    if !packed.is_file() {
        return Ok(None);
    }
    let path = made(&dir().join(format!("{name}.json")), |part| {
        let mut plain = MultiGzDecoder::new(BufReader::new(File::open(&packed)?));
        io::copy(&mut plain, &mut File::create(part)?)?;
        Ok(())
    })?;
    Input::new(name, path).map(Some)
}

/// A capture grown to about so many bytes of JSON.
pub fn grown(bytes: u64) -> Result<Input> {
    let name = format!("grown {} MB", bytes / 1_000_000);
    let path = made(&dir().join(format!("grown-{bytes}.json")), |part| {
        let capture = project_dir().join(CAPTURE);
        let file = File::open(&capture).with_context(|| format!("no {}", capture.display()))?;
        let mut text = String::new();
        MultiGzDecoder::new(file).read_to_string(&mut text)?;
        grow::write(part, &text, bytes)
    })?;
    Input::new(&name, path)
}

/// A Neuron device profile grown to about so many bytes; `None` when it is not
/// there.
pub fn neuron(bytes: u64) -> Result<Option<Input>> {
    let profile = project_dir().join("../shared/corpus").join(NEURON);
    if !profile.is_file() {
        return Ok(None);
    }
    let name = format!("Neuron {} MB", bytes / 1_000_000);
    let path = made(&dir().join(format!("neuron-{bytes}.json")), |part| {
        grow_neuron::write(part, &fs::read_to_string(&profile)?, bytes)
    })?;
    Input::new(&name, path).map(Some)
}

/// About so many slices on eight threads.
pub fn flat(slices: u64) -> Result<Input> {
    let path = made(&dir().join(format!("flat-{slices}.json")), |part| flat::write(part, slices))?;
    Input::new(&counted(slices), path)
}

/// Such as "100 k" or "10 M".
pub fn counted(number: u64) -> String {
    match number {
        number if number >= 1_000_000 && number.is_multiple_of(1_000_000) => {
            format!("{} M", number / 1_000_000)
        }
        number if number >= 1_000 && number.is_multiple_of(1_000) => format!("{} k", number / 1_000),
        number => number.to_string(),
    }
}

/// Where everything of this program lies.
pub fn dir() -> PathBuf {
    target_dir().join("bench")
}

/// A file that is made when it is not there yet. Never half a one: it gets its
/// name when it is whole.
fn made(path: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
    if !path.is_file() {
        println!("making {}", path.display());
        fs::create_dir_all(dir())?;
        let part = path.with_extension("part");
        make(&part).with_context(|| format!("could not make {}", path.display()))?;
        fs::rename(&part, path)?;
    }
    Ok(path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_capture_that_is_grown_is_there() {
        assert!(project_dir().join(CAPTURE).is_file());
    }
}
