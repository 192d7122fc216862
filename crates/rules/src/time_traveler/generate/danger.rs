//! What check demands of the player to move.

use crate::board::{Bitboard, Color, Square, attacks};
use crate::time_traveler::check;
use crate::time_traveler::men::Men;
use crate::time_traveler::position::TimeTraveler;

/// What check demands of the player to move.
pub(super) struct Danger {
    /// The king to guard, or, without a king, the opponent's last traveling man, which must not be
    /// annihilated. `None` if there is no danger.
    pub(super) target: Option<Square>,
    /// Whether the target is an own king.
    pub(super) is_king: bool,
    /// Enemy men that threaten the target.
    pub(super) checkers: Bitboard,
    /// Own men pinned by a threat.
    pub(super) pinned: Bitboard,
}

impl Danger {
    pub(super) fn new(game: &TimeTraveler) -> Danger {
        let men = &game.men;
        let (us, enemy) = (game.turn, game.turn.other());
        let traveling = men.traveling(enemy);
        let mut danger = Danger {
            target: None,
            is_king: traveling.is_empty(),
            checkers: Bitboard::EMPTY,
            pinned: Bitboard::EMPTY,
        };
        danger.target = if danger.is_king {
            check::critical_king(men, us)
        } else {
            traveling
                .single_square()
                .filter(|_| !check::has_king(men, us))
        };
        let Some(target) = danger.target else {
            return danger;
        };
        let occupied = men.occupied();
        danger.checkers = danger.threats(men, us, target, occupied);
        // An enemy man that threatens the target only without our men stands behind one or several of them.
        let without_ours = occupied & !men.all(us) | Bitboard::from(target);
        let waiting = danger.threats(men, us, target, without_ours);
        for sniper in waiting & !danger.checkers {
            let between = attacks::between(target, sniper) & occupied;
            if let Some(alone) = between.single_square() {
                danger.pinned.add(alone);
            }
        }
        danger
    }

    /// Enemy men that threaten the target if these squares are `occupied`.
    pub(super) fn threats(
        &self,
        men: &Men,
        us: Color,
        target: Square,
        occupied: Bitboard,
    ) -> Bitboard {
        let enemy = us.other();
        if self.is_king {
            men.board().attackers(target, enemy, occupied) & men.movable(enemy)
        } else {
            check::annihilators(men, target, occupied)
        }
    }

    /// The check mask for all men but the guarded king.
    pub(super) fn answers(&self) -> Bitboard {
        self.answers_with(None)
    }

    /// The check mask if a man appears on `blocked` as well.
    pub(super) fn answers_with(&self, blocked: Option<Square>) -> Bitboard {
        let Some(target) = self.target else {
            return Bitboard::FULL;
        };
        let mut answers = Bitboard::FULL;
        for checker in self.checkers {
            let between = attacks::between(target, checker);
            if !blocked.is_some_and(|square| between.contains(square)) {
                answers &= between.with(checker);
            }
        }
        answers
    }

    /// The pin mask of the man on `from`.
    pub(super) fn line(&self, from: Square) -> Bitboard {
        match self.target {
            Some(target) if self.pinned.contains(from) => attacks::ray(target, from),
            _ => Bitboard::FULL,
        }
    }

    pub(super) fn guards(&self, square: Square) -> bool {
        self.is_king && self.target == Some(square)
    }
}
