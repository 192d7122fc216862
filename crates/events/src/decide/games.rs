//! Presence, appointments and ends of games (Regulations, sections 2 and 3).

use super::{Bodies, one, server};
use crate::entry::{Body, Fact};
use crate::event::{Event, EventGame, How};
use crate::ids::{GameId, Who};
use crate::outcome::{GameResult, Side};
use crate::refusal::{Refusal, Role};
use crate::settings::MINUTE;

/// How many times the players can propose an appointment for one game.
const MOST_PROPOSALS: u8 = 40;

/// How many times a player can say "now" in vain for one arranged game, except around an appointment.
const MOST_ARRIVALS: u8 = 100;

impl Event {
    /// A game that counts, and the side that `who` plays in it.
    pub(super) fn own_game(&self, who: Who, game: GameId) -> Result<(&EventGame, Side), Refusal> {
        let game = self.game_that_counts(game)?;
        let side = who.person().and_then(|person| game.side(person));
        Ok((game, side.ok_or(Refusal::Role(Role::GamePlayer))?))
    }

    pub(super) fn arrive(&self, now: u64, who: Who, game: GameId) -> Bodies {
        let (game, side) = self.own_game(who, game)?;
        if game.result.is_some() {
            return Err(Refusal::GameOver);
        }
        let arrived = Fact::Arrived {
            game: game.id,
            side,
        };
        if game.is_awaited() {
            return Ok(come_back(game, side, arrived));
        }
        if game.started.is_none() {
            if self.is_arranged() {
                return self.arrive_by_arrangement(now, game, side, arrived);
            }
            return Err(Refusal::GameNotStarted);
        }
        if game.has_arrived(side) {
            return Ok(Vec::new());
        }
        if self.default_deadline(game).is_some_and(|end| now > end) {
            return Err(Refusal::DefaultTime);
        }
        one(arrived)
    }

    /// A player of an arranged game says "now". The game starts if the opponent has said so within the default time before.
    fn arrive_by_arrangement(
        &self,
        now: u64,
        game: &EventGame,
        side: Side,
        arrived: Fact,
    ) -> Bodies {
        let closed = self.arranged_deadline().is_some_and(|end| now > end);
        if closed && game.appointment.is_none() {
            return Err(Refusal::DefaultTime);
        }
        let time = self.settings.default_time();
        let is_around = |at: u64| {
            game.appointment.is_some_and(|appointed| {
                at >= appointed.saturating_sub(time)
                    && now <= self.outages.deadline(appointed, time)
            })
        };
        let waits_until = self.waits_until(game, side.opposite());
        if waits_until.is_some_and(|end| now <= end) {
            let started = Fact::GameStarted { game: game.id };
            return Ok(vec![Body::Fact(arrived), Body::Fact(started)]);
        }
        // "Now" adds nothing if it is repeated within a minute, or if the player already waits for an appointment.
        let again = game.arrived[side as usize]
            .is_some_and(|at| is_around(at) || now.saturating_sub(at) < MINUTE);
        if again {
            return Ok(Vec::new());
        }
        // A player who comes to an appointment is exempt: they would lose the game otherwise, and can say so only a few times.
        if game.arrivals[side as usize] >= MOST_ARRIVALS && !is_around(now) {
            return Err(Refusal::TooOften);
        }
        one(arrived)
    }

    pub(super) fn propose(&self, now: u64, who: Who, game: GameId, time: u64) -> Bodies {
        let (game, side) = self.own_game(who, game)?;
        self.check_arrangement(now, game, time)?;
        if game.proposals >= MOST_PROPOSALS {
            return Err(Refusal::TooManyProposals {
                most: MOST_PROPOSALS,
            });
        }
        one(Fact::AppointmentProposed {
            game: game.id,
            side,
            time,
        })
    }

    pub(super) fn agree(&self, now: u64, who: Who, game: GameId, time: u64) -> Bodies {
        let (game, side) = self.own_game(who, game)?;
        if game.proposal != Some((side.opposite(), time)) {
            return Err(Refusal::NoProposal);
        }
        self.check_arrangement(now, game, time)?;
        one(Fact::AppointmentAgreed {
            game: game.id,
            time,
        })
    }

    fn check_arrangement(&self, now: u64, game: &EventGame, time: u64) -> Result<(), Refusal> {
        let Some(deadline) = self.arranged_deadline() else {
            return Err(Refusal::Format);
        };
        if game.started.is_some() || game.result.is_some() || game.is_awaited() {
            return Err(Refusal::GameStarted);
        }
        if (now..=deadline).contains(&time) {
            Ok(())
        } else {
            Err(Refusal::Time {
                from: now,
                to: deadline,
            })
        }
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn end_game(
        &self,
        now: u64,
        who: Who,
        game: GameId,
        result: GameResult,
        reason: String,
        ended_at: u64,
        turns: u32,
    ) -> Bodies {
        server(who)?;
        let game = self.game_that_counts(game)?;
        if game.result.is_some() {
            return Err(Refusal::GameOver);
        }
        let Some(from) = game.started else {
            return Err(Refusal::GameNotStarted);
        };
        if result.is_forfeit() {
            return Err(Refusal::PlayedForfeit);
        }
        if !(from..=now).contains(&ended_at) {
            return Err(Refusal::Time { from, to: now });
        }
        one(Fact::GameEnded {
            game: game.id,
            result,
            reason,
            ended_at,
            turns,
        })
    }

    pub(super) fn record_turns(&self, who: Who, game: GameId, turns: u32) -> Bodies {
        server(who)?;
        let game = self.game_that_counts(game)?;
        if game.started.is_none() {
            return Err(Refusal::GameNotStarted);
        }
        if game.is_final {
            return Err(Refusal::ResultFinal);
        }
        // The turns of a game that was played to its end are known already.
        if game.turns == Some(turns) || game.how == Some(How::Played) {
            return Ok(Vec::new());
        }
        one(Fact::TurnsRecorded {
            game: game.id,
            turns,
        })
    }
}

/// A player comes back to a resumed or replayed game; its clocks start when both are back.
fn come_back(game: &EventGame, side: Side, arrived: Fact) -> Vec<Body> {
    if game.is_here(side) {
        return Vec::new();
    }
    let mut bodies = vec![Body::Fact(arrived)];
    if game.is_here(side.opposite()) {
        let started = Fact::GameStarted { game: game.id };
        bodies.push(Body::Fact(started));
    }
    bodies
}
