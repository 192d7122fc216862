//! Arenas: free players are paired with somebody close in score whom they have not just met.

use std::collections::{BTreeMap, BTreeSet};

use manifold_pairing::arena::{self, Waiting};
use manifold_pairing::{Board, Number};

use super::{Draw, Drawn};
use crate::deadline::ARENA_PACE_MS;
use crate::entry::{Pair, Terms};
use crate::event::{Event, EventPlayer};
use crate::ids::{GameId, PersonId};
use crate::outcome::Side;
use crate::settings::MOST_ARENA_GAMES;

impl Event {
    /// Pairs the players who are free at `now`; `None` if nobody can be paired then.
    pub(super) fn draw_arena(&self, now: u64) -> Option<Draw> {
        if self.games.len() >= MOST_ARENA_GAMES {
            return None;
        }
        let list = self.players();
        let numbers: BTreeMap<PersonId, Number> =
            list.iter().map(|player| player.id).zip(1..).collect();
        let number = |player: PersonId| numbers.get(&player).copied().unwrap_or_default();
        let busy = self.busy_in_arena();
        // If only two players take part, they may meet again at once.
        let alone = list
            .iter()
            .filter(|player| self.awaits_games(player))
            .count()
            == 2;
        let totals = self.totals();
        let free = list.iter().filter(|player| {
            self.awaits_games(player) && !busy.contains(&player.id) && rested_at(player) <= now
        });
        let waiting: Vec<Waiting> = free
            .map(|player| {
                let total = totals.get(&player.id).copied().unwrap_or_default();
                let last_opponent = player.in_arena.last_opponent.filter(|_| !alone);
                Waiting {
                    number: number(player.id),
                    score: u32::try_from(total.points.halves() / 2).unwrap_or_default(),
                    colours: player.in_arena.colours,
                    last_opponent: last_opponent.map(number),
                }
            })
            .collect();
        let id = |number: Number| list.get(usize::from(number).wrapping_sub(1)).map(|p| p.id);
        let pairs: Vec<Drawn> = arena::pair(&waiting)
            .into_iter()
            .filter_map(|board| match board {
                Board::Game { white, black } => Some(Drawn {
                    white: id(white)?,
                    black: id(black)?,
                    terms: Terms::Usual,
                }),
                Board::Bye(_) => None,
            })
            .collect();
        (!pairs.is_empty()).then_some(Draw {
            pairs,
            byes: Vec::new(),
        })
    }

    /// The earliest time from `now` on at which an arena can pair somebody, if nothing else happens.
    pub(crate) fn next_arena_draw(&self, now: u64) -> Option<u64> {
        let busy = self.busy_in_arena();
        let waiting = (self.players.values())
            .filter(|player| self.awaits_games(player) && !busy.contains(&player.id));
        let times: BTreeSet<u64> = waiting.map(|player| rested_at(player).max(now)).collect();
        // Among any four free players there are two who have not just met, so few times are tried.
        times.into_iter().find(|at| self.draw_arena(*at).is_some())
    }

    /// Whether a player of an arena wants to be paired, now or after the current game.
    fn awaits_games(&self, player: &EventPlayer) -> bool {
        !player.withdrawn && !player.paused && self.is_present(player)
    }

    /// The players whose games have no result.
    fn busy_in_arena(&self) -> BTreeSet<PersonId> {
        let games = self.pending_games();
        let unfinished = games.filter(|game| game.result.is_none());
        unfinished
            .flat_map(|game| [game.white, game.black])
            .collect()
    }

    /// Adds the games of a new round to its players' records.
    pub(crate) fn fold_arena_round(&mut self, pairs: &[Pair], at: u64) {
        for Pair { white, black, .. } in pairs {
            for (player, opponent, colour) in [(white, black, 1), (black, white, -1)] {
                if let Some(player) = self.players.get_mut(player) {
                    player.in_arena.paired_at = Some(at);
                    player.in_arena.last_opponent = Some(*opponent);
                    player.in_arena.colours += colour;
                }
            }
        }
    }

    /// Adds the points of a game whose result has become final.
    pub(crate) fn fold_arena_result(&mut self, game: GameId) {
        let Some(game) = self.games.get(&game) else {
            return;
        };
        let points = Side::ALL.map(|side| (game.player(side), self.worth(game, side)));
        for (player, points) in points {
            if let Some(player) = self.players.get_mut(&player) {
                player.in_arena.final_points += points;
            }
        }
    }
}

/// The time from which a player can be paired again, in milliseconds since 1970.
fn rested_at(player: &EventPlayer) -> u64 {
    let last = player.in_arena.paired_at;
    last.map_or(0, |at| at.saturating_add(ARENA_PACE_MS))
}
