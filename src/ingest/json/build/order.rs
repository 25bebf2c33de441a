//! Which processes and tracks there are, and in which order: by sort index,
//! then named before unnamed, then by name and id, numbers in names by value.

use super::super::collect::{Collector, Thread, ThreadKind};
use super::asyncs::AsyncTrack;
use crate::trace::{CounterId, Process, ProcessId, StringId, Track, TrackId, TrackKind};
use std::cmp::Ordering;

/// Tracks by what fills them.
#[derive(Debug, Default)]
pub struct Plan {
    /// Threads that are drawn, in display order.
    pub threads: Vec<(u32, TrackId)>,
    pub track_of_thread: Vec<TrackId>,
    pub counter_tracks: Vec<TrackId>,
    pub async_tracks: Vec<TrackId>,
}

/// What a track stands for, with its sort key.
struct Entry {
    pid: StringId,
    source: Source,
    sort_index: i64,
    named: bool,
    name: StringId,
    tid: StringId,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Thread(ThreadRank, u32),
    Async(u32),
    Counter(u32),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ThreadRank {
    Thread,
    Profile,
    States,
    Objects,
}

/// Lays out processes and tracks, with empty rows.
pub fn plan(collector: &mut Collector, async_tracks: &[AsyncTrack]) -> Plan {
    let mut entries = Vec::new();
    for i in 0..collector.identities.threads.len() {
        if collector.identities.threads[i].used {
            entries.push(thread_entry(collector, i as u32));
        }
    }
    for (i, track) in async_tracks.iter().enumerate() {
        let (name, tid) = (track.name, StringId::NONE);
        let source = Source::Async(i as u32);
        entries.push(Entry { pid: track.pid, source, sort_index: 0, named: true, name, tid });
    }
    for (i, counter) in collector.counters.all.iter().enumerate() {
        let (name, tid) = (counter.name, StringId::NONE);
        let source = Source::Counter(i as u32);
        entries.push(Entry { pid: counter.pid, source, sort_index: 0, named: true, name, tid });
    }
    let strings = &collector.trace.strings;
    let group = |source: Source| match source {
        Source::Thread(..) => 0,
        Source::Async(_) => 1,
        Source::Counter(_) => 2,
    };
    entries.sort_by(|a, b| {
        let by_key =
            (group(a.source), a.sort_index, !a.named).cmp(&(group(b.source), b.sort_index, !b.named));
        by_key
            .then_with(|| natural(strings.get(a.name), strings.get(b.name)))
            .then_with(|| natural(strings.get(a.tid), strings.get(b.tid)))
            .then_with(|| a.source.cmp(&b.source))
    });
    let processes = processes(collector, &entries);
    fill(collector, processes, entries, async_tracks.len())
}

fn thread_entry(collector: &mut Collector, index: u32) -> Entry {
    let identities = &collector.identities;
    let thread = &identities.threads[index as usize];
    let (pid, tid, kind) = (thread.pid, thread.tid, thread.kind);
    // A strip of states stands with the thread whose states it shows.
    let described: &Thread = match kind {
        ThreadKind::States | ThreadKind::Profile => {
            identities.find(pid, tid, ThreadKind::Thread).unwrap_or(thread)
        }
        _ => thread,
    };
    let (name, sort_index) = (described.name, described.sort_index.unwrap_or(0));
    let strings = &mut collector.trace.strings;
    let base = match name {
        Some(name) => name,
        None if tid == StringId::NONE => strings.intern("process events"),
        None => tid,
    };
    let suffix = match kind {
        ThreadKind::Thread => None,
        ThreadKind::States => Some("states"),
        ThreadKind::Objects => Some("objects"),
        ThreadKind::Profile => Some("CPU profile"),
    };
    let label = match suffix {
        Some(suffix) => {
            let label = format!("{} ({suffix})", strings.get(base));
            strings.intern(&label)
        }
        None => base,
    };
    let rank = match kind {
        ThreadKind::Thread => ThreadRank::Thread,
        ThreadKind::States => ThreadRank::States,
        ThreadKind::Objects => ThreadRank::Objects,
        ThreadKind::Profile => ThreadRank::Profile,
    };
    Entry { pid, source: Source::Thread(rank, index), sort_index, named: name.is_some(), name: label, tid }
}

fn processes(collector: &mut Collector, entries: &[Entry]) -> Vec<Process> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut list: Vec<Process> = Vec::new();
    for entry in entries {
        if !seen.insert(entry.pid) {
            continue;
        }
        let meta = collector.process_meta.remove(&entry.pid).unwrap_or_default();
        let name = match meta.name {
            Some(name) => name,
            None if entry.pid == StringId::NONE => collector.trace.strings.intern("no process"),
            None => entry.pid,
        };
        list.push(Process {
            pid: entry.pid,
            name,
            named: meta.name.is_some(),
            labels: meta.labels,
            sort_index: meta.sort_index.unwrap_or(0),
            first_track: 0,
            end_track: 0,
        });
    }
    // A process with nothing but a mark (Kineto writes two) would stand before
    // all others, for want of a sort index.
    let filled: rustc_hash::FxHashSet<StringId> = entries
        .iter()
        .filter(|entry| match entry.source {
            Source::Thread(_, thread) => !collector.identities.threads[thread as usize].slices.is_empty(),
            Source::Async(_) | Source::Counter(_) => true,
        })
        .map(|entry| entry.pid)
        .collect();
    let strings = &collector.trace.strings;
    list.sort_by(|a, b| {
        (!filled.contains(&a.pid), a.sort_index, !a.named)
            .cmp(&(!filled.contains(&b.pid), b.sort_index, !b.named))
            .then_with(|| natural(strings.get(a.name), strings.get(b.name)))
            .then_with(|| {
                let labels =
                    |p: &Process| p.labels.iter().map(|l| strings.get(*l).to_owned()).collect::<Vec<_>>();
                labels(a).cmp(&labels(b))
            })
            .then_with(|| natural(strings.get(a.pid), strings.get(b.pid)))
    });
    list
}

fn fill(
    collector: &mut Collector,
    mut processes: Vec<Process>,
    entries: Vec<Entry>,
    async_tracks: usize,
) -> Plan {
    let mut plan = Plan {
        threads: Vec::new(),
        track_of_thread: vec![TrackId::NONE; collector.identities.threads.len()],
        counter_tracks: vec![TrackId::NONE; collector.counters.all.len()],
        async_tracks: vec![TrackId::NONE; async_tracks],
    };
    let by_pid: rustc_hash::FxHashMap<StringId, usize> =
        processes.iter().enumerate().map(|(i, process)| (process.pid, i)).collect();
    let mut of_process: Vec<Vec<Entry>> = processes.iter().map(|_| Vec::new()).collect();
    for entry in entries {
        if let Some(&process) = by_pid.get(&entry.pid) {
            of_process[process].push(entry);
        }
    }
    let tracks = &mut collector.trace.tracks;
    for (i, (process, entries)) in processes.iter_mut().zip(of_process).enumerate() {
        process.first_track = tracks.len() as u32;
        for entry in entries {
            let id = TrackId(tracks.len() as u32);
            let kind = match entry.source {
                Source::Thread(rank, thread) => {
                    plan.threads.push((thread, id));
                    plan.track_of_thread[thread as usize] = id;
                    match rank {
                        ThreadRank::Thread | ThreadRank::Profile => TrackKind::Thread,
                        ThreadRank::States => TrackKind::States,
                        ThreadRank::Objects => TrackKind::Objects,
                    }
                }
                Source::Async(track) => {
                    plan.async_tracks[track as usize] = id;
                    TrackKind::Async
                }
                Source::Counter(counter) => {
                    plan.counter_tracks[counter as usize] = id;
                    TrackKind::Counter(CounterId(counter))
                }
            };
            tracks.push(Track {
                process: ProcessId(i as u32),
                kind,
                name: entry.name,
                named: entry.named,
                tid: entry.tid,
                sort_index: entry.sort_index,
                rows: 0..0,
                slices: 0..0,
                instants: 0..0,
            });
        }
        process.end_track = tracks.len() as u32;
    }
    collector.trace.processes = processes;
    plan
}

/// Compares texts with runs of digits by value.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    loop {
        match (a.first(), b.first()) {
            (None, None) => return Ordering::Equal,
            (None, _) => return Ordering::Less,
            (_, None) => return Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                let (run_a, run_b) = (digits(a), digits(b));
                let by_value = run_a.len().cmp(&run_b.len()).then_with(|| run_a.cmp(run_b));
                if by_value != Ordering::Equal {
                    return by_value;
                }
                let run = |text: &[u8]| text.iter().take_while(|c| c.is_ascii_digit()).count();
                (a, b) = (&a[run(a)..], &b[run(b)..]);
            }
            (Some(x), Some(y)) if x == y => (a, b) = (&a[1..], &b[1..]),
            (Some(x), Some(y)) => return x.cmp(y),
        }
    }
}

/// The leading run of digits without leading zeros.
fn digits(text: &[u8]) -> &[u8] {
    let len = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let zeros = text[..len].iter().take_while(|c| **c == b'0').count();
    &text[zeros..len]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count_by_value() {
        let mut names = ["stream 13", "stream 7", "a10b2", "a9b3", "", "stream 007"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["", "a9b3", "a10b2", "stream 7", "stream 007", "stream 13"]);
    }
}
