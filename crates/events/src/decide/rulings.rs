//! Calls and rulings (Regulations, section 4).

use super::{Bodies, one};
use crate::entry::{Body, Fact, Said};
use crate::event::{Event, EventGame, Ruling, RulingState};
use crate::ids::{EntryNumber, GameId, PersonId, Who};
use crate::outcome::{Ground, Outcome};
use crate::private::Private;
use crate::refusal::{Refusal, Text};

/// A day, in milliseconds: the most that a clock can be set to.
const LONGEST_CLOCK: u64 = 24 * 60 * crate::settings::MINUTE;

impl Event {
    pub(super) fn call(&self, now: u64, who: Who, game: GameId, text: &str) -> Bodies {
        let (game, side) = self.own_game(who, game)?;
        if game.started.is_none() {
            return Err(Refusal::GameNotStarted);
        }
        if game.result.is_some() {
            return Err(Refusal::GameOver);
        }
        let late = self.default_deadline(game).is_some_and(|end| now > end);
        if late && !game.has_arrived(side) {
            return Err(Refusal::DefaultTime);
        }
        let calls = &game.calls[side as usize];
        if self.open_calls(game).any(|call| calls.contains(&call)) {
            return Err(Refusal::CallOpen);
        }
        if calls.len() >= 2 {
            return Err(Refusal::CallsUsed);
        }
        let text = Text::Call.check(text)?;
        Ok(vec![Body::Said(Said::Called {
            game: game.id,
            player: game.player(side),
            text: Private::new(text),
        })])
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn rule(
        &self,
        now: u64,
        who: Who,
        game: GameId,
        ground: Ground,
        outcome: Outcome,
        reasons: &str,
        call: Option<EntryNumber>,
    ) -> Bodies {
        let (director, game) = self.may_rule(who, game)?;
        let remitted = self.check_waiting_for_ruling(director, game, &outcome)?;
        if remitted.is_none() || outcome.is_about_the_result() {
            self.not_final(now, game)?;
        }
        if let Some(number) = call {
            self.check_answer(now, game, number)?;
        }
        self.check_possible(game, &outcome, call)?;
        let reasons = Text::Reasons.check(reasons)?;
        one(Fact::Ruled {
            game: game.id,
            ground,
            outcome,
            reasons,
            call,
            remitted,
        })
    }

    /// Checks that `who` is a director who may rule in a game; gives the director and the game.
    fn may_rule(&self, who: Who, game: GameId) -> Result<(PersonId, &EventGame), Refusal> {
        let director = self.ruling_director(who)?;
        let game = self.game_that_counts(game)?;
        if game.side(director).is_some() {
            return Err(Refusal::OwnGame);
        }
        Ok((director, game))
    }

    /// Checks that no undecided ruling stands in the way: one that awaits the Chief Arbiter or another director blocks a new one about
    /// the same matter. Gives the remitted ruling that the new one answers, if it was remitted to this director.
    fn check_waiting_for_ruling(
        &self,
        director: PersonId,
        game: &EventGame,
        outcome: &Outcome,
    ) -> Result<Option<EntryNumber>, Refusal> {
        let mut answers = None;
        for (number, waiting) in self.waiting_rulings(game) {
            let about_the_result = waiting.outcome.is_about_the_result();
            match waiting.state {
                RulingState::Remitted { to, .. } if to == director => {
                    if about_the_result && !outcome.is_about_the_result() {
                        return Err(Refusal::RemittedResult);
                    }
                    answers = Some(number);
                }
                RulingState::Remitted { to, .. }
                    if about_the_result && outcome.is_about_the_result() =>
                {
                    return Err(Refusal::RemittedTo(to));
                }
                _ if about_the_result && outcome.is_about_the_result() => {
                    return Err(Refusal::AppealOpen);
                }
                _ => {}
            }
        }
        Ok(answers)
    }

    fn check_answer(&self, now: u64, game: &EventGame, number: EntryNumber) -> Result<(), Refusal> {
        let lapsed = self.call_lapse(number).is_some_and(|at| at <= now);
        let open = self.open_calls(game).any(|call| call == number);
        if open && !lapsed {
            Ok(())
        } else {
            Err(Refusal::NoCall(number))
        }
    }

    /// Checks that an outcome is possible in a game as it stands.
    pub(super) fn check_possible(
        &self,
        game: &EventGame,
        outcome: &Outcome,
        call: Option<EntryNumber>,
    ) -> Result<(), Refusal> {
        let started = || match game.started {
            Some(_) => Ok(()),
            None => Err(Refusal::GameNotStarted),
        };
        match outcome {
            Outcome::WhiteForfeits | Outcome::BlackForfeits | Outcome::BothForfeit => Ok(()),
            Outcome::WhiteWins | Outcome::BlackWins | Outcome::Draw => started(),
            Outcome::Resume {
                white_ms, black_ms, ..
            } => {
                started()?;
                let range = 1..=LONGEST_CLOCK;
                if range.contains(white_ms) && range.contains(black_ms) {
                    Ok(())
                } else {
                    Err(Refusal::Clock)
                }
            }
            Outcome::Replay { game: new } => {
                // A game that was forfeited before it started can be replayed, too.
                if game.result.is_none() {
                    started()?;
                }
                if self.games.contains_key(new) {
                    Err(Refusal::GameIds { needed: 1 })
                } else {
                    Ok(())
                }
            }
            Outcome::Time { seconds, .. } => {
                started()?;
                if game.result.is_some() {
                    Err(Refusal::GameOver)
                } else if (1..=86_400).contains(&seconds.unsigned_abs()) {
                    Ok(())
                } else {
                    Err(Refusal::ClockChange)
                }
            }
            Outcome::Warning { .. } => Ok(()),
            Outcome::Dismissed { .. } if call.is_none() => Err(Refusal::DismissedWithoutCall),
            Outcome::Dismissed { .. } => Ok(()),
        }
    }

    pub(super) fn open_seal(&self, who: Who, game: GameId) -> Bodies {
        // Arbiters, who decide on appeals, have to see what directors see.
        let arbiter = who.person().filter(|person| self.is_arbiter(*person));
        let (person, game) = match arbiter {
            Some(person) if self.plays(person) => return Err(Refusal::DirectorPlays),
            Some(person) => (person, self.game_that_counts(game)?),
            None => self.may_rule(who, game)?,
        };
        if self.seals.contains(&(person, game.id)) {
            return Err(Refusal::SealOpen);
        }
        one(Fact::SealOpened { game: game.id })
    }

    pub(super) fn add_evidence(
        &self,
        who: Who,
        game: GameId,
        ruling: Option<EntryNumber>,
        text: &str,
    ) -> Bodies {
        let (_, game) = self.may_rule(who, game)?;
        if let Some(number) = ruling
            && self.ruling(number)?.game != game.id
        {
            return Err(Refusal::NoRuling(number));
        }
        let text = Text::Evidence.check(text)?;
        Ok(vec![Body::Said(Said::EvidenceAdded {
            game: game.id,
            ruling,
            text: Private::new(text),
        })])
    }

    pub(super) fn ruling(&self, number: EntryNumber) -> Result<&Ruling, Refusal> {
        self.rulings.get(&number).ok_or(Refusal::NoRuling(number))
    }
}
