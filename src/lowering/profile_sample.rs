//! Small profiles for tests.

use super::compare::{Measured, Recorded};
use super::profile::{
    Evidence, Figure, Instance, Item, ItemKind, KernelShape, Level, Node, PathProfile, Reason, Recording,
    RegionKey, RegionKind,
};
use crate::engine::protocol::TraceId;
use crate::trace::SliceId;
use std::sync::Arc;

/// A profile of lines `name [ns [kernel]]`, one for each op in order; a dot
/// before the name stands for a level further down. With a time the op has an
/// item of its own. One instance, as long as its items.
pub fn profile(lines: &[&str]) -> PathProfile {
    let node = |level, name: &str, parent, depth, slice| Node {
        level,
        name: name.into(),
        parent,
        depth,
        inputs: Arc::from([]),
        median_ns: 0,
        self_ns: 0,
        start_ns: 0,
        slice: SliceId(slice),
    };
    let mut nodes = vec![node(Level::Annotation, "region", None, 0, 0)];
    let mut items = Vec::new();
    let mut time = 0;
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let name = words[0].trim_start_matches('.');
        let depth = (words[0].len() - name.len()) as u32 + 1;
        let parent = nodes.iter().rposition(|node| node.depth + 1 == depth).unwrap();
        let at = nodes.len() as u32;
        nodes.push(node(Level::Op, name, Some(parent as u32), depth, at));
        let Some(ns) = words.get(1).map(|ns| ns.parse().unwrap()) else { continue };
        items.push(Item {
            kind: ItemKind::Kernel,
            name: (*words.get(2).unwrap_or(&name)).into(),
            node: at,
            launch: Some(at),
            evidence: Evidence::Correlation,
            median_ns: ns,
            start_ns: time,
            bytes: Figure::Unknown(Reason::NoShapes),
            slice: SliceId(1000 + at),
        });
        time += ns;
    }
    PathProfile {
        region: RegionKey { kind: RegionKind::Annotation, name: "region".to_owned() },
        instances: vec![instance(time, time, time, 0)],
        left_out: Vec::new(),
        unlike: 0,
        median_instance: 0,
        nodes,
        items,
        inputs: None,
        outputs: None,
        bytes_moved: Figure::Unknown(Reason::NoShapes),
        bytes_min: Figure::Unknown(Reason::NoShapes),
        temporaries: Figure::Unknown(Reason::NoShapes),
        flops: Figure::Unknown(Reason::NoShapes),
        kernel_shape: KernelShape {
            occupancy: Figure::Unknown(Reason::NotWritten),
            warps_per_sm: Figure::Unknown(Reason::NotWritten),
            blocks: Figure::Unknown(Reason::NotWritten),
            threads_per_block: Figure::Unknown(Reason::NotWritten),
        },
        orphans: Default::default(),
        recording: Recording { has_device: true, device: "D".to_owned(), ..Recording::default() },
        neuron: None,
        neffs: None,
    }
}

pub fn instance(host_ns: i64, busy_ns: i64, span_ns: i64, starved_ns: i64) -> Instance {
    Instance {
        root: SliceId(0),
        start: 0,
        host_ns,
        busy_ns,
        span_ns,
        starved_ns,
        launch_ns: 0,
        guard_ns: 0,
        python_ns: None,
        queue_ns: None,
        engines_ns: None,
    }
}

/// A path of one recording.
pub fn measured(name: &str, profile: PathProfile) -> Measured {
    recorded(name, vec![profile])
}

/// A path of several recordings.
pub fn recorded(name: &str, profiles: Vec<PathProfile>) -> Measured {
    let recordings = profiles.into_iter().zip(0..).map(|(profile, i)| Recorded {
        trace: TraceId(i),
        file: format!("{name}.json"),
        warm_up_ns: 0,
        profile,
    });
    Measured { name: name.to_owned(), recordings: recordings.collect() }
}
