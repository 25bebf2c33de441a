//! Where and when a measurement was taken.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};
use xtask::process::{command, output};

/// The state of things when a measurement began.
pub struct Conditions {
    /// Such as "2025-03-01 12:30 UTC".
    pub when: String,
    /// Processes that wanted a processor in the last minute, on average.
    pub load: Option<f64>,
    /// Short hash of the commit, with a plus when files differ from it.
    pub commit: String,
}

impl Conditions {
    pub fn now() -> Conditions {
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        Conditions { when: utc(seconds), load: load(), commit: commit() }
    }
}

/// Processor, cores and memory.
pub fn describe() -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let processor = processor().unwrap_or_else(|| "unknown processor".to_owned());
    let memory = memory_gb().map(|gb| format!(", {gb:.0} GB")).unwrap_or_default();
    format!("{processor}, {cores} cores{memory}")
}

fn processor() -> Option<String> {
    if let Ok(text) = fs::read_to_string("/proc/cpuinfo") {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        return Some(line.split_once(':')?.1.trim().to_owned());
    }
    output(Command::new("sysctl").args(["-n", "machdep.cpu.brand_string"])).map(|text| text.trim().to_owned())
}

fn memory_gb() -> Option<f64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let kib: f64 = text.lines().next()?.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib * 1024.0 / 1e9)
}

fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.parse().ok()
}

fn commit() -> String {
    let hash = output(command("git").args(["rev-parse", "--short", "HEAD"])).unwrap_or_default();
    let changed = output(command("git").args(["status", "--porcelain", "--", "src", "web", "style"]));
    let plus = if changed.is_some_and(|text| !text.is_empty()) { "+" } else { "" };
    format!("{}{plus}", hash.trim())
}

/// A date without a library: days are counted from 1 March of year 0, so that
/// the leap day is a year's last.
fn utc(seconds: u64) -> String {
    let days = seconds / 86_400 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(utc(0), "1970-01-01 00:00 UTC");
        assert_eq!(utc(951_782_399), "2000-02-28 23:59 UTC");
        assert_eq!(utc(951_868_800), "2000-03-01 00:00 UTC");
        assert_eq!(utc(1_767_225_600), "2026-01-01 00:00 UTC");
    }
}
