//! Folds entries, withdrawals, byes and forbidden pairs.

use std::collections::BTreeMap;

use crate::entry::{Entry, Fact, RequestedBye};
use crate::event::{Event, EventPlayer, InArena, Phase};
use crate::ids::Who;

impl Event {
    pub(super) fn fold_people(&mut self, entry: &Entry, fact: &Fact) {
        // A pairing may be possible now.
        if let Some(impasse) = &mut self.impasse {
            impasse.retry = true;
        }
        match fact {
            Fact::Entered {
                player,
                name,
                rating,
            } => {
                let entrant = EventPlayer {
                    id: *player,
                    name: name.clone(),
                    rating: *rating,
                    rating_corrected: false,
                    // A player who enters a running event is present.
                    checked_in: self.phase == Phase::Running,
                    withdrawn: false,
                    left_early: false,
                    paused: false,
                    byes: BTreeMap::new(),
                    in_arena: InArena::default(),
                };
                self.players.insert(*player, entrant);
            }
            Fact::EntryCorrected {
                player,
                name,
                rating,
            } => {
                if let Some(player) = self.players.get_mut(player) {
                    player.name.clone_from(name);
                    player.rating_corrected |= player.rating != *rating;
                    player.rating = *rating;
                }
            }
            Fact::CheckedIn { player } => {
                if let Some(player) = self.players.get_mut(player) {
                    player.checked_in = true;
                    player.paused = false;
                }
            }
            Fact::Withdrawn { player } => {
                let changes = self.changes.entry(*player).or_default();
                changes.withdrawals = changes.withdrawals.saturating_add(1);
                changes.left_willingly = entry.by == Who::Person(*player);
                // A player who withdraws before the start is removed, as if never entered.
                if self.phase == Phase::Open {
                    self.players.remove(player);
                    return;
                }
                let left_early = self.has_games_to_come(*player);
                if let Some(player) = self.players.get_mut(player) {
                    player.withdrawn = true;
                    player.left_early = left_early;
                }
            }
            Fact::Reinstated { player } => {
                if let Some(player) = self.players.get_mut(player) {
                    player.withdrawn = false;
                    player.left_early = false;
                    player.paused = false;
                }
            }
            Fact::ByeSet { player, round, bye } => {
                let changes = self.changes.entry(*player).or_default();
                changes.byes = changes.byes.saturating_add(1);
                if let Some(player) = self.players.get_mut(player) {
                    match bye {
                        Some(bye) => player.byes.insert(*round, *bye),
                        None => player.byes.remove(round),
                    };
                }
            }
            Fact::PairForbidden { players, forbidden } => {
                let mut pair = *players;
                pair.sort_unstable();
                let next = usize::from(self.next_round());
                if *forbidden {
                    self.forbidden.insert(pair);
                    self.forbidden_rounds.push((pair, next..=usize::MAX));
                } else {
                    self.forbidden.remove(&pair);
                    for (_, rounds) in self.forbidden_rounds.iter_mut().filter(|of| of.0 == pair) {
                        *rounds = *rounds.start()..=(next - 1).min(*rounds.end());
                    }
                    self.forbidden_rounds
                        .retain(|(_, rounds)| !rounds.is_empty());
                }
            }
            _ => {}
        }
    }

    /// Removes byes on request that the event no longer allows, because its format or its number of rounds has changed since they were
    /// asked for. Half-point byes that it does not allow become zero-point byes, as the player is away all the same.
    pub(super) fn void_byes(&mut self) {
        let last = self.last_bye_round().unwrap_or_default();
        let most = usize::from(self.settings.half_point_byes);
        for player in self.players.values_mut() {
            player.byes.retain(|round, _| *round <= last);
            let half = (player.byes.iter_mut()).filter(|(_, bye)| **bye == RequestedBye::Half);
            let (in_the_last, before): (Vec<_>, Vec<_>) =
                half.partition(|(round, _)| **round == last);
            for (_, bye) in before.into_iter().skip(most).chain(in_the_last) {
                *bye = RequestedBye::Zero;
            }
        }
    }
}
