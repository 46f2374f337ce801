//! The scanner of JSON text against serde_json's own.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // Mostly as bytes: as a value, the spelling is lost.
    if seed % 8 > 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

fuzz_target!(|text: &str| mcp_result_scanner::check(text));
