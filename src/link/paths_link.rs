//! A comparison, as a link holds it. Its traces are named by their place in
//! the link.

use super::text::{decode, encode};
use super::{LONGEST_TEXT, MOST_SOURCES};
use crate::lowering::comparison::{Measure, RegionChoice};
use crate::lowering::profile::{RegionKey, RegionKind};
use crate::trace::SliceId;

/// Most paths beside each other.
const MOST_PATHS: usize = 4;

/// One comparison.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathsLink {
    pub paths: Vec<PathLink>,
    /// Index into `paths`.
    pub baseline: usize,
    pub judge_by: Option<Measure>,
    /// The baseline's op that stays lit.
    pub op: Option<u32>,
    /// The region of each recording, in order of the paths; one for all where
    /// they are the same. Empty: the one that suggests itself.
    pub regions: Vec<RegionChoice>,
}

/// One path: a recording, or several of the same.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathLink {
    /// Places of traces in the link.
    pub traces: Vec<usize>,
    /// Empty: made from the files.
    pub name: String,
}

impl PathsLink {
    /// The region of a recording, counted over all paths.
    pub fn region(&self, recording: usize) -> Option<&RegionChoice> {
        match self.regions.as_slice() {
            [one] => Some(one),
            many => many.get(recording),
        }
    }

    pub(super) fn write(&self, put: &mut impl FnMut(&str, String)) {
        let path = |path: &PathLink| path.traces.iter().map(usize::to_string).collect::<Vec<_>>().join("+");
        put("compare", self.paths.iter().map(path).collect::<Vec<_>>().join(","));
        let same = self.regions.windows(2).all(|pair| pair[0] == pair[1]);
        let is_key = |region: &RegionChoice| matches!(region, RegionChoice::Key(_));
        let shown = if same && self.regions.first().is_some_and(is_key) { 1 } else { self.regions.len() };
        for region in &self.regions[..shown] {
            put("region", region_text(region));
        }
        if self.baseline > 0 {
            put("base", self.baseline.to_string());
        }
        if let Some(measure) = self.judge_by {
            put("judge", MEASURES.iter().find(|(known, _)| *known == measure).map_or("", |m| m.1).to_owned());
        }
        if self.paths.iter().any(|path| !path.name.is_empty()) {
            put("names", self.paths.iter().map(|path| encode(&path.name)).collect::<Vec<_>>().join(","));
        }
        if let Some(op) = self.op {
            put("op", op.to_string());
        }
    }

    /// The comparison that a `compare=` begins.
    pub(super) fn begin(value: &str) -> Option<Self> {
        let path = |part: &str| {
            let traces: Option<Vec<usize>> =
                part.split('+').map(|at| at.parse().ok().filter(|at| *at < MOST_SOURCES)).collect();
            traces
                .filter(|traces| traces.len() <= MOST_SOURCES)
                .map(|traces| PathLink { traces, name: String::new() })
        };
        let paths: Vec<PathLink> = value.split(',').take(MOST_PATHS + 1).map(path).collect::<Option<_>>()?;
        (paths.len() <= MOST_PATHS).then(|| Self { paths, ..Self::default() })
    }

    /// Takes in one part; `None` where it is not understood.
    pub(super) fn read(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "region" if self.regions.len() < MOST_SOURCES * MOST_PATHS => self.regions.push(region(value)?),
            "base" => {
                self.baseline = value.parse().ok().filter(|at| *at < self.paths.len())?;
            }
            "judge" => self.judge_by = Some(MEASURES.iter().find(|(_, name)| *name == value)?.0),
            "names" => {
                for (path, name) in self.paths.iter_mut().zip(value.split(',')) {
                    path.name = decode(name);
                }
            }
            "op" => self.op = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }
}

const MEASURES: [(Measure, &str); 3] =
    [(Measure::HostSpan, "host"), (Measure::DeviceSpan, "span"), (Measure::DeviceBusy, "busy")];

const KINDS: [(RegionKind, &str); 7] = [
    (RegionKind::Annotation, "annotation"),
    (RegionKind::Module, "module"),
    (RegionKind::Compiled, "compiled"),
    (RegionKind::Op, "op"),
    (RegionKind::Frame, "frame"),
    (RegionKind::Neff, "neff"),
    (RegionKind::Layer, "layer"),
];

fn region_text(region: &RegionChoice) -> String {
    match region {
        RegionChoice::Key(key) => {
            let kind = KINDS.iter().find(|(kind, _)| *kind == key.kind).map_or("", |kind| kind.1);
            format!("{kind}:{}", encode(&key.name))
        }
        RegionChoice::Like(slice) => format!("like:{}", slice.0),
    }
}

fn region(text: &str) -> Option<RegionChoice> {
    let (kind, name) = text.split_once(':')?;
    if kind == "like" {
        return Some(RegionChoice::Like(SliceId(name.parse().ok()?)));
    }
    let (kind, _) = KINDS.iter().find(|(_, known)| *known == kind)?;
    let name = decode(name);
    (name.len() <= LONGEST_TEXT).then_some(RegionChoice::Key(RegionKey { kind: *kind, name }))
}
