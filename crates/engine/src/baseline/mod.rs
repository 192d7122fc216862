//! Simple opponents that never change, as a yardstick for the engine's strength.
//!
//! **Frozen.** A table of results is meaningful only as long as the opponents stay the same: if one of them plays
//! differently, its results can no longer be compared with earlier ones. So nothing here uses the engine's evaluation,
//! ordering or candidates; values, lists and guesses are written here again, in a simple form.
//!
//! Like the engine they are given an [`InformationSet`], and they keep nothing from one decision to the next.

mod material;
mod mcts;
pub(crate) mod values;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::position::Bounds;

use crate::engine::Compiled;
use crate::information_set::InformationSet;
use crate::options::{Limits, SearchOptions};
use crate::random::Random;

/// A simple opponent.
///
/// ```
/// use manifold_engine::baseline::Baseline;
/// use manifold_engine::{Limits, SearchOptions, InformationSet};
/// use manifold_rules::board::Color;
/// use manifold_rules::hyperspace::Hyperspace;
/// use manifold_rules::game::Game;
///
/// let mut game = Game::<Hyperspace>::new(Default::default());
/// for text in ["f2f3", "e7e5", "g2g4"] {
///     game.play(text.parse()?)?;
/// }
/// let options = SearchOptions { limits: Limits::nodes(5_000), ..SearchOptions::default() };
/// let known = InformationSet::of(&game, Color::Black);
/// let action = Baseline::Greedy.choose(&known, &options).expect("Black can move");
/// assert_eq!(action.to_string(), "d8h4", "even the greedy one takes a win");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Baseline {
    /// A random legal action.
    Random,
    /// A win, or else the best material balance after the player's own action.
    Greedy,
    /// The best material balance after the opponent's best reply: full width, without quiescence.
    Depth2,
    /// Plain Monte Carlo tree search (UCT): random playouts, cut off after a few plies and scored by material. In
    /// Hyperspace Chess it searches over information sets: every playout guesses the hidden squares anew.
    Mcts,
}

/// The interface of a game to the simple opponents. Frozen like them.
pub trait BaselineGame: Compiled {
    /// The material of `color`, on the board and off it, in centipawns. Does not depend on secrets.
    fn material(&self, color: Color) -> i32;

    /// Whether anything is hidden from a player, so that guesses can differ.
    const HIDES: bool = false;

    /// A full position that fits the knowledge, hidden squares drawn uniformly. `None` if no actions are listed.
    fn guess(knowledge: &Self::Knowledge, random: &mut Random) -> Option<Self>;

    /// The action where none are listed.
    fn fixed_action(_knowledge: &Self::Knowledge) -> Option<Self::Action> {
        None
    }

    /// Adds every legal action that a simple player would consider. The same `salt` gives the same list.
    fn list(&self, bounds: Bounds, _salt: u64, out: &mut Vec<Self::Action>) {
        out.extend(self.legal_actions_within(bounds));
    }

    /// A random legal action.
    fn any_action(&self, bounds: Bounds, random: &mut Random) -> Option<Self::Action> {
        let mut all = Vec::new();
        self.list(bounds, 0, &mut all);
        all.get(random.below(all.len() as u64) as usize).copied()
    }
}

impl Baseline {
    /// All of them, the weakest first.
    pub const ALL: [Baseline; 4] = [
        Baseline::Random,
        Baseline::Greedy,
        Baseline::Depth2,
        Baseline::Mcts,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Baseline::Random => "random",
            Baseline::Greedy => "greedy",
            Baseline::Depth2 => "depth2",
            Baseline::Mcts => "mcts",
        }
    }

    /// Chooses an action for the player of `known`, who must be the actor. Of the options, only the node and time
    /// limits, the bounds, the seed and the stop flag apply; the default limit is 200,000 nodes. `None` if the player
    /// has no action.
    #[must_use]
    pub fn choose<P: BaselineGame>(
        self,
        known: &InformationSet<P>,
        options: &SearchOptions,
    ) -> Option<P::Action> {
        let mut random = Random::new(options.seed);
        if let Some(action) = P::fixed_action(known.knowledge()) {
            return Some(action);
        }
        let position = P::guess(known.knowledge(), &mut random)?;
        if position.actor() != known.color() {
            return None;
        }
        let budget = Budget::new(options);
        let chosen = match self {
            Baseline::Random => position.any_action(options.bounds, &mut random),
            Baseline::Greedy => material::search(&position, options, &mut random, budget, false),
            Baseline::Depth2 => material::search(&position, options, &mut random, budget, true),
            Baseline::Mcts => mcts::search(known, options, &mut random, budget),
        };
        chosen.or_else(|| position.legal_actions().first().copied())
    }
}

/// The nodes and time that are left.
struct Budget<'a> {
    nodes: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    spent: u64,
}

impl<'a> Budget<'a> {
    const UNLIMITED: u64 = 200_000;

    fn new(options: &SearchOptions<'a>) -> Budget<'a> {
        let Limits { nodes, time, .. } = options.limits;
        let nodes = match (nodes, time) {
            (Some(nodes), _) => nodes,
            (None, Some(_)) => u64::MAX,
            (None, None) => Budget::UNLIMITED,
        };
        Budget {
            nodes,
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop: options.stop,
            spent: 0,
        }
    }

    /// Counts a node; returns whether there may be more.
    fn spend(&mut self) -> bool {
        self.spent += 1;
        self.spent < self.nodes && (!self.spent.is_multiple_of(16) || !self.is_late())
    }

    fn is_late(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// The winner; `Some(None)` is a draw, `None` a game that goes on. Stalemate is recognised where actions are listed.
fn winner<P: Compiled>(position: &P) -> Option<Option<Color>> {
    let outcome = match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.outcome(),
        None => None,
    };
    outcome.map(|outcome| outcome.winner)
}
