//! The game that is thought about, and the thinking.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use manifold_arena::told::{Telling, play_on};
use manifold_engine::baseline::Yardstick;
use manifold_engine::{Engine, Level, Limits, MATE, Order, Report, Seat, Thought, is_mate};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::notation::shorten;
use manifold_rules::perft::perft;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::with_game;

use super::ask::Ask;
use super::options::{Options, VariantName};
use super::{Signals, say};

/// What is to be done on another thread.
pub(super) type Work = Box<dyn FnOnce() + Send>;

/// One game of a kind chosen at run time.
pub(super) trait Board {
    /// Does what comes after `position`; changes nothing if that is wrong.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String>;

    /// Empties the memory.
    fn forget(&mut self);

    /// The work that answers a question. It says that it is answered just before it prints the answer.
    fn work(&self, ask: Ask, options: &Options, signals: Arc<Signals>) -> Result<Work, String>;
}

/// A new game.
pub(super) fn board_of(variant: VariantName) -> Box<dyn Board> {
    match variant {
        VariantName::Chess => Box::new(Seated::<Hyperspace>::new(Default::default(), true)),
        VariantName::Ours(game) => with_game!(game, |P, variant| {
            Box::new(Seated::<P>::new(variant, false))
        }),
    }
}

struct Seated<P: Telling> {
    variant: P::Variant,
    game: Game<P>,
    /// Whose view the position is; `None` if all of it was told.
    viewer: Option<Color>,
    /// Whether it is plain chess.
    plain: bool,
    engine: Arc<Mutex<Engine<P>>>,
}

impl<P: Telling + Yardstick> Seated<P> {
    fn new(variant: P::Variant, plain: bool) -> Seated<P> {
        Seated {
            variant,
            game: Game::new(variant),
            viewer: None,
            plain,
            engine: Arc::default(),
        }
    }

    fn read(&self, words: &[&str]) -> Result<(Game<P>, Option<Color>), String> {
        let (viewer, words) = match words {
            ["view", color, rest @ ..] => (Some(color_of(color)?), rest),
            _ => (None, words),
        };
        let end = words
            .iter()
            .position(|word| *word == "moves")
            .unwrap_or(words.len());
        let actions = words.get(end + 1..).unwrap_or_default();
        let start = match &words[..end] {
            ["startpos"] => P::start(self.variant),
            ["fen", text @ ..] if !text.is_empty() => {
                let text = text.join(" ");
                let text = viewer
                    .map_or_else(|| text.clone(), |viewer| P::without_unknowns(viewer, &text));
                P::from_text(self.variant, &text).map_err(|error| error.to_string())?
            }
            _ => {
                return Err(
                    "position should be: position [view white|black] startpos|fen TEXT [moves ACTION …]"
                        .to_owned(),
                );
            }
        };
        if self.plain
            && let Some(word) = actions.iter().find(|word| word.contains('^'))
        {
            return Err(format!(
                "“{}”: nothing leaves the board in plain chess",
                shorten(word)
            ));
        }
        let game = match viewer {
            Some(viewer) => P::hear(start, viewer, actions).map_err(|error| error.to_string())?,
            None => replay(start, actions)?,
        };
        Ok((game, viewer))
    }

    /// The seat of the player who must act.
    fn seat(&self) -> Result<Seat<P>, String> {
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
        Ok(Seat::of(&self.game, actor))
    }

    fn count(&self, depth: u32, bounds: Bounds, signals: Arc<Signals>) -> Result<Work, String> {
        if self.viewer.is_some() {
            return Err("perft needs the whole position, not a view".to_owned());
        }
        let position = self.game.position().clone();
        let over = self.game.outcome().is_some();
        Ok(Box::new(move || {
            let mut sum = 0;
            if depth == 0 {
                sum = 1;
            } else if !over {
                for action in position.legal_actions_within(bounds) {
                    if signals.stop.load(Ordering::Relaxed) {
                        say("info string stopped: the count is not complete");
                        break;
                    }
                    let mut child = position.clone();
                    child.play_unchecked(action);
                    let count = perft(&child, depth - 1, bounds);
                    say(&format!("{action}: {count}"));
                    sum += count;
                }
            }
            signals.answered.store(true, Ordering::Release);
            say(&format!("Nodes searched: {sum}"));
        }))
    }
}

impl<P: Telling + Yardstick> Board for Seated<P> {
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        (self.game, self.viewer) = self.read(words)?;
        Ok(())
    }

    fn forget(&mut self) {
        self.engine = Arc::default();
    }

    fn work(&self, ask: Ask, options: &Options, signals: Arc<Signals>) -> Result<Work, String> {
        if let Some(depth) = ask.perft {
            return self.count(depth, options.bounds(), signals);
        }
        let seat = self.seat()?;
        let over = self.game.outcome();
        let engine = Arc::clone(&self.engine);
        let options = *options;
        // A guess at what the opponent will do can be told to hosts where no secret belongs to it.
        let foretold = (self.plain || P::FORETELLABLE).then(|| self.game.position().clone());
        Ok(Box::new(move || {
            // After a draw that nobody claimed the game may go on.
            let lost = over.is_some_and(|outcome| outcome.winner.is_some());
            let think = |limits: Limits, stop: &AtomicBool| {
                if lost {
                    return None;
                }
                let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
                think_aloud(&mut engine, &seat, &options, limits, stop)
            };
            let mut thought = None;
            if ask.ponder {
                // What a weak level sees does not depend on how long the opponent takes.
                if options.level() == Level::FULL {
                    thought = think(Limits::default(), &signals.pondered);
                }
                wait_for(&signals.pondered);
            }
            if thought.is_none() || !signals.stop.load(Ordering::Relaxed) {
                // What pondering found is still in the table.
                thought = think(ask.limits(seat.color()), &signals.stop);
            }
            if thought.is_none()
                && let Some(outcome) = over
            {
                say(&format!("info string the game is over: {outcome}"));
            }
            // An endless question is answered when it is withdrawn.
            if ask.is_infinite() {
                wait_for(&signals.stop);
            }
            let answer = match &thought {
                None => "bestmove (none)".to_owned(),
                Some(thought) => {
                    let action = thought.action;
                    let reply = foretold.and_then(|position| reply_to(&position, thought));
                    match reply {
                        Some(reply) => format!("bestmove {action} ponder {reply}"),
                        None => format!("bestmove {action}"),
                    }
                }
            };
            signals.answered.store(true, Ordering::Release);
            say(&answer);
        }))
    }
}

/// Thinks, and prints what is found on the way.
fn think_aloud<P: Telling + Yardstick>(
    engine: &mut Engine<P>,
    seat: &Seat<P>,
    options: &Options,
    limits: Limits,
    stop: &AtomicBool,
) -> Option<Thought<P>> {
    let order = Order {
        level: options.level(),
        limits,
        seed: options.seed,
        bounds: options.bounds(),
        stop: Some(stop),
        threads: options.threads,
        hash_mib: Some(options.hash_mib),
        lines: options.lines,
    };
    let mut last = None;
    let began = Instant::now();
    let thought = engine.think_with(seat, &order, &mut |report| {
        inform(report);
        last = Some((report.selective_depth, report.hash_full));
    })?;
    let (selective_depth, hash_full) = last.unwrap_or_default();
    inform(&summary(
        &thought,
        selective_depth,
        hash_full,
        began.elapsed(),
    ));
    Some(thought)
}

/// What the opponent is expected to do after the action that was chosen.
fn reply_to<P: Rules>(position: &P, thought: &Thought<P>) -> Option<P::Action> {
    let [action, reply, ..] = thought.line[..] else {
        return None;
    };
    let mut after = position.clone();
    after.play_unchecked(thought.action);
    let is_reply =
        action == thought.action && after.actor() != position.actor() && after.is_legal(reply);
    is_reply.then_some(reply)
}

/// Waits until a signal is given.
fn wait_for(signal: &AtomicBool) {
    while !signal.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(2));
    }
}

/// The thought as a last report.
fn summary<P: Rules>(
    thought: &Thought<P>,
    selective_depth: u32,
    hash_full: u32,
    time: Duration,
) -> Report<P> {
    let mut lines = thought.lines.clone();
    if lines.is_empty() {
        lines.push(manifold_engine::Line {
            action: thought.action,
            score: thought.score,
            line: thought.line.clone(),
        });
    }
    Report {
        depth: thought.depth,
        selective_depth: selective_depth.max(thought.depth),
        nodes: thought.nodes,
        time,
        hash_full,
        lines,
    }
}

/// Prints a report, a line for each of its lines.
fn inform<P: Rules>(report: &Report<P>) {
    let milliseconds = report.time.as_millis();
    let speed = u128::from(report.nodes) * 1_000_000 / report.time.as_micros().max(1);
    for (index, line) in report.lines.iter().enumerate() {
        let actions: Vec<String> = line.line.iter().map(ToString::to_string).collect();
        say(&format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} hashfull {} time {milliseconds} pv {}",
            report.depth,
            report.selective_depth.max(report.depth),
            index + 1,
            score(line.score),
            report.nodes,
            report.hash_full,
            actions.join(" ")
        ));
    }
}

/// A score as UCI writes it: wins by force in turns of the winner.
fn score(score: i32) -> String {
    if !is_mate(score) {
        return format!("cp {score}");
    }
    let plies = MATE - score.abs();
    let turns = (plies + 1) / 2;
    if score > 0 {
        format!("mate {turns}")
    } else {
        format!("mate -{turns}")
    }
}

fn color_of(word: &str) -> Result<Color, String> {
    match word {
        "white" => Ok(Color::White),
        "black" => Ok(Color::Black),
        _ => Err(format!("“{}” should be white or black", shorten(word))),
    }
}

/// Plays all actions.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_in_turns() {
        assert_eq!(score(35), "cp 35");
        assert_eq!(score(MATE - 1), "mate 1");
        assert_eq!(score(MATE - 5), "mate 3");
        assert_eq!(score(-(MATE - 2)), "mate -1");
        assert_eq!(score(-(MATE - 4)), "mate -2");
    }
}
