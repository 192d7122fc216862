//! Making actions.

use super::action::Action;
use super::en_passant::EnPassant;
use super::position::TimeTraveler;
use super::stage::Stage;
use super::zobrist::{identity_key, man_key};
use crate::board::{
    Castling, Piece, Rank, Role, Square, StandardMove, ahead, color_index, zobrist,
};
use crate::position::Position;

impl TimeTraveler {
    /// Makes an action.
    pub(super) fn make(&mut self, action: Action) {
        self.fifty = self.fifty.saturating_add(1);
        match action {
            Action::Move(standard) => self.play_move(standard),
            Action::Annihilation { from, to } => self.play_annihilation(from, to),
            Action::Explosion {
                role,
                square,
                to,
                promotion,
            } => {
                self.play_explosion(role, square, to, promotion);
                self.en_passant = None;
            }
        }
        self.turn = self.turn.other();
        self.men_key ^= zobrist::BLACK_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    fn play_move(&mut self, action: StandardMove) {
        let StandardMove {
            from,
            to,
            promotion,
        } = action;
        let Some((piece, stage)) = self.men.at(from) else {
            return;
        };
        let castling_rook = self.castling_rook(from, to);
        let en_passant = self
            .en_passant
            .filter(|_| self.is_en_passant(piece.role, from, to));
        if self.men.occupied().contains(to) || piece.role == Role::Pawn {
            self.fifty = 0;
        }
        if let Some(right) = en_passant {
            self.capture_en_passant(right);
        }
        if let Some(rook) = castling_rook {
            let (king_to, rook_to) = Castling::targets(from, rook);
            self.relocate(from, king_to, Role::King);
            self.relocate(rook, rook_to, Role::Rook);
        } else {
            self.capture(to);
            self.relocate(from, to, promotion.unwrap_or(piece.role));
        }
        self.set_en_passant(piece.role, from, to, false);
        self.forfeit_castling(from, to, piece, stage);
    }

    fn play_annihilation(&mut self, from: Square, to: Square) {
        let Some((piece, stage)) = self.men.at(from) else {
            return;
        };
        self.fifty = 0;
        self.remove(from);
        self.remove(to);
        self.set_en_passant(piece.role, from, to, true);
        self.forfeit_castling(from, to, piece, stage);
    }

    fn play_explosion(&mut self, role: Role, square: Square, to: Square, promotion: Option<Role>) {
        let support = self.support(role, square);
        self.fifty = 0;
        if let Some(right) = self
            .en_passant
            .filter(|_| self.is_en_passant(role, square, to))
        {
            self.capture_en_passant(right);
        }
        self.capture(to);
        self.castling_without(|castling| castling.discard_rook(to));
        let traveling = role.of(self.turn);
        let traveled = promotion.unwrap_or(role).of(self.turn);
        self.remove(square);
        self.men_key ^= man_key(square, traveling, Stage::Traveling);
        self.men.put_traveler(square, traveling, Stage::Traveling);
        self.remove(to);
        self.men_key ^= man_key(to, traveled, Stage::Traveled);
        self.men.put_traveler(to, traveled, Stage::Traveled);
        let identities = self.men.identities(support);
        let turn = color_index(self.turn);
        self.past_key ^= self.explosions[turn].key(self.turn);
        self.explosions[turn].push(role, square, identities);
        self.past_key ^= self.explosions[turn].key(self.turn);
    }

    /// Captures the pawn en passant; if its double step was an annihilation, its traveling self is
    /// back.
    fn capture_en_passant(&mut self, right: EnPassant) {
        let Some(square) = self.jumped_to(right) else {
            return;
        };
        if right.annihilated {
            if !self.men.occupied().contains(square) {
                let pawn = Role::Pawn.of(self.turn.other());
                self.men.put_traveler(square, pawn, Stage::Traveling);
                self.men_key ^= man_key(square, pawn, Stage::Traveling);
            }
        } else {
            self.capture(square);
        }
    }

    /// Captures an enemy on `square`, if there is one.
    fn capture(&mut self, square: Square) {
        let enemy = self.turn.other();
        if self.men.traveling(enemy).contains(square) {
            self.lost[color_index(enemy)] = true;
        }
        if self.men.at(square) == Some((Role::King.of(enemy), Stage::Untraveled)) {
            self.castling_without(|castling| castling.discard_color(enemy));
        }
        self.remove(square);
    }

    /// Takes whatever stands on `square` off the board.
    fn remove(&mut self, square: Square) {
        self.toggle(square);
        self.men.clear(square);
    }

    fn relocate(&mut self, from: Square, to: Square, role: Role) {
        self.toggle(from);
        self.men.shift(from, to, role);
        self.toggle(to);
    }

    /// Adds the man on `square` to the keys, or removes it.
    pub(super) fn toggle(&mut self, square: Square) {
        if let Some((piece, stage)) = self.men.at(square) {
            self.men_key ^= man_key(square, piece, stage);
            if let Some(identity) = self.men.identity_at(square) {
                self.past_key ^= identity_key(square, piece.color, identity);
            }
        }
    }

    fn set_en_passant(&mut self, role: Role, from: Square, to: Square, annihilated: bool) {
        let is_jump = role == Role::Pawn
            && from.file() == to.file()
            && from.rank() == self.turn.relative_rank(Rank::Second)
            && to.rank() == self.turn.relative_rank(Rank::Fourth);
        self.en_passant = ahead(self.turn, from)
            .filter(|_| is_jump)
            .map(|square| EnPassant {
                square,
                annihilated,
            });
    }

    fn forfeit_castling(&mut self, from: Square, to: Square, piece: Piece, stage: Stage) {
        let turn = self.turn;
        self.castling_without(|castling| {
            castling.discard_rook(from);
            castling.discard_rook(to);
            if piece.role == Role::King && stage == Stage::Untraveled {
                castling.discard_color(turn);
            }
        });
    }

    fn castling_without(&mut self, discard: impl FnOnce(&mut Castling)) {
        if self.castling.rooks().any() {
            self.men_key ^= zobrist::castling(self.castling);
            discard(&mut self.castling);
            self.men_key ^= zobrist::castling(self.castling);
        }
    }

    /// Passes the turn.
    pub(super) fn pass(&mut self) {
        self.fifty = self.fifty.saturating_add(1);
        self.en_passant = None;
        self.turn = self.turn.other();
        self.men_key ^= zobrist::BLACK_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    /// The position after a null move, which is not a rule of the game. `None` in check, and where
    /// the game is decided.
    #[must_use]
    pub fn after_pass(&self) -> Option<TimeTraveler> {
        if self.won_at_once().is_some() || self.is_check() {
            return None;
        }
        let mut after = *self;
        after.pass();
        Some(after)
    }
}
