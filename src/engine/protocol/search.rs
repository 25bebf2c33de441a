//! What a search found.

use super::details::Located;
use serde::{Deserialize, Serialize};

/// How a search stands.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchSummary {
    pub query: String,
    pub hits: u64,
    /// How many by where they matched.
    pub by_name: u64,
    pub by_category: u64,
    pub by_args: u64,
    /// False while args are still searched; the engine then goes on and says
    /// so with further answers under the same number.
    pub complete: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum HitAt {
    /// 0-based, in time order.
    Index(u64),
    /// First hit that starts at or after (or last one before) a time.
    After(i64),
    Before(i64),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// 0-based, in time order.
    pub index: u64,
    pub at: Located,
}
