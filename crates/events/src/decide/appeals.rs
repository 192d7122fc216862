//! Appeals and the decisions on them (Regulations, section 5).

use super::{Bodies, one};
use crate::entry::{Body, Fact, Said};
use crate::event::{Event, Ruling, RulingState};
use crate::ids::{EntryNumber, PersonId, Who};
use crate::outcome::Decision;
use crate::private::Private;
use crate::refusal::{Refusal, Role, Text};

impl Event {
    pub(super) fn appeal(&self, now: u64, who: Who, number: EntryNumber, text: &str) -> Bodies {
        let ruling = self.ruling(number)?;
        let (game, side) = self.own_game(who, ruling.game)?;
        let player = game.player(side);
        if ruling.appeals.iter().any(|appeal| appeal.player == player) {
            return Err(Refusal::HasAppealed);
        }
        // The other player's appeal does not extend the time.
        self.in_time(now, ruling.at)?;
        if !matches!(ruling.state, RulingState::Open | RulingState::Appealed) {
            return Err(Refusal::RulingClosed);
        }
        if ruling.outcome.is_about_the_result() {
            self.not_final(now, game)?;
        }
        let text = Text::Appeal.check(text)?;
        Ok(vec![Body::Said(Said::Appealed {
            ruling: number,
            player,
            text: Private::new(text),
        })])
    }

    pub(super) fn decide_appeal(
        &self,
        now: u64,
        who: Who,
        number: EntryNumber,
        decision: Decision,
        reasons: &str,
    ) -> Bodies {
        let arbiter = match who {
            Who::Person(person) if person == self.chief_arbiter || person == self.deputy => person,
            _ => return Err(Refusal::Role(Role::Arbiter)),
        };
        let ruling = self.ruling(number)?;
        let game = self.game_that_counts(ruling.game)?;
        if ruling.by == arbiter {
            return Err(Refusal::OwnRuling);
        }
        if game.side(arbiter).is_some() {
            return Err(Refusal::OwnGame);
        }
        match ruling.state {
            // Remitted rulings do not lapse, so one that waits for a director who does not rule can be decided after all.
            RulingState::Appealed | RulingState::Remitted { .. } => {}
            RulingState::Open => return Err(Refusal::NoAppeal),
            _ => return Err(Refusal::RulingClosed),
        }
        // An appeal that is not about the result can be decided once that is final, and changes nothing about it.
        let is_about_the_result = ruling.outcome.is_about_the_result()
            || matches!(&decision, Decision::Varied { outcome } if outcome.is_about_the_result());
        if is_about_the_result {
            self.not_final(now, game)?;
        }
        match &decision {
            Decision::Confirmed => {}
            Decision::Varied { outcome } => {
                // Otherwise this would replace another ruling about the result that awaits somebody else's decision.
                let mut others = self.waiting_rulings(game).filter(|(n, _)| *n != number);
                if outcome.is_about_the_result()
                    && !ruling.outcome.is_about_the_result()
                    && others.any(|(_, other)| other.outcome.is_about_the_result())
                {
                    return Err(Refusal::AppealOpen);
                }
                if *outcome == ruling.outcome {
                    return Err(Refusal::SameOutcome);
                }
                // Otherwise the overruled result would stand.
                if ruling.outcome.is_about_the_result() && !outcome.is_about_the_result() {
                    return Err(Refusal::NotAboutResult);
                }
                self.check_possible(game, outcome, ruling.call)?;
            }
            Decision::Remitted { to } => self.check_remit(*to, ruling)?,
        }
        let reasons = Text::Reasons.check(reasons)?;
        one(Fact::AppealDecided {
            ruling: number,
            decision,
            reasons,
        })
    }

    fn check_remit(&self, to: PersonId, ruling: &Ruling) -> Result<(), Refusal> {
        match ruling.state {
            RulingState::Remitted { to: before, .. } if before == to => {
                Err(Refusal::RemittedTo(to))
            }
            _ if to == ruling.by || !self.directors.contains(&to) || self.plays(to) => {
                Err(Refusal::RemitTo)
            }
            _ => Ok(()),
        }
    }
}
