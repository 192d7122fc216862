//! Arenas: free players are paired with somebody near in score whom they have not just met.

use std::collections::{BTreeMap, BTreeSet};

use manifold_pairing::arena::{self, Waiting};
use manifold_pairing::{Board, Number, Points};

use super::{Draw, Drawn};
use crate::entry::Terms;
use crate::event::{Event, EventPlayer};
use crate::ids::PersonId;

impl Event {
    /// Pairs the free players; `None` if nobody can be paired now.
    pub(super) fn draw_arena(&self) -> Option<Draw> {
        let list = self.players();
        let present =
            |player: &EventPlayer| !player.withdrawn && !player.paused && self.is_present(player);
        let numbers: BTreeMap<PersonId, Number> =
            list.iter().map(|player| player.id).zip(1..).collect();
        let number = |player: PersonId| numbers.get(&player).copied().unwrap_or_default();
        let mut busy = BTreeSet::new();
        let mut last_met = BTreeMap::new();
        let mut colours: BTreeMap<PersonId, i32> = BTreeMap::new();
        for game in self.rounds.iter().flat_map(|round| self.boards(round)) {
            last_met.insert(game.white, number(game.black));
            last_met.insert(game.black, number(game.white));
            *colours.entry(game.white).or_default() += 1;
            *colours.entry(game.black).or_default() -= 1;
            if game.result.is_none() {
                busy.extend([game.white, game.black]);
            }
        }
        // Two alone have nobody else to meet.
        let alone = list.iter().filter(|player| present(player)).count() == 2;
        let totals = self.totals();
        let free = list
            .iter()
            .filter(|player| present(player) && !busy.contains(&player.id));
        let waiting: Vec<Waiting> = free
            .map(|player| {
                let points = totals
                    .get(&player.id)
                    .map_or(Points::ZERO, |total| total.points);
                Waiting {
                    number: number(player.id),
                    score: u32::try_from(points.halves() / 2).unwrap_or_default(),
                    colours: colours.get(&player.id).copied().unwrap_or_default(),
                    last_opponent: last_met.get(&player.id).copied().filter(|_| !alone),
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
}
