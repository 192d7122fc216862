//! The simple opponents: what they see, what they do not see, and that their answers are reproducible.

use manifold_engine::baseline::{Baseline, BaselineGame};
use manifold_engine::{InformationSet, Limits, SearchOptions};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::in_every_game;

use crate::random_game;

fn options(nodes: u64, seed: u64) -> SearchOptions<'static> {
    SearchOptions {
        limits: Limits::nodes(nodes),
        seed,
        ..SearchOptions::default()
    }
}

fn choice<P: BaselineGame>(
    game: &Game<P>,
    baseline: Baseline,
    options: &SearchOptions,
) -> Option<P::Action> {
    baseline.choose(&InformationSet::of(game, game.position().actor()), options)
}

fn after(text: &str) -> Game<Hyperspace> {
    let mut game = Game::new(Default::default());
    for word in text.split_whitespace() {
        game.play(word.parse().expect(word)).expect(word);
    }
    game
}

#[test]
fn every_baseline_answers_in_every_game_legally_and_always_alike() {
    fn holds<P: BaselineGame>(variant: P::Variant) {
        for seed in 0..3 {
            let game = random_game::<P>(variant, seed, 12);
            if game.outcome().is_some() {
                continue;
            }
            for baseline in Baseline::ALL {
                let once = choice(&game, baseline, &options(600, seed));
                let action = once.unwrap_or_else(|| panic!("{variant:?}: {}", baseline.name()));
                let mut played = game.clone();
                assert!(played.play(action).is_ok(), "{variant:?}: {action}");
                assert_eq!(choice(&game, baseline, &options(600, seed)), once);
            }
        }
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}

#[test]
fn no_baseline_knows_the_opponents_squares() {
    for baseline in Baseline::ALL {
        let answer = |square: &str| {
            let game = after(&format!("e2e4 e7e5 g1^2@{square}"));
            choice(&game, baseline, &options(2_000, 4)).map(|action| action.to_string())
        };
        assert_eq!(answer("f3"), answer("d5"), "{}", baseline.name());
        assert_eq!(answer("f3"), answer("h8"), "{}", baseline.name());
    }
}

#[test]
fn greedy_takes_the_bait_and_two_plies_see_the_hook() {
    // The queen can take a pawn that is guarded.
    let game = after("e2e4 d7d5 d1g4 b8c6 g4g7");
    let greedy = choice(&game, Baseline::Greedy, &options(5_000, 1)).map(|a| a.to_string());
    assert_eq!(greedy.as_deref(), Some("f8g7"));
    let game = after("e2e4 d7d6 d1g4 h7h6");
    let greedy = choice(&game, Baseline::Greedy, &options(50_000, 1)).map(|a| a.to_string());
    assert_eq!(greedy.as_deref(), Some("g4c8"));
    let two = choice(&game, Baseline::Depth2, &options(u64::MAX, 1)).map(|a| a.to_string());
    assert_ne!(two.as_deref(), Some("g4c8"));
}

#[test]
fn tree_search_finds_a_mate_in_one() {
    let game = after("f2f3 e7e5 g2g4");
    let action = choice(&game, Baseline::Mcts, &options(20_000, 2)).map(|a| a.to_string());
    assert_eq!(action.as_deref(), Some("d8h4"));
}

#[test]
fn material_is_balanced_at_the_start_of_every_game() {
    fn holds<P: BaselineGame>(variant: P::Variant) {
        let start = P::start(variant);
        assert_eq!(
            start.material(Color::White),
            start.material(Color::Black),
            "{variant:?}"
        );
    }
    in_every_game!(|P, variant| holds::<P>(variant));
}
