//! Damaged texts: for any input a parser returns a value or an error. It never panics,
//! hangs, or accepts something that breaks later.
//!
//! Inputs are valid texts of random games with random damage, which get deeper into a parser than noise.
//! The targets in `fuzz` search for such inputs guided by coverage.

use manifold_rules::game::TimeControl;
use manifold_rules::position::Bounds;
use manifold_rules::record::read_games;
use manifold_rules::variant::{AnyGame, AnyPosition, AnyRecord, VariantId};
use manifold_rules::viewer::Viewer;

/// Damages a text: a few characters are removed, inserted, doubled or replaced.
fn damage(random: &mut fastrand::Rng, text: &str) -> String {
    const ALPHABET: &[char] = &[
        'a', 'e', 'h', '1', '4', '8', '9', '0', '/', '-', '=', '^', '@', '+', 'K', 'Q', 'P', 'n',
        'd', ' ', ':', ',', '?', '!', '.', '~', '*', '{', '}', '[', ']', '"', '(', ')', '%', '\n',
        '\\', 'é', '\u{0}', '💥',
    ];
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.usize(..3) {
        let at = random.usize(..chars.len() + 1);
        let c = ALPHABET[random.usize(..ALPHABET.len())];
        match random.usize(..5) {
            0 => chars.insert(at, c),
            1 if at < chars.len() => chars[at] = c,
            2 if at < chars.len() => drop(chars.remove(at)),
            3 if at < chars.len() => {
                let from = random.usize(..chars.len());
                let piece: Vec<char> = chars[from.min(at)..from.max(at)].to_vec();
                chars.splice(at..at, piece);
            }
            4 => chars.truncate(at.max(1)),
            _ => {}
        }
    }
    chars.into_iter().take(4_000).collect()
}

/// Runs a property on many inputs.
fn fuzz(inputs: u64, mut property: impl FnMut(&mut fastrand::Rng)) {
    for seed in 0..inputs {
        property(&mut fastrand::Rng::with_seed(seed));
    }
}

/// A random game of fewer than 30 actions.
fn some_game(id: VariantId, random: &mut fastrand::Rng) -> AnyGame {
    let mut game = AnyGame::new(id);
    for _ in 0..random.usize(..30) {
        let bounds = Bounds {
            max_delay: u8::from(random.usize(..4) == 0),
        };
        let choices = game.position().legal_actions_within(bounds);
        if choices.is_empty() || game.outcome().is_some() {
            break;
        }
        let action = choices[random.usize(..choices.len())];
        game.play(action).expect("a listed action is legal");
    }
    game
}

/// Everything that a program does with a position from outside.
fn use_position(position: &AnyPosition) {
    let _ = position.outcome();
    let _ = position.is_insufficient_material();
    let _ = position.repetition_key();
    assert_eq!(position.zobrist(), position.recomputed_zobrist());
    for viewer in [Viewer::Referee, Viewer::Spectator] {
        let _ = position.view(viewer).to_string();
    }
    let listed = position.legal_actions_within(Bounds { max_delay: 1 });
    for action in listed.iter().step_by(listed.len() / 8 + 1) {
        let mut after = position.clone();
        after.play(*action).expect("a listed action is legal");
        let _ = position.notation(*action, Viewer::Referee);
        let _ = after.count_legal_within(Bounds { max_delay: 1 });
        let again =
            AnyPosition::from_text(after.variant(), &after.to_text()).expect("its own text");
        assert_eq!(again, after);
    }
}

#[test]
fn damaged_positions_are_refused_or_sound() {
    for id in VariantId::all() {
        fuzz(300, |random| {
            let text = some_game(id, random).position().to_text();
            let damaged = damage(random, &text);
            if let Ok(position) = AnyPosition::from_text(id, &damaged) {
                use_position(&position);
            }
        });
    }
}

#[test]
fn damaged_actions_are_refused_or_legal() {
    for id in VariantId::all() {
        fuzz(300, |random| {
            damage_an_action(&some_game(id, random).position(), random)
        });
    }
}

fn damage_an_action(position: &AnyPosition, random: &mut fastrand::Rng) {
    let listed = position.legal_actions_within(Bounds { max_delay: 1 });
    if listed.is_empty() {
        return;
    }
    let action = listed[random.usize(..listed.len())];
    for text in [
        action.to_string(),
        position.notation(action, Viewer::Referee),
    ] {
        let damaged = damage(random, &text);
        if let Ok(action) = position.parse_action(&damaged) {
            assert_eq!(
                action.to_string(),
                damaged,
                "machine notation has one spelling"
            );
            let mut after = position.clone();
            if after.play(action).is_err() {
                assert_eq!(after, *position);
            }
        }
        match position.read(&damaged) {
            Ok(action) => assert!(position.is_legal(action), "{damaged}"),
            Err(error) => assert!(error.to_string().len() < 20_000),
        }
    }
}

#[test]
fn damaged_records_are_refused_or_replayed() {
    for id in VariantId::all() {
        fuzz(60, |random| {
            let record = AnyRecord::new(some_game(id, random));
            let text = record.to_pgn(Viewer::Referee).repeat(2);
            for game in read_games(&damage(random, &text)).into_iter().flatten() {
                if game.game() == Ok(id)
                    && let Ok(record) = AnyRecord::replay(&game)
                {
                    let _ = record.to_pgn(Viewer::Spectator);
                }
            }
        });
    }
}

#[test]
fn damaged_time_controls_are_refused_or_written_back() {
    fuzz(5_000, |random| {
        let text = ["300+3", "40/5400:1800", "300d5"][random.usize(..3)];
        if let Ok(control) = damage(random, text).parse::<TimeControl>() {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    });
}
