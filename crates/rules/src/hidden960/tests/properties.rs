//! Properties of every position, over random games and damaged position texts.

use crate::position::{Recomputed, Secret, Turns};
use std::collections::HashSet;

use proptest::prelude::*;

use super::*;
use crate::board::{Color, File, PROMOTIONS, Rank, Role, Square, StandardMove};
use crate::hidden960::Reveal;
use crate::hidden960::pool::MEN;
use crate::perft::{divide, perft, perft_without_bulk};
use crate::position::Variant as _;
use crate::viewer::Viewer;

fn any_variant() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL)
}

/// A position of a random game.
fn any_position() -> impl Strategy<Value = Hidden960> {
    (any_variant(), any::<u64>(), 0usize..150).prop_map(|(variant, seed, length)| {
        let mut random = fastrand::Rng::with_seed(scramble(seed));
        let mut position = Hidden960::start(variant);
        for _ in 0..length {
            let Some(action) = random_action(&position, &mut random) else {
                break;
            };
            position.play_unchecked(action);
        }
        position
    })
}

/// Every action that can be expressed in machine notation, and pairs in every order and place.
fn all_encodable_actions() -> Vec<Action> {
    let mut all = vec![Action::Unreveal];
    for from in Square::ALL {
        for to in Square::ALL {
            all.push(Action::Move(StandardMove::new(from, to)));
            for role in PROMOTIONS {
                all.push(Action::Move(StandardMove {
                    from,
                    to,
                    promotion: Some(role),
                }));
            }
        }
    }
    let reveals: Vec<Reveal> = [Rank::First, Rank::Eighth]
        .into_iter()
        .flat_map(|rank| File::ALL.map(|file| Square::from_coords(file, rank)))
        .flat_map(|square| MEN.map(|role| Reveal { square, role }))
        .collect();
    all.extend(reveals.iter().copied().map(Action::Reveal));
    for first in &reveals {
        for second in &reveals {
            all.push(Action::RevealPair(*first, *second));
        }
    }
    all
}

#[test]
fn exactly_the_listed_actions_are_accepted() {
    let every = all_encodable_actions();
    let mut random = fastrand::Rng::with_seed(5);
    over_random_games(5, 30, |position| {
        let listed: HashSet<Action> = position.legal_actions().into_iter().collect();
        assert_eq!(listed.len() as u64, position.count_legal());
        assert!(listed.iter().all(|action| position.is_legal(*action)));
        if random.usize(..100) == 0 {
            for action in &every {
                let accepted = position.is_legal(*action) && *action != Action::Unreveal;
                let text = position.to_text();
                assert_eq!(accepted, listed.contains(action), "{action} in {text}");
            }
        }
    });
}

#[test]
fn a_position_is_decided_exactly_if_nothing_is_listed() {
    let mut ends = 0;
    over_random_games(6, 60, |position| {
        assert_eq!(position.outcome().is_none(), position.has_legal_action());
        ends += usize::from(position.outcome().is_some());
    });
    assert!(ends > 0);
}

#[test]
fn a_player_never_has_exactly_one_hidden_square_and_the_pool_matches() {
    over_random_games(8, 30, |position| {
        for color in Color::ALL {
            let hidden = position.hidden(color).count();
            assert_ne!(hidden, 1);
            assert_eq!(hidden, position.pool(color).len());
            let kings = position.board.of(color, Role::King).count();
            assert_eq!(kings + position.pool(color).count(Role::King), 1);
        }
    });
}

#[test]
fn the_player_who_has_just_moved_is_never_in_check_before_forced_reveals() {
    let mut random = fastrand::Rng::with_seed(9);
    over_random_games(9, 30, |position| {
        let all = position.legal_actions();
        let Some(action @ Action::Move(_)) = random.choice(&all).copied() else {
            return;
        };
        let mut next = *position;
        next.play_unchecked(action);
        let mover = position.turn();
        assert!(!next.gives_check);
        if next.king_is_hidden(mover) {
            assert_ne!(next.threatened(mover), next.hidden(mover));
        }
    });
}

/// The same position with the colours exchanged and the board flipped.
fn mirrored(position: &Hidden960) -> Hidden960 {
    let text = position.to_text();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let swap_case = |c: char| match c {
        '?' => '!',
        '!' => '?',
        c if c.is_ascii_lowercase() => c.to_ascii_uppercase(),
        c => c.to_ascii_lowercase(),
    };
    let swap_ranks = |field: &str| -> String {
        field
            .chars()
            .map(|c| match c.to_digit(10) {
                Some(rank) => char::from_digit(9 - rank, 10).unwrap(),
                None => c,
            })
            .collect()
    };
    let ranks: Vec<String> = fields[0]
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap_case).collect())
        .collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.into();
    let (white, black): (String, String) = fields[2].chars().partition(char::is_ascii_uppercase);
    fields[2] = format!("{}{}", black.to_uppercase(), white.to_lowercase());
    let mut unmoved: Vec<String> = swap_ranks(&fields[3])
        .as_bytes()
        .chunks(2)
        .map(|square| String::from_utf8_lossy(square).into_owned())
        .collect();
    unmoved.sort_by_key(|square| (square.chars().nth(1), square.chars().next()));
    fields[3] = unmoved.concat();
    fields[4] = swap_ranks(&fields[4]);
    fields[7] = swap_ranks(&fields[7]);
    if let Some(arrays) = fields.get_mut(8) {
        let (white, black) = arrays.split_once('/').unwrap();
        let turned = |array: &str| -> String {
            array
                .chars()
                .map(|c| if c == '?' { c } else { swap_case(c) })
                .collect()
        };
        *arrays = format!("{}/{}", turned(black), turned(white));
    }
    Hidden960::from_text(position.variant, &fields.join(" "))
        .unwrap_or_else(|e| panic!("{}: {e}", fields.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn positions_read_back_from_their_text(position in any_position()) {
        let text = position.to_text();
        let read = Hidden960::from_text(position.variant(), &text);
        prop_assert_eq!(read, Ok(position), "{}", text);
    }

    #[test]
    fn the_kept_key_is_the_recomputed_one(position in any_position()) {
        prop_assert_eq!(position.zobrist(), position.recomputed_zobrist());
        for action in position.legal_actions() {
            let mut next = position;
            next.play_unchecked(action);
            prop_assert_eq!(next.zobrist(), next.recomputed_zobrist(), "{}", action);
        }
    }

    #[test]
    fn actions_read_back_from_both_notations(position in any_position()) {
        for action in position.legal_actions() {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
            let text = position.notation(action, Viewer::Spectator);
            prop_assert_eq!(position.read(&text), Ok(action), "{}", text);
            prop_assert_eq!(position.read(&action.to_string()), Ok(action));
        }
    }

    #[test]
    fn a_voluntary_reveal_that_is_taken_back_leaves_no_trace(position in any_position()) {
        let is_free = position.threatened.is_empty();
        for action in position.legal_actions() {
            if matches!(action, Action::Move(_)) || !is_free {
                continue;
            }
            let mut next = position;
            next.play_unchecked(action);
            if next.actor() == position.actor() && next.threatened.is_empty() {
                prop_assert_eq!(next.play(Action::Unreveal), Ok(()));
                prop_assert_eq!(&next, &position, "{}", action);
            } else {
                prop_assert!(!next.is_legal(Action::Unreveal));
            }
        }
    }

    #[test]
    fn exchanging_the_colours_changes_no_count(position in any_position()) {
        let other = mirrored(&position);
        prop_assert_eq!(perft(&other, 2, Bounds::NONE), perft(&position, 2, Bounds::NONE));
        prop_assert_eq!(
            other.outcome().map(|outcome| outcome.reason),
            position.outcome().map(|outcome| outcome.reason)
        );
        prop_assert_eq!(other.is_insufficient_material(), position.is_insufficient_material());
    }

    #[test]
    fn counting_is_listing(position in any_position()) {
        let bulk = perft(&position, 2, Bounds::NONE);
        prop_assert_eq!(perft_without_bulk(&position, 2, Bounds::NONE), bulk);
        let divided: u64 = divide(&position, 2, Bounds::NONE).iter().map(|(_, n)| n).sum();
        prop_assert_eq!(divided, bulk);
    }

    #[test]
    fn views_show_what_stands_and_become_json(position in any_position()) {
        let view = position.view(Viewer::Spectator);
        prop_assert_eq!(view.to_string(), position.to_text());
        prop_assert_eq!(view.men.len(), position.board().occupied().count());
        let json: serde_json::Value = serde_json::to_value(&view).unwrap();
        prop_assert_eq!(json["duty"]["actor"].as_str(), Some(crate::board::color_name(position.actor())));
        // The choices offered for each square are those of the legal reveals.
        let mut offered: HashSet<(Square, Role)> = HashSet::new();
        for man in &view.men {
            offered.extend(man.choices.iter().map(|role| (man.square, *role)));
        }
        let mut legal = HashSet::new();
        for action in position.legal_actions() {
            match action {
                Action::Reveal(one) => {
                    legal.insert((one.square, one.role));
                }
                Action::RevealPair(one, two) => {
                    legal.extend([(one.square, one.role), (two.square, two.role)]);
                }
                _ => {}
            }
        }
        prop_assert_eq!(offered, legal);
        let now: usize = view.castling.iter().filter(|castling| castling.now).count();
        let castlings = position.legal_actions().into_iter().filter(|action| {
            matches!(action, Action::Move(mv) if position.board().by_color(position.turn()).contains(mv.to))
        });
        prop_assert_eq!(now, castlings.count());
    }

    #[test]
    fn rubbish_is_refused_and_never_panics(variant in any_variant(), text in ".{0,80}") {
        prop_assert!(Hidden960::from_text(variant, &text).is_err());
        let _ = text.parse::<Action>();
        prop_assert!(Hidden960::start(variant).read(&text).is_err());
    }

    /// If one character of a valid text is changed, it is either refused or gives a position that can be played.
    #[test]
    fn a_damaged_text_is_refused_or_playable(
        position in any_position(),
        place in any::<prop::sample::Index>(),
        letter in prop::sample::select("KQRBNPkqrbnp?!12345678 /-+wbaceh".chars().collect::<Vec<_>>()),
    ) {
        let text = position.to_text();
        let place = place.index(text.len());
        let damaged: String = text
            .char_indices()
            .map(|(i, c)| if i == place { letter } else { c })
            .collect();
        if let Ok(read) = Hidden960::from_text(position.variant(), &damaged) {
            prop_assert_eq!(read.zobrist(), read.recomputed_zobrist());
            let _ = perft_without_bulk(&read, 2, Bounds::NONE);
            let _ = serde_json::to_string(&read.view(Viewer::Referee)).unwrap();
            let again = Hidden960::from_text(position.variant(), &read.to_text());
            prop_assert_eq!(again, Ok(read));
            if read.is_legal(Action::Unreveal) {
                let mut back = read;
                back.play_unchecked(Action::Unreveal);
                prop_assert_eq!(back.zobrist(), back.recomputed_zobrist());
                let again = Hidden960::from_text(position.variant(), &back.to_text());
                prop_assert_eq!(again, Ok(back));
            }
        }
    }
}
