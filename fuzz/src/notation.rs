//! Positions, actions, records and short texts.

use std::fmt::Display;
use std::str::FromStr;

use manifold_arena::ContestClock;
use manifold_rules::board::StandardMove;
use manifold_rules::board::san::Pattern;
use manifold_rules::game::TimeControl;
use manifold_rules::hyperspace::Commitment;
use manifold_rules::position::Bounds;
use manifold_rules::record::read_games;
use manifold_rules::variant::{AnyGame, AnyPosition, AnyRecord, VariantId};
use manifold_rules::viewer::Viewer;

use crate::check::{MOST, is_short};

/// A position as text: the variant in the first line, the position in the second.
pub fn position(input: &str) {
    let Some((id, text)) = input.split_once('\n') else {
        return;
    };
    let Ok(id) = VariantId::from_str(id) else {
        return;
    };
    match AnyPosition::from_text(id, text) {
        Ok(position) => use_position(&position),
        Err(error) => is_short(&error),
    }
}

/// A game: the variant in the first line, then an action in each line, in machine notation or the game's own.
pub fn action(input: &str) {
    let mut lines = input.lines();
    let Some(Ok(id)) = lines.next().map(VariantId::from_str) else {
        return;
    };
    let mut position = AnyPosition::start(id);
    for line in lines.take(MOST) {
        act(&mut position, line);
    }
}

/// A file of records in PGN.
pub fn record(input: &str) {
    for game in read_games(input).into_iter().take(MOST) {
        match game {
            Ok(pgn) => match AnyRecord::replay(&pgn) {
                Ok(record) => {
                    let _ = record.to_pgn(Viewer::Spectator);
                    let text = record.to_pgn(Viewer::Referee);
                    let again = read_games(&text).pop().expect("a game");
                    let again = AnyRecord::replay(&again.expect("its own record"));
                    let again = again.expect("its own actions");
                    assert_eq!(again.game.actions(), record.game.actions());
                }
                Err(error) => is_short(&error),
            },
            Err(error) => is_short(&error),
        }
    }
}

/// All types that are parsed from a short text.
pub fn text(input: &str) {
    round_trip::<TimeControl>(input);
    round_trip::<VariantId>(input);
    round_trip::<Viewer>(input);
    round_trip::<StandardMove>(input);
    round_trip::<Commitment>(input);
    let _ = input.parse::<ContestClock>();
    let _ = Pattern::parse(input);
    for id in VariantId::all() {
        if let Ok(action) = id.parse_action(input) {
            assert_eq!(id.parse_action(&action.to_string()).ok(), Some(action));
        }
    }
}

/// Checks that a value that was read is written so that it reads back.
fn round_trip<T: FromStr + Display + PartialEq>(input: &str) {
    if let Ok(value) = input.parse::<T>() {
        let again = value.to_string().parse::<T>().ok();
        assert!(again == Some(value), "{input:?}");
    }
}

/// Reads an action and plays it; a refused action must change nothing.
fn act(position: &mut AnyPosition, text: &str) {
    if let Ok(action) = position.parse_action(text) {
        assert_eq!(
            action.to_string(),
            text,
            "machine notation has one spelling"
        );
        let mut after = position.clone();
        if after.play(action).is_err() {
            assert_eq!(after, *position);
        }
    }
    match position.read(text) {
        Ok(action) => {
            assert!(position.is_legal(action), "{text:?}");
            let written = position.notation(action, Viewer::Referee);
            assert_eq!(position.read(&written).ok(), Some(action), "{written}");
            position.play(action).expect("it was read as legal");
            assert_eq!(position.zobrist(), position.recomputed_zobrist());
        }
        Err(error) => is_short(&error),
    }
}

/// Does everything that a program does with a given position.
fn use_position(position: &AnyPosition) {
    let text = position.to_text();
    let again = AnyPosition::from_text(position.variant(), &text).expect("its own text");
    assert_eq!(again, *position);
    let _ = position.outcome();
    let _ = position.is_insufficient_material();
    let _ = position.repetition_key();
    assert_eq!(position.zobrist(), position.recomputed_zobrist());
    for viewer in [Viewer::Referee, Viewer::Spectator] {
        let _ = position.view(viewer).to_string();
    }
    let bounds = Bounds { max_delay: 1 };
    let listed = position.legal_actions_within(bounds);
    for action in listed.iter().step_by(listed.len() / 4 + 1) {
        let mut after = position.clone();
        after.play(*action).expect("a listed action is legal");
        let _ = AnyGame::from_position(after.clone()).outcome();
        let _ = position.notation(*action, Viewer::Referee);
        let again =
            AnyPosition::from_text(after.variant(), &after.to_text()).expect("its own text");
        assert_eq!(again, after);
    }
}
