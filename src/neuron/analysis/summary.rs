//! A profile, or a part of it, at a glance: engines, memory, FLOPs, the
//! file's metrics with our own beside them, its warnings.

use super::device::Device;
use super::engine_row::{EngineRow, engines};
use super::file_warning::{Warning, WarningKind};
use super::key_figures::{Figures, figures};
use super::measures::Measures;
use super::metric_groups::{Group, groups};
use super::scope::Scope;
use super::table::{Cell, CellRow, TableKind, columns, table};
use super::tally::Tally;
use crate::engine::protocol::Located;
use crate::neuron::Engine;
use crate::trace::Interval;
use serde::{Deserialize, Serialize};

/// Queues and variables that are listed.
const MOST_PARTS: usize = 8;

/// Everything at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileSummary {
    /// Ticks.
    pub span: Interval,
    /// Ticks of which shares are taken; see [`Scope::total_ticks`].
    pub total: i64,
    /// Nothing is left out of what was read.
    pub is_whole: bool,
    /// The file broke off: what came is less than the profile.
    pub is_cut_off: bool,
    /// Names of the tracks, where they are not all.
    pub tracks: Vec<String>,
    /// Engines that ran something, but not on these tracks, or not all of it.
    pub left_out: Vec<Engine>,
    pub engines: Vec<EngineRow>,
    pub dma: DmaRow,
    pub figures: Figures,
    /// By bytes; the greatest only.
    pub queues: Vec<Part>,
    pub variables: Vec<Part>,
    pub groups: Vec<Group>,
    pub warnings: Vec<Warning>,
}

impl ProfileSummary {
    /// It is of all that the file's own figures are of.
    pub fn is_all(&self) -> bool {
        self.is_whole && !self.is_cut_off
    }

    /// A part of the time, 0 to 1.
    pub fn share(&self, ticks: i64) -> f64 {
        ticks as f64 / self.total.max(1) as f64
    }
}

/// What DMA did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct DmaRow {
    pub packets: u64,
    pub transfers: u64,
    /// Of packets, or of transfers where there are none.
    pub bytes: u64,
    /// Ticks with anything in flight, and of them those without any engine at
    /// work, where all engines are in the scope and the file did not break off.
    pub active: i64,
    pub alone: Option<i64>,
}

/// A queue or a variable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Empty when the file does not say.
    pub name: String,
    pub bytes: u64,
    pub packets: u64,
    /// Ticks with any of it in flight.
    pub active: i64,
    pub longest: Option<Located>,
}

/// Sums up a scope.
pub fn summary(scope: &Scope<'_>) -> ProfileSummary {
    let tally = Tally::new(scope);
    let measures = Measures { scope, tally: &tally, device: Device::new(scope.profile) };
    let packets = tally.packets_of(|_| true);
    let dma = DmaRow {
        packets: packets.count,
        transfers: tally.transfers.count,
        bytes: if packets.count > 0 { packets.bytes } else { tally.transfers.bytes },
        active: tally.dma.ticks(),
        alone: (!scope.is_on_some_tracks() && !scope.is_cut_off())
            .then(|| tally.dma.without(&tally.compute).ticks()),
    };
    let kind = |(category, message): &(String, String)| Warning {
        kind: WarningKind::of(message),
        category: category.clone(),
        message: message.clone(),
    };
    ProfileSummary {
        span: scope.span,
        total: scope.total_ticks(),
        is_whole: scope.is_whole,
        is_cut_off: scope.is_cut_off(),
        tracks: scope.track_names().to_vec(),
        left_out: left_out(scope),
        engines: engines(scope, &tally),
        dma,
        figures: figures(&measures),
        queues: parts(scope, TableKind::DmaQueues),
        variables: parts(scope, TableKind::DmaVariables),
        groups: groups(&measures),
        warnings: scope.profile.warnings.iter().map(kind).collect(),
    }
}

fn left_out(scope: &Scope<'_>) -> Vec<Engine> {
    let runs = |engine: &Engine| scope.profile.instructions.iter().any(|row| row.lane.engine() == *engine);
    let all = Engine::ALL.into_iter().chain([Engine::Other]);
    all.filter(|engine| !scope.has_engine(*engine)).filter(runs).collect()
}

/// The greatest rows of a table of DMA, which is sorted by bytes.
fn parts(scope: &Scope<'_>, kind: TableKind) -> Vec<Part> {
    let number = |row: &CellRow, column: &str| {
        let at = columns(kind).iter().position(|known| *known == column);
        match at.and_then(|at| row.cells.get(at)) {
            Some(Cell::Bytes(value) | Cell::Count(value)) => *value,
            Some(Cell::Ticks(ticks)) => u64::try_from(*ticks).unwrap_or(0),
            _ => 0,
        }
    };
    // Cores have queues of the same name.
    let several = kind == TableKind::DmaQueues && scope.profile.cores.len() > 1;
    let part = |row: CellRow| Part {
        bytes: number(&row, "neuron-col-bytes"),
        packets: number(&row, "neuron-col-packets"),
        active: i64::try_from(number(&row, "neuron-col-active")).unwrap_or(i64::MAX),
        name: match (row.cells.first(), row.cells.get(2)) {
            (Some(Cell::Text(name)), Some(Cell::Text(core))) if several => format!("{name}, {core}"),
            (Some(Cell::Text(name)), _) => name.clone(),
            _ => String::new(),
        },
        longest: row.longest,
    };
    table(scope, kind).rows.into_iter().take(MOST_PARTS).map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::super::figure::{Figure, Why};
    use super::super::made_up::profile;
    use super::super::metric_groups::{FileValue, MetricRow};
    use super::*;
    use crate::engine::protocol::Area;
    use crate::neuron::{MetricValue, NeuronProfile};
    use crate::trace::Trace;

    fn sample() -> (Trace, NeuronProfile) {
        let (trace, mut profile) = profile(|made| {
            made.instruction("Vector", "COPY", 1000, 2000, |row| row.wait = 500);
            made.instruction("Vector", "EVENT_SEMAPHORE", 3000, 4000, |_| {});
            made.instruction("Vector", "COPY", 0, 1000, |row| row.core = 1);
            made.packet("q", 6000, 4000, 64);
        });
        let summary = &mut profile.summary;
        summary.push("total_time", MetricValue::Number(10.05e-6));
        summary.push("vector_engine_active_time", MetricValue::Number(4e-6));
        summary.push("mfu_estimated_percent", MetricValue::Missing);
        summary.push("runtime_version", MetricValue::Text("2.30".to_owned()));
        summary.push_group("total_time", "overall_stats");
        summary.push_definition("total_time", "wall time");
        profile.warnings.push(("Missing Data".to_owned(), "Missing HLO stats in the NEFF, …".to_owned()));
        (trace, profile)
    }

    fn row<'a>(summary: &'a ProfileSummary, key: &str) -> (&'a str, &'a MetricRow) {
        let all = summary.groups.iter().flat_map(|group| group.metrics.iter().map(move |row| (group, row)));
        let (group, row) = all.into_iter().find(|(_, row)| row.key == key).unwrap();
        (&group.key, row)
    }

    #[test]
    fn the_parts_of_an_engine_add_up_to_the_total_of_the_file() {
        let (trace, profile) = sample();
        let summary = summary(&Scope::whole(&trace, &profile));
        let parts: Vec<_> = summary
            .engines
            .iter()
            .map(|row| (row.core, row.active, row.semaphore, row.before, row.idle))
            .collect();
        assert_eq!(
            parts,
            [(None, 3000, 4000, 0, 3050), (Some(0), 2000, 4000, 500, 3550), (Some(1), 1000, 0, 0, 9050)]
        );
        assert_eq!((summary.dma.active, summary.dma.alone, summary.dma.bytes), (4000, Some(4000), 64));
        // The bar, the figure and the metric have one denominator.
        let (figure, metric) = (summary.figures.dma_share, row(&summary, "dma_active_time_percent").1.own);
        for share in [figure.known(), metric.and_then(Figure::known), Some(summary.share(4000))] {
            assert!((share.unwrap() - 4000.0 / 10_050.0).abs() < 1e-9, "{share:?}");
        }
        assert_eq!(summary.queues[0].name, "q");
        assert_eq!(summary.warnings[0].kind, WarningKind::HloStats);
    }

    #[test]
    fn the_file_and_the_rows_stand_side_by_side() {
        let (trace, profile) = sample();
        let summary = summary(&Scope::whole(&trace, &profile));
        let (group, total) = row(&summary, "total_time");
        assert_eq!((group, total.differs, total.definition.as_str()), ("overall_stats", false, "wall time"));
        let (group, vector) = row(&summary, "vector_engine_active_time");
        assert_eq!((group, vector.differs, vector.own), ("vector_engine", true, Some(Figure::Known(3e-6))));
        assert_eq!(row(&summary, "mfu_estimated_percent").1.file, FileValue::Missing);
        assert_eq!(row(&summary, "runtime_version").1.own, None);
        let (group, ours) = row(&summary, "dma_packet_time");
        assert_eq!((group, &ours.file), ("data_movement", &FileValue::Absent));
        assert_eq!(summary.figures.spill_saved, Figure::Unknown(Why::NoBytes));
        assert_eq!(summary.figures.throttled_share, Figure::Unknown(Why::NotInFile));
    }

    #[test]
    fn a_part_has_the_same_rows_from_the_same_code() {
        let (trace, profile) = sample();
        let area = Area { start: 0, end: 2000, tracks: Vec::new() };
        let summary = summary(&Scope::new(&trace, &profile, &area));
        assert!(!summary.is_whole);
        let (_, vector) = row(&summary, "vector_engine_active_time");
        // The file's figure is of more, and no difference.
        assert_eq!((vector.own, vector.differs), (Some(Figure::Known(2e-6)), false));
        assert_eq!(summary.figures.total_s, Figure::Known(2e-6));
        assert_eq!(summary.dma.packets, 0);
    }

    #[test]
    fn what_came_of_a_file_that_breaks_off_is_not_called_all_of_it() {
        let (mut trace, mut profile) = sample();
        profile.summary.push("hardware_flops", MetricValue::Number(900.0));
        trace.health.cut = Some(crate::trace::Cut { byte: 77, event: Some(3) });
        let summary = summary(&Scope::whole(&trace, &profile));
        assert_eq!((summary.is_whole, summary.is_cut_off, summary.is_all()), (true, true, false));
        // The file's figures are of more: neither ours nor another opinion.
        assert_eq!((summary.total, summary.figures.total_s), (10_000, Figure::Known(10e-6)));
        assert!(summary.groups.iter().flat_map(|group| &group.metrics).all(|row| !row.differs));
        // Engines of which nothing came may have worked.
        assert_eq!(summary.dma.alone, None);
    }

    #[test]
    fn limits_are_those_of_any_core_or_what_the_file_says() {
        let (trace, mut profile) = sample();
        profile.summary.push("throttle_active_nc0_time_ns", MetricValue::Number(2010.0));
        profile.summary.push("throttle_active_nc1_time_ns", MetricValue::Number(0.0));
        let share = |profile: &NeuronProfile| {
            summary(&Scope::whole(&trace, profile)).figures.throttled_share.known().unwrap()
        };
        assert!((share(&profile) - 0.2).abs() < 1e-9);
        let limit = |core, end| crate::neuron::Throttle { start: 0, end, k: 4, n: 8, kind: 1, core };
        profile.throttles = vec![limit(0, 6000), limit(1, 8040)];
        assert!((share(&profile) - 0.8).abs() < 1e-9);
    }

    #[test]
    fn a_selection_of_tracks_says_what_it_lacks() {
        let (trace, profile) = sample();
        let area = Area { start: 0, end: 10_000, tracks: vec![crate::trace::TrackId(1)] };
        let summary = summary(&Scope::new(&trace, &profile, &area));
        assert_eq!((summary.tracks, summary.left_out), (vec!["q".to_owned()], vec![Engine::Vector]));
        assert_eq!((summary.engines, summary.dma.active, summary.dma.alone), (vec![], 4000, None));
    }

    #[test]
    fn totals_alone_are_what_the_file_says() {
        let mut profile = NeuronProfile::default();
        for (key, value) in [("total_time", 1e-5), ("hardware_flops", 900.0), ("transpose_flops", 200.0)] {
            profile.summary.push(key, MetricValue::Number(value));
        }
        let trace = Trace::default();
        let summary = summary(&Scope::whole(&trace, &profile));
        assert_eq!(summary.figures.total_s, Figure::Known(1e-5));
        assert_eq!(summary.figures.useful_flops, Figure::Known(700.0));
        assert!(summary.groups.iter().flat_map(|group| &group.metrics).all(|row| !row.differs));
        assert_eq!(summary.engines, []);
    }
}
