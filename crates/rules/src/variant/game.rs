//! [`Game`]'s methods for a game whose kind is chosen at run time.

use super::{AnyAction, AnyGame, AnyPosition, AnyRefusal, Listed, VariantId};
use crate::board::Color;
use crate::game::{Game, PlayError};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::record::{Note, Tags, write_pgn, write_sealed_pgn};
use crate::viewer::Viewer;

impl AnyGame {
    /// A new game.
    #[must_use]
    pub fn new(id: VariantId) -> AnyGame {
        with_game!(VariantId, id, |P, variant| P::any_game(Game::new(variant)))
    }

    /// A game that begins at `start`.
    #[must_use]
    pub fn from_position(start: AnyPosition) -> AnyGame {
        with_game!(AnyPosition, start, |P, start| P::any_game(
            Game::from_shared(start)
        ))
    }

    /// The game and the options under which it is played.
    #[must_use]
    pub fn variant(&self) -> VariantId {
        with_game!(AnyGame, self, |P, game| P::variant_id(
            game.position().variant()
        ))
    }

    /// The position before the first action. It is shared with the game, not copied.
    #[must_use]
    pub fn start(&self) -> AnyPosition {
        with_game!(AnyGame, self, |P, game| P::any_position(
            game.shared_start()
        ))
    }

    /// The current position. It is shared with the game, not copied, and does not change when the game goes on.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        with_game!(AnyGame, self, |P, game| P::any_position(
            game.shared_position()
        ))
    }

    /// How many actions have been played.
    #[must_use]
    pub fn len(&self) -> usize {
        with_game!(AnyGame, self, |P, game| game.actions().len())
    }

    /// Whether nothing has been played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All actions played.
    #[must_use]
    pub fn actions(&self) -> Vec<AnyAction> {
        with_game!(AnyGame, self, |P, game| game
            .actions()
            .iter()
            .copied()
            .map(P::any_action)
            .collect())
    }

    /// All actions played, each with the position in which it was made.
    pub fn steps(&self) -> impl Iterator<Item = (AnyPosition, AnyAction)> + use<> {
        let mut position = self.start();
        self.actions().into_iter().map(move |action| {
            let before = position.clone();
            position.play_unchecked(action);
            (before, action)
        })
    }

    /// The outcome, if the game has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        with_game!(AnyGame, self, |P, game| game.outcome())
    }

    /// Checks whether `action` can be played.
    ///
    /// # Errors
    /// The game is over, or the action is not legal.
    pub fn check(&self, action: AnyAction) -> Result<(), PlayError<AnyRefusal>> {
        with_game!(AnyGame, self, |P, game| match P::own_action(action) {
            Some(action) => game.check(action).map_err(refused::<P>),
            None => Err(PlayError::Refused(AnyRefusal::OtherGame)),
        })
    }

    /// Plays `action`; if it is refused nothing changes.
    ///
    /// # Errors
    /// The game is over, or the action is not legal.
    pub fn play(&mut self, action: AnyAction) -> Result<(), PlayError<AnyRefusal>> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Plays `action`, which [`AnyGame::check`] has just accepted: see
    /// [`Game::play_unchecked`]. An action of another game changes nothing.
    pub fn play_unchecked(&mut self, action: AnyAction) {
        with_game!(AnyGame, self, |P, game| {
            if let Some(action) = P::own_action(action) {
                game.play_unchecked(action);
            }
        });
    }

    /// Takes back the last action, or a result that was not on the board: [`Game::undo`].
    pub fn undo(&mut self) -> Option<AnyAction> {
        with_game!(AnyGame, self, |P, game| game.undo().map(P::any_action))
    }

    /// The game as it was after its first `count` actions: [`Game::after`].
    #[must_use]
    pub fn after(&self, count: usize) -> AnyGame {
        with_game!(AnyGame, self, |P, game| P::any_game(game.after(count)))
    }

    /// `color` resigns. No effect when the game is over.
    pub fn resign(&mut self, color: Color) {
        with_game!(AnyGame, self, |P, game| game.resign(color));
    }

    /// The players agree on a draw. Without effect when the game is over.
    pub fn agree_draw(&mut self) {
        with_game!(AnyGame, self, |P, game| game.agree_draw());
    }

    /// The time of `color` has run out: [`Game::flag`]. Without effect when the game is over.
    pub fn flag(&mut self, color: Color) {
        with_game!(AnyGame, self, |P, game| game.flag(color));
    }

    /// An arbiter decides; no winner means a draw. No effect when the game is over.
    pub fn adjudicate(&mut self, winner: Option<Color>) {
        with_game!(AnyGame, self, |P, game| game.adjudicate(winner));
    }

    /// The game as PGN, as `reader` may have it: [`Record::to_pgn`](crate::record::Record::to_pgn).
    #[must_use]
    pub fn to_pgn(&self, tags: &Tags, notes: &[Note], reader: Viewer) -> String {
        with_game!(AnyGame, self, |P, game| write_pgn(
            game, tags, notes, reader
        ))
    }

    /// The game as PGN, keeping secrets from `reader` even if it is over: [`write_sealed_pgn`].
    #[must_use]
    pub fn to_sealed_pgn(&self, tags: &Tags, notes: &[Note], reader: Viewer) -> String {
        with_game!(AnyGame, self, |P, game| write_sealed_pgn(
            game, tags, notes, reader
        ))
    }
}

fn refused<P: Listed>(error: PlayError<P::Refusal>) -> PlayError<AnyRefusal> {
    match error {
        PlayError::Over(outcome) => PlayError::Over(outcome),
        PlayError::Refused(refusal) => PlayError::Refused(P::any_refusal(refusal)),
    }
}
