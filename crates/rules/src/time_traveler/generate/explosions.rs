//! Listing and counting explosions.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use super::generator::Generator;
use crate::board::{Bitboard, MoveSet, PROMOTIONS, Rank, Role, Square, attacks, pawns};
use crate::time_traveler::action::Action;
use crate::time_traveler::identity::EVERYBODY;
use crate::time_traveler::men::pattern;
use crate::time_traveler::support::Imagination;
use crate::time_traveler::{grammar, legal, resonator, set_attacks};

/// Targets of explosions of each role: all squares.
pub(super) const ANYWHERE: [Bitboard; 6] = [Bitboard::FULL; 6];

/// Explosions of one role on one square: the targets of the traveled man, as a set.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExplosionSet(MoveSet);

impl ExplosionSet {
    pub(super) fn for_each<B>(
        self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
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

impl Generator<'_> {
    /// The empty squares on which an explosion of each role has support and can be matched, and
    /// from which some `free` square can be reached that is among the `targets` of the role.
    fn explosion_squares(&self, free: Bitboard, targets: &[Bitboard; 6]) -> [Bitboard; 6] {
        let men = &self.game.men;
        let unspent = self.game.explosions_of(self.us).unspent();
        let supporters = if unspent == EVERYBODY {
            men.untraveled(self.us)
        } else {
            men.squares_of(self.us, unspent)
        };
        if supporters.is_empty() {
            return [Bitboard::EMPTY; 6];
        }
        // Only pawns about to promote can support another role.
        let near = [Rank::Fifth, Rank::Sixth, Rank::Seventh]
            .map(|rank| Bitboard::from_rank(self.us.relative_rank(rank)));
        let promoting =
            supporters & men.board().by_role(Role::Pawn) & (near[0] | near[1] | near[2]);
        let imagination = OnceCell::new();
        let squares = |role| {
            let to = targets[role as usize - 1];
            self.explosion_squares_of(role, supporters, promoting, free, to, &imagination)
        };
        [
            squares(Role::Pawn),
            squares(Role::Knight),
            squares(Role::Bishop),
            squares(Role::Rook),
            squares(Role::Queen),
            squares(Role::King),
        ]
    }

    /// The squares for one role, a constant after inlining. Of the `supporters`, the `promoting`
    /// ones are pawns that can support a promoted man.
    #[inline(always)]
    fn explosion_squares_of<'a>(
        &'a self,
        role: Role,
        supporters: Bitboard,
        promoting: Bitboard,
        free: Bitboard,
        targets: Bitboard,
        imagination: &OnceCell<Imagination<'a>>,
    ) -> Bitboard {
        let men = &self.game.men;
        let empty = !men.occupied();
        let mut kin = supporters & men.board().by_role(role);
        if PROMOTIONS.contains(&role) {
            kin |= promoting;
        }
        if kin.is_empty() || targets.is_empty() {
            return Bitboard::EMPTY;
        }
        let mut room = empty & grammar::room_for(men, self.us, role, self.spare);
        if room.is_empty() {
            return Bitboard::EMPTY;
        }
        if role != Role::Pawn {
            room &= match role {
                Role::Bishop | Role::Rook | Role::Queen if targets != Bitboard::FULL => {
                    set_attacks::slides(role, targets & free, empty)
                }
                // A man that can slide to any free square can also slide to an adjacent one.
                _ => set_attacks::neighbors(role, targets & free),
            };
        } else if self.game.en_passant.is_none() {
            let back = self.us.other();
            let near = pawns::step(back, empty & targets);
            let second = Bitboard::from_rank(self.us.relative_rank(Rank::Second));
            room &= near
                | (pawns::step(back, near & empty) & second)
                | pawns::attacks(back, men.all(back) & free & targets);
        }
        if room.is_empty() {
            return Bitboard::EMPTY;
        }
        imagination
            .get_or_init(|| Imagination::new(self.game))
            .reach_of_any(kin, role, room)
    }

    /// The squares to which an exploding man may go: neither own men nor immune ones.
    fn explosion_targets(&self) -> Bitboard {
        let men = &self.game.men;
        let enemy = self.us.other();
        let immune = men.traveling(enemy) | resonator::resonators(men, enemy);
        !(men.all(self.us) | immune)
    }

    /// Lists the explosions whose traveled man goes to one of the `targets` of its role.
    pub(super) fn for_each_explosion<B>(
        &self,
        targets: &[Bitboard; 6],
        mut visit: impl FnMut(ExplosionSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let free = self.explosion_targets();
        let [pawns, knights, bishops, rooks, queens, kings] = self.explosion_squares(free, targets);
        let [
            to_pawns,
            to_knights,
            to_bishops,
            to_rooks,
            to_queens,
            to_kings,
        ] = *targets;
        self.for_each_explosion_of(Role::Pawn, pawns, free, to_pawns, &mut visit)?;
        self.for_each_explosion_of(Role::Knight, knights, free, to_knights, &mut visit)?;
        self.for_each_explosion_of(Role::Bishop, bishops, free, to_bishops, &mut visit)?;
        self.for_each_explosion_of(Role::Rook, rooks, free, to_rooks, &mut visit)?;
        self.for_each_explosion_of(Role::Queen, queens, free, to_queens, &mut visit)?;
        self.for_each_explosion_of(Role::King, kings, free, to_kings, &mut visit)
    }

    /// The explosions of one role, a constant after inlining.
    #[inline(always)]
    fn for_each_explosion_of<B>(
        &self,
        role: Role,
        squares: Bitboard,
        free: Bitboard,
        targets: Bitboard,
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
            let mut to = pattern(role.of(self.us), from, occupied, free, enemies) & targets;
            if role == Role::King {
                to = self.safe_for_exploding_king(from, to, attacked);
            } else if self.danger.checkers.any() {
                to &= self.danger.answers_with(Some(from));
            }
            if role == Role::Pawn {
                to |= self.exploding_en_passant(from) & targets;
            }
            if to.any() {
                visit(ExplosionSet(MoveSet { role, from, to }))?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(super) fn count_explosions(&self) -> usize {
        let mut count = 0;
        let free = self.explosion_targets();
        let by_roles = self.explosion_squares(free, &ANYWHERE);
        if by_roles == [Bitboard::EMPTY; 6] {
            return 0;
        }
        if self.danger.checkers.any() {
            let _ = self.for_each_explosion(&ANYWHERE, |set| {
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
                Role::Knight => set_attacks::count_leaps(squares, free),
                Role::King if squares.any() => {
                    let attacked = self.attacked();
                    let safe = |from| {
                        let to = attacks::king_attacks(from) & free;
                        self.safe_for_exploding_king(from, to, attacked).count()
                    };
                    squares.into_iter().map(safe).sum()
                }
                Role::King => 0,
                _ => set_attacks::count_slides(role, squares, empty, free),
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
        let (single, double) = pawns::advances(color, squares, empty);
        let [one_side, other_side] = set_attacks::pawn_sides(color, squares).map(|to| to & enemies);
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

    /// The targets on which an exploding king, the one to guard from now on, is safe. `attacked`
    /// are the squares that the opponent attacks now.
    fn safe_for_exploding_king(
        &self,
        from: Square,
        targets: Bitboard,
        attacked: Bitboard,
    ) -> Bitboard {
        let men = &self.game.men;
        let enemy = self.us.other();
        // The traveling king can only block attacks, so squares not attacked now are safe.
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

    /// The squares on which a resolved opponent could take a traveled king.
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
                legal::check(self.game, action).is_ok()
            })
            .into_iter()
            .collect()
    }
}
