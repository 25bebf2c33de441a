//! NEFFs of a path, as JSON.

use crate::lowering::neff::{NeffPart, NeffTotals};
use crate::lowering::profile::Figure;
use serde_json::{Map, Value, json};

/// The NEFFs with their device profiles, and the sums over all executions.
pub fn neffs(part: &NeffPart, key_of: impl Fn(&dyn std::fmt::Debug) -> String) -> Value {
    let each = part.neffs.iter().map(|neff| {
        let profile = neff.profile.as_ref().ok();
        json!({
            "name": neff.name,
            "cache_key": neff.key,
            "executions": neff.executions,
            "run_ns": neff.run_ns,
            "profile": profile.map(|found| &found.file),
            "evidence": profile.map(|found| key_of(&found.evidence)),
            "unjoined": neff.profile.as_ref().err().map(|why| key_of(why)),
            "totals": neff.totals.as_ref().map(totals),
        })
    });
    json!({ "each": each.collect::<Vec<_>>(), "totals": part.totals.as_ref().map(totals) })
}

fn totals(totals: &NeffTotals) -> Value {
    let known = |figure: Figure| match figure {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    };
    let engines: Map<String, Value> = totals
        .workers
        .iter()
        .map(|(worker, active, waiting)| {
            (worker.name().to_owned(), json!({ "active_ns": active, "waiting_ns": waiting }))
        })
        .collect();
    json!({
        "profiled_ns": totals.total_ns,
        "engines_busy_ns": totals.engines_ns,
        "dma_active_ns": totals.dma_ns,
        "dma_exposed_ns": totals.dma_alone_ns,
        "waiting_ns": totals.waiting_ns(),
        "hbm_read_bytes": known(totals.hbm_read),
        "hbm_written_bytes": known(totals.hbm_written),
        "instructions": totals.instructions,
        "packets": totals.packets,
        "engines": engines,
    })
}
