//! Real files against figures from another reader, by the command line
//! program. The files are not part of the project: where the folder is absent,
//! these tests say so and pass.

#![expect(clippy::print_stdout, reason = "says what was skipped")]

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with `corpus` and `captures`, if it is there.
fn shared() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let folder = std::env::var_os("LOWERSCOPE_SHARED").map_or(beside, PathBuf::from);
    let found = folder.join("corpus/oracle.jsonl").is_file();
    if !found {
        println!("skipped: no corpus");
    }
    found.then_some(folder)
}

/// Reports of files, in their order.
fn inspect(files: &[PathBuf]) -> Vec<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_lowerscope"))
        .args(["inspect", "--json"])
        .args(files)
        .env("LC_ALL", "en")
        .output()
        .unwrap();
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaints.is_empty(), "{complaints}");
    let text = String::from_utf8(output.stdout).unwrap();
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), files.len());
    reports
}

/// All files below a folder by name.
fn files_by_name(folder: &Path) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_by_name(&path));
        } else {
            found.insert(path.file_name().unwrap().to_string_lossy().into_owned(), path);
        }
    }
    found
}

#[test]
fn every_figure_of_every_corpus_file_is_that_of_the_other_reader() {
    let Some(shared) = shared() else { return };
    let oracle = std::fs::read_to_string(shared.join("corpus/oracle.jsonl")).unwrap();
    let expected: Vec<Value> = oracle.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let by_name = files_by_name(&shared.join("corpus"));
    let files: Vec<PathBuf> =
        expected.iter().map(|expected| by_name[expected["file"].as_str().unwrap()].clone()).collect();
    let mut wrong = Vec::new();
    for (expected, report) in expected.iter().zip(inspect(&files)) {
        for (key, value) in expected.as_object().unwrap() {
            if report[key] != *value {
                wrong.push(format!("{}: {key} is {}, not {value}", expected["file"], report[key]));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} files", files.len());
}

#[test]
fn no_row_of_our_own_recordings_is_lost() {
    let Some(shared) = shared() else { return };
    let captures = shared.join("captures");
    let manifest = std::fs::read_to_string(captures.join("MANIFEST.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = manifest.lines().map(|line| line.split('\t').collect()).collect();
    // The details of trace events begin with their phases.
    let traces: Vec<&Vec<&str>> =
        rows.iter().filter(|row| row.get(4).is_some_and(|details| details.starts_with("ph "))).collect();
    assert!(traces.len() > 50);
    let files: Vec<PathBuf> = traces.iter().map(|row| captures.join(row[0])).collect();
    for (row, report) in traces.iter().zip(inspect(&files)) {
        assert_eq!(report["events"], row[3].parse::<u64>().unwrap(), "{}", row[0]);
        assert_eq!(report["text_bytes"], row[2].parse::<u64>().unwrap(), "{}", row[0]);
        let phases = row[4].trim_start_matches("ph ").split(';').next().unwrap().split(' ');
        for (phase, count) in phases.filter_map(|phase| phase.split_once(':')) {
            assert_eq!(report["ph"][phase], count.parse::<u64>().unwrap(), "{} {phase}", row[0]);
        }
        let drawn: u64 =
            report["x_count_by_cat"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
        assert_eq!(Some(drawn), report["ph"].get("X").map_or(Some(0), Value::as_u64), "{}", row[0]);
        for finding in report["health"].as_array().unwrap() {
            let rule = finding["rule"].as_str().unwrap();
            assert!(!["resync", "gave_up", "truncated", "invalid_ts"].contains(&rule), "{} {rule}", row[0]);
        }
    }
    println!("{} files", files.len());
}
