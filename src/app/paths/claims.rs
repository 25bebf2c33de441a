//! What a proof claims, in words.

use super::say::{ratio, time};
use crate::app::words::tv;
use crate::lowering::comparison::Claim;
use crate::text::format;

pub fn claim(claim: &Claim) -> String {
    let bytes = |value: f64| format::bytes(value.max(0.0) as u64);
    let ns = |value: &i64| time(value.unsigned_abs() as f64);
    match claim {
        Claim::Launches { from, to } => {
            tv("claim-launches", &[("from", (*from).into()), ("to", (*to).into())])
        }
        Claim::OpsFused { ops, items } => {
            tv("claim-fused", &[("ops", (*ops).into()), ("items", (*items).into())])
        }
        Claim::SameOpsOneLevelDown { name } => tv("claim-same-ops", &[("name", name.into())]),
        Claim::Traffic { from_bytes, to_bytes, from_ratio, to_ratio, saved_ns } => tv(
            "claim-traffic",
            &[
                ("from", bytes(*from_bytes).into()),
                ("to", bytes(*to_bytes).into()),
                ("fromratio", ratio(*from_ratio).into()),
                ("toratio", ratio(*to_ratio).into()),
                ("time", ns(saved_ns).into()),
                // What is not known has no ratio.
                (
                    "ratios",
                    if from_ratio.is_finite() && *from_ratio > 0.0 { "known" } else { "unknown" }.into(),
                ),
            ],
        ),
        Claim::Efficiency { from_bytes_per_s, to_bytes_per_s, .. } => tv(
            "claim-efficiency",
            &[
                ("from", format::bytes_per_second(*from_bytes_per_s).into()),
                ("to", format::bytes_per_second(*to_bytes_per_s).into()),
            ],
        ),
        Claim::Busy { from_ns, to_ns } => {
            tv("claim-busy", &[("from", ns(from_ns).into()), ("to", ns(to_ns).into())])
        }
        Claim::Idle { from_ns, to_ns } => {
            tv("claim-idle", &[("from", ns(from_ns).into()), ("to", ns(to_ns).into())])
        }
        Claim::Host { from_ns, to_ns } => {
            tv("claim-host", &[("from", ns(from_ns).into()), ("to", ns(to_ns).into())])
        }
        Claim::OpsCount { from, to } => tv("claim-ops", &[("from", (*from).into()), ("to", (*to).into())]),
        Claim::Guards { ns: guards } => tv("claim-guards", &[("time", ns(guards).into())]),
    }
}
