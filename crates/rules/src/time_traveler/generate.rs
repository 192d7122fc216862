//! All legal actions, in sets.

use std::ops::ControlFlow;

use super::action::Action;
use super::check;
use super::fill;
use super::grammar;
use super::imagined::Imagination;
use super::judge;
use super::men::{Men, pattern, pawn_captures, up};
use super::position::{EVERYBODY, TimeTraveler, index};
use crate::board::{
    Bitboard, Castling, Color, MoveSet, PROMOTIONS, Rank, Role, Square, StandardMove, attacks,
};

/// Hands out all legal actions.
pub(super) fn for_each_legal<B>(
    game: &TimeTraveler,
    mut visit: impl FnMut(Action) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(generator) = Generator::new(game) else {
        return ControlFlow::Continue(());
    };
    generator.hand_out_without_explosions(&mut visit)?;
    generator.for_each_explosion(|set| set.for_each(&mut visit))
}

/// Hands out all legal actions but explosions.
pub(super) fn for_each_without_explosions<B>(
    game: &TimeTraveler,
    mut visit: impl FnMut(Action) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let Some(generator) = Generator::new(game) else {
        return ControlFlow::Continue(());
    };
    generator.hand_out_without_explosions(&mut visit)
}

/// The number of legal actions.
pub(super) fn count_legal(game: &TimeTraveler) -> u64 {
    let Some(generator) = Generator::new(game) else {
        return 0;
    };
    let mut count = 0;
    let _ = generator.for_each_move(|moves| {
        count += match moves {
            Moves::Set(set) => set.len(),
            Moves::One(_) => 1,
        };
        ControlFlow::<()>::Continue(())
    });
    let _ = generator.for_each_annihilation(|_| {
        count += 1;
        ControlFlow::<()>::Continue(())
    });
    (count + generator.count_explosions()) as u64
}

/// Normal moves as the generator finds them.
enum Moves {
    Set(MoveSet),
    /// A promotion, where the grammar does not allow all four.
    One(StandardMove),
}

/// Explosions of one kind on one square. A man and its targets, but nobody stands there yet.
#[derive(Debug, Clone, Copy)]
struct ExplosionSet(MoveSet);

impl ExplosionSet {
    fn for_each<B>(self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        let role = self.0.role;
        self.0.for_each(|standard| {
            visit(Action::Explosion {
                role,
                square: standard.from,
                to: standard.to,
                promotion: standard.promotion,
            })
        })
    }
}

/// What check demands of the player to move.
struct Danger {
    /// The king to guard, or, without a king, the opponent's last traveling man, which must not be
    /// annihilated. Nothing to fear without it.
    target: Option<Square>,
    /// Whether the target is an own king.
    is_king: bool,
    /// Enemy men that threaten the target.
    checkers: Bitboard,
    /// Own men behind which a threat waits.
    pinned: Bitboard,
}

impl Danger {
    fn new(game: &TimeTraveler) -> Danger {
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
        // Whatever threatens only when our men are gone waits behind one of them, or several.
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

    /// Enemy men that threaten the target, were those squares `occupied`.
    fn threats(&self, men: &Men, us: Color, target: Square, occupied: Bitboard) -> Bitboard {
        let enemy = us.other();
        if self.is_king {
            men.board().attackers(target, enemy, occupied) & men.movable(enemy)
        } else {
            check::annihilators(men, target, occupied)
        }
    }

    /// Where a man must go that is not the guarded king: all checks are to be answered at once.
    fn answers(&self) -> Bitboard {
        self.answers_with(None)
    }

    /// The same if a man appears on `blocked` as well.
    fn answers_with(&self, blocked: Option<Square>) -> Bitboard {
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

    /// Where a pinned man may still go.
    fn line(&self, from: Square) -> Bitboard {
        match self.target {
            Some(target) if self.pinned.contains(from) => attacks::ray(target, from),
            _ => Bitboard::FULL,
        }
    }

    fn guards(&self, square: Square) -> bool {
        self.is_king && self.target == Some(square)
    }
}

struct Generator<'a> {
    game: &'a TimeTraveler,
    us: Color,
    danger: Danger,
    /// Own untraveled men without which the own position would still be correct.
    spare: Bitboard,
    /// Enemies whose capture makes the opponent's position incorrect, and so wins.
    wins: Bitboard,
}

impl<'a> Generator<'a> {
    /// Hands out normal moves and annihilations.
    #[inline]
    fn hand_out_without_explosions<B>(
        &self,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_move(|moves| match moves {
            Moves::Set(set) => set.for_each(|standard| visit(Action::Move(standard))),
            Moves::One(standard) => visit(Action::Move(standard)),
        })?;
        self.for_each_annihilation(visit)
    }

    /// `None` if the game is over.
    fn new(game: &'a TimeTraveler) -> Option<Generator<'a>> {
        let us = game.turn;
        let enemy = us.other();
        let men = &game.men;
        if game.lost[index(us)] || (check::is_resolved(men, enemy) && !check::has_king(men, us)) {
            return None;
        }
        let spare = grammar::spare(men, us)?;
        let their_spare = grammar::spare(men, enemy).unwrap_or_default();
        Some(Generator {
            game,
            us,
            danger: Danger::new(game),
            spare,
            wins: men.traveling(enemy) | (men.untraveled(enemy) & !their_spare),
        })
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(Moves) -> ControlFlow<B>) -> ControlFlow<B> {
        let answers = self.danger.answers() | self.wins;
        self.for_each_move_of(Role::Pawn, answers, &mut visit)?;
        self.for_each_move_of(Role::Knight, answers, &mut visit)?;
        self.for_each_move_of(Role::Bishop, answers, &mut visit)?;
        self.for_each_move_of(Role::Rook, answers, &mut visit)?;
        self.for_each_move_of(Role::Queen, answers, &mut visit)?;
        self.for_each_move_of(Role::King, answers, &mut visit)
    }

    /// The moves of all men of one kind, which is known when this is compiled.
    #[inline(always)]
    fn for_each_move_of<B>(
        &self,
        role: Role,
        answers: Bitboard,
        visit: &mut impl FnMut(Moves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let men = &self.game.men;
        let occupied = men.occupied();
        let free = !men.all(self.us);
        let enemies = men.all(self.us.other());
        for from in men.movable(self.us) & men.board().by_role(role) {
            let all = pattern(role.of(self.us), from, occupied, free, enemies);
            let mut to = all & answers & (self.danger.line(from) | self.wins);
            if self.danger.guards(from) {
                to = self.safe_for_king(from, all);
            } else if role == Role::Pawn && !self.pawn_is_free(from) {
                self.for_each_correct(from, to, visit)?;
                to = Bitboard::EMPTY;
            }
            if role == Role::King {
                to |= self.castling(from);
            } else if role == Role::Pawn {
                to |= self.en_passant(from);
            }
            if to.any() {
                visit(Moves::Set(MoveSet { role, from, to }))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pawn can move wherever it likes as far as the own grammar is concerned.
    fn pawn_is_free(&self, from: Square) -> bool {
        self.spare.contains(from) || !self.game.men.untraveled(self.us).contains(from)
    }

    /// The moves of a pawn that its own traveling men need: those after which they can still be met.
    fn for_each_correct<B>(
        &self,
        from: Square,
        to: Bitboard,
        visit: &mut impl FnMut(Moves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_correct = |to, role| {
            let mut men = self.game.men;
            men.shift(from, to, role);
            grammar::is_matchable(&men, self.us)
        };
        let mut correct = Bitboard::EMPTY;
        for to in to {
            if !Bitboard::BACKRANKS.contains(to) {
                if is_correct(to, Role::Pawn) {
                    correct.add(to);
                }
                continue;
            }
            for role in PROMOTIONS {
                if is_correct(to, role) {
                    visit(Moves::One(StandardMove {
                        from,
                        to,
                        promotion: Some(role),
                    }))?;
                }
            }
        }
        if correct.any() {
            visit(Moves::Set(MoveSet {
                role: Role::Pawn,
                from,
                to: correct,
            }))?;
        }
        ControlFlow::Continue(())
    }

    /// Where the guarded king is safe, or wins by capturing.
    fn safe_for_king(&self, from: Square, targets: Bitboard) -> Bitboard {
        let men = &self.game.men;
        let enemy = self.us.other();
        let occupied = men.occupied().without(from);
        let movable = men.movable(enemy);
        targets
            .into_iter()
            .filter(|to| {
                self.wins.contains(*to)
                    || (men.board().attackers(*to, enemy, occupied) & movable).is_empty()
            })
            .collect()
    }

    /// The squares to which the king castles.
    fn castling(&self, from: Square) -> Bitboard {
        let rooks = self.game.castling.rooks() & Bitboard::from_rank(self.us.backrank());
        if rooks.is_empty() || !self.game.men.untraveled(self.us).contains(from) {
            return Bitboard::EMPTY;
        }
        rooks
            .into_iter()
            .filter(|rook| {
                (Castling::must_be_empty(from, *rook) & self.game.men.occupied()).is_empty()
            })
            .map(|rook| Castling::targets(from, rook).0)
            .filter(|to| judge::judge(self.game, move_of(from, *to)).is_ok())
            .collect()
    }

    fn en_passant(&self, from: Square) -> Bitboard {
        self.game
            .en_passant
            .map(|right| right.square)
            .filter(|to| attacks::pawn_attacks(self.us, from).contains(*to))
            .filter(|to| judge::judge(self.game, move_of(from, *to)).is_ok())
            .into_iter()
            .collect()
    }

    fn for_each_annihilation<B>(
        &self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let men = &self.game.men;
        for to in men.traveling(self.us) {
            for from in check::annihilators(men, to, men.occupied()) {
                if self.may_annihilate(from, to) {
                    visit(Action::Annihilation { from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a man that can go onto its own traveling kind may do so.
    fn may_annihilate(&self, from: Square, to: Square) -> bool {
        let men = &self.game.men;
        let role = men.board().role_at(to);
        // The grammar seldom matters: whoever was to meet the man on `to` can meet instead whom the
        // man on `from` was to meet. Only a double step may leave a pawn beside it too far ahead.
        let is_jump = role == Some(Role::Pawn) && from.distance(to) == 2;
        if role == Some(Role::King) || (is_jump && !self.spare.contains(from)) {
            return judge::judge(self.game, Action::Annihilation { from, to }).is_ok();
        }
        self.danger.target.is_none_or(|target| {
            let occupied = men.occupied().without(from).without(to);
            self.danger
                .threats(men, self.us, target, occupied)
                .is_empty()
        })
    }

    /// Empty squares on which an explosion of each role has a support and can be matched, and from
    /// which there is a way onto a `free` square.
    fn explosion_squares(&self, free: Bitboard) -> [Bitboard; 6] {
        let men = &self.game.men;
        let empty = !men.occupied();
        let unspent = self.game.explosions_of(self.us).unspent();
        let supporters = if unspent == EVERYBODY {
            men.untraveled(self.us)
        } else {
            men.squares_of(self.us, unspent)
        };
        if supporters.is_empty() {
            return [Bitboard::EMPTY; 6];
        }
        // Only pawns about to promote can support another kind.
        let near = [Rank::Fifth, Rank::Sixth, Rank::Seventh]
            .map(|rank| Bitboard::from_rank(self.us.relative_rank(rank)));
        let pawns = supporters & men.board().by_role(Role::Pawn) & (near[0] | near[1] | near[2]);
        let mut imagination = None;
        Role::ALL.map(|role| {
            let mut kin = supporters & men.board().by_role(role);
            if PROMOTIONS.contains(&role) {
                kin |= pawns;
            }
            if kin.is_empty() {
                return Bitboard::EMPTY;
            }
            let mut room = empty & grammar::room_for(men, self.us, role, self.spare);
            if role != Role::Pawn {
                room &= fill::neighbors(role, free);
            } else if self.game.en_passant.is_none() {
                let back = self.us.other();
                room &= up(back, empty) | pawn_captures(back, men.all(back) & free);
            }
            if room.is_empty() {
                return Bitboard::EMPTY;
            }
            imagination
                .get_or_insert_with(|| Imagination::new(self.game))
                .reach_of_any(kin, role, room)
        })
    }

    /// Squares onto which an exploding man may go.
    fn explosion_targets(&self) -> Bitboard {
        let men = &self.game.men;
        let enemy = self.us.other();
        let immune = men.traveling(enemy) | grammar::resonators(men, enemy);
        !(men.all(self.us) | immune)
    }

    fn for_each_explosion<B>(
        &self,
        mut visit: impl FnMut(ExplosionSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = self.explosion_targets();
        let [pawns, knights, bishops, rooks, queens, kings] = self.explosion_squares(free);
        self.for_each_explosion_of(Role::Pawn, pawns, free, &mut visit)?;
        self.for_each_explosion_of(Role::Knight, knights, free, &mut visit)?;
        self.for_each_explosion_of(Role::Bishop, bishops, free, &mut visit)?;
        self.for_each_explosion_of(Role::Rook, rooks, free, &mut visit)?;
        self.for_each_explosion_of(Role::Queen, queens, free, &mut visit)?;
        self.for_each_explosion_of(Role::King, kings, free, &mut visit)
    }

    /// The explosions of one kind, which is known when this is compiled.
    #[inline(always)]
    fn for_each_explosion_of<B>(
        &self,
        role: Role,
        squares: Bitboard,
        free: Bitboard,
        visit: &mut impl FnMut(ExplosionSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if squares.is_empty() {
            return ControlFlow::Continue(());
        }
        let men = &self.game.men;
        let occupied = men.occupied();
        let enemies = men.all(self.us.other()) & free;
        let attacked = if role == Role::King {
            self.attacked()
        } else {
            Bitboard::EMPTY
        };
        for from in squares {
            let mut to = pattern(role.of(self.us), from, occupied, free, enemies);
            if role == Role::King {
                to = self.safe_for_exploding_king(from, to, attacked);
            } else if self.danger.checkers.any() {
                to &= self.danger.answers_with(Some(from));
            }
            if role == Role::Pawn {
                to |= self.exploding_en_passant(from);
            }
            if to.any() {
                visit(ExplosionSet(MoveSet { role, from, to }))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn count_explosions(&self) -> usize {
        let mut count = 0;
        let free = self.explosion_targets();
        let by_roles = self.explosion_squares(free);
        if by_roles == [Bitboard::EMPTY; 6] {
            return 0;
        }
        if self.danger.checkers.any() {
            let _ = self.for_each_explosion(|set| {
                count += set.0.len();
                ControlFlow::<()>::Continue(())
            });
            return count;
        }
        let men = &self.game.men;
        let empty = !men.occupied();
        let enemies = men.all(self.us.other()) & free;
        for (role, squares) in Role::ALL.into_iter().zip(by_roles) {
            count += match role {
                Role::Pawn => self.count_pawn_explosions(squares, empty, enemies),
                Role::Knight => fill::count_leaps(squares, free),
                Role::King if squares.any() => {
                    let attacked = self.attacked();
                    let safe = |from| {
                        let to = attacks::king_attacks(from) & free;
                        self.safe_for_exploding_king(from, to, attacked).count()
                    };
                    squares.into_iter().map(safe).sum()
                }
                Role::King => 0,
                _ => fill::count_slides(role, squares, empty, free),
            };
        }
        count
    }

    fn count_pawn_explosions(
        &self,
        squares: Bitboard,
        empty: Bitboard,
        enemies: Bitboard,
    ) -> usize {
        let color = self.us;
        let third = Bitboard::from_rank(color.relative_rank(Rank::Third));
        let single = up(color, squares) & empty;
        let double = up(color, single & third) & empty;
        let [one_side, other_side] = fill::pawn_sides(color, squares).map(|to| to & enemies);
        let mut count = double.count();
        for to in [single, one_side, other_side] {
            count += to.count() + 3 * (to & Bitboard::BACKRANKS).count();
        }
        if self.game.en_passant.is_some() {
            for from in squares {
                count += self.exploding_en_passant(from).count();
            }
        }
        count
    }

    /// Where an exploding king, which is the one to guard from now on, is safe.
    /// `attacked` is what the opponent attacks now.
    fn safe_for_exploding_king(
        &self,
        from: Square,
        targets: Bitboard,
        attacked: Bitboard,
    ) -> Bitboard {
        let men = &self.game.men;
        let enemy = self.us.other();
        // The traveling king can only shut out attacks, so most squares need no second look.
        let mut safe = targets & !attacked;
        let occupied = men.occupied().with(from);
        let movable = men.movable(enemy);
        for to in targets & !safe {
            if (men.board().attackers(to, enemy, occupied) & movable).is_empty() {
                safe.add(to);
            }
        }
        safe
    }

    /// The squares on which an opponent without traveling men could take a traveled king.
    fn attacked(&self) -> Bitboard {
        if !self.danger.is_king {
            return Bitboard::EMPTY;
        }
        let men = &self.game.men;
        men.board().attacked_by(self.us.other(), men.occupied())
    }

    fn exploding_en_passant(&self, square: Square) -> Bitboard {
        self.game
            .en_passant
            .map(|right| right.square)
            .filter(|to| attacks::pawn_attacks(self.us, square).contains(*to))
            .filter(|to| {
                let action = Action::Explosion {
                    role: Role::Pawn,
                    square,
                    to: *to,
                    promotion: None,
                };
                judge::judge(self.game, action).is_ok()
            })
            .into_iter()
            .collect()
    }
}

fn move_of(from: Square, to: Square) -> Action {
    Action::Move(StandardMove::new(from, to))
}
