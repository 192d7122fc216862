//! Information sets: the knowledge of one player.

use std::fmt::Debug;

use manifold_rules::board::Color;
use manifold_rules::game::Game;

use crate::playable::Playable;

/// Everything that the engine is told about a game: what the player of one colour knows.
///
/// [`InformationSet::of`] is called by the code that runs the game and knows everything. Apart from [`InformationSet::at`], it is the only
/// place where this crate sees a position of a game in progress, and it keeps nothing that the player does not know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InformationSet<P: Playable> {
    color: Color,
    knowledge: P::Knowledge,
    /// The player's inferences from the actions so far.
    memory: P::Memory,
    /// Repetition keys of the earlier positions that can still be repeated and that the player knows.
    keys: Vec<u64>,
}

impl<P: Playable> InformationSet<P> {
    /// The information set of the player of `color` in a game.
    #[must_use]
    pub fn of(game: &Game<P>, color: Color) -> InformationSet<P> {
        let mut keys = Vec::new();
        let mut position = game.start().clone();
        for action in game.actions() {
            if position.is_settled() && position.knows_repetition_key(color) {
                keys.push(position.repetition_key());
            }
            position.play_unchecked(*action);
            if position.fifty_move_count() == 0 && position.is_settled() {
                keys.clear();
            }
        }
        InformationSet {
            color,
            knowledge: position.knowledge(color),
            memory: Self::memory_of(game, color),
            keys,
        }
    }

    /// The inferences of the player of `color` from a game. Only the public part of every action goes in, and of every position what the
    /// player knows.
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

    /// The information set of the player of `color` in a position without a history.
    #[must_use]
    pub fn at(position: &P, color: Color) -> InformationSet<P> {
        let knowledge = position.knowledge(color);
        InformationSet {
            color,
            memory: P::remember(&knowledge, std::iter::empty()),
            knowledge,
            keys: Vec::new(),
        }
    }

    /// The player.
    #[must_use]
    pub fn color(&self) -> Color {
        self.color
    }

    /// The knowledge of the position.
    #[must_use]
    pub fn knowledge(&self) -> &P::Knowledge {
        &self.knowledge
    }

    /// The player's inferences from the actions so far: in Hyperspace Chess the beliefs about the opponent's squares.
    #[must_use]
    pub fn memory(&self) -> &P::Memory {
        &self.memory
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }
}
