//! One game as its list of events: pure, with no clock, store or socket of its own.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::{Outcome, Reason, Viewer};
use manifold_rules::matchplay::{Clock, TimeControl};
use manifold_rules::record::Tags;

use super::event::{Claim, Event, Happening, Offer, Request};
use super::referee::{self, Ending, Played, Ply, Referee, RowNote, Verified, VerifiedRow};
use super::seat::Seat;
use super::setup::{Chair, Setup};
use super::state::{
    Abilities, ClockView, CommitmentView, EventView, LagView, MoveView, Offers, OutcomeView,
    PlayerView, Players, State, Status, name,
};
use crate::hidden::Hidden;
use crate::problem::{Code, Problem};
use crate::store::Outages;

/// Requests that are remembered, so that one that comes twice counts once.
const REMEMBERED: usize = 128;

/// A game with everything that follows from its events.
pub(crate) struct LiveGame {
    pub(crate) id: Arc<str>,
    pub(crate) setup: Setup,
    referee: Box<dyn Referee>,
    outages: Outages,
    clock: Option<Clock>,
    lag: LagView,
    /// Everything that happened, in order; the first has the number 1.
    log: Vec<Entry>,
    /// The entries of the actions that count, in order.
    line: Vec<usize>,
    over: Option<OutcomeView>,
    offers: [Option<Color>; 3],
    /// The number of actions when each player last offered a draw, or asked to take back.
    last_offer: [[Option<usize>; 2]; 2],
    rematch: Option<Arc<str>>,
    recent: VecDeque<(Request, u64)>,
    /// The last event that changed the position.
    position_n: u64,
}

/// An event with what was found when it was applied.
struct Entry {
    at: u64,
    what: What,
}

enum What {
    Action(Box<Row>),
    Other(Happening),
}

/// An action that was made.
struct Row {
    action: Hidden,
    played: Played,
    salt: Option<[u8; 16]>,
    clock_ms: Option<u64>,
    taken_back: bool,
}

/// Who is here, by colour, and how many others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    pub(crate) white: bool,
    pub(crate) black: bool,
    pub(crate) watching: usize,
    /// The player who may claim the game, because the opponent has left.
    pub(crate) claim: Option<Color>,
}

impl Presence {
    fn online(self, color: Color) -> bool {
        color.fold_wb(self.white, self.black)
    }
}

fn slot(what: Offer) -> Option<usize> {
    match what {
        Offer::Draw => Some(0),
        Offer::Takeback => Some(1),
        Offer::Rematch => Some(2),
        Offer::Reset => None,
    }
}

/// What a request leads to.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// This is to be stored and applied.
    Happen(Happening),
    /// A new game is to be made first.
    Rematch(Box<Setup>),
}

/// A request of a player.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    Act { n: u64, action: Hidden },
    Offer(Offer),
    Accept(Offer),
    Decline(Offer),
    Resign,
    Abort,
    Claim(Claim),
}

impl LiveGame {
    /// A game before its first event.
    pub(crate) fn new(id: Arc<str>, setup: Setup, outages: Outages) -> LiveGame {
        let control = setup.clock.as_ref().and_then(|clock| clock.control().ok());
        LiveGame {
            referee: referee::start(setup.game),
            id,
            setup,
            outages,
            clock: control.map(Clock::new),
            lag: LagView::default(),
            log: Vec::new(),
            line: Vec::new(),
            over: None,
            offers: [None; 3],
            last_offer: [[None; 2]; 2],
            rematch: None,
            recent: VecDeque::new(),
            position_n: 0,
        }
    }

    /// The number of the last event.
    pub(crate) fn n(&self) -> u64 {
        self.log.len() as u64
    }

    pub(crate) fn status(&self) -> Status {
        if self.over.is_some() {
            Status::Over
        } else if self.setup.free().is_some() {
            Status::Waiting
        } else {
            Status::Live
        }
    }

    pub(crate) fn outcome(&self) -> Option<&OutcomeView> {
        self.over.as_ref()
    }

    pub(crate) fn actor(&self) -> Option<Color> {
        (self.status() == Status::Live).then(|| self.referee.actor())
    }

    pub(crate) fn turn_number(&self) -> u32 {
        self.referee.ply() / 2 + 1
    }

    /// The number under which a request was stored already.
    pub(crate) fn remembered(&self, request: &Request) -> Option<u64> {
        self.recent
            .iter()
            .find(|(known, _)| known == request)
            .map(|(_, n)| *n)
    }

    /// The engine's level, if it must act.
    pub(crate) fn engine_to_act(&self) -> Option<(Color, u8)> {
        let actor = self.actor()?;
        Some((actor, self.setup.chair(actor).level()?))
    }

    pub(crate) fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    fn served(&self, at: u64) -> Duration {
        Duration::from_millis(self.outages.served(at))
    }

    // Clocks.

    /// When the running clock will be at zero, in milliseconds since 1970, as far as is known now.
    pub(crate) fn deadline(&self, now: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let color = clock.running()?;
        let at = self.served(now);
        let left = clock.remaining(color, at) + clock.delay_left(color, at);
        Some(now + u64::try_from(left.as_millis()).unwrap_or(u64::MAX / 2) + 1)
    }

    /// The player whose time has run out.
    pub(crate) fn flagged(&self, now: u64) -> Option<Color> {
        let clock = self.clock.as_ref()?;
        clock.running()?;
        clock.flagged(self.served(now))
    }

    fn left(&self, color: Color, at: u64) -> Option<u64> {
        let clock = self.clock.as_ref()?;
        let at = self.served(at);
        let mut left = clock.remaining(color, at);
        if self.is_correspondence() {
            left += clock.delay_left(color, at);
        }
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    }

    fn is_correspondence(&self) -> bool {
        self.setup
            .clock
            .as_ref()
            .is_some_and(|clock| clock.is_correspondence())
    }

    /// How long the engine may think, if a clock runs: in milliseconds.
    pub(crate) fn engine_time(&self, color: Color, now: u64) -> Option<u64> {
        self.clock.as_ref()?.running()?;
        Some((self.left(color, now)? / 40).max(5))
    }

    /// Milliseconds since the last event: no more lag than that can be given back.
    pub(crate) fn since_last_event(&self, now: u64) -> u32 {
        let last = self
            .log
            .last()
            .map_or(self.setup.created_at, |entry| entry.at);
        u32::try_from(now.saturating_sub(last)).unwrap_or(u32::MAX)
    }

    /// Some legal action of `color`, should the engine fail.
    pub(crate) fn any_action(&self, color: Color) -> Option<Hidden> {
        let options = self.referee.options(color)?;
        if let Some(choice) = options.actions.first() {
            return Some(Hidden::new(choice.action.clone()));
        }
        if let Some(placing) = options.placing {
            return Some(Hidden::new(placing.home));
        }
        let product = options.phase_outs?.into_iter().next()?;
        let (delay, square) = (product.delays.first()?, product.squares.first()?);
        Some(Hidden::new(format!(
            "{}^{delay}@{square}{}",
            product.from, product.suffix
        )))
    }

    /// The clocks as they stand now.
    pub(crate) fn state_clock(&self, now: u64) -> Option<ClockView> {
        self.clock_view(now)
    }

    fn clock_view(&self, now: u64) -> Option<ClockView> {
        let clock = self.clock.as_ref()?;
        let control: &TimeControl = clock.control();
        let first = control.periods().first()?;
        let running = clock.running();
        let delay = running.map_or(Duration::ZERO, |color| {
            clock.delay_left(color, self.served(now))
        });
        let correspondence = self.is_correspondence();
        Some(ClockView {
            white_ms: self.left(Color::White, now)?,
            black_ms: self.left(Color::Black, now)?,
            running: running.map(name),
            preset: self
                .setup
                .clock
                .as_ref()
                .map(|clock| clock.label())
                .unwrap_or_default(),
            control: control.to_string(),
            correspondence,
            increment_ms: first.increment.as_millis() as u64,
            delay_ms: if correspondence {
                0
            } else {
                delay.as_millis() as u64
            },
            lag_ms: self.lag,
            at: now,
        })
    }

    // Judging.

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

    fn rows(&self) -> impl DoubleEndedIterator<Item = &Row> {
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

    // Applying.

    /// Applies an event that has been stored, or stands in the log.
    ///
    /// # Errors
    /// The log is broken. The game must not be used any more.
    pub(crate) fn apply(&mut self, event: Event) -> Result<(), Problem> {
        debug_assert_eq!(event.n, self.n() + 1);
        let at = event.at;
        if let Some(request) = event.request {
            if self.recent.len() == REMEMBERED {
                self.recent.pop_front();
            }
            self.recent.push_back((request, event.n));
        }
        let what = match event.happening {
            Happening::Action {
                by,
                action,
                salt,
                lag_ms,
            } => {
                self.position_n = event.n;
                self.line.push(self.log.len());
                What::Action(Box::new(self.apply_action(by, action, salt, lag_ms, at)?))
            }
            other => {
                self.apply_other(&other, event.n, at);
                What::Other(other)
            }
        };
        self.log.push(Entry { at, what });
        Ok(())
    }

    fn apply_action(
        &mut self,
        by: Color,
        action: Hidden,
        salt: Option<Hidden>,
        lag_ms: u32,
        at: u64,
    ) -> Result<Row, Problem> {
        let salt = salt.as_ref().and_then(|salt| bytes(salt.reveal()));
        let actor = self.referee.actor();
        let played = self.referee.play(&action, &self.id, salt)?;
        let now = self.served(at);
        by.fold_wb(&mut self.lag.white, &mut self.lag.black)
            .clone_from(&lag_ms);
        if let Some(clock) = &mut self.clock {
            let next = self.referee.actor();
            if clock.running().is_some() && by == actor {
                clock.credit(by, Duration::from_millis(u64::from(lag_ms)));
                // It was looked at when the action was judged.
                let _ = clock.act(next, played.ply_after > played.ply, now);
            } else if played.ply_after < played.ply {
                clock.pause(now);
                clock.retract_move(by);
                clock.start(next, now);
            } else if clock.running().is_none() && played.ply_after >= 2 {
                clock.start(next, now);
            }
        }
        // An offer stands until the player to whom it was made acts.
        for slot in 0..2 {
            if self.offers[slot] == Some(by.other()) {
                self.offers[slot] = None;
            }
        }
        if let Some(outcome) = self.referee.outcome() {
            self.finish(told(outcome), at);
        }
        Ok(Row {
            clock_ms: self.left(by, at),
            action,
            played,
            salt,
            taken_back: false,
        })
    }

    fn apply_other(&mut self, happening: &Happening, n: u64, at: u64) {
        match happening {
            Happening::Joined {
                color,
                player,
                name,
            } => {
                *self.setup.chair_mut(*color) = Chair::Person {
                    player: player.clone(),
                    name: name.clone(),
                };
            }
            Happening::Offered { by, what } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = Some(*by);
                    if slot < 2 {
                        self.last_offer[slot][by.fold_wb(0, 1)] = Some(self.line.len());
                    }
                }
            }
            Happening::Declined { what, .. } => {
                if let Some(slot) = slot(*what) {
                    self.offers[slot] = None;
                }
            }
            Happening::TakenBack { keep, .. } => {
                self.position_n = n;
                self.take_back(*keep, at);
            }
            Happening::Resigned { color } => self.end(Ending::Resigned(*color), at),
            Happening::DrawAgreed => self.end(Ending::Agreed, at),
            Happening::Flagged { color } => self.end(Ending::Flagged(*color), at),
            Happening::Claimed { by, what } => {
                let winner = (*what == Claim::Win).then_some(*by);
                self.referee.end(Ending::Adjudicated(winner));
                let left = by.fold_wb("Black", "White");
                let text = match what {
                    Claim::Win => format!(
                        "{} wins: {left} has left the game.",
                        by.fold_wb("White", "Black")
                    ),
                    Claim::Draw => format!("Draw: {left} has left the game."),
                };
                let over = OutcomeView {
                    winner: winner.map(name),
                    reason: "left".to_owned(),
                    text,
                };
                self.finish(over, at);
            }
            Happening::Aborted { .. } => {
                let over = OutcomeView {
                    winner: None,
                    reason: "aborted".to_owned(),
                    text: "The game was aborted.".to_owned(),
                };
                self.finish(over, at);
            }
            Happening::Rematch { game } => {
                self.offers[2] = None;
                self.rematch = Some(game.as_str().into());
            }
            Happening::Action { .. } => {}
        }
    }

    fn end(&mut self, ending: Ending, at: u64) {
        self.referee.end(ending);
        if let Some(outcome) = self.referee.outcome() {
            self.finish(told(outcome), at);
        }
    }

    fn finish(&mut self, over: OutcomeView, at: u64) {
        self.over = Some(over);
        self.offers = [None; 3];
        let now = self.served(at);
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    fn take_back(&mut self, keep: usize, at: u64) {
        let now = self.served(at);
        let mut completed = Vec::new();
        for place in self.line.drain(keep.min(self.line.len())..) {
            if let What::Action(row) = &mut self.log[place].what {
                row.taken_back = true;
                if row.played.ply_after > row.played.ply {
                    completed.push(row.played.by);
                }
            }
        }
        self.referee.truncate(keep);
        self.offers = [None; 3];
        self.last_offer = [[None; 2]; 2];
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
            for color in completed.into_iter().rev() {
                clock.retract_move(color);
                // What was earned goes back, but nobody loses on time by it.
                if clock.remaining(color, now) < Duration::from_secs(1) {
                    clock.set(color, Duration::from_secs(1));
                }
            }
            if self.referee.ply() >= 2 {
                clock.start(self.referee.actor(), now);
            }
        }
    }

    // Showing.

    fn viewer(&self, seat: Seat) -> Viewer {
        seat.viewer(self.referee.actor(), self.over.is_some())
    }

    fn notation(&self, row: &Row, viewer: Viewer) -> Arc<str> {
        let place = match viewer {
            Viewer::Player(color) => color.fold_wb(0, 1),
            Viewer::Spectator => 2,
            Viewer::Referee => 3,
        };
        Arc::clone(&row.played.notations[place])
    }

    /// The game as `seat` may see it; without the list of moves if that is not asked for.
    pub(crate) fn state(
        &self,
        seat: Seat,
        presence: Presence,
        now: u64,
        with_moves: bool,
    ) -> State {
        let viewer = self.viewer(seat);
        let status = self.status();
        let actor = self.referee.actor();
        let options = match (status, seat) {
            (Status::Live, Seat::Both) => self.referee.options(actor),
            (Status::Live, _) => seat.color().and_then(|color| self.referee.options(color)),
            _ => None,
        };
        let moves = with_moves.then(|| self.moves(viewer));
        State {
            id: Arc::clone(&self.id),
            game: base(self.setup.game.id()),
            variant: self.setup.game.id(),
            variant_name: self.setup.game.name(),
            seat,
            n: self.n(),
            players: Players {
                white: self.player(Color::White, presence),
                black: self.player(Color::Black, presence),
            },
            clock: self.clock_view(now),
            status,
            outcome: self.over.clone(),
            actor: (status == Status::Live).then(|| name(actor)),
            turn_number: self.turn_number(),
            view: self.referee.view(viewer),
            options,
            offers: Offers {
                draw: self.offers[0].map(name),
                takeback: self.offers[1].map(name),
                rematch: self.offers[2].map(name),
            },
            takebacks: self.setup.takebacks,
            can: self.abilities(seat, presence),
            rematch_id: self.rematch.clone(),
            last: self
                .rows()
                .next_back()
                .map(|row| row.played.lit.clone())
                .unwrap_or_default(),
            moves,
            commitments: self.commitments(),
        }
    }

    fn player(&self, color: Color, presence: Presence) -> PlayerView {
        let chair = self.setup.chair(color);
        let (kind, online) = match chair {
            Chair::Free => ("free", false),
            Chair::Person { .. } => ("person", presence.online(color)),
            Chair::Engine { .. } => ("engine", true),
        };
        PlayerView {
            name: chair.name(),
            kind,
            level: chair.level(),
            online,
        }
    }

    fn moves(&self, viewer: Viewer) -> Vec<MoveView> {
        self.line
            .iter()
            .filter_map(|place| {
                let entry = &self.log[*place];
                let What::Action(row) = &entry.what else {
                    return None;
                };
                Some(MoveView {
                    n: *place as u64 + 1,
                    ply: row.played.ply,
                    number: row.played.number,
                    color: name(row.played.by),
                    notation: self.notation(row, viewer),
                    public: Arc::clone(&row.played.public),
                    at: entry.at,
                    clock_ms: row.clock_ms,
                })
            })
            .collect()
    }

    fn commitments(&self) -> Option<Vec<CommitmentView>> {
        let all: Vec<CommitmentView> = self
            .log
            .iter()
            .enumerate()
            .filter_map(|(place, entry)| {
                let What::Action(row) = &entry.what else {
                    return None;
                };
                Some(CommitmentView {
                    n: place as u64 + 1,
                    color: name(row.played.by),
                    public: Arc::clone(&row.played.public),
                    commitment: row.played.commitment?.to_string(),
                })
            })
            .collect();
        let is_hyperspace = base(self.setup.game.id()) == "hyperspace";
        is_hyperspace.then_some(all)
    }

    /// Event number `n` as `seat` may see it.
    pub(crate) fn event(&self, n: u64, seat: Seat) -> Option<EventView> {
        let entry = self.log.get(usize::try_from(n.checked_sub(1)?).ok()?)?;
        Some(match &entry.what {
            What::Action(row) => EventView::Action {
                color: name(row.played.by),
                notation: self.notation(row, self.viewer(seat)),
                action: Arc::clone(&row.played.public),
                number: row.played.number,
                ply: row.played.ply,
                at: entry.at,
                clock_ms: row.clock_ms,
                commitment: row.played.commitment.map(|c| c.to_string()),
            },
            What::Other(happening) => match happening {
                Happening::Joined {
                    color, name: who, ..
                } => EventView::Joined {
                    color: name(*color),
                    name: who.clone(),
                },
                Happening::Offered { by, what } => EventView::Offer {
                    color: name(*by),
                    what: *what,
                },
                Happening::Declined { by, what } => EventView::Declined {
                    color: name(*by),
                    what: *what,
                },
                Happening::TakenBack { by, keep } => EventView::Takeback {
                    color: name(*by),
                    keep: *keep,
                },
                Happening::Resigned { color } => EventView::Resigned {
                    color: name(*color),
                },
                Happening::DrawAgreed => EventView::Draw {},
                Happening::Flagged { color } => EventView::Flagged {
                    color: name(*color),
                },
                Happening::Claimed { by, what } => EventView::Claimed {
                    color: name(*by),
                    what: *what,
                },
                Happening::Aborted { by } => EventView::Aborted { color: name(*by) },
                Happening::Rematch { game } => EventView::Rematch { id: game.clone() },
                Happening::Action { .. } => return None,
            },
        })
    }

    /// All positions as `seat` may see them.
    pub(crate) fn plies(&self, seat: Seat) -> Vec<Ply> {
        self.referee.plies(seat, self.over.is_some())
    }

    /// The record as `seat` may have it.
    pub(crate) fn record(&self, seat: Seat, site: &str) -> String {
        let mut tags = Tags::default();
        tags.set("Event", "Casual game");
        tags.set("Site", site);
        tags.set("Date", date(self.setup.created_at));
        tags.set("White", self.setup.white.name());
        tags.set("Black", self.setup.black.name());
        tags.set("GameId", self.id.to_string());
        if let Some(clock) = self.clock.as_ref().filter(|_| !self.is_correspondence()) {
            tags.set("TimeControl", clock.control().to_string());
        }
        if let Some(over) = &self.over {
            tags.set("ResultText", over.text.clone());
        }
        let notes = self
            .rows()
            .map(|row| RowNote {
                clock: row.clock_ms.map(Duration::from_millis),
                commitment: row.played.commitment.map(|c| c.to_string()),
                salt: row.salt.map(|salt| Hidden::new(referee::hex(&salt))),
            })
            .collect();
        self.referee.pgn(tags, notes, self.viewer(seat))
    }

    /// All departures of a finished game beside their promises.
    pub(crate) fn verify(&self) -> Vec<Verified> {
        let log: Vec<VerifiedRow<'_>> = self
            .log
            .iter()
            .enumerate()
            .filter_map(|(place, entry)| match &entry.what {
                What::Action(row) => Some(VerifiedRow::Action {
                    n: place as u64 + 1,
                    action: &row.action,
                    commitment: row.played.commitment,
                    salt: row.salt,
                    taken_back: row.taken_back,
                }),
                What::Other(Happening::TakenBack { keep, .. }) => {
                    Some(VerifiedRow::TakenBack { keep: *keep })
                }
                What::Other(_) => None,
            })
            .collect();
        referee::verify(self.setup.game, &log, &self.id)
    }
}

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

fn not_possible(detail: &str) -> Problem {
    Problem::new(Code::NotPossible, detail)
}

/// The game without its options.
pub(crate) fn base(id: &'static str) -> &'static str {
    id.split(':').next().unwrap_or(id)
}

fn bytes(digits: &str) -> Option<[u8; 16]> {
    let mut bytes = [0; 16];
    if digits.len() != 32 || !digits.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}

/// How the game ended, in a sentence.
pub(crate) fn told(outcome: Outcome) -> OutcomeView {
    let winner = outcome.winner.map(|color| color.fold_wb("White", "Black"));
    let loser = outcome.winner.map(|color| color.fold_wb("Black", "White"));
    let (winner, loser) = (winner.unwrap_or_default(), loser.unwrap_or_default());
    let text = match (outcome.reason, outcome.winner.is_some()) {
        (Reason::Checkmate, _) => format!("{winner} wins by checkmate."),
        (Reason::Grammar, _) => {
            format!("{winner} wins: {loser}'s position became grammatically incorrect.")
        }
        (Reason::Dominance, _) => {
            format!("{winner} wins by dominance: five dimensions controlled for a full turn.")
        }
        (Reason::Resignation, _) => format!("{winner} wins: {loser} has resigned."),
        (Reason::Time, true) => format!("{winner} wins: {loser}'s time has run out."),
        (Reason::Time, false) => {
            "Draw: the time of one player has run out, and the other has nothing to win with."
                .to_owned()
        }
        (Reason::Adjudication, true) => format!("{winner} wins by decision of the referee."),
        (Reason::Adjudication, false) => "Draw by decision of the referee.".to_owned(),
        (Reason::Stalemate, _) => "Draw by stalemate.".to_owned(),
        (Reason::Repetition, _) => "Draw: the same position for the third time.".to_owned(),
        (Reason::FiftyMoves, _) => "Draw: fifty moves without a capture or a pawn move.".to_owned(),
        (Reason::InsufficientMaterial, _) => {
            "Draw: neither side has enough left to win.".to_owned()
        }
        (Reason::Agreement, _) => "Draw by agreement.".to_owned(),
    };
    OutcomeView {
        winner: outcome.winner.map(name),
        reason: outcome.reason.to_string(),
        text,
    }
}

/// The date of a moment as PGN writes it, in UTC.
fn date(ms: u64) -> String {
    // Days to a civil date, after Hinnant's algorithm for the proleptic Gregorian calendar.
    let days = ms / 86_400_000 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Positions and actions of a game in a study, without a table.
pub(crate) fn study(
    game: manifold_rules::catalogue::GameId,
    position: Option<&str>,
) -> Result<Box<dyn Referee>, Problem> {
    match position {
        Some(text) => referee::start_at(game, text),
        None => Ok(referee::start(game)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_795_219_200_000), "2026.11.21");
    }
}
