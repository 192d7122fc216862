//! Bishops, rooks and queens.

use super::imagination::Imagination;
use super::scene::before_the_farthest;
use crate::board::{Bitboard, Rank, Role, Square, attacks, pawns};
use crate::time_traveler::set_attacks::{self, Direction, line, slides, slides_off};

impl Imagination<'_> {
    /// The squares that several sliders reach without help and without crossing each other's
    /// squares: a subset that is found quickly.
    pub(super) fn slid_alone(&self, men: Bitboard, role: Role) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty();
        let first = slides(role, men, empty) & !scene.own;
        let second = slides(role, first, empty) & !scene.own;
        first | second | slides(role, first | second, empty)
    }

    /// The squares that a bishop, rook or queen on `from` reaches.
    #[inline]
    pub(super) fn slid(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        match role {
            Role::Bishop => self.slid_as(from, Role::Bishop, wanted),
            Role::Rook => self.slid_as(from, Role::Rook, wanted),
            Role::Queen => self.slid_as(from, Role::Queen, wanted),
            _ => Bitboard::EMPTY,
        }
    }

    /// The same for one role, a constant after inlining.
    #[inline(always)]
    fn slid_as(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let seen = attacks::attacks(from, scene.piece(role), scene.occupied());
        let first = seen & !scene.own;
        let mut reached = first;
        let mut second = Bitboard::EMPTY;
        if first.any() && (wanted & !reached).any() {
            second = slides(role, first, empty);
            reached |= second;
            if (wanted & !reached).any() {
                reached |= slides(role, reached & !scene.own, empty);
            }
        }
        // Each kind of help is tried only if it could gain anything. That is tested with every helper
        // on the lines out of the way at once, for all lines together.
        let missing = wanted & !reached;
        let between = second & scene.movable.without(from);
        if missing.any() && (slides(role, between, empty) & missing).any() {
            reached |= self.helped_between(first, from, role, missing);
        }
        let missing = wanted & !reached;
        if missing.any() && (self.without_first_helpers(from, role, seen) & missing).any() {
            reached |= self.helped_before(from, role, seen, missing);
        }
        let missing = wanted & !reached;
        if missing.any() {
            reached |= self.helped_past_the_turn(from, role, missing);
        }
        let missing = wanted & !reached;
        let lines = attacks::attacks(from, scene.piece(role), Bitboard::EMPTY);
        if (lines & !seen & missing).any() {
            reached |= self.helped_twice(from, role, seen, missing);
        }
        reached
    }

    /// A superset of what [`Imagination::helped_before`] finds: as if all helpers that the slider
    /// sees had gone.
    #[inline(always)]
    fn without_first_helpers(&self, from: Square, role: Role, seen: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let helpers = seen & self.helpers().mobile;
        if helpers.is_empty() {
            return Bitboard::EMPTY;
        }
        let seen = attacks::attacks(from, scene.piece(role), scene.occupied() & !helpers);
        let turns = seen & (!scene.own | helpers);
        turns | slides(role, turns, scene.empty().with(from) | helpers)
    }

    /// A superset of what a slider on `from` reaches in two moves, one of which may be a helper's:
    /// as if own movable men did not block.
    pub(super) fn ghosts(&self, from: Square, role: Role) -> Bitboard {
        let scene = &self.scene;
        let still = scene.own & !scene.movable;
        let open = !(still | scene.enemies);
        let first = slides(role, Bitboard::from(from), open) & !still;
        first | slides(role, first, open)
    }

    /// The squares reached if the man on `from` moves to one of `first`, a helper clears a line, and the man
    /// moves on.
    pub(super) fn helped_between(
        &self,
        first: Bitboard,
        from: Square,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let mut reached = Bitboard::EMPTY;
        let mut entering = None;
        if first.is_empty() {
            return reached;
        }
        for direction in set_attacks::directions(role) {
            let hit = direction.step(direction.fill(first, empty)) & scene.movable.without(from);
            if hit.is_empty() || (direction.fill(hit, empty) & wanted).is_empty() {
                continue;
            }
            let entering = *entering.get_or_insert_with(|| self.entering(from));
            let leaving = hit
                & (self.helpers().leaving[direction.axis]
                    | (entering & !line(direction.axis, from)));
            reached |= direction.fill(leaving, empty);
            for helper in hit & !leaving & (self.helpers().gliding[direction.axis] | entering) {
                let mut targets = self.targets(helper);
                if entering.contains(helper) {
                    targets = self.targets_without(helper, from);
                }
                if targets.any() {
                    reached |= before_the_farthest(helper, targets, *direction);
                }
            }
        }
        reached
    }

    /// Own men that could move to `square` or across it if the player's own man there were gone.
    pub(super) fn entering(&self, square: Square) -> Bitboard {
        let scene = &self.scene;
        let color = scene.color;
        let occupied = scene.occupied();
        let queens = scene.of(Role::Queen);
        let behind = pawns::step(color.other(), Bitboard::from(square));
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let far = pawns::step(color.other(), behind & !occupied) & second;
        (attacks::knight_attacks(square) & scene.of(Role::Knight))
            | (attacks::king_attacks(square) & scene.of(Role::King))
            | (attacks::bishop_attacks(square, occupied) & (scene.of(Role::Bishop) | queens))
            | (attacks::rook_attacks(square, occupied) & (scene.of(Role::Rook) | queens))
            | ((behind | far) & scene.of(Role::Pawn))
    }

    /// The targets of `helper` once the man on `gone` has left.
    pub(super) fn targets_without(&self, helper: Square, gone: Square) -> Bitboard {
        let mut scene = self.scene;
        scene.own.discard(gone);
        scene.targets(helper)
    }

    /// The squares reached if a helper clears the first leg, or the square where the path turns, before the man
    /// moves.
    pub(super) fn helped_before(
        &self,
        from: Square,
        role: Role,
        seen: Bitboard,
        wanted: Bitboard,
    ) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let mut reached = Bitboard::EMPTY;
        let helpers = seen & self.helpers().mobile;
        if helpers.is_empty() {
            return reached;
        }
        for direction in set_attacks::directions(role) {
            let Some(helper) = (direction.ray(from) & helpers).first() else {
                continue;
            };
            let run = attacks::between(from, helper).with(from);
            // The empty squares without this helper.
            let without = empty.with(helper);
            let beyond = direction.fill(Bitboard::from(helper), without);
            // After a capture the man may go on in the same direction.
            let captured = direction.step(beyond) & scene.enemies;
            let turns = beyond | captured;
            let all = turns
                | direction.fill(captured, without)
                | slides_off(role, direction.axis, turns, without);
            if (all & wanted & !reached).is_empty() {
                continue;
            }
            let targets = self.targets(helper);
            if (targets & !(all | run)).any() {
                reached |= all;
                continue;
            }
            // Each of its targets may be on the path.
            for target in targets {
                let without = without.without(target);
                let run = direction.fill(Bitboard::from(from), without);
                let enemies = scene.enemies.without(target);
                let captured = direction.step(run) & enemies;
                let turns = (run | captured).without(from);
                reached |= turns
                    | direction.fill(captured, without)
                    | (slides_off(role, direction.axis, turns, without) & without);
                if (all & wanted & !reached).is_empty() {
                    break;
                }
            }
        }
        reached
    }

    /// The squares reached if a helper on the second leg, which can only move along it, first moves past the
    /// square where the path turns.
    pub(super) fn helped_past_the_turn(
        &self,
        from: Square,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let mut reached = Bitboard::EMPTY;
        let gliding = &self.helpers().gliding;
        for direction in set_attacks::directions(role) {
            let mut helpers = gliding[direction.axis].without(from);
            if *direction == set_attacks::forward(scene.color) {
                // Pawns do not move backwards.
                helpers &= !scene.of(Role::Pawn);
            }
            if helpers.is_empty() {
                continue;
            }
            if (direction.fill(helpers, empty) & wanted & !reached).is_empty() {
                continue;
            }
            let back = direction.opposite();
            for helper in helpers {
                let passed = back.fill(Bitboard::from(helper), Bitboard::FULL);
                let gain = direction.fill(Bitboard::from(helper), empty);
                if (gain & wanted & !reached).is_empty() {
                    continue;
                }
                for target in self.targets(helper) & passed {
                    let occupied = scene.occupied().without(helper).with(target);
                    let first = attacks::attacks(from, scene.piece(role), occupied);
                    if (attacks::between(helper, target) & first).any() {
                        reached |= gain;
                        break;
                    }
                }
            }
        }
        reached
    }

    /// The squares reached by one straight move after two moves of helpers.
    pub(super) fn helped_twice(
        &self,
        from: Square,
        role: Role,
        seen: Bitboard,
        wanted: Bitboard,
    ) -> Bitboard {
        let scene = &self.scene;
        let mut reached = Bitboard::EMPTY;
        for direction in set_attacks::directions(role) {
            let ray = direction.ray(from);
            let hit = ray & seen & scene.occupied();
            if (ray & !seen & wanted & !reached).is_empty() {
                continue;
            }
            if let Some(enemy) = (hit & scene.enemies).first() {
                reached |= self.cleared_by_capture(from, *direction, enemy, wanted & !reached);
                continue;
            }
            let Some(near) = (hit & scene.movable).first() else {
                continue;
            };
            let run = direction.fill(Bitboard::from(near), scene.empty());
            let far = (direction.step(run) & scene.movable).first();
            let mut possible = run;
            // The near man may capture on the line and then leave it.
            let captured = direction.step(run) & scene.enemies & self.targets(near);
            possible |= direction.fill(captured, scene.empty());
            if let Some(far) = far {
                possible |= direction.fill(Bitboard::from(far), scene.empty());
            }
            if (possible & wanted & !reached).is_empty() {
                continue;
            }
            let movers = far.into_iter().collect::<Bitboard>().with(near) | scene.blockers_of(near);
            for mover in movers.without(from) {
                for target in self.targets(mover) {
                    reached |= self.cleared(from, *direction, mover, target);
                    if (possible & wanted & !reached).is_empty() {
                        break;
                    }
                }
            }
        }
        reached
    }

    /// The squares reached if an enemy on the path is captured by the own man behind it, which then moves on.
    pub(super) fn cleared_by_capture(
        &self,
        from: Square,
        direction: Direction,
        enemy: Square,
        wanted: Bitboard,
    ) -> Bitboard {
        let scene = &self.scene;
        let run = direction.fill(Bitboard::from(enemy), scene.empty());
        let helper = direction.step(run) & scene.movable;
        match helper.first() {
            Some(helper)
                if self.targets(helper).contains(enemy)
                    && (direction.fill(Bitboard::from(helper), scene.empty()) & wanted).any() =>
            {
                self.cleared(from, direction, helper, enemy)
            }
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares that a slider on `from` reaches in `direction` after `mover` has moved to
    /// `target` and another helper has moved.
    pub(super) fn cleared(
        &self,
        from: Square,
        direction: Direction,
        mover: Square,
        target: Square,
    ) -> Bitboard {
        let scene = self.scene.after(mover, target);
        let empty = scene.empty();
        let run = direction.fill(Bitboard::from(from), empty);
        match (direction.step(run) & scene.movable).first() {
            None => run,
            Some(helper) => {
                let targets = scene.helper_targets(helper);
                run | scene.uncovered(helper, targets, direction, empty)
            }
        }
    }
}
