//! What a player knows of a game.

use std::fmt::Debug;

use manifold_rules::board::Color;
use manifold_rules::game::Game;

use crate::Playable;

/// All that the engine is told of a game: what the player of one colour knows.
///
/// [`Seat::of`] is called by whoever runs the game and knows everything. It is the only place where
/// this crate meets a position of the game, and nothing of it is kept that the player does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat<P: Playable> {
    color: Color,
    knowledge: P::Knowledge,
    /// What the player makes of the actions so far.
    memory: P::Memory,
    /// Repetition keys of the earlier positions that can still be repeated and that the player knows.
    keys: Vec<u64>,
}

impl<P: Playable> Seat<P> {
    /// What the player of `color` knows of a game.
    #[must_use]
    pub fn of(game: &Game<P>, color: Color) -> Seat<P> {
        let mut keys = Vec::new();
        let mut position = game.start().clone();
        for action in game.actions() {
            if position.is_settled() && position.shows_its_key_to(color) {
                keys.push(position.repetition_key());
            }
            position.play_unchecked(*action);
            if position.fifty_move_count() == 0 && position.is_settled() {
                keys.clear();
            }
        }
        Seat {
            color,
            knowledge: position.knowledge(color),
            memory: Self::memory_of(game, color),
            keys,
        }
    }

    /// What the player of `color` makes of a game. Of every action only what everybody learns goes on
    /// from here, and of every position what the player knows.
    fn memory_of(game: &Game<P>, color: Color) -> P::Memory {
        let mut position = game.start().clone();
        let start = position.knowledge(color);
        let seen = game.actions().iter().map(|action| {
            let public = position.public(*action);
            position.play_unchecked(*action);
            (public, position.knowledge(color))
        });
        P::remember(&start, seen)
    }

    /// What the player of `color` knows of a position without a history.
    #[must_use]
    pub fn at(position: &P, color: Color) -> Seat<P> {
        let knowledge = position.knowledge(color);
        Seat {
            color,
            memory: P::remember(&knowledge, std::iter::empty()),
            knowledge,
            keys: Vec::new(),
        }
    }

    /// Whose seat it is.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// What is known of the position.
    #[must_use]
    pub fn knowledge(&self) -> &P::Knowledge {
        &self.knowledge
    }

    /// What the player makes of the actions so far: in Hyperspace Chess the beliefs about the
    /// opponent's squares.
    #[must_use]
    pub fn memory(&self) -> &P::Memory {
        &self.memory
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }
}
