//! King safety: which moves leave the player a king that is not attacked.
//!
//! With several kings nearly every move does. So only the moves that can expose a safe king are
//! tried on a copy.

use arrayvec::ArrayVec;

use super::action::Move;
use super::attack::Field;
use super::dimension::Dimension;
use super::man::last_rank;
use super::place::Place;
use super::position::DmChess;
use crate::board::{Bitboard, Board, Color, Piece, Role, attacks};

/// The maximum number of kings of a player.
pub(super) const MAX_KINGS: usize = 8;

/// With this many safe kings on portal squares of different dimensions every move leaves a safe
/// king: such a king is attacked from its own dimension only, and a move changes at most two
/// dimensions.
const ASSURING_DIMENSIONS: usize = 3;

/// Squares by dimension.
type Everywhere = [Bitboard; 8];

/// The safety of the player's kings, as known before any move is tried. Kept on the stack.
#[allow(clippy::large_enum_variant)]
pub(super) enum Safety {
    /// No move can leave all kings attacked.
    Assured,
    /// Some kings are safe now.
    Exposed(ArrayVec<SafeKing, MAX_KINGS>),
    /// Every king is attacked. Only king moves and moves to these squares can help.
    Check(Everywhere),
    /// The portals shift after this ply: every move must be tried.
    BeforeShift,
}

/// A king that is not attacked.
pub(super) struct SafeKing {
    place: Place,
    /// Own men that may expose it by leaving: a superset.
    guards: Everywhere,
}

impl Safety {
    pub(super) fn of(position: &DmChess) -> Safety {
        if position.shifts_next() {
            let shifted = position.after_shift();
            return if shifted.has_assured_kings(position.mover()) {
                Safety::Assured
            } else {
                Safety::BeforeShift
            };
        }
        let color = position.mover();
        if position.has_assured_kings(color) {
            return Safety::Assured;
        }
        let field = position.field();
        let mut safe = ArrayVec::new();
        for king in position.kings(color) {
            if !field.is_attacked(king, color.other()) {
                // There are never more than MAX_KINGS, and missing one would do no harm.
                let _ = safe.try_push(SafeKing {
                    place: king,
                    guards: field.guards(king, color),
                });
            }
        }
        if safe.is_empty() {
            Safety::Check(field.answers(position.kings(color), color))
        } else {
            Safety::Exposed(safe)
        }
    }

    #[inline]
    pub(super) fn is_assured(&self) -> bool {
        matches!(self, Safety::Assured)
    }

    /// The targets of a man that leave a king safe, castling and en passant aside.
    #[inline]
    pub(super) fn filter(
        &self,
        position: &DmChess,
        piece: Piece,
        from: Place,
        dimension: Dimension,
        to: Bitboard,
    ) -> Bitboard {
        match self {
            Safety::Assured => to,
            Safety::Exposed(safe) => {
                let sheltered = safe.iter().any(|king| {
                    king.place != from && !king.guards[from.dimension.index()].contains(from.square)
                });
                if sheltered {
                    to
                } else {
                    try_out(position, piece, from, dimension, to)
                }
            }
            Safety::Check(answers) => {
                let helping = if piece.role == Role::King {
                    to
                } else {
                    to & answers[dimension.index()]
                };
                try_out(position, piece, from, dimension, helping)
            }
            Safety::BeforeShift => try_with_shift(position, piece, from, dimension, to),
        }
    }
}

/// Makes every move on a copy of the boards and tests whether a king is safe.
fn try_out(
    position: &DmChess,
    piece: Piece,
    from: Place,
    dimension: Dimension,
    to: Bitboard,
) -> Bitboard {
    if to.is_empty() {
        return to;
    }
    let mut boards = position.boards;
    boards[from.dimension.index()].take(from.square, piece);
    let board = boards[dimension.index()];
    let mut legal = Bitboard::EMPTY;
    for square in to {
        let mut after = board;
        after.clear(square);
        after.put(square, piece);
        boards[dimension.index()] = after;
        if has_safe_king(position, &boards, piece.color) {
            legal.add(square);
        }
    }
    legal
}

/// Whether `color` has a king that is not attacked on these boards. The levels of its own men may be out
/// of date: attacks only use those of the enemy.
fn has_safe_king(position: &DmChess, boards: &[Board; 8], color: Color) -> bool {
    let field = Field {
        boards,
        levels: &position.levels,
        map: position.portals(),
    };
    Dimension::ALL.into_iter().any(|dimension| {
        boards[dimension.index()]
            .of(color, Role::King)
            .into_iter()
            .any(|king| !field.is_attacked(Place::new(dimension, king), color.other()))
    })
}

fn try_with_shift(
    position: &DmChess,
    piece: Piece,
    from: Place,
    dimension: Dimension,
    to: Bitboard,
) -> Bitboard {
    let promotes = piece.role == Role::Pawn;
    to.into_iter()
        .filter(|square| {
            position.leaves_a_safe_king(Move {
                role: piece.role,
                from,
                to: Place::new(dimension, *square),
                // The choice of promotion does not matter to the player's own kings.
                promotion: Some(Role::Queen)
                    .filter(|_| promotes && last_rank(piece.color).contains(*square)),
            })
        })
        .collect()
}

impl DmChess {
    /// Whether `color` has enough kings that are safe whatever happens in other dimensions.
    #[inline]
    fn has_assured_kings(&self, color: Color) -> bool {
        let field = self.field();
        let portals = self.portals().squares();
        let enemy = color.other();
        Dimension::ALL
            .into_iter()
            .filter(|dimension| {
                let board = self.board(*dimension);
                (board.of(color, Role::King) & portals)
                    .into_iter()
                    .any(|king| {
                        field
                            .attackers_within(Place::new(*dimension, king), enemy)
                            .is_empty()
                    })
            })
            .nth(ASSURING_DIMENSIONS - 1)
            .is_some()
    }
}

impl Field<'_> {
    /// Own men that may expose a safe king by leaving.
    fn guards(&self, king: Place, color: Color) -> Everywhere {
        let mut guards = [Bitboard::EMPTY; 8];
        let board = &self.boards[king.dimension.index()];
        if self.map.squares().contains(king.square) {
            guards[king.dimension.index()] = pinned(board, king, color);
            return guards;
        }
        let near = neighbourhood(board, king);
        // On the king's board: men on lines to it, and men on squares from which it can be
        // attacked.
        guards[king.dimension.index()] = board.by_color(color) & near;
        // Elsewhere: men on the first legs of enemy men.
        for dimension in Dimension::ALL {
            let distance = dimension.distance(king.dimension);
            let portals = self.map.joining(distance) & near & !board.occupied();
            if distance == 0 || portals.is_empty() {
                continue;
            }
            guards[dimension.index()] = self.boards[dimension.index()].by_color(color)
                & self.ways(dimension, distance, color.other());
        }
        guards
    }

    /// The squares on the first legs of the men of `by` with enough energy, occupied ones included.
    fn ways(&self, dimension: Dimension, distance: u8, by: Color) -> Bitboard {
        let board = &self.boards[dimension.index()];
        let able = board.by_color(by) & self.levels[dimension.index()].at_least(distance.into());
        let mut ways = Bitboard::EMPTY;
        for role in Role::ALL {
            for square in able & board.by_role(role) {
                ways |= way(board, role.of(by), Place::new(dimension, square));
            }
        }
        ways
    }

    /// The squares to which a non-king move must go to save one of these kings, all of which are
    /// attacked.
    fn answers(&self, kings: impl Iterator<Item = Place>, color: Color) -> Everywhere {
        let mut answers = [Bitboard::EMPTY; 8];
        let enemy = color.other();
        for king in kings {
            let board = &self.boards[king.dimension.index()];
            if let Some(attacker) = self.attackers_within(king, enemy).first() {
                answers[king.dimension.index()] |=
                    attacks::between(king.square, attacker).with(attacker);
                continue;
            }
            let across = Dimension::ALL
                .into_iter()
                .filter(|from| *from != king.dimension)
                .find_map(|from| {
                    let attacker = self.attackers_across(from, king, enemy).first()?;
                    Some(Place::new(from, attacker))
                });
            if let Some(attacker) = across {
                let from = &self.boards[attacker.dimension.index()];
                if let Some(piece) = from.piece_at(attacker.square) {
                    answers[attacker.dimension.index()] |=
                        way(from, piece, attacker).with(attacker.square);
                }
                answers[king.dimension.index()] |= neighbourhood(board, king);
            }
        }
        answers
    }
}

/// The squares of a first leg, occupied ones included.
fn way(board: &Board, piece: Piece, from: Place) -> Bitboard {
    match piece.role {
        Role::Pawn => {
            crate::board::ahead(piece.color, from.square).map_or(Bitboard::EMPTY, Bitboard::from)
        }
        _ => attacks::attacks(from.square, piece, board.occupied()),
    }
}

/// The squares from which any man can attack `king`, and those in between.
fn neighbourhood(board: &Board, king: Place) -> Bitboard {
    attacks::queen_attacks(king.square, board.occupied()) | attacks::knight_attacks(king.square)
}

/// Own men pinned by a slider.
fn pinned(board: &Board, king: Place, color: Color) -> Bitboard {
    let king = king.square;
    let queens = board.by_role(Role::Queen);
    let straight = board.by_role(Role::Rook) | queens;
    let diagonal = board.by_role(Role::Bishop) | queens;
    let snipers = board.by_color(color.other())
        & ((attacks::rook_attacks(king, Bitboard::EMPTY) & straight)
            | (attacks::bishop_attacks(king, Bitboard::EMPTY) & diagonal));
    let mut pinned = Bitboard::EMPTY;
    for sniper in snipers {
        let between = attacks::between(king, sniper) & board.occupied();
        if !between.more_than_one() {
            pinned |= between;
        }
    }
    pinned & board.by_color(color)
}
