//! Warnings of the tool that wrote a file.

use serde::{Deserialize, Serialize};

/// A warning of the tool that wrote the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Warning {
    pub kind: WarningKind,
    pub category: String,
    pub message: String,
}

/// Warnings that are known, for which there are plain words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum WarningKind {
    /// Descriptors that hardware makes at run time were not recorded.
    DynamicDma,
    /// The compiler left its own metrics out of the NEFF.
    CompilerMetrics,
    /// The NEFF has no HLO statistics.
    HloStats,
    Other,
}

impl WarningKind {
    /// By the words of the message.
    pub fn of(message: &str) -> Self {
        let message = message.to_ascii_lowercase();
        let has = |text: &str| message.contains(text);
        if has("dynamic dma") || has("dge-notif") || has("dge notif") {
            Self::DynamicDma
        } else if has("hlo stats") || has("hlo statistics") {
            Self::HloStats
        } else if has("compiler metrics") {
            Self::CompilerMetrics
        } else {
            Self::Other
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_warnings_are_recognised() {
        let kind = WarningKind::of;
        assert_eq!(
            [
                kind("Missing additional dynamic DMA metadata, try --enable-dge-notifs"),
                kind("Current NEFF is missing compiler metrics"),
                kind("something new")
            ],
            [WarningKind::DynamicDma, WarningKind::CompilerMetrics, WarningKind::Other]
        );
    }
}
