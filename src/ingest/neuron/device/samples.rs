//! Rows that are samples over time: semaphores, memory, throughput, limits.

use super::Collected;
use crate::ingest::json::scan::{self, Notes, Scan, Value};
use crate::ingest::neuron::field;
use crate::ingest::neuron::sections::Place;
use crate::ingest::neuron::series::{SeriesKey, Shown};
use crate::neuron::Throttle;
use crate::trace::{Rule, StringId};

impl Collected {
    pub(super) fn semaphore(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let [mut id, mut value] = [Value::default(); 2];
        let (row, end) = self.sample(window, at, place, |key, found| {
            match key.of(window) {
                b"id" => id = found,
                b"value" => value = found,
                _ => return false,
            }
            true
        })?;
        let name = match id.is_text() {
            true => self.pool.text(&mut self.trace.strings, id, window),
            false => self.pool.inside(&mut self.trace.strings, id.of(window)),
        };
        self.add(row, Shown::Semaphore, name, field::float(value, window));
        Ok(end)
    }

    pub(super) fn pending(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let mut value = Value::default();
        let (row, end) = self.sample(window, at, place, |key, found| {
            let is_value = key.of(window) == b"value";
            if is_value {
                value = found;
            }
            is_value
        })?;
        self.add(row, Shown::PendingDma, StringId::NONE, field::float(value, window));
        Ok(end)
    }

    pub(super) fn throughput(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let [mut total, mut rate, mut hbm_total, mut hbm_rate] = [Value::default(); 4];
        let (row, end) = self.sample(window, at, place, |key, found| {
            match key.of(window) {
                b"total_transfer_bytes" => total = found,
                b"transfer_rate" => rate = found,
                b"hbm_total_transfer_bytes" => hbm_total = found,
                b"hbm_transfer_rate" => hbm_rate = found,
                // Says which of the two pairs counts.
                b"uses_hbm" => {}
                _ => return false,
            }
            true
        })?;
        for (shown, value) in [
            (Shown::DmaTotal, total),
            (Shown::DmaRate, rate),
            (Shown::HbmTotal, hbm_total),
            (Shown::HbmRate, hbm_rate),
        ] {
            if value.is_some() {
                self.add(row, shown, StringId::NONE, field::float(value, window));
            }
        }
        Ok(end)
    }

    /// Throughput as the tables of newer tools have it.
    pub(super) fn rate(
        &mut self,
        window: &[u8],
        at: usize,
        place: Place,
        [total_as, rate_as]: [Shown; 2],
    ) -> Scan<usize> {
        let [mut total, mut rate] = [Value::default(); 2];
        let (row, end) = self.sample(window, at, place, |key, found| {
            match key.of(window) {
                b"total_transfer_bytes" => total = found,
                b"current_throughput" => rate = found,
                _ => return false,
            }
            true
        })?;
        for (shown, value) in [(total_as, total), (rate_as, rate)] {
            if value.is_some() {
                self.add(row, shown, StringId::NONE, field::float(value, window));
            }
        }
        Ok(end)
    }

    /// Fullness as these tables have it: in percent or as a fraction, which
    /// only all rows together can tell.
    pub(super) fn usage_of_table(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        let found = self.sample(window, at, place, |key, found| {
            let is_kept = key.of(window).ends_with(b"_util_percent") && shares.len() < MOST_SHARES;
            if is_kept {
                shares.push((key, found));
            }
            is_kept
        });
        if let Ok((row, _)) = found {
            let shown = if self.section_name == "PsumUsage" { Shown::Psum } else { Shown::Sbuf };
            self.samples.unscaled = true;
            for &(key, value) in shares.iter().filter(|(_, value)| value.is_some()) {
                let name = self.share_name(key.of(window));
                self.add(row, shown, name, field::float(value, window));
            }
        }
        self.shares = shares;
        Ok(found?.1)
    }

    /// Fullness of SBUF by partition or of PSUM by bank.
    pub(super) fn usage(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let mut kind = Value::default();
        let mut shares = std::mem::take(&mut self.shares);
        shares.clear();
        let found = self.sample(window, at, place, |key, found| {
            let name = key.of(window);
            if name == b"type" {
                kind = found;
                return true;
            }
            let is_share = name.ends_with(b"_usage") || name == b"usage_avg";
            let is_kept = is_share && shares.len() < MOST_SHARES;
            if is_kept {
                shares.push((key, found));
            }
            is_kept
        });
        if let Ok((row, _)) = found {
            let shown = if field::text(kind, window) == b"psum" { Shown::Psum } else { Shown::Sbuf };
            for &(key, value) in &shares {
                let name = self.share_name(key.of(window));
                self.add(row, shown, name, field::float(value, window).map(|share| share * 100.0));
            }
        }
        self.shares = shares;
        Ok(found?.1)
    }

    pub(super) fn throttle(&mut self, window: &[u8], at: usize, place: Place) -> Scan<usize> {
        let [mut dur, mut k, mut n, mut kind] = [Value::default(); 4];
        let (row, end) = self.sample(window, at, place, |key, found| {
            match key.of(window) {
                b"duration" => dur = found,
                b"k" => k = found,
                b"n" => n = found,
                b"type" => kind = found,
                _ => return false,
            }
            true
        })?;
        let level = |value| field::count(value, window).and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
        if let Some(start) = row.time {
            self.profile.throttles.push(Throttle {
                start,
                end: start.saturating_add(field::int(dur, window).unwrap_or(0).max(0)),
                k: level(k),
                n: level(n),
                kind: throttle_kind(kind, window),
                core: row.place,
            });
        }
        Ok(end)
    }

    /// Scans a row with a time and a place; `visit` gets all other fields and
    /// says whether it knows them.
    fn sample(
        &mut self,
        window: &[u8],
        at: usize,
        place: Place,
        mut visit: impl FnMut(Value, Value) -> bool,
    ) -> Scan<(SampleRow, usize)> {
        let [mut timestamp, mut subgraph, mut path, mut core] = [Value::default(); 4];
        let (mut unknown, mut notes) = (0, Notes::default());
        let end = scan::members(window, at, &mut notes, |key, value, _| match key.of(window) {
            b"timestamp" => timestamp = value,
            b"subgraph" => subgraph = value,
            b"fully_qualified_subgraph" => path = value,
            b"pcore_idx" => core = value,
            _ => unknown += u64::from(!visit(key, value)),
        })?;
        self.pool.literals += u64::from(notes.literals);
        self.unknown_fields += unknown;
        let time = field::int(timestamp, window);
        if time.is_none() {
            self.note(Rule::InvalidTs, place, &window[at..end]);
        }
        let (subgraph, path) = (field::text(subgraph, window), field::text(path, window));
        let on = self.places.of_row(&mut self.trace.strings, subgraph, path, field::int(core, window));
        Ok((SampleRow { time, place: on }, end))
    }

    fn add(&mut self, row: SampleRow, shown: Shown, name: StringId, value: Option<f64>) {
        if let Some(time) = row.time {
            let key = SeriesKey { shown, place: row.place, name };
            self.samples.push(key, time, value.unwrap_or(f64::NAN));
        }
    }

    /// `partition_32_usage` is read as "partition 32 (%)".
    fn share_name(&mut self, key: &[u8]) -> StringId {
        if let Some((_, name)) = self.share_names.iter().find(|(known, _)| **known == *key) {
            return *name;
        }
        let text = String::from_utf8_lossy(key);
        let text = match &*text {
            "usage_avg" | "avg_util_percent" => "average (%)".to_owned(),
            text => {
                let name = text.strip_suffix("_usage").or_else(|| text.strip_suffix("_util_percent"));
                format!("{} (%)", name.unwrap_or(text).replace('_', " "))
            }
        };
        let name = self.trace.strings.intern(&text);
        if self.share_names.len() < MOST_SHARE_NAMES {
            self.share_names.push((key.into(), name));
        }
        name
    }
}

/// A number, or in tables a name such as `activity_1`.
fn throttle_kind(kind: Value, window: &[u8]) -> i32 {
    let number = field::int(kind, window).and_then(|number| i32::try_from(number).ok());
    let named =
        || std::str::from_utf8(field::text(kind, window).strip_prefix(b"activity_")?).ok()?.parse().ok();
    number.or_else(named).unwrap_or(UNKNOWN)
}

/// Reason of a limit that the file does not name.
const UNKNOWN: i32 = 99;

/// Partitions or banks of one row; 128 partitions are all there are.
const MOST_SHARES: usize = 256;

/// Names of partitions and banks that are remembered.
const MOST_SHARE_NAMES: usize = 512;

/// Time and place of a sample.
#[derive(Debug, Clone, Copy)]
struct SampleRow {
    time: Option<i64>,
    place: u8,
}
