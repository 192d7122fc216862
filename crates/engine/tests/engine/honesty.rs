//! In Hyperspace Chess the engine must not know what its player may not know. Games that differ only in the opponent's
//! secrets must lead to the same result, to the last byte.

use manifold_engine::{Engine, InformationSet, Level, Limits, SearchOptions, think};
use manifold_rules::board::{Color, Square};
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{Action, Delay, Hyperspace, Knowledge, PublicAction, Variant};
use manifold_rules::position::{Bounded, Bounds, Position, Secret, Turns};
use manifold_rules::viewer::Viewer;

use crate::{Chance, all_in_words, any_action, in_words};

/// A game in which the opponent of the player to move has pieces away, and one that differs only in where they
/// return.
struct Twins {
    one: Game<Hyperspace>,
    other: Game<Hyperspace>,
}

impl Twins {
    fn player(&self) -> Color {
        self.one.position().actor()
    }
}

/// A random game in which phase-outs are frequent and long, and under the open referee some of them are
/// amended or cancelled.
fn departing(variant: Variant, chance: &mut Chance) -> Game<Hyperspace> {
    let mut game = Game::<Hyperspace>::new(variant);
    for _ in 0..6 + chance.below(40) {
        let settled: Vec<Action> = (1..=6)
            .filter_map(Delay::new)
            .map(Action::Amend)
            .chain([Action::Cancel])
            .filter(|action| game.position().is_legal(*action))
            .collect();
        if let Some(action) = settled.get(chance.below(2 * settled.len())) {
            game.play(*action).expect("it was found to be legal");
            continue;
        }
        let leaves = chance.below(3) == 0;
        let all = game
            .position()
            .legal_actions_within(Bounds { max_delay: 6 });
        let departures: Vec<Action> = all
            .into_iter()
            .filter(|action| matches!(action, Action::PhaseOut { .. }))
            .collect();
        let action = match departures.get(chance.below(departures.len())) {
            Some(action) if leaves => Some(*action),
            _ => any_action(game.position(), chance),
        };
        let Some(action) = action else { break };
        if game.play(action).is_err() {
            break;
        }
    }
    game
}

/// Everything that the player of `player` has seen of a game: the public part of every action, and what the player knew
/// after it.
fn seen(game: &Game<Hyperspace>, player: Color) -> Vec<(PublicAction, Knowledge)> {
    let mut position = game.start().clone();
    game.actions()
        .iter()
        .map(|action| {
            position.play_unchecked(*action);
            (action.public(), Knowledge::of(&position, player))
        })
        .collect()
}

/// The same game with other secrets of the opponent throughout, if the player cannot have seen a difference.
fn twin(game: &Game<Hyperspace>, chance: &mut Chance) -> Option<Game<Hyperspace>> {
    let player = game.position().actor();
    let known = seen(game, player);
    let mut changed = false;
    let mut actions = game.actions().to_vec();
    let mut position = game.start().clone();
    for number in 0..actions.len() {
        let before = actions[number];
        let mover = position.turn();
        position.play_unchecked(game.actions()[number]);
        let Action::PhaseOut {
            from,
            delay,
            choices,
            ..
        } = before
        else {
            continue;
        };
        if mover == player {
            continue;
        }
        let square = Square::new(chance.below(64) as u32);
        actions[number] = Action::phase_out(from, delay, square).with_choices(choices);
        let replayed = replay(game.start(), &actions);
        let fits = replayed
            .as_ref()
            .is_some_and(|other| other.outcome().is_none() && seen(other, player) == known);
        if !fits {
            actions[number] = before;
        }
        changed |= fits && actions[number] != before;
    }
    replay(game.start(), &actions).filter(|_| changed)
}

fn replay(start: &Hyperspace, actions: &[Action]) -> Option<Game<Hyperspace>> {
    let mut game = Game::from_position(start.clone());
    for action in actions {
        game.play(*action).ok()?;
    }
    Some(game)
}

fn all_twins(variant: Variant, count: usize, seed: u64) -> Vec<Twins> {
    let mut chance = Chance(seed);
    let mut all = Vec::new();
    while all.len() < count {
        let one = departing(variant, &mut chance);
        if one.outcome().is_some() {
            continue;
        }
        // Positions may be equal all the same: a piece that was lost on its return leaves no trace of the square.
        let other = twin(&one, &mut chance).filter(|other| one.position() != other.position());
        all.extend(other.map(|other| Twins { one, other }));
    }
    all
}

/// Whether the opponent's secrets change the answers of an engine that is handed whole games.
fn leaks(
    twins: &[Twins],
    options: &SearchOptions,
    engine: impl Fn(&Game<Hyperspace>, Color, &SearchOptions) -> String,
) -> bool {
    twins.iter().any(|twins| {
        let player = twins.player();
        engine(&twins.one, player, options) != engine(&twins.other, player, options)
    })
}

fn honest(game: &Game<Hyperspace>, player: Color, options: &SearchOptions) -> String {
    in_words(think(&InformationSet::of(game, player), options))
}

/// A cheating engine: it goes to the square where the opponent's piece returns next, if it can, so that the piece is lost.
fn cheating(game: &Game<Hyperspace>, player: Color, options: &SearchOptions) -> String {
    let position = game.position();
    let secret = position
        .view(Viewer::Referee)
        .hyperspace
        .iter()
        .filter(|traveler| traveler.color != player)
        .find_map(|traveler| traveler.square);
    position
        .legal_actions_within(Bounds { max_delay: 0 })
        .into_iter()
        .find(|action| match action {
            Action::Move { standard, .. } => Some(standard.to) == secret,
            _ => false,
        })
        .map_or_else(
            || honest(game, player, options),
            |action| action.to_string(),
        )
}

#[test]
fn no_level_knows_the_opponents_squares() {
    for (variant, seed) in [(Variant::Strict, 11), (Variant::Open, 12)] {
        let twins = all_twins(variant, 12, seed);
        for level in Level::ALL {
            let options = SearchOptions {
                level,
                limits: Limits::nodes(1_500),
                seed: 5,
                ..SearchOptions::default()
            };
            assert!(!leaks(&twins, &options, honest), "{level}");
        }
    }
}

/// The engine with several lines, and all its reports.
fn talkative(game: &Game<Hyperspace>, player: Color, options: &SearchOptions) -> String {
    all_in_words(
        &mut Engine::new(),
        &InformationSet::of(game, player),
        options,
    )
}

#[test]
fn no_analysis_knows_the_opponents_squares() {
    for (variant, seed) in [(Variant::Strict, 15), (Variant::Open, 16)] {
        let twins = all_twins(variant, 6, seed);
        for level in Level::ALL {
            let options = SearchOptions {
                level,
                limits: Limits::nodes(2_500),
                seed: 6,
                multi_pv: 4,
                ..SearchOptions::default()
            };
            assert!(!leaks(&twins, &options, talkative), "{level}");
        }
    }
}

/// An engine that has played one side of a whole game gives the same answers no matter what the opponent's squares are.
#[test]
fn what_an_engine_remembers_of_a_game_holds_no_secrets_of_the_opponent() {
    let options = SearchOptions {
        limits: Limits::nodes(800),
        multi_pv: 2,
        ..SearchOptions::default()
    };
    let whole_game = |game: &Game<Hyperspace>, player: Color| {
        let mut engine = Engine::new();
        let mut said = String::new();
        for length in 0..=game.actions().len() {
            let Some(game) = replay(game.start(), &game.actions()[..length]) else {
                return said;
            };
            if game.position().actor() == player && game.outcome().is_none() {
                said += &all_in_words(&mut engine, &InformationSet::of(&game, player), &options);
            }
        }
        said
    };
    let all = all_twins(Variant::Strict, 8, 17);
    let alike = all.iter().filter(|twins| {
        // The reports must be the same too, not only the result.
        let player = twins.player();
        let lengths = 0..=twins.one.actions().len();
        lengths.into_iter().all(|length| {
            let seen = |game: &Game<Hyperspace>| {
                replay(game.start(), &game.actions()[..length])
                    .map(|game| InformationSet::of(&game, player))
            };
            seen(&twins.one) == seen(&twins.other)
        })
    });
    let mut count = 0;
    for twins in alike {
        let player = twins.player();
        assert_eq!(
            whole_game(&twins.one, player),
            whole_game(&twins.other, player)
        );
        count += 1;
    }
    assert!(count > 0);
}

/// Nothing that an engine has found for one colour survives a request for the other.
#[test]
fn an_engine_that_changes_sides_forgets() {
    let options = SearchOptions {
        limits: Limits::nodes(3_000),
        multi_pv: 2,
        ..SearchOptions::default()
    };
    let mut chance = Chance(18);
    for _ in 0..6 {
        let game = departing(Variant::Strict, &mut chance);
        if game.outcome().is_some() {
            continue;
        }
        let actor = game.position().actor();
        let mut before = Game::<Hyperspace>::from_position(game.start().clone());
        for action in &game.actions()[..game.actions().len() - 1] {
            before.play(*action).expect("it was legal");
        }
        let mut used = Engine::new();
        let other = all_in_words(
            &mut used,
            &InformationSet::of(&before, actor.other()),
            &options,
        );
        assert_ne!(other, "nothing");
        let known = InformationSet::of(&game, actor);
        assert_eq!(
            all_in_words(&mut used, &known, &options),
            all_in_words(&mut Engine::new(), &known, &options)
        );
    }
}

#[test]
fn an_information_set_and_its_beliefs_do_not_depend_on_the_opponents_squares() {
    let mut believed = 0;
    for (variant, seed) in [(Variant::Strict, 15), (Variant::Open, 16)] {
        for twins in all_twins(variant, 60, seed) {
            let one = InformationSet::of(&twins.one, twins.player());
            let other = InformationSet::of(&twins.other, twins.player());
            assert_eq!(one, other);
            assert_eq!(format!("{one:?}"), format!("{other:?}"));
            believed += one.memory().probabilities().count();
        }
    }
    assert!(
        believed > 60,
        "most games end with a piece away: {believed}"
    );
}

#[test]
fn a_cheating_engine_is_caught() {
    let options = SearchOptions {
        limits: Limits::nodes(300),
        ..SearchOptions::default()
    };
    let twins = all_twins(Variant::Strict, 30, 13);
    assert!(leaks(&twins, &options, cheating));
}

#[test]
fn what_a_player_knows_lists_the_actions_and_fits_the_truth() {
    let mut chance = Chance(14);
    for variant in [Variant::Strict, Variant::Open] {
        for _ in 0..40 {
            let game = departing(variant, &mut chance);
            let position = game.position();
            let knowledge = Knowledge::of(position, position.actor());
            let bounds = Bounds { max_delay: 2 };
            let mut known = knowledge.legal_actions_within(bounds);
            let mut all = position.legal_actions_within(bounds);
            known.sort_by_key(ToString::to_string);
            all.sort_by_key(ToString::to_string);
            assert_eq!(known, all);
            let idle = Knowledge::of(position, position.actor().other());
            assert!(idle.legal_actions_within(bounds).is_empty());
        }
    }
}

#[test]
fn a_weak_level_varies_and_the_seed_decides() {
    let start = Game::<Hyperspace>::new(Variant::Strict);
    let known = InformationSet::of(&start, Color::White);
    let of_seed = |seed| {
        let options = SearchOptions {
            level: Level::WEAKEST,
            limits: Limits::nodes(400),
            seed,
            ..SearchOptions::default()
        };
        in_words(think(&known, &options))
    };
    let all: std::collections::BTreeSet<String> = (0..12).map(of_seed).collect();
    assert!(all.len() > 1, "a weak level varies its openings");
    assert_eq!(of_seed(3), of_seed(3));
}
