//! What came of the positions of a game.

/// How much of what came of a position also came of the one before it; the rest is the score of the search there.
const LASTING: f64 = 0.9;

/// What came of each position of a game, as White's expected score: the result for the last of them, and for the others also what the
/// searches after them said, the nearer the more (the λ-return of Sutton, *Learning to Predict by the Methods of Temporal Differences*,
/// 1988). A result alone is one of three values for all positions of a game, and what happened a hundred plies later says little.
pub(super) fn outcomes(searched: &[f64], result: f64) -> Vec<f64> {
    let mut came = vec![result; searched.len()];
    for place in (1..searched.len()).rev() {
        came[place - 1] = LASTING * came[place] + (1.0 - LASTING) * searched[place];
    }
    came
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_soon_after_counts_more_than_the_result() {
        // A game that White had won for 60 positions and then lost.
        let came = outcomes(&[1.0; 61], 0.0);
        assert!(came[0] > 0.9, "{}", came[0]);
        assert_eq!(came[60], 0.0);
        assert!(came.windows(2).all(|two| two[0] > two[1]));
        assert_eq!(outcomes(&[0.5], 1.0), [1.0]);
        assert_eq!(outcomes(&[], 1.0), []);
    }
}
