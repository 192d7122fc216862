//! Judging: whether a request is allowed, and what it leads to. Nothing changes here.

use manifold_rules::board::Color;
use manifold_rules::variant::AnyAction;
use secrecy::{ExposeSecret, SecretString};

use super::{LiveGame, PlayedAction, slot};
use crate::names::Status;
use crate::table::error::TableError;
use crate::table::event::{Claim, EventKind, Offer};
use crate::table::info::GameInfo;
use crate::table::referee::Judged;
use crate::table::seat::Seat;
use crate::table::view::{Abilities, Presence};

/// A request of a player.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    /// An action, chosen after event `n`.
    Act { n: u64, action: SecretString },
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

/// A request that is allowed.
#[derive(Debug)]
pub(crate) struct Judgement {
    /// Whether the event is an action that needs a salted commitment.
    pub(crate) needs_salt: bool,
    pub(crate) decision: Decision,
}

/// What a request leads to.
#[derive(Debug)]
pub(crate) enum Decision {
    /// This is to be stored and applied.
    Event(EventKind),
    /// A new game is to be made first.
    Rematch(Box<GameInfo>),
}

impl From<Decision> for Judgement {
    fn from(decision: Decision) -> Judgement {
        Judgement {
            needs_salt: false,
            decision,
        }
    }
}

impl From<EventKind> for Judgement {
    fn from(event: EventKind) -> Judgement {
        Decision::Event(event).into()
    }
}

impl From<Judged> for Judgement {
    fn from(judged: Judged) -> Judgement {
        Judgement {
            needs_salt: judged.needs_salt,
            decision: Decision::Event(EventKind::Action {
                by: judged.by,
                action: judged.action,
                salt: None,
                lag_ms: 0,
            }),
        }
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
        if seat == Seat::Spectator {
            return Err(TableError::NotAPlayer);
        }
        let by = seat.color().unwrap_or_else(|| self.referee.actor());
        match command {
            Command::Act { n, action } => self.judge_action(seat, *n, action.expose_secret()),
            Command::Offer(what) => self.judge_offer(seat, *what).map(Judgement::from),
            Command::Accept(what) => self.judge_accept(seat, *what).map(Judgement::from),
            Command::Decline(what) => self.judge_decline(seat, *what).map(Judgement::from),
            Command::Resign => {
                self.must_be_live()?;
                Ok(EventKind::Resigned { color: by }.into())
            }
            Command::Abort if self.can_abort() => Ok(EventKind::Aborted { by }.into()),
            Command::Abort => {
                self.must_not_be_over()?;
                Err(TableError::NoAbort)
            }
            Command::Claim(what) => {
                self.must_be_live()?;
                match presence.claim.filter(|color| seat.color() == Some(*color)) {
                    Some(by) => Ok(EventKind::Claimed { by, what: *what }.into()),
                    None => Err(TableError::NoClaim),
                }
            }
        }
    }

    /// Judges an action of the engine.
    pub(crate) fn judge_engine_action(&self, action: AnyAction) -> Result<Judgement, TableError> {
        self.must_be_live()?;
        self.referee.judge_action(action).map(Judgement::from)
    }

    fn must_not_be_over(&self) -> Result<(), TableError> {
        self.end.map_or(Ok(()), |end| Err(TableError::Over(end)))
    }

    fn must_be_live(&self) -> Result<(), TableError> {
        self.must_not_be_over()?;
        match self.info.free_side() {
            Some(_) => Err(TableError::NotStarted),
            None => Ok(()),
        }
    }

    fn judge_action(&self, seat: Seat, n: u64, action: &str) -> Result<Judgement, TableError> {
        self.must_be_live()?;
        if n < self.position_n || n > self.n() {
            return Err(TableError::Stale {
                seen: n,
                last: self.n(),
            });
        }
        self.referee.judge(seat, action).map(Judgement::from)
    }

    fn judge_offer(&self, seat: Seat, what: Offer) -> Result<Decision, TableError> {
        let can = self.abilities(seat, Presence::default());
        let by = seat.color().unwrap_or_else(|| self.referee.actor());
        match what {
            Offer::Draw => {
                self.must_be_live()?;
                // Offering what the opponent has offered accepts it.
                if self.offers[0] == Some(by.other()) || seat == Seat::Both {
                    return Ok(Decision::Event(EventKind::DrawAgreed));
                }
                if !can.draw {
                    return Err(TableError::DrawAlreadyOffered);
                }
            }
            Offer::Takeback => {
                if self.offers[1] == Some(by.other()) && seat != Seat::Both {
                    return self.judge_accept(seat, what);
                }
                if !can.takeback {
                    self.must_be_live()?;
                    return Err(if self.info.takebacks {
                        TableError::NoTakeback
                    } else {
                        TableError::TakebacksOff
                    });
                }
                let keep = self.keep_for_takeback(by, seat);
                if let Some(keep) = keep
                    && (seat == Seat::Both || self.info.has_engine())
                {
                    return Ok(Decision::Event(EventKind::TakenBack { by, keep }));
                }
            }
            Offer::Rematch => {
                if !can.rematch {
                    return Err(TableError::NoRematch);
                }
                let is_agreed = self.offers[2] == Some(by.other());
                if is_agreed || seat == Seat::Both || self.info.has_engine() {
                    return Ok(Decision::Rematch(Box::new(self.info.rematch())));
                }
            }
            Offer::Reset => {
                if !can.reset {
                    return Err(TableError::NoReset);
                }
                return Ok(Decision::Event(EventKind::TakenBack { by, keep: 0 }));
            }
        }
        Ok(Decision::Event(EventKind::Offered { by, what }))
    }

    fn judge_accept(&self, seat: Seat, what: Offer) -> Result<Decision, TableError> {
        if what != Offer::Rematch {
            self.must_be_live()?;
        }
        let by = slot(what)
            .and_then(|slot| self.offers[slot])
            .filter(|by| seat.color() == Some(by.other()))
            .ok_or(TableError::NoOffer)?;
        match what {
            Offer::Draw => Ok(Decision::Event(EventKind::DrawAgreed)),
            Offer::Takeback => {
                let keep = self
                    .keep_for_takeback(by, Seat::of(by))
                    .ok_or(TableError::NoTakeback)?;
                Ok(Decision::Event(EventKind::TakenBack { by, keep }))
            }
            _ => Ok(Decision::Rematch(Box::new(self.info.rematch()))),
        }
    }

    fn judge_decline(&self, seat: Seat, what: Offer) -> Result<EventKind, TableError> {
        let open = slot(what).and_then(|slot| self.offers[slot]);
        match (open, seat.color()) {
            (Some(_), Some(by)) => Ok(EventKind::Declined { by, what }),
            _ => Err(TableError::NoOffer),
        }
    }

    fn can_abort(&self) -> bool {
        match self.status() {
            Status::Waiting => true,
            Status::Live => self.referee.ply() < 2,
            Status::Over => false,
        }
    }

    /// How many actions are left if `by` takes back: the player's last turn is undone as a whole, and
    /// what came after it. At one board only the last action.
    fn keep_for_takeback(&self, by: Color, seat: Seat) -> Option<usize> {
        if seat == Seat::Both {
            return self.line.len().checked_sub(1);
        }
        let actions: Vec<&PlayedAction> = self.actions().map(|(_, _, action)| action).collect();
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

    /// What `seat` can do beside actions.
    pub(crate) fn abilities(&self, seat: Seat, presence: Presence) -> Abilities {
        if seat == Seat::Spectator {
            return Abilities {
                join: self.status() == Status::Waiting,
                ..Abilities::default()
            };
        }
        let is_live = self.status() == Status::Live;
        let both = seat == Seat::Both;
        let engine = self.info.has_engine();
        let by = seat.color().unwrap_or_else(|| self.referee.actor());
        let side = by.fold_wb(0, 1);
        let asked = |slot: usize| {
            self.offers[slot] == Some(by) || self.last_offer[slot][side] == Some(self.line.len())
        };
        let claims = is_live && seat.color().is_some() && presence.claim == seat.color();
        Abilities {
            takeback: is_live
                && self.info.takebacks
                && (both || engine || !asked(1))
                && self.keep_for_takeback(by, seat).is_some(),
            reset: is_live && both && !self.line.is_empty(),
            draw: is_live && !engine && (both || !asked(0)),
            resign: is_live,
            abort: self.can_abort(),
            rematch: self.status() == Status::Over && self.rematch.is_none(),
            join: false,
            claim_win: claims,
            claim_draw: claims,
        }
    }
}
