//! The open referee: two pieces of one player that would return on the same turn.

use super::action::{Action, Delay};
use super::position::Hyperspace;
use super::refusal::Refusal;
use super::traveler::Travelers;
use crate::board::{Board, Castling, Color, Square};

/// A position without a conflict. (A position inside a position would make each clone of one, and
/// so each action tried, much slower.)
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    board: Board,
    castling: Castling,
    hash: u64,
    travelers: [Travelers; 2],
    ply: u32,
    fifty: u32,
    turn: Color,
    en_passant: Option<Square>,
    withdrawn: Option<Square>,
}

impl Snapshot {
    fn of(position: &Hyperspace) -> Snapshot {
        Snapshot {
            board: position.board,
            castling: position.castling,
            hash: position.hash,
            travelers: position.travelers,
            ply: position.ply,
            fifty: position.fifty,
            turn: position.turn,
            en_passant: position.en_passant,
            withdrawn: position.withdrawn,
        }
    }

    pub(super) fn restored(&self, variant: super::Variant) -> Hyperspace {
        Hyperspace {
            board: self.board,
            castling: self.castling,
            hash: self.hash,
            travelers: self.travelers,
            conflict: None,
            ply: self.ply,
            fifty: self.fifty,
            turn: self.turn,
            en_passant: self.en_passant,
            variant,
            withdrawn: self.withdrawn,
        }
    }
}

/// A phase-out whose return turn was taken already. Until the opponent has completed the next move
/// its player may amend or cancel it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The position in which it was made. What the opponent did before that is binding by now.
    pub(super) before: Snapshot,
    /// The phase-out.
    pub(super) action: Action,
    /// The square that the piece has left.
    pub(super) from: Square,
    /// The delay that was declared.
    pub(super) delay: Delay,
}

impl Conflict {
    pub(super) fn new(before: &Hyperspace, action: Action, from: Square, delay: Delay) -> Conflict {
        Conflict {
            before: Snapshot::of(before),
            action,
            from,
            delay,
        }
    }

    /// The player who may amend or cancel.
    pub(super) fn player(&self) -> Color {
        self.before.turn
    }
}

impl Hyperspace {
    /// Whether a piece that leaves now for `delay` turns would return together with another one.
    pub(super) fn return_turn_is_taken(&self, delay: Delay) -> bool {
        // The pieces that are away already have one turn more to count down.
        self.travelers(self.turn)
            .iter()
            .any(|traveler| traveler.count_down() == delay.count_down() + 1)
    }

    /// Whether the conflict can be settled by this delay.
    pub(super) fn check_amend(&self, delay: Delay) -> Result<(), Refusal> {
        let conflict = self.check_conflict()?;
        let player = conflict.player();
        let taken = self
            .travelers(player)
            .iter()
            .any(|traveler| traveler.count_down() == delay.count_down());
        if taken {
            return Err(Refusal::AmendedTurnTaken {
                delay: delay.turns(),
                turn: self.return_turn(player, delay.count_down()),
            });
        }
        Ok(())
    }

    /// The conflict that may still be settled.
    pub(super) fn check_conflict(&self) -> Result<&Conflict, Refusal> {
        let conflict = self.conflict.as_deref().ok_or(Refusal::NoConflict)?;
        if self.is_decided() {
            return Err(Refusal::GameOver);
        }
        Ok(conflict)
    }

    pub(super) fn amend(&mut self, delay: Delay) {
        let Some(conflict) = self.conflict.take() else {
            return;
        };
        // The piece that has left last.
        if let Some(traveler) = self.travelers_mut(conflict.player()).last_mut() {
            *traveler = traveler.with_count_down(delay.count_down());
        }
    }

    /// The whole turn is taken back, and with it what returned at its end.
    pub(super) fn cancel(&mut self) {
        if let Some(conflict) = self.conflict.take() {
            *self = conflict.before.restored(self.variant);
            self.withdrawn = Some(conflict.from);
        }
    }
}
