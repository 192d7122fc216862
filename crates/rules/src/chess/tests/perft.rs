//! Published perft counts, from the Chess Programming Wiki and its table for Chess960.

use super::*;
use crate::perft::{perft, perft_without_bulk};
use crate::position::Bounds;

/// FEN, and counts from depth 1 on.
type Row = (&'static str, &'static [u64]);

const CHESS: &[Row] = &[
    (START, &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    (KIWIPETE, &[48, 2_039, 97_862, 4_085_603, 193_690_690]),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

const CHESS960: &[Row] = &[
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672, 8_146_062],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366, 16_253_601],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318, 6_417_013],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958, 9_183_776],
    ),
    (
        "b1qr1krb/pp1ppppp/n2n4/8/2p5/2P3P1/PP1PPP1P/BNQRNKRB w GDgd - 0 9",
        &[28, 707, 19_721, 549_506, 15_583_376],
    ),
];

/// Counts above this are left to the slow test.
const QUICK: u64 = 700_000;

fn check(variant: Variant, rows: &[Row], is_checked: fn(u64) -> bool) {
    for (fen, counts) in rows {
        let position = at_of(variant, fen);
        for (depth, count) in (1..).zip(*counts) {
            if is_checked(*count) {
                assert_eq!(
                    perft(&position, depth, Bounds::NONE),
                    *count,
                    "{fen}, depth {depth}"
                );
                let unbulk = perft_without_bulk(&position, depth, Bounds::NONE);
                assert_eq!(unbulk, *count, "{fen}, depth {depth}, every move made");
            }
        }
    }
}

#[test]
fn chess_has_the_published_counts() {
    check(Variant::Standard, CHESS, |count| count <= QUICK);
}

#[test]
fn chess960_has_the_published_counts() {
    check(Variant::Chess960, CHESS960, |count| count <= QUICK);
}

#[test]
fn chess_has_the_same_counts_by_the_rules_of_chess960() {
    check(Variant::Chess960, CHESS, |count| count <= QUICK);
}

#[test]
#[ignore = "slow"]
fn chess_has_the_published_deep_counts() {
    check(Variant::Standard, CHESS, |count| count > QUICK);
    check(Variant::Chess960, CHESS960, |count| count > QUICK);
}
