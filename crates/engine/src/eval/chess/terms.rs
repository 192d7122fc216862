//! The terms of chess: their names and indices.

use manifold_rules::board::{Bitboard, Color, Role, Square};

use crate::eval::terms::{Block, Labels, block, length, start};

/// The blocks of terms, in the order of their indices.
pub(crate) const BLOCKS: &[Block] = &[
    block("tempo", Labels::One),
    block(
        "material",
        Labels::Words(&["pawn", "knight", "bishop", "rook", "queen"]),
    ),
    block("place.pawn", Labels::HalfBoard),
    block("place.knight", Labels::HalfBoard),
    block("place.bishop", Labels::HalfBoard),
    block("place.rook", Labels::HalfBoard),
    block("place.queen", Labels::HalfBoard),
    block("place.king", Labels::HalfBoard),
    block("mobility.knight", Labels::Numbers(9)),
    block("mobility.bishop", Labels::Numbers(14)),
    block("mobility.rook", Labels::Numbers(15)),
    block("mobility.queen", Labels::Numbers(28)),
    block("bishop-pair", Labels::One),
    block("bishop-pawns", Labels::One),
    block("outpost", Labels::Words(&["knight", "bishop"])),
    block("rook-file", Labels::Words(&["half-open", "open"])),
    block("passed", Labels::Numbers(8)),
    block(
        "passed-more",
        Labels::Words(&["free", "safe", "own-king-away", "enemy-king-away"]),
    ),
    block("connected", Labels::Numbers(8)),
    block("isolated", Labels::One),
    block("doubled", Labels::One),
    block("backward", Labels::One),
    block(
        "threat",
        Labels::Words(&[
            "pawn-on-minor",
            "pawn-on-rook",
            "pawn-on-queen",
            "minor-on-rook",
            "minor-on-queen",
            "rook-on-queen",
            "loose-piece",
            "loose-pawn",
        ]),
    ),
    block("king-danger", Labels::Numbers(DANGERS)),
    block("king-shelter", Labels::Numbers(4)),
    block("king-storm", Labels::Numbers(6)),
    block("lone-king", Labels::Words(&["from-edge", "from-king"])),
];

/// The number of terms of chess.
pub(crate) const TERMS: usize = length(BLOCKS);
/// Steps of king danger.
pub(super) const DANGERS: usize = 24;

pub(crate) const TEMPO: usize = start(BLOCKS, "tempo");
pub(super) const MATERIAL: usize = start(BLOCKS, "material");
pub(super) const PLACE: usize = start(BLOCKS, "place.pawn");
pub(super) const MOBILITY: [usize; 4] = [
    start(BLOCKS, "mobility.knight"),
    start(BLOCKS, "mobility.bishop"),
    start(BLOCKS, "mobility.rook"),
    start(BLOCKS, "mobility.queen"),
];
pub(super) const BISHOP_PAIR: usize = start(BLOCKS, "bishop-pair");
pub(super) const BISHOP_PAWNS: usize = start(BLOCKS, "bishop-pawns");
pub(super) const OUTPOST: usize = start(BLOCKS, "outpost");
pub(super) const ROOK_FILE: usize = start(BLOCKS, "rook-file");
pub(super) const PASSED: usize = start(BLOCKS, "passed");
pub(super) const PASSED_MORE: usize = start(BLOCKS, "passed-more");
pub(super) const CONNECTED: usize = start(BLOCKS, "connected");
pub(super) const ISOLATED: usize = start(BLOCKS, "isolated");
pub(super) const DOUBLED: usize = start(BLOCKS, "doubled");
pub(super) const BACKWARD: usize = start(BLOCKS, "backward");
pub(super) const THREAT: usize = start(BLOCKS, "threat");
pub(super) const DANGER: usize = start(BLOCKS, "king-danger");
pub(super) const SHELTER: usize = start(BLOCKS, "king-shelter");
pub(super) const STORM: usize = start(BLOCKS, "king-storm");
pub(super) const LONE_KING: usize = start(BLOCKS, "lone-king");

/// The material term of a role; kings have none.
pub(crate) const fn material(role: Role) -> usize {
    MATERIAL + role as usize - 1
}

/// The piece-square term.
#[inline]
pub(super) fn place(color: Color, role: Role, square: Square) -> usize {
    let seen = match color {
        Color::White => square.to_usize(),
        Color::Black => square.to_usize() ^ 56,
    };
    let file = seen & 7;
    let half = if file > 3 { 7 - file } else { file };
    PLACE + (role as usize - 1) * 32 + (seen >> 3) * 4 + half
}

/// The attacks of one side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Attacked {
    pub(crate) by_pawns: Bitboard,
    pub(crate) by_minors: Bitboard,
    pub(crate) by_rooks: Bitboard,
    pub(crate) by_king: Bitboard,
    /// By knights, bishops, rooks and queens.
    pub(crate) by_pieces: [Bitboard; 4],
    pub(crate) by_all: Bitboard,
    /// By two men or more.
    pub(crate) twice: Bitboard,
}
