//! Layers of the model, as the file sums them up (`layer_summary`).

use super::figure::Why;
use super::scope::Scope;
use super::table::{Cell, CellRow};
use crate::neuron::{Engine, Layer};
use crate::trace::StringId;
use rustc_hash::FxHashSet;

pub const COLUMNS: &[&str] = &[
    "neuron-col-layer",
    "neuron-col-start",
    "neuron-col-duration",
    "neuron-col-tensor",
    "neuron-col-vector",
    "neuron-col-scalar",
    "neuron-col-gpsimd",
    "neuron-col-sync",
    "neuron-col-instructions",
    "neuron-col-flops",
    "neuron-col-mfu",
    "neuron-col-hfu",
];

/// All of the file: it says nothing of parts of a layer.
pub fn rows(scope: &Scope<'_>) -> Vec<CellRow> {
    let named = scope.profile.instructions.iter().filter(|row| row.layer != StringId::NONE);
    let named: FxHashSet<StringId> = named.map(|row| row.layer).collect();
    let named: FxHashSet<&str> = named.into_iter().map(|layer| last(scope.trace.name(layer))).collect();
    scope.profile.layers.iter().map(|layer| row(scope, layer, &named)).collect()
}

/// Instructions name the last part of a layer's path.
fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or_default()
}

fn row(scope: &Scope<'_>, layer: &Layer, named: &FxHashSet<&str>) -> CellRow {
    let name = layer.name.some().map(|name| scope.trace.strings.get(name).to_owned()).unwrap_or_default();
    let active = |engine: Engine| Cell::Ticks(layer.engine(engine).map_or(0, |used| used.active));
    let counts = layer.engines.iter().map(|used| used.instructions);
    let mut cells = vec![
        Cell::Text(name.clone()),
        Cell::Ticks(layer.start),
        Cell::Ticks(layer.end.saturating_sub(layer.start).max(0)),
    ];
    let engines = [Engine::Tensor, Engine::Vector, Engine::Scalar, Engine::GpSimd, Engine::Sync];
    cells.extend(engines.map(active));
    let share = |value: f64| match value.is_finite() {
        true => Cell::Share(value),
        false => Cell::Unknown(Why::Missing),
    };
    cells.extend([
        Cell::Count(counts.fold(0, u64::saturating_add)),
        Cell::Flops(layer.model_flops),
        share(layer.mfu),
        share(layer.hfu),
    ]);
    let own = last(&name);
    let can_find = named.contains(own) && !own.is_empty() && !own.contains('"');
    let query = if can_find { format!("arg:layer=\"{own}\"") } else { String::new() };
    CellRow { cells, longest: None, query }
}

#[cfg(test)]
mod tests {
    use super::super::made_up::profile;
    use super::*;
    use crate::neuron::EngineUse;

    #[test]
    fn a_layer_tells_what_the_file_says_of_it() {
        let (mut trace, mut profile) = profile(|made| {
            let layer = made.text("_dot.3");
            made.instruction("Tensor", "MATMUL", 0, 10, |row| row.layer = layer);
        });
        let mut engines = [EngineUse::default(); 5];
        let tensor = Engine::ALL.iter().position(|engine| *engine == Engine::Tensor).unwrap();
        engines[tensor] = EngineUse { active: 7, instructions: 3, ..EngineUse::default() };
        for name in ["/sg00/_dot.3", "/sg00"] {
            let name = trace.strings.intern(name);
            let flops = (8.0, 4.0);
            profile.layers.push(Layer {
                name,
                start: 5,
                end: 25,
                engines,
                flops: flops.0,
                model_flops: flops.1,
                hfu: 0.5,
                mfu: f64::NAN,
            });
        }
        let rows = rows(&Scope::whole(&trace, &profile));
        let cells = &rows[0].cells;
        assert_eq!(cells.len(), COLUMNS.len());
        assert_eq!(cells[1..4], [Cell::Ticks(5), Cell::Ticks(20), Cell::Ticks(7)]);
        assert_eq!(
            cells[8..],
            [Cell::Count(3), Cell::Flops(4.0), Cell::Unknown(Why::Missing), Cell::Share(0.5)]
        );
        assert_eq!((rows[0].query.as_str(), rows[1].query.as_str()), ("arg:layer=\"_dot.3\"", ""));
    }
}
