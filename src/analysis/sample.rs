//! Small traces for tests.

use crate::ingest::json::Reader;
use crate::trace::{SliceId, Trace};

/// A trace of lines `track name start dur [category]`, times in ns.
pub fn trace(lines: &[&str]) -> Trace {
    let micros = |text: &str| {
        let ns: i128 = text.parse().unwrap();
        format!("{}{}.{:03}", if ns < 0 { "-" } else { "" }, ns.abs() / 1000, ns.abs() % 1000)
    };
    let events: Vec<String> = lines
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let [track, name] = [words[0], words[1]];
            let (ts, dur) = (micros(words[2]), micros(words[3]));
            let cat = words.get(4).map(|cat| format!(r#","cat":"{cat}""#)).unwrap_or_default();
            format!(r#"{{"ph":"X","pid":1,"tid":"{track}","name":"{name}","ts":{ts},"dur":{dur}{cat}}}"#)
        })
        .collect();
    read(&format!("[{}]", events.join(",\n")))
}

/// A trace of its JSON text.
pub fn read(text: &str) -> Trace {
    let mut reader = Reader::new("sample.json");
    reader.push(text.as_bytes());
    reader.finish()
}

/// The first slice of a name.
pub fn slice(trace: &Trace, name: &str) -> SliceId {
    let wanted = trace.strings.find(name).unwrap();
    SliceId(trace.slices.name.iter().position(|at| *at == wanted).unwrap() as u32)
}
