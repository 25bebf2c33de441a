//! Tensors and nodes of the NEFF.

use crate::trace::StringId;

/// One row of `neff_node`: a tensor, or a node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NeffNode {
    pub name: StringId,
    /// `IN`, `OUT`, `WEIGHT`; [`StringId::NONE`] on nodes.
    pub role: StringId,
    /// Layout, such as `NC`.
    pub format: StringId,
    /// As written: `[128 512]`.
    pub shape: StringId,
    pub subgraph: StringId,
    pub bytes: Option<u64>,
    /// How it was loaded to SBUF, where told: bytes in all, number of DMAs,
    /// how often each byte was loaded.
    pub loaded_bytes: Option<u64>,
    pub load_dmas: Option<u64>,
    pub load_repeat: Option<u64>,
}
