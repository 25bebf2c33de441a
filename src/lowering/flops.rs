//! Floating-point operations of a run: those of the ops that its device work
//! belongs to.

use super::flop_rules::flops;
use super::measure::moves;
use super::profile::{Figure, Level, Reason};
use super::run::Run;
use super::shapes::{ArgsReader, Call};
use super::tree::NONE;
use crate::analysis::json_text::{members, readable};
use crate::trace::{SliceId, Trace};

/// Sum over the ops of a run; `calls` are those of its nodes.
///
/// The innermost op with a rule counts for the work in it. Work whose op has
/// none counts with the op around that, and then the parts of that op do not.
pub fn flops_of_run(
    trace: &Trace,
    args: &mut ArgsReader,
    run: &Run,
    calls: &[Option<Call>],
    why_no_shapes: Reason,
) -> Figure {
    let nodes = &run.tree.nodes;
    if run.items.is_empty() {
        return Figure::Unknown(why_no_shapes);
    }
    let mut counted: Vec<Option<f64>> = vec![None; nodes.len()];
    let mut sum = 0.0;
    for item in run.items.iter().filter(|item| moves(trace, item.slice).is_none()) {
        // XLA counts them for each piece of work.
        if run.tree.nodes[item.node as usize].slice != item.slice
            && let Some(own) = written(args, item.slice, b"\"flops\"")
        {
            sum += own;
            continue;
        }
        let mut at = item.node;
        let (mut found, mut no_rule) = (false, false);
        while at != NONE && !found {
            let node = &nodes[at as usize];
            if node.level == Level::Op {
                no_rule |= calls[at as usize].is_some();
                let known = counted[at as usize].or_else(|| {
                    let of_rule = calls[at as usize]
                        .as_ref()
                        .and_then(|call| flops(trace.slice_name(node.slice), call));
                    of_rule.or_else(|| written(args, node.slice, b"\"kernel_flop\""))
                });
                counted[at as usize] = known;
                found = known.is_some();
            }
            at = node.parent;
        }
        if !found {
            return Figure::Unknown(if no_rule { Reason::NoFlopRule } else { why_no_shapes });
        }
    }
    let mut inside = vec![false; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        inside[i] =
            node.parent != NONE && (inside[node.parent as usize] || counted[node.parent as usize].is_some());
        if !inside[i] {
            sum += counted[i].unwrap_or(0.0);
        }
    }
    Figure::Known(sum)
}

/// What a compiler wrote beside a piece of work. It writes 0 where it does not
/// know.
fn written(args: &mut ArgsReader, slice: SliceId, wanted: &[u8]) -> Option<f64> {
    let args = args.args(slice);
    memchr::memmem::find(args, wanted)?;
    let (_, value) = members(args).into_iter().find(|(key, _)| *key == wanted)?;
    readable(value).parse().ok().filter(|flops: &f64| flops.is_finite() && *flops > 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::attribution::Attribution;
    use super::super::comparison::RegionChoice;
    use super::super::measure::profile;
    use super::super::profile::{Figure, Reason, RegionKey, RegionKind};
    use super::super::sample::trace;

    fn flops(lines: &[&str]) -> Figure {
        let trace = trace(lines);
        let key = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
        profile(&trace, &Attribution::new(&trace), &RegionChoice::Key(key)).unwrap().flops
    }

    const MUL: &str =
        r#"cpu aten::mul 10 100 cpu_op - "Input Dims":[[4,8],[4,8]],"Input type":["float","float"]"#;

    #[test]
    fn ops_with_work_are_added_and_copies_are_free() {
        let found = flops(&[
            "cpu norm 0 900 user_annotation",
            MUL,
            "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
            r#"cpu aten::sum 200 100 cpu_op - "Input Dims":[[4,8]],"Input type":["float"],"Concrete Inputs":[""]"#,
            "cpu cudaLaunchKernel 220 10 cuda_runtime 2",
            "cpu vendor::copy 400 100 cpu_op",
            "cpu cudaMemcpyAsync 420 10 cuda_runtime 3",
            "gpu mul 1000 10 kernel 1",
            "gpu sum 1100 10 kernel 2",
            "gpu Memcpy~DtoD 1200 10 gpu_memcpy 3",
        ]);
        assert_eq!(found, Figure::Known(32.0 + 31.0));
    }

    #[test]
    fn an_op_around_counts_once_for_parts_without_a_rule() {
        let found = flops(&[
            "cpu norm 0 900 user_annotation",
            r#"cpu aten::mm 10 500 cpu_op - "Input Dims":[[4,8],[8,3]],"Input type":["float","float"]"#,
            r#"cpu aten::mul 20 100 cpu_op - "Input Dims":[[4,8]],"Input type":["float"]"#,
            "cpu cudaLaunchKernel 30 10 cuda_runtime 1",
            r#"cpu aten::vendor_gemm 200 100 cpu_op - "Input Dims":[[4,8],[8,3]],"Input type":["float","float"]"#,
            "cpu cudaLaunchKernel 220 10 cuda_runtime 2",
            "cpu cudaLaunchKernel 240 10 cuda_runtime 3",
            "gpu a 1000 10 kernel 1",
            "gpu b 1100 10 kernel 2",
            "gpu c 1200 10 kernel 3",
        ]);
        assert_eq!(found, Figure::Known(192.0));
    }

    #[test]
    fn what_is_not_known_says_why() {
        let of = |op: &str| {
            flops(&[
                "cpu norm 0 900 user_annotation",
                MUL,
                "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
                op,
                "cpu cudaLaunchKernel 220 10 cuda_runtime 2",
                "gpu a 1000 10 kernel 1",
                "gpu b 1100 10 kernel 2",
            ])
        };
        let unknown = |why| Figure::Unknown(why);
        let shaped = r#"cpu aten::topk 200 100 cpu_op - "Input Dims":[[4,8]],"Input type":["float"]"#;
        assert_eq!(of(shaped), unknown(Reason::NoFlopRule));
        let generated = "cpu triton_poi_fused_mul_0 200 100 cpu_op";
        assert_eq!(of(generated), unknown(Reason::SomeWithoutShapes));
        let told = r#"cpu triton_tem_fused_mm_0 200 100 cpu_op - "kernel_flop":1000"#;
        assert_eq!(of(told), Figure::Known(32.0 + 1000.0));
        let none = flops(&[
            "cpu norm 0 900 user_annotation",
            "cpu aten::mul 10 100 cpu_op",
            "cpu cudaLaunchKernel 20 10 cuda_runtime 1",
            "gpu a 1000 10 kernel 1",
        ]);
        assert_eq!(none, unknown(Reason::NoShapes));
    }
}
