//! The parts of a game that a position does not have: its history, the draws that depend on it, results that are not on the board,
//! and clocks.

mod clock;
mod time_control;

use std::fmt::{self, Debug};
use std::sync::Arc;

use thiserror::Error;

pub use clock::{Clock, Flagged};
pub use time_control::{Period, TimeControl, TimeControlError};

use crate::board::Color;
use crate::outcome::{Outcome, Reason};
use crate::position::Rules;

/// The conditions of a draw by repetition or the fifty-move rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DrawsByCount {
    /// The game is drawn automatically on the third occurrence of a position and after 100 plies.
    Automatic,
    /// A player has to claim the draw then, as in FIDE's laws (9.2 and 9.3). Without a claim the fifth occurrence and 150
    /// plies end the game (9.6).
    Claimed,
}

impl DrawsByCount {
    /// The occurrence of a position that ends the game.
    const fn occurrence(self) -> usize {
        match self {
            DrawsByCount::Automatic => 3,
            DrawsByCount::Claimed => 5,
        }
    }

    /// Plies without progress after which the game is drawn.
    const fn plies(self) -> u32 {
        match self {
            DrawsByCount::Automatic => 100,
            DrawsByCount::Claimed => 150,
        }
    }
}

/// Interval between the positions that a game keeps, in actions, so that a takeback does not have to replay the whole game.
const MILESTONE: usize = 32;

/// The state of a game at an earlier time, when it was not over.
#[derive(Clone)]
struct Milestone<P> {
    /// The number of actions played by then.
    actions: usize,
    position: Arc<P>,
    /// The number of repetition keys by then.
    keys: usize,
}

/// A game: its actions from a start position, and its outcome.
///
/// Repetition and the fifty-move rule end it automatically, unless it is told to [go on](Game::go_on) without a claim.
///
/// A copy shares the positions with the original, and copies the actions (a few bytes each).
///
/// ```
/// use manifold_rules::outcome::Reason;
/// use manifold_rules::position::Position;
/// use manifold_rules::hyperspace::Hyperspace;
/// use manifold_rules::game::Game;
///
/// let mut game = Game::<Hyperspace>::new(Default::default());
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     let action = game.position().read(text).unwrap();
///     game.play(action).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().reason, Reason::Checkmate);
/// ```
#[derive(Clone)]
pub struct Game<P: Rules> {
    start: Arc<P>,
    position: Arc<P>,
    actions: Vec<P::Action>,
    /// Ply and repetition key of every position at which draws are judged.
    keys: Vec<(u32, u64)>,
    milestones: Vec<Milestone<P>>,
    draws: DrawsByCount,
    outcome: Option<Outcome>,
}

impl<P: Rules> Debug for Game<P> {
    /// Without the repetition keys: they depend on what is secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("start", &self.start)
            .field("actions", &self.actions)
            .field("position", &self.position)
            .field("outcome", &self.outcome)
            .finish()
    }
}

/// Why an action was not played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayError<R: std::error::Error> {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// The rules refuse the action.
    #[error("{0}")]
    Refused(R),
}

impl<P: Rules> Game<P> {
    /// A new game.
    #[must_use]
    pub fn new(variant: P::Variant) -> Game<P> {
        Game::from_position(P::start(variant))
    }

    /// A game that begins at `start`.
    #[must_use]
    pub fn from_position(start: P) -> Game<P> {
        Game::from_shared(Arc::new(start))
    }

    /// A game that begins at `start`, which it shares with other owners.
    pub(crate) fn from_shared(start: Arc<P>) -> Game<P> {
        Game::begin(start, DrawsByCount::Automatic)
    }

    fn begin(start: Arc<P>, draws: DrawsByCount) -> Game<P> {
        let mut game = Game {
            position: Arc::clone(&start),
            start,
            actions: Vec::new(),
            keys: Vec::new(),
            milestones: Vec::new(),
            draws,
            outcome: None,
        };
        game.judge();
        game
    }

    /// The position before the first action.
    #[must_use]
    pub fn start(&self) -> &P {
        &self.start
    }

    /// [`Game::start`] as a shared pointer, for callers that keep it; nothing is copied.
    #[must_use]
    pub fn shared_start(&self) -> Arc<P> {
        Arc::clone(&self.start)
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// [`Game::position`] as a shared pointer, for callers that keep it; nothing is copied.
    #[must_use]
    pub fn shared_position(&self) -> Arc<P> {
        Arc::clone(&self.position)
    }

    /// The actions so far.
    #[must_use]
    pub fn actions(&self) -> &[P::Action] {
        &self.actions
    }

    /// The outcome, if the game has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays `action`; if it is refused, nothing changes.
    ///
    /// # Errors
    /// The game is over, or the action is not legal.
    pub fn play(&mut self, action: P::Action) -> Result<(), PlayError<P::Refusal>> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Checks whether `action` can be played.
    ///
    /// # Errors
    /// The game is over, or the action is not legal.
    pub fn check(&self, action: P::Action) -> Result<(), PlayError<P::Refusal>> {
        if let Some(outcome) = self.outcome {
            return Err(PlayError::Over(outcome));
        }
        self.position.check(action).map_err(PlayError::Refused)
    }

    /// Plays `action`, which [`Game::check`] has just accepted. Any other action leaves a meaningless game
    /// or panics (but is not undefined behavior).
    pub fn play_unchecked(&mut self, action: P::Action) {
        Arc::make_mut(&mut self.position).play_unchecked(action);
        self.actions.push(action);
        self.judge();
        if self.actions.len().is_multiple_of(MILESTONE) && self.outcome.is_none() {
            self.milestones.push(Milestone {
                actions: self.actions.len(),
                position: Arc::clone(&self.position),
                keys: self.keys.len(),
            });
        }
    }

    /// The game as it was after its first `count` actions, without a result that was not on the board.
    #[must_use]
    pub fn after(&self, count: usize) -> Game<P> {
        let known = self.milestones.partition_point(|it| it.actions <= count);
        let (mut before, played) = match self.milestones[..known].last() {
            Some(milestone) => {
                let before = Game {
                    start: self.shared_start(),
                    position: Arc::clone(&milestone.position),
                    actions: self.actions[..milestone.actions].to_vec(),
                    keys: self.keys[..milestone.keys].to_vec(),
                    milestones: self.milestones[..known].to_vec(),
                    draws: self.draws,
                    outcome: None,
                };
                (before, milestone.actions)
            }
            None => (Game::begin(self.shared_start(), self.draws), 0),
        };
        for action in self.actions.iter().take(count).skip(played) {
            // They were legal when they were played, and the rules depend on nothing but the position.
            before.play_unchecked(*action);
        }
        before
    }

    /// Takes back the last action with its outcome, and returns it. An outcome that was not on the
    /// board (such as resignation) is taken back first, alone.
    pub fn undo(&mut self) -> Option<P::Action> {
        let last = self.actions.last().copied();
        let before = self.after(self.actions.len().saturating_sub(1));
        let undone = last.filter(|action| before.would_undo(*action, self.outcome));
        *self = match undone {
            Some(_) => before,
            None => self.after(self.actions.len()),
        };
        undone
    }

    /// Whether playing `action`, the last one, leads to the outcome `stated`, which is then taken back with it.
    fn would_undo(&self, action: P::Action, stated: Option<Outcome>) -> bool {
        let mut after = self.clone();
        after.play_unchecked(action);
        after.outcome == stated
    }

    /// `color` resigns. No effect when the game is over.
    pub fn resign(&mut self, color: Color) {
        self.end(Outcome::win(color.other(), Reason::Resignation));
    }

    /// The players agree on a draw. No effect when the game is over.
    pub fn agree_draw(&mut self) {
        self.end(Outcome::draw(Reason::Agreement));
    }

    /// The time of `color` has run out: a loss, or a draw if the opponent cannot win. No effect
    /// when the game is over.
    pub fn flag(&mut self, color: Color) {
        self.end(if self.position.wins_on_time(color.other()) {
            Outcome::win(color.other(), Reason::Time)
        } else {
            Outcome::draw(Reason::Time)
        });
    }

    /// Lets a game go on that has just been drawn by repetition or the fifty-move rule, as if nobody had claimed the draw: other
    /// programs play this way, following FIDE's laws. From now on the fifth occurrence of a position and 150 plies end it. Returns
    /// whether the game goes on; if not, nothing has changed.
    ///
    /// ```
    /// use manifold_rules::chess::Chess;
    /// use manifold_rules::game::Game;
    /// use manifold_rules::outcome::Reason;
    ///
    /// let mut game = Game::<Chess>::new(Default::default());
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(8) {
    ///     game.play(text.parse()?)?;
    /// }
    /// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
    /// assert!(game.go_on());
    /// assert_eq!(game.outcome(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn go_on(&mut self) -> bool {
        let drawn = |reason| self.outcome == Some(Outcome::draw(reason));
        if self.draws == DrawsByCount::Claimed
            || !(drawn(Reason::Repetition) || drawn(Reason::FiftyMoves))
        {
            return false;
        }
        let unclaimed = self.draw_by_count(DrawsByCount::Claimed).is_none();
        if unclaimed {
            self.draws = DrawsByCount::Claimed;
            self.outcome = None;
        }
        unclaimed
    }

    /// Claims a draw by repetition or the fifty-move rule in the current position; no effect if the claim is not justified.
    /// There is something to claim only in a game that [went on](Game::go_on).
    pub fn claim_draw(&mut self) {
        if self.outcome.is_none() && self.position.is_settled() {
            self.outcome = self
                .draw_by_count(DrawsByCount::Automatic)
                .map(Outcome::draw);
        }
    }

    /// An arbiter decides; no winner means a draw. No effect when the game is over.
    pub fn adjudicate(&mut self, winner: Option<Color>) {
        self.end(Outcome {
            winner,
            reason: Reason::Adjudication,
        });
    }

    fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }

    /// Looks for outcomes in this order: a win or stalemate on the board, insufficient material,
    /// repetition, fifty moves.
    fn judge(&mut self) {
        let position = &self.position;
        if let Some(outcome) = position.outcome() {
            self.outcome = Some(outcome);
            return;
        }
        if !position.is_settled() {
            return;
        }
        let ply = position.ply();
        // Taking back a reveal or a phase-out returns to the same ply, which is not a repetition.
        while self.keys.last().is_some_and(|(last, _)| *last >= ply) {
            self.keys.pop();
        }
        // The keys that these milestones count are gone, so the milestones are no longer valid.
        while (self.milestones.last()).is_some_and(|known| known.keys > self.keys.len()) {
            self.milestones.pop();
        }
        self.keys.push((ply, position.repetition_key()));
        let reason = if position.is_insufficient_material() {
            Some(Reason::InsufficientMaterial)
        } else {
            self.draw_by_count(self.draws)
        };
        if let Some(reason) = reason {
            self.outcome = Some(Outcome::draw(reason));
        }
    }

    /// Reason why the current position, which must be settled, is drawn: repetition or the fifty-move rule.
    fn draw_by_count(&self, draws: DrawsByCount) -> Option<Reason> {
        let (_, now) = self.keys.last()?;
        let occurrences = self.keys.iter().filter(|(_, key)| key == now).count();
        if occurrences >= draws.occurrence() {
            Some(Reason::Repetition)
        } else if self.position.fifty_move_count() >= draws.plies() {
            Some(Reason::FiftyMoves)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests;
