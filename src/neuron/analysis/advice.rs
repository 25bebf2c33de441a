//! Advice by rule: figure, threshold, and where to look. A rule without
//! anything to show says nothing.

use super::device::Device;
use super::measures::Measures;
use super::rules;
use super::scope::Scope;
use super::table::{Cell, TableKind};
use super::tally::Tally;
use crate::analysis::locate::locate_slice;
use crate::engine::protocol::Located;
use crate::trace::{Interval, SliceId};
use serde::{Deserialize, Serialize};

/// Places that are shown for a rule.
pub const MOST_EVIDENCE: usize = 3;

/// A rule. The page has a title, a text and a hint for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rule {
    /// The Tensor engine is busy, with little of what it could do.
    LowMfu,
    /// Little of the work comes from NKI.
    LowNki,
    Throttled,
    Transposes,
    SpillReload,
    SmallDma,
    /// Some collective takes far longer than others of its kind.
    SlowCollectives,
    /// DMA is in flight and nothing computes.
    WaitingOnDma,
    /// One engine waits while another works.
    Serialised,
    /// Tensors are loaded more than once.
    Reloaded,
    /// More goes through HBM than inputs, weights and outputs.
    Traffic,
    /// Set-up is a large part of the profile.
    StartUp,
}

impl Rule {
    pub const ALL: [Rule; 12] = [
        Rule::LowMfu,
        Rule::LowNki,
        Rule::Throttled,
        Rule::Transposes,
        Rule::SpillReload,
        Rule::SmallDma,
        Rule::SlowCollectives,
        Rule::WaitingOnDma,
        Rule::Serialised,
        Rule::Reloaded,
        Rule::Traffic,
        Rule::StartUp,
    ];

    /// Stem of its messages.
    pub fn id(self) -> &'static str {
        match self {
            Rule::LowMfu => "neuron-advice-low-mfu",
            Rule::LowNki => "neuron-advice-low-nki",
            Rule::Throttled => "neuron-advice-throttled",
            Rule::Transposes => "neuron-advice-transposes",
            Rule::SpillReload => "neuron-advice-spill-reload",
            Rule::SmallDma => "neuron-advice-small-dma",
            Rule::SlowCollectives => "neuron-advice-slow-collectives",
            Rule::WaitingOnDma => "neuron-advice-waiting-on-dma",
            Rule::Serialised => "neuron-advice-serialised",
            Rule::Reloaded => "neuron-advice-reloaded",
            Rule::Traffic => "neuron-advice-traffic",
            Rule::StartUp => "neuron-advice-start-up",
        }
    }

    /// AWS's own rule; else one of ours.
    pub fn is_aws(self) -> bool {
        use Rule::{LowMfu, LowNki, SlowCollectives, SmallDma, SpillReload, Throttled, Transposes};
        matches!(self, LowMfu | LowNki | Throttled | Transposes | SpillReload | SmallDma | SlowCollectives)
    }
}

/// What a rule says of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    pub rule: Rule,
    pub figure: Amount,
    pub threshold: Amount,
    /// The rule speaks when the figure is below the threshold, not above.
    pub below: bool,
    /// What else its text tells, by name.
    pub values: Vec<(String, Cell)>,
    pub evidence: Vec<Evidence>,
    /// A table that shows more.
    pub table: Option<TableKind>,
    /// Ticks that it is about, where it is about time: at most so much is to
    /// be gained.
    pub ticks: Option<i64>,
}

/// A figure of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Amount {
    /// 0 to 1.
    Share(f64),
    Times(f64),
}

impl Amount {
    pub fn value(self) -> f64 {
        match self {
            Amount::Share(value) | Amount::Times(value) => value,
        }
    }
}

/// A place to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// A slice; `None` for a time in which something lasts.
    pub at: Option<Located>,
    /// Ticks.
    pub span: Interval,
}

impl Evidence {
    pub fn time(span: Interval) -> Self {
        Self { at: None, span }
    }

    pub fn slice(scope: &Scope<'_>, slice: SliceId) -> Self {
        let at = locate_slice(scope.trace, slice);
        Self { span: Interval::new(at.start, at.start.saturating_add(at.dur)), at: Some(at) }
    }
}

/// What the rules say of a scope; those about most time first.
pub fn advice(scope: &Scope<'_>) -> Vec<Advice> {
    let tally = Tally::new(scope);
    let measures = Measures { scope, tally: &tally, device: Device::new(scope.profile) };
    let mut found = rules::all(&measures);
    found.retain(|advice| {
        let is_beyond = if advice.below {
            advice.figure.value() < advice.threshold.value()
        } else {
            advice.figure.value() > advice.threshold.value()
        };
        is_beyond && !advice.evidence.is_empty()
    });
    found.sort_by_key(|advice| std::cmp::Reverse(advice.ticks.unwrap_or(0)));
    found
}
