//! Kings and check.

use super::en_passant::EnPassant;
use super::men::{Men, pattern};
use super::position::TimeTraveler;
use crate::board::{Bitboard, Color, Piece, Rank, Role, Square, ahead, attacks};

/// Whether `color` has a king among `kings`: an untraveled or a traveled one, except that an
/// untraveled king is dead if its traveling self is there without a traveled one.
fn is_king_among(men: &Men, color: Color, kings: Bitboard) -> bool {
    let untraveled = (kings & men.untraveled(color)).any();
    let traveling = (kings & men.traveling(color)).any();
    let traveled = (kings & men.traveled(color)).any();
    traveled || (untraveled && !traveling)
}

/// Whether `color` has a king.
pub(super) fn has_king(men: &Men, color: Color) -> bool {
    is_king_among(men, color, men.board().of(color, Role::King))
}

/// Whether `color` has no traveling man on the board.
pub(super) fn is_resolved(men: &Men, color: Color) -> bool {
    men.traveling(color).is_empty()
}

/// The king whose capture would leave `color` without a king. There is at most one.
pub(super) fn critical_king(men: &Men, color: Color) -> Option<Square> {
    let kings = men.board().of(color, Role::King);
    if !is_king_among(men, color, kings) {
        return None;
    }
    kings
        .into_iter()
        .find(|king| !is_king_among(men, color, kings.without(*king)))
}

/// The untraveled men that can annihilate with the traveling man on `square` now.
pub(super) fn annihilators(men: &Men, square: Square, occupied: Bitboard) -> Bitboard {
    let Some((piece, _)) = men.at(square) else {
        return Bitboard::EMPTY;
    };
    let kin = men.untraveled(piece.color) & men.board().by_role(piece.role);
    kin & approaches(piece, square, occupied)
}

/// The squares from which an untraveled `piece` annihilates with a traveling one on `square`.
#[inline]
pub(super) fn approaches(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => pawns_behind(piece.color, square, occupied),
        _ => attacks::attacks(square, piece, occupied),
    }
}

/// The squares from which a pawn advances to `square`: one behind, and from the second rank two
/// behind.
pub(super) fn pawns_behind(color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    let Some(near) = ahead(color.other(), square) else {
        return Bitboard::EMPTY;
    };
    let mut behind = Bitboard::from(near);
    if square.rank() == color.relative_rank(Rank::Fourth)
        && !occupied.contains(near)
        && let Some(far) = ahead(color.other(), near)
    {
        behind.add(far);
    }
    behind
}

/// Whether `color` is in check: whether the opponent, if it were its turn, had a normal move or an
/// annihilation after which `color` has no king and the opponent is resolved.
///
/// `en_passant` is the opponent's right, if `color` has just moved.
pub(super) fn is_in_check(men: &Men, color: Color, en_passant: Option<EnPassant>) -> bool {
    let enemy = color.other();
    let traveling = men.traveling(enemy);
    match traveling.first() {
        None if has_king(men, color) => critical_king(men, color).is_some_and(|king| {
            let attackers = men.board().attackers(king, enemy, men.occupied());
            (attackers & men.movable(enemy)).any()
        }),
        None => can_move_without_reviving_a_king(men, enemy, en_passant),
        Some(last) if !traveling.more_than_one() => {
            !has_king(men, color) && annihilators(men, last, men.occupied()).any()
        }
        Some(_) => false,
    }
}

/// Whether `mover`, whose opponent has no king, has a normal move after which that is still so. Only
/// the capture of a traveling king would revive the untraveled one.
///
/// If castling is possible, a rook move is too.
fn can_move_without_reviving_a_king(
    men: &Men,
    mover: Color,
    en_passant: Option<EnPassant>,
) -> bool {
    let enemy = mover.other();
    let kings = men.board().of(enemy, Role::King);
    let reviving: Bitboard = (kings & men.traveling(enemy))
        .into_iter()
        .filter(|king| is_king_among(men, enemy, kings.without(*king)))
        .collect();
    let enemies = men.all(enemy);
    let can_move = men.movable(mover).into_iter().any(|from| {
        men.board().piece_at(from).is_some_and(|piece| {
            let free = !men.all(mover);
            let to = pattern(piece, from, men.occupied(), free, enemies);
            (to & !reviving).any()
        })
    });
    can_move
        || en_passant.is_some_and(|right| {
            let pawns = men.movable(mover) & men.board().by_role(Role::Pawn);
            (attacks::pawn_attacks(enemy, right.square) & pawns).any()
        })
}

impl TimeTraveler {
    /// Whether `color` has a king, as the rules count it.
    #[must_use]
    pub fn has_king(&self, color: Color) -> bool {
        has_king(&self.men, color)
    }

    /// The king whose capture would leave `color` without a king.
    #[must_use]
    pub fn critical_king(&self, color: Color) -> Option<Square> {
        critical_king(&self.men, color)
    }

    /// The untraveled men that can annihilate with the traveling man on `square` now.
    #[must_use]
    pub fn annihilators(&self, square: Square) -> Bitboard {
        annihilators(&self.men, square, self.men.occupied())
    }
}
