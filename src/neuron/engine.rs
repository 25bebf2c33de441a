//! Engines of a NeuronCore and their lanes on the timeline.

use serde::{Deserialize, Serialize};

/// What executes instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Engine {
    /// Systolic array (PE).
    Tensor,
    /// Elementwise work and reductions (DVE).
    Vector,
    /// Activation functions (ACT).
    Scalar,
    /// General-purpose cores (POOL).
    GpSimd,
    /// Triggers of DMA and synchronisation (SP).
    Sync,
    /// Not known here; its name is in [`Lane::Other`]'s rows as text.
    #[default]
    Other,
}

impl Engine {
    /// The five engines, in Neuron's order.
    pub const ALL: [Engine; 5] =
        [Engine::Tensor, Engine::Vector, Engine::Scalar, Engine::GpSimd, Engine::Sync];

    /// From any of the names that Neuron's tools use, in any case.
    pub fn from_name(name: &[u8]) -> Engine {
        Lane::from_name(name).engine()
    }

    /// As Neuron writes it; also the stem of metric names when in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Tensor => "Tensor",
            Engine::Vector => "Vector",
            Engine::Scalar => "Scalar",
            Engine::GpSimd => "GpSimd",
            Engine::Sync => "Sync",
            Engine::Other => "Other",
        }
    }

    /// First part of its metrics: `tensor` as in `tensor_engine_active_time`.
    pub fn metric_stem(self) -> &'static str {
        match self {
            Engine::Tensor => "tensor",
            Engine::Vector => "vector",
            Engine::Scalar => "scalar",
            Engine::GpSimd => "gpsimd",
            Engine::Sync => "sync",
            Engine::Other => "other",
        }
    }
}

/// A lane of instructions. Declared in the order in which they are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub enum Lane {
    Sync,
    /// All that the Tensor engine does but moving data.
    Tensor,
    /// The part of a matrix multiplication that moves data.
    TensorMatrix,
    Vector,
    Scalar,
    GpSimd,
    /// Collectives and whatever else a newer tool names.
    #[default]
    Other,
}

impl Lane {
    /// All lanes, top to bottom.
    pub const ALL: [Lane; 7] =
        [Lane::Sync, Lane::Tensor, Lane::TensorMatrix, Lane::Vector, Lane::Scalar, Lane::GpSimd, Lane::Other];

    /// From any of the names that Neuron's tools use, in any case, with the
    /// core in brackets behind it or an `E` for engine.
    pub fn from_name(name: &[u8]) -> Lane {
        let name = name.split(|byte| *byte == b'(').next().unwrap_or(name).trim_ascii();
        const NAMES: &[(&[u8], Lane)] = &[
            (b"tensor", Lane::Tensor),
            (b"tensormatrix", Lane::TensorMatrix),
            (b"vector", Lane::Vector),
            (b"scalar", Lane::Scalar),
            (b"gpsimd", Lane::GpSimd),
            (b"sync", Lane::Sync),
            (b"pe", Lane::Tensor),
            (b"dve", Lane::Vector),
            (b"act", Lane::Scalar),
            (b"activation", Lane::Scalar),
            (b"pool", Lane::GpSimd),
            (b"sp", Lane::Sync),
        ];
        let find = |name: &[u8]| NAMES.iter().find(|known| known.0.eq_ignore_ascii_case(name));
        let found = find(name).or_else(|| find(name.strip_suffix(b"E")?));
        found.map_or(Lane::Other, |known| known.1)
    }

    /// The engine that the lane belongs to.
    pub fn engine(self) -> Engine {
        match self {
            Lane::Sync => Engine::Sync,
            Lane::Tensor | Lane::TensorMatrix => Engine::Tensor,
            Lane::Vector => Engine::Vector,
            Lane::Scalar => Engine::Scalar,
            Lane::GpSimd => Engine::GpSimd,
            Lane::Other => Engine::Other,
        }
    }

    /// As Neuron writes it.
    pub fn name(self) -> &'static str {
        match self {
            Lane::TensorMatrix => "TensorMatrix",
            lane => lane.engine().name(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_names_its_lane() {
        let lane = |name: &str| Lane::from_name(name.as_bytes());
        assert_eq!([lane("Tensor"), lane("PE"), lane("TensorE")], [Lane::Tensor; 3]);
        assert_eq!([lane("TensorMatrix"), lane("TensorMatrixE")], [Lane::TensorMatrix; 2]);
        assert_eq!([lane("vector"), lane("DVE"), lane("VectorE(nc1)")], [Lane::Vector; 3]);
        assert_eq!([lane("ACT"), lane("Activation"), lane("scalar")], [Lane::Scalar; 3]);
        assert_eq!([lane("POOL"), lane("GpSimd (nc0)")], [Lane::GpSimd; 2]);
        assert_eq!([lane("SP"), lane("SyncE")], [Lane::Sync; 2]);
        assert_eq!([lane("CCStream0"), lane(""), lane("E")], [Lane::Other; 3]);
        assert_eq!(Lane::TensorMatrix.engine(), Engine::Tensor);
        assert!(Lane::ALL.is_sorted());
    }
}
