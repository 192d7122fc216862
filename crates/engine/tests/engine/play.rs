//! The engine plays: legally, reproducibly, and it stops when told to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use manifold_engine::{
    Compiled, Engine, InformationSet, Level, Limits, PositionSample, Scope, SearchOptions, is_mate,
    think, think_with,
};
use manifold_rules::board::Color;
use manifold_rules::dmchess::DmChess;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::in_every_game;
use manifold_rules::position::{Bounds, Position, Secret};
use manifold_rules::time_traveler::TimeTraveler;
use manifold_rules::viewer::Viewer;

use crate::{Chance, all_in_words, any_action, in_words, random_game, search};

fn options(level: Level, nodes: u64, seed: u64) -> SearchOptions<'static> {
    SearchOptions {
        level,
        limits: Limits::nodes(nodes),
        seed,
        ..SearchOptions::default()
    }
}

#[test]
fn every_choice_is_legal_in_every_game_and_at_every_level() {
    fn plays<P: Compiled>(variant: P::Variant) {
        for seed in 0..3 {
            let mut chance = Chance(seed);
            let mut game = Game::<P>::new(variant);
            for number in 0..40 {
                if game.outcome().is_some() {
                    break;
                }
                let level = Level::ALL[chance.below(8)];
                let asks = number % 3 != 2 || game.position().unlisted().is_some();
                let action = if asks {
                    search(&game, &options(level, 300, seed)).map(|result| result.action)
                } else {
                    any_action(game.position(), &mut chance)
                };
                let action = action.expect("the game goes on");
                game.play(action)
                    .unwrap_or_else(|error| panic!("{action}: {error}"));
            }
        }
    }
    in_every_game!(|P, variant| plays::<P>(variant));
}

#[test]
fn candidates_are_legal_told_apart_and_never_forgotten_at_the_root() {
    fn holds<P: Compiled>(variant: P::Variant) {
        for seed in 0..6 {
            let game = random_game::<P>(variant, seed, 8 + 9 * seed as usize);
            let position = game.position();
            if game.outcome().is_some() || position.unlisted().is_some() {
                continue;
            }
            let bounds = Bounds::default();
            let inner = Scope::Inner {
                depth: 5,
                steps: 0,
                bounds,
            };
            for scope in [Scope::Root(bounds), inner, Scope::Noisy] {
                let mut all = Vec::new();
                position.candidates(scope, &mut all);
                assert!(!all.is_empty() || scope == Scope::Noisy);
                for action in &all {
                    assert!(position.is_legal(*action), "{action}");
                    assert!(P::butterfly_index(*action) < P::BUTTERFLY_SIZE);
                }
                if scope == Scope::Root(bounds) {
                    for action in position.legal_actions_within(Bounds { max_delay: 0 }) {
                        assert!(all.contains(&action), "{action}");
                    }
                }
            }
        }
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn a_null_move_passes_the_turn_and_keeps_the_keys_right() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let mut passed = 0;
        for seed in 0..40 {
            let game = random_game::<P>(variant, 100 + seed, 3 + seed as usize);
            if game.outcome().is_some() {
                continue;
            }
            let Some(after) = game.position().null_move() else {
                continue;
            };
            passed += 1;
            assert_eq!(after.turn(), game.position().turn().other());
            assert_eq!(after.ply(), game.position().ply() + 1);
            assert_eq!(after.zobrist(), after.recomputed_zobrist());
            assert_ne!(after.zobrist(), game.position().zobrist());
        }
        assert!(passed > 0 || Game::<P>::new(variant).position().unlisted().is_some());
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn the_same_question_has_the_same_answer() {
    fn holds<P: Compiled>(variant: P::Variant) {
        for seed in 0..3 {
            let game = random_game::<P>(variant, 50 + seed, 12);
            for level in [Level::ALL[1], Level::ALL[4], Level::FULL] {
                let think = || in_words(search(&game, &options(level, 3_000, seed)));
                assert_eq!(think(), think());
            }
        }
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn the_proof_number_search_is_reproducible_and_its_nodes_are_counted() {
    let texts = include_str!("../suites/dmchess.txt")
        .lines()
        .filter(|line| line.starts_with(['2', '3']));
    for line in texts.step_by(7) {
        let text = line.splitn(3, ' ').nth(2).expect("a position");
        let position = DmChess::from_text(Default::default(), text).expect("a position");
        let game = Game::from_position(position);
        for nodes in [1, 2, 3, 50, 400, 3_000] {
            let think = || search(&game, &options(Level::FULL, nodes, 0));
            let first = think().expect("there is something to do");
            assert!(
                (1..=nodes).contains(&first.nodes),
                "{} of {nodes}",
                first.nodes
            );
            assert_eq!(in_words(Some(first)), in_words(think()));
        }
    }
}

#[test]
fn node_limits_hold() {
    let game = random_game::<Hyperspace>(Default::default(), 1, 20);
    for nodes in [1, 2, 10, 1_000, 20_000] {
        let result = search(&game, &options(Level::FULL, nodes, 0)).expect("White can move");
        assert!(result.nodes <= nodes);
        assert!(!is_mate(result.score) || result.depth > 0);
    }
}

#[test]
fn a_search_that_is_stopped_still_answers() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let game = random_game::<P>(variant, 3, 10);
        if game.outcome().is_some() {
            return;
        }
        let known = InformationSet::of(&game, game.position().actor());
        let stop = AtomicBool::new(false);
        let endless = SearchOptions {
            stop: Some(&stop),
            ..SearchOptions::default()
        };
        let (reports, begun) = mpsc::channel();
        let result = std::thread::scope(|scope| {
            let (known, endless) = (&known, &endless);
            let thinking = scope.spawn(move || {
                think_with(known, endless, &mut |_| {
                    let _ = reports.send(());
                })
            });
            // Stopped in the second iteration or later. (A search that ends without a report closes the channel.)
            let _ = begun.recv();
            stop.store(true, Ordering::Relaxed);
            thinking.join().expect("no panic")
        });
        assert!(result.is_some_and(|result| game.position().is_legal(result.action)));
        // Stopped before it begins.
        let result = think(&known, &endless);
        assert!(result.is_some_and(|result| game.position().is_legal(result.action)));
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn a_new_game_begins_with_empty_tables() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let game = random_game::<P>(variant, 5, 8);
        if game.outcome().is_some() {
            return;
        }
        let known = InformationSet::of(&game, game.position().actor());
        let options = options(Level::FULL, 1_500, 0);
        let mut used = Engine::new();
        let first = all_in_words(&mut used, &known, &options);
        used.new_game();
        assert_eq!(all_in_words(&mut used, &known, &options), first);
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn a_sample_of_what_is_evaluated_changes_no_decision() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let game = random_game::<P>(variant, 5, 8);
        if game.outcome().is_some() || game.position().unlisted().is_some() {
            return;
        }
        let known = InformationSet::of(&game, game.position().actor());
        let options = options(Level::FULL, 1_500, 0);
        let mut sample = PositionSample::new(3, 0);
        let sampled = Engine::new().think_and_sample(&known, &options, &mut sample);
        assert_eq!(in_words(sampled), in_words(think(&known, &options)));
        assert!(!sample.into_positions().is_empty());
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn a_time_limit_ends_the_search() {
    let game = random_game::<TimeTraveler>(Default::default(), 5, 6);
    let options = SearchOptions {
        limits: Limits::time(Duration::from_millis(40)),
        ..SearchOptions::default()
    };
    assert!(search(&game, &options).is_some());
}

#[test]
fn several_lines_are_the_best_actions_in_their_order() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let game = random_game::<P>(variant, 8, 6);
        if game.outcome().is_some() || game.position().unlisted().is_some() {
            return;
        }
        let known = InformationSet::of(&game, game.position().actor());
        let options = SearchOptions {
            multi_pv: 3,
            ..options(Level::FULL, 4_000, 0)
        };
        let mut reports = Vec::new();
        let result = think_with(&known, &options, &mut |report| reports.push(report.clone()))
            .expect("the game goes on");
        assert_eq!(result.lines.len(), 3);
        assert_eq!(reports.len() as u32, result.depth);
        for lines in reports
            .iter()
            .map(|report| &report.lines)
            .chain([&result.lines])
        {
            assert!(lines.is_sorted_by(|one, next| one.score >= next.score));
            for line in lines {
                assert_eq!(line.pv.first(), Some(&line.action));
                assert!(game.position().is_legal(line.action));
                assert_eq!(lines.iter().filter(|l| l.action == line.action).count(), 1);
            }
        }
        for (number, report) in reports.iter().enumerate() {
            assert_eq!(report.depth as usize, number + 1);
            assert!(report.nodes <= result.nodes);
        }
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn several_threads_find_a_legal_action_and_stop() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let game = random_game::<P>(variant, 4, 8);
        if game.outcome().is_some() {
            return;
        }
        let options = SearchOptions {
            threads: 3,
            hash_mib: Some(1),
            ..options(Level::FULL, 3_000, 0)
        };
        let result = search(&game, &options).expect("the game goes on");
        assert!(game.position().is_legal(result.action));
        assert!(result.nodes <= 3_000 + 3);
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn full_strength_opens_in_more_than_one_way() {
    let game = Game::<Hyperspace>::new(Default::default());
    let choices: std::collections::BTreeSet<String> = (0..16)
        .filter_map(|seed| search(&game, &options(Level::FULL, 600, seed)))
        .map(|result| result.action.to_string())
        .collect();
    assert!(choices.len() > 1);
}

#[test]
fn who_is_not_to_act_is_not_asked() {
    let game = Game::<Hyperspace>::new(Default::default());
    assert!(
        think(
            &InformationSet::of(&game, Color::Black),
            &SearchOptions::default()
        )
        .is_none()
    );
    assert!(
        game.position()
            .view(Viewer::Spectator)
            .chess
            .check
            .is_none()
    );
}

#[test]
fn a_finished_game_has_no_answer() {
    let mut game = Game::<Hyperspace>::new(Default::default());
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        game.play(text.parse().expect("a move")).expect("legal");
    }
    assert!(search(&game, &SearchOptions::default()).is_none());
}

#[test]
fn a_repetition_is_no_way_out_for_who_is_ahead() {
    // White is a queen up; going back and forth would be a draw.
    let text = "6k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1 -";
    let Ok(position) = Hyperspace::from_text(Default::default(), text) else {
        panic!("{text}");
    };
    let mut game = Game::from_position(position);
    for _ in 0..2 {
        for text in ["d1e1", "g8f8", "e1d1", "f8g8"] {
            if game.outcome().is_none() && game.actions().len() < 7 {
                game.play(text.parse().expect("a move")).expect("legal");
            }
        }
    }
    let result = search(&game, &options(Level::FULL, 4_000, 0)).expect("Black can move");
    // Black, to move, claims the draw by going back.
    assert_eq!(result.action.to_string(), "f8g8");
    assert_eq!(result.score, 0);
}

/// The score of a level against random moves: wins and games.
fn against_random<P: Compiled>(variant: P::Variant, games: u64, nodes: u64) -> (u64, u64) {
    let mut won = 0;
    for seed in 0..games {
        let me = Color::from_white(seed % 2 == 0);
        let mut chance = Chance(900 + seed);
        let mut game = Game::<P>::new(variant);
        while game.outcome().is_none() && game.position().ply() < 200 {
            let actor = game.position().actor();
            let action = if actor == me || game.position().unlisted().is_some() {
                search(&game, &options(Level::FULL, nodes, seed)).map(|result| result.action)
            } else {
                any_action(game.position(), &mut chance)
            };
            let action = action.expect("the game goes on");
            game.play(action).expect("a legal action");
        }
        won += u64::from(game.outcome().is_some_and(|o| o.winner == Some(me)));
    }
    (won, games)
}

#[test]
fn full_strength_beats_random_moves() {
    assert_eq!(
        against_random::<Hyperspace>(Default::default(), 2, 1_000),
        (2, 2)
    );
    assert_eq!(
        against_random::<TimeTraveler>(Default::default(), 2, 1_000),
        (2, 2)
    );
}

#[test]
#[ignore = "slow"]
fn full_strength_beats_random_moves_in_every_game() {
    fn holds<P: Compiled>(variant: P::Variant) {
        let (won, games) = against_random::<P>(variant, 6, 2_000);
        assert_eq!(won, games, "{variant:?}");
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}
