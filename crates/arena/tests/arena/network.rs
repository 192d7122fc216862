//! Training of networks: it learns, and the result is determined by the seed.

use std::ops::ControlFlow;

use manifold_arena::Evaluation;
use manifold_arena::tune::network::{Dataset, Progress, Step, Training, train};
use manifold_arena::tune::{Sample, SelfPlay, play};
use manifold_engine::network::FloatNetwork;
use manifold_engine::{Compiled, Evaluated};
use manifold_rules::chess::Chess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::position::Position;

const TRAINING: Training = Training {
    scale: 170,
    result_share: 0.0,
    walks: 2,
    terms_epochs: 2,
    games_epochs: 4,
    batch: 64,
    rate: 1e-3,
    seed: 3,
    threads: 1,
};

/// The positions of a few games.
fn dataset<P: Compiled + Evaluated>(training: &Training) -> Dataset {
    let settings = SelfPlay {
        games: 160,
        nodes: 30,
        seed: 9,
        threads: 2,
        texts: true,
        beside: 0,
        evaluated: 0,
        random_plies: 0,
    };
    let mut dataset = Dataset::default();
    play::<P>(
        Default::default(),
        settings,
        Evaluation::ShippedTerms,
        |game| {
            let mut positions = Vec::new();
            for sample in game {
                let line = sample.to_line();
                let (position, again) = Sample::from_line::<P>(Default::default(), &line)
                    .expect("a line that was written is read");
                assert_eq!(position.to_text(), sample.text);
                assert_eq!(
                    (again.game, again.score, again.result),
                    (sample.game, sample.score, sample.result)
                );
                positions.push((position, again));
            }
            dataset.add_game(&positions, training);
            ControlFlow::Continue(())
        },
    );
    dataset
}

#[test]
fn the_error_falls_in_both_steps_and_on_games_that_were_not_learned_from() {
    let dataset = dataset::<Hidden960>(&TRAINING);
    let [by_terms, by_games, kept] = dataset.sizes();
    assert!(by_terms > by_games && by_games > 10 * kept && kept > 20);
    let mut all: Vec<Progress> = Vec::new();
    let _ = train::<Hidden960>(&dataset, &TRAINING, &[], |progress| all.push(progress));
    assert_eq!(all.len(), 6);
    let of = |step: Step| all.iter().filter(move |progress| progress.step == step);
    for step in [Step::Terms, Step::Games] {
        let errors: Vec<f64> = of(step).map(|progress| progress.learned).collect();
        assert!(
            errors.is_sorted_by(|one, next| next < one),
            "{step:?}: {errors:?}"
        );
    }
    let [first, last] = [all[0].kept, all[5].kept];
    assert!(last < first, "{first} {last}");
}

#[test]
fn a_network_that_corrects_the_terms_learns_from_games_alone() {
    let dataset = dataset::<Chess>(&TRAINING);
    let [by_terms, by_games, kept] = dataset.sizes();
    assert!(by_terms == 0 && by_games > 10 * kept && kept > 20);
    let mut all: Vec<Progress> = Vec::new();
    let _ = train::<Chess>(&dataset, &TRAINING, &[], |progress| all.push(progress));
    let games: Vec<f64> = all
        .iter()
        .filter(|progress| progress.step == Step::Games)
        .map(|progress| progress.learned)
        .collect();
    assert!(games.is_sorted_by(|one, next| next < one), "{games:?}");
}

#[test]
fn a_network_does_not_depend_on_the_number_of_threads() {
    let dataset = dataset::<Chess>(&TRAINING);
    let both = [1, 2].map(|threads| {
        let training = Training {
            threads,
            games_epochs: 1,
            terms_epochs: 1,
            ..TRAINING
        };
        train::<Chess>(&dataset, &training, &[], |_| {})
    });
    assert!(both[0] == both[1]);
}

#[test]
fn a_training_begins_with_the_network_that_it_is_given() {
    let dataset = dataset::<Chess>(&TRAINING);
    let short = Training {
        games_epochs: 1,
        terms_epochs: 1,
        ..TRAINING
    };
    let network = train::<Chess>(&dataset, &short, &[], |_| {});
    let none = Training {
        games_epochs: 0,
        terms_epochs: 0,
        ..TRAINING
    };
    let first = FloatNetwork::from(&network);
    let same = train::<Chess>(&dataset, &none, &[first], |_| {});
    assert!(same == network);
    assert!(train::<Chess>(&dataset, &none, &[], |_| {}) != network);
}

const FEW_GAMES: SelfPlay = SelfPlay {
    games: 6,
    nodes: 30,
    seed: 9,
    threads: 1,
    texts: true,
    beside: 0,
    evaluated: 0,
    random_plies: 0,
};

/// The samples of a few games, as lines.
fn lines(settings: SelfPlay) -> Vec<String> {
    let mut lines = Vec::new();
    let evaluation = Evaluation::ShippedTerms;
    play::<Chess>(Default::default(), settings, evaluation, |game| {
        lines.extend(game.iter().map(Sample::to_line));
        ControlFlow::Continue(())
    });
    lines
}

/// Checks that these games give many more positions than games usually do, that they are quiet, and that the number of threads does not
/// matter.
fn gives_more_quiet_positions(settings: SelfPlay) {
    let all = lines(settings);
    let threads = 2;
    assert_eq!(
        all,
        lines(SelfPlay {
            threads,
            ..settings
        })
    );
    assert!(
        2 * all.len() > 3 * lines(FEW_GAMES).len(),
        "{} with {settings:?}",
        all.len()
    );
    for line in all {
        let (position, _) = Sample::from_line::<Chess>(Default::default(), &line).expect("a line");
        assert!(!position.is_check(), "{line}");
    }
}

#[test]
fn positions_beside_those_of_games_are_quiet_ones_and_do_not_depend_on_the_number_of_threads() {
    gives_more_quiet_positions(SelfPlay {
        beside: 2,
        ..FEW_GAMES
    });
}

#[test]
fn positions_that_searches_have_evaluated_are_quiet_ones_and_do_not_depend_on_the_number_of_threads()
 {
    gives_more_quiet_positions(SelfPlay {
        evaluated: 2,
        ..FEW_GAMES
    });
}

#[test]
fn every_second_pair_of_games_begins_with_random_moves_and_the_others_are_the_same_without_them() {
    let usual = lines(FEW_GAMES);
    let random_plies = 20;
    let some_random = lines(SelfPlay {
        random_plies,
        ..FEW_GAMES
    });
    let of = |all: &[String], game: usize| -> Vec<String> {
        let begins = |line: &&String| line.starts_with(&format!("{game} "));
        all.iter().filter(begins).cloned().collect()
    };
    for game in 0..FEW_GAMES.games as usize {
        let found = of(&some_random, game);
        if game / 2 % 2 == 0 {
            assert_eq!(found, of(&usual, game), "game {game}");
            continue;
        }
        assert_ne!(found, of(&usual, game), "game {game}");
        for line in found {
            let (position, _) =
                Sample::from_line::<Chess>(Default::default(), &line).expect("a line");
            assert!(position.ply() >= random_plies, "{line}");
        }
    }
}

#[test]
fn only_positions_that_were_on_the_board_have_the_result_of_their_game() {
    for (beside, evaluated) in [(0, 0), (2, 0), (0, 2)] {
        let settings = SelfPlay {
            beside,
            evaluated,
            ..FEW_GAMES
        };
        let mut counts = [0, 0];
        // Game, ply and result of the previous position that was on the board.
        let mut last = (u64::MAX, 0, None);
        for line in lines(settings) {
            let (position, sample) =
                Sample::from_line::<Chess>(Default::default(), &line).expect("a line");
            counts[usize::from(sample.result.is_none())] += 1;
            if sample.result.is_none() {
                assert_eq!(line.split(' ').nth(1), Some("-"));
                continue;
            }
            let (game, ply, result) = last;
            if game == sample.game {
                assert!(position.ply() > ply && result == sample.result, "{line}");
            }
            last = (sample.game, position.ply(), sample.result);
        }
        let [played, others] = counts;
        assert!(played > 100, "{played}");
        assert_eq!(others > 0, beside + evaluated > 0, "{others}");
    }
}
