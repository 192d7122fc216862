//! A choice: one reveal, or the last two together.

use arrayvec::ArrayVec;

use super::{Action, Reveal};
use crate::board::{Bitboard, Role};

/// A choice: what one action reveals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    One(Reveal),
    Pair(Reveal, Reveal),
}

impl Choice {
    pub(super) fn reveals(self) -> impl Iterator<Item = Reveal> {
        match self {
            Choice::One(reveal) => [Some(reveal), None],
            Choice::Pair(first, second) => [Some(first), Some(second)],
        }
        .into_iter()
        .flatten()
    }

    pub(super) fn puts_the_king_on(self, squares: Bitboard) -> bool {
        self.reveals()
            .any(|reveal| reveal.role == Role::King && squares.contains(reveal.square))
    }
}

impl From<Choice> for Action {
    fn from(choice: Choice) -> Action {
        match choice {
            Choice::One(reveal) => Action::Reveal(reveal),
            Choice::Pair(first, second) => Action::RevealPair(first, second),
        }
    }
}

/// A list of choices: at most five roles on eight squares.
pub(super) type ChoiceList = ArrayVec<Choice, 40>;
