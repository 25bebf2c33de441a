//! One instance of a region, row by row, for looking at it beside the median
//! one.

use super::attribution::Attribution;
use super::comparison::RegionChoice;
use super::measure::{chosen_runs, rows};
use super::profile::InstanceRows;
use super::recording::recording;
use super::region::{key_of, roots};
use super::run::Run;
use super::shapes::ArgsReader;
use super::tree::depth_limit;
use crate::trace::{SliceId, Trace};

/// Rows of the instance of a region that begins with `root`; `None` where it is
/// none.
pub fn instance_rows(
    trace: &Trace,
    attribution: &Attribution,
    choice: &RegionChoice,
    root: SliceId,
) -> Option<InstanceRows> {
    let mut args = ArgsReader::new(trace);
    let on_device = attribution.has_device;
    let run = if on_device {
        let roots = roots(trace, attribution, &key_of(trace, attribution, choice)?);
        roots
            .contains(&root)
            .then(|| Run::new(trace, attribution, &mut args, root, depth_limit(trace, attribution, &roots)))?
    } else {
        // Which ops are items is decided for all runs together.
        let (_, chosen) = chosen_runs(trace, attribution, &mut args, choice)?;
        chosen.runs.into_iter().find(|run| run.root == root)?
    };
    let why_no_shapes = recording(trace, attribution).why_no_shapes();
    Some(rows(trace, &mut args, vec![&run], &run, on_device, why_no_shapes).1)
}

#[cfg(test)]
mod tests {
    use super::super::measure::profile;
    use super::super::profile::{RegionKey, RegionKind};
    use super::super::sample::trace;
    use super::*;

    fn choice() -> RegionChoice {
        RegionChoice::Key(RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() })
    }

    #[test]
    fn rows_are_those_of_the_instance_and_nest_as_in_the_profile() {
        let trace = trace(&[
            "cpu norm 0 500 user_annotation",
            "cpu aten::mul 10 100 cpu_op",
            "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
            "gpu mul_kernel 40 30 kernel 1",
            "cpu norm 1000 600 user_annotation",
            "cpu aten::mul 1020 200 cpu_op",
            "cpu cudaLaunchKernel 1040 20 cuda_runtime 2",
            "gpu mul_kernel 1070 70 kernel 2",
        ]);
        let attribution = Attribution::new(&trace);
        let profile = profile(&trace, &attribution, &choice()).unwrap();
        for (instance, (host, op, kernel)) in profile.instances.iter().zip([(500, 100, 30), (600, 200, 70)]) {
            let rows = instance_rows(&trace, &attribution, &choice(), instance.root).unwrap();
            assert_eq!((rows.nodes.len(), rows.items.len()), (profile.nodes.len(), 1));
            assert_eq!((rows.nodes[0].median_ns, rows.nodes[1].median_ns), (host, op));
            assert_eq!((rows.items[0].median_ns, rows.items[0].start_ns), (kernel, 0));
            assert_eq!(rows.nodes[0].slice, instance.root);
        }
        assert_eq!(instance_rows(&trace, &attribution, &choice(), rows_slice(&trace)), None);
    }

    /// A slice that is no instance.
    fn rows_slice(trace: &Trace) -> SliceId {
        super::super::sample::slice(trace, "aten::mul")
    }

    #[test]
    fn on_a_cpu_the_ops_that_do_the_work_are_the_items_of_each_instance() {
        let trace = trace(&[
            "cpu norm 0 500 user_annotation",
            "cpu aten::mul 10 100 cpu_op",
            "cpu norm 1000 600 user_annotation",
            "cpu aten::mul 1020 200 cpu_op",
        ]);
        let attribution = Attribution::new(&trace);
        let profile = profile(&trace, &attribution, &choice()).unwrap();
        let rows = instance_rows(&trace, &attribution, &choice(), profile.instances[1].root).unwrap();
        assert_eq!((rows.items.len(), rows.items[0].median_ns), (1, 200));
    }
}
