//! Where the difference between two paths comes from, in terms that add up.

use super::comparison::{Explanation, Measure, Term};
use super::profile::{Figure, Instance, PathProfile};

/// Medians over the instances, each doubled so that halves stay exact. Medians
/// of parts do not add up to the median of the whole: the last term takes what
/// is left.
#[derive(Debug, Clone, Copy, Default)]
struct Doubled {
    total: i64,
    busy: i64,
    starved: i64,
    idle: i64,
}

/// What a measure gives for an instance.
pub fn judged_ns(instance: &Instance, measure: Measure) -> i64 {
    match measure {
        Measure::HostSpan => instance.host_ns,
        Measure::DeviceSpan => instance.span_ns,
        Measure::DeviceBusy => instance.busy_ns,
    }
}

fn medians(instances: &[&Instance], measure: Measure) -> Doubled {
    let doubled = |of: &dyn Fn(&Instance) -> i64| {
        let mut all: Vec<i64> = instances.iter().map(|instance| of(instance)).collect();
        all.sort_unstable();
        let (low, high) = (all.len().saturating_sub(1) / 2, all.len() / 2);
        let at = |place: usize| all.get(place).copied().unwrap_or_default();
        at(low).saturating_add(at(high))
    };
    Doubled {
        total: doubled(&|instance| judged_ns(instance, measure)),
        busy: doubled(&|instance| instance.busy_ns),
        starved: doubled(&|instance| instance.starved_ns),
        idle: doubled(&|instance| instance.span_ns.saturating_sub(instance.busy_ns)),
    }
}

/// One side of an explanation.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub profile: &'a PathProfile,
    /// Of all recordings.
    pub instances: &'a [&'a Instance],
}

/// Splits the difference of `other` to `base`. `path` is the other's index.
pub fn explain(base: Side<'_>, other: Side<'_>, measure: Measure, path: u32) -> Explanation {
    let (from, to) = (medians(base.instances, measure), medians(other.instances, measure));
    let delta_ns = half(to.total) - half(from.total);
    let change = |part: fn(Doubled) -> i64| half(part(to).saturating_sub(part(from)));
    let mut terms = Vec::new();
    let busy = change(|times| times.busy);
    let rate = match base.profile.bytes_moved {
        Figure::Known(bytes) if from.busy > 0 => {
            Figure::Known(bytes / (half(from.busy).max(1) as f64 * 1e-9))
        }
        Figure::Known(_) => Figure::Unknown(super::profile::Reason::NoDevice),
        unknown => unknown,
    };
    let traffic = match (base.profile.bytes_moved, other.profile.bytes_moved, rate) {
        (Figure::Known(from), Figure::Known(to), Figure::Known(rate)) if rate > 0.0 => {
            Some(((to - from) / rate * 1e9).round() as i64)
        }
        _ => None,
    };
    let on_device = base.profile.recording.has_device || other.profile.recording.has_device;
    let whole = measure == Measure::HostSpan && on_device;
    if !whole {
        match traffic {
            Some(traffic) => {
                terms.push((Term::Traffic, traffic));
                terms.push((Term::Efficiency, busy - traffic));
            }
            None => terms.push((Term::Busy, busy)),
        }
    }
    match measure {
        Measure::DeviceBusy => {}
        Measure::DeviceSpan => {
            terms.push((Term::Host, change(|times| times.starved)));
            terms.push((Term::Idle, 0));
        }
        Measure::HostSpan if on_device => terms.push((Term::Host, 0)),
        Measure::HostSpan => {
            terms.push((Term::Idle, change(|times| times.idle)));
            terms.push((Term::Host, 0));
        }
    }
    let sum: i64 = terms.iter().map(|(_, ns)| ns).sum();
    if let Some(last) = terms.last_mut() {
        last.1 += delta_ns - sum;
    }
    Explanation {
        path,
        baseline_ns: half(from.total),
        delta_ns,
        terms,
        reference_bytes_per_s: rate,
        traffic_ns: None,
    }
}

fn half(doubled: i64) -> i64 {
    doubled.div_euclid(2)
}

#[cfg(test)]
mod tests {
    use super::super::profile_sample::{instance, profile};
    use super::*;
    use proptest::prelude::*;

    fn explained(
        bytes: Option<(f64, f64)>,
        a: &[Instance],
        b: &[Instance],
        measure: Measure,
        device: bool,
    ) -> Explanation {
        let (mut base, mut other) = (profile(&[]), profile(&[]));
        for profile in [&mut base, &mut other] {
            profile.recording.has_device = device;
        }
        if let Some((from, to)) = bytes {
            (base.bytes_moved, other.bytes_moved) = (Figure::Known(from), Figure::Known(to));
        }
        let (a, b): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
        explain(Side { profile: &base, instances: &a }, Side { profile: &other, instances: &b }, measure, 1)
    }

    #[test]
    fn traffic_is_told_at_the_rate_of_the_baseline() {
        // 330 kB in 150 ns; a tenth of the bytes at the same rate is 15 ns.
        let found = explained(
            Some((330_000.0, 33_000.0)),
            &[instance(300, 150, 160, 2)],
            &[instance(300, 14, 14, 0)],
            Measure::DeviceSpan,
            true,
        );
        assert_eq!((found.baseline_ns, found.delta_ns), (160, -146));
        let wanted = [(Term::Traffic, -135), (Term::Efficiency, -1), (Term::Host, -2), (Term::Idle, -8)];
        assert_eq!(found.terms, wanted);
    }

    #[test]
    fn without_bytes_busy_time_is_one_term_and_a_cpu_has_host_time_around_it() {
        let found = explained(
            None,
            &[instance(100, 60, 80, 0)],
            &[instance(40, 30, 35, 0)],
            Measure::HostSpan,
            false,
        );
        assert_eq!(found.terms, [(Term::Busy, -30), (Term::Idle, -15), (Term::Host, -15)]);
        assert!(matches!(found.reference_bytes_per_s, Figure::Unknown(_)));
    }

    fn instances() -> impl Strategy<Value = Vec<Instance>> {
        let one = (0..9999i64, 0..9999i64, 0..9999i64, 0..9999i64);
        let one = one.prop_map(|(host, busy, span, starved)| instance(host, busy, span, starved));
        proptest::collection::vec(one, 1..8)
    }

    proptest! {
        #[test]
        fn terms_add_up_to_the_difference_of_the_medians(
            a in instances(),
            b in instances(),
            bytes in proptest::option::of((1.0..1e9f64, 1.0..1e9f64)),
            device in any::<bool>(),
            measure in 0..3usize,
        ) {
            let measure = [Measure::HostSpan, Measure::DeviceSpan, Measure::DeviceBusy][measure];
            let found = explained(bytes, &a, &b, measure, device);
            prop_assert_eq!(found.terms.iter().map(|(_, ns)| ns).sum::<i64>(), found.delta_ns);
            let median = |instances: &[Instance]| {
                super::super::spread::spread(instances.iter().map(|i| judged_ns(i, measure))).median
            };
            prop_assert!((found.delta_ns as f64 - (median(&b) - median(&a))).abs() <= 1.0);
        }
    }
}
