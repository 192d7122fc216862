//! Late move reductions and late move counts.

use super::node::ScoredAction;

/// Sixteen times the binary logarithm, approximately.
const LOG2: [i32; 64] = {
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

fn log2(number: i32) -> i32 {
    LOG2[number.clamp(0, 63) as usize]
}

/// The base reduction, in 1024ths of a ply: the product of the logarithms of depth and move number.
fn base_reduction(depth: i32, number: i32) -> i32 {
    700 + log2(depth) * log2(number) * 7 / 8
}

/// By how many plies an action is searched less deeply at first. `number` counts the actions searched here.
pub(super) fn late_move_reduction<A>(
    action: &ScoredAction<A>,
    depth: i32,
    number: i32,
    is_pv: bool,
    improving: bool,
) -> i32 {
    if !action.is_quiet() {
        return i32::from(action.score < 0 && number > 2);
    }
    let mut reduction = base_reduction(depth, number) - action.score.clamp(-32_000, 32_000) / 12;
    if !improving {
        reduction += 700;
    }
    if is_pv {
        reduction -= 1_024;
    }
    reduction / 1_024
}

/// The number of quiet actions searched at this depth before the rest is pruned.
pub(super) fn late_move_count(depth: i32, improving: bool) -> i32 {
    (4 + depth * depth) * if improving { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_and_deeper_is_reduced_more() {
        for depth in 1..40 {
            for number in 1..80 {
                let here = base_reduction(depth, number);
                assert!(here <= base_reduction(depth + 1, number));
                assert!(here <= base_reduction(depth, number + 1));
            }
        }
        assert!(base_reduction(3, 4) / 1024 >= 1);
        assert!(base_reduction(20, 40) / 1024 <= 10);
    }
}
