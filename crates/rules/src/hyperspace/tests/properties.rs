//! Properties of every position of random games.

use crate::position::{Bounded, Recomputed};
use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::board::{PROMOTIONS, Square, StandardMove};
use crate::hyperspace::{Choices, Delay, PhaseOuts, Stays};

/// The answers to collisions that a test tries: all combinations of up to two answers, and one of three.
fn all_choices() -> Vec<Choices> {
    let both = [Stays::Returning, Stays::Occupant];
    let mut all = vec![Choices::NONE];
    for first in both {
        let one = Choices::one(first);
        all.push(one);
        all.extend(both.iter().filter_map(|second| one.with(*second)));
    }
    all
}

/// Every action that machine notation can express, except phase-outs with delays outside `delays`.
fn every_action(delays: std::ops::RangeInclusive<u8>, mut visit: impl FnMut(Action)) {
    for choices in all_choices() {
        visit(Action::ReturnOnly { choices });
        for from in Square::ALL {
            for to in Square::ALL {
                visit(Action::standard(StandardMove::new(from, to)).with_choices(choices));
                for role in PROMOTIONS {
                    let standard = StandardMove {
                        from,
                        to,
                        promotion: Some(role),
                    };
                    visit(Action::standard(standard).with_choices(choices));
                }
                for delay in delays.clone().filter_map(Delay::new) {
                    visit(Action::phase_out(from, delay, to).with_choices(choices));
                }
            }
        }
    }
}

fn what_is_listed_is_what_check_accepts(position: &Hyperspace, max_delay: u8) {
    let listed: BTreeSet<String> = listed(position, max_delay).into_iter().collect();
    let products = position.phase_outs(Bounds { max_delay });
    let products: BTreeSet<String> = products
        .iter()
        .flat_map(|product| product.actions().map(|action| action.to_string()))
        .collect();
    let phase_outs = listed.iter().filter(|action| action.contains('^'));
    assert!(phase_outs.eq(&products), "{}", position.to_text());
    let mut accepted = BTreeSet::new();
    every_action(1..=max_delay, |action| {
        if position.is_legal(action) {
            accepted.insert(action.to_string());
        }
    });
    assert_eq!(listed, accepted, "{}", position.to_text());
}

/// Legal turns, expanded with every answer to their collisions, are exactly the legal actions.
fn answers_to_collisions_are_a_product(position: &Hyperspace, max_delay: u8) {
    let departures = position.legal_departures(Bounds { max_delay });
    let turns = position.legal_turns().into_iter();
    let all: BTreeSet<String> = turns
        .chain(departures.iter().flat_map(PhaseOuts::actions))
        .flat_map(|action| {
            let collisions = position.collisions(action);
            assert_eq!(collisions.len(), action.choices().len(), "{action}");
            Choices::all(collisions.len())
                .map(move |choices| action.with_choices(choices).to_string())
        })
        .collect();
    let listed: BTreeSet<String> = listed(position, max_delay).into_iter().collect();
    assert_eq!(all, listed, "{}", position.to_text());
}

/// A position text with the colours exchanged and the board turned over.
fn mirrored(position: &Hyperspace) -> String {
    let flip_case = |c: char| {
        if c.is_ascii_lowercase() {
            c.to_ascii_uppercase()
        } else {
            c.to_ascii_lowercase()
        }
    };
    let flip_rank = |c: char| match c.to_digit(10) {
        Some(rank) => char::from_digit(9 - rank, 10).expect("a rank"),
        None => c,
    };
    let text = position.to_text();
    let fields: Vec<&str> = text.split(' ').collect();
    let ranks: Vec<&str> = fields[0].split('/').rev().collect();
    let board: String = ranks.join("/").chars().map(flip_case).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let castling: String = fields[2].chars().map(flip_case).collect();
    let en_passant: String = fields[3].chars().map(flip_rank).collect();
    let away: Vec<String> = fields[6]
        .split(',')
        .filter(|entry| *entry != "-")
        .map(|entry| {
            let (piece, square) = entry.split_once('@').expect("a traveler");
            let letter: String = piece.chars().take(1).map(flip_case).collect();
            let rest = piece[1..]
                .replace('l', "?")
                .replace('d', "l")
                .replace('?', "d");
            let square: String = square.chars().map(flip_rank).collect();
            format!("{letter}{rest}@{square}")
        })
        .collect();
    let away = if away.is_empty() {
        "-".to_owned()
    } else {
        away.join(",")
    };
    format!(
        "{board} {turn} {castling} {en_passant} {} {} {away}",
        fields[4], fields[5]
    )
}

/// A position with few men and one or two due pieces, so that checks, pins, discovered attacks and
/// collisions coincide; `None` if it is not valid.
fn crowded(random: &mut fastrand::Rng) -> Option<Hyperspace> {
    let mut squares = [' '; 64];
    for man in ['K', 'k'] {
        squares[random.usize(..64)] = man;
    }
    for _ in 0..4 + random.usize(..10) {
        let square = random.usize(..64);
        if squares[square] == ' ' {
            squares[square] = pick(
                random,
                &[
                    'q', 'r', 'b', 'r', 'b', 'n', 'p', 'p', 'Q', 'R', 'B', 'N', 'P', 'P',
                ],
            );
        }
    }
    // Sometimes with everything that castling or en passant needs.
    let (mut castling, mut en_passant) = ("-", "-");
    if random.usize(..3) == 0 {
        squares
            .iter_mut()
            .filter(|man| **man == 'K')
            .for_each(|man| *man = ' ');
        (squares[0], squares[4], squares[7]) = ('R', 'K', 'R');
        castling = "KQ";
    }
    if random.usize(..3) == 0 {
        (squares[35], squares[36], squares[44], squares[52]) = ('P', 'p', ' ', ' ');
        en_passant = "e6";
    }
    let ranks: Vec<String> = squares
        .chunks(8)
        .rev()
        .map(|rank| {
            rank.iter()
                .map(|c| if *c == ' ' { '1' } else { *c })
                .collect()
        })
        .collect();
    let square = Square::new(random.usize(..64) as u32);
    let due = match random.usize(..4) {
        0 => format!("B1{}@{square}", if square.is_light() { "l" } else { "d" }),
        _ => format!("{}1@{square}", pick(random, &['Q', 'R', 'N'])),
    };
    let (variant, due) = match random.usize(..3) {
        0 => (
            Variant::Open,
            format!("{due},N1@{}", Square::new(random.usize(..64) as u32)),
        ),
        1 => (Variant::Strict, format!("{due},N4@a1")),
        _ => (Variant::Strict, due),
    };
    let text = format!("{} w {castling} {en_passant} 0 1 {due}", ranks.join("/"));
    Hyperspace::from_text(variant, &text).ok()
}

fn sorted(mut actions: Vec<Action>) -> Vec<Action> {
    actions.sort_by_cached_key(ToString::to_string);
    actions
}

#[test]
fn crowded_positions_list_what_trying_every_action_finds() {
    let (mut positions, mut checks, mut forced) = (0, 0, 0);
    for seed in 0..12_000 {
        let Some(position) = crowded(&mut fastrand::Rng::with_seed(seed)) else {
            continue;
        };
        let bounds = Bounds { max_delay: 1 };
        let listed = sorted(position.legal_actions_within(bounds));
        let tried = sorted(position.listed_by_trial(bounds));
        assert_eq!(listed, tried, "{}", position.to_text());
        assert!(listed.iter().all(|action| position.is_legal(*action)));
        assert_eq!(position.count_legal_within(bounds), listed.len() as u64);
        answers_to_collisions_are_a_product(&position, 1);
        positions += 1;
        checks += u32::from(position.is_check());
        forced += u32::from(
            listed
                .iter()
                .any(|action| matches!(action, Action::ReturnOnly { .. })),
        );
    }
    // Otherwise the test would prove little.
    assert!(
        positions > 3_000 && checks > 500 && forced > 0,
        "{positions} {checks} {forced}"
    );
}

#[test]
fn crowded_positions_refuse_what_they_do_not_list() {
    let mut positions = 0;
    for seed in 0..200 {
        if let Some(position) = crowded(&mut fastrand::Rng::with_seed(seed)) {
            what_is_listed_is_what_check_accepts(&position, 1);
            positions += 1;
        }
    }
    assert!(positions > 40);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_listed_is_accepted_and_everything_else_is_refused(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 60, |position, random| {
            if random.usize(..12) == 0 {
                what_is_listed_is_what_check_accepts(position, 3);
            }
        });
    }

    #[test]
    fn delays_up_to_99_are_listed_and_counted(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 40, |position, random| {
            if random.usize(..20) == 0 {
                let all = position.legal_actions();
                assert_eq!(position.count_legal(), all.len() as u64);
                assert!(all.iter().all(|action| position.is_legal(*action)));
            }
        });
    }

    #[test]
    fn counting_agrees_with_listing_and_with_having_any(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 150, |position, _| {
            for max_delay in [0, 1, 3] {
                let bounds = Bounds { max_delay };
                let all = position.legal_actions_within(bounds);
                assert_eq!(position.count_legal_within(bounds), all.len() as u64);
                assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), all.len());
            }
            assert_eq!(position.has_legal_action(), position.count_legal() > 0);
        });
    }

    #[test]
    fn checks_and_pins_found_once_come_to_the_same_as_trying_every_action(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 150, |position, _| {
            let bounds = Bounds { max_delay: 2 };
            let listed = sorted(position.legal_actions_within(bounds));
            let tried = sorted(position.listed_by_trial(bounds));
            assert_eq!(listed, tried, "{}", position.to_text());
        });
    }

    #[test]
    fn the_key_kept_along_the_way_is_the_one_worked_out_anew(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 200, |position, _| {
            assert_eq!(position.zobrist(), position.recomputed_zobrist());
        });
    }

    #[test]
    fn exchanged_colours_have_exchanged_actions(seed: u64, variant in 0..2_usize) {
        random_game(VARIANTS[variant], seed, 150, |position, _| {
            if position.conflict.is_some() || position.withdrawn.is_some() {
                return;
            }
            let mirror = at_of(VARIANTS[variant], &mirrored(position));
            for max_delay in [0, 2] {
                let bounds = Bounds { max_delay };
                assert_eq!(mirror.count_legal_within(bounds), position.count_legal_within(bounds));
            }
            assert_eq!(mirror.is_check(), position.is_check());
            assert_eq!(mirror.is_insufficient_material(), position.is_insufficient_material());
        });
    }

    #[test]
    fn positions_and_actions_come_back_from_text(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 100, |position, random| {
            let text = position.to_text();
            let read = at_of(VARIANTS[variant], &text);
            assert_eq!(&read, position, "{text}");
            assert_eq!(read.to_text(), text);
            assert_eq!(read.zobrist(), position.zobrist());
            let all = position.legal_actions_within(Bounds { max_delay: 2 });
            for _ in 0..all.len().min(8) {
                let action = pick(random, &all);
                assert_eq!(action.to_string().parse(), Ok(action));
                let machine = position.read(&action.to_string());
                assert_eq!(machine.as_ref(), Ok(&action), "{text}");
                let notation = position.notation(action, Viewer::Player(position.turn()));
                let understood = position.read(&notation);
                assert_eq!(understood.as_ref(), Ok(&action), "{notation} {text}");
                // The returns may be omitted from the notation.
                let short = notation.split('&').next().unwrap_or_default();
                let understood = position.read(short);
                assert_eq!(understood.as_ref(), Ok(&action), "{short} {text}");
            }
        });
    }

    #[test]
    fn the_landings_foretold_are_what_the_board_shows(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 100, |position, random| {
            let all = position.legal_actions_within(Bounds { max_delay: 2 });
            if all.is_empty() {
                return;
            }
            let action = pick(random, &all);
            let landings = position.landings(action);
            let mut after = position.clone();
            after.play_unchecked(action);
            // If several pieces land on one square, the last one stands there.
            for (i, landing) in landings.iter().enumerate() {
                let Some(square) = landing.square else { continue };
                let replaced = landings[i + 1..].iter().any(|later| later.square == Some(square));
                if !replaced {
                    assert_eq!(after.board().role_at(square), Some(landing.role));
                }
            }
        });
    }

    #[test]
    fn an_illegal_action_that_is_made_all_the_same_does_no_harm(seed: u64, variant in 0..3_usize) {
        random_game(VARIANTS[variant], seed, 60, |position, random| {
            if random.usize(..30) == 0 {
                every_action(1..=2, |action| {
                    let mut after = position.clone();
                    after.play_unchecked(action);
                });
            }
        });
    }
}

#[test]
fn a_position_takes_the_bytes_that_its_documentation_says() {
    assert_eq!(std::mem::size_of::<Hyperspace>(), 168);
    assert!(std::mem::size_of::<Action>() <= 8);
}
