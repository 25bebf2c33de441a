//! Small traces for tests.

use crate::trace::{SliceId, Trace};

/// A trace of lines `track name start dur category [correlation [args]]`,
/// times in ns. `-` stands for nothing, `~` in names for a space; args are
/// members of an object.
pub fn trace(lines: &[&str]) -> Trace {
    let events: Vec<String> = lines
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.splitn(7, ' ').collect();
            let (name, cat) = (words[1].replace('~', " "), words.get(4).unwrap_or(&"-"));
            let micros = |text: &str| {
                let ns: i64 = text.parse().unwrap();
                format!("{}.{:03}", ns / 1000, ns % 1000)
            };
            let cat = if *cat == "-" { String::new() } else { format!(r#","cat":"{cat}""#) };
            let mut args = Vec::new();
            if let Some(id) = words.get(5).filter(|id| **id != "-") {
                args.push(format!(r#""correlation":{id}"#));
            }
            args.extend(words.get(6).map(|members| (*members).to_owned()));
            format!(
                r#"{{"ph":"X","pid":1,"tid":"{}","name":"{name}","ts":{},"dur":{}{cat},"args":{{{}}}}}"#,
                words[0],
                micros(words[2]),
                micros(words[3]),
                args.join(",")
            )
        })
        .collect();
    let mut reader = crate::ingest::json::Reader::new("sample.json");
    reader.push(format!("[{}]", events.join(",\n")).as_bytes());
    reader.finish()
}

/// The first slice of a name.
pub fn slice(trace: &Trace, name: &str) -> SliceId {
    let wanted = trace.strings.find(name).unwrap();
    SliceId(trace.slices.name.iter().position(|at| *at == wanted).unwrap() as u32)
}
