//! The board of the imagined moves.

use crate::board::{Bitboard, Color, Piece, Rank, Role, Square, ahead, attacks, pawns};
use crate::time_traveler::men::pattern;
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::set_attacks::{self, Direction, line, slides};

/// The board of the imagined moves: own men that can move, by role, own men that stand still, and
/// enemies, which do not move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    pub(super) color: Color,
    pub(super) roles: [Bitboard; 6],
    pub(super) movable: Bitboard,
    pub(super) own: Bitboard,
    pub(super) enemies: Bitboard,
}

/// The roles of a helper that has promoted: they cover all moves of the others.
const PROMOTED: [Role; 2] = [Role::Queen, Role::Knight];

impl Scene {
    pub(super) fn new(game: &TimeTraveler) -> Scene {
        let color = game.turn;
        let men = &game.men;
        let movable = men.movable(color);
        Scene {
            color,
            roles: Role::ALL.map(|role| men.board().by_role(role) & movable),
            movable,
            own: men.all(color),
            enemies: men.all(color.other()),
        }
    }

    #[inline]
    pub(super) fn occupied(&self) -> Bitboard {
        self.own | self.enemies
    }

    #[inline]
    pub(super) fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    #[inline]
    pub(super) fn of(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    pub(super) fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.of(*role).contains(square))
    }

    /// The targets of the player's own man on `from`, without castling and en passant.
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        self.role_at(from)
            .map_or(Bitboard::EMPTY, |role| self.targets_as(role, from))
    }

    pub(super) fn targets_as(&self, role: Role, from: Square) -> Bitboard {
        pattern(
            role.of(self.color),
            from,
            self.occupied(),
            !self.own,
            self.enemies,
        )
    }

    /// The board after a move. A pawn that promotes counts as queen and knight at once, which
    /// covers all promotions.
    pub(super) fn after(&self, from: Square, to: Square) -> Scene {
        let mut scene = *self;
        for (role, men) in Role::ALL.into_iter().zip(&mut scene.roles) {
            if men.contains(from) {
                men.discard(from);
                if role != Role::Pawn || !Bitboard::BACKRANKS.contains(to) {
                    men.add(to);
                }
            }
        }
        if self.of(Role::Pawn).contains(from) && Bitboard::BACKRANKS.contains(to) {
            for role in PROMOTED {
                scene.roles[role as usize - 1].add(to);
            }
        }
        scene.movable = scene.movable.without(from).with(to);
        scene.own = scene.own.without(from).with(to);
        scene.enemies.discard(to);
        scene
    }

    /// The targets of the player's own man on `from`; one that counts as two roles moves as either.
    pub(super) fn helper_targets(&self, from: Square) -> Bitboard {
        Role::ALL
            .into_iter()
            .filter(|role| self.of(*role).contains(from))
            .fold(Bitboard::EMPTY, |all, role| {
                all | self.targets_as(role, from)
            })
    }

    /// The board with the player's own man on `square` changed to `role`.
    pub(super) fn with_role(&self, square: Square, role: Role) -> Scene {
        let mut scene = *self;
        for men in &mut scene.roles {
            men.discard(square);
        }
        scene.roles[role as usize - 1].add(square);
        scene
    }

    /// Own men that block the man on `from`.
    pub(super) fn blockers_of(&self, from: Square) -> Bitboard {
        match self.role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::Pawn) => {
                let first = pawns::step(self.color, Bitboard::from(from));
                let third = Bitboard::from_rank(self.color.relative_rank(Rank::Third));
                (first | pawns::step(self.color, first & third)) & self.movable
            }
            Some(role) => {
                attacks::attacks(from, role.of(self.color), self.occupied()) & self.movable
            }
        }
    }

    /// The squares in `direction` from the player's own man on `helper` that it opens by one of its moves to
    /// `targets`, and the enemy behind them, which can then be captured: an en passant capture that
    /// undoes an annihilation puts one on a square that was empty before.
    pub(super) fn uncovered(
        &self,
        helper: Square,
        targets: Bitboard,
        direction: Direction,
        empty: Bitboard,
    ) -> Bitboard {
        let from = Bitboard::from(helper);
        if (targets & !line(direction.axis, helper)).any() {
            let opened = direction.fill(from, empty);
            return opened | (direction.step(opened) & self.enemies);
        }
        before_the_farthest(helper, targets, direction)
    }

    /// The squares that a slider of `role` on `from` reaches in two moves, the first of them a
    /// helper's.
    pub(super) fn uncovered_from(&self, from: Square, role: Role) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        let empty = self.empty();
        for direction in set_attacks::directions(role) {
            let hit = direction.step(direction.fill(Bitboard::from(from), empty)) & self.movable;
            if let Some(helper) = hit.first() {
                let targets = self.helper_targets(helper);
                reached |= self.uncovered(helper, targets, *direction, empty);
            }
        }
        reached
    }

    /// The squares that the man on `from`, a `role` other than a pawn, reaches in at most two
    /// moves, without castling and en passant. Exact for squares that are empty here.
    pub(super) fn reach_in_two(&self, from: Square, role: Role) -> Bitboard {
        let first = self.targets_as(role, from);
        let empty = self.empty().with(from);
        match role {
            Role::Knight | Role::King => first | (jumps(role, first) & !self.own),
            _ => {
                let second = slides(role, first, empty) & !self.own;
                first | second | self.uncovered_from(from, role)
            }
        }
    }

    /// The targets of a pawn on `from`.
    pub(super) fn pawn_moves(&self, from: Square) -> Bitboard {
        self.targets_as(Role::Pawn, from)
    }

    /// The squares that the pawn on `from` reaches as a `role` in at most two moves.
    pub(super) fn pawn_reach_in_two(&self, from: Square, role: Role) -> Bitboard {
        let first = self.pawn_moves(from);
        let mut reached = Bitboard::EMPTY;
        if role == Role::Pawn {
            reached |= first & !Bitboard::BACKRANKS;
            for to in first & !Bitboard::BACKRANKS {
                reached |= self.after(from, to).pawn_moves(to) & !Bitboard::BACKRANKS;
            }
            if let Some((middle, end)) = self.jump_over_own_man(from)
                && self.targets(middle).without(end).any()
            {
                reached.add(end);
            }
            return reached;
        }
        if role == Role::King {
            return reached;
        }
        for to in first {
            let scene = self.after(from, to);
            if Bitboard::BACKRANKS.contains(to) {
                reached.add(to);
                reached |= scene.with_role(to, role).targets(to);
            } else {
                reached |= scene.pawn_moves(to) & Bitboard::BACKRANKS;
            }
        }
        reached
    }

    /// A double step that only an own man on the middle square prevents: that square and the
    /// target.
    pub(super) fn jump_over_own_man(&self, from: Square) -> Option<(Square, Square)> {
        let (middle, end) = self.jump(from)?;
        (self.movable.contains(middle) && self.empty().contains(end)).then_some((middle, end))
    }

    pub(super) fn jump(&self, from: Square) -> Option<(Square, Square)> {
        if from.rank() != self.color.relative_rank(Rank::Second) {
            return None;
        }
        let middle = ahead(self.color, from)?;
        Some((middle, ahead(self.color, middle)?))
    }

    pub(super) fn piece(&self, role: Role) -> Piece {
        role.of(self.color)
    }
}

/// The square of `helper` and those between it and the farthest of its `targets` in `direction`.
pub(super) fn before_the_farthest(
    helper: Square,
    targets: Bitboard,
    direction: Direction,
) -> Bitboard {
    let ahead = direction.fill(Bitboard::from(helper), Bitboard::FULL) & targets;
    let farthest = if direction.is_upward() {
        ahead.last()
    } else {
        ahead.first()
    };
    farthest.map_or(Bitboard::EMPTY, |end| {
        attacks::between(helper, end).with(helper)
    })
}

/// All squares that knights or kings on `squares` attack.
#[inline]
pub(super) fn jumps(role: Role, squares: Bitboard) -> Bitboard {
    set_attacks::neighbors(role, squares)
}
