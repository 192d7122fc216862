//! Judging a move without bounds, and saying why it is refused.

use super::{Hidden960, Refusal};
use crate::board::{Bitboard, Color, PROMOTIONS, Piece, Rank, Role, Square, StandardMove, attacks};
use crate::position::Position;

impl Hidden960 {
    /// Judges a move.
    pub(super) fn check_move(&self, mv: StandardMove) -> Result<(), Refusal> {
        if self.threatened.any() {
            return Err(self.must_reveal());
        }
        if !self.targets(mv.from).contains(mv.to) {
            return Err(self.move_refusal(mv));
        }
        match (self.promotes(mv), mv.promotion) {
            (true, None) => Err(Refusal::PromotionMissing(mv.to)),
            (true, Some(role)) if !PROMOTIONS.contains(&role) => {
                Err(Refusal::PromotionMissing(mv.to))
            }
            (false, Some(_)) => Err(Refusal::NoPromotion),
            _ => Ok(()),
        }
    }

    fn promotes(&self, mv: StandardMove) -> bool {
        self.board.by_role(Role::Pawn).contains(mv.from)
            && mv.to.rank() == self.turn.relative_rank(Rank::Eighth)
    }

    fn move_refusal(&self, mv: StandardMove) -> Refusal {
        let StandardMove { from, to, .. } = mv;
        if let Some(outcome) = self.outcome() {
            return Refusal::GameOver(outcome);
        }
        match self.board.color_at(from) {
            None => return Refusal::NobodyThere(from),
            Some(color) if color != self.turn => return Refusal::NotYourMan(from),
            Some(_) => {}
        }
        let Some(role) = self.board.role_at(from) else {
            return Refusal::HiddenCannotMove(from);
        };
        if role == Role::King && self.board.of(self.turn, Role::Rook).contains(to) {
            return self.castling_refusal(from, to);
        }
        if self.board.by_color(self.turn).contains(to) {
            return Refusal::OwnManThere(to);
        }
        if !self.reach(role.of(self.turn), from).contains(to) {
            return Refusal::CannotReach { role, from, to };
        }
        self.target_refusal(role, mv)
    }

    /// Why a man cannot go to a square that is in its reach and not taken by a man of its own.
    fn target_refusal(&self, role: Role, mv: StandardMove) -> Refusal {
        let enemy = self.turn.other();
        if self.hidden(enemy).contains(mv.to) {
            Refusal::HiddenTarget(mv.to)
        } else if self.board.of(enemy, Role::King).contains(mv.to) {
            Refusal::KingTarget(mv.to)
        } else if let Some((king, by)) = self.attacker_after(mv)
            && let Some(attacker) = self.board.role_at(by)
        {
            Refusal::KingAttacked { king, attacker, by }
        } else if self.ground().exposes_all(mv) {
            Refusal::ExposesTheKing {
                hidden: self.hidden(self.turn),
            }
        } else {
            Refusal::CannotReach {
                role,
                from: mv.from,
                to: mv.to,
            }
        }
    }

    /// Squares that a man reaches, check left aside.
    fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.board.occupied();
        let attacked = attacks::attacks(from, piece, occupied);
        if piece.role != Role::Pawn {
            return attacked;
        }
        let mut capturable = self.board.by_color(piece.color.other());
        if let Some(square) = self.en_passant {
            capturable.add(square);
        }
        (attacked & capturable) | self.pawn_steps(piece.color, from)
    }

    fn pawn_steps(&self, color: Color, from: Square) -> Bitboard {
        let mut steps = Bitboard::EMPTY;
        let length = if from.rank() == color.relative_rank(Rank::Second) {
            2
        } else {
            1
        };
        let mut square = from;
        for _ in 0..length {
            match crate::board::ahead(color, square) {
                Some(next) if !self.board.occupied().contains(next) => {
                    steps.add(next);
                    square = next;
                }
                _ => break,
            }
        }
        steps
    }

    /// The own king after a move and what would attack it there.
    fn attacker_after(&self, mv: StandardMove) -> Option<(Square, Square)> {
        let mut after = self.clone();
        after.play_unchecked(super::Action::Move(mv));
        let king = after.board.king_of(self.turn)?;
        let attackers = after
            .board
            .attackers(king, self.turn.other(), after.board.occupied());
        Some((king, attackers.first()?))
    }
}
