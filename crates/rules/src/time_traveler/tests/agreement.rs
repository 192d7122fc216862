//! Agreement of the list, the judge and the count of legal actions, of keys and of position texts.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::random;
use crate::board::{Bitboard, Color, PROMOTIONS, Role, Square, StandardMove};
use crate::outcome::Outcome;
use crate::position::{Position, Recomputed, Secret};
use crate::time_traveler::identity::{identity_of_start, start_of_identity};
use crate::time_traveler::men::{Man, Men};
use crate::time_traveler::stage::Stage;
use crate::time_traveler::{Action, TimeTraveler, text};
use crate::viewer::Viewer;

/// Every action that machine notation can express.
fn encodable() -> Vec<Action> {
    let mut all = Vec::new();
    let promotions = || [None].into_iter().chain(PROMOTIONS.map(Some));
    for from in Square::ALL {
        for to in Square::ALL {
            all.push(Action::Annihilation { from, to });
            for promotion in promotions() {
                all.push(Action::Move(StandardMove {
                    from,
                    to,
                    promotion,
                }));
                for role in Role::ALL {
                    all.push(Action::Explosion {
                        role,
                        square: from,
                        to,
                        promotion,
                    });
                }
            }
        }
    }
    all
}

/// The list has no action twice, the count is its length, and exactly what is listed is accepted.
fn list_and_judge_agree(game: &TimeTraveler) {
    let listed = game.legal_actions();
    let set: HashSet<Action> = listed.iter().copied().collect();
    assert_eq!(set.len(), listed.len(), "{}", text::write(game));
    assert_eq!(
        game.count_legal(),
        listed.len() as u64,
        "{}",
        text::write(game)
    );
    for action in encodable() {
        assert_eq!(
            game.is_legal(action),
            set.contains(&action),
            "{action} in {}: {:?}",
            text::write(game),
            game.check(action)
        );
    }
}

#[test]
fn exactly_what_is_listed_is_accepted() {
    let mut dice = fastrand::Rng::with_seed(7);
    for seed in 0..8 {
        random::walk(100 + seed, 60, |game| {
            if dice.usize(..8) == 0 {
                list_and_judge_agree(game);
            }
        });
    }
}

#[test]
fn explosions_to_some_squares_are_those_of_the_whole_list_in_its_order() {
    let mut dice = fastrand::Rng::with_seed(11);
    let mut left_out = 0;
    for seed in 0..40 {
        random::walk(300 + seed, 60, |game| {
            let targets: [Bitboard; 6] = std::array::from_fn(|_| match dice.usize(..4) {
                0 => Bitboard::EMPTY,
                1 => Bitboard::FULL,
                2 => Bitboard(dice.u64(..)),
                _ => Bitboard(dice.u64(..) & dice.u64(..) & dice.u64(..)),
            });
            let mut listed = Vec::new();
            let _ = game.for_each_exploding_to(&targets, |action| {
                listed.push(action);
                ControlFlow::<()>::Continue(())
            });
            let mut expected = game.legal_actions();
            let all = expected.len();
            expected.retain(|action| match *action {
                Action::Explosion { role, to, .. } => targets[role as usize - 1].contains(to),
                _ => true,
            });
            left_out += all - expected.len();
            assert_eq!(listed, expected, "{targets:?} in {}", text::write(game));
        });
    }
    assert!(left_out > 10_000, "{left_out}");
}

#[test]
#[ignore = "takes minutes"]
fn exactly_what_is_listed_is_accepted_in_thousands_of_positions() {
    for seed in 0..200 {
        random::walk(5_000 + seed, 80, list_and_judge_agree);
    }
}

#[test]
fn a_decided_game_lists_nothing_and_refuses_everything() {
    let mut decided = 0;
    for seed in 0..60 {
        random::walk(200 + seed, 80, |game| {
            let over = game.outcome().is_some();
            assert_eq!(over, !game.has_legal_action());
            if over {
                decided += 1;
                assert_eq!(game.count_legal(), 0);
            }
        });
    }
    assert!(decided > 0);
}

#[test]
fn keys_are_those_worked_out_from_nothing() {
    for seed in 0..40 {
        random::walk(300 + seed, 80, |game| {
            assert_eq!(game.zobrist(), game.recomputed_zobrist());
        });
    }
}

#[test]
fn position_texts_round_trip() {
    for seed in 0..40 {
        random::walk(400 + seed, 80, |game| {
            let text = game.to_text();
            let read = TimeTraveler::from_text(Default::default(), &text);
            assert_eq!(read.as_ref(), Ok(game), "{text}");
        });
    }
}

#[test]
fn actions_read_back_from_both_notations() {
    for seed in 0..6 {
        random::walk(500 + seed, 60, |game| {
            let mut dice = fastrand::Rng::with_seed(u64::from(game.ply()));
            let all = game.legal_actions();
            for _ in 0..6 {
                let Some(action) = dice.choice(&all).copied() else {
                    return;
                };
                for text in [action.to_string(), game.notation(action, Viewer::Spectator)] {
                    assert_eq!(game.read(&text), Ok(action), "{text} in {}", game.to_text());
                }
                assert_eq!(action.to_string().parse(), Ok(action));
            }
            for action in all
                .iter()
                .filter(|action| matches!(action, Action::Move(_)))
            {
                let text = game.notation(*action, Viewer::Referee);
                assert_eq!(
                    game.read(&text),
                    Ok(*action),
                    "{text} in {}",
                    game.to_text()
                );
            }
        });
    }
}

/// The same position with colours exchanged.
fn mirrored(game: &TimeTraveler) -> TimeTraveler {
    let mut other = *game;
    other.men = Men::EMPTY;
    for square in game.men.occupied() {
        if let Some((piece, stage)) = game.men.at(square) {
            let to = square.flip_vertical();
            let man = piece.role.of(piece.color.other());
            let man = match game.men.identity_at(square) {
                Some(identity) => Man::untraveled(man, identity),
                None => Man::traveler(man, stage),
            };
            other.men.put(to, man);
        }
    }
    other.turn = game.turn.other();
    other.castling = crate::board::Castling::from_rooks(game.castling.rooks().flip_vertical());
    if let Some(right) = &mut other.en_passant {
        right.square = right.square.flip_vertical();
    }
    other.lost = [game.lost[1], game.lost[0]];
    other.explosions = [game.explosions[1], game.explosions[0]];
    other.recompute_keys();
    other
}

#[test]
fn mirrored_positions_have_as_many_actions_and_mirrored_results() {
    let turned = |outcome: Outcome| Outcome {
        winner: outcome.winner.map(Color::other),
        reason: outcome.reason,
    };
    for seed in 0..30 {
        random::walk(600 + seed, 60, |game| {
            let other = mirrored(game);
            assert_eq!(
                game.count_legal(),
                other.count_legal(),
                "{}",
                game.to_text()
            );
            assert_eq!(game.outcome().map(turned), other.outcome());
        });
    }
}

#[test]
fn views_carry_the_position_and_serialise() {
    for seed in 0..10 {
        random::walk(700 + seed, 60, |game| {
            let view = game.view(Viewer::Spectator);
            assert_eq!(view.to_string(), game.to_text());
            let json = serde_json::to_value(&view).expect("plain fields");
            assert_eq!(
                json["men"].as_array().map(Vec::len),
                Some(game.men.occupied().count())
            );
            for color in Color::ALL {
                let side = &view.sides[usize::from(color.is_black())];
                let open = side.threads.iter().filter(|thread| thread.open).count();
                assert_eq!(open, game.men.traveling(color).count());
                assert_eq!(side.resolved, open == 0);
            }
        });
    }
}

#[test]
fn identities_are_counted_from_each_sides_own_corner() {
    for color in Color::ALL {
        for identity in 0..16 {
            let start = start_of_identity(color, identity);
            assert_eq!(identity_of_start(color, start), Some(identity));
        }
    }
    assert_eq!(start_of_identity(Color::Black, 4), Square::E8);
    assert_eq!(identity_of_start(Color::White, Square::E8), None);
    assert_eq!(Stage::Traveling.to_string(), "traveling");
}
