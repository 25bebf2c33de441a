//! Intermediate tensors: what one piece of device work writes and another
//! reads. Fused code keeps them in registers; op by op each goes to memory.
//!
//! Ops are followed as deep as single pieces of work can be told apart. What
//! several kernels of one op pass to each other is not in the trace, so the
//! figure is the least. What is written in place counts again.

use super::flow::Flow;
use super::profile::Level;
use super::run::Run;
use super::shapes::Call;
use super::tree::NONE;
use crate::trace::Trace;

/// Bytes of a run's intermediate tensors; `None` where some op's shapes or
/// results are not known. `calls` are those of its nodes.
pub fn temporaries(trace: &Trace, run: &Run, calls: &[Option<Call>]) -> Option<u64> {
    // A single piece of work passes nothing on, whatever it does.
    match run.items.len() {
        0 => return None,
        1 => return Some(0),
        _ => {}
    }
    let nodes = &run.tree.nodes;
    let mut own = vec![0u32; nodes.len()];
    for item in &run.items {
        own[item.node as usize] += 1;
    }
    let mut all = own.clone();
    for i in (1..nodes.len()).rev() {
        if nodes[i].parent != NONE {
            all[nodes[i].parent as usize] += all[i];
        }
    }
    let mut flow = Flow::default();
    let mut covered = vec![false; nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        covered[i] = node.parent != NONE && covered[node.parent as usize];
        if covered[i] || node.level != Level::Op {
            continue;
        }
        let call = calls[i].as_ref();
        if all[i] == 0 {
            // Nothing was done: what it gives is what it got.
            if let Some(call) = call {
                flow.add_view(trace.slice_name(node.slice), call);
            }
            covered[i] = true;
            continue;
        }
        // Its parts tell more than the op as a whole.
        if all[i] > 1 && own[i] == 0 {
            continue;
        }
        covered[i] = flow.add(trace.slice_name(node.slice), call?, true);
        if !covered[i] {
            return None;
        }
    }
    run.items.iter().all(|item| covered[item.node as usize]).then(|| flow.bytes_between())?
}

#[cfg(test)]
mod tests {
    use super::super::attribution::Attribution;
    use super::super::comparison::RegionChoice;
    use super::super::measure::profile;
    use super::super::profile::{Figure, Reason, RegionKey, RegionKind};
    use super::super::sample::trace;

    fn temporaries(lines: &[String]) -> Figure {
        let mut all = vec!["cpu norm 0 9000 user_annotation"];
        all.extend(lines.iter().map(String::as_str));
        let trace = trace(&all);
        let key = RegionKey { kind: RegionKind::Annotation, name: "norm".to_owned() };
        profile(&trace, &Attribution::new(&trace), &RegionChoice::Key(key)).unwrap().temporaries
    }

    /// An op from `at` on with float inputs, and a kernel of it where it has an
    /// id.
    fn op(name: &str, at: i64, dims: &str, id: u32) -> Vec<String> {
        let types = vec![r#""float""#; dims.matches("],[").count() + 1].join(",");
        let mut lines = vec![format!(
            r#"cpu {name} {at} 100 cpu_op - "Input Dims":[{dims}],"Input type":[{types}],"Concrete Inputs":["","[-1]","True"]"#
        )];
        if id > 0 {
            lines.push(format!("cpu cudaLaunchKernel {} 10 cuda_runtime {id}", at + 20));
            lines.push(format!("gpu kernel {} 10 kernel {id}", at + 2000));
        }
        lines
    }

    #[test]
    fn what_one_kernel_writes_and_the_next_reads_is_counted_once() {
        // Square 128 B, mean 16 B; the product goes out.
        let norm = [
            op("aten::pow", 100, "[4,8]", 1),
            op("aten::mean", 300, "[4,8],[],[]", 2),
            op("aten::mul", 500, "[4,8],[4,1]", 3),
        ]
        .concat();
        assert_eq!(temporaries(&norm), Figure::Known(144.0));
    }

    #[test]
    fn a_view_between_two_kernels_hides_nothing() {
        let viewed = [
            op("aten::neg", 100, "[4,8]", 1),
            op("aten::view", 300, "[4,8]", 0),
            // The same type already: nothing is done.
            op("aten::to", 500, "[32]", 0),
            op("aten::neg", 700, "[32]", 2),
        ]
        .concat();
        assert_eq!(temporaries(&viewed), Figure::Known(128.0));
    }

    #[test]
    fn one_piece_of_work_passes_nothing_on_and_unknown_ops_are_not_guessed() {
        let one = ["cpu triton_red_fused_mean_pow_0 100 100 cpu_op".to_owned()].to_vec();
        let kernel =
            ["cpu cuLaunchKernel 120 10 cuda_driver 1", "gpu triton 3000 10 kernel 1"].map(str::to_owned);
        assert_eq!(temporaries(&[one, kernel.to_vec()].concat()), Figure::Known(0.0));
        let unknown = [op("aten::topk", 100, "[4,8]", 1), op("aten::neg", 300, "[4,8]", 2)].concat();
        assert_eq!(temporaries(&unknown), Figure::Unknown(Reason::SomeWithoutShapes));
    }
}
