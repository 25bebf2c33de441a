//! What device profiles of NEFFs say for a verdict, and what to read with care.

use super::part::NeffTotals;
use crate::lowering::comparison::{Caveat, Claim, PathView, Term};
use crate::lowering::profile::Figure;

/// Profiled runs that differ by more from those of the trace are told, as a
/// share of these.
const WORTH_SAYING: f64 = 0.1;

fn totals(path: &PathView) -> Option<&NeffTotals> {
    path.neffs.as_deref()?.totals.as_ref()
}

/// A term of the difference as evidence; `None` where profiles are missing.
pub fn claim(slow: &PathView, fast: &PathView, term: Term) -> Option<Claim> {
    let (from, to) = (totals(slow)?, totals(fast)?);
    let waiting =
        |path: &PathView, own: &NeffTotals| path.busy.median as i64 - own.engines_ns - own.dma_alone_ns;
    let (from_ns, to_ns) = match term {
        Term::Engines => (from.engines_ns, to.engines_ns),
        Term::DmaAlone => (from.dma_alone_ns, to.dma_alone_ns),
        Term::Waiting => (waiting(slow, from), waiting(fast, to)),
        _ => return None,
    };
    Some(Claim::Part { term, from_ns, to_ns })
}

/// Bytes of HBM that the faster path does not move, and the time that they
/// take at the rate of the slower one.
pub fn traffic(slow: &PathView, fast: &PathView) -> Option<(Claim, i64)> {
    let (from, to) = (totals(slow)?, totals(fast)?);
    let known = |figure: Figure| match figure {
        Figure::Known(value) => Some(value),
        Figure::Unknown(_) => None,
    };
    let (from_read, from_written) = (known(from.hbm_read)?, known(from.hbm_written)?);
    let (to_read, to_written) = (known(to.hbm_read)?, known(to.hbm_written)?);
    let saved = from_read + from_written - to_read - to_written;
    let rate = known(from.dma_rate()).filter(|rate| *rate > 0.0)?;
    let saved_ns = (saved / rate * 1e9).round() as i64;
    let claim = Claim::HbmTraffic { from_read, to_read, from_written, to_written, saved_ns };
    (saved > 0.0).then_some((claim, saved_ns))
}

/// NEFFs without a profile, and profiles whose run took another time than
/// those of the trace.
pub fn care(paths: &[PathView], caveats: &mut Vec<Caveat>) {
    let joined = |path: &PathView| path.neffs.as_deref().map_or(0, |part| part.joined());
    let any = paths.iter().any(|path| joined(path) > 0);
    for (path, at) in paths.iter().zip(0u32..) {
        let Some(part) = path.neffs.as_deref() else { continue };
        let all = part.neffs.len();
        if any && joined(path) < all {
            caveats.push(Caveat::NeffsUnjoined { path: at, joined: joined(path) as u32, all: all as u32 });
        }
        let ran: i64 = part.neffs.iter().map(|neff| neff.run_ns).sum();
        if let Some(totals) = &part.totals
            && (totals.total_ns - ran).abs() as f64 > ran as f64 * WORTH_SAYING
        {
            caveats.push(Caveat::ProfiledRunDiffers { path: at, ran_ns: ran, profiled_ns: totals.total_ns });
        }
    }
}
