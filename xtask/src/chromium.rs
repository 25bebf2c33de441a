//! Finding Chromium and its driver, starting the driver, and the switches that
//! every browser of ours starts with.

use crate::process::{find_program, target_dir};
use anyhow::{Context, Result, bail};
use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

const BROWSERS: &[&str] =
    &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const DRIVERS: &[&str] = &["chromedriver", "chromium-chromedriver"];
const MAC_BROWSERS: &[&str] = &[
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// No window, no sandbox (containers run as root), no GPU, no calls home.
pub const SWITCHES: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--no-first-run",
];

/// The browser named by `CHROMIUM`, or the first usual one on `PATH`.
pub fn find_browser() -> Option<PathBuf> {
    find("CHROMIUM", BROWSERS).or_else(|| MAC_BROWSERS.iter().map(PathBuf::from).find(|path| path.is_file()))
}

/// The driver named by `CHROMEDRIVER`, or the first usual one on `PATH`.
pub fn find_driver() -> Option<PathBuf> {
    find("CHROMEDRIVER", DRIVERS)
}

fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    match env::var_os(variable) {
        Some(path) => Some(PathBuf::from(path)).filter(|path| path.is_file()),
        None => names.iter().find_map(|name| find_program(name)),
    }
}

/// How often starting chromedriver is tried.
const TRIES: usize = 4;

/// A running chromedriver. Dropping it ends the process; close sessions first,
/// or their browsers stay.
pub struct Driver {
    process: Child,
    port: u16,
    /// For the profiles of its browsers, which it leaves behind when it is
    /// ended or one of them crashes.
    _profiles: TempDir,
}

impl Driver {
    /// Starts chromedriver on a port that it chooses.
    ///
    /// # Errors
    ///
    /// When there is none, or it ends before it listens.
    pub fn start() -> Result<Driver> {
        let program = find_driver().context("chromedriver is missing: run `cargo xtask setup`")?;
        // The port that it chooses for IPv4 may be taken for IPv6: then it ends.
        let mut failure = None;
        for _ in 0..TRIES {
            match Self::try_start(&program) {
                Ok(driver) => return Ok(driver),
                Err(error) => failure = Some(error),
            }
        }
        Err(failure.context("chromedriver was never tried")?)
    }

    fn try_start(program: &Path) -> Result<Driver> {
        let profiles = tempfile::tempdir().context("no folder for the browsers' profiles")?;
        let mut process = Command::new(program)
            .args(["--port=0", "--log-level=SEVERE"])
            // Where it, and the browsers that it starts, make folders.
            .env("TMPDIR", profiles.path())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("could not start {}", program.display()))?;
        let stdout = process.stdout.take().context("chromedriver has no output")?;
        let mut lines = BufReader::new(stdout).lines();
        let port = lines.by_ref().map_while(Result::ok).find_map(|line| port_in(&line));
        // Keep reading: a full pipe would stop the driver.
        std::thread::spawn(move || lines.for_each(drop));
        let Some(port) = port else {
            let _ = process.kill();
            let status = process.wait()?;
            bail!("chromedriver ended ({status}) before it listened");
        };
        Ok(Driver { process, port, _profiles: profiles })
    }

    /// Where WebDriver clients connect.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Already gone is as good as killed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// "ChromeDriver was started successfully on port 40123."
fn port_in(line: &str) -> Option<u16> {
    let (_, port) = line.split_once("started successfully on port ")?;
    port.trim_end_matches('.').parse().ok()
}

/// Writes the browser's settings for `wasm-bindgen-test-runner`.
///
/// # Errors
///
/// When the file cannot be written.
pub fn write_test_runner_settings() -> Result<PathBuf> {
    let binary = match find_browser() {
        Some(path) => format!("\"binary\":{},", json_text(&path)),
        None => String::new(),
    };
    let switches = SWITCHES.iter().map(|switch| format!("\"{switch}\"")).collect::<Vec<_>>().join(",");
    let path = target_dir().join("webdriver.json");
    fs::create_dir_all(target_dir())?;
    fs::write(&path, format!("{{\"goog:chromeOptions\":{{{binary}\"args\":[{switches}]}}}}\n"))
        .with_context(|| format!("could not write {}", path.display()))?;
    Ok(path)
}

fn json_text(path: &Path) -> String {
    let escaped = path.to_string_lossy().replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_is_read_from_the_drivers_greeting() {
        assert_eq!(port_in("ChromeDriver was started successfully on port 40123."), Some(40123));
        assert_eq!(port_in("Only local connections are allowed."), None);
    }
}
