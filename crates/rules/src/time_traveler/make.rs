//! Making actions.

use super::action::Action;
use super::en_passant::EnPassant;
use super::men::Man;
use super::position::TimeTraveler;
use super::stage::Stage;
use super::zobrist::{identity_key, man_key};
use crate::board::{Castling, Rank, Role, Square, StandardMove, ahead, color_index, zobrist};
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
        let Some(man) = self.men.man_at(from) else {
            return;
        };
        let role = man.piece.role;
        let castling_rook = self.castling_rook(from, to);
        let en_passant = self
            .en_passant
            .filter(|_| self.is_en_passant(role, from, to));
        if self.men.occupied().contains(to) || role == Role::Pawn {
            self.fifty = 0;
        }
        if let Some(right) = en_passant {
            self.capture_en_passant(right);
        }
        self.take(from, man);
        if let Some(rook) = castling_rook {
            let (king_to, rook_to) = Castling::targets(from, rook);
            let castled = self.remove(rook);
            self.put(king_to, man);
            if let Some(castled) = castled {
                self.put(rook_to, castled);
            }
        } else {
            self.capture(to);
            self.put(to, promotion.map_or(man, |role| man.becoming(role)));
        }
        self.set_en_passant(role, from, to, false);
        self.forfeit_castling(from, to, man);
    }

    fn play_annihilation(&mut self, from: Square, to: Square) {
        let Some(man) = self.men.man_at(from) else {
            return;
        };
        self.fifty = 0;
        self.take(from, man);
        self.remove(to);
        self.set_en_passant(man.piece.role, from, to, true);
        self.forfeit_castling(from, to, man);
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
        self.put(square, Man::traveler(traveling, Stage::Traveling));
        self.put(to, Man::traveler(traveled, Stage::Traveled));
        let identities = self.men.identities(support);
        let turn = self.turn;
        self.past_key ^= self.explosions[color_index(turn)].push(turn, role, square, identities);
    }

    /// Captures the pawn en passant; if its double step was an annihilation, its traveling self
    /// comes back.
    fn capture_en_passant(&mut self, right: EnPassant) {
        let Some(square) = self.jumped_to(right) else {
            return;
        };
        if right.annihilated {
            if !self.men.occupied().contains(square) {
                let pawn = Role::Pawn.of(self.turn.other());
                self.put(square, Man::traveler(pawn, Stage::Traveling));
            }
        } else {
            self.capture(square);
        }
    }

    /// Captures an enemy on `square`, if there is one.
    fn capture(&mut self, square: Square) {
        let Some(man) = self.remove(square) else {
            return;
        };
        let enemy = self.turn.other();
        match man.stage {
            Stage::Traveling => self.lost[color_index(enemy)] = true,
            Stage::Untraveled if man.piece.role == Role::King => {
                self.castling_without(|castling| castling.discard_color(enemy));
            }
            _ => {}
        }
    }

    /// Takes the man on `square` off the board, if there is one, and returns it.
    fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.men.man_at(square)?;
        self.take(square, man);
        Some(man)
    }

    /// Takes a man off the square on which it stands.
    #[inline]
    fn take(&mut self, square: Square, man: Man) {
        self.toggle(square, man);
        self.men.take(square, man);
    }

    /// Puts a man on an empty square.
    #[inline]
    fn put(&mut self, square: Square, man: Man) {
        self.toggle(square, man);
        self.men.put(square, man);
    }

    /// Adds a man on `square` to the keys, or removes it.
    #[inline]
    pub(super) fn toggle(&mut self, square: Square, man: Man) {
        self.men_key ^= man_key(square, man.piece, man.stage);
        if let Some(identity) = man.identity() {
            self.past_key ^= identity_key(square, man.piece.color, identity);
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

    fn forfeit_castling(&mut self, from: Square, to: Square, man: Man) {
        let turn = self.turn;
        self.castling_without(|castling| {
            castling.discard_rook(from);
            castling.discard_rook(to);
            if man.piece.role == Role::King && man.stage == Stage::Untraveled {
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
