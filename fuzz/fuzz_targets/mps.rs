//! Any bytes for `mps` of the shared checks.
#![no_main]

#[path = "../../crates/luthier/tests/support/fuzz.rs"]
#[allow(dead_code)]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::mps(bytes));
