//! An engine that keeps its tables from one decision to the next, for one player.

use manifold_rules::board::Color;

use crate::information_set::InformationSet;
use crate::level::Level;
use crate::options::SearchOptions;
use crate::playable::Playable;
use crate::report::{Report, SearchResult};
use crate::search::history::History;
use crate::search::time::TimeManager;
use crate::search::tt::TranspositionTable;
use crate::think::Thinker;

/// Entries of the transposition table if no limit says how many are needed: 16 MiB.
const TT_ENTRIES: u64 = 1 << 20;
/// Upper bound of the speed, in nodes per millisecond.
const NODES_IN_MS: u64 = 2_000;
/// At full strength the transposition table has room for this many decisions, because earlier results are worth keeping.
const DECISIONS_KEPT: u64 = 8;

/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// An opponent that keeps its transposition table and history from one decision to the next, as long as it plays the
/// same colour.
///
/// They can be neither cloned nor lent, and are cleared as soon as the engine is asked for the other colour. So
/// nothing of what one player knows reaches the other.
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
        *self = Engine::new();
    }

    /// Chooses an action for the player of `known`, who must be the actor, and calls `report` after every completed
    /// iteration. `None` if the player has no action. A single legal action, or one that wins at once, is chosen
    /// without a search and a report, unless several lines are asked for.
    ///
    /// The tables that an earlier decision has filled can change the next one: it is reproducible only after [`Engine::new_game`],
    /// with a node limit and on one thread.
    pub fn think_with(
        &mut self,
        known: &InformationSet<P>,
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<SearchResult<P>> {
        self.think_among(known, &[], options, report)
    }

    /// As [`Engine::think_with`], with one of these actions alone. Those that are not legal count for nothing; if none is legal, it is as
    /// if there were none.
    pub fn think_among(
        &mut self,
        known: &InformationSet<P>,
        only: &[P::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<SearchResult<P>> {
        P::think_about(self, known, None, only, options, report)
    }

    /// Chooses an action from what is known, or with full knowledge of `position`; one of `only`, unless that is empty.
    pub(crate) fn think_about(
        &mut self,
        known: &InformationSet<P>,
        position: Option<P>,
        only: &[P::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<P>),
    ) -> Option<SearchResult<P>> {
        let time = TimeManager::new(&options.limits);
        if self.color != Some(known.color()) {
            self.new_game();
            self.color = Some(known.color());
        }
        let entries = tt_entries::<P>(options, &time);
        let tt = match self.tt.take() {
            // A table that is large enough is kept, unless it is larger than allowed.
            Some(tt)
                if tt.capacity() == entries
                    || options.hash_mib.is_none() && tt.capacity() > entries =>
            {
                tt
            }
            _ => TranspositionTable::with_capacity(entries),
        };
        let tt = self.tt.insert(tt);
        tt.new_generation();
        // A level must play equally well on every machine.
        let threads = if options.level == Level::FULL {
            options.threads.clamp(1, MAX_THREADS)
        } else {
            1
        };
        self.histories.iter_mut().for_each(History::age);
        self.histories.resize_with(threads, History::new::<P>);
        Thinker::new(known, options, time, tt, &mut self.histories, report)
            .with_position(position)
            .among(only)
            .think()
    }
}

/// A game for which the search is compiled: in this crate and once, not again in every crate that asks the engine.
pub trait Compiled: Playable {
    /// The body of [`Engine::think_among`], with full knowledge of `position` if there is one.
    #[doc(hidden)]
    fn think_about(
        engine: &mut Engine<Self>,
        known: &InformationSet<Self>,
        position: Option<Self>,
        only: &[Self::Action],
        options: &SearchOptions,
        report: &mut dyn FnMut(&Report<Self>),
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
    // The tables of the other levels belong to how strong they are.
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
