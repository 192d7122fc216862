//! A transcript contains everything that its player knows, and nothing more.

use manifold_arena::transcript::Transcript;
use manifold_engine::{InformationSet, Random};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{Action, Hyperspace, Variant};
use manifold_rules::in_every_game;
use manifold_rules::position::{Bounded, Bounds, Position};

/// Writes and reads the transcripts of both players, and compares their information sets with those of the true game.
fn assert_told_exactly<P: Transcript>(game: &Game<P>) {
    for listener in Color::ALL {
        let told = P::write_transcript(game, listener);
        let words: Vec<&str> = told.iter().map(String::as_str).collect();
        let heard = P::read_transcript(game.start().clone(), listener, &words)
            .unwrap_or_else(|error| panic!("{listener:?}: {error}\n{}", told.join(" ")));
        assert_eq!(
            InformationSet::of(&heard, listener),
            InformationSet::of(game, listener),
            "{listener:?}: {}",
            told.join(" ")
        );
        assert_eq!(heard.outcome(), game.outcome());
        // Writing the transcript again gives the same words.
        assert_eq!(P::write_transcript(&heard, listener), told);
    }
}

/// Plays a random game with many short and long departures; calls `look` with it after every action.
fn departing(variant: Variant, seed: u64, mut look: impl FnMut(&Game<Hyperspace>)) {
    let mut random = Random::new(seed);
    let mut game = Game::<Hyperspace>::new(variant);
    for _ in 0..70 {
        if game.outcome().is_some() {
            break;
        }
        let position = game.position();
        let mut all = position.legal_actions_within(Bounds { max_delay: 4 });
        if random.below(3) > 0 {
            all.retain(|action| !matches!(action, Action::PhaseOut { .. }));
        }
        if variant.is_open() && random.below(4) == 0 {
            let settle = ["cancel", "amend:6"][random.below(2) as usize];
            all.extend(
                settle
                    .parse()
                    .ok()
                    .filter(|action| position.is_legal(*action)),
            );
        }
        if all.is_empty() {
            all = position.legal_actions();
        }
        let action = all[random.below(all.len() as u64) as usize];
        game.play(action).expect("a listed action is legal");
        look(&game);
    }
}

#[test]
fn a_told_game_of_hyperspace_chess_gives_exactly_the_seat_of_the_true_one() {
    for (variant, count) in [(Variant::Strict, 25), (Variant::Open, 25)] {
        for seed in 0..count {
            let mut number = 0;
            departing(variant, seed, |game| {
                number += 1;
                if number % 5 == 0 {
                    assert_told_exactly(game);
                }
            });
        }
    }
}

#[test]
fn what_is_told_does_not_depend_on_what_is_secret() {
    let told = |square: &str| {
        let mut game = Game::<Hyperspace>::new(Variant::Strict);
        for word in ["e2e4", "b8^3@c6", &format!("g1^2@{square}")] {
            game.play(word.parse().expect(word)).expect(word);
        }
        Hyperspace::write_transcript(&game, Color::Black).join(" ")
    };
    assert_eq!(told("f3"), "e2e4 b8^3@c6 g1^2@?");
    assert_eq!(told("f3"), told("h8"));
}

#[test]
fn returns_are_told_as_everybody_sees_them() {
    let mut game = Game::<Hyperspace>::new(Variant::Strict);
    // A black pawn stands on the bishop's square of return, the knight's is free.
    let line = "c1^1@g5 g7g5 e2e4 a7a6 g1^1@h3 h7h6 d2d4 b7b6 c2c3";
    for word in line.split(' ') {
        game.play(word.parse().expect(word)).expect(word);
    }
    let told = Hyperspace::write_transcript(&game, Color::Black).join(" ");
    assert_eq!(
        told,
        "c1^1@? g7g5 e2e4 a7a6 g1^1@?>- h7h6 d2d4 b7b6 c2c3>h3"
    );
    assert_told_exactly(&game);
}

#[test]
fn the_other_games_are_told_as_they_are() {
    in_every_game!(|P, variant| {
        let mut random = Random::new(3);
        let mut game = Game::<P>::new(variant);
        for _ in 0..12 {
            let all = game
                .position()
                .legal_actions_within(Bounds { max_delay: 0 });
            if game.outcome().is_some() || all.is_empty() {
                break;
            }
            let action = all[random.below(all.len() as u64) as usize];
            game.play(action).expect("a listed action is legal");
        }
        assert_told_exactly(&game);
    });
}

#[test]
fn a_placement_of_kings_is_told_when_both_have_placed() {
    use manifold_rules::dmchess::{DmChess, Variant};
    let mut game = Game::<DmChess>::new(Variant::Placed);
    let kings = |rank: u8| {
        let places: Vec<String> = (1..=8).map(|d| format!("d{d}e{rank}")).collect();
        format!("kings:{}", places.join(","))
    };
    game.play(kings(1).parse().expect("a placement"))
        .expect("legal");
    assert_eq!(DmChess::write_transcript(&game, Color::Black), ["kings:?"]);
    assert_told_exactly(&game);
    game.play(kings(8).parse().expect("a placement"))
        .expect("legal");
    assert_eq!(
        DmChess::write_transcript(&game, Color::Black),
        [kings(1), kings(8)]
    );
    assert_told_exactly(&game);
}

#[test]
fn words_that_cannot_be_are_refused_with_a_reason() {
    let hear = |listener, line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        Hyperspace::read_transcript(Hyperspace::start(Variant::Strict), listener, &words)
            .map(|_| ())
            .map_err(|error| error.to_string())
    };
    for (line, part) in [
        ("e2e5", "action 1 (“e2e5”)"),
        ("e2e4 e7e5>e5", "0 of the opponent's pieces return"),
        ("g1^1@?", "the player's own"),
        ("e2e4 b8^1@c6", "should be ?"),
        (
            "e2e4 b8^1@? d2d4 a7a6 c2c4 h7h6",
            "1 of the opponent's pieces return",
        ),
        (
            "e2e4 b8^1@? d2d4 a7a6 c2c4 h7h6>e4",
            "nothing of the opponent's can return like this",
        ),
        ("e2e4>e5", "the player's own"),
        ("e2e4 💥", "should be a move"),
        ("e2e4 e7e5>z9", "should be a move"),
        ("e2e4 e7e4", "action 2 (“e7e4”)"),
    ] {
        let error = hear(Color::White, line).expect_err(line);
        assert!(error.contains(part), "{line}: {error}");
    }
}
