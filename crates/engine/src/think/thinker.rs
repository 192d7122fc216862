//! One decision in progress: its inputs, and its findings so far.

use std::collections::HashMap;
use std::time::Instant;

use super::win_proofs::WinProofs;
use crate::information_set::InformationSet;
use crate::options::SearchOptions;
use crate::playable::Playable;
use crate::position_sample::PositionSample;
use crate::random::Random;
use crate::report::Report;
use crate::search::budget::Budget;
use crate::search::history::History;
use crate::search::time::TimeManager;
use crate::search::tt::TranspositionTable;

/// One decision in progress.
pub(crate) struct Thinker<'a, P: Playable> {
    pub(super) known: &'a InformationSet<P>,
    pub(super) options: &'a SearchOptions<'a>,
    pub(super) time: TimeManager,
    pub(super) deadline: Option<Instant>,
    pub(super) tt: &'a TranspositionTable<P::Action>,
    /// One history for each thread.
    pub(super) histories: &'a mut [History],
    pub(super) report: &'a mut dyn FnMut(&Report<P>),
    pub(super) random: Random,
    /// The actions checked so far, and whether each is a blunder.
    pub(super) blunders: HashMap<P::Action, bool>,
    /// The actual position, if a finished game is analysed.
    pub(super) position: Option<P>,
    pub(super) win_proofs: WinProofs<P::Action>,
    /// The actions from which to choose; empty for all.
    pub(super) only: &'a [P::Action],
    /// Receives the positions that are evaluated.
    pub(super) sample: Option<&'a mut PositionSample<P>>,
}

impl<'a, P: Playable> Thinker<'a, P> {
    pub(crate) fn new(
        known: &'a InformationSet<P>,
        options: &'a SearchOptions,
        time: TimeManager,
        tt: &'a TranspositionTable<P::Action>,
        histories: &'a mut [History],
        report: &'a mut dyn FnMut(&Report<P>),
    ) -> Thinker<'a, P> {
        let nodes = options.limits.nodes.unwrap_or(u64::MAX);
        Thinker {
            known,
            options,
            time,
            deadline: time.deadline(),
            tt,
            histories,
            report,
            random: Random::new(options.seed),
            blunders: HashMap::new(),
            position: None,
            win_proofs: WinProofs::new(P::turns_without_secrets(known.knowledge()), nodes),
            only: &[],
            sample: None,
        }
    }

    /// Offers the positions that are evaluated to a sample.
    pub(crate) fn with_sample(
        mut self,
        sample: Option<&'a mut PositionSample<P>>,
    ) -> Thinker<'a, P> {
        self.sample = sample;
        self
    }

    /// Chooses from these actions only, unless there are none.
    pub(crate) fn among(mut self, only: &'a [P::Action]) -> Thinker<'a, P> {
        self.only = only;
        self
    }

    /// Searches this position, which is of a finished game, instead of determinizations.
    pub(crate) fn with_position(mut self, position: Option<P>) -> Thinker<'a, P> {
        if position.is_some() {
            self.win_proofs = WinProofs::new(None, 0);
        }
        self.position = position;
        self
    }

    pub(super) fn multi_pv(&self) -> usize {
        self.options.multi_pv.max(1)
    }

    /// The limits of the whole decision, without those of the level.
    pub(super) fn budget(&self) -> Budget<'a> {
        Budget {
            nodes: self.options.limits.nodes.unwrap_or(u64::MAX),
            deadline: self.deadline,
            stop: self.options.stop,
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.budget().is_over()
    }
}
