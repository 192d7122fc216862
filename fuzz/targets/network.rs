#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| manifold_fuzz::network(input));
