//! The suites of forced wins: `tests/suites/GAME.txt`, one position per line.
//!
//! A line has the length of the win in moves of the winner, an action that begins it, and the position in the notation
//! of the rules. Lines that start with `#` are remarks. `examples/suites` proves the suites, and has made all except
//! that of chess.

use manifold_rules::position::Rules;

/// A position with a forced win for the side to act.
#[derive(Debug, Clone)]
pub(crate) struct Puzzle<P: Rules> {
    /// The length of the shortest forced win, in moves of the winner.
    pub(crate) length: u32,
    /// An action that begins it.
    pub(crate) key: P::Action,
    pub(crate) position: P,
}

/// The text of a suite, embedded in the program.
pub(crate) fn text_of(game: &str) -> &'static str {
    match game {
        "hyperspace" => include_str!("../suites/hyperspace.txt"),
        "time-traveler" => include_str!("../suites/time-traveler.txt"),
        "hidden960" => include_str!("../suites/hidden960.txt"),
        "dmchess" => include_str!("../suites/dmchess.txt"),
        "chess" => include_str!("../suites/chess.txt"),
        _ => "",
    }
}

/// Reads a suite.
///
/// # Errors
/// Names the line that cannot be read, and why.
pub(crate) fn read<P: Rules>(text: &str) -> Result<Vec<Puzzle<P>>, String> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let wrong = |what: &str| format!("line {}: {what}", number + 1);
            let mut parts = line.splitn(3, ' ');
            let (Some(length), Some(key), Some(position)) =
                (parts.next(), parts.next(), parts.next())
            else {
                return Err(wrong("a length, an action and a position are needed"));
            };
            Ok(Puzzle {
                length: length.parse().map_err(|_| wrong("no length"))?,
                key: key.parse().map_err(|_| wrong("no action"))?,
                position: P::from_text(Default::default(), position)
                    .map_err(|error| wrong(&error.to_string()))?,
            })
        })
        .collect()
}

impl<P: Rules> Puzzle<P> {
    /// The line of the file.
    pub(crate) fn line(&self) -> String {
        format!("{} {} {}", self.length, self.key, self.position.to_text())
    }
}
