//! The decision: from what a player knows to one action.
//!
//! Hidden information is handled by determinization: positions consistent with what is known are drawn, each is
//! searched, and the scores are averaged ([`averaging`]). Wins are announced only if they hold in all possible
//! positions ([`win_proofs`]), and secrets are played by a mixed strategy ([`mixed_strategy`]).

mod averaging;
mod blunder_check;
mod choice;
mod decide;
mod deepening;
mod mixed_strategy;
mod regret_matching;
mod root_ordering;
mod thinker;
mod win_proofs;

pub(crate) use thinker::Thinker;
