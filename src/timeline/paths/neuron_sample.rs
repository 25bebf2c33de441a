//! Two made-up Neuron profiles, compared, to try layouts on.

use crate::engine::protocol::TraceId;
use crate::lowering::compare::{Measured, Recorded, compare};
use crate::lowering::comparison::{Comparison, RegionChoice};
use crate::lowering::neuron::{profile, regions};
use crate::neuron::analysis::made_up::{MadeUp, profile as made};

pub fn comparison() -> Comparison {
    let paths: Vec<Measured> = [unfused as fn(&mut MadeUp), fused]
        .into_iter()
        .zip(0..)
        .map(|(make, at)| {
            let (mut trace, neuron) = made(make);
            trace.neuron = Some(Box::new(neuron));
            let whole = regions(&trace).unwrap().remove(0).key;
            let profile = profile(&trace, &RegionChoice::Key(whole)).unwrap();
            let file = format!("{at}.json");
            let recorded = Recorded { trace: TraceId(at), file, warm_up_ns: 0, profile };
            Measured { name: String::new(), recordings: vec![recorded] }
        })
        .collect();
    compare(&paths, 0, None).unwrap()
}

fn unfused(made: &mut MadeUp) {
    made.instruction("GpSimd", "DMA_DIRECT2D", 0, 10, |_| {});
    made.packet("qIn", 10, 90, 600);
    made.instruction("TensorMatrix", "MATMUL", 100, 100, |_| {});
    made.instruction("Vector", "COPY", 150, 100, |_| {});
    made.instruction("Sync", "DMA_DIRECT2D", 230, 10, |_| {});
    made.packet("qIn", 240, 260, 600);
    made.instruction("TensorMatrix", "MATMUL", 500, 100, |_| {});
}

fn fused(made: &mut MadeUp) {
    made.instruction("GpSimd", "DMA_DIRECT2D", 0, 10, |_| {});
    made.packet("qIn", 10, 40, 200);
    made.instruction("TensorMatrix", "MATMUL", 50, 100, |_| {});
    made.instruction("TensorMatrix", "MATMUL", 160, 100, |_| {});
}
