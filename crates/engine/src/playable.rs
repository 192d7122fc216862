//! The interface of a game to the search: the core trait [`Searchable`], and the capabilities that only some games need.
//!
//! | trait | what it says |
//! | --- | --- |
//! | [`Searchable`] | static evaluation, move ordering, candidates and pruning |
//! | [`Evaluated`] | the terms of the evaluation, for search and tuning |
//! | [`Networked`] | what a network sees of a position |
//! | [`Information`] | what one player knows, and positions consistent with it |
//! | [`Secrets`] | how to reason about what the opponent hides |
//! | [`Endings`] | how the search recognises the end of a game |
//! | [`ForcedWins`] | the proof-number search for forced wins |
//! | [`UnlistedActions`] | actions that are not listed |
//!
//! A game without secrets is [`PerfectInformation`] and gets [`Information`] from that. The last four have default
//! methods for games that do what chess does: such a game implements them with an empty `impl`. [`Playable`] combines
//! all of them.
//!
//! Scores are centipawns from the side of the player who must act.

use std::fmt::Debug;

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::{Bounds, Rules};

use crate::encoding::Encode;
use crate::eval::tally::Evaluated;
use crate::network::Networked;
use crate::random::Random;
use crate::search::parameters::Parameters;
use crate::strength::{BOUNDED, Strength};

/// The part of the legal actions that the search asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// At the root: every action that can matter, and every one that can win at once.
    Root(Bounds),
    /// At an interior node.
    Inner {
        /// Plies left to search.
        depth: i32,
        /// Actions of the same turn that led here (reveals).
        steps: u32,
        /// Bounds on the actions considered.
        bounds: Bounds,
    },
    /// In quiescence: captures and promotions.
    Noisy,
}

/// The number of [`Searchable::correction_keys`].
pub const CORRECTION_KEYS: usize = 3;

/// A game that the search can play.
pub trait Searchable: Rules<Action: Encode> {
    /// The futility margin: how far the static evaluation can be off, in centipawns per ply.
    const FUTILITY_MARGIN: i32;

    /// The parameters of the search.
    const PARAMETERS: &'static Parameters = &Parameters::COMMON;

    /// Maximum number of quiescence nodes below one leaf of the main search.
    const QUIESCENCE_NODES: u64;

    /// Nodes between two checks of the clock.
    const CLOCK_NODES: u64 = 32;

    /// The levels below full strength, the weakest first, in about equal steps of strength.
    const LEVELS: &'static [Strength; BOUNDED];

    /// The number of butterfly indices.
    const BUTTERFLY_SIZE: usize = 8192;

    /// The evaluation without any search.
    fn static_eval(&self) -> i32;

    /// The material gain of an action by capture and promotion, in centipawns; 0 for a quiet one.
    fn gain(&self, action: Self::Action) -> i32;

    /// The value of the moving man if it can be captured on its destination, otherwise 0, in centipawns.
    fn risk(&self, action: Self::Action) -> i32;

    /// The ordering score of a quiet action.
    fn quiet_score(&self, action: Self::Action) -> i32;

    /// Static exchange evaluation: what an action wins or loses in captures on its destination.
    fn see(&self, action: Self::Action) -> i32 {
        self.gain(action) - self.risk(action)
    }

    /// The index of an action in butterfly history, below [`Searchable::BUTTERFLY_SIZE`].
    fn butterfly_index(action: Self::Action) -> usize;

    /// The index of an action in continuation history, below 511: piece and destination, as a rule.
    fn continuation_index(&self, action: Self::Action) -> usize {
        Self::butterfly_index(action) % 511
    }

    /// The keys of correction history, such as one for the pawn structure: the evaluation is likely to err in the same way in positions
    /// with the same key. `None` for no correction, as where the evaluation only drives towards a mate.
    fn correction_keys(&self) -> Option<[u64; CORRECTION_KEYS]> {
        None
    }

    /// Adds the legal actions worth searching to `out`; where the actor has no free choice, all possible answers.
    fn candidates(&self, scope: Scope, out: &mut Vec<Self::Action>);

    /// The maximum number of quiet actions searched at this depth, or at the root in the iteration of this depth.
    fn quiet_limit(depth: i32, at_root: bool) -> usize;

    /// The position after a null move, where that is sound.
    fn null_move(&self) -> Option<Self>;

    /// Whether something is at stake that the static evaluation cannot judge. These nodes are not pruned.
    fn is_sharp(&self) -> bool {
        false
    }

    /// Whether the actor has no free choice (a check to answer, a square to reveal), so that the static evaluation
    /// says nothing.
    fn is_forced(&self) -> bool {
        self.is_check()
    }
}

/// Recognition of the end of a game. The default methods suit a game that is won by checkmate.
pub trait Endings: Searchable {
    /// A win that is recognised without generating actions.
    fn won_at_once(&self) -> Option<Outcome> {
        None
    }

    /// Whether the actor has an action that wins at once, as far as that can be told without generating all actions. May miss some.
    fn can_win_at_once(&self) -> bool {
        false
    }

    /// A quick test whether the game may be over; only [`outcome`](manifold_rules::position::Position::outcome) is exact.
    fn may_be_over(&self) -> bool {
        self.is_check()
    }

    /// Whether [`candidates`](Searchable::candidates) may leave out an answer that saves an actor without a free choice. If so, losing
    /// after all candidates does not prove a loss.
    fn may_omit_answers(_scope: Scope) -> bool {
        false
    }
}

/// The knowledge of one player of a game.
pub trait Information: Rules {
    /// Whether a player may know what the opponent does not.
    const HAS_SECRETS: bool = true;

    /// One player's knowledge of a position. The type has no field for anything else.
    type Knowledge: Clone + Eq + Debug + Send + Sync;

    /// A player's inferences from the actions so far, beyond the knowledge of the current position; `()` where nothing stays hidden.
    type Memory: Clone + Eq + Debug + Default + Send + Sync;

    /// The knowledge of the player of `color`. Called by the code that runs the game.
    fn knowledge(&self, color: Color) -> Self::Knowledge;

    /// Whether the player of `color` can compute this position's repetition key.
    fn knows_repetition_key(&self, _color: Color) -> bool {
        true
    }

    /// The player's inferences from a history: the knowledge at its start, and every action with the knowledge after it.
    fn remember(
        _start: &Self::Knowledge,
        _seen: impl Iterator<Item = (Self::PublicAction, Self::Knowledge)>,
    ) -> Self::Memory {
        Self::Memory::default()
    }

    /// Full positions consistent with the knowledge, drawn with the probabilities that the memory gives them: at most
    /// `most`, and only one if nothing is hidden. Empty if there is nothing to search.
    fn determinizations(
        knowledge: &Self::Knowledge,
        memory: &Self::Memory,
        random: &mut Random,
        most: usize,
    ) -> Vec<Self>;
}

/// A game without secrets: what a player knows is the position. An empty `impl` brings [`Information`].
pub trait PerfectInformation: Rules {}

impl<P: PerfectInformation> Information for P {
    const HAS_SECRETS: bool = false;

    type Knowledge = P;
    type Memory = ();

    fn knowledge(&self, _color: Color) -> P {
        self.clone()
    }

    fn determinizations(knowledge: &P, _memory: &(), _random: &mut Random, _most: usize) -> Vec<P> {
        vec![knowledge.clone()]
    }
}

/// How to reason about what the opponent hides, and how to keep secrets. The default methods suit a game whose
/// positions hold no secrets once they can be searched.
pub trait Secrets: Information {
    /// The number of turns of the player to move, this one included, within which nothing hidden can make a difference;
    /// `None` if nothing is hidden.
    fn turns_without_secrets(_knowledge: &Self::Knowledge) -> Option<u32> {
        None
    }

    /// All full positions consistent with the knowledge, as far as they can differ within `turns` turns of the player
    /// to move, each with its relative likelihood. Empty if there are more than `most`.
    fn possible_positions(
        knowledge: &Self::Knowledge,
        memory: &Self::Memory,
        _turns: u32,
        _most: usize,
    ) -> Vec<(Self, u64)> {
        let only = Self::determinizations(knowledge, memory, &mut Random::new(0), 1);
        only.into_iter().map(|position| (position, 1)).collect()
    }

    /// All legal actions, but only one of each set that cannot differ within `turns` turns of the actor, this one
    /// included.
    fn distinct_actions(&self, _turns: u32) -> Vec<Self::Action> {
        self.legal_actions()
    }

    /// The bonus for a secret, in centipawns. The search itself gives it no value: it lets the opponent answer as if the secret were known.
    fn secrecy_bonus(_action: Self::Action) -> i32 {
        0
    }

    /// The index of the public part of an action that carries a secret: actions with the same index differ only by the
    /// secret. `None` for an action without a secret.
    fn public_index(_action: Self::Action) -> Option<usize> {
        None
    }
}

/// The scope of the proof-number search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofScope {
    /// No proof-number search: the main search finds forced wins.
    None,
    /// Wins by actions that leave the opponent no free choice.
    Forcing,
    /// All wins.
    All,
}

/// The share of a search that the proof-number search gets.
#[derive(Debug, Clone, Copy)]
pub struct ProofEffort {
    /// Maximum number of turns in which a win is looked for.
    pub turns: u32,
    /// Nodes of the main search for each of its nodes, at first.
    pub share: u64,
    /// The same once it has searched `patience` nodes.
    pub late_share: u64,
    /// Nodes without a result before its share drops.
    pub patience: u64,
    /// Whether the main search, having found a win, continues while this one may still find a shorter win.
    pub is_awaited: bool,
}

/// A proof-number search for forced wins, where the main search prunes too many actions to find them, or takes too
/// long. The default methods suit a game without one; the default effort is that of DMChess.
pub trait ForcedWins: Searchable {
    /// The share of the search that it gets.
    const PROOF_EFFORT: ProofEffort = ProofEffort {
        turns: 8,
        share: 4,
        late_share: 12,
        patience: 10_000,
        is_awaited: true,
    };

    /// The scope of the search from this position.
    fn proof_scope(&self) -> ProofScope {
        ProofScope::None
    }

    /// A quick test whether the player who is not to act might force a win within `turns` of their own turns. May miss
    /// a few wins.
    fn may_be_lost_in(&self, _turns: u32) -> bool {
        true
    }

    /// An action of the actor that wins at once, if there is one; by default a checkmating move.
    fn winning_action(&self) -> Option<Self::Action> {
        let mut all = Vec::new();
        self.candidates(Scope::Root(Bounds::NONE), &mut all);
        all.into_iter().find(|action| {
            let mut child = self.clone();
            child.play_unchecked(*action);
            child.is_check()
                && child
                    .outcome()
                    .is_some_and(|outcome| outcome.winner == Some(self.actor()))
        })
    }

    /// Adds legal actions of the actor to `out`: every one that can prevent an imminent win of the opponent, and at
    /// least one if there are any legal actions.
    fn defences(&self, out: &mut Vec<Self::Action>) {
        self.candidates(Scope::Root(Bounds::NONE), out);
    }
}

/// Actions that are not listed, such as a placement of the kings. The default method suits a game that lists
/// everything.
pub trait UnlistedActions: Information {
    /// The action to choose where none are listed: one of `only`, unless none of those is legal.
    fn unlisted_action(
        _knowledge: &Self::Knowledge,
        _only: &[Self::Action],
        _random: &mut Random,
    ) -> Option<Self::Action> {
        None
    }
}

/// The value that is added to the output of a network for this position, in centipawns: the sum of terms where the network corrects it,
/// otherwise 0.
#[inline]
pub fn corrected_terms<P: Playable>(position: &P) -> i32 {
    if P::CORRECTS_TERMS {
        position.static_eval()
    } else {
        0
    }
}

/// A game that the engine plays, with all of its capabilities.
pub trait Playable:
    Searchable + Evaluated + Networked + Secrets + Endings + ForcedWins + UnlistedActions
{
}

impl<P: Searchable + Evaluated + Networked + Secrets + Endings + ForcedWins + UnlistedActions>
    Playable for P
{
}
