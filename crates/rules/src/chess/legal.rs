//! Judging one move without listing any.

use super::{Action, Chess, Refusal};
use crate::board::{Bitboard, Castling, Role, Square, attacks};

impl Chess {
    /// Says whether a move is legal, and if not, why.
    pub(super) fn judge(&self, action: Action) -> Result<(), Refusal> {
        let Action {
            from,
            to,
            promotion,
        } = action;
        let role = self.role_of_own(from)?;
        if role == Role::King
            && let Some(rook) = self.castling_rook(action)
        {
            return match promotion {
                None => self.judge_castling(from, rook),
                Some(_) => Err(Refusal::NotPromoted),
            };
        }
        let generator = self.move_generator();
        // The pseudo-legal targets of a king include castling as king takes rook, which is not meant here.
        let ours = self.board.by_color(self.turn);
        if !(generator.pseudo_legal_targets(from) & !ours).contains(to) {
            return Err(match self.board.role_at(to) {
                Some(role) if ours.contains(to) => Refusal::OwnPiece { role, to },
                _ => Refusal::CannotReach { role, from, to },
            });
        }
        match (
            role == Role::Pawn && Bitboard::BACKRANKS.contains(to),
            promotion,
        ) {
            (true, None) => return Err(Refusal::PromotionMissing(to)),
            (false, Some(_)) => return Err(Refusal::NotPromoted),
            _ => {}
        }
        if generator.legal_targets(from).contains(to) {
            return Ok(());
        }
        Err(self.exposed_king(action))
    }

    fn role_of_own(&self, square: Square) -> Result<Role, Refusal> {
        let role = self.board.role_at(square).ok_or(Refusal::Empty(square))?;
        if self.board.by_color(self.turn).contains(square) {
            Ok(role)
        } else {
            Err(Refusal::NotYours { role, square })
        }
    }

    /// The refusal of a move that leaves the player's own king attacked, with the man that gives check.
    fn exposed_king(&self, action: Action) -> Refusal {
        let mut after = *self;
        after.make(action);
        let board = &after.board;
        let us = self.turn;
        let attack = board.king_of(us).and_then(|king| {
            let attacker = board
                .attackers(king, us.other(), board.occupied())
                .first()?;
            Some((king, attacker, board.role_at(attacker)?))
        });
        match attack {
            Some((king, attacker, role)) => Refusal::KingAttacked {
                king,
                role,
                attacker,
            },
            None => Refusal::Over { color: us },
        }
    }

    fn judge_castling(&self, king: Square, rook: Square) -> Result<(), Refusal> {
        if !self.castling.rooks().contains(rook) {
            return Err(Refusal::CastlingLost(rook));
        }
        let board = &self.board;
        if self
            .castling
            .possible(board, self.turn, king)
            .contains(rook)
        {
            return Ok(());
        }
        let occupied = board.occupied();
        if let Some(square) = (Castling::must_be_empty(king, rook) & occupied).first() {
            return Err(Refusal::CastlingBlocked(square));
        }
        let enemy = self.turn.other();
        let (king_to, _) = Castling::targets(king, rook);
        let without_both = occupied.without(king).without(rook);
        let attacked = attacks::between(king, king_to)
            .with(king_to)
            .into_iter()
            .find(|square| board.is_attacked(*square, enemy, without_both));
        Err(Refusal::CastlingAttacked(attacked.unwrap_or(king)))
    }
}
