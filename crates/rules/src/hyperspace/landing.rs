//! Returns: what a piece meets on its square, and where it lands.

use std::fmt::{self, Display};

use arrayvec::ArrayVec;

use super::action::Action;
use super::choices::Stays;
use super::position::Hyperspace;
use super::regular::Regular;
use super::traveler::Traveler;
use crate::board::{Board, Color, Role, Square};

/// What a returning piece meets on its square, after the regular action of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meeting {
    /// Nothing: the piece lands there.
    Nothing,
    /// A collision with another own piece: the player chooses which one stays.
    OwnPiece(Role),
    /// Its own king: the returning piece is removed.
    OwnKing,
    /// An enemy man: the returning piece is lost.
    Enemy,
    /// A square of the wrong colour for a bishop: the bishop is forfeited, regardless of what stands there.
    WrongColor,
}

impl Meeting {
    #[inline]
    pub(super) fn of(board: &Board, color: Color, traveler: Traveler) -> Meeting {
        let square = traveler.square().reveal();
        if !traveler.square_is_valid() {
            return Meeting::WrongColor;
        }
        match board.piece_at(square) {
            None => Meeting::Nothing,
            Some(man) if man.color != color => Meeting::Enemy,
            Some(man) if man.role == Role::King => Meeting::OwnKing,
            Some(man) => Meeting::OwnPiece(man.role),
        }
    }
}

/// A return as everybody sees it: the square on which the piece stands, or that it is gone.
/// Displayed as in game records: `B@f4`, or `B@-` for a bishop that is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Landing {
    /// The role of the piece that returned.
    pub role: Role,
    /// Its square; `None` if it was lost, forfeited or removed, in which case the square stays secret.
    pub square: Option<Square>,
}

impl Display for Landing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square {
            Some(square) => write!(f, "{}@{square}", self.role.upper_char()),
            None => write!(f, "{}@-", self.role.upper_char()),
        }
    }
}

impl Hyperspace {
    /// The pieces due this turn, in the order in which they left.
    #[inline]
    pub(super) fn due(&self) -> ArrayVec<Traveler, { Traveler::MOST }> {
        self.travelers(self.turn)
            .iter()
            .copied()
            .filter(|traveler| traveler.is_due())
            .collect()
    }

    /// The landings at the end of this turn if the legal `action` is made.
    #[must_use]
    pub fn landings(&self, action: Action) -> ArrayVec<Landing, { Traveler::MOST }> {
        let regular = match action {
            Action::Move { standard, .. } => Some(Regular::Move(standard)),
            Action::PhaseOut { from, .. } => Some(Regular::PhaseOut(from)),
            Action::ReturnOnly { .. } => None,
            Action::Amend(_) | Action::Cancel => return ArrayVec::new(),
        };
        let us = self.turn;
        let mut board = regular.map_or(self.board, |regular| self.board_after(regular));
        let mut answers = action.choices().iter();
        self.due()
            .into_iter()
            .map(|traveler| {
                let square = traveler.square().reveal();
                let stands = match Meeting::of(&board, us, traveler) {
                    Meeting::Nothing => true,
                    Meeting::OwnPiece(_) => answers.next() == Some(Stays::Returning),
                    _ => false,
                };
                if stands {
                    board.clear(square);
                    board.put(square, traveler.role().of(us));
                }
                Landing {
                    role: traveler.role(),
                    square: stands.then_some(square),
                }
            })
            .collect()
    }
}
