//! The look-ahead: whether a reveal leaves its player a legal move, now or after further own reveals.

use std::ops::ControlFlow;

use super::Reveal;
use super::array::Choices;
use super::choice::Choice;
use super::generate::Generator;
use super::position::Hidden960;
use crate::board::{Bitboard, MoveSet, Role, Square};

impl Hidden960 {
    /// A cheap sufficient condition for the look-ahead: some move is legal now and remains legal after any
    /// choice.
    pub(super) fn every_choice_leaves_a_move(&self, can_move: bool) -> bool {
        if !self.king_is_hidden(self.turn) {
            // Own reveals do not change the lines to the player's own king.
            return can_move || self.has_move();
        }
        if self.threatened.any() {
            return false; // Too rare for a short cut.
        }
        let generator = self.generator();
        let blockers = generator.blockers().of_any;
        let leaves_all_in_cover = |set: MoveSet| {
            let mut targets = set.to;
            if let Some(en_passant) = self.en_passant {
                targets.discard(en_passant);
            }
            !blockers.contains(set.from) && targets.any()
        };
        can_move
            && generator
                .for_each(|set| {
                    if leaves_all_in_cover(set) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })
                .is_break()
    }

    /// The look-ahead for one choice: whether afterwards some set of further own reveals makes a
    /// move legal.
    pub(super) fn leaves_a_move(&self, choice: Choice) -> bool {
        let mut next = *self;
        for reveal in choice.reveals() {
            next.choose(reveal);
        }
        next.a_move_can_come()
    }

    /// Whether the player to move has hidden squares, and some set of reveals makes a move legal.
    pub(super) fn reveals_can_give_a_move(&self) -> bool {
        !self.pool(self.turn).is_empty() && self.a_move_can_come()
    }

    /// Whether some set of reveals of the player to move (possibly none, if nothing is threatened)
    /// makes a move legal. Exact, without trying all sets:
    ///
    /// A reveal does not change the moves of other men, except through the king. So the move is made by
    /// an already revealed man or by *one* newly revealed man, or is castling with it; the rest of the set
    /// matters only for the king. Either the king is on the board afterwards: then everything may
    /// be revealed. Or it stays hidden: then only the threatened squares and that one man should be
    /// revealed, since a move must not expose all squares that stay hidden.
    pub(super) fn a_move_can_come(&self) -> bool {
        if !self.king_is_hidden(self.turn) {
            return self.generator().has_move()
                || self
                    .choices(self.turn)
                    .iter(self.turn)
                    .any(|(square, role)| self.after(square, role).generator().has_move());
        }
        self.a_move_can_come_with_the_king_hidden()
            || self
                .choices(self.turn)
                .iter(self.turn)
                .filter(|(_, role)| *role == Role::King)
                .any(|(square, king)| self.after(square, king).a_move_can_come())
    }

    pub(super) fn a_move_can_come_with_the_king_hidden(&self) -> bool {
        let choices = self.choices(self.turn);
        let covered = self.hidden(self.turn) & !self.threatened;
        let has_move = |position: &Hidden960, choices: Choices, king_among: Bitboard| {
            let generator = Generator {
                king_among,
                ..position.generator()
            };
            // At least two squares stay hidden, or none.
            king_among.more_than_one()
                && choices.any_on(king_among, Role::King)
                && generator.has_move()
        };
        has_move(self, choices, covered)
            || choices
                .without(Role::King)
                .iter(self.turn)
                .any(|(square, role)| {
                    let next = self.after(square, role);
                    has_move(&next, next.choices(self.turn), covered.without(square))
                })
    }

    /// The position with one more man chosen, for the look-ahead.
    pub(super) fn after(&self, square: Square, role: Role) -> Hidden960 {
        let mut next = *self;
        next.choose(Reveal { square, role });
        next
    }
}
