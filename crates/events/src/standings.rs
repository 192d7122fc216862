//! Standings, computed from the log (Regulations, section 6).

use std::collections::BTreeMap;

use manifold_pairing::Points;
use manifold_pairing::standings::standings_after;
use manifold_pairing::tiebreaks::{TieBreak, Value};

use crate::draw::{self, Unfinished};
use crate::event::Event;
use crate::ids::PersonId;
use crate::outcome::Side;
use crate::settings::Format;

/// A player's points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// The points; in an arena a win counts 2 and a draw 1.
    pub points: Points,
    /// Whether they include a result that is not final.
    pub provisional: bool,
}

/// A line of the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The rank, from 1; players who are equal in points and tie-breaks share it.
    pub rank: usize,
    /// The player.
    pub player: PersonId,
    /// The points.
    pub total: Total,
    /// The values in the tie-breaks of the event, in order; none in a knock-out.
    pub tie_breaks: Vec<Value>,
}

impl Event {
    /// The points of all players.
    #[must_use]
    pub fn totals(&self) -> BTreeMap<PersonId, Total> {
        let points = match self.settings.format {
            Format::Arena { .. } => self.arena_points(),
            _ => {
                let (tournament, list) = self.as_numbers(Unfinished::Nothing);
                let rounds = tournament.entered_rounds();
                (list.iter().zip(&tournament.players))
                    .map(|(entrant, player)| (entrant.id, tournament.points(player, rounds)))
                    .collect()
            }
        };
        let total = |(player, points)| {
            let provisional = false;
            let total = Total {
                points,
                provisional,
            };
            (player, total)
        };
        let mut totals: BTreeMap<PersonId, Total> = points.into_iter().map(total).collect();
        for game in self.pending_games() {
            if game.result.is_some() {
                for side in Side::ALL {
                    totals.entry(game.player(side)).or_default().provisional = true;
                }
            }
        }
        totals
    }

    /// The points in an arena. It has thousands of rounds of a few games each, so the points of results are added up as these become final.
    fn arena_points(&self) -> BTreeMap<PersonId, Points> {
        let final_points = self.players.values();
        let mut points: BTreeMap<PersonId, Points> = final_points
            .map(|player| (player.id, player.in_arena.final_points))
            .collect();
        for game in self.pending_games() {
            for side in Side::ALL {
                let player = points.entry(game.player(side)).or_default();
                *player += self.worth(game, side);
            }
        }
        points
    }

    /// The standings of all players, best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let totals = self.totals();
        let line = |rank: usize, player: PersonId, tie_breaks: Vec<Value>| Standing {
            rank,
            player,
            total: totals.get(&player).copied().unwrap_or_default(),
            tie_breaks,
        };
        if let Format::KnockOut { games, third_place } = self.settings.format {
            return self.by_place(games, third_place, line);
        }
        let names = self.settings.tie_breaks();
        let tie_breaks: Vec<TieBreak> = names.iter().filter_map(|name| name.parse().ok()).collect();
        let (tournament, list) = self.as_numbers(Unfinished::Nothing);
        let rows = standings_after(&tournament, self.settled_rounds(), &tie_breaks).into_iter();
        rows.filter_map(|row| {
            let player = list.get(usize::from(row.number).checked_sub(1)?)?;
            Some(line(row.rank, player.id, row.values))
        })
        .collect()
    }

    /// The standings of a knock-out, by the stage in which each player was beaten.
    fn by_place(
        &self,
        games: u16,
        third_place: bool,
        line: impl Fn(usize, PersonId, Vec<Value>) -> Standing,
    ) -> Vec<Standing> {
        let places = draw::places(self, games, third_place);
        let place = |player: PersonId| places.get(&player).copied().unwrap_or(usize::MAX);
        let mut order: Vec<PersonId> = self.players().iter().map(|player| player.id).collect();
        order.sort_by_key(|player| place(*player));
        let better = |than: PersonId| {
            order
                .iter()
                .filter(move |p| place(**p) < place(than))
                .count()
        };
        let ranked = order.iter().map(|player| (better(*player) + 1, *player));
        ranked
            .map(|(rank, player)| line(rank, player, Vec::new()))
            .collect()
    }
}
