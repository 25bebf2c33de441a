//! Profiles laid beside a baseline.

use super::comparison::{Bound, Comparison, Measure, PathView, Spread};
use super::explain::{Side, explain, judged_ns};
use super::fates::{Laid, lay_beside};
use super::inferred::{bytes_evidence, infer_bytes};
use super::metrics::{bound, metrics};
use super::ops::{Outline, written_ops};
use super::profile::{Evidence, Figure, Instance, PathProfile};
use super::spread::{middle, spread};
use super::verdict::{Case, verdict};
use super::{neff, neuron};
use crate::engine::protocol::TraceId;

/// A path as it was measured, with where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    /// Empty: made from the files.
    pub name: String,
    /// At least one. The first is drawn; all count for times.
    pub recordings: Vec<Recorded>,
}

/// One recording of a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    pub trace: TraceId,
    pub file: String,
    /// The longest judged time of an instance that was left out as warm-up.
    pub warm_up_ns: i64,
    pub profile: PathProfile,
}

/// Lays paths beside the one at `baseline`; `None` where a path has no
/// recording, or there is no path.
pub fn compare(paths: &[Measured], baseline: usize, judge_by: Option<Measure>) -> Option<Comparison> {
    let firsts: Vec<&PathProfile> = paths
        .iter()
        .map(|path| path.recordings.first().map(|first| &first.profile))
        .collect::<Option<_>>()?;
    let base_profile = *firsts.get(baseline)?;
    let measure = judge_by.unwrap_or(if firsts.iter().all(|profile| profile.recording.has_device) {
        Measure::DeviceSpan
    } else {
        Measure::HostSpan
    });
    let outlines: Vec<Outline> = firsts.iter().map(|profile| Outline::new(profile)).collect();
    let ops: Vec<Vec<u32>> =
        firsts.iter().zip(&outlines).map(|(profile, outline)| ops_of(profile, outline)).collect();
    let is_neuron = firsts.iter().all(|profile| profile.neuron.is_some());
    let working = ops[baseline].iter().filter(|op| !outlines[baseline].items(**op).is_empty()).count();
    let names = path_names(paths);
    let instances: Vec<Vec<&Instance>> = paths
        .iter()
        .map(|path| path.recordings.iter().flat_map(|recording| &recording.profile.instances).collect())
        .collect();
    let others = || (0..paths.len()).filter(|i| *i != baseline);
    let laid = |i: usize| Laid { profile: firsts[i], outline: &outlines[i], ops: &ops[i] };
    let beside = |i: usize| match is_neuron {
        true => neuron::lay_beside(firsts[baseline], firsts[i], i as u32),
        false => lay_beside(laid(baseline), laid(i), i as u32),
    };
    let alignments: Vec<_> = others().map(beside).collect();
    let inferred = match is_neuron {
        true => vec![None; paths.len()],
        false => infer_bytes(&(0..paths.len()).map(laid).collect::<Vec<_>>(), baseline, &alignments),
    };
    let firsts: Vec<&PathProfile> =
        firsts.iter().zip(&inferred).map(|(own, inferred)| inferred.as_ref().unwrap_or(own)).collect();
    let views: Vec<PathView> = (0..paths.len())
        .map(|i| {
            let mut view = view(&paths[i], firsts[i], ops[i].clone(), &instances[i], measure, working);
            view.name.clone_from(&names[i]);
            if inferred[i].is_some() {
                view.bytes_evidence = Some(Evidence::Interface);
            }
            view
        })
        .collect();
    let side = |i: usize| Side { profile: firsts[i], instances: &instances[i] };
    let explain_one = |i: usize| {
        let (base, other, at) = (side(baseline), side(i), i as u32);
        match is_neuron {
            true => neuron::explain(base, other, measure, at),
            false => {
                let of_neffs = neff::explain(base, other, measure, at);
                of_neffs.unwrap_or_else(|| explain(base, other, measure, at))
            }
        }
    };
    let explanations: Vec<_> = others().map(explain_one).collect();
    let verdict = verdict(Case {
        paths: &views,
        baseline,
        measure,
        alignments: &alignments,
        explanations: &explanations,
    });
    Some(Comparison {
        region: base_profile.region.name.clone(),
        baseline: baseline as u32,
        judged_by: measure,
        paths: views,
        alignments,
        explanations,
        verdict,
    })
}

/// Whether bytes are what device profiles of all its NEFFs count.
fn has_totals(profile: &PathProfile) -> bool {
    let totals = profile.neffs.as_deref().and_then(|part| part.totals.as_ref());
    totals.is_some_and(|totals| matches!(totals.hbm(), Figure::Known(_)))
}

fn ops_of(profile: &PathProfile, outline: &Outline) -> Vec<u32> {
    match &profile.neuron {
        Some(part) => part.ops.clone(),
        None => written_ops(profile, outline),
    }
}

fn view(
    path: &Measured,
    first: &PathProfile,
    ops: Vec<u32>,
    instances: &[&Instance],
    measure: Measure,
    base_working_ops: usize,
) -> PathView {
    let of = |what: fn(&Instance) -> i64| spread(instances.iter().map(|instance| what(instance)));
    let durations_ns: Vec<i64> = instances.iter().map(|instance| judged_ns(instance, measure)).collect();
    let recording_medians = path.recordings.iter().map(|recording| {
        let mut sorted: Vec<i64> =
            recording.profile.instances.iter().map(|instance| judged_ns(instance, measure)).collect();
        sorted.sort_unstable();
        middle(&sorted)
    });
    let metrics = match &first.neuron {
        Some(part) => neuron::metrics(first, part, instances),
        None => {
            let mut found = metrics(first, instances, base_working_ops);
            found.extend(first.neffs.as_deref().map(neff::metrics).unwrap_or_default());
            found
        }
    };
    let bound = match &first.neuron {
        Some(part) => neuron::bound(first, part),
        None => match (bound(first, &metrics), first.neffs.as_deref().and_then(neff::bound)) {
            (Bound::Unknown(_), Some(of_neffs)) => of_neffs,
            (bound, _) => bound,
        },
    };
    let left_out = path.recordings.iter().flat_map(|recording| recording.profile.left_out.clone()).collect();
    PathView {
        name: path.name.clone(),
        traces: path.recordings.iter().map(|recording| recording.trace).collect(),
        files: path.recordings.iter().map(|recording| recording.file.clone()).collect(),
        region: first.region.clone(),
        total: spread(durations_ns.iter().copied()),
        host: of(|instance| instance.host_ns),
        busy: of(|instance| instance.busy_ns),
        span: of(|instance| instance.span_ns),
        recording_medians: recording_medians.collect(),
        instance_count: instances.len() as u32,
        median_instance: median_instance(&first.instances, measure),
        instances: first.instances.clone(),
        durations_ns,
        left_out,
        unlike: path.recordings.iter().map(|recording| recording.profile.unlike).sum(),
        warm_up_ns: path.recordings.iter().map(|recording| recording.warm_up_ns).max().unwrap_or_default(),
        inputs: first.inputs.clone(),
        outputs: first.outputs.clone(),
        nodes: first.nodes.clone(),
        items: first.items.clone(),
        ops,
        bound,
        metrics,
        bytes_evidence: match (&first.neuron, first.bytes_moved) {
            (Some(_), Figure::Known(_)) => Some(Evidence::Counter),
            (Some(_), Figure::Unknown(_)) => None,
            (None, _) if has_totals(first) => Some(Evidence::Counter),
            (None, _) => bytes_evidence(first),
        },
        orphans: first.orphans.clone(),
        recording: first.recording.clone(),
        neuron: first.neuron.clone(),
        neffs: first.neffs.clone(),
    }
}

/// The instance whose time is nearest to the median; the earlier of two.
fn median_instance(instances: &[Instance], measure: Measure) -> u32 {
    let Spread { median, .. } = spread(instances.iter().map(|instance| judged_ns(instance, measure)));
    let distance = |instance: &Instance| (judged_ns(instance, measure) as f64 - median).abs();
    let nearest = instances.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
    nearest.map_or(0, |(i, _)| i as u32)
}

/// Names for paths: what distinguishes their files. `layer_naive_bf16.json.gz`
/// beside `layer_fused_bf16.json.gz` is `naive`.
/// A name stands within sentences: what turns text around, and the marks that
/// sentences have around what decides, are no part of it.
fn plain_name(name: &str) -> String {
    let name = name.replace("<em>", "").replace("</em>", "");
    let turns =
        |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}');
    name.chars().map(|c| if turns(c) || c.is_control() { '\u{fffd}' } else { c }).collect()
}

fn path_names(paths: &[Measured]) -> Vec<String> {
    let stems: Vec<&str> =
        paths.iter().map(|path| path.recordings.first().map_or("", |first| stem(&first.file))).collect();
    let words: Vec<Vec<&str>> = stems
        .iter()
        .map(|stem| stem.split(['_', '-', '.', ' ']).filter(|word| !word.is_empty()).collect())
        .collect();
    let shortest = words.iter().map(Vec::len).min().unwrap_or_default();
    let shared = |at: &dyn Fn(&Vec<&str>, usize) -> Option<String>| {
        (0..shortest)
            .take_while(|i| words.windows(2).all(|pair| at(&pair[0], *i) == at(&pair[1], *i)))
            .count()
    };
    let (head, tail) = if paths.len() < 2 {
        (0, 0)
    } else {
        let head = shared(&|words, i| words.get(i).map(|word| (*word).to_owned()));
        let tail = shared(&|words, i| words.iter().rev().nth(i).map(|word| (*word).to_owned()));
        (head, tail.min(shortest - head))
    };
    let mut names: Vec<String> = Vec::new();
    // Of names that are built alike only the words that differ count, each once.
    let built_alike = words.len() > 1 && words.iter().all(|own| own.len() == shortest);
    let differs = |at: usize| words.iter().any(|own| own[at] != words[0][at]);
    // Of several paths a word that parts them as one before it does says nothing new.
    let parts = |at: usize| -> Vec<usize> {
        words.iter().map(|own| words.iter().position(|other| other[at] == own[at]).unwrap_or(0)).collect()
    };
    let is_new = |at: usize| paths.len() < 3 || !(0..at).any(|before| parts(before) == parts(at));
    for (i, path) in paths.iter().enumerate() {
        let mut own: Vec<&str> = Vec::new();
        let inner = words[i].len() - head - tail;
        for (at, &word) in words[i].iter().enumerate().skip(head).take(inner) {
            if !built_alike || differs(at) && is_new(at) && !own.contains(&word) {
                own.push(word);
            }
        }
        let own = own.join("_");
        let name = match (path.name.is_empty(), own.is_empty()) {
            (false, _) => path.name.clone(),
            (true, false) => own,
            (true, true) => stems[i].to_owned(),
        };
        let name = plain_name(&name);
        let twin = names.iter().filter(|other| **other == name).count();
        names.push(if twin > 0 && path.name.is_empty() { format!("{name} ({})", i + 1) } else { name });
    }
    names
}

fn stem(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let mut stem = name;
    for ending in [".gz", ".zst", ".json", ".pt.trace", ".trace"] {
        stem = stem.strip_suffix(ending).filter(|rest| !rest.is_empty()).unwrap_or(stem);
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::super::profile_sample::profile;
    use super::*;

    fn named(files: &[&str]) -> Vec<String> {
        let paths: Vec<Measured> = files
            .iter()
            .map(|file| Measured {
                name: String::new(),
                recordings: vec![Recorded {
                    trace: TraceId(0),
                    file: (*file).to_owned(),
                    warm_up_ns: 0,
                    profile: profile(&[]),
                }],
            })
            .collect();
        path_names(&paths)
    }

    #[test]
    fn a_path_is_named_by_what_its_file_has_alone() {
        let files =
            ["layer_naive_bf16.json.gz", "layer_fused_bf16.json.gz", "a/layer_compiled_fused_bf16.json"];
        assert_eq!(named(&files), ["naive", "fused", "compiled_fused"]);
        let files = ["k_naive_f32_reports_naive_2.json", "k_fused_f32_reports_fused_2.json"];
        assert_eq!(named(&files), ["naive", "fused"]);
        let files = ["base_fp32_s512.json", "fused_fp32_s512.json", "base_bf16_s1024.json"];
        assert_eq!(named(&files), ["base_fp32", "fused_fp32", "base_bf16"]);
        assert_eq!(named(&["x.json", "x.json"]), ["x", "x (2)"]);
        assert_eq!(named(&["run_a.json"]), ["run_a"]);
        assert_eq!(named(&["\u{202e}a<em>b.json"]), ["\u{fffd}ab"]);
        assert_eq!(named(&["a.json", "a_b.json"]), ["a", "b"]);
    }
}
