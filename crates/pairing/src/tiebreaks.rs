//! Tie-breaks: C.07 of the FIDE Handbook, in force since 1 March 2026.
//!
//! | article | tie-breaks | where |
//! | --- | --- | --- |
//! | 6 | DE | `tiebreaks/encounter.rs` |
//! | 7 | WIN WON BPG BWG PS REP STD TPN | `tiebreaks/record.rs` |
//! | 8, 9, 16 | BH FB AOB SB KS, and unplayed rounds | `tiebreaks/opponents.rs` |
//! | 10 | ARO TPR PTP APRO APPO RTNG | `tiebreaks/ratings.rs` |
//! | 14 | cuts and limits | `tiebreaks/name.rs` |
//!
//! [`parts()`] breaks a value down by round.

mod encounter;
mod name;
mod opponents;
mod parts;
mod ratings;
mod record;

use std::cmp::Ordering;
use std::fmt::{self, Display};

pub use name::{Kind, ParseTieBreakError, TieBreak};
pub use parts::{Part, parts};

use crate::{Entry, Player, Points, Tournament};

/// A player's value in a tie-break.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The value as it is printed.
    pub number: f64,
    /// Whether it is always a whole number.
    pub whole: bool,
    /// Whether a smaller value is better.
    pub ascending: bool,
}

impl Value {
    fn count(count: usize) -> Value {
        Value::whole(i64::try_from(count).unwrap_or(i64::MAX))
    }

    fn whole(number: i64) -> Value {
        #[expect(clippy::cast_precision_loss, reason = "counts and ratings are small")]
        let number = number as f64;
        Value {
            number,
            whole: true,
            ascending: false,
        }
    }

    fn points(number: f64) -> Value {
        Value {
            number,
            whole: false,
            ascending: false,
        }
    }

    /// Orders values for ranking: the better value is less, as it comes first.
    #[must_use]
    pub fn cmp_rank(&self, other: &Value) -> Ordering {
        let order = other.number.total_cmp(&self.number);
        if self.ascending {
            order.reverse()
        } else {
            order
        }
    }
}

impl Display for Value {
    /// Writes whole-number tie-breaks without a decimal point, others with one to four decimals, as needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.whole {
            return write!(f, "{:.0}", self.number);
        }
        let text = format!("{:.4}", self.number);
        let short = text.trim_end_matches('0');
        if short.ends_with('.') {
            write!(f, "{short}0")
        } else {
            f.write_str(short)
        }
    }
}

/// A tournament after `rounds` rounds, as the tie-breaks see it: games that do not count are absences.
pub(crate) struct Table<'a> {
    tournament: &'a Tournament,
    rounds: usize,
}

impl<'a> Table<'a> {
    /// The table after all rounds that count.
    pub(crate) fn new(tournament: &'a Tournament) -> Table<'a> {
        Table {
            tournament,
            rounds: tournament.counted_rounds(),
        }
    }

    pub(crate) fn players(&self) -> usize {
        self.tournament.players.len()
    }

    fn player(&self, place: usize) -> &'a Player {
        &self.tournament.players[place]
    }

    /// The entry of a player for a round. A game that does not count is treated as never paired.
    fn entry(&self, place: usize, round: usize) -> Entry {
        match self.player(place).entry(round) {
            Entry::Void { .. } => Entry::Absent,
            entry => entry,
        }
    }

    /// The entries of a player, from the first round.
    fn entries(&self, place: usize) -> impl DoubleEndedIterator<Item = Entry> + '_ {
        (1..=self.rounds).map(move |round| self.entry(place, round))
    }

    /// A player's bonuses and penalties.
    fn bonuses(&self, place: usize) -> Points {
        let number = self.player(place).number;
        self.tournament.bonuses_until(number, self.rounds)
    }

    fn points_of(&self, entry: Entry) -> Points {
        self.tournament.scoring.points(entry)
    }

    /// A player's points.
    pub(crate) fn score(&self, place: usize) -> Points {
        let results = self.entries(place).map(|entry| self.points_of(entry));
        results.sum::<Points>() + self.bonuses(place)
    }

    /// The index of the opponent of an entry.
    fn opponent(&self, entry: Entry) -> Option<usize> {
        self.tournament.place(entry.opponent()?)
    }

    /// Article 15.2: whether all pairings are known in advance, so that forfeits count as regular games.
    fn is_predetermined(&self) -> bool {
        self.tournament.format.is_round_robin()
    }

    /// The opponents met over the board, once for each game, with the player's score.
    fn games(&self, place: usize) -> Vec<(usize, crate::Score)> {
        self.entries(place)
            .filter_map(|entry| match entry {
                Entry::Game { score, .. } => Some((self.opponent(entry)?, score)),
                _ => None,
            })
            .collect()
    }
}

/// The values of all players in a tie-break, by their indices in the list. `tied` has the groups of players who are still tied.
pub(crate) fn values(table: &Table<'_>, tie_break: &TieBreak, tied: &[Vec<usize>]) -> Vec<Value> {
    let all = 0..table.players();
    match tie_break.kind {
        Kind::DirectEncounter => encounter::values(table, tie_break, tied),
        Kind::Buchholz | Kind::ForeBuchholz => {
            let fore = tie_break.kind == Kind::ForeBuchholz;
            all.map(|place| Value::points(table.buchholz(place, tie_break, fore)))
                .collect()
        }
        Kind::AverageBuchholz => all
            .map(|place| table.average_buchholz(place, tie_break))
            .collect(),
        Kind::SonnebornBerger => all
            .map(|place| Value::points(table.sonneborn_berger(place, tie_break)))
            .collect(),
        Kind::Koya => all.map(|place| table.koya(place, tie_break)).collect(),
        Kind::AverageRating
        | Kind::TournamentPerformance
        | Kind::PerfectPerformance
        | Kind::AveragePerformance
        | Kind::AveragePerfectPerformance
        | Kind::Rating => all.map(|place| table.by_rating(place, tie_break)).collect(),
        _ => all.map(|place| table.by_record(place, tie_break)).collect(),
    }
}
