//! Tie-breaks from the opponents' results: C.07 articles 8 and 9, with the unplayed rounds of article 16.

use super::record::{is_requested_bye, is_voluntary};
use super::{Kind, Table, TieBreak, Value};
use crate::{Entry, Format, Points};

/// The contribution of a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contribution {
    /// The round, from 1.
    pub(super) round: usize,
    /// The score of the opponent or of the dummy.
    score: Points,
    /// The value that is added, in quarters of a point.
    pub(super) quarters: i32,
    /// Whether it comes from a voluntary unplayed round.
    voluntary: bool,
}

impl Table<'_> {
    /// Article 16.3: a player's score as it counts for the opponents. Requested byes after which the player was never available again count
    /// as draws. With `fore` (article 8.3), a paired last round counts as a draw.
    fn adjusted_score(&self, place: usize, fore: bool) -> Points {
        let draw = self.tournament.scoring.draw;
        let entries: Vec<Entry> = self.entries(place).collect();
        let mut sum = self.bonuses(place);
        let mut only_voluntary = !self.is_predetermined();
        for (index, &entry) in entries.iter().enumerate().rev() {
            if fore && index + 1 == self.rounds && entry.opponent().is_some() {
                only_voluntary = false;
                sum += draw;
                continue;
            }
            sum += if only_voluntary && is_requested_bye(entry) {
                draw
            } else {
                self.points_of(entry)
            };
            only_voluntary &= is_voluntary(entry);
        }
        sum
    }

    /// Article 16.4: the score of the dummy opponent of an unplayed round.
    fn dummy_score(&self, place: usize, entry: Entry, fore: bool) -> Points {
        let last = self.entry(place, self.rounds);
        let mut own = self.score(place);
        if fore && last.opponent().is_some() {
            own = own - self.points_of(last) + self.tournament.scoring.draw;
        }
        let most = match self.opponent(entry) {
            // 16.4.1: a forfeit.
            Some(opponent) => self.adjusted_score(opponent, fore),
            // 16.4.2: a bye.
            None => {
                let rounds = i32::try_from(self.rounds).unwrap_or(i32::MAX);
                self.tournament.scoring.draw * rounds
            }
        };
        own.min(most)
    }

    /// The contributions of the rounds. In a round robin a free round adds nothing.
    pub(super) fn contributions(
        &self,
        place: usize,
        tie_break: &TieBreak,
        fore: bool,
    ) -> Vec<Contribution> {
        let weighted = tie_break.kind == Kind::SonnebornBerger;
        let mut all = Vec::new();
        for (index, entry) in self.entries(place).enumerate() {
            let opponent = self.opponent(entry);
            if self.is_predetermined() && opponent.is_none() {
                continue;
            }
            let counts_as_game = entry.is_played()
                || self.is_predetermined()
                || tie_break.forfeits_count
                || (fore && index + 1 == self.rounds);
            let (score, voluntary) = match opponent {
                Some(opponent) if counts_as_game => (self.adjusted_score(opponent, fore), false),
                _ => (self.dummy_score(place, entry, fore), is_voluntary(entry)),
            };
            let quarters = if weighted {
                score.halves() * self.points_of(entry).halves()
            } else {
                2 * score.halves()
            };
            all.push(Contribution {
                round: index + 1,
                score,
                quarters,
                voluntary,
            });
        }
        all
    }

    /// The contributions that are left after the cuts.
    pub(super) fn kept(&self, place: usize, tie_break: &TieBreak, fore: bool) -> Vec<Contribution> {
        let mut all = self.contributions(place, tie_break, fore);
        for _ in 0..tie_break.cut_low {
            if let Some(index) = least_significant(&all) {
                all.swap_remove(index);
            }
        }
        all.sort_by_key(|one| (one.score, one.quarters));
        all.truncate(all.len().saturating_sub(tie_break.cut_high));
        all
    }

    /// The sum of the contributions that are left after the cuts, in points.
    fn sum(&self, place: usize, tie_break: &TieBreak, fore: bool) -> f64 {
        let kept = self.kept(place, tie_break, fore);
        let quarters: i32 = kept.iter().map(|one| one.quarters).sum();
        f64::from(quarters) / 4.0
    }

    /// BH and FB, articles 8.1 and 8.3.
    pub(super) fn buchholz(&self, place: usize, tie_break: &TieBreak, fore: bool) -> f64 {
        self.sum(place, tie_break, fore)
    }

    /// AOB, article 8.2.
    pub(super) fn average_buchholz(&self, place: usize, tie_break: &TieBreak) -> Value {
        let plain = TieBreak {
            kind: Kind::Buchholz,
            fore: false,
            ..*tie_break
        };
        let opponents = self.games(place);
        let sum: f64 = opponents
            .iter()
            .map(|&(opponent, _)| self.buchholz(opponent, &plain, tie_break.fore))
            .sum();
        #[expect(clippy::cast_precision_loss, reason = "rounds are few")]
        let count = opponents.len().max(1) as f64;
        Value::points(sum / count)
    }

    /// SB, article 9.1.
    pub(super) fn sonneborn_berger(&self, place: usize, tie_break: &TieBreak) -> f64 {
        self.sum(place, tie_break, false)
    }

    /// KS, article 9.2: points against opponents with at least half of the maximum score.
    pub(super) fn koya(&self, place: usize, tie_break: &TieBreak) -> Value {
        let points: Points = (self
            .entries(place)
            .filter(|&entry| self.is_koya(entry, tie_break)))
        .map(|entry| self.points_of(entry))
        .sum();
        Value::points(points.as_f64())
    }

    /// Whether a round counts for KS.
    pub(super) fn is_koya(&self, entry: Entry, tie_break: &TieBreak) -> bool {
        let others = self.players() - 1;
        let games = match self.tournament.format {
            Format::Swiss | Format::KnockOut | Format::Match | Format::Arena => self.rounds,
            Format::RoundRobin => self.rounds.min(others),
            Format::DoubleRoundRobin => self.rounds.min(2 * others),
        };
        let most = self.tournament.scoring.win * i32::try_from(games).unwrap_or(i32::MAX);
        let moved = self.tournament.scoring.draw * tie_break.limit;
        let reaches = |score: Points| score * 2 >= most + moved * 2;
        (self.opponent(entry)).is_some_and(|opponent| reaches(self.score(opponent)))
    }
}

/// The contribution that is cut next: article 14.1.1, and 16.5 for those from voluntary unplayed rounds. `None` if none is left.
fn least_significant(all: &[Contribution]) -> Option<usize> {
    let least = (0..all.len()).min_by_key(|&i| (all[i].score, all[i].quarters))?;
    let voluntary = (0..all.len())
        .filter(|&i| all[i].voluntary)
        .min_by_key(|&i| (all[i].quarters, all[i].score));
    match voluntary {
        Some(index) if all[index].quarters >= all[least].quarters => Some(index),
        _ => Some(least),
    }
}
