//! Pawns: walking, helped by other men, and promoting on the way.

use super::imagination::Imagination;
use crate::board::{Bitboard, Rank, Role, Square, pawns};

impl Imagination<'_> {
    /// Pawns whose reach is more than what [`Imagination::walks`] finds for all at once: those that
    /// are blocked or near promotion, and all of them if there is an en passant capture.
    pub(super) fn pawns_that_matter(&self, pawns: Bitboard, role: Role) -> Bitboard {
        let color = self.scene.color;
        let mut matter = Bitboard::EMPTY;
        if role == Role::Pawn {
            let down = |squares| pawns::step(color.other(), squares);
            let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
            let blocked = down(self.scene.movable);
            let jump_blocked = second & down(down(self.scene.movable) | self.scene.enemies);
            matter |= pawns & (blocked | jump_blocked);
        } else {
            for rank in [Rank::Fifth, Rank::Sixth, Rank::Seventh] {
                matter |= pawns & Bitboard::from_rank(color.relative_rank(rank));
            }
        }
        if self.en_passant_capturers().any() {
            matter = pawns;
        }
        matter
    }

    /// The squares from which a helped pawn can reach `wanted` ones: two steps behind, or three on
    /// the second rank.
    pub(super) fn pawns_with_helpers_for(&self, wanted: Bitboard) -> Bitboard {
        let color = self.scene.color;
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let two = pawns::step(color.other(), pawns::step(color.other(), wanted));
        two | (pawns::step(color.other(), two) & second)
    }

    /// The squares that any of these pawns reaches as a pawn in three moves of its own.
    pub(super) fn walks(&self, pawns: Bitboard) -> Bitboard {
        let color = self.scene.color;
        let empty = self.scene.empty();
        let third = Bitboard::from_rank(color.relative_rank(Rank::Third));
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let step = |squares: Bitboard| {
            (pawns::step(color, squares) & empty)
                | (pawns::attacks(color, squares) & self.scene.enemies)
        };
        let jump = pawns::step(color, pawns::step(color, pawns & second) & third & empty) & empty;
        let first = step(pawns) | jump;
        let second = step(first);
        (first | second | step(second)) & !Bitboard::BACKRANKS
    }

    /// The squares to which a pawn advances with a helper that makes way or captures a blocking enemy.
    pub(super) fn helped_walks(&self, from: Square, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let color = scene.color;
        let empty = scene.empty();
        let mut reached = Bitboard::EMPTY;
        let one = pawns::step(color, Bitboard::from(from));
        let two = pawns::step(color, one);
        // The man in front leaves; two steps.
        if (two & wanted).any()
            && let Some(helper) = (one & scene.movable).first()
            && (self.targets(helper) & !two).any()
        {
            reached |= two;
        }
        if let Some((middle, end)) = scene.jump(from) {
            let three = pawns::step(color, two);
            // A man on either square of the double step leaves; a double step and a single one.
            let way = one | two;
            if (three & wanted).any()
                && (way & !empty).single_square().is_some()
                && let Some(helper) = (way & scene.movable).first()
                && (self.targets(helper) & !(way | three)).any()
            {
                reached |= three;
            }
            // Two moves clear the middle of a double step.
            if wanted.contains(end) && !reached.contains(end) && self.vacated(middle, end) {
                reached.add(end);
            }
        }
        reached & empty & !Bitboard::BACKRANKS
    }

    /// Whether two helpers' moves empty the square `middle` while `end` stays empty.
    pub(super) fn vacated(&self, middle: Square, end: Square) -> bool {
        let scene = &self.scene;
        let movers = if scene.movable.contains(middle) {
            scene.blockers_of(middle).with(middle)
        } else if scene.enemies.contains(middle) {
            scene
                .movable
                .into_iter()
                .filter(|man| self.targets(*man).contains(middle))
                .collect()
        } else {
            return false;
        };
        movers.into_iter().any(|mover| {
            self.targets(mover).into_iter().any(|target| {
                let scene = scene.after(mover, target);
                let is_open = |square| scene.empty().contains(square);
                if is_open(middle) {
                    is_open(end)
                        || (target == end && (scene.helper_targets(end).without(middle)).any())
                } else {
                    is_open(end) && scene.helper_targets(middle).without(end).any()
                }
            })
        })
    }

    /// The squares that a pawn reaches as a `role` by promoting on the way.
    pub(super) fn promoted(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let last = Bitboard::from_rank(scene.color.relative_rank(Rank::Eighth));
        match scene.color.relative_rank(from.rank()) {
            Rank::Seventh => self.promoted_at_once(from, role),
            Rank::Sixth => {
                let mut reached = Bitboard::EMPTY;
                for to in scene.pawn_moves(from) {
                    reached |= scene.after(from, to).pawn_reach_in_two(to, role);
                }
                let one = pawns::step(scene.color, Bitboard::from(from));
                let two = pawns::step(scene.color, one);
                if let Some(helper) = (one & scene.movable).first()
                    && (self.targets(helper) & !two).any()
                {
                    reached |= two;
                }
                reached
            }
            Rank::Fifth if (wanted & last).any() => {
                let mut reached = Bitboard::EMPTY;
                for to in scene.pawn_moves(from) {
                    reached |= scene.after(from, to).pawn_reach_in_two(to, role);
                }
                reached
            }
            _ => Bitboard::EMPTY,
        }
    }

    pub(super) fn promoted_at_once(&self, from: Square, role: Role) -> Bitboard {
        let scene = &self.scene;
        let last = Bitboard::from_rank(scene.color.relative_rank(Rank::Eighth));
        let mut reached = Bitboard::EMPTY;
        for to in scene.pawn_moves(from) {
            let after = scene.after(from, to).with_role(to, role);
            reached |= Bitboard::from(to) | after.reach_in_two(to, role);
        }
        // A helper moves first: one that stands before the pawn, or on the last rank.
        for helper in scene.movable & last {
            for target in self.targets(helper) {
                let scene = scene.after(helper, target);
                for to in scene.pawn_moves(from) {
                    let after = scene.after(from, to).with_role(to, role);
                    reached |= after.targets(to);
                }
            }
        }
        reached
    }
}
