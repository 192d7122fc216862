//! Games that are over: what was secret is known to everybody.

use manifold_rules::game::Game;
use manifold_rules::position::Rules;

use crate::{Engine, Order, Playable, Report, Seat, Thought};

/// A game that is over. There is no other way to make one: a game that is still being played cannot be
/// studied with what its players keep secret.
///
/// ```
/// use manifold_engine::Finished;
/// use manifold_rules::board::Color;
/// use manifold_rules::hyperspace::Hyperspace;
/// use manifold_rules::game::Game;
///
/// let mut game = Game::<Hyperspace>::new(Default::default());
/// assert!(Finished::of(&game).is_none());
/// game.resign(Color::White);
/// assert!(Finished::of(&game).is_some());
/// ```
#[derive(Debug, Clone)]
pub struct Finished<P: Rules>(Game<P>);

impl<P: Rules> Finished<P> {
    /// The game, if it is over.
    #[must_use]
    pub fn of(game: &Game<P>) -> Option<Finished<P>> {
        game.outcome().map(|_| Finished(game.clone()))
    }

    /// The game as it was after so many of its actions.
    #[must_use]
    pub fn after(&self, actions: usize) -> Game<P> {
        let mut game = Game::from_position(self.0.start().clone());
        for action in self.0.actions().iter().take(actions) {
            // They were played: what the rules said then they say now.
            if game.play(*action).is_err() {
                break;
            }
        }
        game
    }
}

/// Thinks about a game that is over, as it was after so many actions, for the player who had to act, with full
/// knowledge. Calls `report` after every completed iteration. `None` if there was nothing to be done.
pub fn study<P: Playable>(
    game: &Finished<P>,
    actions: usize,
    order: &Order,
    report: &mut dyn FnMut(&Report<P>),
) -> Option<Thought<P>> {
    let game = game.after(actions);
    if game.outcome().is_some() {
        return None;
    }
    let position = game.position();
    let seat = Seat::of(&game, position.actor());
    // An engine of its own: nothing of this reaches a game that is being played.
    Engine::new().think_of(&seat, Some(position.clone()), order, report)
}
