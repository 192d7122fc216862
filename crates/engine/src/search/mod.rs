//! Principal variation search, the same for all games.
//!
//! A score changes its sign only where the actor changes, and only a whole ply costs depth: a reveal of Hidden960
//! is a step of the same side on the way to its move.
//!
//! | file | what it has |
//! | --- | --- |
//! | [`worker`], [`budget`] | one search on one thread: search stack, statistics, and its limits |
//! | [`root`], [`aspiration`] | one iteration of iterative deepening: for several actions, and for the best one alone |
//! | [`alphabeta`] | the interior nodes |
//! | [`node`], [`context`], [`static_eval`] | what is known of a node before its actions are tried |
//! | [`pruning`], [`action_pruning`] | which nodes and which actions are not searched |
//! | [`extensions`], [`reductions`] | how deep the others are searched |
//! | [`quiescence`] | captures at the leaves |
//! | [`movepick`], [`ordering`], [`see`], [`history`], [`history_update`] | which actions come first |
//! | [`parameters`], [`score`] | the numbers of all these, and what scores mean |
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
