//! The commands of a host.

use std::fmt::{self, Display};
use std::str::FromStr;

use manifold_rules::board::{Color, color_name};
use manifold_rules::error::shorten;

use crate::error::CommandError;
use crate::go::Go;

/// One line from a host.
///
/// ```
/// use manifold_uci::Command;
///
/// let command: Command = "position startpos moves e2e4".parse()?;
/// assert_eq!(command.to_string(), "position startpos moves e2e4");
/// # Ok::<(), manifold_uci::CommandError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// `uci`: introduce yourself.
    Uci,
    /// `debug`: accepted, without effect.
    Debug,
    /// `isready`: answer when all previous commands are done.
    IsReady,
    /// `setoption name NAME value VALUE`.
    SetOption {
        /// The name, which can have several words.
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// `ucinewgame`: the following commands belong to another game.
    NewGame,
    /// `position …`: set up the position to search.
    Position(PositionCommand),
    /// `go …`: start searching.
    Go(Go),
    /// `ponderhit`: the opponent has acted as expected.
    PonderHit,
    /// `stop`: answer now.
    Stop,
    /// `quit`: end the program.
    Quit,
}

/// The arguments of `position`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionCommand {
    /// The player whose view this is; `None` if nothing is withheld.
    pub viewer: Option<Color>,
    /// The starting position.
    pub start: Start,
    /// The actions from there, in machine notation or, with a viewer, as in that player's transcript.
    pub actions: Vec<String>,
}

/// The starting position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Start {
    /// `startpos`: the variant's own start position.
    Standard,
    /// `fen TEXT`: this position.
    Text(String),
}

impl FromStr for Command {
    type Err = CommandError;

    fn from_str(line: &str) -> Result<Command, CommandError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (verb, rest) = words.split_first().unwrap_or((&"", &[]));
        Ok(match *verb {
            "uci" => Command::Uci,
            "debug" => Command::Debug,
            "isready" => Command::IsReady,
            "setoption" => set_option(rest)?,
            "ucinewgame" => Command::NewGame,
            "position" => Command::Position(position(rest)?),
            "go" => Command::Go(Go::read(rest)?),
            "ponderhit" => Command::PonderHit,
            "stop" => Command::Stop,
            "quit" => Command::Quit,
            _ => {
                return Err(CommandError(format!(
                    "“{}” is not a command; use uci, isready, setoption, ucinewgame, position, go, ponderhit, stop or quit",
                    shorten(verb)
                )));
            }
        })
    }
}

fn set_option(words: &[&str]) -> Result<Command, CommandError> {
    let ["name", rest @ ..] = words else {
        return Err(CommandError(
            "setoption should be: setoption name NAME value VALUE".to_owned(),
        ));
    };
    let split = rest.iter().position(|word| *word == "value");
    let (name, value) = match split {
        Some(split) => (&rest[..split], Some(rest[split + 1..].join(" "))),
        None => (rest, None),
    };
    Ok(Command::SetOption {
        name: name.join(" "),
        value,
    })
}

fn position(words: &[&str]) -> Result<PositionCommand, CommandError> {
    let (viewer, words) = match words {
        ["view", color, rest @ ..] => (Some(color_of(color)?), rest),
        _ => (None, words),
    };
    let end = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let actions = words.get(end + 1..).unwrap_or_default();
    let start = match &words[..end] {
        ["startpos"] => Start::Standard,
        ["fen", text @ ..] if !text.is_empty() => Start::Text(text.join(" ")),
        _ => {
            return Err(CommandError(
                "position should be: position [view white|black] startpos|fen TEXT [moves ACTION …]"
                    .to_owned(),
            ));
        }
    };
    Ok(PositionCommand {
        viewer,
        start,
        actions: actions.iter().map(|&word| word.to_owned()).collect(),
    })
}

fn color_of(word: &str) -> Result<Color, CommandError> {
    match word {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(CommandError(format!(
            "“{}” should be white or black",
            shorten(word)
        ))),
    }
}

impl Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Uci => f.write_str("uci"),
            Command::Debug => f.write_str("debug"),
            Command::IsReady => f.write_str("isready"),
            Command::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Command::SetOption {
                name,
                value: Some(value),
            } => write!(f, "setoption name {name} value {value}"),
            Command::NewGame => f.write_str("ucinewgame"),
            Command::Position(position) => position.fmt(f),
            Command::Go(go) => go.fmt(f),
            Command::PonderHit => f.write_str("ponderhit"),
            Command::Stop => f.write_str("stop"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("position ")?;
        if let Some(color) = self.viewer {
            write!(f, "view {} ", color_name(color))?;
        }
        match &self.start {
            Start::Standard => f.write_str("startpos")?,
            Start::Text(text) => write!(f, "fen {text}")?,
        }
        if !self.actions.is_empty() {
            write!(f, " moves {}", self.actions.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written_as_they_are_read() {
        for line in [
            "uci",
            "debug",
            "isready",
            "setoption name Clear Hash",
            "setoption name UCI_Variant value hidden960:960",
            "setoption name Contempt value ",
            "ucinewgame",
            "position startpos",
            "position view black startpos moves e2e4 b8^3@c6",
            "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1 moves a1a2",
            "go",
            "go infinite",
            "go ponder movetime 50",
            "go depth 3 nodes 100 movestogo 7",
            "go wtime 60000 btime 59000 winc 100 binc 100",
            "go perft 3",
            "ponderhit",
            "stop",
            "quit",
        ] {
            let command: Command = line.parse().expect(line);
            assert_eq!(command.to_string(), line);
            assert_eq!(command.to_string().parse(), Ok(command));
        }
    }

    #[test]
    fn lines_that_are_no_commands_are_refused() {
        for line in [
            "",
            "xboard",
            "setoption Hash 3",
            "position",
            "position fen",
            "position view red startpos",
            "position startpos e2e4",
            "go fast",
        ] {
            assert!(line.parse::<Command>().is_err(), "{line}");
        }
    }
}
