//! The table on the terminal and in `benches/RESULTS.md`.
//!
//! The file has a section for each part; a run of one part replaces its own.

use crate::machine::{self, Conditions};
use anyhow::{Context, Result};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use xtask::process::project_dir;

/// Sections in the order of the file.
const TITLES: [&str; 5] =
    ["Page start and size", "Reading", "Side by side with the Perfetto UI", "Frames", "Comparing paths"];

const HEAD: &str = "# Results\n\nWritten by `cargo xtask bench`; each section says when and where it was measured. \
What is compared ran by turns in one Chromium; numbers are medians of the rounds, and what counts are the ratios.\n";

/// What one part measured.
#[derive(Default)]
pub struct Section {
    /// One of the file's titles.
    pub title: &'static str,
    pub browser: String,
    pub rounds: u32,
    pub targets: Vec<Target>,
    pub tables: Vec<Table>,
    /// Whole sentences.
    pub notes: Vec<String>,
}

/// A promise and what came of it.
pub struct Target {
    pub what: String,
    pub wanted: String,
    pub measured: String,
    pub met: bool,
}

#[derive(Default)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(columns: &[&str]) -> Table {
        Table { columns: columns.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }
}

pub struct Report {
    sections: Vec<(String, String)>,
    quick: bool,
}

impl Report {
    /// Takes the sections that are there; a quick run writes none.
    ///
    /// # Errors
    ///
    /// When the file is there but cannot be read.
    pub fn load(quick: bool) -> Result<Report> {
        let path = path();
        if !path.exists() {
            return Ok(Report { sections: Vec::new(), quick });
        }
        let text = fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?;
        let sections = text.split("\n## ").skip(1).filter_map(|section| section.split_once('\n'));
        let sections = sections.map(|(title, body)| (title.trim().to_owned(), body.trim().to_owned()));
        Ok(Report { sections: sections.collect(), quick })
    }

    /// Prints a section and keeps it.
    pub fn add(&mut self, section: Section, began: &Conditions) {
        let body = text_of(&section, began);
        println!("\n## {}\n\n{body}", section.title);
        self.sections.retain(|(title, _)| title != section.title);
        self.sections.push((section.title.to_owned(), body));
    }

    /// # Errors
    ///
    /// When the file cannot be written.
    pub fn save(mut self) -> Result<()> {
        if self.quick {
            println!("\nA quick run says little; benches/RESULTS.md stays as it was.");
            return Ok(());
        }
        self.sections.sort_by_key(|(title, _)| TITLES.iter().position(|known| known == title));
        let mut text = HEAD.to_owned();
        for (title, body) in &self.sections {
            let _ = write!(text, "\n## {title}\n\n{body}\n");
        }
        fs::write(path(), text).with_context(|| format!("could not write {}", path().display()))?;
        println!("\nWritten to {}", path().display());
        Ok(())
    }
}

fn path() -> PathBuf {
    project_dir().join("benches").join("RESULTS.md")
}

fn text_of(section: &Section, began: &Conditions) -> String {
    let load = began.load.map_or_else(|| "unknown".to_owned(), |load| format!("{load:.1}"));
    let mut text = format!(
        "{}, commit {}. {}. {}. Load average at the start: {load}. Rounds: {}.\n",
        began.when,
        began.commit,
        machine::describe(),
        section.browser,
        section.rounds,
    );
    if !section.targets.is_empty() {
        let mut table = Table::new(&["target", "wanted", "measured", "met"]);
        table.rows.extend(section.targets.iter().map(|target| {
            let met = if target.met { "yes" } else { "**no**" };
            vec![target.what.clone(), target.wanted.clone(), target.measured.clone(), met.to_owned()]
        }));
        write_table(&mut text, &table);
    }
    section.tables.iter().for_each(|table| write_table(&mut text, table));
    for note in &section.notes {
        let _ = write!(text, "\n* {note}");
    }
    text.trim_end().to_owned()
}

/// Columns padded to equal width: a terminal shows the text as it is.
fn write_table(text: &mut String, table: &Table) {
    let width_of = |column: usize| {
        let cells = table.rows.iter().filter_map(|row| row.get(column)).chain(table.columns.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..table.columns.len()).map(width_of).collect();
    let line = |cells: &[String]| {
        let cell = |(at, (cell, &width)): (usize, (&String, &usize))| {
            if at == 0 { format!(" {cell:<width$} |") } else { format!(" {cell:>width$} |") }
        };
        let cells: String = cells.iter().zip(&widths).enumerate().map(cell).collect();
        format!("|{cells}\n")
    };
    text.push('\n');
    text.push_str(&line(&table.columns));
    let rule = |(at, &width): (usize, &usize)| {
        let dashes = "-".repeat(width + 1);
        if at == 0 { format!("{dashes}-|") } else { format!("{dashes}:|") }
    };
    let rules: String = widths.iter().enumerate().map(rule).collect();
    let _ = writeln!(text, "|{rules}");
    table.rows.iter().for_each(|row| text.push_str(&line(row)));
}

/// Milliseconds, or seconds where these are many.
pub fn duration(ms: f64) -> String {
    match ms {
        ms if ms.is_nan() => "–".to_owned(),
        ms if ms < 10.0 => format!("{ms:.1} ms"),
        ms if ms < 10_000.0 => format!("{ms:.0} ms"),
        ms => format!("{:.1} s", ms / 1000.0),
    }
}

/// Decimal megabytes.
pub fn megabytes(bytes: f64) -> String {
    if bytes < 10e6 { format!("{:.1} MB", bytes / 1e6) } else { format!("{:.0} MB", bytes / 1e6) }
}

pub fn times(ratio: f64) -> String {
    if ratio.is_nan() { "–".to_owned() } else { format!("{ratio:.2} ×") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_line_up() {
        let mut table = Table::new(&["file", "time"]);
        table.rows.push(vec!["a.json".to_owned(), duration(12.3)]);
        table.rows.push(vec!["b".to_owned(), duration(12_345.0)]);
        let mut text = String::new();
        write_table(&mut text, &table);
        let expected =
            "\n| file   |   time |\n|--------|-------:|\n| a.json |  12 ms |\n| b      | 12.3 s |\n";
        assert_eq!(text, expected);
    }
}
