//! What the engine needs from whoever runs it: a clock, and the size of the
//! memory. Both differ between a worker and a native program.

/// Functions of the surroundings.
#[derive(Debug, Clone, Copy)]
pub struct Host {
    /// Milliseconds since some fixed moment.
    pub now_ms: fn() -> f64,
    /// Memory of the program in bytes, where known.
    pub memory_bytes: fn() -> Option<u64>,
}

impl Host {
    /// The surroundings of a native program.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn native() -> Self {
        use std::sync::LazyLock;
        use std::time::Instant;
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Self { now_ms: || START.elapsed().as_secs_f64() * 1000.0, memory_bytes: || None }
    }
}

/// Tells when a slice of work has taken long enough.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    host: Host,
    until_ms: f64,
}

impl Budget {
    pub fn new(host: Host, ms: f64) -> Self {
        Self { host, until_ms: (host.now_ms)() + ms }
    }

    pub fn is_spent(&self) -> bool {
        (self.host.now_ms)() >= self.until_ms
    }
}
