//! Fuzz targets: whatever is fed to a parser, it answers with a value or an error. It never panics,
//! hangs, or accepts something that breaks later.
//!
//! Inputs are valid texts with random damage, which comes deeper into a parser than noise. In the
//! tests each target runs for a fixed number of inputs; `cargo xtask fuzz SECONDS` runs each for a time.

use std::time::{Duration, Instant};

use manifold_rules::board::zobrist::scramble;
use manifold_rules::game::TimeControl;
use manifold_rules::position::Bounds;
use manifold_rules::record::read_games;
use manifold_rules::variant::{AnyGame, AnyPosition, AnyRecord, VariantId};
use manifold_rules::viewer::Viewer;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = scramble(self.0);
        (self.0 % bound.max(1) as u64) as usize
    }

    /// A few characters are taken out, put in, doubled or exchanged.
    fn damage(&mut self, text: &str) -> String {
        const ALPHABET: &[char] = &[
            'a', 'e', 'h', '1', '4', '8', '9', '0', '/', '-', '=', '^', '@', '+', 'K', 'Q', 'P',
            'n', 'd', ' ', ':', ',', '?', '!', '.', '~', '*', '{', '}', '[', ']', '"', '(', ')',
            '%', '\n', '\\', 'é', '\u{0}', '💥',
        ];
        let mut chars: Vec<char> = text.chars().collect();
        for _ in 0..=self.below(3) {
            let at = self.below(chars.len() + 1);
            let c = ALPHABET[self.below(ALPHABET.len())];
            match self.below(5) {
                0 => chars.insert(at, c),
                1 if at < chars.len() => chars[at] = c,
                2 if at < chars.len() => drop(chars.remove(at)),
                3 if at < chars.len() => {
                    let from = self.below(chars.len());
                    let piece: Vec<char> = chars[from.min(at)..from.max(at)].to_vec();
                    chars.splice(at..at, piece);
                }
                4 => chars.truncate(at.max(1)),
                _ => {}
            }
        }
        chars.into_iter().take(4_000).collect()
    }
}

/// Runs a target on many inputs.
fn fuzz(inputs: u64, mut target: impl FnMut(&mut Random)) {
    let until = std::env::var("MANIFOLD_FUZZ_SECONDS")
        .ok()
        .and_then(|seconds| seconds.parse().ok())
        .map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut seed = 0;
    loop {
        match until {
            Some(until) if Instant::now() >= until => return,
            None if seed >= inputs => return,
            _ => {}
        }
        target(&mut Random(seed));
        seed += 1;
    }
}

/// A position from the middle of a random game.
fn some_game(id: VariantId, random: &mut Random) -> AnyGame {
    let mut game = AnyGame::new(id);
    for _ in 0..random.below(30) {
        let bounds = Bounds {
            max_delay: u8::from(random.below(4) == 0),
        };
        let choices = game.position().legal_actions_within(bounds);
        if choices.is_empty() || game.outcome().is_some() {
            break;
        }
        let action = choices[random.below(choices.len())];
        game.play(action).expect("a listed action is legal");
    }
    game
}

/// Everything that a program does with a position it was given.
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
            let damaged = random.damage(&text);
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

fn damage_an_action(position: &AnyPosition, random: &mut Random) {
    let listed = position.legal_actions_within(Bounds { max_delay: 1 });
    if listed.is_empty() {
        return;
    }
    let action = listed[random.below(listed.len())];
    for text in [
        action.to_string(),
        position.notation(action, Viewer::Referee),
    ] {
        let damaged = random.damage(&text);
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
            for game in read_games(&random.damage(&text)).into_iter().flatten() {
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
        let text = ["300+3", "40/5400:1800", "300d5"][random.below(3)];
        if let Ok(control) = random.damage(text).parse::<TimeControl>() {
            assert_eq!(control.to_string().parse(), Ok(control));
        }
    });
}
