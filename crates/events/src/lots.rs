//! Lots, drawn from a seed that is kept in the log, so that anybody can reproduce them.

use crate::outcome::Side;

/// One step of splitmix64: every bit of the seed reaches every bit of the result.
pub(crate) fn mix(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The initial colour (C.04.3 article 5.1).
pub(crate) fn initial_colour(seed: u64) -> Side {
    if mix(seed) & 1 == 0 {
        Side::White
    } else {
        Side::Black
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_colours_are_drawn_about_equally_often() {
        let white = (0..1_000)
            .filter(|seed| initial_colour(*seed) == Side::White)
            .count();
        assert!((450..=550).contains(&white), "{white}");
    }
}
