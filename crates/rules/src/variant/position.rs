//! The methods of [`Position`] and its capability traits for a position whose game is chosen at run time.

use std::sync::Arc;

use super::{AnyAction, AnyPosition, AnyPublicAction, AnyRefusal, AnyView, Listed, VariantId};
use crate::board::Color;
use crate::error::{InputError, NotationError, PositionError};
use crate::outcome::Outcome;
use crate::perft;
use crate::position::{Bounded, Bounds, Position, Recomputed, Secret, Starts, Turns, Unlisted};
use crate::viewer::Viewer;

impl AnyPosition {
    /// The position before the first action.
    #[must_use]
    pub fn start(id: VariantId) -> AnyPosition {
        with_game!(VariantId, id, |P, variant| P::any_position(Arc::new(
            P::start(variant)
        )))
    }

    /// The starting position with the given number; `None` if there are not that many: [`Starts::start_at`].
    #[must_use]
    pub fn start_at(id: VariantId, number: u32) -> Option<AnyPosition> {
        with_game!(VariantId, id, |P, variant| P::start_at(variant, number)
            .map(|start| P::any_position(Arc::new(start))))
    }

    /// Parses a position.
    ///
    /// # Errors
    /// Names the invalid field and says what was expected.
    pub fn from_text(id: VariantId, text: &str) -> Result<AnyPosition, PositionError> {
        with_game!(VariantId, id, |P, variant| P::from_text(variant, text)
            .map(|position| P::any_position(Arc::new(position))))
    }

    /// The whole position as one line of text, secrets included.
    #[must_use]
    pub fn to_text(&self) -> String {
        with_game!(AnyPosition, self, |P, position| position.to_text())
    }

    /// The game and the options under which it is played.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        with_game!(AnyPosition, self, |P, position| P::variant_id(
            position.variant()
        ))
    }

    /// The player whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Color {
        with_game!(AnyPosition, self, |P, position| position.turn())
    }

    /// The player who must act next.
    #[must_use]
    pub fn actor(&self) -> Color {
        with_game!(AnyPosition, self, |P, position| position.actor())
    }

    /// The player who can make `action` here; the actor, if `action` belongs to another game.
    #[must_use]
    pub fn player_of(&self, action: AnyAction) -> Color {
        with_game!(
            AnyPosition,
            self,
            |P, position| match P::own_action(action) {
                Some(action) => position.player_of(action),
                None => position.actor(),
            }
        )
    }

    /// Plies played before this position.
    #[must_use]
    pub fn ply(&self) -> u32 {
        with_game!(AnyPosition, self, |P, position| position.ply())
    }

    /// Whether draws are judged and positions compared here: not in the middle of a turn.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        with_game!(AnyPosition, self, |P, position| position.is_settled())
    }

    /// The outcome, if the game is decided on the board.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(AnyPosition, self, |P, position| position.outcome())
    }

    /// Whether the player whose turn it is is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        with_game!(AnyPosition, self, |P, position| position.is_check())
    }

    /// Equal for positions that count as the same for threefold repetition.
    #[must_use]
    pub fn repetition_key(&self) -> u64 {
        with_game!(AnyPosition, self, |P, position| position.repetition_key())
    }

    /// Zobrist key of the position.
    #[must_use]
    pub fn zobrist(&self) -> u64 {
        with_game!(AnyPosition, self, |P, position| position.zobrist())
    }

    /// The Zobrist key computed from scratch; for tests.
    #[must_use]
    pub fn recomputed_zobrist(&self) -> u64 {
        with_game!(AnyPosition, self, |P, position| position
            .recomputed_zobrist())
    }

    /// Whether the material left on both sides is declared a draw.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        with_game!(AnyPosition, self, |P, position| position
            .is_insufficient_material())
    }

    /// The view of this position that `viewer` may have.
    #[must_use]
    pub fn view(&self, viewer: Viewer) -> AnyView {
        with_game!(AnyPosition, self, |P, position| P::any_view(
            position.view(viewer)
        ))
    }

    /// All legal actions, in no particular order.
    #[must_use]
    pub fn legal_actions(&self) -> Vec<AnyAction> {
        self.legal_actions_within(Bounds::NONE)
    }

    /// The legal actions within `bounds`, in no particular order.
    #[must_use]
    pub fn legal_actions_within(&self, bounds: Bounds) -> Vec<AnyAction> {
        with_game!(AnyPosition, self, |P, position| position
            .legal_actions_within(bounds)
            .into_iter()
            .map(P::any_action)
            .collect())
    }

    /// How many legal actions there are within `bounds`.
    #[must_use]
    pub fn count_legal_within(&self, bounds: Bounds) -> u64 {
        with_game!(AnyPosition, self, |P, position| position
            .count_legal_within(bounds))
    }

    /// Whether the actor has any legal action at all.
    #[must_use]
    pub fn has_legal_action(&self) -> bool {
        with_game!(AnyPosition, self, |P, position| position.has_legal_action())
    }

    /// A description of what the actor must do, if the next action is of a kind that is not listed.
    #[must_use]
    pub fn unlisted(&self) -> Option<&'static str> {
        with_game!(AnyPosition, self, |P, position| position.unlisted())
    }

    /// The number of sequences of `depth` actions: [`perft`](perft::perft).
    #[must_use]
    pub fn perft(&self, depth: u32, bounds: Bounds) -> u64 {
        with_game!(AnyPosition, self, |P, position| perft::perft::<P>(
            position, depth, bounds
        ))
    }

    /// Like [`AnyPosition::perft`], but makes every action, including the last (no bulk counting).
    #[must_use]
    pub fn perft_without_bulk(&self, depth: u32, bounds: Bounds) -> u64 {
        with_game!(
            AnyPosition,
            self,
            |P, position| perft::perft_without_bulk::<P>(position, depth, bounds)
        )
    }

    /// [`AnyPosition::perft`], split by the first action. Empty for depth 0.
    #[must_use]
    pub fn divide(&self, depth: u32, bounds: Bounds) -> Vec<(AnyAction, u64)> {
        with_game!(AnyPosition, self, |P, position| {
            perft::divide::<P>(position, depth, bounds)
                .into_iter()
                .map(|(action, count)| (P::any_action(action), count))
                .collect()
        })
    }

    /// Parses an action in machine notation, without checking whether it is legal.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse_action(&self, text: &str) -> Result<AnyAction, NotationError> {
        self.variant().parse_action(text)
    }

    /// Reads an action as a person types it: machine notation or the game's own. The result is legal here.
    ///
    /// # Errors
    /// Says whether the text could not be read, is ambiguous or is not legal, and names the nearest legal
    /// action if there is one.
    pub fn read(&self, text: &str) -> Result<AnyAction, InputError> {
        with_game!(AnyPosition, self, |P, position| position
            .read(text)
            .map(P::any_action))
    }

    /// `action`, legal here, in the game's human-readable notation, as `viewer` may read it; empty if it belongs to
    /// another game.
    #[must_use]
    pub fn notation(&self, action: AnyAction, viewer: Viewer) -> String {
        with_game!(AnyPosition, self, |P, position| P::own_action(action)
            .map(|action| position.notation(action, viewer))
            .unwrap_or_default())
    }

    /// The public part of `action`, made here; `None` if it belongs to another game.
    #[must_use]
    pub fn public(&self, action: AnyAction) -> Option<AnyPublicAction> {
        with_game!(AnyPosition, self, |P, position| P::own_action(action)
            .map(|action| P::any_public_action(position.public(action))))
    }

    /// Checks whether `action` is legal, without listing actions.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    pub fn check(&self, action: AnyAction) -> Result<(), AnyRefusal> {
        with_game!(AnyPosition, self, |P, position| position
            .check(P::own_action(action).ok_or(AnyRefusal::OtherGame)?)
            .map_err(P::any_refusal))
    }

    /// Whether `action` is legal here.
    #[must_use]
    pub fn is_legal(&self, action: AnyAction) -> bool {
        self.check(action).is_ok()
    }

    /// Makes `action` if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    pub fn play(&mut self, action: AnyAction) -> Result<(), AnyRefusal> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Makes `action`, which must be legal: see
    /// [`Position::play_unchecked`]. An action of another game changes
    /// nothing.
    pub fn play_unchecked(&mut self, action: AnyAction) {
        with_game!(AnyPosition, self, |P, position| {
            if let Some(action) = P::own_action(action) {
                Arc::make_mut(position).play_unchecked(action);
            }
        });
    }
}
