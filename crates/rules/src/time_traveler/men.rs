//! The men on the board, with stages and identities.

use super::identity::{Identities, identity_of_start};
use super::stage::Stage;
use crate::board::{Bitboard, Board, Color, Piece, Role, Square, attacks, pawns};

/// The identity of squares without an untraveled man.
const NOBODY: u8 = 16;

/// A man with its stage and identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) stage: Stage,
    identity: u8,
}

impl Man {
    /// An untraveled man with its identity.
    pub(super) fn untraveled(piece: Piece, identity: u8) -> Man {
        Man {
            piece,
            stage: Stage::Untraveled,
            identity: identity & 15,
        }
    }

    /// A man without an identity: a traveling or a traveled one.
    pub(super) fn traveler(piece: Piece, stage: Stage) -> Man {
        debug_assert!(
            stage != Stage::Untraveled,
            "untraveled men have an identity"
        );
        Man {
            piece,
            stage,
            identity: NOBODY,
        }
    }

    /// The same man as a `role`.
    pub(super) fn becoming(self, role: Role) -> Man {
        let piece = role.of(self.piece.color);
        Man { piece, ..self }
    }

    /// Its identity, if it is an untraveled one.
    #[inline]
    pub(super) fn identity(self) -> Option<u8> {
        Some(self.identity).filter(|identity| *identity != NOBODY)
    }
}

/// All men on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Men {
    board: Board,
    traveling: Bitboard,
    traveled: Bitboard,
    identity: [u8; 64],
}

impl Men {
    pub(super) const EMPTY: Men = Men {
        board: Board::EMPTY,
        traveling: Bitboard::EMPTY,
        traveled: Bitboard::EMPTY,
        identity: [NOBODY; 64],
    };

    pub(super) fn start() -> Men {
        let mut men = Men::EMPTY;
        men.board = Board::start();
        for color in Color::ALL {
            for square in men.board.by_color(color) {
                if let Some(identity) = identity_of_start(color, square) {
                    men.identity[square.to_usize()] = identity;
                }
            }
        }
        men
    }

    #[inline]
    pub(super) const fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    pub(super) const fn occupied(&self) -> Bitboard {
        self.board.occupied()
    }

    #[inline]
    pub(super) const fn all(&self, color: Color) -> Bitboard {
        self.board.by_color(color)
    }

    #[inline]
    pub(super) const fn traveling(&self, color: Color) -> Bitboard {
        Bitboard(self.board.by_color(color).0 & self.traveling.0)
    }

    #[inline]
    pub(super) const fn traveled(&self, color: Color) -> Bitboard {
        Bitboard(self.board.by_color(color).0 & self.traveled.0)
    }

    #[inline]
    pub(super) const fn untraveled(&self, color: Color) -> Bitboard {
        Bitboard(self.board.by_color(color).0 & !self.traveling.0 & !self.traveled.0)
    }

    /// The men that can move: all but the traveling ones.
    #[inline]
    pub(super) const fn movable(&self, color: Color) -> Bitboard {
        Bitboard(self.board.by_color(color).0 & !self.traveling.0)
    }

    /// The man on `square`, with its stage.
    pub(super) fn at(&self, square: Square) -> Option<(Piece, Stage)> {
        let piece = self.board.piece_at(square)?;
        Some((piece, self.stage_at(square)))
    }

    /// The stage of the man on `square`; `Untraveled` if there is none.
    #[inline]
    pub(super) fn stage_at(&self, square: Square) -> Stage {
        if self.traveling.contains(square) {
            Stage::Traveling
        } else if self.traveled.contains(square) {
            Stage::Traveled
        } else {
            Stage::Untraveled
        }
    }

    /// The man on `square`, with its stage and identity.
    #[inline]
    pub(super) fn man_at(&self, square: Square) -> Option<Man> {
        let (piece, stage) = self.at(square)?;
        let identity = self.identity[square.to_usize()];
        Some(Man {
            piece,
            stage,
            identity,
        })
    }

    /// The identity of the man on `square`, if it is an untraveled one.
    #[inline]
    pub(super) fn identity_at(&self, square: Square) -> Option<u8> {
        Some(self.identity[square.to_usize()]).filter(|identity| *identity != NOBODY)
    }

    /// The men of `squares` as a set of identities.
    #[inline]
    pub(super) fn identities(&self, squares: Bitboard) -> Identities {
        squares.into_iter().fold(0, |set, square| {
            set | 1u32.wrapping_shl(u32::from(self.identity[square.to_usize()])) as Identities
        })
    }

    /// The squares of those untraveled men of `color` that are in `identities`.
    #[inline]
    pub(super) fn squares_of(&self, color: Color, identities: Identities) -> Bitboard {
        let mut squares = self.untraveled(color);
        if identities != Identities::MAX {
            for square in squares {
                if u32::from(identities) & (1 << self.identity[square.to_usize()]) == 0 {
                    squares.discard(square);
                }
            }
        }
        squares
    }

    /// Puts a man on an empty square.
    #[inline]
    pub(super) fn put(&mut self, square: Square, man: Man) {
        self.board.put(square, man.piece);
        self.identity[square.to_usize()] = man.identity;
        match man.stage {
            Stage::Untraveled => {}
            Stage::Traveling => self.traveling.add(square),
            Stage::Traveled => self.traveled.add(square),
        }
    }

    /// Takes a man off the square on which it stands.
    #[inline]
    pub(super) fn take(&mut self, square: Square, man: Man) {
        self.board.take(square, man.piece);
        self.identity[square.to_usize()] = NOBODY;
        self.traveling.discard(square);
        self.traveled.discard(square);
    }

    /// Takes the man on `square` off the board, if there is one.
    pub(super) fn clear(&mut self, square: Square) {
        if let Some(man) = self.man_at(square) {
            self.take(square, man);
        }
    }

    /// Moves the man on `from` to `to`, removing what stands there. It becomes a man of `role` and
    /// keeps its colour, stage and identity.
    pub(super) fn shift(&mut self, from: Square, to: Square, role: Role) {
        let Some(man) = self.man_at(from) else {
            return;
        };
        self.take(from, man);
        self.clear(to);
        self.put(to, man.becoming(role));
    }

    /// The pseudo-legal targets of the man on `from`, without castling and en passant. Empty for a
    /// traveling man.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        let Some((piece, stage)) = self.at(from) else {
            return Bitboard::EMPTY;
        };
        if stage == Stage::Traveling {
            return Bitboard::EMPTY;
        }
        let enemies = self.all(piece.color.other());
        pattern(
            piece,
            from,
            self.occupied(),
            enemies | !self.occupied(),
            enemies,
        )
    }
}

/// The targets of a man on a square: `free` squares; for pawns, empty squares ahead, and `enemies`
/// diagonally.
#[inline]
pub(super) fn pattern(
    piece: Piece,
    from: Square,
    occupied: Bitboard,
    free: Bitboard,
    enemies: Bitboard,
) -> Bitboard {
    match piece.role {
        Role::Pawn => {
            let (single, double) = pawns::advances(piece.color, Bitboard::from(from), !occupied);
            single | double | (attacks::pawn_attacks(piece.color, from) & enemies)
        }
        Role::Knight => attacks::knight_attacks(from) & free,
        Role::Bishop => attacks::bishop_attacks(from, occupied) & free,
        Role::Rook => attacks::rook_attacks(from, occupied) & free,
        Role::Queen => attacks::queen_attacks(from, occupied) & free,
        Role::King => attacks::king_attacks(from) & free,
    }
}
