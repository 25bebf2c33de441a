//! What the page keeps for use without a network: a list of its files with
//! their digests, written into the script that keeps them (`web/offline.js`).

use crate::dist::WORKER_FILES;
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The script, at the root of the page so that all of it is in its scope.
const SCRIPT: &str = "offline.js";
/// What stands there while one develops.
const UNSTAMPED: &str = "const BUILD = null;";
/// The folder of example traces, and up to which size one is kept before
/// anybody has opened it.
const TRACES: &str = "traces/";
const SMALL_TRACE_BYTES: usize = 64 << 10;
/// Kept once they were asked for: most people need none.
const LATER: &[&str] = &["parquet.js", "parquet_worker.js", "parquet_worker_bg.wasm"];
/// Fetched by the system that installs the page, not by the page.
const NOT_KEPT: &[&str] = &[SCRIPT, "icons/"];

/// Lists the files of `dist` in the script, and names the script in the page.
/// The workers' files are asked for with the version that the page has of them.
///
/// # Errors
///
/// When a file cannot be read or written, or the script or the page is not as
/// expected.
pub fn stamp(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let html = fs::read_to_string(&index).with_context(|| format!("could not read {}", index.display()))?;
    fs::write(&index, named(&html)?)?;
    let query = query_of_workers(&html)?;
    let mut files = BTreeMap::new();
    list(dist, dist, &mut files)?;
    let (mut kept, mut later, mut traces) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for (path, bytes) in &files {
        if NOT_KEPT.iter().any(|prefix| path.starts_with(prefix)) {
            continue;
        }
        if path.starts_with(TRACES) && bytes.len() > SMALL_TRACE_BYTES {
            traces.push(path.as_str());
        } else {
            let query = if WORKER_FILES.contains(&path.as_str()) { query } else { "" };
            let list = if LATER.contains(&path.as_str()) { &mut later } else { &mut kept };
            list.insert(format!("{path}{query}"), hex(bytes));
        }
    }
    let script = dist.join(SCRIPT);
    let text =
        fs::read_to_string(&script).with_context(|| format!("Trunk did not write {}", script.display()))?;
    fs::write(&script, filled(&text, &kept, &later, &traces)?)?;
    Ok(())
}

/// `?v=…`, as the page starts the worker.
fn query_of_workers(html: &str) -> Result<&str> {
    let (_, rest) = html.split_once("content=\"worker.js").context("index.html must name the worker")?;
    Ok(rest.split('"').next().unwrap_or_default())
}

fn named(html: &str) -> Result<String> {
    let unnamed = "name=\"offline-worker\" content=\"\"";
    let named = format!("name=\"offline-worker\" content=\"{SCRIPT}\"");
    if html.contains(&named) {
        return Ok(html.to_owned());
    }
    if html.matches(unnamed).count() != 1 {
        bail!("index.html must have a place for the script once: <meta {unnamed}>");
    }
    Ok(html.replace(unnamed, &named))
}

type Digests = BTreeMap<String, String>;

fn filled(script: &str, kept: &Digests, later: &Digests, traces: &[&str]) -> Result<String> {
    if script.matches(UNSTAMPED).count() != 1 {
        bail!("{SCRIPT} must have a place for the list once: {UNSTAMPED}");
    }
    let object = |files: &Digests| {
        let pairs: Vec<String> =
            files.iter().map(|(path, digest)| format!("{path:?}: \"{digest}\"")).collect();
        format!("{{ {} }}", pairs.join(", "))
    };
    let (files, later) = (object(kept), object(later));
    let version = &hex(format!("{files} {later}").as_bytes())[..16];
    let build = format!(
        "const BUILD = {{ version: \"{version}\", files: {files}, later: {later}, traces: {traces:?} }};"
    );
    Ok(script.replace(UNSTAMPED, &build))
}

/// All files below a folder, by their paths with `/`.
fn list(root: &Path, dir: &Path, files: &mut BTreeMap<String, Vec<u8>>) -> Result<()> {
    for entry in fs::read_dir(dir).with_context(|| format!("could not read {}", dir.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
            continue;
        }
        let parts: Vec<_> =
            path.strip_prefix(root)?.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        // Left behind by Trunk while it works, or by a system for itself.
        if parts.iter().any(|part| part.starts_with('.')) {
            continue;
        }
        files.insert(parts.join("/"), fs::read(&path)?);
    }
    Ok(())
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut out, byte| {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_lists_what_is_kept_and_its_version_follows_the_files() {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let mut versions = Vec::new();
        for page in ["one", "two", "one"] {
            write(
                "index.html",
                r#"<meta name="engine-worker" content="worker.js?v=1"><meta name="offline-worker" content="">"#,
            );
            write("offline.js", "const BUILD = null;\n");
            write("page.js", page);
            write("worker.js", "w");
            write("parquet.js", "p");
            write("traces/a/small.json", "[]");
            write("traces/large.json", &" ".repeat(SMALL_TRACE_BYTES + 1));
            write("icons/icon.png", "p");
            write(".stage/x", "s");
            stamp(dir.path()).unwrap();
            let script = fs::read_to_string(dir.path().join("offline.js")).unwrap();
            let digest = "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945";
            assert!(script.contains(&format!("\"traces/a/small.json\": \"{digest}\"")), "{script}");
            assert!(
                script.contains("\"worker.js?v=1\": ") && script.contains("\"index.html\": "),
                "{script}"
            );
            assert!(script.contains("traces: [\"traces/large.json\"]"), "{script}");
            let (kept, later) = script.split_once("later: ").unwrap();
            assert!(later.contains("\"parquet.js?v=1\": ") && !kept.contains("parquet"), "{script}");
            for absent in ["icon.png", ".stage", "\"offline.js\"", "\"worker.js\""] {
                assert!(!script.contains(absent), "{absent}: {script}");
            }
            versions.push(script[..script.find("files").unwrap()].to_owned());
            let html = fs::read_to_string(dir.path().join("index.html")).unwrap();
            assert!(html.contains(r#"content="offline.js""#), "{html}");
        }
        assert!(versions[0] == versions[2] && versions[0] != versions[1], "{versions:?}");
    }
}
