//! Scores: centipawns for the side to act, and mate scores counted in plies from the root.

/// The score of a win on the board; a win in n plies scores `MATE - n`.
pub const MATE: i32 = 30_000;
/// Scores from this one on, of either sign, are forced wins or losses.
pub(crate) const MATE_IN_MAX_PLY: i32 = MATE - 2_000;
/// The score of a position in which every searched action loses by force, but some actions were not searched.
pub(crate) const UNPROVEN_LOSS: i32 = -5_000;
/// More than any score.
pub(super) const INFINITE: i32 = MATE + 1;
/// No static evaluation: the actor has no free choice.
pub(super) const NO_EVAL: i32 = i32::MIN;

/// Whether a score is a forced win or loss.
#[must_use]
pub fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// Converts a score for the transposition table: mate scores count plies from the root in the search, but from
/// the position itself in the table.
pub(super) fn to_tt(score: i32, root_distance: i32) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score + root_distance
    } else {
        score - root_distance
    }
}

/// The inverse of [`to_tt`].
pub(super) fn from_tt(score: i32, root_distance: i32) -> i32 {
    to_tt(score, -root_distance)
}

/// Keeps an evaluation out of the range of mate scores.
pub(super) fn clamp_eval(score: i32) -> i32 {
    score.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
}
