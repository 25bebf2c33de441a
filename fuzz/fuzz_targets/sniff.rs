//! Looks at any bytes, whole and as the start of something longer.
#![no_main]

use libfuzzer_sys::fuzz_target;
use lowerscope::ingest::sniff::{first_bytes_hex, sniff};

fuzz_target!(|data: &[u8]| {
    sniff(data, true, "file");
    sniff(data, false, "file");
    first_bytes_hex(data);
});
