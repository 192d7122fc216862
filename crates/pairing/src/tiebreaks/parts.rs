//! The contributions of single rounds to tie-break values, so that players can check them.

use super::{Kind, Table, TieBreak};
use crate::standings::{Row, standings};
use crate::{Entry, Number, Tournament};

/// The contribution of a round to a value. For averages it is the number that is averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// The round, from 1.
    pub round: usize,
    /// The opponent; `None` in a round without one.
    pub opponent: Option<Number>,
    /// The value that it adds if it counts.
    pub value: f64,
    /// Whether it counts: a cut drops the least values, and some rounds are not of the kind that the tie-break counts.
    pub counts: bool,
}

/// The parts of a player's tie-break values, in the order of the tie-breaks; empty for a tie-break that is not a sum over rounds.
/// `None` if the number is not in the list.
///
/// ```
/// use manifold_pairing::{Tournament, tiebreaks};
///
/// let tournament = Tournament::default();
/// assert_eq!(tiebreaks::parts(&tournament, &["BH".parse()?], 7), None);
/// # Ok::<(), manifold_pairing::tiebreaks::ParseTieBreakError>(())
/// ```
#[must_use]
pub fn parts(
    tournament: &Tournament,
    tie_breaks: &[TieBreak],
    number: Number,
) -> Option<Vec<Vec<Part>>> {
    let table = Table::new(tournament);
    let place = tournament.place(number)?;
    let rows = standings(tournament, tie_breaks);
    let own = rows.iter().find(|row| row.number == number)?;
    let explained = (tie_breaks.iter().enumerate()).map(|(index, tie_break)| {
        let is_tied =
            |row: &&Row| row.points == own.points && row.values[..index] == own.values[..index];
        let tied: Vec<Number> = rows.iter().filter(is_tied).map(|row| row.number).collect();
        table.parts(place, tie_break, &tied)
    });
    Some(explained.collect())
}

impl Table<'_> {
    /// The parts of one value. `tied` has the players who are still tied.
    fn parts(&self, place: usize, tie_break: &TieBreak, tied: &[Number]) -> Vec<Part> {
        let part = |round: usize, entry: Entry, value: f64, counts: bool| Part {
            round,
            opponent: entry.opponent(),
            value,
            counts,
        };
        let rounds = || (1..).zip(self.entries(place));
        let of_games = |value: &dyn Fn(usize) -> Option<f64>| -> Vec<Part> {
            let played = rounds().filter(|(_, entry)| matches!(entry, Entry::Game { .. }));
            let valued = played.filter_map(|(round, entry)| {
                Some(part(round, entry, value(self.opponent(entry)?)?, true))
            });
            valued.collect()
        };
        match tie_break.kind {
            Kind::Buchholz | Kind::ForeBuchholz | Kind::SonnebornBerger => {
                let fore = tie_break.kind == Kind::ForeBuchholz;
                let kept = self.kept(place, tie_break, fore);
                let all = self.contributions(place, tie_break, fore).into_iter();
                all.map(|one| Part {
                    round: one.round,
                    opponent: self.entry(place, one.round).opponent(),
                    value: f64::from(one.quarters) / 4.0,
                    counts: kept.iter().any(|other| other.round == one.round),
                })
                .collect()
            }
            Kind::AverageBuchholz => {
                let plain = TieBreak {
                    kind: Kind::Buchholz,
                    fore: false,
                    ..*tie_break
                };
                of_games(&|other| Some(self.buchholz(other, &plain, tie_break.fore)))
            }
            Kind::Koya => rounds()
                .filter(|(_, entry)| entry.opponent().is_some())
                .map(|(round, entry)| {
                    let points = self.points_of(entry).as_f64();
                    part(round, entry, points, self.is_koya(entry, tie_break))
                })
                .collect(),
            Kind::DirectEncounter => rounds()
                .filter(|(_, entry)| entry.opponent().is_some_and(|other| tied.contains(&other)))
                .map(|(round, entry)| {
                    let counts =
                        entry.is_played() || self.is_predetermined() || tie_break.forfeits_count;
                    part(round, entry, self.points_of(entry).as_f64(), counts)
                })
                .collect(),
            Kind::ProgressiveScores => {
                let mut score = crate::Points::ZERO;
                rounds()
                    .map(|(round, entry)| {
                        score += self.points_of(entry);
                        part(round, entry, score.as_f64(), round > tie_break.cut_low)
                    })
                    .collect()
            }
            Kind::StandardPoints => rounds()
                .map(|(round, entry)| {
                    let halves = f64::from(self.standard(place, round));
                    part(round, entry, halves / 2.0, true)
                })
                .collect(),
            Kind::AverageRating => {
                let mut all = of_games(&|other| self.player(other).rating.map(f64::from));
                let mut order: Vec<usize> = (0..all.len()).collect();
                order.sort_by(|&a, &b| all[a].value.total_cmp(&all[b].value));
                let high = order.len().saturating_sub(tie_break.cut_high);
                for (index, &cut) in order.iter().enumerate() {
                    all[cut].counts = (tie_break.cut_low..high).contains(&index);
                }
                all
            }
            Kind::TournamentPerformance | Kind::PerfectPerformance => {
                of_games(&|other| self.player(other).rating.map(f64::from))
            }
            kind if kind.counts_rounds() => rounds()
                .map(|(round, entry)| part(round, entry, 1.0, self.is_counted(entry, kind)))
                .collect(),
            _ => Vec::new(),
        }
    }
}
