//! Static evaluation: what the games share. The terms and weights of each game are in `games/<game>/`.
//!
//! How a game counts its terms is described in [`tally`], the format of weights files in [`weights`]. The weights in
//! use are made by `manifold tune`, which starts from those in [`hand_tuned`].

pub(crate) mod chess;
pub(crate) mod drawish;
pub(crate) mod extra;
pub(crate) mod hand_tuned;
pub(crate) mod king_and_pawn;
pub(crate) mod material;
pub(crate) mod mop_up;
pub(crate) mod pawn_hash;
mod pawns;
pub(crate) mod tally;
pub(crate) mod terms;
pub(crate) mod values;
pub(crate) mod weights;

#[cfg(test)]
mod tests;
