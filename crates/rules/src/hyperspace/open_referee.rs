//! The open referee: amending or cancelling a phase-out in conflict.

use super::action::Action;
use super::conflict::{Conflict, Snapshot};
use super::delay::Delay;
use super::position::Hyperspace;
use super::refusal::Refusal;
use super::variant::Variant;
use crate::board::Square;

impl Hyperspace {
    /// The conflict that a phase-out is about to cause.
    pub(super) fn conflict_by(&self, action: Action, from: Square, delay: Delay) -> Conflict {
        Conflict {
            before: Snapshot {
                board: self.board,
                castling: self.castling,
                hash: self.hash,
                travelers: self.travelers,
                ply: self.ply,
                fifty_moves: self.fifty_moves,
                turn: self.turn,
                en_passant: self.en_passant,
                withdrawn: self.withdrawn,
            },
            action,
            from,
            delay,
        }
    }

    /// The position of a snapshot.
    pub(super) fn restored(snapshot: &Snapshot, variant: Variant) -> Hyperspace {
        Hyperspace {
            board: snapshot.board,
            castling: snapshot.castling,
            hash: snapshot.hash,
            travelers: snapshot.travelers,
            conflict: None,
            ply: snapshot.ply,
            fifty_moves: snapshot.fifty_moves,
            turn: snapshot.turn,
            en_passant: snapshot.en_passant,
            variant,
            withdrawn: snapshot.withdrawn,
        }
    }

    /// Whether the return turn of a piece that leaves now with `delay` is taken.
    pub(super) fn return_turn_is_taken(&self, delay: Delay) -> bool {
        // The pieces in hyperspace still count down at the end of this turn.
        self.travelers(self.turn)
            .iter()
            .any(|traveler| traveler.count_down() == delay.count_down() + 1)
    }

    /// Checks whether the conflict can be amended to this delay.
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

    /// The conflict that can still be settled.
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
        // The piece that left last.
        if let Some(traveler) = self.travelers_mut(conflict.player()).last_mut() {
            *traveler = traveler.with_count_down(delay.count_down());
        }
    }

    /// Takes back the whole turn, with what returned at its end.
    pub(super) fn cancel(&mut self) {
        if let Some(conflict) = self.conflict.take() {
            *self = Hyperspace::restored(&conflict.before, self.variant);
            self.withdrawn = Some(conflict.from);
        }
    }
}
