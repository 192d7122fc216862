//! The hand-set weights of the terms of chess: tuning starts from them, and is regularised towards them.

use manifold_rules::board::{Role, Square};

use super::chess;
use super::terms::names;
use super::values::{hand_set_psqt, tapered_value};
use super::weights::Weight;

/// The weights of chess by name, in the order of the terms.
pub(crate) fn of_chess() -> Vec<Weight> {
    names(chess::BLOCKS).iter().map(|name| of(name)).collect()
}

fn of(name: &str) -> Weight {
    let (block, label) = name.rsplit_once('.').unwrap_or((name, ""));
    let number = label.parse::<i32>().unwrap_or(0);
    let (middle, end) = match (block, label) {
        ("tempo", _) => (14, 8),
        ("material", _) => tapered_value(role(label)),
        ("bishop-pair", _) => (28, 40),
        ("bishop-pawns", _) => (-3, -5),
        ("outpost", "knight") => (24, 14),
        ("outpost", _) => (16, 6),
        ("rook-file", "half-open") => (10, 5),
        ("rook-file", _) => (22, 10),
        ("passed", _) => {
            const RANKS: [(i32, i32); 8] = [
                (0, 0),
                (2, 6),
                (4, 10),
                (4, 14),
                (18, 34),
                (40, 66),
                (70, 110),
                (0, 0),
            ];
            RANKS[number as usize & 7]
        }
        ("passed-more", "free") => (4, 12),
        ("passed-more", "safe") => (6, 14),
        ("passed-more", "own-king-away") => (0, -6),
        ("passed-more", _) => (0, 10),
        ("connected", _) => (2 + 2 * number, 1 + 2 * number),
        ("isolated", _) => (-9, -11),
        ("doubled", _) => (-7, -12),
        ("backward", _) => (-7, -8),
        ("threat", "pawn-on-minor") => (48, 40),
        ("threat", "pawn-on-rook" | "pawn-on-queen") => (62, 40),
        ("threat", "minor-on-rook" | "minor-on-queen") => (34, 30),
        ("threat", "rook-on-queen") => (36, 26),
        ("threat", "loose-piece") => (30, 24),
        ("threat", _) => (8, 14),
        ("king-danger", _) => (number * number * 2 / 3, number),
        ("king-shelter", _) => ([14, 8, 0, -12][number as usize & 3], 0),
        ("king-storm", _) => ([-6, -14, -6, 0, 0, 2][(number as usize).min(5)], 0),
        ("lone-king", "from-edge") => (0, 16),
        ("lone-king", _) => (0, 6),
        ("mobility.knight", _) => ((number - 4) * 5, (number - 4) * 5),
        ("mobility.bishop", _) => ((number - 6) * 4, (number - 6) * 5),
        ("mobility.rook", _) => ((number - 6) * 2, (number - 6) * 4),
        ("mobility.queen", _) => ((number - 12).clamp(-12, 8), (number - 12) * 2),
        (place, square) => psqt(place, square),
    };
    Weight::new(middle, end)
}

fn role(name: &str) -> Role {
    match name {
        "knight" => Role::Knight,
        "bishop" => Role::Bishop,
        "rook" => Role::Rook,
        "queen" => Role::Queen,
        "king" => Role::King,
        _ => Role::Pawn,
    }
}

/// The piece-square weight of a man, mirrored halves averaged.
fn psqt(block: &str, square: &str) -> (i32, i32) {
    let role = role(block.trim_start_matches("place."));
    let Ok(square) = Square::from_ascii(square.as_bytes()) else {
        return (0, 0);
    };
    let mirrored = square.flip_horizontal();
    let (one, other) = (hand_set_psqt(role, square), hand_set_psqt(role, mirrored));
    ((one.0 + other.0) / 2, (one.1 + other.1) / 2)
}
