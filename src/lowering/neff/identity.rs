//! What a device profile tells of the NEFF that it shows.

use super::runs::Program;
use crate::lowering::neuron::device_profile;
use crate::trace::Trace;

/// Keys of the header and of `profile_info` whose values name the NEFF.
const NAMED_BY: &[&str] =
    &["hash", "uuid", "network_name", "neff_name", "neff_filename", "ntff_filename", "profile_name"];

/// Names and hashes of a NEFF, in lower case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Identity {
    /// Whole cache keys.
    pub(super) keys: Vec<String>,
    /// Words that are hexadecimal numbers, long enough to be a hash.
    pub(super) hashes: Vec<String>,
    /// Names of files and programs, without folders and endings.
    pub(super) names: Vec<String>,
}

impl Identity {
    /// `None` for traces that are no device profile. `file` is the profile's
    /// own name.
    pub fn of(trace: &Trace, file: &str) -> Option<Self> {
        let profile = device_profile(trace)?;
        let mut found = Self::default();
        let rows = [&profile.neff_header, &profile.profile_info, &profile.metadata];
        for (key, value) in rows.into_iter().flatten() {
            if key.ends_with("cache_key") && !found.keys.contains(value) {
                found.keys.push(value.clone());
                found.add_hashes(value);
            } else if NAMED_BY.contains(&key.as_str()) {
                found.add(value);
            }
        }
        found.add(file);
        found.add_hashes(&profile.name);
        Some(found)
    }

    fn add(&mut self, text: &str) {
        self.add_hashes(text);
        let name = text.rsplit(['/', '\\']).next().unwrap_or(text);
        let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
        if !stem.is_empty() && !self.names.contains(&stem) {
            self.names.push(stem);
        }
    }

    fn add_hashes(&mut self, text: &str) {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
            let is_hash = word.len() >= Program::LEAST_HASH && word.bytes().all(|b| b.is_ascii_hexdigit());
            if is_hash && !self.hashes.iter().any(|known| known.eq_ignore_ascii_case(word)) {
                self.hashes.push(word.to_ascii_lowercase());
            }
        }
    }
}
