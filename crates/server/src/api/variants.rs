//! The games that can be played, and the choices for each.

use manifold_engine::Level;
use manifold_rules::variant::VariantId;
use serde::Serialize;
use utoipa::ToSchema;

use super::answer::Answer;
use super::problem::Always;
use crate::games::{self, GameName};
use crate::table::time_control::{PRESETS, Preset};

/// Everything that can be chosen for a new game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Variants {
    /// The games.
    games: Vec<Game>,
    /// Time controls with a name.
    clocks: [Preset; 3],
    /// The engine's levels.
    levels: Vec<u8>,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Game {
    /// Its identifier.
    #[schema(value_type = GameName)]
    id: &'static str,
    /// Its name.
    title: &'static str,
    /// Its distinguishing feature, in a sentence.
    description: &'static str,
    /// The ways to play it, the usual one first.
    variants: Vec<Variant>,
}

/// A way to play a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Variant {
    /// Its identifier.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// Its distinguishing feature, in a sentence.
    description: &'static str,
    /// The number of starting positions to choose from.
    starts: u32,
}

/// The games, time controls and levels that can be chosen.
#[utoipa::path(get, path = "/variants", responses((status = 200, body = Variants), Always))]
pub(super) async fn variants() -> Answer<Variants> {
    let mut games: Vec<Game> = Vec::new();
    for id in VariantId::all() {
        let variant = Variant {
            id: id.id(),
            name: id.name(),
            description: games::description(id),
            starts: id.starts(),
        };
        let game = id.game();
        match games.iter_mut().find(|known| known.id == game) {
            Some(known) => known.variants.push(variant),
            None => games.push(Game {
                id: game,
                title: variant.name,
                description: variant.description,
                variants: vec![variant],
            }),
        }
    }
    Answer::open(Variants {
        games,
        clocks: PRESETS,
        levels: Level::ALL.iter().map(|level| level.number()).collect(),
    })
}
