//! An engine that keeps its tables from one decision to the next, for one player.

use manifold_rules::board::Color;

use crate::encoding::Encode;
use crate::eval::pawn_hash;
use crate::information_set::InformationSet;
use crate::level::Level;
use crate::options::SearchOptions;
use crate::playable::Playable;
use crate::position_sample::PositionSample;
use crate::report::{Report, SearchResult};
use crate::search::history::History;
use crate::search::time::TimeManager;
use crate::search::tt::TranspositionTable;
use crate::think::Thinker;

/// Entries of the transposition table if no limit implies a smaller one: 16 MiB.
const TT_ENTRIES: u64 = 1 << 20;
/// Upper bound of the speed, in nodes per millisecond.
const NODES_IN_MS: u64 = 2_000;
/// Decisions for which the transposition table has room at full strength, because earlier results are worth keeping.
const DECISIONS_KEPT: u64 = 8;

/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// An opponent that keeps its transposition table and history from one decision to the next.
///
/// These tables can be neither cloned nor lent, and where players have secrets they are cleared as soon as the engine is asked to play the
/// other colour. So nothing that one player knows reaches the other.
///
/// ```
/// use manifold_engine::{Engine, InformationSet, Limits, SearchOptions};
/// use manifold_rules::board::Color;
/// use manifold_rules::game::Game;
/// use manifold_rules::hyperspace::Hyperspace;
///
/// let game = Game::<Hyperspace>::new(Default::default());
/// let options = SearchOptions { limits: Limits::nodes(500), multi_pv: 2, ..SearchOptions::default() };
/// let mut engine = Engine::new();
/// let mut depths = Vec::new();
/// let result = engine
///     .think_with(&InformationSet::of(&game, Color::White), &options, &mut |report| depths.push(report.depth))
///     .expect("White can move");
/// assert_eq!(result.lines.len(), 2);
/// assert_eq!(depths.last(), Some(&result.depth));
/// ```
#[derive(Debug)]
pub struct Engine<P: Compiled> {
    tt: Option<TranspositionTable<P::Action>>,
    /// One for each thread.
    histories: Vec<History>,
    color: Option<Color>,
}

impl<P: Compiled> Default for Engine<P> {
    fn default() -> Engine<P> {
        Engine::new()
    }
}

impl<P: Compiled> Engine<P> {
    /// An engine with empty tables.
    #[must_use]
    pub const fn new() -> Engine<P> {
        Engine {
            tt: None,
            histories: Vec::new(),
            color: None,
        }
    }

    /// Clears everything: the next decision belongs to another game.
    pub fn new_game(&mut self) {
        if let Some(tt) = &mut self.tt {
            tt.clear();
        }
        self.histories.clear();
        self.color = None;
    }

    /// Allocates the transposition table for searches with this [`SearchOptions::hash_mib`], which takes a while if it is large. Otherwise
    /// the search allocates it on its own time. Returns the size of the table in mebibytes: less than `hash_mib` if the system refuses the
    /// memory.
    pub fn reserve(&mut self, hash_mib: usize) -> usize {
        let entries = TranspositionTable::<P::Action>::entries_in_mib(hash_mib);
        make_room(&mut self.tt, entries, false).mebibytes()
    }

    /// Chooses an action for the player of `known`, who must be the actor, and calls `report` after every completed iteration. `None` if
    /// the player has no action. An action that wins at once is chosen without a search or a report; so is the only legal action where
    /// there is a time limit or a level below full strength, unless several lines are asked for.
    ///
    /// The tables filled by earlier decisions can change the next one: a decision is reproducible only after [`Engine::new_game`], with a
    /// node limit and on one thread.
    pub fn think_with(
        &mut self,
        known: &InformationSet<P>,
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<SearchResult<P>> {
        self.think_among(known, &[], options, report)
    }

    /// As [`Engine::think_with`], but chooses among the actions in `only`. Illegal ones are ignored; if none of them is legal, or `only` is
    /// empty, all actions may be chosen.
    pub fn think_among(
        &mut self,
        known: &InformationSet<P>,
        only: &[P::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<SearchResult<P>> {
        P::think_about(self, known, None, only, options, report, None)
    }

    /// As [`Engine::think_with`], without reports; offers every position that it evaluates to `sample`: an evaluation is best trained on
    /// the positions that a search sees. Where the opponent has secrets the positions are guesses.
    pub fn think_and_sample(
        &mut self,
        known: &InformationSet<P>,
        options: &SearchOptions,
        sample: &mut PositionSample<P>,
    ) -> Option<SearchResult<P>> {
        P::think_about(self, known, None, &[], options, &mut |_| {}, Some(sample))
    }

    /// Chooses an action from what is known, or with full knowledge of `position`; one of `only`, unless that is empty.
    pub(crate) fn think_about(
        &mut self,
        known: &InformationSet<P>,
        position: Option<P>,
        only: &[P::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
        sample: Option<&mut PositionSample<P>>,
    ) -> Option<SearchResult<P>> {
        let time = TimeManager::new(&options.limits);
        if P::HAS_SECRETS {
            pawn_hash::forget();
        }
        if P::HAS_SECRETS && self.color.is_some_and(|color| color != known.color()) {
            self.new_game();
        }
        self.color = Some(known.color());
        let entries = tt_entries::<P>(options, &time);
        let tt = make_room(&mut self.tt, entries, options.hash_mib.is_none());
        tt.new_generation();
        // A level must play equally well on every machine, however many cores it has.
        let threads = if options.level == Level::FULL {
            options.threads.clamp(1, MAX_THREADS)
        } else {
            1
        };
        self.histories.iter_mut().for_each(History::age);
        self.histories.resize_with(threads, History::new::<P>);
        Thinker::new(known, options, time, tt, &mut self.histories, report)
            .with_sample(sample)
            .with_position(position)
            .among(only)
            .think()
    }
}

/// The transposition table: the present one if it was made for `entries`, or for more if `may_be_larger`; otherwise a new one.
fn make_room<A: Encode>(
    tt: &mut Option<TranspositionTable<A>>,
    entries: u64,
    may_be_larger: bool,
) -> &mut TranspositionTable<A> {
    let fits = |tt: &TranspositionTable<A>| {
        tt.wanted() == entries || may_be_larger && tt.wanted() > entries
    };
    // A table that does not fit is dropped before the new one is made: there may not be memory for both.
    let kept = tt.take().filter(fits);
    tt.insert(kept.unwrap_or_else(|| TranspositionTable::with_capacity(entries)))
}

/// A game for which the search is compiled: once, in this crate, and not again in every crate that uses the engine.
pub trait Compiled: Playable {
    /// The body of [`Engine::think_among`], with full knowledge of `position` if there is one, and of
    /// [`Engine::think_and_sample`], if there is a sample.
    #[doc(hidden)]
    fn think_about(
        engine: &mut Engine<Self>,
        known: &InformationSet<Self>,
        position: Option<Self>,
        only: &[Self::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<Self>),
        sample: Option<&mut PositionSample<Self>>,
    ) -> Option<SearchResult<Self>>;
}

/// The number of entries for the transposition table.
fn tt_entries<P: Playable>(options: &SearchOptions, time: &TimeManager) -> u64 {
    if let Some(mib) = options.hash_mib {
        return TranspositionTable::<P::Action>::entries_in_mib(mib);
    }
    let nodes = options.limits.nodes.unwrap_or(u64::MAX);
    let time = time.hard_limit().map_or(u64::MAX, |time| {
        (time.as_millis() as u64).saturating_mul(NODES_IN_MS)
    });
    // The size of the table is part of the strength of the other levels.
    let decisions = if options.level == Level::FULL {
        DECISIONS_KEPT
    } else {
        1
    };
    nodes
        .min(options.level.strength::<P>().nodes)
        .min(time)
        .saturating_mul(decisions)
        .min(TT_ENTRIES)
        .next_power_of_two()
}

/// Chooses an action for the player of `known`, who must be the actor. `None` if the player has no action. Nothing is
/// kept afterwards.
#[must_use]
pub fn think<P: Compiled>(
    known: &InformationSet<P>,
    options: &SearchOptions,
) -> Option<SearchResult<P>> {
    think_with(known, options, &mut |_| {})
}

/// As [`think`], with a report after every completed iteration.
pub fn think_with<P: Compiled>(
    known: &InformationSet<P>,
    options: &SearchOptions,
    report: &mut dyn FnMut(&Report<P>),
) -> Option<SearchResult<P>> {
    Engine::new().think_with(known, options, report)
}

#[cfg(test)]
mod tests {
    use manifold_rules::chess::Chess;
    use manifold_rules::game::Game;
    use manifold_rules::hyperspace::Hyperspace;

    use super::*;
    use crate::eval::tally::Evaluated;
    use crate::eval::weights::Weight;
    use crate::options::Limits;
    use crate::search::tt::Bound;

    #[test]
    fn a_search_with_secrets_begins_without_what_another_one_has_left_in_the_pawn_hash_table() {
        let (left, own) = (Weight::new(1, 2), Weight::new(3, 4));
        let weights = Hyperspace::weights().get();
        // The key of no position that is searched.
        assert_eq!(pawn_hash::remembered(1, weights, || left), left);
        let game = Game::<Hyperspace>::new(Default::default());
        let known = InformationSet::of(&game, Color::White);
        let options = SearchOptions {
            limits: Limits::nodes(50),
            ..SearchOptions::default()
        };
        assert!(think(&known, &options).is_some());
        assert_eq!(pawn_hash::remembered(1, weights, || own), own);
    }

    #[test]
    fn a_table_that_is_reserved_is_the_one_of_the_search_if_it_has_the_size_that_is_asked_for() {
        for (hash_mib, is_kept) in [(2, true), (1, false)] {
            let mut engine = Engine::<Chess>::new();
            engine.reserve(2);
            // The key of no position that is searched.
            let table = engine.tt.as_ref().expect("it was made");
            table.store(1, None, 7, 200, Bound::Exact);
            let options = SearchOptions {
                limits: Limits::nodes(50),
                hash_mib: Some(hash_mib),
                ..SearchOptions::default()
            };
            let game = Game::new(Default::default());
            let known = InformationSet::of(&game, Color::White);
            let _ = engine.think_with(&known, &options, &mut |_| {});
            let table = engine.tt.as_ref().expect("it was used");
            assert_eq!(table.probe(1).is_some(), is_kept);
        }
    }
}
