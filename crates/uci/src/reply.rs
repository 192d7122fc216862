//! The replies of an engine.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::str::FromStr;

use crate::info::Info;
use crate::offer::Offer;

/// One line from an engine.
///
/// ```
/// use manifold_uci::Reply;
///
/// let Ok(reply) = "bestmove e2e4 ponder e7e5".parse();
/// let Reply::BestMove { action, .. } = reply else { panic!("an action was chosen") };
/// assert_eq!(action.as_deref(), Some("e2e4"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name …`: the program and its version.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option …`: an option that can be set.
    Option(Offer),
    /// `uciok`: the end of the introduction.
    UciOk,
    /// `readyok`: the answer to `isready`.
    ReadyOk,
    /// `info depth …`: what has been found so far.
    Info(Info),
    /// `info string …`: a sentence.
    Text(String),
    /// `bestmove …`: the answer to `go`.
    BestMove {
        /// The action; `None` if there is none.
        action: Option<String>,
        /// The answer that is expected, to ponder on.
        ponder: Option<String>,
    },
    /// `ACTION: COUNT`: a part of the answer to `go perft`.
    Divide {
        /// The first action.
        action: String,
        /// The sequences that begin with it.
        count: u64,
    },
    /// `Nodes searched: COUNT`: the total at the end of the answer to `go perft`.
    Total(u64),
    /// Any other line.
    Other(String),
}

/// The word for no action.
const NO_ACTION: &str = "(none)";

impl Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(offer) => offer.fmt(f),
            Reply::UciOk => f.write_str("uciok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::Text(text) => write!(f, "info string {text}"),
            Reply::BestMove { action, ponder } => {
                write!(f, "bestmove {}", action.as_deref().unwrap_or(NO_ACTION))?;
                match ponder {
                    Some(ponder) => write!(f, " ponder {ponder}"),
                    None => Ok(()),
                }
            }
            Reply::Divide { action, count } => write!(f, "{action}: {count}"),
            Reply::Total(count) => write!(f, "Nodes searched: {count}"),
            Reply::Other(line) => f.write_str(line),
        }
    }
}

impl FromStr for Reply {
    type Err = Infallible;

    fn from_str(line: &str) -> Result<Reply, Infallible> {
        Ok(read(line.trim()).unwrap_or_else(|| Reply::Other(line.to_owned())))
    }
}

fn read(line: &str) -> Option<Reply> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    Some(match verb {
        "id" => match rest.split_once(' ')? {
            ("name", name) => Reply::Name(name.to_owned()),
            ("author", author) => Reply::Author(author.to_owned()),
            _ => return None,
        },
        "option" => Reply::Option(line.parse().ok()?),
        "uciok" => Reply::UciOk,
        "readyok" => Reply::ReadyOk,
        "info" => match rest.strip_prefix("string ") {
            Some(text) => Reply::Text(text.to_owned()),
            None => Reply::Info(line.parse().ok()?),
        },
        "bestmove" => {
            let mut words = rest.split_whitespace();
            let action = words.next().filter(|word| *word != NO_ACTION);
            let ponder = words
                .next()
                .filter(|word| *word == "ponder")
                .and_then(|_| words.next());
            Reply::BestMove {
                action: action.map(str::to_owned),
                ponder: ponder.map(str::to_owned),
            }
        }
        "Nodes" => Reply::Total(rest.strip_prefix("searched: ")?.parse().ok()?),
        _ => Reply::Divide {
            action: verb.strip_suffix(':')?.to_owned(),
            count: rest.parse().ok()?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_written_as_they_are_read() {
        for line in [
            "id name Manifold 0.1.0",
            "id author the Manifold developers",
            "option name Clear Hash type button",
            "uciok",
            "readyok",
            "info depth 1 seldepth 1 multipv 1 score cp 5 nodes 20 nps 1000 hashfull 0 time 1 pv e2e4",
            "info string error: “x” is not a command",
            "bestmove (none)",
            "bestmove e2e4",
            "bestmove e2e4 ponder e7e5",
            "e2e4: 20",
            "Nodes searched: 400",
            "Stockfish 15.1 by the Stockfish developers",
        ] {
            let Ok(reply) = line.parse::<Reply>();
            assert_eq!(reply.to_string(), line);
            assert_eq!(
                matches!(reply, Reply::Other(_)),
                line.starts_with("Stockfish"),
                "{line}"
            );
        }
    }
}
