//! The trait that a game needs to be served, besides its rules and its engine.

use std::ops::ControlFlow;

use manifold_engine::Compiled;
use manifold_ratings::RatedGame;
use manifold_rules::board::Color;
use manifold_rules::hyperspace::Departure;
use manifold_rules::position::Rules;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::options::Options;
use crate::names::Square;

/// A game that is played on the server.
pub(crate) trait Served: Rules + Compiled {
    /// The shape in which views are sent, for the API description. A test compares it with [`Served::Sent`].
    type ViewSchema: ToSchema + Serialize + DeserializeOwned;

    /// The type that is sent of a view: the view itself, unless it can be said much shorter.
    type Sent<'a>: Serialize;

    /// The part of `view` that is sent.
    fn sent(view: &Self::View) -> Self::Sent<'_>;

    /// The game to whose ratings its results count. All its variants share them.
    const RATED_AS: RatedGame;

    /// Whether some actions hide something and come with a commitment to it.
    const HAS_DEPARTURES: bool = false;

    /// Whether players know what others must not, in a variant such as `dmchess:kings`.
    fn has_secrets(_variant: &str) -> bool {
        false
    }

    /// One sentence about a variant, such as `hidden960:960`.
    fn description(variant: &str) -> &'static str;

    /// The options of `color`; `None` if that player may not act.
    fn options(&self, color: Color) -> Option<Options>;

    /// Some legal action of the actor, should the engine fail.
    fn any_action(&self) -> Option<Self::Action> {
        let first = self.for_each_legal(ControlFlow::Break);
        first.break_value()
    }

    /// The squares that an action concerns, as far as everybody knows them.
    fn highlights(action: Self::PublicAction) -> Vec<Square>;

    /// Whether everybody may read everything about this action at once.
    fn is_public(_action: Self::Action) -> bool {
        true
    }

    /// Whether an action only takes back what its player has done: that could go on for ever.
    fn takes_back(_action: Self::Action) -> bool {
        false
    }

    /// The secret part of an action, if it hides anything until later: that needs a commitment.
    fn departure<'a>(&self, _action: Self::Action, _game: &'a str) -> Option<Departure<'a>> {
        None
    }
}
