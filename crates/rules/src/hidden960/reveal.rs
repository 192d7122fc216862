//! Listing reveals: the pool, the arrays, the king, and the look-ahead.

use super::array::Choices;
use super::choice::{Choice, ChoiceList};
use super::position::Hidden960;
use super::{Reveal, Variant};
use crate::board::{Bitboard, Color, color_index};
use crate::position::Turns;

impl Hidden960 {
    /// All legal reveals of the actor. `can_move` says whether the player to move has a legal move
    /// now (and nothing must be revealed first).
    pub(super) fn legal_choices(&self, can_move: bool) -> ChoiceList {
        let player = self.actor();
        let mut choices = self.possible_choices(player);
        if player != self.turn {
            if self.king_can_stay_out_of_attack(player) {
                let threatened = self.threatened(player);
                prefer(&mut choices, |choice| !choice.puts_the_king_on(threatened));
            }
        } else if self.threatened.is_empty() && !can_move && !self.reveals_can_give_a_move() {
            choices.clear(); // the game is over
        } else if !self.every_choice_leaves_a_move(can_move) {
            prefer(&mut choices, |choice| self.leaves_a_move(*choice));
        }
        choices
    }

    /// The number of [`legal_choices`](Self::legal_choices), without listing them where that is not
    /// needed.
    pub(super) fn count_reveals(&self, can_move: bool) -> u64 {
        let at_will = self.threatened.is_empty()
            && can_move
            && self.pool(self.turn).len() > 2
            && self.every_choice_leaves_a_move(can_move);
        if at_will {
            self.choices(self.turn).len() as u64
        } else {
            self.legal_choices(can_move).len() as u64
        }
    }

    /// The choices that pool, arrays and forced reveals leave to a player.
    pub(super) fn possible_choices(&self, player: Color) -> ChoiceList {
        let threatened = self.threatened(player);
        let hidden = self.hidden(player);
        let choices = self.choices(player);
        let reveal = |(square, role)| Reveal { square, role };
        if let (Some(first), 2) = (hidden.first(), hidden.count()) {
            return choices
                .on(Bitboard::from(first))
                .iter(player)
                .map(reveal)
                .filter_map(|first| Some(Choice::Pair(first, self.partner(first)?)))
                .collect();
        }
        let squares = if threatened.any() { threatened } else { hidden };
        choices
            .on(squares)
            .iter(player)
            .map(|choice| Choice::One(reveal(choice)))
            .collect()
    }

    /// The other half of a pair: the last man on the last square.
    fn partner(&self, first: Reveal) -> Option<Reveal> {
        let player = self.board.color_at(first.square)?;
        Some(Reveal {
            square: self.hidden(player).without(first.square).single_square()?,
            role: self.pool(player).without(first.role)?.men().next()?,
        })
    }

    /// Whether the king is in the pool and some hidden square is not attacked.
    pub(super) fn king_can_stay_out_of_attack(&self, player: Color) -> bool {
        self.king_is_hidden(player) && self.threatened(player) != self.hidden(player)
    }

    /// The choices that the pool and the arrays of the variant allow.
    pub(super) fn choices(&self, color: Color) -> Choices {
        match self.variant {
            Variant::Free => Choices::each(self.hidden(color), self.pool(color).roles()),
            Variant::Chess960 => self.arrays[color_index(color)]
                .completions()
                .on(self.hidden(color)),
        }
    }
}

/// Keeps the choices that `fit`, or all if none does.
fn prefer(choices: &mut ChoiceList, fit: impl Fn(&Choice) -> bool) {
    let fitting: ChoiceList = choices
        .iter()
        .copied()
        .filter(|choice| fit(choice))
        .collect();
    if !fitting.is_empty() {
        *choices = fitting;
    }
}
