//! Tie-breaks from a player's own results: C.07 article 7.

use super::{Kind, Table, TieBreak, Value};
use crate::{Colour, Entry, Points, Score};

impl Table<'_> {
    /// A value of article 7.
    pub(super) fn by_record(&self, place: usize, tie_break: &TieBreak) -> Value {
        match tie_break.kind {
            kind if kind.counts_rounds() => Value::count(
                self.entries(place)
                    .filter(|&entry| self.is_counted(entry, kind))
                    .count(),
            ),
            Kind::ProgressiveScores => {
                let mut score = Points::ZERO;
                let scores = self.entries(place).map(|entry| {
                    score += self.points_of(entry);
                    score
                });
                let sum: Points = scores.skip(tie_break.cut_low).sum();
                Value::points(sum.as_f64())
            }
            Kind::StandardPoints => {
                let halves: i32 = (1..=self.rounds)
                    .map(|round| self.standard(place, round))
                    .sum();
                Value::points(f64::from(halves) / 2.0)
            }
            _ => {
                let mut value = Value::whole(i64::from(self.player(place).number));
                value.ascending = !tie_break.reversed;
                value
            }
        }
    }

    /// Whether a round counts for a tie-break that counts rounds.
    pub(super) fn is_counted(&self, entry: Entry, kind: Kind) -> bool {
        let is_black = entry.colour() == Some(Colour::Black);
        match kind {
            Kind::Wins => self.points_of(entry) == self.tournament.scoring.win,
            Kind::GamesWon => is_won(entry),
            Kind::BlackGames => entry.is_played() && is_black,
            Kind::BlackWins => is_won(entry) && is_black,
            Kind::RoundsElected => !is_voluntary(entry),
            _ => false,
        }
    }

    /// Article 7.7: half points by the standard system.
    pub(super) fn standard(&self, place: usize, round: usize) -> i32 {
        let entry = self.entry(place, round);
        let mine = self.points_of(entry);
        let theirs = match self.opponent(entry) {
            Some(opponent) => self.points_of(self.entry(opponent, round)),
            None => self.tournament.scoring.draw,
        };
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => 2,
            // If both have lost, as in a double forfeit, the standard system gives nothing.
            std::cmp::Ordering::Equal if mine >= self.tournament.scoring.draw => 1,
            _ => 0,
        }
    }
}

/// Whether a game was won over the board: articles 7.2 to 7.4 count only such games, in round robins too.
fn is_won(entry: Entry) -> bool {
    matches!(
        entry,
        Entry::Game {
            score: Score::Win,
            ..
        }
    )
}

/// Article 16.1.1: a half-point or zero-point bye.
pub(super) fn is_requested_bye(entry: Entry) -> bool {
    matches!(entry, Entry::HalfBye | Entry::Absent)
}

/// Article 16.1.2: a voluntary unplayed round (VUR).
pub(super) fn is_voluntary(entry: Entry) -> bool {
    is_requested_bye(entry) || matches!(entry, Entry::Forfeit { won: false, .. })
}
