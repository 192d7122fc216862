//! Checks whether an entry can follow the log. Entries that are impossible in any event are refused here, whoever appends them: a round
//! paired twice, an edited result, an end before the last game.

use std::collections::BTreeSet;

use super::error::FoldError;
use crate::entry::{Body, Bye, Entry, Fact, Pair, Said};
use crate::event::{Event, EventGame, Phase};
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Decision, Outcome};

impl Event {
    pub(super) fn check(&self, entry: &Entry) -> Result<(), FoldError> {
        let expected = EntryNumber(self.last().0 + 1);
        if entry.n != expected {
            return Err(FoldError::Number {
                expected,
                found: entry.n,
            });
        }
        if entry.at < self.last_at() {
            return Err(FoldError::Time(entry.n));
        }
        if self.is_over() {
            return Err(FoldError::Phase(entry.n));
        }
        match &entry.body {
            Body::Fact(fact) => {
                self.check_phase(entry.n, fact)?;
                self.check_fact(entry, fact)
            }
            Body::Said(said) => self.check_said(said),
        }
    }

    fn check_phase(&self, n: EntryNumber, fact: &Fact) -> Result<(), FoldError> {
        let fits = match fact {
            Fact::Created { .. } => false,
            Fact::ChiefArbiterNamed { .. }
            | Fact::DeputyNamed { .. }
            | Fact::DirectorNamed { .. }
            | Fact::DirectorRemoved { .. }
            | Fact::Entered { .. }
            | Fact::EntryCorrected { .. }
            | Fact::CheckedIn { .. }
            | Fact::Withdrawn { .. }
            | Fact::Reinstated { .. }
            | Fact::ByeSet { .. }
            | Fact::PairForbidden { .. }
            | Fact::Outage { .. } => true,
            Fact::SettingsChanged { .. }
            | Fact::FirstRoundByHand { .. }
            | Fact::Started { .. }
            | Fact::Cancelled { .. } => self.phase == Phase::Open,
            _ => self.phase == Phase::Running,
        };
        if fits {
            Ok(())
        } else {
            Err(FoldError::Phase(n))
        }
    }

    fn check_fact(&self, entry: &Entry, fact: &Fact) -> Result<(), FoldError> {
        match fact {
            Fact::EntryCorrected { player, .. }
            | Fact::CheckedIn { player }
            | Fact::Withdrawn { player }
            | Fact::Reinstated { player } => self.check_player(*player),
            Fact::ByeSet { player, round, .. } => {
                self.check_player(*player)?;
                if *round < self.next_round() {
                    return Err(FoldError::Round(*round));
                }
                Ok(())
            }
            Fact::Entered { player, .. } if self.plays(*player) => Err(FoldError::Once(*player)),
            Fact::Outage { from, to } if from >= to || *from < self.outages.last_end() => {
                Err(FoldError::Time(entry.n))
            }
            Fact::RoundPaired {
                round,
                pairs,
                byes,
                replaces,
                ..
            } => self.check_pairing(*round, pairs, byes, *replaces),
            Fact::FirstRoundByHand { pairs, bye } => {
                let mut players = pairs.iter().flatten().chain(bye);
                players.try_for_each(|player| self.check_player(*player))
            }
            Fact::NoLegalPairing { round } if *round != self.next_round() => {
                Err(FoldError::Round(*round))
            }
            Fact::RoundStarted { round } => {
                let index = usize::from(*round).wrapping_sub(1);
                match self.rounds.get(index) {
                    Some(paired) if paired.started.is_none() => Ok(()),
                    _ => Err(FoldError::Round(*round)),
                }
            }
            Fact::Arrived { game, .. }
            | Fact::AppointmentProposed { game, .. }
            | Fact::AppointmentAgreed { game, .. }
            | Fact::AppointmentMissed { game, .. }
            | Fact::GameStarted { game }
            | Fact::GameEnded { game, .. }
            | Fact::Defaulted { game, .. } => {
                let board = self.check_board(*game)?;
                match board.result {
                    None => Ok(()),
                    Some(_) => Err(FoldError::Final(*game)),
                }
            }
            Fact::TurnsRecorded { game, .. } => self.check_board(*game).map(drop),
            Fact::ResultsFinal { games } => {
                games
                    .iter()
                    .try_for_each(|game| match self.check_board(*game)?.result {
                        Some(_) => Ok(()),
                        None => Err(FoldError::Final(*game)),
                    })
            }
            Fact::ClocksResumed { call } | Fact::CallLapsed { call } => self.check_call(*call),
            Fact::Ruled {
                game,
                outcome,
                call,
                remitted,
                ..
            } => {
                if remitted.is_some() && !outcome.is_about_the_result() {
                    self.check_counts(*game)?;
                } else {
                    self.check_board(*game)?;
                }
                if entry.by.person().is_none() {
                    return Err(FoldError::Phase(entry.n));
                }
                if let Some(call) = call {
                    self.check_call(*call)?;
                }
                if let Some(remitted) = remitted {
                    self.check_ruling(*remitted)?;
                }
                self.check_outcome(outcome)
            }
            Fact::SealOpened { game } => self.check_game(*game),
            Fact::AppealDecided {
                ruling, decision, ..
            } => {
                self.check_waiting(*ruling)?;
                match decision {
                    Decision::Varied { outcome } => {
                        if let Some(ruling) = self.rulings.get(ruling)
                            && outcome.is_about_the_result()
                        {
                            self.check_board(ruling.game)?;
                        }
                        self.check_outcome(outcome)
                    }
                    Decision::Confirmed | Decision::Remitted { .. } => Ok(()),
                }
            }
            // The event cannot end before all results are final and all appeals decided.
            Fact::Finished if !self.is_all_final() || self.appeals_end(entry.at).is_none() => {
                Err(FoldError::Phase(entry.n))
            }
            _ => Ok(()),
        }
    }

    fn check_said<T>(&self, said: &Said<T>) -> Result<(), FoldError> {
        match *said {
            Said::Called { game, player, .. } => {
                let board = self.check_board(game)?;
                if !board.is_live() {
                    return Err(FoldError::Game(game));
                }
                match board.side(player) {
                    Some(side) if board.calls[side as usize].len() < 2 => Ok(()),
                    _ => Err(FoldError::Player(player)),
                }
            }
            Said::Appealed { ruling, player, .. } => {
                self.check_ruling(ruling)?;
                let ruling = self.rulings.get(&ruling);
                let has_appealed =
                    ruling.is_some_and(|ruling| ruling.appeals.iter().any(|a| a.player == player));
                if has_appealed {
                    return Err(FoldError::Once(player));
                }
                Ok(())
            }
            Said::EvidenceAdded { game, .. } => self.check_game(game),
        }
    }

    fn check_pairing(
        &self,
        round: u16,
        pairs: &[Pair],
        byes: &[Bye],
        replaces: Option<EntryNumber>,
    ) -> Result<(), FoldError> {
        let right = match replaces {
            None => round == self.next_round() && self.has_more_rounds(),
            Some(replaces) => self.rounds.last().is_some_and(|last| {
                last.number == round && last.paired == replaces && last.started.is_none()
            }),
        };
        if !right {
            return Err(FoldError::Round(round));
        }
        let mut games = BTreeSet::new();
        let mut players = BTreeSet::new();
        for pair in pairs {
            if self.games.contains_key(&pair.game) || !games.insert(pair.game) {
                return Err(FoldError::Game(pair.game));
            }
            if pair.white == pair.black {
                return Err(FoldError::Once(pair.white));
            }
        }
        let paired = pairs.iter().flat_map(|pair| [pair.white, pair.black]);
        for player in paired.chain(byes.iter().map(|bye| bye.player)) {
            self.check_player(player)?;
            // An arranged round robin has all its games in one round.
            if !players.insert(player) && !self.is_arranged() {
                return Err(FoldError::Once(player));
            }
        }
        Ok(())
    }

    fn check_player(&self, player: PersonId) -> Result<(), FoldError> {
        if self.plays(player) {
            Ok(())
        } else {
            Err(FoldError::Player(player))
        }
    }

    fn check_game(&self, game: GameId) -> Result<(), FoldError> {
        if self.games.contains_key(&game) {
            Ok(())
        } else {
            Err(FoldError::Game(game))
        }
    }

    /// Checks that a game counts.
    fn check_counts(&self, game: GameId) -> Result<&EventGame, FoldError> {
        self.board(game).ok_or(FoldError::Game(game))
    }

    /// Checks that a game counts and its result is not final.
    fn check_board(&self, game: GameId) -> Result<&EventGame, FoldError> {
        let board = self.check_counts(game)?;
        if board.is_final {
            return Err(FoldError::Final(game));
        }
        Ok(board)
    }

    fn check_call(&self, call: EntryNumber) -> Result<(), FoldError> {
        let open = self.calls.get(&call).is_some_and(|call| call.open);
        if open {
            Ok(())
        } else {
            Err(FoldError::Open(call))
        }
    }

    /// Checks that a ruling can still change, and, if it is about the result, that the result is not final.
    fn check_ruling(&self, number: EntryNumber) -> Result<(), FoldError> {
        let ruling = self.rulings.get(&number);
        match ruling.filter(|ruling| ruling.is_undecided()) {
            Some(ruling) if ruling.outcome.is_about_the_result() => {
                self.check_board(ruling.game).map(drop)
            }
            Some(ruling) => self.check_counts(ruling.game).map(drop),
            None => Err(FoldError::Open(number)),
        }
    }

    fn check_waiting(&self, number: EntryNumber) -> Result<(), FoldError> {
        self.check_ruling(number)?;
        let waiting = self.rulings.get(&number).is_some_and(|r| r.is_waiting());
        if waiting {
            Ok(())
        } else {
            Err(FoldError::Open(number))
        }
    }

    fn check_outcome(&self, outcome: &Outcome) -> Result<(), FoldError> {
        match outcome {
            Outcome::Replay { game } if self.games.contains_key(game) => {
                Err(FoldError::Game(*game))
            }
            _ => Ok(()),
        }
    }
}
