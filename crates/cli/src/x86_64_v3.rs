//! Checks whether this processor can run code for x86-64-v3 of the System V ABI: AVX2 and the extensions that came with it.

#[cfg(target_arch = "x86_64")]
pub(crate) fn has_x86_64_v3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("xsave")
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn has_x86_64_v3() -> bool {
    false
}
