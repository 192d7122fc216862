//! One decision in the making: what it is given, and what it has found out.

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

/// One decision in the making.
pub(crate) struct Thinker<'a, P: Playable> {
    pub(super) known: &'a InformationSet<P>,
    pub(super) options: &'a SearchOptions<'a>,
    pub(super) time: TimeManager,
    pub(super) deadline: Option<Instant>,
    pub(super) tt: &'a TranspositionTable<P::Action>,
    /// One for each thread.
    pub(super) histories: &'a mut [History],
    pub(super) report: &'a mut dyn FnMut(&Report<P>),
    pub(super) random: Random,
    /// Whether actions are blunders, as far as they have been checked.
    pub(super) blunders: HashMap<P::Action, bool>,
    /// The position itself, if the game is over.
    pub(super) position: Option<P>,
    pub(super) win_proofs: WinProofs<P::Action>,
    /// The actions from which to choose; empty for all.
    pub(super) only: &'a [P::Action],
    /// For positions that are evaluated.
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

    /// Keeps some of the positions that are evaluated.
    pub(crate) fn with_sample(
        mut self,
        sample: Option<&'a mut PositionSample<P>>,
    ) -> Thinker<'a, P> {
        self.sample = sample;
        self
    }

    /// Chooses from these actions alone, unless there are none.
    pub(crate) fn among(mut self, only: &'a [P::Action]) -> Thinker<'a, P> {
        self.only = only;
        self
    }

    /// Searches this position, that of a finished game, instead of determinizations.
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

    /// The limits of the whole decision. Those of a level come on top.
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
