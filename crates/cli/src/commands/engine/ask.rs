//! What `go` asks for.

use std::time::Duration;

use manifold_engine::{Clock, Limits};
use manifold_rules::board::Color;
use manifold_rules::error::shorten;

/// A question to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Ask {
    depth: Option<u32>,
    nodes: Option<u64>,
    movetime: Option<Duration>,
    /// White's and Black's.
    remaining: [Option<Duration>; 2],
    increments: [Duration; 2],
    moves_to_go: Option<u32>,
    infinite: bool,
    /// Think while the opponent does; the other limits hold from `ponderhit` on.
    pub(super) ponder: bool,
    /// Count sequences of so many actions instead.
    pub(super) perft: Option<u32>,
}

impl Ask {
    /// Reads what comes after `go`.
    pub(super) fn read(words: &[&str]) -> Result<Ask, String> {
        let mut ask = Ask::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "infinite" {
                ask.infinite = true;
                continue;
            }
            if *word == "ponder" {
                ask.ponder = true;
                continue;
            }
            if matches!(*word, "searchmoves" | "mate") {
                return Err(format!("“go {word}” is not offered"));
            }
            let known = [
                "depth",
                "nodes",
                "movetime",
                "wtime",
                "btime",
                "winc",
                "binc",
                "movestogo",
                "perft",
            ];
            if !known.contains(word) {
                return Err(format!(
                    "“{}” is unknown after go; there are infinite, ponder, {}",
                    shorten(word),
                    known.join(", ")
                ));
            }
            let value = words
                .next()
                .ok_or_else(|| format!("“go {word}” needs a number"))?;
            let number: i64 = value
                .parse()
                .map_err(|_| format!("“go {word} {}”: that is no number", shorten(value)))?;
            // Clocks of some hosts go below nothing.
            let is_time = word.ends_with("time") || word.ends_with("inc");
            if number < 0 && !is_time {
                return Err(format!("“go {word} {number}”: the number is negative"));
            }
            let amount = number.max(0).unsigned_abs();
            let small = u32::try_from(amount).unwrap_or(u32::MAX);
            let time = Duration::from_millis(amount);
            match *word {
                "depth" => ask.depth = Some(small.max(1)),
                "nodes" => ask.nodes = Some(amount.max(1)),
                "movetime" => ask.movetime = Some(time.max(Duration::from_millis(1))),
                "wtime" => ask.remaining[0] = Some(time),
                "btime" => ask.remaining[1] = Some(time),
                "winc" => ask.increments[0] = time,
                "binc" => ask.increments[1] = time,
                "movestogo" => ask.moves_to_go = (small > 0).then_some(small),
                _ => ask.perft = Some(small),
            }
        }
        if ask.infinite
            && ask
                != (Ask {
                    infinite: true,
                    ..Ask::default()
                })
        {
            return Err("“go infinite” has no other limit".to_owned());
        }
        if ask.ponder && ask.perft.is_some() {
            return Err("“go perft” counts, it does not ponder".to_owned());
        }
        Ok(ask)
    }

    /// Whether only `stop` ends it, once it is no longer pondered about.
    pub(super) fn is_infinite(&self) -> bool {
        let limits = Ask {
            ponder: false,
            ..*self
        };
        self.infinite || limits == Ask::default()
    }

    /// The limits for the player of `color`.
    pub(super) fn limits(&self, color: Color) -> Limits {
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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Ask, String> {
        Ask::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn clocks_are_those_of_the_player() {
        let ask = read("wtime 60000 btime -5 winc 100 binc 200 movestogo 7").expect("limits");
        let white = ask.limits(Color::White).clock.expect("a clock");
        assert_eq!(white.remaining, Duration::from_secs(60));
        assert_eq!(white.increment, Duration::from_millis(100));
        assert_eq!(white.moves_to_go, Some(7));
        let black = ask.limits(Color::Black).clock.expect("a clock");
        assert_eq!(
            (black.remaining, black.increment),
            (Duration::ZERO, Duration::from_millis(200))
        );
    }

    #[test]
    fn without_a_limit_only_stop_ends_it() {
        assert!(read("").is_ok_and(|ask| ask.is_infinite()));
        assert!(read("infinite").is_ok_and(|ask| ask.is_infinite()));
        assert!(read("depth 3").is_ok_and(|ask| !ask.is_infinite()));
        assert!(read("ponder").is_ok_and(|ask| ask.is_infinite()));
        assert!(read("ponder depth 3").is_ok_and(|ask| ask.ponder && !ask.is_infinite()));
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
            "mate 3",
            "searchmoves e2e4",
            "fast",
            "infinite depth 3",
            "wtime 💥",
            "nodes 99999999999999999999999",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
