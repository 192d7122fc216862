//! The UCI protocol: lines of both ends, and games from a player's view.

use std::sync::{Arc, Mutex, PoisonError};

use manifold_rules::board::Color;
use manifold_rules::position::Rules;
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;
use manifold_rules::with_game;
use manifold_uci::transcript::Transcript;
use manifold_uci::{Command, Reply, Session};

use crate::check::{MOST, is_short};

/// Lines of a host and of an engine: read, written and read again, then executed by an engine, with a small limit for every `go`.
pub fn uci(input: &str) {
    let said = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&said);
    let mut session = Session::new("Manifold", move |reply: &Reply| {
        let mut said = heard.lock().unwrap_or_else(PoisonError::into_inner);
        said.push(reply.clone());
    });
    for line in input.lines().take(MOST) {
        let command = line.parse::<Command>();
        match &command {
            Ok(command) => {
                let again = command.to_string().parse::<Command>();
                assert_eq!(again.as_ref(), Ok(command), "{line:?}");
            }
            Err(error) => is_short(error),
        }
        is_written_as_it_is_read(line);
        match command {
            Ok(Command::Go(_)) => {
                session.obey("go nodes 20");
                session.obey("stop");
            }
            _ if session.obey(line) => break,
            _ => {}
        }
    }
    session.finish();
    for reply in said.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let line = reply.to_string();
        assert!(!line.contains('\n'), "{line:?} is one reply");
        is_short(&line);
        is_written_as_it_is_read(&line);
    }
}

fn is_written_as_it_is_read(line: &str) {
    let Ok(reply) = line.parse::<Reply>();
    let Ok(again) = reply.to_string().parse::<Reply>();
    assert_eq!(again, reply, "{line:?}");
}

/// A game as the protocol tells it to a player: the variant, the player's colour, a start (a position or nothing) in a line each, and then
/// all the actions as the player sees them.
pub fn transcript(input: &str) {
    let lines: Vec<&str> = input.splitn(4, '\n').collect();
    let [id, color, start, actions] = lines[..] else {
        return;
    };
    let (Ok(id), Ok(Viewer::Player(color))) = (id.parse::<VariantId>(), color.parse()) else {
        return;
    };
    let words: Vec<&str> = actions.split_whitespace().take(MOST).collect();
    with_game!(id, |P, variant| {
        hear::<P>(variant, color, start, &words);
    });
}

fn hear<P: Rules + Transcript>(variant: P::Variant, viewer: Color, start: &str, words: &[&str]) {
    let start = match start {
        "" => P::start(variant),
        text => match P::read_start(variant, viewer, text) {
            Ok(position) => position,
            Err(error) => return is_short(&error),
        },
    };
    match P::read_transcript(start, viewer, words) {
        Ok(game) => {
            let _ = game.outcome();
            let _ = game.position().view(Viewer::Player(viewer)).to_string();
        }
        Err(error) => is_short(&error),
    }
}
