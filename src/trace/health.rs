//! What a reader repaired, dropped or did not understand.
//!
//! Every finding has a rule (a stable name), a level, a count and the first
//! places where it was seen. Words for people are in `locales/` under
//! `health-RULE`; see [`Rule::key`].

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nothing is lost; good to know.
    Info,
    /// Repaired or guessed.
    Warn,
    /// Something of the file is not shown.
    Error,
}

macro_rules! rules {
    ($($(#[$doc:meta])* $variant:ident = $key:literal, $level:ident;)*) => {
        /// A rule of reading that a file broke.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Rule { $($(#[$doc])* $variant,)* }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$variant,)*];

            /// Stable name, as in the command line's JSON.
            pub fn key(self) -> &'static str {
                match self { $(Rule::$variant => $key,)* }
            }

            pub fn level(self) -> Level {
                match self { $(Rule::$variant => Level::$level,)* }
            }
        }
    };
}

rules! {
    /// The file ends before its end.
    Truncated = "truncated", Error;
    /// The compressed data ends before its end.
    GzipTruncated = "gzip_truncated", Error;
    DownloadInterrupted = "download_interrupted", Error;
    /// The compressed data is damaged.
    ContainerDamaged = "container_damaged", Error;
    /// Bytes after the end of compressed data were ignored.
    ContainerTrailing = "container_trailing", Warn;
    /// An event could not be read; reading went on at the next one.
    Resync = "resync", Error;
    /// The rest could not be read at all.
    GaveUp = "gave_up", Error;
    /// The file does not begin like a trace.
    NotATrace = "not_a_trace", Error;
    /// No event at all in an empty file.
    EmptyFile = "no_events", Error;
    /// No event in a file that is well formed.
    NoEvents = "no_events", Warn;
    MissingComma = "missing_comma", Warn;
    ElementNotObject = "element_not_object", Warn;
    MissingPh = "missing_ph", Warn;
    LongPh = "long_ph", Warn;
    UnknownPh = "unknown_ph", Warn;
    ContextEvent = "context_event", Info;
    ConcatenatedTrace = "concatenated_trace", Warn;
    DataAfterEnd = "data_after_end", Warn;
    NonJsonLiteral = "non_json_literal", Warn;
    LoneSurrogate = "lone_surrogate", Warn;
    UnknownEscape = "unknown_escape", Warn;
    InvalidUtf8 = "invalid_utf8", Warn;
    InvalidTs = "invalid_ts", Warn;
    InvalidDur = "invalid_dur", Warn;
    InvalidThreadTime = "invalid_thread_time", Warn;
    MissingDur = "missing_dur", Warn;
    NegativeDur = "negative_dur", Warn;
    TimeOverflow = "time_overflow", Warn;
    UnitSuspect = "unit_suspect", Warn;
    OverlapSpill = "overlap_spill", Warn;
    EndNameMismatch = "end_name_mismatch", Warn;
    EndIgnored = "end_ignored", Warn;
    EndWithoutBegin = "end_without_begin", Warn;
    UnclosedBegin = "unclosed_begin", Warn;
    FlowEndNoSlice = "flow_end_no_slice", Warn;
    FlowNoPartner = "flow_no_partner", Warn;
    FlowBpUnknown = "flow_bp_unknown", Warn;
    FlowNoId = "flow_no_id", Warn;
    FlowNoDirection = "flow_no_direction", Warn;
    CounterValueInvalid = "counter_value_invalid", Warn;
    CounterNoValue = "counter_no_value", Warn;
    AsyncIdAndId2 = "async_id_and_id2", Warn;
    AsyncUnclosed = "async_unclosed", Warn;
    AsyncEndWithoutBegin = "async_end_without_begin", Warn;
    AsyncNoId = "async_no_id", Warn;
    AsyncOverlapSpill = "async_overlap_spill", Warn;
    AsyncStepWithoutStart = "async_step_without_start", Warn;
    StackCycle = "stack_cycle", Warn;
    StackMissing = "stack_missing", Warn;
    InstantScopeUnknown = "instant_scope_unknown", Warn;
    ObjectUnclosed = "object_unclosed", Info;
    ObjectWithoutNew = "object_without_new", Info;
    SampleInvalid = "sample_invalid", Warn;
    MetadataUnknown = "metadata_unknown", Info;
    MetadataInvalid = "metadata_invalid", Info;
    RankGuessed = "rank_guessed", Info;
    TooManyEvents = "too_many_events", Error;
    /// The unit of a Neuron profile's times agrees with another figure.
    TimeUnitChecked = "time_unit_checked", Info;
    /// There is nothing to check that unit with.
    TimeUnitAssumed = "time_unit_assumed", Info;
    /// It agrees with nothing in the file.
    TimeUnitMismatch = "time_unit_mismatch", Warn;
    /// A summary or a compiled program: there is nothing for a timeline.
    NoTimes = "no_times", Info;
    /// The data version is none that this reader was made for.
    DataVersion = "data_version", Info;
    /// Rows of a section beyond what is kept.
    RowsLeftOut = "rows_left_out", Error;
    /// A section comes a second time; the rows of both are read.
    DuplicateSection = "duplicate_section", Warn;
    /// A number of bytes is negative.
    NegativeSize = "negative_size", Warn;
    /// A field that is not known, of a row that is kept as numbers only.
    FieldUnknown = "field_unknown", Info;
    /// An instruction depends on one that the file does not hold.
    PredecessorMissing = "predecessor_missing", Warn;
    /// Nothing is found at the time of a trigger.
    TriggerUnresolved = "trigger_unresolved", Info;
    /// A semaphore was only ever set to 0.
    SemaphoreIdle = "semaphore_idle", Info;
    /// Throughput samples count no byte of HBM.
    HbmNotCounted = "hbm_not_counted", Info;
}

/// A place in the file where something was seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstSeen {
    /// Offset in the plain text, in bytes.
    pub byte: u64,
    /// 1-based number of the event.
    pub event: Option<u64>,
    /// The first characters there.
    pub text: String,
}

/// One rule's findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub rule: Rule,
    pub count: u64,
    /// At most [`Health::FIRST_SEEN`] places.
    pub first: Vec<FirstSeen>,
}

/// How a truncated file ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// Length of the text.
    pub byte: u64,
    /// 1-based number of the event that is cut; `None` when none is.
    pub event: Option<u64>,
}

/// All findings about a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Health {
    findings: BTreeMap<Rule, Finding>,
    /// Set when the file ends before its end.
    pub cut: Option<Cut>,
}

impl Health {
    /// Places remembered for each rule.
    pub const FIRST_SEEN: usize = 10;

    /// Counts a finding without a place.
    pub fn count(&mut self, rule: Rule, count: u64) {
        if count > 0 {
            self.entry(rule).count += count;
        }
    }

    /// Counts one finding at a place; `text` is asked for only while places
    /// are still remembered.
    pub fn add(&mut self, rule: Rule, byte: u64, event: Option<u64>, text: impl FnOnce() -> String) {
        let finding = self.entry(rule);
        finding.count += 1;
        if finding.first.len() < Self::FIRST_SEEN {
            finding.first.push(FirstSeen { byte, event, text: text() });
        }
    }

    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.values()
    }

    pub fn get(&self, rule: Rule) -> Option<&Finding> {
        self.findings.get(&rule)
    }

    pub fn is_empty(&self) -> bool {
        self.findings.is_empty()
    }

    /// Findings at a level or above, such as for a badge.
    pub fn rules_at_least(&self, level: Level) -> usize {
        self.findings().filter(|finding| finding.rule.level() >= level).count()
    }

    /// Takes over the findings of another part of the same file.
    pub fn merge(&mut self, other: Health) {
        for (rule, finding) in other.findings {
            let mine = self.entry(rule);
            mine.count += finding.count;
            let room = Self::FIRST_SEEN.saturating_sub(mine.first.len());
            mine.first.extend(finding.first.into_iter().take(room));
        }
        self.cut = self.cut.or(other.cut);
    }

    fn entry(&mut self, rule: Rule) -> &mut Finding {
        self.findings.entry(rule).or_insert_with(|| Finding { rule, count: 0, first: Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_places_are_bounded_and_counts_are_not() {
        let mut health = Health::default();
        for i in 0..100 {
            health.add(Rule::Resync, i, Some(i), || "x".repeat(3));
        }
        let finding = health.get(Rule::Resync).unwrap();
        assert_eq!((finding.count, finding.first.len()), (100, Health::FIRST_SEEN));
        assert_eq!(health.rules_at_least(Level::Error), 1);
    }

    #[test]
    fn rule_names_have_one_level_each_except_for_an_empty_file() {
        for rule in Rule::ALL {
            assert!(rule.key().bytes().all(|b| b.is_ascii_lowercase() || b == b'_' || b.is_ascii_digit()));
        }
    }
}
