//! The start, and the pairing of rounds (Regulations, sections 2 and 3).

use std::collections::{BTreeMap, BTreeSet};

use super::{Bodies, one, server};
use crate::draw::{Draw, Drawn};
use crate::due::DueRound;
use crate::entry::{Body, Bye, ByeKind, Fact, Pair, PairingOrder, Terms};
use crate::event::{Event, HandPairing, Phase};
use crate::ids::{EntryNumber, GameId, PersonId, Who};
use crate::lots;
use crate::outcome::Absent;
use crate::refusal::{Refusal, Role};
use crate::settings::Format;

impl Event {
    /// The number of players with whom the event would start now.
    pub(crate) fn starters(&self) -> usize {
        let players = self.players.values();
        players.filter(|player| self.is_present(player)).count()
    }

    pub(super) fn start(
        &self,
        now: u64,
        who: Who,
        seed: u64,
        mut ratings: BTreeMap<PersonId, u16>,
    ) -> Bodies {
        server(who)?;
        self.before_start()?;
        let at = self.settings.starts_at;
        if now < at {
            return Err(Refusal::TooEarly { at });
        }
        let starters = self.starters();
        if starters < usize::from(self.settings.format.least_players()) {
            return Err(Refusal::NoLegalPairing);
        }
        let rounds = match self.settings.format {
            Format::Swiss { rounds } => Some(Format::swiss_rounds(rounds, starters)),
            Format::RoundRobin {
                arranged: Some(_), ..
            } => Some(1),
            Format::RoundRobin { double, .. } => {
                let once = starters - 1 + starters % 2;
                u16::try_from(if double { 2 * once } else { once }).ok()
            }
            Format::Match { games } => Some(games),
            Format::KnockOut { .. } | Format::Arena { .. } => None,
        };
        let mut bodies = Vec::new();
        // Tables and brackets are built once, without the players who are absent by now.
        if !self.settings.format.takes_late_entries() {
            let absent = self
                .players
                .values()
                .filter(|player| !self.is_present(player));
            bodies.extend(absent.map(|player| Body::Fact(Fact::Withdrawn { player: player.id })));
        }
        // A rating that staff have corrected stands.
        ratings.retain(|player, rating| {
            let entered = self.players.get(player);
            entered.is_some_and(|one| !one.rating_corrected && one.rating != Some(*rating))
        });
        bodies.push(Body::Fact(Fact::Started {
            seed,
            initial_colour: lots::initial_colour(seed),
            rounds,
            ratings,
        }));
        Ok(bodies)
    }

    pub(super) fn pair(&self, now: u64, who: Who, round: u16, games: &[GameId]) -> Bodies {
        let order = self.may_pair(now, who, round)?;
        let draw = self.draw(now)?.ok_or(Refusal::NoMoreRounds)?;
        self.paired(now, draw, order, None, games)
    }

    /// Pairs a due round as it was drawn, with these identifiers for its games. If the log has grown since, it is drawn again. Answers like
    /// [`Event::decide`].
    ///
    /// # Errors
    /// The round can no longer be paired, or there are too few identifiers. The event is unchanged.
    pub fn pair_due(
        &self,
        now: u64,
        due: DueRound,
        games: &[GameId],
    ) -> Result<Vec<Body>, Refusal> {
        let now = now.max(self.last_at());
        if due.after != self.last() {
            return self.pair(now, Who::Server, due.round, games);
        }
        let order = self.may_pair(now, Who::Server, due.round)?;
        self.paired(now, due.draw, order, None, games)
    }

    /// Checks that a round may be paired now, and says in which way.
    fn may_pair(&self, now: u64, who: Who, round: u16) -> Result<PairingOrder, Refusal> {
        self.running()?;
        let order = match who {
            Who::Server if self.first_round_by_hand().is_some() => PairingOrder::ByHand,
            Who::Server => PairingOrder::Final,
            Who::Person(_) => {
                self.presiding(who)?;
                PairingOrder::Provisional
            }
        };
        self.check_turn(round)?;
        match order {
            // An arena pairs the free players.
            _ if self.is_arena() => {
                server(who).map_err(|_| Refusal::Format)?;
                if self.arena_end().is_some_and(|end| now >= end) {
                    return Err(Refusal::NoMoreRounds);
                }
            }
            // A knock-out needs final results: it must be certain who advances.
            PairingOrder::Provisional
                if matches!(self.settings.format, Format::KnockOut { .. }) =>
            {
                return Err(Refusal::Format);
            }
            PairingOrder::Final if !self.is_all_final() => return Err(Refusal::NotFinal),
            PairingOrder::Provisional => {
                let mut boards = self.games.values().filter(|game| !game.replaced);
                if boards.any(|game| game.result.is_none()) {
                    return Err(Refusal::NoResult);
                }
            }
            _ => {}
        }
        Ok(order)
    }

    fn check_turn(&self, round: u16) -> Result<(), Refusal> {
        let expected = self.next_round();
        if round != expected {
            return Err(if round < expected {
                Refusal::RoundPaired(round)
            } else {
                Refusal::RoundOrder { expected }
            });
        }
        if self.has_more_rounds() {
            Ok(())
        } else {
            Err(Refusal::NoMoreRounds)
        }
    }

    /// The entries that pair a round; boards of withdrawn players are forfeited at once.
    fn paired(
        &self,
        now: u64,
        draw: Draw,
        order: PairingOrder,
        replaces: Option<EntryNumber>,
        games: &[GameId],
    ) -> Bodies {
        let needed = draw.pairs.len();
        let games = games.get(..needed).ok_or(Refusal::GameIds { needed })?;
        let different: BTreeSet<&GameId> = games.iter().collect();
        if different.len() < needed || games.iter().any(|game| self.games.contains_key(game)) {
            return Err(Refusal::GameIds { needed });
        }
        let (round, starts_at) = match self.rounds.last() {
            Some(last) if replaces.is_some() => (last.number, last.starts_at),
            _ => {
                let breaks_ties = draw.pairs.iter().all(|pair| pair.terms != Terms::Usual);
                (self.next_round(), self.round_start(now, breaks_ties))
            }
        };
        let pairs: Vec<Pair> = (draw.pairs.iter().zip(games))
            .map(|(drawn, game)| Pair {
                white: drawn.white,
                black: drawn.black,
                game: *game,
                terms: drawn.terms,
            })
            .collect();
        let gone = |player: &PersonId| self.players.get(player).is_none_or(|p| p.withdrawn);
        let lost: Vec<Body> = pairs
            .iter()
            .filter_map(|pair| {
                let absent = Absent::of(gone(&pair.white), gone(&pair.black))?;
                Some(Body::Fact(Fact::Defaulted {
                    game: pair.game,
                    absent,
                }))
            })
            .collect();
        let mut bodies = vec![Body::Fact(Fact::RoundPaired {
            round,
            starts_at,
            pairs,
            byes: draw.byes,
            order,
            replaces,
        })];
        bodies.extend(lost);
        Ok(bodies)
    }

    pub(super) fn pair_by_hand(
        &self,
        now: u64,
        who: Who,
        round: u16,
        pairs: &[[PersonId; 2]],
        bye: Option<PersonId>,
        games: &[GameId],
    ) -> Bodies {
        match who {
            Who::Person(person) if self.directors.contains(&person) => {
                if self.plays(person) {
                    return Err(Refusal::StaffPlays);
                }
            }
            _ => return Err(Refusal::Role(Role::Director)),
        }
        if !matches!(self.settings.format, Format::Swiss { .. }) {
            return Err(Refusal::Format);
        }
        if self.phase == Phase::Open {
            self.check_turn(round)?;
            self.check_hand_pairing(round, pairs, bye)?;
            let paired = HandPairing {
                pairs: pairs.to_vec(),
                bye,
            };
            if self.first_round.as_ref() == Some(&paired) {
                return Ok(Vec::new());
            }
            let HandPairing { pairs, bye } = paired;
            return one(Fact::FirstRoundByHand { pairs, bye });
        }
        let replaces = match self.rounds.last() {
            Some(last) if last.number == round => {
                let touched =
                    |game: &&crate::EventGame| game.result.is_some() || !game.rulings.is_empty();
                if last.started.is_some() || self.boards(last).any(|game| touched(&game)) {
                    return Err(Refusal::RoundStarted(round));
                }
                Some(last.paired)
            }
            _ => {
                self.check_turn(round)?;
                if !self.is_all_final() {
                    return Err(Refusal::NotFinal);
                }
                None
            }
        };
        let drawn = self.check_hand_pairing(round, pairs, bye)?;
        self.paired(now, drawn, PairingOrder::ByHand, replaces, games)
    }

    /// The first round as a director has paired it before the start, if it still fits the players who are present.
    pub(crate) fn first_round_by_hand(&self) -> Option<Draw> {
        let HandPairing { pairs, bye } = self.first_round.as_ref()?;
        if !self.rounds.is_empty() || !matches!(self.settings.format, Format::Swiss { .. }) {
            return None;
        }
        self.check_hand_pairing(1, pairs, *bye).ok()
    }

    /// Checks that a hand pairing has everybody who plays in the round exactly once, and nobody else.
    fn check_hand_pairing(
        &self,
        round: u16,
        pairs: &[[PersonId; 2]],
        bye: Option<PersonId>,
    ) -> Result<Draw, Refusal> {
        let mut once = BTreeSet::new();
        for player in pairs.iter().flatten().chain(&bye) {
            if !once.insert(*player) {
                return Err(Refusal::PairedOnce(*player));
            }
            let entrant = self.entrant(*player)?;
            if !self.is_available(entrant, round) {
                return Err(Refusal::NotAvailable(*player));
            }
        }
        for [white, black] in pairs {
            let mut pair = [*white, *black];
            pair.sort_unstable();
            if self.forbidden.contains(&pair) {
                return Err(Refusal::Forbidden(*white, *black));
            }
        }
        let left_out = (self.players.values())
            .find(|player| self.is_available(player, round) && !once.contains(&player.id));
        if let Some(player) = left_out {
            return Err(Refusal::PairedOnce(player.id));
        }
        let mut byes = self.byes(round);
        byes.extend(bye.map(|player| Bye {
            player,
            kind: ByeKind::Pairing,
        }));
        let pairs = pairs.iter().map(|[white, black]| Drawn {
            white: *white,
            black: *black,
            terms: Terms::Usual,
        });
        Ok(Draw {
            pairs: pairs.collect(),
            byes,
        })
    }
}
