//! Random but balanced openings.

use manifold_engine::baseline::BaselineGame;
use manifold_engine::{InformationSet, Level, Limits, Random, SearchOptions, think};
use manifold_rules::game::Game;
use manifold_rules::position::{Bounds, Rules, Starts};
use manifold_rules::variant::VariantId;

/// An opening is balanced if a short search scores it within this many centipawns.
const FAIR: i32 = 100;
/// Nodes of that search, and of the shallow search for every random action.
const LOOK: u64 = 20_000;
const GLANCE: u64 = 300;
/// Openings tried; if none is balanced, the most balanced one is taken.
const TRIES: u32 = 24;

/// The default number of random plies at the start of a pair of games. Fewer in Time Traveler's Chess: after six random
/// plies most positions are a forced win for one side or the other.
#[must_use]
pub const fn usual_plies(game: VariantId) -> u32 {
    match game {
        VariantId::TimeTraveler(_) => 2,
        _ => 6,
    }
}

/// The usual number of plies after which a game of a match is adjudicated as a draw: many games of DMChess, even between
/// unequal players, take more than 400.
#[must_use]
pub const fn usual_longest(game: VariantId) -> u32 {
    match game {
        VariantId::DmChess(_) => 1_500,
        _ => 400,
    }
}

/// A balanced game of `plies` plies, each chosen by a weak, randomised player. The same seed gives the same opening.
/// (Uniformly random actions are unsuitable: in Time Traveler's Chess, for example, most of them lose by force.)
#[must_use]
pub fn opening<P: BaselineGame>(
    variant: P::Variant,
    plies: u32,
    bounds: Bounds,
    seed: u64,
) -> Game<P> {
    let mut random = Random::new(seed);
    let mut best: Option<(u32, Game<P>)> = None;
    for _ in 0..TRIES {
        let Some(game) = random_game::<P>(variant, plies, bounds, &mut random) else {
            continue;
        };
        if plies == 0 {
            return game;
        }
        let options = SearchOptions {
            limits: Limits::nodes(LOOK),
            seed,
            bounds,
            ..SearchOptions::default()
        };
        let known = InformationSet::of(&game, game.position().actor());
        let Some(result) = think(&known, &options) else {
            continue;
        };
        let unfair = result.score.unsigned_abs();
        if unfair <= FAIR as u32 {
            return game;
        }
        if best.as_ref().is_none_or(|(least, _)| unfair < *least) {
            best = Some((unfair, game));
        }
    }
    best.map_or_else(|| Game::new(variant), |(_, game)| game)
}

/// A starting position, drawn by lot where there are several.
pub(crate) fn drawn_start<P: Starts>(variant: P::Variant, random: &mut Random) -> P {
    let starts = P::starts(variant);
    let number = if starts > 1 {
        random.below(u64::from(starts)) as u32
    } else {
        0
    };
    P::start_at(variant, number).unwrap_or_else(|| P::start(variant))
}

/// A random game of `plies` plies; `None` if it ends earlier.
fn random_game<P: BaselineGame>(
    variant: P::Variant,
    plies: u32,
    bounds: Bounds,
    random: &mut Random,
) -> Option<Game<P>> {
    let mut game = Game::from_position(drawn_start::<P>(variant, random));
    loop {
        let position = game.position();
        if game.outcome().is_some() || !has_actions(position, bounds) {
            return None;
        }
        let unlisted = position.unlisted().is_some();
        if position.ply() >= plies && position.is_settled() && !unlisted {
            return Some(game);
        }
        let action = if unlisted {
            P::fixed_action(InformationSet::of(&game, position.actor()).knowledge())?
        } else {
            let options = SearchOptions {
                level: Level::WEAKEST,
                limits: Limits::nodes(GLANCE),
                seed: random.number(),
                bounds,
                ..SearchOptions::default()
            };
            think(&InformationSet::of(&game, position.actor()), &options)?.action
        };
        game.play(action).ok()?;
    }
}

/// Whether the actor has an action within `bounds`: if phase-outs are excluded, stalemate is different.
pub(crate) fn has_actions<P: Rules>(position: &P, bounds: Bounds) -> bool {
    position.unlisted().is_some()
        || position
            .for_each_legal_within(bounds, |_| std::ops::ControlFlow::Break(()))
            .is_break()
}
