//! What to read with care, beyond how sure a verdict is.

use super::comparison::{Caveat, Measure, PathView};
use super::profile::{LeftOutReason, Orphans};
use super::proof::is_inferred;
use super::verdict::Case;

/// Host time over device time from which a path alone would wait for the host.
const HOST_BOUND: f64 = 1.5;

/// Adds caveats on the recordings, and on what was left out of them.
pub(super) fn care(case: Case<'_>, fastest: usize, against: usize, caveats: &mut Vec<Caveat>) {
    let those = |wanted: &dyn Fn(&PathView) -> bool| -> Vec<u32> {
        case.paths.iter().zip(0..).filter(|(path, _)| wanted(path)).map(|(_, i)| i).collect()
    };
    let add = |caveats: &mut Vec<Caveat>, paths: Vec<u32>, make: fn(Vec<u32>) -> Caveat| {
        if !paths.is_empty() {
            caveats.push(make(paths));
        }
    };
    add(caveats, those(&|path| path.recording.synthetic), |paths| Caveat::Synthetic { paths });
    add(caveats, those(&|path| path.recording.with_stack), |paths| Caveat::StacksOn { paths });
    add(caveats, those(&|path| path.recording.with_memory), |paths| Caveat::MemoryOn { paths });
    add(caveats, those(&|path| path.recording.graph_replay), |paths| Caveat::GraphReplay { paths });
    add(caveats, those(&is_inferred), |paths| Caveat::BytesInferred { paths });
    super::neuron::care(case, caveats);
    super::neff::care(case.paths, caveats);
    let base = &case.paths[case.baseline].recording;
    // Device profiles tell chip and cores apart.
    let known = |path: &PathView| {
        path.recording.has_device && !path.recording.device.is_empty() && path.neuron.is_none()
    };
    add(
        caveats,
        those(&|path| known(path) && !base.device.is_empty() && path.recording.device != base.device),
        |paths| Caveat::OtherDevice { paths },
    );
    if case.paths.len() > 1
        && case.paths.iter().any(|path| {
            path.recording.has_device && path.recording.device.is_empty() && path.neuron.is_none()
        })
    {
        caveats.push(Caveat::DeviceUnknown);
    }
    for (path, i) in case.paths.iter().zip(0..) {
        if let Some((instances, of)) = path.recording.sample {
            caveats.push(Caveat::Sample { path: i, instances, of });
        }
        let left = |why| path.left_out.iter().filter(move |left| left.why == why).count() as u32;
        if left(LeftOutReason::WarmUp) > 0 {
            let longest_ns = path.warm_up_ns;
            caveats.push(Caveat::WarmUpLeftOut { path: i, count: left(LeftOutReason::WarmUp), longest_ns });
        }
        if left(LeftOutReason::OtherGroup) > 0 {
            caveats.push(Caveat::OtherGroupsLeftOut { path: i, count: left(LeftOutReason::OtherGroup) });
        }
        if left(LeftOutReason::Cut) > 0 {
            caveats.push(Caveat::CutLeftOut { path: i, count: left(LeftOutReason::Cut) });
        }
        if path.unlike * 2 > path.instance_count {
            caveats.push(Caveat::RowsDiffer { path: i, count: path.unlike });
        }
        if path.orphans.count > 0 {
            let Orphans { count, total_ns, launch_not_recorded, .. } = path.orphans;
            caveats.push(Caveat::Orphans { path: i, count, total_ns, launch_not_recorded });
        }
        if path.recording.has_device
            && case.measure != Measure::HostSpan
            && path.host.median > path.span.median * HOST_BOUND
        {
            let (host_ns, device_ns) = (path.host.median as i64, path.span.median as i64);
            caveats.push(Caveat::HostBoundAlone { path: i, host_ns, device_ns });
        }
    }
    let (fast, slow) = (&case.paths[fastest], &case.paths[against]);
    if fast.total.median < slow.total.median
        && fast.items.len() > slow.items.len()
        && fast.recording.has_device
        && fast.neuron.is_none()
    {
        caveats.push(Caveat::FasterWithMoreKernels { path: fastest as u32 });
    }
}
