//! One search on one thread: its limits, its search stack and its statistics.

use std::sync::atomic::{AtomicU64, Ordering};

use manifold_rules::board::Color;
use manifold_rules::board::zobrist::scramble;
use manifold_rules::position::Bounds;

use super::budget::Budget;
use super::history::{History, HistoryIndex, NULL_INDEX};
use super::node::{MAX_PLY, ScoredAction};
use super::parameters::{Parameters, overriding};
use super::proof_number::{ForcedWin, ProofSearch};
use super::score::{MATE, NO_EVAL, clamp_eval};
use super::tt::TranspositionTable;
use crate::network::{Accumulators, network_in_use};
use crate::playable::{Playable, corrected_terms};
use crate::position_sample::PositionSample;

/// Entries of the evaluation cache.
const EVALS: usize = 1 << 14;
/// Nodes of the main search between two runs of the proof-number search.
const PROOF_INTERVAL: u64 = 64;

/// The actions that a weak level overlooks.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Blindness {
    /// Share of the actions, in percent.
    pub(crate) percent: u32,
    /// Seed that decides which ones.
    pub(crate) seed: u64,
}

impl Blindness {
    /// Whether an action with this butterfly index is overlooked: in every position of the search, or in none.
    #[inline]
    pub(crate) fn hides(self, color: Color, index: usize) -> bool {
        self.percent > 0 && {
            let number = (index as u64) << 1 | u64::from(color.is_black());
            scramble(self.seed ^ scramble(number)) % 100 < u64::from(self.percent)
        }
    }
}

/// One search from one information set.
pub(crate) struct Search<'a, P: Playable> {
    pub(super) budget: Budget<'a>,
    pub(super) bounds: Bounds,
    blindness: Blindness,
    pub(super) tt: &'a TranspositionTable<P::Action>,
    pub(super) history: &'a mut History,
    pub(super) parameters: &'static Parameters,
    /// By ply: the last two quiet actions that caused a cutoff.
    pub(super) killers: Vec<[Option<P::Action>; 2]>,
    /// By ply: the continuation index of the action that led there.
    pub(super) continuations: Vec<u16>,
    /// By ply: the history entries of the action that led there, if it was quiet and the opponent answers it.
    pub(super) quiets: Vec<Option<HistoryIndex>>,
    /// By ply: the static evaluation for White, with its correction.
    pub(super) static_evals: Vec<i32>,
    /// Receives the positions that are evaluated, if a sample is wanted.
    sample: Option<&'a mut PositionSample<P>>,
    /// Evaluation cache, by key: the same positions recur in quiescence and from one iteration to the next.
    evals: Vec<(u64, i32)>,
    /// The accumulators of the network, if there is one.
    accumulators: Option<Accumulators<P>>,
    /// By ply: the action excluded by a singular search.
    pub(super) excluded: Vec<Option<P::Action>>,
    /// By ply: the principal variation from there.
    pub(super) pv: Vec<Vec<P::Action>>,
    /// By ply: the buffer for the list of actions.
    pub(super) lists: Vec<Vec<ScoredAction<P::Action>>>,
    pub(super) raw: Vec<P::Action>,
    /// Repetition keys of the game and of the line searched.
    pub(super) keys: Vec<u64>,
    /// The number of those keys that belong to the game before the root.
    game_keys: usize,
    pub(super) root_ply: u32,
    pub(super) root_depth: i32,
    /// No null move is tried before this ply: one is being verified.
    pub(super) null_ply: usize,
    /// Beta cutoffs of the main search, and how many of them came with the first action.
    pub(super) cutoffs: [u64; 2],
    pub(super) nodes: u64,
    /// The node count that other threads can read.
    pub(super) shared_nodes: Option<&'a AtomicU64>,
    /// The greatest ply reached.
    pub(super) seldepth: usize,
    /// The node count at which quiescence is cut off.
    pub(super) quiescence_end: u64,
    pub(super) stopped: bool,
    /// The search for forced wins that runs beside this one, if there is one.
    proof_search: Option<Box<ProofSearch<'a, P>>>,
    /// Nodes of the proof-number search.
    proof_nodes: u64,
    /// The node count of the main search at which it runs next.
    next_proof: u64,
    /// Whether to stop as soon as it has found a win.
    stops_at_forced_win: bool,
}

impl<'a, P: Playable> Search<'a, P> {
    pub(crate) fn new(
        tt: &'a TranspositionTable<P::Action>,
        history: &'a mut History,
        budget: Budget<'a>,
        bounds: Bounds,
        keys: &[u64],
    ) -> Search<'a, P> {
        Search {
            budget,
            bounds,
            blindness: Blindness::default(),
            tt,
            history,
            parameters: overriding().unwrap_or(P::PARAMETERS),
            killers: vec![[None; 2]; MAX_PLY + 2],
            continuations: vec![NULL_INDEX; MAX_PLY + 2],
            quiets: vec![None; MAX_PLY + 2],
            static_evals: vec![NO_EVAL; MAX_PLY + 2],
            sample: None,
            evals: vec![(0, NO_EVAL); EVALS],
            accumulators: network_in_use::<P>().map(Accumulators::new),
            excluded: vec![None; MAX_PLY + 2],
            pv: vec![Vec::new(); MAX_PLY + 2],
            lists: vec![Vec::new(); MAX_PLY + 2],
            raw: Vec::new(),
            keys: keys.to_vec(),
            game_keys: keys.len(),
            root_ply: 0,
            root_depth: 0,
            null_ply: 0,
            cutoffs: [0; 2],
            nodes: 0,
            shared_nodes: None,
            seldepth: 0,
            quiescence_end: 0,
            stopped: false,
            proof_search: None,
            proof_nodes: 0,
            next_proof: 0,
            stops_at_forced_win: false,
        }
    }

    /// Offers the positions that it evaluates to a sample.
    pub(crate) fn with_sample(
        mut self,
        sample: Option<&'a mut PositionSample<P>>,
    ) -> Search<'a, P> {
        self.sample = sample;
        self
    }

    /// Makes the search overlook some actions.
    pub(crate) fn with_blindness(mut self, blindness: Blindness) -> Search<'a, P> {
        self.blindness = blindness;
        self
    }

    /// Runs a proof-number search for the actor of `position`, who has `actions` legal actions, beside this search.
    /// With `stops_at_win`, a win that it finds ends this search.
    pub(crate) fn with_proof_search(
        mut self,
        position: &P,
        actions: usize,
        keys: &[u64],
        stops_at_win: bool,
    ) -> Search<'a, P> {
        self.proof_search = Some(Box::new(ProofSearch::new(position, keys)));
        // Its first step expands all actions, which must not take up most of a short search.
        self.next_proof = (actions as u64 * 3).max(PROOF_INTERVAL);
        self.stops_at_forced_win = stops_at_win;
        self
    }

    /// Whether some actions are overlooked.
    pub(super) fn may_overlook(&self) -> bool {
        self.blindness.percent > 0
    }

    pub(super) fn overlooks(&self, position: &P, action: P::Action) -> bool {
        self.may_overlook()
            && self
                .blindness
                .hides(position.actor(), P::butterfly_index(action))
    }

    /// Records the action that leads from `ply` to the next for the histories: its continuation index and, if it is quiet and the opponent
    /// answers it, the index of its entries.
    #[inline]
    pub(super) fn enter(&mut self, ply: usize, continuation: u16, quiet: Option<HistoryIndex>) {
        self.continuations[ply + 1] = continuation;
        self.quiets[ply + 1] = quiet;
    }

    /// The static evaluation of a position, from the cache if possible.
    #[inline]
    pub(super) fn evaluate(&mut self, position: &P) -> i32 {
        let key = position.zobrist();
        let slot = &mut self.evals[key as usize % EVALS];
        if slot.0 != key || slot.1 == NO_EVAL {
            if let Some(sample) = &mut self.sample {
                sample.offer(position);
            }
            let eval = match &mut self.accumulators {
                Some(accumulators) if position.is_judged_by_network() => {
                    clamp_eval(corrected_terms(position) + accumulators.evaluate(position))
                }
                _ => position.static_eval(),
            };
            *slot = (key, eval);
        }
        slot.1
    }

    /// Replaces the limits and clears the stop.
    pub(crate) fn set_budget(&mut self, budget: Budget<'a>) {
        self.budget = budget;
        self.stopped = false;
    }

    /// The forced win that the proof-number search has found.
    pub(crate) fn forced_win(&self) -> Option<&ForcedWin<P::Action>> {
        self.proof_search.as_ref()?.win()
    }

    /// Whether the proof-number search may still find a win in fewer turns than this, and is worth waiting for.
    pub(crate) fn may_find_win_below(&self, turns: u32) -> bool {
        let proofs = self.proof_search.as_ref();
        P::PROOF_EFFORT.is_awaited
            && proofs.is_some_and(|proofs| proofs.is_open() && proofs.turns() < turns)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes + self.proof_nodes
    }

    pub(crate) fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Beta cutoffs, and how many of them came with the first action.
    pub(crate) fn cutoffs(&self) -> [u64; 2] {
        self.cutoffs
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search must end. Called at every node.
    pub(super) fn must_stop(&mut self) -> bool {
        if let Some(count) = self.shared_nodes
            && self.nodes.is_multiple_of(256)
        {
            count.store(self.nodes, Ordering::Relaxed);
        }
        if self.nodes >= self.next_proof && self.proof_search.is_some() && !self.stopped {
            self.run_proof_search();
        }
        if !self.stopped {
            self.stopped = self.is_out_of_nodes()
                || self.nodes.is_multiple_of(P::CLOCK_NODES) && self.budget.is_out_of_time();
        }
        self.stopped
    }

    /// Runs the proof-number search for its share of nodes.
    fn run_proof_search(&mut self) {
        let Some(mut proofs) = self.proof_search.take() else {
            return;
        };
        let effort = P::PROOF_EFFORT;
        let until = self.proof_nodes + PROOF_INTERVAL / effort.share;
        while proofs.is_open()
            && self.proof_nodes < until
            && !self.is_out_of_nodes()
            && !self.budget.is_out_of_time()
        {
            proofs.step(Budget {
                nodes: self.budget.nodes - self.nodes(),
                ..self.budget
            });
            self.proof_nodes = proofs.nodes();
        }
        // A single step can be long: the main search catches up first.
        let late = self.proof_nodes.saturating_sub(effort.patience);
        let even = (self.proof_nodes - late) * effort.share + late * effort.late_share;
        self.next_proof = even.max(self.nodes + PROOF_INTERVAL);
        self.stopped |= self.stops_at_forced_win && proofs.win().is_some();
        self.proof_search = Some(proofs);
    }

    /// Whether the nodes are used up or a stop was requested.
    fn is_out_of_nodes(&self) -> bool {
        self.nodes() >= self.budget.nodes || self.budget.is_stopped()
    }

    /// Plies of the game from the root to `position`: the unit of mate scores.
    pub(super) fn root_distance(&self, position: &P) -> i32 {
        position.ply().saturating_sub(self.root_ply) as i32
    }

    /// The score of a finished game for the actor of `position`.
    pub(super) fn terminal_score(&self, position: &P, winner: Option<Color>) -> i32 {
        let distance = self.root_distance(position);
        match winner {
            None => 0,
            Some(color) if color == position.actor() => MATE - distance,
            Some(_) => distance - MATE,
        }
    }

    /// Whether the position is a draw, by count or by repetition. A single repetition is scored as a draw: a player who can
    /// repeat once can repeat again.
    pub(super) fn is_draw(&self, position: &P, key: u64) -> bool {
        self.is_drawn_by_count(position) || self.repeats(position, self.keys.len(), || key)
    }

    /// Whether the position is a draw by the fifty-move rule or by insufficient material.
    fn is_drawn_by_count(&self, position: &P) -> bool {
        if position.fifty_move_count() >= 100 {
            // Mate on the hundredth ply counts as mate.
            return !position.may_be_over() || position.outcome().is_none();
        }
        position.is_insufficient_material()
    }

    /// Whether the position, which has this key, repeats one of the first `most` of [`Search::keys`].
    fn repeats(&self, position: &P, most: usize, key: impl FnOnce() -> u64) -> bool {
        let count = position.fifty_move_count() as usize;
        let start = self.keys.len().saturating_sub(count);
        let most = most.min(self.keys.len());
        count >= 2 && start < most && self.keys[start..most].contains(&key())
    }

    /// Whether this leaf of the main search is a draw, which quiescence would not notice. Only repetitions of the game's positions, the
    /// root included, count: looking for those of the line too costs depth in endings that go round in circles, and they are noticed a ply
    /// later anyway.
    pub(super) fn is_drawn_leaf(&self, position: &P) -> bool {
        position.is_settled()
            && (self.is_drawn_by_count(position)
                || self.repeats(position, self.game_keys + 1, || position.repetition_key()))
            && position.won_at_once().is_none()
    }
}
