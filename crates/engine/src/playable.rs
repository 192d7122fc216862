//! What a game brings to the search.

use std::fmt::Debug;

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::position::{Bounds, Rules};

use crate::Random;
use crate::pack::Pack;

/// Which actions the search asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The actions of the player who asks: everything that can matter, and every action that can win
    /// at once.
    Root(Bounds),
    /// Inside the tree.
    Inner {
        /// Plies left to search.
        depth: i32,
        /// Actions without a ply of their own that led here in this turn (reveals).
        steps: u32,
        /// Bounds on the actions considered.
        bounds: Bounds,
    },
    /// What changes the balance of material, where the search ends.
    Noisy,
}

/// How a search looks for nothing but forced wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scent {
    /// Not at all: the search for the best action finds them.
    None,
    /// The winner tries only actions that leave the opponent no free choice.
    Forcing,
    /// Everything is tried.
    All,
}

/// A game that the engine plays.
///
/// Scores are centipawns from the side of the player who must act.
pub trait Playable: Rules<Action: Pack> {
    /// What one player knows of a position, without a place for anything else.
    type Knowledge: Clone + Eq + Debug + Send + Sync;

    /// What a player makes of the actions so far, beside what is known of the position now: nothing,
    /// where nothing stays hidden.
    type Memory: Clone + Eq + Debug + Default + Send + Sync;

    /// The centipawns by which the evaluation can be off a ply before the search gives up on a branch.
    const MARGIN: i32;

    /// The most positions that quiescence looks at from one leaf.
    const QUIET_NODES: u64;

    /// After so many positions at the latest the search looks at the clock: fewer where a position takes
    /// long.
    const CLOCK_NODES: u64 = 32;

    /// How many thousandths of the positions a level looks at in plain chess it looks at here, where a
    /// position takes longer.
    const PACE: u64 = 1_000;

    /// What the player of `seat` knows. Called by whoever runs the game.
    fn knowledge(&self, seat: Color) -> Self::Knowledge;

    /// Whether the player of `seat` knows what this position's repetition key is made of.
    fn shows_its_key_to(&self, _seat: Color) -> bool {
        true
    }

    /// What the player makes of a history: what was known at its start, and every action with what was
    /// known after it.
    fn remember(
        _start: &Self::Knowledge,
        _seen: impl Iterator<Item = (Self::PublicAction, Self::Knowledge)>,
    ) -> Self::Memory {
        Self::Memory::default()
    }

    /// Full positions that fit the knowledge, as likely as the memory makes them: at most `most` of them, and just one if nothing is
    /// unknown. None if there is nothing to be searched.
    fn worlds(
        knowledge: &Self::Knowledge,
        memory: &Self::Memory,
        random: &mut Random,
        most: usize,
    ) -> Vec<Self>;

    /// The turns of the player to move, this one included, within which nothing that is unknown can make a
    /// difference; `None` if nothing is unknown.
    fn open_turns(_knowledge: &Self::Knowledge) -> Option<u32> {
        None
    }

    /// All full positions that fit the knowledge, as far as they can differ within so many turns of the
    /// player to move, each with a number that says how likely it is. None if there are more than `most`.
    fn possible(
        knowledge: &Self::Knowledge,
        memory: &Self::Memory,
        _turns: u32,
        _most: usize,
    ) -> Vec<(Self, u64)> {
        let only = Self::worlds(knowledge, memory, &mut Random::new(0), 1);
        only.into_iter().map(|position| (position, 1)).collect()
    }

    /// All legal actions, but of those that cannot differ within so many turns of the actor, this
    /// one included, only one.
    fn all_actions(&self, _turns: u32) -> Vec<Self::Action> {
        self.legal_actions()
    }

    /// The action where none can be listed, such as a placement of the kings.
    fn unlisted_action(_knowledge: &Self::Knowledge, _random: &mut Random) -> Option<Self::Action> {
        None
    }

    /// The worth of the position for the player who must act.
    fn evaluate(&self) -> i32;

    /// What an action wins at once: what it captures, and what a pawn becomes. 0 for a quiet one.
    fn gain(&self, action: Self::Action) -> i32;

    /// What it may cost: the worth of the man that moves, if it can be captured where it goes.
    fn risk(&self, action: Self::Action) -> i32;

    /// A guess at the worth of a quiet action, for their order.
    fn promise(&self, action: Self::Action) -> i32;

    /// What an action wins and loses, if everybody captures where it goes who gains by it.
    fn exchange(&self, action: Self::Action) -> i32 {
        self.gain(action) - self.risk(action)
    }

    /// A number below 511 for what the action does: which man goes where, as a rule. Statistics about
    /// replies and plans tell actions apart by it.
    fn kind(&self, action: Self::Action) -> usize {
        Self::slot(action) % 511
    }

    /// A number below [`Playable::SLOTS`] that tells actions apart for statistics.
    fn slot(action: Self::Action) -> usize;

    /// How many different actions statistics tell apart.
    const SLOTS: usize = 8192;

    /// Adds legal actions that are worth searching to `out`. In check all that can be an answer.
    fn candidates(&self, scope: Scope, out: &mut Vec<Self::Action>);

    /// Whether `candidates` may leave out here what would save an actor without a free choice: that nothing on the list
    /// does is no proof of a loss then.
    fn may_leave_out_an_answer(_scope: Scope) -> bool {
        false
    }

    /// How many quiet actions are searched at this depth, and how many at the root in this iteration.
    fn width(depth: i32, at_root: bool) -> usize;

    /// The position if the player to move did nothing, where that is a sane question.
    fn after_nothing(&self) -> Option<Self>;

    /// Whether something is at stake that the static evaluation cannot judge. Nothing is cut off then
    /// without a look.
    fn is_sharp(&self) -> bool {
        false
    }

    /// Whether the actor has no free choice (a check to answer, a square to reveal), so that the worth
    /// of the position is not known before that is done.
    fn is_forced(&self) -> bool {
        self.is_check()
    }

    /// A win that shows without looking at legal actions.
    fn won_at_once(&self) -> Option<Outcome> {
        None
    }

    /// Whether the game may be over, by mate or otherwise. Quick; only [`outcome`](manifold_rules::position::Position::outcome) knows.
    fn may_be_over(&self) -> bool {
        self.is_check()
    }

    /// Whether forced wins from here are looked for by a search of their own, and how: where so much is
    /// left out of the tree that they would be missed.
    fn pursuit(&self) -> Scent {
        Scent::None
    }

    /// Whether the player who is not to act might force a win in so many own turns from here. Whoever
    /// says no may miss a strange one, and must be quick.
    fn may_be_lost_in(&self, _turns: u32) -> bool {
        true
    }

    /// An action of the actor that wins at once, if there is one.
    fn winning_action(&self) -> Option<Self::Action> {
        let mut all = Vec::new();
        self.candidates(Scope::Root(Bounds::NONE), &mut all);
        all.into_iter().find(|action| {
            let mut child = self.clone();
            child.play_unchecked(*action);
            child
                .outcome()
                .is_some_and(|outcome| outcome.winner == Some(self.actor()))
        })
    }

    /// Adds legal actions of the actor to `out`: every one that can keep the opponent from a win that
    /// is near, and at least one if there is any at all.
    fn defences(&self, out: &mut Vec<Self::Action>) {
        self.candidates(Scope::Root(Bounds::NONE), out);
    }

    /// What an action of this kind is worth beyond what the search says, which lets the opponent answer
    /// as if nothing were secret.
    fn surprise(_action: Self::Action) -> i32 {
        0
    }

    /// What of the action everybody learns, as a number: actions with the same number differ by a
    /// secret only.
    fn public_slot(_action: Self::Action) -> Option<usize> {
        None
    }
}
