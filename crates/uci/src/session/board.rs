//! The current game of a session, and searching in it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use manifold_engine::baseline::BaselineGame;
use manifold_engine::{Engine, InformationSet, Level, Limits, Report, SearchOptions, SearchResult};
use manifold_rules::board::Color;
use manifold_rules::error::shorten;
use manifold_rules::game::Game;
use manifold_rules::perft::perft_until;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::variant::VariantId;
use manifold_rules::with_game;

use super::options::Options;
use super::signals::{Say, Signals};
use crate::command::{PositionCommand, Start};
use crate::go::Go;
use crate::info::{Info, Score};
use crate::reply::Reply;
use crate::transcript::{Transcript, play_on};

/// Work for another thread.
pub(super) type Work = Box<dyn FnOnce() + Send>;

/// One game of a kind chosen at run time.
pub(super) trait Board {
    /// Executes a `position` command; changes nothing if it is invalid.
    fn set_position(&mut self, position: &PositionCommand) -> Result<(), String>;

    /// Clears the engine's memory (transposition table and histories).
    fn forget(&mut self);

    /// Allocates the transposition table ahead of time, so that no clock runs meanwhile. Returns its size in MiB. Must not be called
    /// during a search.
    fn prepare(&self, options: &Options) -> usize;

    /// The work that answers `go`. It sets the `answered` signal just before it sends the answer.
    fn work(
        &self,
        go: Go,
        options: &Options,
        signals: Arc<Signals>,
        say: Say,
    ) -> Result<Work, String>;
}

/// A new game.
pub(super) fn board_of(variant: VariantId) -> Box<dyn Board> {
    with_game!(variant, |P, variant| Box::new(Seated::<P>::new(variant)))
}

struct Seated<P: Transcript> {
    variant: P::Variant,
    game: Game<P>,
    /// The player whose view was sent as the position; `None` if the whole position was sent.
    viewer: Option<Color>,
    engine: Arc<Mutex<Engine<P>>>,
}

impl<P: Transcript + BaselineGame> Seated<P> {
    fn new(variant: P::Variant) -> Seated<P> {
        Seated {
            variant,
            game: Game::new(variant),
            viewer: None,
            engine: Arc::default(),
        }
    }

    fn read(&self, position: &PositionCommand) -> Result<(Game<P>, Option<Color>), String> {
        let viewer = position.viewer;
        let actions: Vec<&str> = position.actions.iter().map(String::as_str).collect();
        let start = match &position.start {
            Start::Standard => P::start(self.variant),
            Start::Text(text) => match viewer {
                Some(viewer) => P::read_start(self.variant, viewer, text),
                None => P::from_text(self.variant, text),
            }
            .map_err(|error| error.to_string())?,
        };
        let game = match viewer {
            Some(viewer) => {
                P::read_transcript(start, viewer, &actions).map_err(|error| error.to_string())?
            }
            None => replay(start, &actions)?,
        };
        Ok((game, viewer))
    }

    /// The information set of the player who must act.
    fn seat(&self) -> Result<InformationSet<P>, String> {
        let position = self.game.position();
        let actor = position.actor();
        if let Some(viewer) = self.viewer
            && viewer != actor
        {
            let [viewer, actor] = [viewer, actor].map(|color| color.fold_wb("White", "Black"));
            return Err(format!(
                "the position is as {viewer} sees it, and {actor} must act"
            ));
        }
        Ok(InformationSet::of(&self.game, actor))
    }

    /// Parses the actions of `searchmoves`.
    fn only(&self, words: &[String]) -> Result<Vec<P::Action>, String> {
        let position = self.game.position();
        let read = |word: &String| {
            let refuse = |why: String| format!("“go searchmoves {}”: {why}", shorten(word));
            let action = word.parse().map_err(|error| refuse(format!("{error}")))?;
            match position.is_legal(action) {
                true => Ok(action),
                false => Err(refuse("that is not legal here".to_owned())),
            }
        };
        words.iter().map(read).collect()
    }

    fn count(
        &self,
        depth: u32,
        bounds: Bounds,
        signals: Arc<Signals>,
        say: Say,
    ) -> Result<Work, String> {
        if self.viewer.is_some() {
            return Err("perft needs the whole position, not a view".to_owned());
        }
        let position = self.game.position().clone();
        let over = self.game.outcome().is_some();
        if let Some(what) = position.unlisted().filter(|_| !over) {
            return Err(what.to_owned());
        }
        Ok(Box::new(move || {
            let mut sum = 0;
            if depth == 0 {
                sum = 1;
            } else if !over {
                for action in position.legal_actions_within(bounds) {
                    let mut child = position.clone();
                    child.play_unchecked(action);
                    let Some(count) = perft_until(&child, depth - 1, bounds, &signals.stop) else {
                        say(&Reply::Text(
                            "stopped: the count is not complete".to_owned(),
                        ));
                        break;
                    };
                    say(&Reply::Divide {
                        action: action.to_string(),
                        count,
                    });
                    sum += count;
                }
            }
            signals.answered.store(true, Ordering::Release);
            say(&Reply::Total(sum));
        }))
    }
}

impl<P: Transcript + BaselineGame> Board for Seated<P> {
    fn set_position(&mut self, position: &PositionCommand) -> Result<(), String> {
        (self.game, self.viewer) = self.read(position)?;
        Ok(())
    }

    fn forget(&mut self) {
        self.engine = Arc::default();
    }

    fn prepare(&self, options: &Options) -> usize {
        let mut engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        engine.reserve(options.hash_mib)
    }

    fn work(
        &self,
        go: Go,
        options: &Options,
        signals: Arc<Signals>,
        say: Say,
    ) -> Result<Work, String> {
        if let Some(depth) = go.perft {
            return self.count(depth, options.bounds(), signals, say);
        }
        let seat = self.seat()?;
        let only = self.only(&go.search_moves)?;
        let over = self.game.outcome();
        let engine = Arc::clone(&self.engine);
        let options = *options;
        // The expected reply can be sent as a ponder move only in games in which its word does not depend on secrets.
        let foretold = P::FORETELLABLE.then(|| self.game.position().clone());
        Ok(Box::new(move || {
            // Only a won game is over for good: after a draw that nobody claimed the game may go on.
            let lost = over.is_some_and(|outcome| outcome.winner.is_some());
            let think = |limits: Limits, stop: &AtomicBool| {
                if lost {
                    return None;
                }
                let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
                think_aloud(&mut engine, &seat, &only, &options, limits, stop, &say)
            };
            let mut result = None;
            if go.ponder {
                // Weak levels do not ponder, so that their strength does not depend on the opponent's thinking time.
                if options.level() == Level::FULL {
                    result = think(Limits::default(), &signals.pondered);
                }
                wait_for(&signals.pondered);
            }
            if result.is_none() || !signals.stop.load(Ordering::Relaxed) {
                // Results of pondering are still in the table.
                result = think(go.limits(seat.color()), &signals.stop);
            }
            if result.is_none()
                && let Some(outcome) = over
            {
                say(&Reply::Text(format!("the game is over: {outcome}")));
            }
            // An infinite search is answered only after `stop`.
            if go.is_infinite(seat.color()) {
                wait_for(&signals.stop);
            }
            let reply = foretold
                .zip(result.as_ref())
                .and_then(|(position, result)| reply_to(&position, result));
            let answer = Reply::BestMove {
                action: result.map(|result| result.action.to_string()),
                ponder: reply.map(|reply| reply.to_string()),
            };
            signals.answered.store(true, Ordering::Release);
            say(&answer);
        }))
    }
}

/// Searches, and sends an `info` line for every report on the way.
fn think_aloud<P: Transcript + BaselineGame>(
    engine: &mut Engine<P>,
    seat: &InformationSet<P>,
    only: &[P::Action],
    options: &Options,
    limits: Limits,
    stop: &AtomicBool,
    say: &Say,
) -> Option<SearchResult<P>> {
    let order = SearchOptions {
        level: options.level(),
        limits,
        seed: options.seed,
        bounds: options.bounds(),
        stop: Some(stop),
        threads: options.threads,
        hash_mib: Some(options.hash_mib),
        multi_pv: options.lines,
    };
    let mut last = None;
    let began = Instant::now();
    let result = engine.think_among(seat, only, &order, &mut |report| {
        inform(report, say);
        last = Some((report.selective_depth, report.hash_full));
    })?;
    let (selective_depth, hash_full) = last.unwrap_or_default();
    inform(
        &summary(&result, selective_depth, hash_full, began.elapsed()),
        say,
    );
    Some(result)
}

/// The expected reply of the opponent to the action that was chosen.
fn reply_to<P: Rules>(position: &P, result: &SearchResult<P>) -> Option<P::Action> {
    let [action, reply, ..] = result.pv[..] else {
        return None;
    };
    let mut after = position.clone();
    after.play_unchecked(result.action);
    let is_reply =
        action == result.action && after.actor() != position.actor() && after.is_legal(reply);
    is_reply.then_some(reply)
}

/// Waits until a signal is given.
fn wait_for(signal: &AtomicBool) {
    while !signal.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(2));
    }
}

/// The result of the search as a last report.
fn summary<P: Rules>(
    result: &SearchResult<P>,
    selective_depth: u32,
    hash_full: u32,
    time: Duration,
) -> Report<P> {
    let mut lines = result.lines.clone();
    if lines.is_empty() {
        lines.push(manifold_engine::Line {
            action: result.action,
            score: result.score,
            pv: result.pv.clone(),
        });
    }
    Report {
        depth: result.depth,
        selective_depth: selective_depth.max(result.depth),
        nodes: result.nodes,
        time,
        hash_full,
        lines,
    }
}

/// Sends a report: one `info` line for each principal variation.
fn inform<P: Rules>(report: &Report<P>, say: &Say) {
    let nps = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    for (line, multipv) in report.lines.iter().zip(1..) {
        say(&Reply::Info(Info {
            depth: report.depth,
            seldepth: report.selective_depth.max(report.depth),
            multipv,
            score: Score::of(line.score),
            nodes: report.nodes,
            nps: u64::try_from(nps).unwrap_or(u64::MAX),
            hashfull: report.hash_full,
            time: report.time,
            pv: line.pv.iter().map(ToString::to_string).collect(),
        }));
    }
}

/// Plays all actions from `start`.
fn replay<P: Rules>(start: P, words: &[&str]) -> Result<Game<P>, String> {
    let mut game = Game::from_position(start);
    for (index, word) in words.iter().enumerate() {
        let refuse = |why: String| format!("action {} (“{}”): {why}", index + 1, shorten(word));
        let action = word
            .parse::<P::Action>()
            .map_err(|error| refuse(error.to_string()))?;
        play_on(&mut game, action).map_err(|error| refuse(error.to_string()))?;
    }
    Ok(game)
}
