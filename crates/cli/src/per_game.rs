//! Dispatch to code that is compiled for each game: the engine and the match runner.

use manifold_arena::transcript::Transcript;
use manifold_engine::Evaluated;
use manifold_engine::baseline::BaselineGame;
use manifold_engine::network::Networked;
use manifold_rules::variant::{Listed, VariantId};
use manifold_rules::with_game;

/// A game with everything that the commands need from the engine.
pub(crate) trait EngineGame:
    Listed + Transcript + BaselineGame + Evaluated + Networked
{
}

impl<P: Listed + Transcript + BaselineGame + Evaluated + Networked> EngineGame for P {}

/// Work that is generic over the game, and compiled for each.
pub(crate) trait PerGame {
    /// The result of the work.
    type Output;

    /// Does the work for one game.
    fn run<P: EngineGame>(self, variant: P::Variant) -> Self::Output;
}

/// Does `work` for the game that `id` names.
pub(crate) fn per_game<W: PerGame>(id: VariantId, work: W) -> W::Output {
    with_game!(id, |P, variant| work.run::<P>(variant))
}
