//! The engine at work on one game: its own moves, and the analysis of games that are over.

use std::sync::atomic::AtomicBool;

use manifold_engine::{
    Compiled, FinishedGame, InformationSet, Level, Limits, SearchOptions, analyse, think,
};
use manifold_rules::board::Color;
use manifold_rules::game::Game;
use manifold_rules::variant::{AnyAction, Listed};
use manifold_rules::viewer::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

use super::work;

/// A decision of the engine, ready to be made on another thread. It begins with what one player knows, which is all that the
/// search is given. It ends soon after the flag becomes true, and its result no longer matters then.
pub(crate) type Thinker = Box<dyn FnOnce(&AtomicBool) -> Option<AnyAction> + Send>;

/// An analysis of a finished game, ready to be done elsewhere. It ends soon after the flag has become true.
pub(crate) type Analyst = Box<dyn FnOnce(&AtomicBool) -> Option<Analysis> + Send>;

/// An analysis of one position.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Analysis {
    /// The lines, best first.
    lines: Vec<AnalysisLine>,
    /// Depth of the last completed iteration, in plies.
    depth: u32,
    /// Nodes searched.
    nodes: u64,
}

impl Analysis {
    /// The score of the best line for the player to act, and that line in notation for people.
    pub(crate) fn best(&self) -> Option<(Score, &[String])> {
        let best = self.lines.first()?;
        Some((best.score, &best.line))
    }

    /// The last completed iteration, and the nodes searched.
    pub(crate) fn effort(&self) -> (u32, u64) {
        (self.depth, self.nodes)
    }

    /// The best action, in machine notation.
    pub(crate) fn choice(&self) -> Option<&str> {
        self.lines.first().map(|line| line.action.as_str())
    }
}

/// One line of an analysis.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct AnalysisLine {
    /// The action in machine notation.
    action: String,
    /// The action in notation for people.
    notation: String,
    /// The score for the player to act.
    score: Score,
    /// The principal variation in notation for people, the action first.
    line: Vec<String>,
}

/// A score: centipawns, or plies to a forced win (negative: to a loss).
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Plies to the end.
    Mate(i32),
}

/// The engine's next decision for `color`.
pub(crate) fn thinker<P: Compiled + Listed>(
    game: &Game<P>,
    color: Color,
    level: Level,
    limits: Limits,
    seed: u64,
) -> Thinker {
    let game = game.clone();
    Box::new(move |stop| {
        // In a long game this takes longer than others may wait for its owner.
        work::replays(game.actions().len());
        let known = InformationSet::of(&game, color);
        drop(game);
        let options = SearchOptions {
            level,
            limits,
            seed,
            stop: Some(stop),
            ..SearchOptions::default()
        };
        think(&known, &options).map(|thought| P::any_action(thought.action))
    })
}

/// An analysis of the position after `n` actions, unless the game has fewer or is decided there.
pub(crate) fn analyst<P: Compiled>(game: &Game<P>, n: usize, limits: Limits) -> Option<Analyst> {
    if n > game.actions().len() {
        return None;
    }
    let mut game = game.clone();
    if game.outcome().is_none() {
        // It did not end on the board: what matters here is that it is over.
        game.adjudicate(None);
    }
    let game = FinishedGame::of(&game)?;
    let at = game.after(n);
    if at.outcome().is_some() {
        return None;
    }
    let position = at.position().clone();
    Some(Box::new(move |stop| {
        let options = SearchOptions {
            limits,
            stop: Some(stop),
            ..SearchOptions::default()
        };
        let thought = analyse(&game, n, &options, &mut |_| {})?;
        let viewer = Viewer::Player(position.actor());
        let mut at = position.clone();
        let mut line = Vec::new();
        for action in &thought.pv {
            if at.check(*action).is_err() {
                break;
            }
            line.push(at.notation(*action, viewer));
            at.play_unchecked(*action);
        }
        let best = AnalysisLine {
            action: thought.action.to_string(),
            notation: position.notation(thought.action, viewer),
            score: score(thought.score),
            line,
        };
        Some(Analysis {
            lines: vec![best],
            depth: thought.depth,
            nodes: thought.nodes,
        })
    }))
}

fn score(score: i32) -> Score {
    if !manifold_engine::is_mate(score) {
        return Score::Cp(score);
    }
    let plies = manifold_engine::MATE - score.abs();
    Score::Mate(plies * score.signum())
}
