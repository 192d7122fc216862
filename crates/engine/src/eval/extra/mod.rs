//! Further terms of chess, for games in which they are worth their time: games whose men mostly stand on one board, visible to everybody.

mod kings;
mod pawns;
mod pieces;
mod threats;

use manifold_rules::board::{Bitboard, Board, Castling, Color, Role};

use crate::eval::chess::{self, Attacked};
use crate::eval::tally::Tally;
use crate::eval::terms::{Block, Labels, block, length, start};

const MEN: Labels = Labels::Words(&["knight", "bishop", "rook", "queen"]);
const RANKS: Labels = Labels::Numbers(8);

pub(crate) const BLOCKS: &[Block] = &[
    block("castling", Labels::Words(&["queen-side", "king-side"])),
    block("safe-check", MEN),
    block(
        "pinned",
        Labels::Words(&["pawn", "knight", "bishop", "rook", "queen"]),
    ),
    block("doubled-isolated", Labels::One),
    block(
        "weak-on-open-file",
        Labels::Words(&["isolated", "backward"]),
    ),
    block("candidate", RANKS),
    block("passed-blocked", RANKS),
    block("passed-clear", RANKS),
    block("passed-rook-behind", Labels::Words(&["own", "enemy"])),
    block("passed-unstoppable", Labels::One),
    block(
        "attack",
        Labels::Words(&[
            "minor-on-minor",
            "rook-on-minor",
            "piece-on-pawn",
            "king-on-loose",
            "outnumbered",
            "push",
        ]),
    ),
    block("restricted", Labels::One),
    block("behind-pawn", Labels::One),
    block("pair", Labels::Words(&["knights", "rooks"])),
    block("by-pawns", Labels::Words(&["knight", "rook"])),
];

/// The number of these terms. They come right after those that all games share.
pub(crate) const TERMS: usize = length(BLOCKS);
/// The index of the first term after them.
pub(crate) const END: usize = chess::TERMS + TERMS;

/// The index of the first term of a block.
const fn term(name: &str) -> usize {
    chess::TERMS + start(BLOCKS, name)
}

/// Counts these terms and those that all games share.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, rights: Castling, turn: Color, tally: &mut T) {
    let attacked = chess::tally_with(board, Bitboard::FULL, tally, |attacked, tally| {
        for side in sides(board, attacked) {
            pawns::structure(&side, tally);
        }
    });
    for side in sides(board, &attacked) {
        castling(rights, &side, tally);
        kings::tally(&side, tally);
        pawns::passed_pawns(&side, turn, tally);
        pieces::tally(&side, tally);
        threats::tally(&side, tally);
    }
}

/// One side of a position.
struct Side<'a> {
    board: &'a Board,
    color: Color,
    /// 1 for White, -1 for Black.
    sign: i32,
    ours: &'a Attacked,
    theirs: &'a Attacked,
}

/// White's side and Black's, with what they attack.
#[inline]
fn sides<'a>(board: &'a Board, attacked: &'a [Attacked; 2]) -> [Side<'a>; 2] {
    Color::ALL.map(|color| {
        let [ours, theirs] = color.fold_wb([0, 1], [1, 0]).map(|side| &attacked[side]);
        Side {
            board,
            color,
            sign: color.fold_wb(1, -1),
            ours,
            theirs,
        }
    })
}

impl Side<'_> {
    #[inline]
    fn own(&self, role: Role) -> Bitboard {
        self.board.of(self.color, role)
    }

    #[inline]
    fn enemy(&self, role: Role) -> Bitboard {
        self.board.of(self.color.other(), role)
    }

    #[inline]
    fn count<T: Tally>(&self, tally: &mut T, term: usize, times: usize) {
        if times > 0 {
            tally.count(term, self.sign * times as i32);
        }
    }

    /// The squares that the enemy defends badly: not at all, or with king or queen only.
    #[inline]
    fn weak(&self) -> Bitboard {
        let by_strongest = self.theirs.by_king | self.theirs.by_pieces[3];
        self.ours.by_all & !self.theirs.twice & (!self.theirs.by_all | by_strongest)
    }
}

fn castling<T: Tally>(rights: Castling, side: &Side<'_>, tally: &mut T) {
    const CASTLING: usize = term("castling");
    let rights = rights.rooks() & Bitboard::from_rank(side.color.backrank());
    if rights.is_empty() {
        return;
    }
    let Some(king) = side.board.king_of(side.color) else {
        return;
    };
    for rook in rights {
        tally.count(CASTLING + usize::from(rook > king), side.sign);
    }
}
