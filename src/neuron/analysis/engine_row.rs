//! How engines spent their time.

use super::scope::Scope;
use super::tally::{EngineTally, Tally};
use crate::analysis::locate::locate_slice;
use crate::engine::protocol::Located;
use crate::neuron::Engine;
use serde::{Deserialize, Serialize};

/// How an engine spent its time. The four parts add up to the total.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineRow {
    pub engine: Engine,
    /// `None` for all cores together.
    pub core: Option<u8>,
    pub instructions: u64,
    /// Ticks of work.
    pub active: i64,
    /// Ticks of `EVENT_SEMAPHORE` rows, and of waits before an instruction,
    /// in which nothing else ran on it.
    pub semaphore: i64,
    pub before: i64,
    pub idle: i64,
    /// Ticks of work added up; overlaps count more than once.
    pub sum: i64,
    pub longest: Option<Located>,
}

/// The engines of a scope in Neuron's order, each on all its cores together and
/// then, where it has several, on each.
pub fn engines(scope: &Scope<'_>, tally: &Tally) -> Vec<EngineRow> {
    let total = scope.total_ticks();
    let row = |own: &EngineTally, core: Option<u8>| {
        let (active, semaphore, before) = (own.active.ticks(), own.semaphore.ticks(), own.before.ticks());
        EngineRow {
            engine: own.engine,
            core,
            instructions: own.instructions,
            active,
            semaphore,
            before,
            idle: (total - active - semaphore - before).max(0),
            sum: own.sum,
            longest: own.longest.map(|slice| locate_slice(scope.trace, slice)),
        }
    };
    let mut rows = Vec::new();
    let all = Engine::ALL.into_iter().chain([Engine::Other]);
    for engine in all.filter(|engine| scope.has_engine(*engine)) {
        rows.extend(tally.engine(engine).map(|all| row(&all, None)));
        let cores: Vec<_> = tally.engines.iter().filter(|own| own.engine == engine).collect();
        if cores.len() > 1 {
            rows.extend(cores.iter().map(|own| row(own, Some(own.core))));
        }
    }
    rows
}
