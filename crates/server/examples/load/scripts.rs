//! Random games to be played, prepared before anything is measured.

use manifold_rules::position::Bounds;
use manifold_rules::variant::{AnyGame, VariantId};
use rand::prelude::*;
use rand::rngs::StdRng;

/// Games of each kind that are prepared.
const EACH: usize = 24;
/// Their length in actions.
const LENGTH: usize = 120;

/// A game with actions that are legal one after the other, and who makes them (0 for White).
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) game: &'static str,
    pub(crate) actions: Vec<(usize, String)>,
}

pub(crate) fn random_games(seed: u64) -> Vec<Script> {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut scripts = Vec::new();
    for _ in 0..EACH {
        for id in ["hyperspace", "time-traveler", "hidden960", "dmchess"] {
            if let Ok(variant) = id.parse() {
                scripts.push(random_game(id, variant, &mut chance));
            }
        }
    }
    scripts
}

/// A random game that is not over after its last action.
fn random_game(id: &'static str, variant: VariantId, chance: &mut StdRng) -> Script {
    let mut best = Vec::new();
    for _ in 0..20 {
        let mut game = AnyGame::new(variant);
        let mut actions = Vec::new();
        while actions.len() < LENGTH {
            let position = game.position();
            let side = position.actor().fold_wb(0, 1);
            let legal = position.legal_actions_within(Bounds { max_delay: 2 });
            let Some(action) = legal.choose(chance) else {
                break;
            };
            if game.play(*action).is_err() || game.outcome().is_some() {
                break;
            }
            actions.push((side, action.to_string()));
        }
        if actions.len() > best.len() {
            best = actions;
        }
        if best.len() == LENGTH {
            break;
        }
    }
    Script {
        game: id,
        actions: best,
    }
}
