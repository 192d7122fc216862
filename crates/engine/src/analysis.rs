//! Analysis of finished games, in which everything that was secret is public.

use manifold_rules::game::Game;
use manifold_rules::position::Rules;

use crate::engine::{Compiled, Engine};
use crate::information_set::InformationSet;
use crate::options::SearchOptions;
use crate::report::{Report, SearchResult};

/// A game that is over. There is no other way to make one: a game in progress cannot be analysed with what its
/// players keep secret.
///
/// ```
/// use manifold_engine::FinishedGame;
/// use manifold_rules::board::Color;
/// use manifold_rules::game::Game;
/// use manifold_rules::hyperspace::Hyperspace;
///
/// let mut game = Game::<Hyperspace>::new(Default::default());
/// assert!(FinishedGame::of(&game).is_none());
/// game.resign(Color::White);
/// assert!(FinishedGame::of(&game).is_some());
/// ```
#[derive(Debug, Clone)]
pub struct FinishedGame<P: Rules>(Game<P>);

impl<P: Rules> FinishedGame<P> {
    /// The game, if it is over.
    #[must_use]
    pub fn of(game: &Game<P>) -> Option<FinishedGame<P>> {
        game.outcome().map(|_| FinishedGame(game.clone()))
    }

    /// The game as it was after its first `actions` actions.
    #[must_use]
    pub fn after(&self, actions: usize) -> Game<P> {
        self.0.after(actions)
    }
}

/// Analyses a finished game as it was after its first `actions` actions, for the player who had to act, with full
/// knowledge. Calls `report` after every completed iteration. `None` if the game was already over.
pub fn analyse<P: Compiled>(
    game: &FinishedGame<P>,
    actions: usize,
    options: &SearchOptions,
    report: &mut dyn FnMut(&Report<P>),
) -> Option<SearchResult<P>> {
    let game = game.after(actions);
    if game.outcome().is_some() {
        return None;
    }
    let position = game.position();
    let known = InformationSet::of(&game, position.actor());
    // A separate engine: nothing of this reaches a game in progress.
    let position = Some(position.clone());
    P::think_about(
        &mut Engine::new(),
        &known,
        position,
        &[],
        options,
        report,
        None,
    )
}
