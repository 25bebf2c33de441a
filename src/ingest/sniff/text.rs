//! Text that is no JSON.

use memchr::memmem;

use super::{Foreign, Looks};
use crate::neuron::ProfileKind;

/// `head` is the head without its byte order mark.
pub(super) fn looks(head: &[u8], is_whole: bool) -> Option<Looks> {
    let text = as_text(head, is_whole)?;
    let start = text.trim_start();
    let first_line = start.lines().next().unwrap_or_default();
    let lower: String = start.chars().take(400).collect::<String>().to_ascii_lowercase();

    if start.starts_with("version https://git-lfs.github.com/spec/") {
        let size = start
            .lines()
            .find_map(|line| line.strip_prefix("size "))
            .filter(|size| size.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap_or_default();
        return Some(Looks::detailed(Foreign::GitLfsPointer, size.to_owned()));
    }
    if let Some(answer) = server_error(start, &lower) {
        return Some(Looks::detailed(Foreign::ServerError, answer));
    }
    if lower.starts_with("<!doctype html") || lower.contains("<html") {
        let title = between(start, "<title>", "</title>").unwrap_or_default();
        return Some(Looks::detailed(Foreign::HtmlPage, shortened(title.trim())));
    }
    // A lone header, and cells with line breaks in them, look like no table.
    if first_line.split(',').next().is_some_and(|column| column.trim_matches('"') == "timeline_track") {
        return Some(Looks::Neuron(ProfileKind::Tables));
    }
    let what = if start.starts_with('<') {
        Foreign::Xml
    } else if start.starts_with("HloModule ") {
        Foreign::HloText
    } else if is_mlir(start) {
        Foreign::Mlir
    } else if is_torch_log_line(first_line) {
        if start.lines().take(50).any(|line| line.contains("] {\"")) {
            Foreign::TorchTraceLog
        } else {
            Foreign::TorchLog
        }
    } else if let Some(columns) = csv_columns(start) {
        let first: Vec<_> = columns.iter().take(5).copied().collect();
        return Some(Looks::detailed(Foreign::Csv, shortened(&first.join(", "))));
    } else {
        return Some(Looks::detailed(Foreign::PlainText, shortened(first_line)));
    };
    Some(Looks::foreign(what))
}

/// The head as text; `None` when it is binary. A character that the head cuts
/// is left out.
fn as_text(head: &[u8], is_whole: bool) -> Option<&str> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() && !is_whole => {
            std::str::from_utf8(&head[..error.valid_up_to()]).ok()?
        }
        Err(_) => return None,
    };
    let is_binary = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c' | '\x1b');
    (!text.trim().is_empty() && !text.contains(is_binary)).then_some(text)
}

/// What a server said instead of giving the file.
fn server_error(start: &str, lower: &str) -> Option<String> {
    // GitHub and others answer with the bare status line.
    let is_status = ["404: not found", "404 not found", "403 forbidden", "not found"]
        .iter()
        .any(|status| lower.trim() == *status);
    if is_status {
        return Some(shortened(start.trim()));
    }
    // Object stores answer in XML.
    let is_store = lower.contains("<error>") && lower.contains("<code>");
    is_store.then(|| shortened(between(start, "<Code>", "</Code>").unwrap_or_default()))
}

fn is_mlir(start: &str) -> bool {
    ["module @", "module {", "module attributes", "#loc", "builtin.module"]
        .iter()
        .any(|sign| start.starts_with(sign))
        && (start.contains("func.func") || start.contains("tt.func") || start.contains("module"))
}

/// `V1206 15:24:45.403000 1667746 torch/...`: level, month and day, time.
fn is_torch_log_line(line: &str) -> bool {
    let pattern = b"L0000 00:00:00";
    let line = line.as_bytes();
    line.len() > pattern.len()
        && pattern.iter().zip(line).all(|(kind, byte)| match kind {
            b'L' => b"VDIWEC".contains(byte),
            b'0' => byte.is_ascii_digit(),
            other => other == byte,
        })
}

/// The first columns, when at least two lines have the same number of them.
fn csv_columns(start: &str) -> Option<Vec<&str>> {
    // The last line may be cut; it counts only when it is the second.
    let lines: Vec<_> = start.lines().take(5).collect();
    let sure = match lines.len() {
        0 | 1 => return None,
        2..=4 => 2,
        _ => 4,
    };
    [',', '\t', ';'].into_iter().find_map(|separator| {
        // Commas inside quotes do not separate.
        let count = |line: &str| {
            let mut is_quoted = false;
            line.chars()
                .filter(|&c| {
                    is_quoted ^= c == '"';
                    c == separator && !is_quoted
                })
                .count()
        };
        let wanted = count(lines[0]);
        let fits = wanted > 0 && lines[..sure].iter().all(|line| count(line) == wanted);
        let columns = lines[0].split(separator).map(|column| column.trim_matches(['"', ' ']));
        fits.then(|| columns.collect())
    })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let start = memmem::find(text.as_bytes(), open.as_bytes())? + open.len();
    let inside = text.get(start..)?;
    let end = memmem::find(inside.as_bytes(), close.as_bytes())?;
    inside.get(..end)
}

/// At most 80 characters, for a detail.
fn shortened(text: &str) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(80).collect();
    clean.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::sniff;
    use super::*;

    fn look(text: &str) -> Looks {
        sniff(text.as_bytes(), true, "file")
    }

    #[test]
    fn pages_instead_of_files_are_told_with_their_title() {
        let page = "\n<!DOCTYPE html>\n<html><head><title>traces/a.json at main</title>";
        assert_eq!(look(page), Looks::detailed(Foreign::HtmlPage, "traces/a.json at main".to_owned()));
    }

    #[test]
    fn answers_of_servers_are_told() {
        assert_eq!(
            look("404: Not Found"),
            Looks::detailed(Foreign::ServerError, "404: Not Found".to_owned())
        );
        let store = "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>";
        assert_eq!(look(store), Looks::detailed(Foreign::ServerError, "AccessDenied".to_owned()));
    }

    #[test]
    fn a_pointer_of_git_lfs_is_told_with_the_real_size() {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 123456\n";
        assert_eq!(look(pointer), Looks::detailed(Foreign::GitLfsPointer, "123456".to_owned()));
    }

    #[test]
    fn logs_of_torch_are_told_apart() {
        let trace = "V1206 15:24:45.403000 1667746 torch/a.py:1] {\"chromium_event\": {}}\n";
        assert_eq!(look(trace), Looks::foreign(Foreign::TorchTraceLog));
        let log = "V1130 01:30:02.236000 31132 torch/a.py:1] [0/0] TRACED GRAPH\n";
        assert_eq!(look(log), Looks::foreign(Foreign::TorchLog));
    }

    #[test]
    fn compilers_texts_are_recognised() {
        assert_eq!(look("HloModule jit_f, is_scheduled=true"), Looks::foreign(Foreign::HloText));
        assert_eq!(look("module @jit_f {\n  func.func public @main()"), Looks::foreign(Foreign::Mlir));
    }

    #[test]
    fn tables_are_told_with_their_columns() {
        assert_eq!(
            look("name,\"calls, all\",total\nmm,3,4\n"),
            Looks::detailed(Foreign::Csv, "name, calls, all, total".to_owned())
        );
        assert_eq!(look("timeline_track,name\nTensor,a\n"), Looks::Neuron(ProfileKind::Tables));
        assert_eq!(
            look("Dear reader, hello\nthis is a letter\n"),
            Looks::detailed(Foreign::PlainText, "Dear reader, hello".to_owned())
        );
    }

    #[test]
    fn binary_data_is_no_text() {
        assert_eq!(as_text(b"abc\0def", true), None);
        assert_eq!(as_text(b"abc\xff", true), None);
        assert_eq!(as_text("é".as_bytes().split_at(1).0, false), None);
        assert_eq!(as_text(b"abc\xc3", false), Some("abc"));
    }
}
