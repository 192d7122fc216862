#![no_main]

libfuzzer_sys::fuzz_target!(|input: &str| manifold_fuzz::event(input));
