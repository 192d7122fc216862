//! Judging: whether a request is allowed, and what it leads to. Nothing changes here.

use manifold_rules::board::Color;
use manifold_rules::variant::AnyAction;
use secrecy::{ExposeSecret, SecretString};

use super::{LiveGame, PlayedAction, slot};
use crate::ids::PlayerId;
use crate::names::Status;
use crate::table::error::TableError;
use crate::table::event::{Claim, EventKind, Offer, OtherEvent};
use crate::table::info::GameInfo;
use crate::table::referee::Judged;
use crate::table::seat::Seat;
use crate::table::view::{Abilities, Presence};

/// The events of a game after which nothing can be offered or taken back any more.
const MOST_EVENTS: u64 = 10_000;
/// Maximum number of takebacks before the game must proceed beyond the longest line so far.
const MOST_TAKEBACKS: u32 = 200;

/// A request of a player.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// An action, chosen after event `n`.
    Act {
        n: u64,
        action: SecretString,
        /// Whether the page was out of focus before it, as it says itself.
        away: bool,
    },
    /// Offer something.
    Offer(Offer),
    /// Accept what the opponent has offered.
    Accept(Offer),
    /// Decline it, or withdraw an own offer.
    Decline(Offer),
    /// Resign.
    Resign,
    /// End a game that has hardly begun.
    Abort,
    /// Claim a game whose opponent has left.
    Claim(Claim),
}

/// The result of a request that is allowed.
#[derive(Debug)]
pub(crate) enum Judgement {
    /// An event to be stored and committed.
    Event(Next),
    /// A new game is to be made first.
    Rematch(Box<GameInfo>),
}

/// The next event: judged by the game as it stands, and not stored yet.
#[derive(Debug)]
pub(crate) enum Next {
    /// An action, to which the owner of the game adds what it knows.
    Action {
        action: Judged,
        /// For an action that needs one: the salt of its commitment, in hexadecimal digits.
        salt: Option<SecretString>,
        /// Lag that is given back, in milliseconds.
        lag_ms: u32,
        /// Whether the player's page was out of focus before it, as the page says.
        away: bool,
    },
    /// Anything else.
    Other(OtherEvent),
}

impl Next {
    /// The event as it goes into the log.
    pub(super) fn stored(&self) -> EventKind {
        match self {
            Next::Action {
                action,
                salt,
                lag_ms,
                away,
            } => EventKind::Action {
                by: action.by(),
                action: action.action(),
                salt: salt.clone(),
                lag_ms: *lag_ms,
                away: *away,
            },
            Next::Other(event) => EventKind::Other(event.clone()),
        }
    }
}

impl From<OtherEvent> for Judgement {
    fn from(event: OtherEvent) -> Judgement {
        Judgement::Event(Next::Other(event))
    }
}

impl From<Judged> for Judgement {
    fn from(action: Judged) -> Judgement {
        Judgement::Event(Next::Action {
            action,
            salt: None,
            lag_ms: 0,
            away: false,
        })
    }
}

impl LiveGame {
    /// Judges a request of `seat`.
    pub(crate) fn judge(
        &self,
        seat: Seat,
        command: &Command,
        presence: Presence,
    ) -> Result<Judgement, TableError> {
        if matches!(seat, Seat::Spectator | Seat::Director) {
            return Err(TableError::NotAPlayer);
        }
        let by = seat.color().unwrap_or_else(|| self.state.referee.actor());
        match command {
            Command::Act { n, action, away } => {
                self.judge_action(seat, *n, action.expose_secret(), *away)
            }
            Command::Offer(what) => {
                self.must_have_room(*what)?;
                self.judge_offer(seat, *what)
            }
            Command::Accept(what) => {
                self.must_have_room(*what)?;
                self.judge_accept(seat, *what)
            }
            Command::Decline(what) => self.judge_decline(seat, *what),
            Command::Resign => {
                self.must_be_live()?;
                Ok(OtherEvent::Resigned { color: by }.into())
            }
            Command::Abort if self.can_abort() => Ok(OtherEvent::Aborted { by }.into()),
            Command::Abort => {
                self.must_not_be_over()?;
                self.must_not_be_in_an_event()?;
                Err(TableError::NoAbort)
            }
            Command::Claim(what) => {
                self.must_be_live()?;
                self.must_not_be_in_an_event()?;
                match presence.claim.filter(|color| seat.color() == Some(*color)) {
                    Some(by) => Ok(OtherEvent::Claimed { by, what: *what }.into()),
                    None => Err(TableError::NoClaim),
                }
            }
        }
    }

    /// Judges that a player leaves the game against the computer for a person.
    pub(crate) fn judge_leaving_computer(&self, player: PlayerId) -> Result<Next, TableError> {
        self.must_be_live()?;
        let by = self
            .state
            .seat(player)
            .color()
            .ok_or(TableError::NotAPlayer)?;
        let opponent = self.state.info.player(by.other());
        opponent.level().ok_or(TableError::NoAbort)?;
        Ok(Next::Other(OtherEvent::Aborted { by }))
    }

    /// Judges an action of the engine.
    pub(crate) fn judge_engine_action(&self, action: AnyAction) -> Result<Judgement, TableError> {
        self.must_be_live()?;
        self.state.referee.judge_action(action).map(Judgement::from)
    }

    /// Refuses offers and takebacks after too many events or takebacks, because they could go on forever. Actions cannot: the
    /// rules end every game, and [`GameState::can_retract`](super::state::GameState::can_retract) bounds the actions that would
    /// let it go on.
    fn must_have_room(&self, what: Offer) -> Result<(), TableError> {
        if self.n() >= MOST_EVENTS {
            return Err(TableError::TooManyEvents);
        }
        let is_back = matches!(what, Offer::Takeback | Offer::Reset);
        if is_back && self.log.takebacks() >= MOST_TAKEBACKS {
            return Err(TableError::TooManyTakebacks);
        }
        Ok(())
    }

    fn must_not_be_over(&self) -> Result<(), TableError> {
        self.state
            .end
            .map_or(Ok(()), |end| Err(TableError::Over(end)))
    }

    fn must_be_live(&self) -> Result<(), TableError> {
        self.must_not_be_over()?;
        match self.state.info.free_side() {
            Some(_) => Err(TableError::NotStarted),
            None if !self.state.has_begun() => Err(TableError::NotBegun),
            None => Ok(()),
        }
    }

    /// In an event games are neither aborted nor claimed nor played once more.
    fn must_not_be_in_an_event(&self) -> Result<(), TableError> {
        match self.state.info.event {
            Some(_) => Err(TableError::InEvent),
            None => Ok(()),
        }
    }

    /// Whether a draw can be agreed: an event may require some turns first.
    fn must_allow_draws(&self) -> Result<(), TableError> {
        let event = self.state.info.event.as_ref();
        match event.map_or(0, |event| event.draw_turns) {
            turns if self.state.referee.ply() < u32::from(turns) => {
                Err(TableError::DrawTooEarly(turns))
            }
            _ => Ok(()),
        }
    }

    fn judge_action(
        &self,
        seat: Seat,
        n: u64,
        action: &str,
        away: bool,
    ) -> Result<Judgement, TableError> {
        self.must_be_live()?;
        if self.state.ordered.stopped {
            return Err(TableError::ClocksStopped);
        }
        if n < self.state.position_n || n > self.n() {
            return Err(TableError::Stale {
                seen: n,
                last: self.n(),
            });
        }
        let action = self.state.referee.judge(seat, action)?;
        if action.takes_back() && !self.state.can_retract(action.by()) {
            return Err(TableError::TooManyRetractions);
        }
        Ok(Judgement::Event(Next::Action {
            action,
            salt: None,
            lag_ms: 0,
            away,
        }))
    }

    fn judge_offer(&self, seat: Seat, what: Offer) -> Result<Judgement, TableError> {
        let can = self.abilities(seat, Presence::default());
        let by = seat.color().unwrap_or_else(|| self.state.referee.actor());
        match what {
            Offer::Draw => {
                self.must_be_live()?;
                self.must_allow_draws()?;
                // Offering what the opponent has offered accepts it.
                if self.state.offers[0] == Some(by.other()) || seat == Seat::Both {
                    return Ok(OtherEvent::DrawAgreed.into());
                }
                if !can.draw {
                    return Err(TableError::DrawAlreadyOffered);
                }
            }
            Offer::Takeback => {
                if self.state.offers[1] == Some(by.other()) && seat != Seat::Both {
                    return self.judge_accept(seat, what);
                }
                if !can.takeback {
                    self.must_be_live()?;
                    return Err(if self.state.info.takebacks {
                        TableError::NoTakeback
                    } else {
                        TableError::TakebacksOff
                    });
                }
                let keep = self.keep_for_takeback(by, seat);
                if let Some(keep) = keep
                    && (seat == Seat::Both || self.state.info.has_engine())
                {
                    return Ok(OtherEvent::TakenBack { by, keep }.into());
                }
            }
            Offer::Rematch => {
                if !can.rematch {
                    self.must_not_be_in_an_event()?;
                    return Err(TableError::NoRematch);
                }
                if self.state.offers[2] == Some(by) {
                    return Err(TableError::RematchAlreadyOffered);
                }
                let is_agreed = self.state.offers[2] == Some(by.other());
                if is_agreed || seat == Seat::Both || self.state.info.has_engine() {
                    return Ok(Judgement::Rematch(Box::new(self.state.info.rematch())));
                }
            }
            Offer::Reset => {
                if !can.reset {
                    return Err(TableError::NoReset);
                }
                return Ok(OtherEvent::TakenBack { by, keep: 0 }.into());
            }
        }
        Ok(OtherEvent::Offered { by, what }.into())
    }

    fn judge_accept(&self, seat: Seat, what: Offer) -> Result<Judgement, TableError> {
        if what != Offer::Rematch {
            self.must_be_live()?;
        }
        let by = slot(what)
            .and_then(|slot| self.state.offers[slot])
            .filter(|by| seat.color() == Some(by.other()))
            .ok_or(TableError::NoOffer)?;
        match what {
            Offer::Draw => {
                self.must_allow_draws()?;
                Ok(OtherEvent::DrawAgreed.into())
            }
            Offer::Takeback => {
                let keep = self
                    .keep_for_takeback(by, Seat::of(by))
                    .ok_or(TableError::NoTakeback)?;
                Ok(OtherEvent::TakenBack { by, keep }.into())
            }
            _ => Ok(Judgement::Rematch(Box::new(self.state.info.rematch()))),
        }
    }

    fn judge_decline(&self, seat: Seat, what: Offer) -> Result<Judgement, TableError> {
        let open = slot(what).and_then(|slot| self.state.offers[slot]);
        match (open, seat.color()) {
            (Some(_), Some(by)) => Ok(OtherEvent::Declined { by, what }.into()),
            _ => Err(TableError::NoOffer),
        }
    }

    fn can_abort(&self) -> bool {
        if self.state.info.event.is_some() {
            return false;
        }
        match self.state.status() {
            Status::Waiting => true,
            Status::Live => self.state.referee.ply() < 2,
            Status::Over => false,
        }
    }

    /// The number of actions left if `by` takes back: the player's last turn is undone as a whole, with all that came after it. At
    /// one board it is only the last action.
    fn keep_for_takeback(&self, by: Color, seat: Seat) -> Option<usize> {
        if seat == Seat::Both {
            return self.log.actions_len().checked_sub(1);
        }
        let actions: Vec<&PlayedAction> = self.log.actions().map(|(_, _, action)| action).collect();
        let own_turn = |action: &&PlayedAction| action.played.by == by && action.played.turn == by;
        let Some(last) = actions.iter().rposition(own_turn) else {
            return actions.iter().rposition(|action| action.played.by == by);
        };
        let ply = actions[last].played.ply;
        actions
            .iter()
            .position(|action| action.played.ply == ply && action.played.turn == by)
            .map(|first| first.min(last))
    }

    /// What `seat` can do besides acting.
    pub(crate) fn abilities(&self, seat: Seat, presence: Presence) -> Abilities {
        if matches!(seat, Seat::Spectator | Seat::Director) {
            return Abilities {
                join: self.state.status() == Status::Waiting
                    && self.state.info.free_side().is_some(),
                ..Abilities::default()
            };
        }
        let is_live = self.state.status() == Status::Live;
        let both = seat == Seat::Both;
        let engine = self.state.info.has_engine();
        let by = seat.color().unwrap_or_else(|| self.state.referee.actor());
        let side = by.fold_wb(0, 1);
        let asked = |slot: usize| {
            self.state.offers[slot] == Some(by)
                || self.state.last_offer[slot][side] == Some(self.log.actions_len())
        };
        let is_own = self.state.info.event.is_none();
        let claims = is_live && is_own && seat.color().is_some() && presence.claim == seat.color();
        Abilities {
            takeback: is_live
                && self.state.info.takebacks
                && (both || engine || !asked(1))
                && self.keep_for_takeback(by, seat).is_some(),
            reset: is_live && both && self.log.actions_len() > 0,
            draw: is_live && !engine && (both || !asked(0)) && self.must_allow_draws().is_ok(),
            resign: is_live,
            abort: self.can_abort(),
            rematch: self.state.status() == Status::Over && self.state.rematch.is_none() && is_own,
            join: false,
            claim_win: claims,
            claim_draw: claims,
            conditional: is_live && seat.color().is_some() && self.state.has_conditions(),
        }
    }
}
