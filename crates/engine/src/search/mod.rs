//! Principal variation search, the same for all games.
//!
//! A score changes its sign only where the actor changes, and only a whole ply costs depth: a reveal in Hidden960 is a
//! step within the turn, before the same side's move.
//!
//! | file | what it has |
//! | --- | --- |
//! | [`worker`], [`budget`] | one search on one thread: its search stack, statistics and limits |
//! | [`root`], [`aspiration`] | one iteration of iterative deepening: for several actions, and for the best one only |
//! | [`alphabeta`] | the interior nodes |
//! | [`node`], [`context`], [`static_eval`] | the state of a node before its actions are tried |
//! | [`pruning`], [`action_pruning`] | which nodes and which actions are pruned |
//! | [`extensions`], [`reductions`] | how deep the others are searched |
//! | [`quiescence`] | captures at the leaves |
//! | [`movepick`], [`ordering`], [`see`], [`history`], [`history_update`] | which actions come first |
//! | [`parameters`], [`score`] | the tunable parameters of all of these, and the meaning of scores |
//! | [`tt`] | the transposition table |
//! | [`proof_number`] | forced wins, by proof-number search |
//! | [`lazy_smp`], [`time`] | threads and time management |

mod action_pruning;
pub(crate) mod alphabeta;
mod aspiration;
pub(crate) mod budget;
mod context;
mod extensions;
pub(crate) mod history;
mod history_update;
pub(crate) mod lazy_smp;
mod movepick;
mod node;
pub(crate) mod ordering;
pub(crate) mod parameters;
pub(crate) mod proof_number;
pub(crate) mod pruning;
mod quiescence;
mod reductions;
pub(crate) mod root;
pub(crate) mod score;
pub(crate) mod see;
mod static_eval;
pub(crate) mod time;
pub(crate) mod tt;
pub(crate) mod worker;
