//! The server's part of each game: one file per game, and its `mod` line here.

mod chess;
mod dmchess;
mod hidden960;
mod hyperspace;
mod men;
mod options;
mod served;
mod time_traveler;

use manifold_engine::{Level, Limits};
use manifold_ratings::RatedGame;
use manifold_rules::board::Color;
use manifold_rules::hyperspace::Departure;
use manifold_rules::variant::{
    AnyAction, AnyGame, AnyPosition, AnyPublicAction, AnyView, VariantId,
};
use serde::{Deserialize, Serialize, Serializer};
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::names::Square;
use crate::table::analysis::{self, Analyst, Thinker};

pub(crate) use options::Options;
use served::Served;

/// A viewer's knowledge of a position, serialised as it is sent.
#[derive(Debug)]
pub(crate) struct SentView(pub(crate) AnyView);

/// Generates the code for all games from their list: each has a module of the same name here and in the rules.
macro_rules! games {
    ($($Game:ident: $module:ident;)*) => {
        /// A position as one viewer may see it, in the shape of its game.
        #[derive(Debug, Serialize, Deserialize, ToSchema)]
        #[serde(untagged)]
        pub(crate) enum View {
            $(
                #[doc = concat!("Of the game `", stringify!($module), "`.")]
                $Game($module::View),
            )*
        }

        impl Serialize for SentView {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match &self.0 {
                    $(AnyView::$Game(view) => {
                        <manifold_rules::$module::$Game as Served>::sent(view).serialize(serializer)
                    })*
                }
            }
        }

        /// One sentence about a variant.
        pub(crate) fn description(variant: VariantId) -> &'static str {
            match variant {
                $(VariantId::$Game(_) => {
                    <manifold_rules::$module::$Game as Served>::description(variant.id())
                })*
            }
        }

        /// Whether players know what others must not, in this variant.
        pub(crate) fn has_secrets(variant: VariantId) -> bool {
            match variant {
                $(VariantId::$Game(_) => {
                    <manifold_rules::$module::$Game as Served>::has_secrets(variant.id())
                })*
            }
        }

        /// The game to whose ratings the results of a variant count.
        pub(crate) fn rated_game(variant: VariantId) -> RatedGame {
            match variant {
                $(VariantId::$Game(_) => <manifold_rules::$module::$Game as Served>::RATED_AS,)*
            }
        }

        /// Whether this game has departures: actions that hide something and come with a commitment to it.
        pub(crate) fn has_departures(variant: VariantId) -> bool {
            match variant {
                $(VariantId::$Game(_) => <manifold_rules::$module::$Game as Served>::HAS_DEPARTURES,)*
            }
        }

        /// The options of `color`; `None` if that player may not act.
        pub(crate) fn options(position: &AnyPosition, color: Color) -> Option<Options> {
            match position {
                $(AnyPosition::$Game(position) => position.options(color),)*
            }
        }

        /// Some legal action of the actor.
        pub(crate) fn any_action(position: &AnyPosition) -> Option<AnyAction> {
            match position {
                $(AnyPosition::$Game(position) => position.any_action().map(AnyAction::$Game),)*
            }
        }

        /// The squares that an action concerns, as far as everybody knows them.
        pub(crate) fn highlights(action: AnyPublicAction) -> Vec<Square> {
            match action {
                $(AnyPublicAction::$Game(action) => {
                    <manifold_rules::$module::$Game as Served>::highlights(action)
                })*
            }
        }

        /// Whether everybody may read everything about this action at once.
        pub(crate) fn is_public(action: AnyAction) -> bool {
            match action {
                $(AnyAction::$Game(action) => {
                    <manifold_rules::$module::$Game as Served>::is_public(action)
                })*
            }
        }

        /// Whether an action only takes back what its player has done.
        pub(crate) fn takes_back(action: AnyAction) -> bool {
            match action {
                $(AnyAction::$Game(action) => {
                    <manifold_rules::$module::$Game as Served>::takes_back(action)
                })*
            }
        }

        /// The secret part of an action, if it hides anything until later.
        pub(crate) fn departure<'a>(
            position: &AnyPosition,
            action: AnyAction,
            game: &'a str,
        ) -> Option<Departure<'a>> {
            match (position, action) {
                $((AnyPosition::$Game(position), AnyAction::$Game(action)) => {
                    <manifold_rules::$module::$Game as Served>::departure(position, action, game)
                })*
                _ => None,
            }
        }

        /// The engine's next decision for `color`, ready to be made elsewhere.
        pub(crate) fn thinker(
            game: &AnyGame,
            color: Color,
            level: Level,
            limits: Limits,
            seed: u64,
        ) -> Thinker {
            match game {
                $(AnyGame::$Game(game) => analysis::thinker(game, color, level, limits, seed),)*
            }
        }

        /// An analysis of the position after `n` actions, unless the game has fewer or is decided there.
        pub(crate) fn analyst(game: &AnyGame, n: usize, limits: Limits) -> Option<Analyst> {
            match game {
                $(AnyGame::$Game(game) => analysis::analyst(game, n, limits),)*
            }
        }

        /// The node limit of a level in this game; none at full strength.
        pub(crate) fn level_nodes(game: &AnyGame, level: Level) -> Option<u64> {
            match game {
                $(AnyGame::$Game(_) => level.nodes::<manifold_rules::$module::$Game>(),)*
            }
        }

        #[cfg(test)]
        fn every_view_fits_its_schema() {
            $(tests::assert_views_fit::<manifold_rules::$module::$Game>();)*
        }
    };
}

manifold_rules::list_games!(games);

/// A game without its options, for the description of the API.
pub(crate) struct GameName;

impl utoipa::PartialSchema for GameName {
    fn schema() -> RefOr<Schema> {
        let mut names: Vec<&str> = VariantId::all().into_iter().map(VariantId::game).collect();
        names.dedup();
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some("A game, without its options."))
            .enum_values(Some(names))
            .into()
    }
}

impl ToSchema for GameName {}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Color;
    use manifold_rules::position::Bounds;
    use manifold_rules::position::Variant;
    use manifold_rules::viewer::Viewer;
    use rand::prelude::*;
    use rand::rngs::StdRng;

    use super::*;

    /// Plays some random games and compares every view with the type that describes it.
    pub(super) fn assert_views_fit<P: Served>() {
        let mut random = StdRng::seed_from_u64(1);
        for variant in P::Variant::ALL.iter().cycle().take(8) {
            let mut position = P::start(*variant);
            for _ in 0..60 {
                for viewer in [
                    Viewer::Player(Color::White),
                    Viewer::Player(Color::Black),
                    Viewer::Spectator,
                    Viewer::Referee,
                ] {
                    let view = position.view(viewer);
                    let sent = serde_json::to_value(P::sent(&view)).expect("JSON");
                    let described: P::ViewSchema = serde_json::from_value(sent.clone())
                        .unwrap_or_else(|error| panic!("{}: {error}: {sent}", variant.id()));
                    assert_eq!(serde_json::to_value(described).expect("JSON"), sent);
                }
                let legal = position.legal_actions_within(Bounds { max_delay: 3 });
                let placing = || {
                    position
                        .options(position.actor())?
                        .placing?
                        .home
                        .parse()
                        .ok()
                };
                let Some(action) = legal.choose(&mut random).copied().or_else(placing) else {
                    break;
                };
                position.play_unchecked(action);
            }
        }
    }

    #[test]
    fn the_options_of_a_game_share_its_ratings() {
        for variant in VariantId::all() {
            assert_eq!(rated_game(variant).name(), variant.game());
        }
    }

    #[test]
    fn views_are_what_the_description_of_the_api_says() {
        every_view_fits_its_schema();
    }
}
