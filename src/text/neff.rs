//! Words for what joins ops, NEFFs and their device profiles.

use crate::lowering::neff::Unjoined;
use crate::lowering::profile::Evidence;

/// Message id of what an edge or a figure rests on.
pub fn evidence_id(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Correlation => "paths-evidence-correlation",
        Evidence::ExternalId => "paths-evidence-external-id",
        Evidence::CacheKey => "paths-evidence-cache-key",
        Evidence::Flow => "paths-evidence-flow",
        Evidence::Containment => "paths-evidence-containment",
        Evidence::Name => "paths-evidence-name",
        Evidence::SideFile => "paths-evidence-side-file",
        Evidence::InputDims => "paths-evidence-input-dims",
        Evidence::Timestamps => "paths-evidence-timestamps",
        Evidence::Interface => "paths-evidence-interface",
        Evidence::Opcode => "paths-evidence-opcode",
        Evidence::Counter => "paths-evidence-counter",
    }
}

/// Message id of why a NEFF has no profile.
pub fn unjoined_id(why: Unjoined) -> &'static str {
    match why {
        Unjoined::NoProfiles => "neff-no-profiles",
        Unjoined::OtherKey => "neff-other-key",
        Unjoined::NoKey => "neff-no-key",
        Unjoined::Ambiguous => "neff-ambiguous",
    }
}

/// A cache key, short enough for a line: the op with the begin of its hash.
pub fn short_key(key: &str) -> String {
    let (front, hash) = key.rsplit_once(':').unwrap_or((key, ""));
    let op = front.split("--").next().unwrap_or(front);
    let hash: String = hash.chars().take(SHORT_HASH).collect();
    if hash.is_empty() { op.to_owned() } else { format!("{op} · {hash}") }
}

/// Digits of a hash that tell it from others.
const SHORT_HASH: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_shows_its_op_and_the_begin_of_its_hash() {
        assert_eq!(short_key("mul--_[8,4]:BFloat16:S(C):0123456789abcdef"), "mul · 01234567");
        assert_eq!(short_key("plain"), "plain");
        assert_eq!(short_key(""), "");
    }

    #[test]
    fn every_reason_has_its_words() {
        let texts = crate::text::Texts::new("en");
        for why in [Unjoined::NoProfiles, Unjoined::OtherKey, Unjoined::NoKey, Unjoined::Ambiguous] {
            assert!(texts.has(unjoined_id(why)));
        }
        assert!(texts.has(evidence_id(Evidence::CacheKey)));
    }
}
