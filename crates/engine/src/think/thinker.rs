//! One decision in the making: what it is given, and what it has found out.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use super::win_proofs::WinProofs;
use crate::information_set::InformationSet;
use crate::options::SearchOptions;
use crate::playable::Playable;
use crate::random::Random;
use crate::report::Report;
use crate::sample::Sample;
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
    pub(super) sample: Option<&'a mut Sample<P>>,
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
    pub(crate) fn with_sample(mut self, sample: Option<&'a mut Sample<P>>) -> Thinker<'a, P> {
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

    pub(super) fn is_stopped(&self) -> bool {
        is_over(self.deadline, self.options.stop)
    }
}

/// Whether the time is up or a stop was asked for.
pub(super) fn is_over(deadline: Option<Instant>, stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
