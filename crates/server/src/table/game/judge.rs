//! Judging: whether a request is allowed, and what it leads to. Nothing changes here.

use manifold_rules::board::Color;

use super::{Command, LiveGame, Presence, Row, Verdict, What, slot};
use crate::hidden::Hidden;
use crate::problem::{Code, Problem};
use crate::table::event::{Happening, Offer};
use crate::table::seat::Seat;
use crate::table::setup::Setup;
use crate::table::state::{Abilities, Status};

/// A request that is allowed, and what it leads to.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) needs_salt: bool,
    pub(crate) verdict: Verdict,
}

impl Judgement {
    fn of(verdict: Verdict) -> Judgement {
        Judgement {
            needs_salt: false,
            verdict,
        }
    }

    fn happen(happening: Happening) -> Judgement {
        Judgement::of(Verdict::Happen(happening))
    }
}

impl LiveGame {
    /// Judges a request of `seat`. Nothing is changed.
    pub(crate) fn judge(
        &self,
        seat: Seat,
        command: &Command,
        presence: Presence,
    ) -> Result<Judgement, Problem> {
        if seat == Seat::Spectator {
            return Err(Problem::new(
                Code::NotYours,
                "You are watching this game: only its players can do that.",
            ));
        }
        match command {
            Command::Act { n, action } => self.judge_action(seat, *n, action),
            Command::Offer(what) => self.judge_offer(seat, *what).map(Judgement::of),
            Command::Accept(what) => self.judge_accept(seat, *what).map(Judgement::of),
            Command::Decline(what) => self.judge_decline(seat, *what).map(Judgement::happen),
            Command::Resign => {
                self.must_be_live()?;
                let color = seat.color().unwrap_or_else(|| self.referee.actor());
                Ok(Judgement::happen(Happening::Resigned { color }))
            }
            Command::Abort => {
                if !self.can_abort() {
                    self.must_not_be_over()?;
                    return Err(not_possible(
                        "A game can be aborted only until both players have moved. You can resign.",
                    ));
                }
                let by = seat.color().unwrap_or_else(|| self.referee.actor());
                Ok(Judgement::happen(Happening::Aborted { by }))
            }
            Command::Claim(what) => {
                self.must_be_live()?;
                match presence.claim.filter(|color| seat.color() == Some(*color)) {
                    Some(by) => Ok(Judgement::happen(Happening::Claimed { by, what: *what })),
                    None => Err(not_possible(
                        "You can claim the game only when your opponent has been away for a while.",
                    )),
                }
            }
        }
    }

    fn must_not_be_over(&self) -> Result<(), Problem> {
        match &self.over {
            Some(over) => Err(Problem::new(
                Code::Over,
                format!("The game is over. {}", over.text),
            )),
            None => Ok(()),
        }
    }

    fn must_be_live(&self) -> Result<(), Problem> {
        self.must_not_be_over()?;
        match self.setup.free() {
            Some(_) => Err(Problem::new(
                Code::NotLive,
                "The game begins when somebody takes the free seat.",
            )),
            None => Ok(()),
        }
    }

    fn judge_action(&self, seat: Seat, n: u64, action: &Hidden) -> Result<Judgement, Problem> {
        self.must_be_live()?;
        if n < self.position_n || n > self.n() {
            return Err(Problem::new(
                Code::Stale,
                format!(
                    "The action was chosen after event {n}, and the position has changed since. The last event is {}.",
                    self.n()
                ),
            ));
        }
        let judged = self.referee.judge(seat, action.reveal())?;
        Ok(Judgement {
            needs_salt: judged.is_departure,
            verdict: Verdict::Happen(Happening::Action {
                by: judged.by,
                action: judged.action,
                salt: None,
                lag_ms: 0,
            }),
        })
    }

    fn judge_offer(&self, seat: Seat, what: Offer) -> Result<Verdict, Problem> {
        let can = self.abilities(seat, Presence::default());
        let actor = self.referee.actor();
        let by = seat.color().unwrap_or(actor);
        match what {
            Offer::Draw => {
                self.must_be_live()?;
                // What the opponent has offered is accepted by offering the same.
                if self.offers[0] == Some(by.other()) || seat == Seat::Both {
                    return Ok(Verdict::Happen(Happening::DrawAgreed));
                }
                if !can.draw {
                    return Err(not_possible(
                        "You have offered a draw already; you can offer again after your next move.",
                    ));
                }
            }
            Offer::Takeback => {
                if self.offers[1] == Some(by.other()) && seat != Seat::Both {
                    return self.judge_accept(seat, what);
                }
                if !can.takeback {
                    self.must_be_live()?;
                    return Err(not_possible(if self.setup.takebacks {
                        "There is nothing that you could take back now, or you have asked already."
                    } else {
                        "It was agreed that nothing is taken back in this game."
                    }));
                }
                let keep = self.keep_for_takeback(by, seat);
                if let Some(keep) = keep
                    && (seat == Seat::Both || self.setup.has_engine())
                {
                    return Ok(Verdict::Happen(Happening::TakenBack { by, keep }));
                }
            }
            Offer::Rematch => {
                if !can.rematch {
                    return Err(not_possible(
                        "You can ask for another game when this one is over.",
                    ));
                }
                if self.offers[2] == Some(by.other())
                    || seat == Seat::Both
                    || self.setup.has_engine()
                {
                    return Ok(Verdict::Rematch(Box::new(self.rematch_setup())));
                }
            }
            Offer::Reset => {
                if !can.reset {
                    return Err(not_possible(
                        "Only a game of two players at one board can be begun anew.",
                    ));
                }
                return Ok(Verdict::Happen(Happening::TakenBack { by, keep: 0 }));
            }
        }
        Ok(Verdict::Happen(Happening::Offered { by, what }))
    }

    fn judge_accept(&self, seat: Seat, what: Offer) -> Result<Verdict, Problem> {
        if what != Offer::Rematch {
            self.must_be_live()?;
        }
        let open = slot(what).and_then(|slot| self.offers[slot]);
        let by = open.filter(|by| seat.color() == Some(by.other()));
        let Some(by) = by else {
            return Err(not_possible(
                "Your opponent has not offered that, or not any more.",
            ));
        };
        match what {
            Offer::Draw => Ok(Verdict::Happen(Happening::DrawAgreed)),
            Offer::Takeback => {
                let keep = self
                    .keep_for_takeback(by, Seat::of(by))
                    .ok_or_else(|| not_possible("There is nothing to take back any more."))?;
                Ok(Verdict::Happen(Happening::TakenBack { by, keep }))
            }
            _ => Ok(Verdict::Rematch(Box::new(self.rematch_setup()))),
        }
    }

    fn judge_decline(&self, seat: Seat, what: Offer) -> Result<Happening, Problem> {
        let open = slot(what).and_then(|slot| self.offers[slot]);
        match (open, seat.color()) {
            (Some(_), Some(by)) => Ok(Happening::Declined { by, what }),
            _ => Err(not_possible("There is no such offer, or not any more.")),
        }
    }

    /// The same game with the colours exchanged.
    fn rematch_setup(&self) -> Setup {
        let swap = !self.setup.is_same_board();
        let (white, black) = (self.setup.white.clone(), self.setup.black.clone());
        Setup {
            white: if swap { black.clone() } else { white.clone() },
            black: if swap { white } else { black },
            ..self.setup.clone()
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
        let rows: Vec<&Row> = self.rows().collect();
        let own_turn = |row: &&Row| row.played.by == by && row.played.turn == by;
        let last = rows.iter().rposition(own_turn);
        let Some(last) = last else {
            return rows.iter().rposition(|row| row.played.by == by);
        };
        let ply = rows[last].played.ply;
        rows.iter()
            .position(|row| row.played.ply == ply && row.played.turn == by)
            .map(|first| first.min(last))
    }

    pub(super) fn rows(&self) -> impl DoubleEndedIterator<Item = &Row> {
        self.line
            .iter()
            .filter_map(|place| match &self.log[*place].what {
                What::Action(row) => Some(&**row),
                What::Other(_) => None,
            })
    }

    pub(crate) fn abilities(&self, seat: Seat, presence: Presence) -> Abilities {
        if seat == Seat::Spectator {
            return Abilities {
                join: self.status() == Status::Waiting,
                ..Abilities::default()
            };
        }
        let is_live = self.status() == Status::Live;
        let both = seat == Seat::Both;
        let engine = self.setup.has_engine();
        let by = seat.color().unwrap_or_else(|| self.referee.actor());
        let side = by.fold_wb(0, 1);
        let asked = |slot: usize| {
            self.offers[slot] == Some(by) || self.last_offer[slot][side] == Some(self.line.len())
        };
        let claims = is_live && seat.color().is_some() && presence.claim == seat.color();
        Abilities {
            takeback: is_live
                && self.setup.takebacks
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

fn not_possible(detail: &str) -> Problem {
    Problem::new(Code::NotPossible, detail)
}
