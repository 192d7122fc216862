//! How much less deep, and how many at all.

/// Sixteen times the binary logarithm, roughly.
const LOGARITHMS: [i32; 64] = {
    let mut all = [0; 64];
    let mut number = 1;
    while number < 64 {
        let whole = (number as u32).ilog2();
        let rest = number - (1 << whole);
        all[number] = 16 * whole as i32 + ((16 * rest as i32) >> whole);
        number += 1;
    }
    all
};

fn logarithm(number: i32) -> i32 {
    LOGARITHMS[number.clamp(0, 63) as usize]
}

/// By how many 1024ths of a ply less late actions are looked at first: the product of the logarithms of
/// the depth and of the number of the action.
pub(super) fn reduction(depth: i32, number: i32) -> i32 {
    700 + logarithm(depth) * logarithm(number) * 7 / 8
}

/// After how many quiet actions the rest is not looked at.
pub(super) fn enough(depth: i32, improving: bool) -> i32 {
    (4 + depth * depth) * if improving { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 1..40 {
            for number in 1..80 {
                let here = reduction(depth, number);
                assert!(here <= reduction(depth + 1, number));
                assert!(here <= reduction(depth, number + 1));
            }
        }
        assert!(reduction(3, 4) / 1024 >= 1);
        assert!(reduction(20, 40) / 1024 <= 10);
    }
}
