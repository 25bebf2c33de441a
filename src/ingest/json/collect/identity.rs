//! Which thread an event belongs to. The key is the token's text: `1` and
//! `"1"` are one thread; `-1`, `1.0`, `""` and `"Spans"` are threads of their
//! own; a missing token is a key too. Nothing is squeezed into an integer.

use super::super::event::RawEvent;
use super::super::scan::{Kind, Value};
use super::{Collector, Place, RawSlice};
use crate::trace::StringId;
use rustc_hash::FxHashMap;

/// What kind of track the records of a thread make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ThreadKind {
    #[default]
    Thread,
    States,
    Objects,
    /// Frames of a sampled CPU profile.
    Profile,
}

/// Records of one thread.
#[derive(Debug, Default)]
pub struct Thread {
    pub pid: StringId,
    pub tid: StringId,
    pub kind: ThreadKind,
    pub slices: Vec<RawSlice>,
    /// `slices` holds begins or ends.
    pub has_pairs: bool,
    /// By index into `slices`.
    pub correlation: Vec<(u32, u64)>,
    pub external_id: Vec<(u32, u64)>,
    /// Something is drawn here; a thread that only metadata names is not.
    pub used: bool,
    /// Latest start, end or instant, in ticks; meaningless unless `used`.
    pub last: i64,
    pub name: Option<StringId>,
    pub sort_index: Option<i64>,
}

/// What metadata says of a process.
#[derive(Debug, Default)]
pub struct ProcessMeta {
    pub name: Option<StringId>,
    pub labels: Vec<StringId>,
    pub sort_index: Option<i64>,
}

/// Threads by key, with the last ones seen at hand.
#[derive(Debug, Default)]
pub struct Identities {
    pub threads: Vec<Thread>,
    by_key: FxHashMap<(StringId, StringId, ThreadKind), u32>,
    recent: [Recent; 8],
    next: usize,
}

#[derive(Debug, Default)]
struct Recent {
    pid: Vec<u8>,
    tid: Vec<u8>,
    thread: u32,
    valid: bool,
}

impl Identities {
    pub fn of_key(&mut self, pid: StringId, tid: StringId, kind: ThreadKind) -> u32 {
        let threads = &mut self.threads;
        *self.by_key.entry((pid, tid, kind)).or_insert_with(|| {
            threads.push(Thread { pid, tid, kind, ..Thread::default() });
            (threads.len() - 1) as u32
        })
    }

    pub fn find(&self, pid: StringId, tid: StringId, kind: ThreadKind) -> Option<&Thread> {
        self.by_key.get(&(pid, tid, kind)).map(|&thread| &self.threads[thread as usize])
    }

    /// Marks a thread as drawn and remembers its latest time.
    #[inline]
    pub fn touch(&mut self, thread: u32, time: i64) {
        let thread = &mut self.threads[thread as usize];
        thread.last = if thread.used { thread.last.max(time) } else { time };
        thread.used = true;
    }
}

impl Collector {
    /// The thread of an event.
    #[inline]
    pub fn thread(&mut self, event: &RawEvent, place: &Place, kind: ThreadKind) -> u32 {
        let (pid, tid) = (event.pid, event.tid);
        let plain = |value: Value| matches!(value.kind, Kind::Number | Kind::Text);
        if kind == ThreadKind::Thread && plain(pid) && plain(tid) {
            let (pid, tid) = (pid.of(place.window), tid.of(place.window));
            let hit = self.identities.recent.iter().find(|r| r.valid && r.tid == tid && r.pid == pid);
            if let Some(recent) = hit {
                return recent.thread;
            }
        }
        self.thread_by_text(event, place, kind)
    }

    fn thread_by_text(&mut self, event: &RawEvent, place: &Place, kind: ThreadKind) -> u32 {
        let pid = self.text(event.pid, place);
        let tid = self.text(event.tid, place);
        let thread = self.identities.of_key(pid, tid, kind);
        let identities = &mut self.identities;
        if kind == ThreadKind::Thread
            && matches!(event.pid.kind, Kind::Number | Kind::Text)
            && matches!(event.tid.kind, Kind::Number | Kind::Text)
        {
            let slot = identities.next % identities.recent.len();
            identities.next += 1;
            let (pid, tid) = (event.pid.of(place.window), event.tid.of(place.window));
            identities.recent[slot] = Recent { pid: pid.to_vec(), tid: tid.to_vec(), thread, valid: true };
        }
        thread
    }
}
