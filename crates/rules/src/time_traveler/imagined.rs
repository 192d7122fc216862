//! The support of an explosion: who could stand on a square after three imagined moves in a row.
//!
//! Trying all sequences of three moves takes milliseconds; a position has hundreds of squares and
//! kinds to ask for. So squares are found in sets. What makes this exact:
//!
//! - A man that slides there in three moves of its own is found by flooding. Captures on the way
//!   open nothing for it that it could not have reached from the captured man's square.
//! - Another own man (a *helper*) is of use only if it stands in the way and clears it. It is in the
//!   way on the first or the second part of a way of two moves, or on a way of one move; then a
//!   second helper's move may be needed to let it go, or to clear a second man.
//! - A helper clears a line with any move off it. Along the line it only clears squares before
//!   the one on which it lands.
//! - A helper may go before the first move or between the two. Between is never worse, unless
//!   it stands on the second part and must pass the square at which the way turns.
//! - Castling as a helper is never better than a step of the king or the rook, since castling needs
//!   the square beside the king empty. It matters for the king and the rook themselves.
//! - Pawns walk where they can; helpers vacate the squares before them.
//! - En passant is only possible at once: what follows is an ordinary search of two moves.
//!
//! A plain search through all sequences stands beside it in the tests.

use std::cell::OnceCell;

use super::fill::{self, Direction, line, slides, slides_off};
use super::men::{pattern, pawn_captures, up};
use super::position::{EnPassant, TimeTraveler};
use crate::board::{
    Bitboard, Castling, Color, PROMOTIONS, Piece, Rank, Role, Square, attacks, same_colored,
};

/// The board of the imagined moves: own men that can move by role, own men that stand still, and
/// enemies, who all only stand there.
#[derive(Debug, Clone, Copy)]
struct Scene {
    color: Color,
    roles: [Bitboard; 6],
    movable: Bitboard,
    own: Bitboard,
    enemies: Bitboard,
}

/// Moves of a helper as a set: a pawn that may promote stands for whatever it may have become.
const PROMOTED: [Role; 2] = [Role::Queen, Role::Knight];

impl Scene {
    fn new(game: &TimeTraveler) -> Scene {
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
    fn occupied(&self) -> Bitboard {
        self.own | self.enemies
    }

    #[inline]
    fn empty(&self) -> Bitboard {
        !self.occupied()
    }

    #[inline]
    fn of(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.of(*role).contains(square))
    }

    /// Where the own man on `from` can go, without castling and en passant.
    fn targets(&self, from: Square) -> Bitboard {
        self.role_at(from)
            .map_or(Bitboard::EMPTY, |role| self.targets_as(role, from))
    }

    fn targets_as(&self, role: Role, from: Square) -> Bitboard {
        pattern(
            role.of(self.color),
            from,
            self.occupied(),
            !self.own,
            self.enemies,
        )
    }

    /// The same board after `from` has gone to `to`. A pawn that arrives on the last rank counts as
    /// queen and knight at once, which is all that it can become.
    fn after(&self, from: Square, to: Square) -> Scene {
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

    /// Where the own man on `from` can go; one that counts as two kinds goes as either.
    fn helper_targets(&self, from: Square) -> Bitboard {
        Role::ALL
            .into_iter()
            .filter(|role| self.of(*role).contains(from))
            .fold(Bitboard::EMPTY, |all, role| {
                all | self.targets_as(role, from)
            })
    }

    /// The same board with the own man on `square` being of `role`.
    fn with_role(&self, square: Square, role: Role) -> Scene {
        let mut scene = *self;
        for men in &mut scene.roles {
            men.discard(square);
        }
        scene.roles[role as usize - 1].add(square);
        scene
    }

    /// Own men that keep the man on `from` from going somewhere.
    fn blockers_of(&self, from: Square) -> Bitboard {
        match self.role_at(from) {
            None => Bitboard::EMPTY,
            Some(Role::Pawn) => {
                let first = up(self.color, Bitboard::from(from));
                let third = Bitboard::from_rank(self.color.relative_rank(Rank::Third));
                (first | up(self.color, first & third)) & self.movable
            }
            Some(role) => {
                attacks::attacks(from, role.of(self.color), self.occupied()) & self.movable
            }
        }
    }

    /// Squares beyond the own man at `helper` on the line from it in `direction` that it uncovers by
    /// one of its moves `targets`. The first part of the result is empty squares only.
    fn uncovered(
        &self,
        helper: Square,
        targets: Bitboard,
        direction: Direction,
        empty: Bitboard,
    ) -> Bitboard {
        let from = Bitboard::from(helper);
        if (targets & !line(direction.axis, helper)).any() {
            return direction.fill(from, empty);
        }
        before_the_farthest(helper, targets, direction)
    }

    /// What a slider of `role` on `from` reaches in two moves, the first a helper's.
    fn uncovered_from(&self, from: Square, role: Role) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        let empty = self.empty();
        for direction in fill::directions(role) {
            let hit = direction.step(direction.fill(Bitboard::from(from), empty)) & self.movable;
            if let Some(helper) = hit.first() {
                let targets = self.helper_targets(helper);
                reached |= self.uncovered(helper, targets, *direction, empty);
            }
        }
        reached
    }

    /// The squares to which the man on `from`, being a `role` that is no pawn, gets in at most two
    /// moves; without castling and en passant. Right for squares that are empty here.
    fn reach_in_two(&self, from: Square, role: Role) -> Bitboard {
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

    /// Where a pawn on `from` gets with one move, with the board after it.
    fn pawn_moves(&self, from: Square) -> Bitboard {
        self.targets_as(Role::Pawn, from)
    }

    /// The squares to which the pawn on `from` gets, as a `role`, in at most two moves.
    fn pawn_reach_in_two(&self, from: Square, role: Role) -> Bitboard {
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

    /// A double step that only an own man on the middle square prevents: that square and the end.
    fn jump_over_own_man(&self, from: Square) -> Option<(Square, Square)> {
        let (middle, end) = self.jump(from)?;
        (self.movable.contains(middle) && self.empty().contains(end)).then_some((middle, end))
    }

    fn jump(&self, from: Square) -> Option<(Square, Square)> {
        if from.rank() != self.color.relative_rank(Rank::Second) {
            return None;
        }
        let middle = crate::board::ahead(self.color, from)?;
        Some((middle, crate::board::ahead(self.color, middle)?))
    }

    fn piece(&self, role: Role) -> Piece {
        role.of(self.color)
    }
}

/// The square of `helper` and those between it and the farthest of its `targets` in `direction`.
fn before_the_farthest(helper: Square, targets: Bitboard, direction: Direction) -> Bitboard {
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
fn jumps(role: Role, squares: Bitboard) -> Bitboard {
    fill::neighbors(role, squares)
}

/// What the search for supports needs to know of one position, worked out once.
pub(super) struct Imagination<'a> {
    game: &'a TimeTraveler,
    scene: Scene,
    helpers: OnceCell<Helpers>,
}

/// Own men that can make way for others, worked out once it matters.
struct Helpers {
    /// Own men that can go anywhere.
    mobile: Bitboard,
    /// For each kind of line: own men that can leave the line on which they stand.
    leaving: [Bitboard; 4],
    /// For each kind of line: own men that can move along it only, and can pass a square.
    gliding: [Bitboard; 4],
}

impl Helpers {
    fn new(scene: &Scene) -> Helpers {
        let (free, empty) = (!scene.own, scene.empty());
        let pawns = scene.of(Role::Pawn);
        let leaping = scene.of(Role::Knight) & fill::neighbors(Role::Knight, free);
        // For each kind of line: who can step along it, and who can pass a square.
        let mut stepping = [Bitboard::EMPTY; 4];
        let mut gliding = [Bitboard::EMPTY; 4];
        for (axis, directions) in fill::DIRECTIONS.chunks_exact(2).enumerate() {
            let sliders =
                scene.of(Role::Queen) | scene.of(if axis < 2 { Role::Rook } else { Role::Bishop });
            for direction in directions {
                let near = direction.step(free);
                stepping[axis] |= near & (sliders | scene.of(Role::King));
                gliding[axis] |= direction.step(near & empty) & sliders;
            }
        }
        let back = scene.color.other();
        let near = up(back, empty);
        let second = Bitboard::from_rank(scene.color.relative_rank(Rank::Second));
        stepping[0] |= near & pawns;
        gliding[0] |= up(back, near & empty) & pawns & second;
        let capturing = fill::pawn_sides(back, scene.enemies);
        stepping[2] |= capturing[0] & pawns;
        stepping[3] |= capturing[1] & pawns;
        let [file, rank, diagonal, other] = stepping;
        let leaving = [
            leaping | rank | diagonal | other,
            leaping | file | diagonal | other,
            leaping | file | rank | other,
            leaping | file | rank | diagonal,
        ];
        for (gliding, leaving) in gliding.iter_mut().zip(leaving) {
            *gliding &= !leaving;
        }
        Helpers {
            mobile: leaving[0] | file,
            leaving,
            gliding,
        }
    }
}

impl<'a> Imagination<'a> {
    pub(super) fn new(game: &'a TimeTraveler) -> Imagination<'a> {
        Imagination {
            game,
            scene: Scene::new(game),
            helpers: OnceCell::new(),
        }
    }

    fn helpers(&self) -> &Helpers {
        self.helpers.get_or_init(|| Helpers::new(&self.scene))
    }

    #[inline]
    fn targets(&self, from: Square) -> Bitboard {
        self.scene.targets(from)
    }

    /// The `wanted` squares (empty ones) on which one of the own untraveled `supporters` could
    /// stand as a `role` after at most three moves.
    pub(super) fn reach_of_any(
        &self,
        supporters: Bitboard,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let mut missing = wanted & self.scene.empty();
        let pawns = self.scene.of(Role::Pawn) & supporters;
        if role == Role::Pawn {
            missing &= !self.walks(pawns);
        } else {
            let kin = self.scene.of(role) & supporters;
            if kin.more_than_one() && !matches!(role, Role::Knight | Role::King) {
                missing &= !self.slid_alone(kin, role);
            }
            for from in kin {
                if missing.is_empty() {
                    break;
                }
                // A bishop need not look for squares of the other colour.
                let possible = match role {
                    Role::Bishop => missing & same_colored(from),
                    _ => missing,
                };
                if possible.any() {
                    missing &= !self.reach(from, role, possible);
                }
            }
        }
        if role != Role::King {
            let mut pawns = self.pawns_that_matter(pawns, role);
            if role == Role::Pawn && self.en_passant_capturers().is_empty() {
                pawns &= self.pawns_with_helpers_for(missing);
            }
            for from in pawns {
                if missing.is_empty() {
                    break;
                }
                missing &= !self.reach(from, role, missing);
            }
        }
        wanted & self.scene.empty() & !missing
    }

    /// Pawns whose reach is more than what [`Imagination::walks`] finds for all at once: those with
    /// men before them or near promotion, and all of them if they can capture en passant.
    fn pawns_that_matter(&self, pawns: Bitboard, role: Role) -> Bitboard {
        let color = self.scene.color;
        let mut matter = Bitboard::EMPTY;
        if role == Role::Pawn {
            let down = |squares| up(color.other(), squares);
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

    /// Squares two steps before `wanted` ones, and three on the second rank: helped pawns get there.
    fn pawns_with_helpers_for(&self, wanted: Bitboard) -> Bitboard {
        let color = self.scene.color;
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let two = up(color.other(), up(color.other(), wanted));
        two | (up(color.other(), two) & second)
    }

    /// Where any of these pawns can walk in three moves of its own, as a pawn.
    fn walks(&self, pawns: Bitboard) -> Bitboard {
        let color = self.scene.color;
        let empty = self.scene.empty();
        let third = Bitboard::from_rank(color.relative_rank(Rank::Third));
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let step = |squares: Bitboard| {
            (up(color, squares) & empty) | (pawn_captures(color, squares) & self.scene.enemies)
        };
        let jump = up(color, up(color, pawns & second) & third & empty) & empty;
        let first = step(pawns) | jump;
        let second = step(first);
        (first | second | step(second)) & !Bitboard::BACKRANKS
    }

    /// The squares on which the own untraveled man on `from` could stand as a `role` after at most
    /// three moves. Right for the `wanted` squares, which must be empty ones.
    pub(super) fn reach(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let Some(own_role) = self.scene.role_at(from) else {
            return Bitboard::EMPTY;
        };
        let mut reached = match (own_role, role) {
            (Role::Pawn, Role::Pawn) => {
                self.walks(Bitboard::from(from)) | self.helped_walks(from, wanted)
            }
            (Role::Pawn, Role::King) => return Bitboard::EMPTY,
            (Role::Pawn, _) => self.promoted(from, role, wanted),
            _ if own_role != role => return Bitboard::EMPTY,
            (Role::Knight | Role::King, _) => self.jumped(from, role, wanted),
            _ => self.slid(from, role, wanted),
        };
        if matches!(role, Role::King | Role::Rook) && (wanted & !reached).any() {
            reached |= self.castled(from, role, wanted & !reached);
        }
        if (wanted & !reached).any() {
            reached |= self.after_en_passant(from, own_role, role);
        }
        reached & wanted
    }

    /// Knights and kings: three moves, or a helper leaves the square between two.
    fn jumped(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let all = jumps(role, Bitboard::from(from));
        let first = all & !self.scene.own;
        let second = jumps(role, first) & !self.scene.own;
        let mut reached = first | second | jumps(role, second);
        for helper in all & self.scene.movable {
            let beyond = jumps(role, Bitboard::from(helper));
            if (beyond & wanted & !reached).is_empty() {
                continue;
            }
            let targets = self.targets(helper);
            if targets.any() {
                // The helper must not go to the very square that is wanted.
                reached |= match targets.single_square() {
                    Some(only) => beyond.without(only),
                    None => beyond,
                };
            }
        }
        reached
    }

    /// What several sliders reach without help and without crossing a square on which one of them
    /// stands now: not all that they reach, but quickly found.
    fn slid_alone(&self, men: Bitboard, role: Role) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty();
        let first = slides(role, men, empty) & !scene.own;
        let second = slides(role, first, empty) & !scene.own;
        first | second | slides(role, first | second, empty)
    }

    /// Bishops, rooks and queens.
    fn slid(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let seen = attacks::attacks(from, scene.piece(role), scene.occupied());
        let first = seen & !scene.own;
        let mut reached = first;
        for _ in 0..2 {
            if reached.any() && (wanted & !reached).any() {
                reached |= slides(role, reached & !scene.own, empty);
            }
        }
        if (wanted & !reached).any() {
            reached |= self.helped_between(first, from, role, wanted & !reached);
        }
        if (wanted & !reached).any() {
            reached |= self.helped_before(from, role, seen, wanted & !reached);
        }
        if (wanted & !reached).any() {
            reached |= self.helped_past_the_turn(from, role, wanted & !reached);
        }
        if (wanted & !reached).any() {
            reached |= self.helped_twice(from, role, seen, wanted & !reached);
        }
        reached
    }

    /// All that a slider on `from` could possibly reach in two moves, one of which may be a helper's:
    /// as if the men that can move were not there for it.
    fn ghosts(&self, from: Square, role: Role) -> Bitboard {
        let scene = &self.scene;
        let still = scene.own & !scene.movable;
        let open = !(still | scene.enemies);
        let first = slides(role, Bitboard::from(from), open) & !still;
        first | slides(role, first, open)
    }

    /// First `from` goes to one of the squares `first`, then a helper clears a line, then it goes on.
    fn helped_between(
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
        for direction in fill::directions(role) {
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

    /// Own men that could go to `square` or across it if the own man there were gone.
    fn entering(&self, square: Square) -> Bitboard {
        let scene = &self.scene;
        let color = scene.color;
        let occupied = scene.occupied();
        let queens = scene.of(Role::Queen);
        let behind = up(color.other(), Bitboard::from(square));
        let second = Bitboard::from_rank(color.relative_rank(Rank::Second));
        let far = up(color.other(), behind & !occupied) & second;
        (attacks::knight_attacks(square) & scene.of(Role::Knight))
            | (attacks::king_attacks(square) & scene.of(Role::King))
            | (attacks::bishop_attacks(square, occupied) & (scene.of(Role::Bishop) | queens))
            | (attacks::rook_attacks(square, occupied) & (scene.of(Role::Rook) | queens))
            | ((behind | far) & scene.of(Role::Pawn))
    }

    /// Where `helper` can go once the man on `gone` has left.
    fn targets_without(&self, helper: Square, gone: Square) -> Bitboard {
        let mut scene = self.scene;
        scene.own.discard(gone);
        scene.targets(helper)
    }

    /// A helper clears the first part of the way, or the square at which it turns.
    fn helped_before(
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
        for direction in fill::directions(role) {
            let Some(helper) = (direction.ray(from) & helpers).first() else {
                continue;
            };
            let run = attacks::between(from, helper).with(from);
            // As if this helper had vanished.
            let without = empty.with(helper);
            let beyond = direction.fill(Bitboard::from(helper), without);
            // After a capture it may go on in the same direction.
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
            // Every square to which it could go may be in the way.
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

    /// A helper on the second part of the way that can only go along it, first goes past the square
    /// at which the way turns.
    fn helped_past_the_turn(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let empty = scene.empty().with(from);
        let mut reached = Bitboard::EMPTY;
        for direction in fill::directions(role) {
            let back = direction.opposite();
            let mut helpers = self.helpers().gliding[direction.axis].without(from);
            if *direction == fill::forward(scene.color) {
                // Pawns do not glide back.
                helpers &= !scene.of(Role::Pawn);
            }
            if helpers.is_empty() || (direction.fill(helpers, empty) & wanted & !reached).is_empty()
            {
                continue;
            }
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

    /// One straight move after two moves of helpers.
    fn helped_twice(&self, from: Square, role: Role, seen: Bitboard, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let mut reached = Bitboard::EMPTY;
        for direction in fill::directions(role) {
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

    /// An enemy stands in the way and an own man behind it: the own man captures it and goes on.
    fn cleared_by_capture(
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

    /// What a slider on `from` reaches in `direction` after `mover` has gone to `target` and another
    /// helper has moved.
    fn cleared(
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

    /// Pawns before which a helper (or an enemy) must leave.
    fn helped_walks(&self, from: Square, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let color = scene.color;
        let empty = scene.empty();
        let mut reached = Bitboard::EMPTY;
        let one = up(color, Bitboard::from(from));
        let two = up(color, one);
        // The man before it leaves; two steps.
        if (two & wanted).any()
            && let Some(helper) = (one & scene.movable).first()
            && (self.targets(helper) & !two).any()
        {
            reached |= two;
        }
        if let Some((middle, end)) = scene.jump(from) {
            let three = up(color, two);
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

    /// Whether two helpers' moves empty the square `middle`, `end` staying empty.
    fn vacated(&self, middle: Square, end: Square) -> bool {
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

    /// Pawns that promote on the way.
    fn promoted(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let scene = &self.scene;
        let last = Bitboard::from_rank(scene.color.relative_rank(Rank::Eighth));
        match scene.color.relative_rank(from.rank()) {
            Rank::Seventh => self.promoted_at_once(from, role),
            Rank::Sixth => {
                let mut reached = Bitboard::EMPTY;
                for to in scene.pawn_moves(from) {
                    reached |= scene.after(from, to).pawn_reach_in_two(to, role);
                }
                let one = up(scene.color, Bitboard::from(from));
                let two = up(scene.color, one);
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

    fn promoted_at_once(&self, from: Square, role: Role) -> Bitboard {
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

    /// Ways on which the king castles, for the king and the rook.
    fn castled(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let game = self.game;
        let scene = &self.scene;
        let color = scene.color;
        let rooks = game.castling.rooks() & Bitboard::from_rank(color.backrank());
        let Some(king) = (rooks.any())
            .then(|| (game.men.untraveled(color) & scene.of(Role::King)).first())
            .flatten()
        else {
            return Bitboard::EMPTY;
        };
        let mut reached = Bitboard::EMPTY;
        for rook in rooks {
            if from != king && from != rook {
                continue;
            }
            let castle = Castle { king, rook };
            let in_the_way = Castling::must_be_empty(king, rook) & scene.occupied();
            if in_the_way.count() > 2 || (in_the_way & scene.own & !scene.movable).any() {
                continue;
            }
            let to = castle.end_of(from);
            // No more than this can be reached with the moves that are left after castling.
            let bound = match (in_the_way.count(), role) {
                (0, Role::King) => jumps(role, attacks::king_attacks(to)),
                (0, _) => self.ghosts(to, role),
                (1, Role::King) => attacks::king_attacks(to),
                (1, _) => slides(role, Bitboard::from(to), !scene.own | scene.movable),
                _ => Bitboard::EMPTY,
            };
            if (bound.with(to) & wanted & !reached).is_empty() {
                continue;
            }
            if in_the_way.is_empty() {
                let scene = castle.made(scene);
                reached |= scene.reach_in_two(to, role).with(to);
            } else {
                reached |= self.castled_later(castle, from, role, wanted & !reached);
            }
        }
        reached
    }

    /// Helpers must first leave the squares between king and rook.
    fn castled_later(
        &self,
        castle: Castle,
        from: Square,
        role: Role,
        wanted: Bitboard,
    ) -> Bitboard {
        let way = Castling::must_be_empty(castle.king, castle.rook);
        let to = castle.end_of(from);
        let mut reached = Bitboard::EMPTY;
        let helpers = self.scene.movable.without(castle.king).without(castle.rook);
        let in_the_way = way & self.scene.occupied();
        if let Some(helper) = in_the_way.single_square()
            && helpers.contains(helper)
        {
            for target in self.targets(helper) & !way {
                let scene = castle.made(&self.scene.after(helper, target));
                reached |= scene.targets_as(role, to).with(to);
            }
        }
        // After two moves of helpers only the castled king or rook itself is of interest.
        if !wanted.contains(to) || reached.contains(to) {
            return reached;
        }
        let cleared = helpers.into_iter().any(|helper| {
            self.targets(helper).into_iter().any(|target| {
                let scene = self.scene.after(helper, target);
                (way & scene.occupied())
                    .single_square()
                    .filter(|second| helpers.contains(*second) || (*second == target))
                    .is_some_and(|second| (scene.helper_targets(second) & !way).any())
            })
        });
        if cleared {
            reached.add(to);
        }
        reached
    }

    fn en_passant_capturers(&self) -> Bitboard {
        self.game.en_passant.map_or(Bitboard::EMPTY, |right| {
            attacks::pawn_attacks(self.scene.color.other(), right.square)
                & self.scene.of(Role::Pawn)
        })
    }

    /// Ways that begin with a capture en passant, by the man itself or by a helper.
    fn after_en_passant(&self, from: Square, own_role: Role, role: Role) -> Bitboard {
        let Some(right) = self.game.en_passant else {
            return Bitboard::EMPTY;
        };
        let mut reached = Bitboard::EMPTY;
        for capturer in self.en_passant_capturers() {
            let scene = self.en_passant_made(capturer, right);
            let at = if capturer == from { right.square } else { from };
            if own_role == Role::Pawn {
                reached |= scene.pawn_reach_in_two(at, role);
                if capturer == from && role == Role::Pawn {
                    reached.add(at);
                }
            } else {
                reached |= scene.reach_in_two(at, role);
            }
        }
        reached
    }

    fn en_passant_made(&self, capturer: Square, right: EnPassant) -> Scene {
        let mut scene = self.scene.after(capturer, right.square);
        if let Some(jumped) = self.game.jumped_to(right) {
            if right.annihilated {
                scene.enemies.add(jumped);
            } else {
                scene.enemies.discard(jumped);
            }
        }
        scene
    }
}

/// A king and a rook that have not moved.
#[derive(Clone, Copy)]
struct Castle {
    king: Square,
    rook: Square,
}

impl Castle {
    /// Where the man on `from`, king or rook, ends.
    fn end_of(self, from: Square) -> Square {
        let (king_to, rook_to) = Castling::targets(self.king, self.rook);
        if from == self.king { king_to } else { rook_to }
    }

    fn made(self, scene: &Scene) -> Scene {
        let (king_to, rook_to) = Castling::targets(self.king, self.rook);
        scene.after(self.king, king_to).after(self.rook, rook_to)
    }
}

/// The men that support an explosion of `role` on `square`, made by the player to move.
pub(super) fn supporters(game: &TimeTraveler, role: Role, square: Square) -> Bitboard {
    let imagination = Imagination::new(game);
    let wanted = Bitboard::from(square);
    if game.men.occupied().contains(square) {
        return Bitboard::EMPTY;
    }
    let color = game.turn;
    let men = game.men.board();
    let mut possible = men.by_role(role);
    if PROMOTIONS.contains(&role) {
        possible |= men.by_role(Role::Pawn);
    }
    (possible & game.men.untraveled(color))
        .into_iter()
        .filter(|man| imagination.reach(*man, role, wanted).any())
        .collect()
}
