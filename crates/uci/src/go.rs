//! The command `go` and its arguments.

use std::fmt::{self, Display};
use std::num::{IntErrorKind, ParseIntError};
use std::time::Duration;

use manifold_engine::{Clock, Limits};
use manifold_rules::board::Color;
use manifold_rules::error::shorten;

use crate::error::CommandError;

/// The maximum depth of `go perft`; no count of this depth would ever finish.
const MOST_PERFT: u64 = 99;

/// The arguments of `go`: limits of the search, or a perft depth.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// Stop after this depth in plies.
    pub depth: Option<u32>,
    /// Stop after this many nodes.
    pub nodes: Option<u64>,
    /// Stop after this time.
    pub movetime: Option<Duration>,
    /// White's and Black's time on the clock.
    pub remaining: [Option<Duration>; 2],
    /// White's and Black's increment per turn.
    pub increments: [Duration; 2],
    /// Turns until the next time control.
    pub moves_to_go: Option<u32>,
    /// Think until `stop`.
    pub infinite: bool,
    /// Think on the opponent's time; the other limits apply from `ponderhit` on.
    pub ponder: bool,
    /// Stop on finding a forced win in at most this many turns.
    pub mate: Option<u32>,
    /// Consider only these actions; all if empty.
    pub search_moves: Vec<String>,
    /// Run perft to this depth, in actions, instead of searching.
    pub perft: Option<u32>,
}

/// The arguments with a number.
const NUMBERS: [&str; 10] = [
    "depth",
    "nodes",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "mate",
    "perft",
];

impl Go {
    /// Reads the arguments of `go`.
    pub(crate) fn read(words: &[&str]) -> Result<Go, CommandError> {
        let mut go = Go::default();
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            if *word == "infinite" {
                go.infinite = true;
                continue;
            }
            if *word == "ponder" {
                go.ponder = true;
                continue;
            }
            if *word == "searchmoves" {
                while let Some(action) = words.next_if(|word| !is_argument(word)) {
                    go.search_moves.push((*action).to_owned());
                }
                if go.search_moves.is_empty() {
                    return Err(CommandError(
                        "“go searchmoves” needs the actions to choose from".to_owned(),
                    ));
                }
                continue;
            }
            if !NUMBERS.contains(word) {
                return Err(CommandError(format!(
                    "“{}” is unknown after go; use infinite, ponder, searchmoves, {}",
                    shorten(word),
                    NUMBERS.join(", ")
                )));
            }
            let value = words
                .next()
                .ok_or_else(|| CommandError(format!("“go {word}” needs a number")))?;
            let number: i64 = value.parse().map_err(|error: ParseIntError| {
                let problem = match error.kind() {
                    IntErrorKind::PosOverflow => {
                        format!("the number is too large: use at most {}", i64::MAX)
                    }
                    IntErrorKind::NegOverflow => "the number is too small".to_owned(),
                    _ => "that is not a number".to_owned(),
                };
                CommandError(format!("“go {word} {}”: {problem}", shorten(value)))
            })?;
            // The clocks of some hosts go below zero.
            let is_time = word.ends_with("time") || word.ends_with("inc");
            if number < 0 && !is_time {
                return Err(CommandError(format!(
                    "“go {word} {number}”: the number is negative"
                )));
            }
            let amount = number.max(0).unsigned_abs();
            if *word == "perft" && amount > MOST_PERFT {
                return Err(CommandError(format!(
                    "“go perft {}”: the depth is 0 to {MOST_PERFT}",
                    shorten(value)
                )));
            }
            let small = u32::try_from(amount).unwrap_or(u32::MAX);
            let time = Duration::from_millis(amount);
            match *word {
                "depth" => go.depth = Some(small.max(1)),
                "nodes" => go.nodes = Some(amount.max(1)),
                "movetime" => go.movetime = Some(time.max(Duration::from_millis(1))),
                "wtime" => go.remaining[0] = Some(time),
                "btime" => go.remaining[1] = Some(time),
                "winc" => go.increments[0] = time,
                "binc" => go.increments[1] = time,
                "mate" => go.mate = Some(small.max(1)),
                "movestogo" => go.moves_to_go = (small > 0).then_some(small),
                _ => go.perft = Some(small),
            }
        }
        if go.infinite && (go.ponder || go.has_limit()) {
            return Err(CommandError("“go infinite” has no other limit".to_owned()));
        }
        if go.ponder && go.perft.is_some() {
            return Err(CommandError(
                "“go perft” counts, it does not ponder".to_owned(),
            ));
        }
        Ok(go)
    }

    /// Whether the search, after any pondering, ends only with `stop`, if the player of `color` is to act: there is no limit, or none
    /// except the other player's clock.
    #[must_use]
    pub fn is_infinite(&self, color: Color) -> bool {
        self.infinite || (self.perft.is_none() && self.limits(color) == Limits::default())
    }

    /// Whether there is any limit, or a perft depth.
    fn has_limit(&self) -> bool {
        let others = Go {
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
            ..self.clone()
        };
        others != Go::default()
    }

    /// The limits for the player of `color`.
    #[must_use]
    pub fn limits(&self, color: Color) -> Limits {
        let side = color.fold_wb(0, 1);
        Limits {
            nodes: self.nodes,
            time: self.movetime,
            depth: self.depth,
            clock: self.remaining[side].map(|remaining| Clock {
                remaining,
                increment: self.increments[side],
                moves_to_go: self.moves_to_go,
            }),
            mate: self.mate,
        }
    }
}

/// Whether a word is an argument of `go` and not an action.
fn is_argument(word: &str) -> bool {
    NUMBERS.contains(&word) || matches!(word, "infinite" | "ponder" | "searchmoves")
}

impl Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if self.ponder {
            f.write_str(" ponder")?;
        }
        let mut number = |name: &str, value: Option<u128>| match value {
            Some(value) => write!(f, " {name} {value}"),
            None => Ok(()),
        };
        let time = |time: Option<Duration>| time.map(|time| time.as_millis());
        number("depth", self.depth.map(u128::from))?;
        number("nodes", self.nodes.map(u128::from))?;
        number("movetime", time(self.movetime))?;
        number("wtime", time(self.remaining[0]))?;
        number("btime", time(self.remaining[1]))?;
        let increment = |time: Duration| (!time.is_zero()).then_some(time.as_millis());
        number("winc", increment(self.increments[0]))?;
        number("binc", increment(self.increments[1]))?;
        number("movestogo", self.moves_to_go.map(u128::from))?;
        number("mate", self.mate.map(u128::from))?;
        number("perft", self.perft.map(u128::from))?;
        if !self.search_moves.is_empty() {
            write!(f, " searchmoves {}", self.search_moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Go, CommandError> {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn clocks_are_those_of_the_player() {
        let go = read("wtime 60000 btime -5 winc 100 binc 200 movestogo 7").expect("limits");
        let white = go.limits(Color::White).clock.expect("a clock");
        assert_eq!(white.remaining, Duration::from_secs(60));
        assert_eq!(white.increment, Duration::from_millis(100));
        assert_eq!(white.moves_to_go, Some(7));
        let black = go.limits(Color::Black).clock.expect("a clock");
        assert_eq!(
            (black.remaining, black.increment),
            (Duration::ZERO, Duration::from_millis(200))
        );
    }

    #[test]
    fn without_a_limit_only_stop_ends_it() {
        assert!(read("").is_ok_and(|go| go.is_infinite(Color::White)));
        assert!(read("infinite").is_ok_and(|go| go.is_infinite(Color::White)));
        assert!(read("depth 3").is_ok_and(|go| !go.is_infinite(Color::White)));
        for only in ["btime 2000", "winc 100", "movestogo 5"] {
            assert!(
                read(only).is_ok_and(|go| go.is_infinite(Color::White)),
                "{only}"
            );
        }
        assert!(read("btime 2000").is_ok_and(|go| !go.is_infinite(Color::Black)));
        assert!(read("ponder").is_ok_and(|go| go.is_infinite(Color::White)));
        assert!(read("ponder depth 3").is_ok_and(|go| go.ponder && !go.is_infinite(Color::White)));
    }

    #[test]
    fn actions_to_choose_from_end_with_the_next_argument() {
        let go = read("searchmoves e2e4 d2d4 mate 3").expect("limits");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.mate, go.is_infinite(Color::White)), (Some(3), false));
        assert_eq!(read(go.to_string().trim_start_matches("go ")), Ok(go));
        assert!(read("infinite searchmoves e2e4").is_ok_and(|go| go.is_infinite(Color::White)));
    }

    #[test]
    fn a_number_that_is_too_large_is_told_from_what_is_none() {
        for (text, problem) in [
            (
                "nodes 18446744073709551615",
                "use at most 9223372036854775807",
            ),
            ("wtime -18446744073709551615", "too small"),
            ("nodes many", "that is not a number"),
        ] {
            let CommandError(said) = read(text).expect_err(text);
            assert!(said.contains(problem), "{said}");
        }
        let most = read("nodes 9223372036854775807").expect("limits");
        assert_eq!(most.nodes, u64::try_from(i64::MAX).ok());
    }

    #[test]
    fn rubbish_is_refused() {
        for text in [
            "depth",
            "depth x",
            "depth -1",
            "nodes 1.5",
            "infinite ponder",
            "ponder perft 2",
            "mate",
            "mate soon",
            "searchmoves",
            "searchmoves depth 3",
            "fast",
            "infinite depth 3",
            "wtime 💥",
            "nodes 99999999999999999999999",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
