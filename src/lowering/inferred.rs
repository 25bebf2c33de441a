//! Bytes of a path whose trace does not say them, from the region itself.
//!
//! Generated code on a CPU has no shapes, and a replayed graph has none. Where
//! a single piece of work does all of a region, it reads what goes into the
//! region and writes what comes out, each at least once; and what that is
//! another path tells, which does the same op by op. That is less than it may
//! move in truth, so it is marked: evidence [`Evidence::Interface`].

use super::comparison::{Alignment, Fate, OpFate};
use super::fates::Laid;
use super::op_name::is_conversion;
use super::profile::{Evidence, Figure, PathProfile};

/// What the bytes of a path rest on; `None` where they are not known.
pub fn bytes_evidence(profile: &PathProfile) -> Option<Evidence> {
    matches!(profile.bytes_moved, Figure::Known(_)).then_some(Evidence::InputDims)
}

/// Profiles of the paths whose bytes follow from another path, with them put in;
/// `None` for those that say their own, and those of which nothing follows.
pub fn infer_bytes(paths: &[Laid<'_>], baseline: usize, beside: &[Alignment]) -> Vec<Option<PathProfile>> {
    let mut found = vec![None; paths.len()];
    let base = paths[baseline];
    found[baseline] = beside.iter().find_map(|alignment| {
        let other = paths[alignment.path as usize].profile;
        let least = unknown_beside(base.profile, other.bytes_min)?;
        is_all_of(other, alignment).then(|| with_bytes(base.profile, least))
    });
    let known = found[baseline].as_ref().map_or(base.profile.bytes_min, |inferred| inferred.bytes_min);
    for alignment in beside {
        let at = alignment.path as usize;
        found[at] = unknown_beside(paths[at].profile, known)
            .filter(|_| does_all(base, alignment))
            .map(|least| with_bytes(paths[at].profile, least));
    }
    found
}

/// Whether the one item of the path beside the baseline does all of its ops.
fn does_all(base: Laid<'_>, beside: &Alignment) -> bool {
    let does = |fate: &OpFate| match fate.fate {
        Fate::HostOnly => true,
        // What was only another type needs no place in a fused kernel.
        Fate::Eliminated => is_conversion(&base.node(fate.op as usize).name),
        _ => fate.into == [0],
    };
    beside.fates.iter().all(does) && beside.fates.iter().any(|fate| fate.into == [0])
}

/// Whether one op of the baseline became all items of another path.
fn is_all_of(other: &PathProfile, beside: &Alignment) -> bool {
    let mut working = beside.fates.iter().filter(|fate| fate.fate != Fate::HostOnly);
    match (working.next(), working.next()) {
        (Some(only), None) => !only.into.is_empty() && only.into.len() == other.items.len(),
        _ => false,
    }
}

/// The least that a region moves, for a path of one item that does not say it.
fn unknown_beside(path: &PathProfile, known: Figure) -> Option<f64> {
    match (path.bytes_moved, known, path.items.len()) {
        (Figure::Unknown(_), Figure::Known(least), 1) => Some(least),
        _ => None,
    }
}

fn with_bytes(profile: &PathProfile, least: f64) -> PathProfile {
    let mut profile = profile.clone();
    for item in &mut profile.items {
        item.bytes = Figure::Known(least);
    }
    profile.bytes_moved = Figure::Known(least);
    profile.bytes_min = Figure::Known(least);
    profile
}

#[cfg(test)]
mod tests {
    use super::super::compare::compare;
    use super::super::comparison::{Caveat, Comparison, Metric, Term};
    use super::super::metrics::metric;
    use super::super::profile_sample::{measured, profile};
    use super::*;

    const NAIVE: &[&str] = &["aten::to 20", "aten::pow 30", "aten::mean 10", "aten::mul 40"];
    const FUSED: &[&str] = &["graph_0_cpp_fused__to_copy_mean_mul_pow_0 25"];

    fn compared(paths: &[&[&str]], known: &[Option<(f64, f64)>]) -> Comparison {
        let paths = paths.iter().zip(known).map(|(lines, known)| {
            let mut profile = profile(lines);
            if let Some((moved, least)) = known {
                (profile.bytes_moved, profile.bytes_min) = (Figure::Known(*moved), Figure::Known(*least));
            }
            measured(lines[0], profile)
        });
        compare(&paths.collect::<Vec<_>>(), 0, None).unwrap()
    }

    fn moved(all: &Comparison, path: usize) -> (Figure, Option<Evidence>) {
        (metric(&all.paths[path].metrics, Metric::BytesMoved), all.paths[path].bytes_evidence)
    }

    #[test]
    fn a_kernel_for_the_whole_region_moves_its_inputs_and_outputs() {
        let all = compared(&[NAIVE, FUSED], &[Some((900.0, 100.0)), None]);
        assert_eq!(moved(&all, 0), (Figure::Known(900.0), Some(Evidence::InputDims)));
        assert_eq!(moved(&all, 1), (Figure::Known(100.0), Some(Evidence::Interface)));
        assert_eq!(all.paths[1].items[0].bytes, Figure::Known(100.0));
        // 100 ns for 900 B: 800 B less are 89 ns less, the other 14 are the rest.
        let terms = &all.explanations[0].terms;
        assert_eq!(terms[..2], [(Term::Traffic, -89), (Term::Efficiency, 14)]);
        assert_eq!(terms.iter().map(|(_, ns)| ns).sum::<i64>(), all.explanations[0].delta_ns);
        assert!(all.verdict.caveats.contains(&Caveat::BytesInferred { paths: vec![1] }));
    }

    #[test]
    fn the_baseline_can_be_the_one_that_says_nothing() {
        let all = compared(&[FUSED, NAIVE], &[None, Some((900.0, 100.0))]);
        assert_eq!(moved(&all, 0), (Figure::Known(100.0), Some(Evidence::Interface)));
        assert_eq!(all.explanations[0].terms[0].0, Term::Traffic);
    }

    #[test]
    fn two_kernels_and_half_a_region_tell_nothing() {
        let known = [Some((900.0, 100.0)), None];
        let two = &["a_fused_mean_pow_0 20", "b_fused__to_copy_mul_1 20"];
        assert_eq!(moved(&compared(&[NAIVE, two], &known), 1).1, None);
        // The product is done by nobody.
        let half = &["graph_0_cpp_fused__to_copy_mean_pow_0 25"];
        let all = compared(&[NAIVE, half], &known);
        assert_eq!(moved(&all, 1).1, None);
        assert_eq!(all.explanations[0].terms[0].0, Term::Busy);
    }
}
