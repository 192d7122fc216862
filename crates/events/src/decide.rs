//! Decisions on commands: the bodies of the entries to append. Nothing is changed here.

mod appeals;
mod entries;
mod games;
mod roles;
mod rounds;
mod rulings;

use crate::command::Command;
use crate::deadline::APPEAL_MS;
use crate::entry::{Body, Cancellation, Fact};
use crate::event::{Event, EventGame, Phase};
use crate::ids::{GameId, PersonId, Who};
use crate::refusal::{Refusal, Role, Text};

/// Bodies that are appended together or not at all.
pub(crate) type Bodies = Result<Vec<Body>, Refusal>;

/// One fact.
pub(crate) fn one(fact: Fact) -> Bodies {
    Ok(vec![Body::Fact(fact)])
}

impl Event {
    /// Decides on a command that `who` gives at `now` (milliseconds since 1970): the bodies to append, all of them or none. The answer can
    /// be empty, if there is nothing to add. What is due by time alone ([`Event::due`]) has to be appended first.
    ///
    /// # Errors
    /// The command is not possible, or `who` may not give it. The event is unchanged.
    pub fn decide(&self, now: u64, who: Who, command: Command) -> Result<Vec<Body>, Refusal> {
        // Whether a player was in time depends on when the command arrived, not on what was appended since.
        let heard = now;
        let now = now.max(self.last_at());
        if self.is_over() {
            return Err(Refusal::Over);
        }
        match command {
            Command::ChangeSettings(settings) => self.change_settings(now, who, *settings),
            Command::NameChiefArbiter(person) => self.name_chief_arbiter(who, person),
            Command::NameDeputy(person) => self.name_deputy(who, person),
            Command::NameDirector(person) => self.name_director(who, person),
            Command::RemoveDirector(person) => self.remove_director(who, person),
            Command::Enter {
                player,
                name,
                rating,
            } => self.enter(now, who, player, &name, rating),
            Command::CorrectEntry {
                player,
                name,
                rating,
            } => self.correct_entry(who, player, &name, rating),
            Command::CheckIn(player) => self.check_in(now, who, player),
            Command::Withdraw(player) => self.withdraw(who, player),
            Command::Reinstate(player) => self.reinstate(who, player),
            Command::SetBye { player, round, bye } => self.set_bye(who, player, round, bye),
            Command::ForbidPair { players, forbidden } => self.forbid_pair(who, players, forbidden),
            Command::RecordOutage { from, to } => self.record_outage(now, who, from, to),
            Command::Start { seed, ratings } => self.start(now, who, seed, ratings),
            Command::Pair { round, games } => self.pair(now, who, round, &games),
            Command::PairByHand {
                round,
                pairs,
                bye,
                games,
            } => self.pair_by_hand(now, who, round, &pairs, bye, &games),
            Command::Arrive { game } => self.arrive(heard, who, game),
            Command::ProposeAppointment { game, time } => self.propose(now, who, game, time),
            Command::AgreeAppointment { game, time } => self.agree(now, who, game, time),
            Command::EndGame {
                game,
                result,
                reason,
                ended_at,
                turns,
            } => self.end_game(now, who, game, result, reason, ended_at, turns),
            Command::RecordTurns { game, turns } => self.record_turns(who, game, turns),
            Command::Call { game, text } => self.call(heard, who, game, &text),
            Command::Rule {
                game,
                ground,
                outcome,
                reasons,
                call,
            } => self.rule(now, who, game, ground, outcome, &reasons, call),
            Command::OpenSeal { game } => self.open_seal(who, game),
            Command::AddEvidence { game, ruling, text } => {
                self.add_evidence(who, game, ruling, &text)
            }
            Command::Appeal { ruling, text } => self.appeal(heard, who, ruling, &text),
            Command::DecideAppeal {
                ruling,
                decision,
                reasons,
            } => self.decide_appeal(now, who, ruling, decision, &reasons),
            Command::Cancel => {
                self.organiser_of(who)?;
                self.before_start()?;
                one(Fact::Cancelled {
                    reason: Cancellation::Organiser,
                })
            }
            Command::Annul { reasons } => {
                self.running()?;
                self.presiding(who)?;
                let reasons = Text::Reasons.check(&reasons)?;
                one(Fact::Annulled { reasons })
            }
        }
    }

    fn record_outage(&self, now: u64, who: Who, from: u64, to: u64) -> Bodies {
        server(who)?;
        let from = from.max(self.outages.last_end());
        if to > now {
            return Err(Refusal::Time { from, to: now });
        }
        // An empty outage changes nothing.
        if from >= to {
            return Ok(Vec::new());
        }
        one(Fact::Outage { from, to })
    }

    pub(crate) fn before_start(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Open => Ok(()),
            _ => Err(Refusal::Started),
        }
    }

    pub(crate) fn running(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Running => Ok(()),
            _ => Err(Refusal::NotStarted),
        }
    }

    pub(crate) fn organiser_of(&self, who: Who) -> Result<(), Refusal> {
        if who == Who::Person(self.organiser) {
            Ok(())
        } else {
            Err(Refusal::Role(Role::Organiser))
        }
    }

    /// Checks that `who` is staff (the organiser or a director), and does not play in the event (Regulations, section 1).
    pub(crate) fn staff(&self, who: Who) -> Result<(), Refusal> {
        match who {
            Who::Person(person) if person == self.organiser || self.directors.contains(&person) => {
                if self.plays(person) {
                    Err(Refusal::StaffPlays)
                } else {
                    Ok(())
                }
            }
            _ => Err(Refusal::Role(Role::Staff)),
        }
    }

    /// Checks that `who` is the arbiter who decides for the whole event.
    pub(crate) fn presiding(&self, who: Who) -> Result<(), Refusal> {
        let person = who.person().filter(|person| self.is_arbiter(*person));
        match person {
            Some(person) if self.presiding_arbiter() == Some(person) => Ok(()),
            Some(person) if self.plays(person) => Err(Refusal::ArbiterPlays),
            _ => Err(Refusal::Role(Role::ChiefArbiter)),
        }
    }

    /// Checks that `who` may act for a player: the player, or staff who do not play in the event.
    ///
    /// # Errors
    /// The role that is needed, or that a member of staff plays in the event.
    pub fn player_or_staff(&self, who: Who, player: PersonId) -> Result<(), Refusal> {
        if who == Who::Person(player) {
            return Ok(());
        }
        self.staff(who).map_err(|refusal| match refusal {
            Refusal::Role(_) => Refusal::Role(Role::Player),
            other => other,
        })
    }

    /// Checks that `who` is a director who may rule: one who does not play in the event (Regulations, section 1).
    pub(crate) fn ruling_director(&self, who: Who) -> Result<PersonId, Refusal> {
        match who {
            Who::Person(person) if self.directors.contains(&person) => {
                if self.plays(person) {
                    Err(Refusal::DirectorPlays)
                } else {
                    Ok(person)
                }
            }
            _ => Err(Refusal::Role(Role::Director)),
        }
    }

    /// A game that counts.
    pub(crate) fn game_that_counts(&self, game: GameId) -> Result<&EventGame, Refusal> {
        self.running()?;
        self.board(game).ok_or(Refusal::NoGame(game))
    }

    /// Checks that the result of a game is not final, not even by the time, with the entry that says so still to be appended.
    pub(crate) fn not_final(&self, now: u64, game: &EventGame) -> Result<(), Refusal> {
        let over = self.final_at(game).is_some_and(|at| at <= now);
        if game.is_final || over {
            Err(Refusal::ResultFinal)
        } else {
            Ok(())
        }
    }

    /// Checks that `now` is within the time to appeal against a ruling made at `since`.
    pub(crate) fn in_time(&self, now: u64, since: u64) -> Result<(), Refusal> {
        let at = self.outages.deadline(since, APPEAL_MS);
        if now <= at {
            Ok(())
        } else {
            Err(Refusal::AppealLate { at })
        }
    }
}

/// Checks that `who` is the server.
pub(crate) fn server(who: Who) -> Result<(), Refusal> {
    match who {
        Who::Server => Ok(()),
        Who::Person(_) => Err(Refusal::Role(Role::Server)),
    }
}
