//! The information that an engine gives while it thinks.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use manifold_engine::{MATE, is_mate};

/// One report of a search: `info depth … score … pv …`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// The rank of this line in multi-PV mode, from 1.
    pub multipv: u32,
    /// The score from the point of view of the player to act.
    pub score: Score,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Time spent so far; written in milliseconds.
    pub time: Duration,
    /// The principal variation, in machine notation.
    pub pv: Vec<String>,
}

/// A score as UCI writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Turns of the winner until a forced win; negative if the opponent wins.
    Mate(i32),
}

impl Default for Score {
    fn default() -> Score {
        Score::Cp(0)
    }
}

impl Score {
    /// Converts a score of the engine.
    #[must_use]
    pub fn of(score: i32) -> Score {
        if !is_mate(score) {
            return Score::Cp(score);
        }
        let turns = (MATE - score.abs() + 1) / 2;
        Score::Mate(if score > 0 { turns } else { -turns })
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Cp(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(turns) => write!(f, "mate {turns}"),
        }
    }
}

impl Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
            self.depth,
            self.seldepth,
            self.multipv,
            self.score,
            self.nodes,
            self.nps,
            self.hashfull,
            self.time.as_millis(),
            self.pv.join(" ")
        )
    }
}

impl FromStr for Info {
    type Err = ();

    /// Parses the fields in any order; unknown fields are ignored. A line with a number that its field cannot have is refused.
    fn from_str(line: &str) -> Result<Info, ()> {
        let mut words = line.strip_prefix("info ").ok_or(())?.split_whitespace();
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words)?,
                "seldepth" => info.seldepth = number(&mut words)?,
                "multipv" => info.multipv = number(&mut words)?,
                "nodes" => info.nodes = number(&mut words)?,
                "nps" => info.nps = number(&mut words)?,
                "hashfull" => info.hashfull = number(&mut words)?,
                "time" => info.time = Duration::from_millis(number(&mut words)?),
                "cp" => info.score = Score::Cp(number(&mut words)?),
                "mate" => info.score = Score::Mate(number(&mut words)?),
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        Ok(info)
    }
}

/// The next word as a number of the field's type.
fn number<'a, N: FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Result<N, ()> {
    words.next().and_then(|word| word.parse().ok()).ok_or(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_turns() {
        assert_eq!(Score::of(35), Score::Cp(35));
        assert_eq!(Score::of(MATE - 1), Score::Mate(1));
        assert_eq!(Score::of(MATE - 5), Score::Mate(3));
        assert_eq!(Score::of(-(MATE - 2)), Score::Mate(-1));
        assert_eq!(Score::of(-(MATE - 4)), Score::Mate(-2));
    }

    #[test]
    fn a_line_is_written_as_it_is_read() {
        for score in ["cp -17", "mate 3", "mate -2"] {
            let line = format!(
                "info depth 7 seldepth 12 multipv 2 score {score} nodes 1234 nps 999 hashfull 3 time 17 pv e2e4 e7e5"
            );
            assert_eq!(line.parse::<Info>().expect("a line").to_string(), line);
        }
    }

    #[test]
    fn a_line_with_a_number_that_its_field_cannot_have_is_refused() {
        for field in [
            "depth -1",
            "nodes -5",
            "score cp 4294967296",
            "time",
            "hashfull x",
        ] {
            let line = format!("info {field}");
            assert_eq!(line.parse::<Info>(), Err(()), "{line}");
        }
    }
}
