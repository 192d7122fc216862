//! Listing normal moves and annihilations.

use std::ops::ControlFlow;

use super::generator::Generator;
use crate::board::{Bitboard, Castling, MoveSet, PROMOTIONS, Role, Square, StandardMove, attacks};
use crate::time_traveler::action::Action;
use crate::time_traveler::men::pattern;
use crate::time_traveler::{check, grammar, legal};

/// Normal moves as the generator lists them.
pub(super) enum Moves {
    Set(MoveSet),
    /// A promotion where the grammar does not allow all four.
    One(StandardMove),
}

impl Generator<'_> {
    /// Lists normal moves and annihilations.
    #[inline]
    pub(super) fn hand_out_without_explosions<B>(
        &self,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_move(|moves| match moves {
            Moves::Set(set) => set.for_each(|standard| visit(Action::Move(standard))),
            Moves::One(standard) => visit(Action::Move(standard)),
        })?;
        self.for_each_annihilation(visit)
    }

    pub(super) fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(Moves) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let answers = self.danger.answers() | self.wins;
        self.for_each_move_of(Role::Pawn, answers, &mut visit)?;
        self.for_each_move_of(Role::Knight, answers, &mut visit)?;
        self.for_each_move_of(Role::Bishop, answers, &mut visit)?;
        self.for_each_move_of(Role::Rook, answers, &mut visit)?;
        self.for_each_move_of(Role::Queen, answers, &mut visit)?;
        self.for_each_move_of(Role::King, answers, &mut visit)
    }

    /// The moves of all men of one role, a constant after inlining.
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

    /// Whether no move of a pawn can break the player's own grammar.
    fn pawn_is_free(&self, from: Square) -> bool {
        self.spare.contains(from) || !self.game.men.untraveled(self.us).contains(from)
    }

    /// Lists those moves of an indispensable pawn after which the player's own position is still
    /// correct.
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

    /// The targets on which the guarded king is safe, or wins by capturing.
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
                // Most often a man between them is in the way: that is tested first.
                (attacks::between(from, *rook) & self.game.men.occupied()).is_empty()
                    && (Castling::must_be_empty(from, *rook) & self.game.men.occupied()).is_empty()
            })
            .map(|rook| Castling::targets(from, rook).0)
            .filter(|to| legal::check(self.game, move_of(from, *to)).is_ok())
            .collect()
    }

    fn en_passant(&self, from: Square) -> Bitboard {
        self.game
            .en_passant
            .map(|right| right.square)
            .filter(|to| attacks::pawn_attacks(self.us, from).contains(*to))
            .filter(|to| legal::check(self.game, move_of(from, *to)).is_ok())
            .into_iter()
            .collect()
    }

    pub(super) fn for_each_annihilation<B>(
        &self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let men = &self.game.men;
        let occupied = men.occupied();
        let (traveling, untraveled) = (men.traveling(self.us), men.untraveled(self.us));
        for to in traveling {
            let Some(role) = men.board().role_at(to) else {
                continue;
            };
            let kin = untraveled & men.board().by_role(role);
            if kin.is_empty() {
                continue;
            }
            for from in kin & check::approaches(role.of(self.us), to, occupied) {
                if self.may_annihilate(role, from, to) {
                    visit(Action::Annihilation { from, to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a pseudo-legal annihilation is legal.
    fn may_annihilate(&self, role: Role, from: Square, to: Square) -> bool {
        let men = &self.game.men;
        // The grammar rarely matters: the resonator matched to the man on `to` can take over the
        // match of the man on `from`. Only a double step may leave a pawn beside it too far ahead.
        let is_jump = role == Role::Pawn && from.distance(to) == 2;
        if role == Role::King || (is_jump && !self.spare.contains(from)) {
            return legal::check(self.game, Action::Annihilation { from, to }).is_ok();
        }
        self.danger.target.is_none_or(|target| {
            let occupied = men.occupied().without(from).without(to);
            self.danger
                .threats(men, self.us, target, occupied)
                .is_empty()
        })
    }
}

fn move_of(from: Square, to: Square) -> Action {
    Action::Move(StandardMove::new(from, to))
}
