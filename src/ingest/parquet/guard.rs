//! Survives panics of the `parquet` crate.

use super::Problem;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs something that calls the crate. A panic in it becomes a problem; what
/// it worked on must not be used after that.
///
/// WebAssembly cannot do this: there the whole worker ends, which is why the
/// page gives Parquet a worker of its own.
///
/// # Errors
/// Those of `run`, and [`Problem::Stopped`] after a panic.
pub fn guarded<T>(run: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(Problem::Stopped(text.unwrap_or_default()))
    })
}
