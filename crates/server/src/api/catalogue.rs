//! What can be played, and how.

use manifold_engine::Level;
use manifold_rules::variant::VariantId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::table::{PRESETS, Preset, base};

/// Everything that a new game can be.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The four games.
    games: Vec<GameEntry>,
    /// Time controls with a name.
    clocks: [Preset; 3],
    /// The engine's levels.
    levels: Vec<u8>,
}

/// A game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameEntry {
    /// Its identifier.
    id: &'static str,
    /// Its name.
    title: &'static str,
    /// What is special about it, in a sentence.
    description: &'static str,
    /// The ways to play it, the usual one first.
    variants: Vec<VariantEntry>,
}

/// A way to play a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VariantEntry {
    /// Its identifier.
    id: &'static str,
    /// Its name.
    name: &'static str,
    /// What is special about it, in a sentence.
    description: &'static str,
}

fn description(id: &str) -> &'static str {
    match id {
        "hyperspace" => {
            "The referee refuses what is not possible at once. Pieces leave the board and return, some turns later, on a square that only you know."
        }
        "hyperspace:open" => {
            "As over a real board: any square and any delay are accepted, and mistakes stand."
        }
        "time-traveler" => {
            "Chessmen travel back in time: up to three stages of one chessman stand on the board at once."
        }
        "hidden960" => {
            "Both back ranks are hidden. You choose a piece when its square is revealed: any piece on any square."
        }
        "hidden960:960" => {
            "Each choice must leave a Chess960 array possible: bishops on opposite colours, the king between the rooks."
        }
        "dmchess" => {
            "Eight boards joined by portals, eight kings a side, energy, and a map that shifts."
        }
        "dmchess:kings" => "Both players first place their eight kings in secret.",
        _ => "",
    }
}

/// What can be played.
#[utoipa::path(get, path = "/catalogue", responses((status = 200, body = Catalogue)))]
pub(super) async fn catalogue() -> axum::Json<Catalogue> {
    let mut games: Vec<GameEntry> = Vec::new();
    for game in VariantId::all() {
        let variant = VariantEntry {
            id: game.id(),
            name: game.name(),
            description: description(game.id()),
        };
        match games.iter_mut().find(|entry| entry.id == base(game.id())) {
            Some(entry) => entry.variants.push(variant),
            None => games.push(GameEntry {
                id: base(game.id()),
                title: game.name(),
                description: description(game.id()),
                variants: vec![variant],
            }),
        }
    }
    axum::Json(Catalogue {
        games,
        clocks: PRESETS,
        levels: Level::ALL.iter().map(|level| level.number()).collect(),
    })
}
