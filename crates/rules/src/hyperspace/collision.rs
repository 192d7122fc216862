//! Legal turns without the answers to their collisions, and the collisions themselves.
//!
//! A turn with n collisions has 2ⁿ legal sets of answers. Instead of listing them all, a user interface asks the player for one
//! answer after the other.

use std::fmt::{self, Debug};
use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::action::Action;
use super::landing::Meeting;
use super::phase_out::PhaseOuts;
use super::position::Hyperspace;
use super::regular::Regular;
use super::returns::{Answers, Turn};
use super::traveler::Traveler;
use crate::board::{Bitboard, Role, Square};
use crate::position::Bounds;

/// A collision of a turn: a returning piece meets another own piece, and the player chooses which one stays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Collision {
    /// The square.
    pub square: Square,
    /// The returning piece.
    pub returning: Role,
    /// The piece on the square; `None` if another piece has collided on the same square before, so that the occupant depends on the
    /// answer to that collision.
    pub occupant: Option<Role>,
}

impl Debug for Collision {
    /// Shows nothing: the square of a return is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Collision(?)")
    }
}

impl Hyperspace {
    /// The legal actions other than phase-outs, regardless of the answers to collisions: each once, with `/r` for all its
    /// [collisions](Hyperspace::collisions). All other answers are legal too.
    #[must_use]
    pub fn legal_turns(&self) -> Vec<Action> {
        let mut turns = Vec::new();
        let _ = self.for_each_turn(false, Answers::First, &mut |turn, choices| {
            match turn {
                Turn::Regular(Regular::Move(standard)) => {
                    turns.push(Action::Move { standard, choices });
                }
                Turn::Regular(Regular::PhaseOut(_)) => {}
                Turn::ReturnOnly => turns.push(Action::ReturnOnly { choices }),
            }
            ControlFlow::<()>::Continue(())
        });
        turns
    }

    /// The legal phase-outs with delays within `bounds`, regardless of the answers to collisions: each piece once, with `/r`
    /// for all its [collisions](Hyperspace::collisions). All other answers are legal too.
    #[must_use]
    pub fn legal_departures(&self, bounds: Bounds) -> Vec<PhaseOuts> {
        self.products(bounds, Answers::First)
    }

    /// The collisions at the end of this turn if `action` is made, in the order of the returns: each needs an answer. The answers
    /// of the action itself do not matter.
    #[must_use]
    pub fn collisions(&self, action: Action) -> ArrayVec<Collision, { Traveler::MOST }> {
        let regular = match action {
            Action::Move { standard, .. } => Some(Regular::Move(standard)),
            Action::PhaseOut { from, .. } => Some(Regular::PhaseOut(from)),
            Action::ReturnOnly { .. } => None,
            Action::Amend(_) | Action::Cancel => return ArrayVec::new(),
        };
        let due = self.due();
        if due.is_empty() {
            return ArrayVec::new();
        }
        let mut board = regular.map_or(self.board, |regular| self.board_after(regular));
        let mut met = Bitboard::EMPTY;
        let mut collisions = ArrayVec::new();
        for traveler in due {
            let square = traveler.square().reveal();
            match Meeting::of(&board, self.turn, traveler) {
                Meeting::Nothing => {
                    board = self.landed(board, traveler);
                }
                Meeting::OwnPiece(occupant) => {
                    collisions.push(Collision {
                        square,
                        returning: traveler.role(),
                        occupant: (!met.contains(square)).then_some(occupant),
                    });
                    met.add(square);
                }
                _ => {}
            }
        }
        collisions
    }
}
