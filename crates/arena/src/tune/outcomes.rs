//! What came of the positions of a game.

/// How much of what came of a position also came of the one before it; the rest is the score of the search there.
const LASTING: f64 = 0.9;

/// What came of each position of a game, as White's expected score: the result for the last of them, and for the others also what the
/// searches after them said, the nearer the more (the λ-return of Sutton, *Learning to Predict by the Methods of Temporal Differences*,
/// 1988). A result alone is one of three values for all positions of a game, and what happened a hundred plies later says little.
///
/// Each position comes with the score of its search and the result of the game. Where that is `None`, the position was never on the
/// board: nothing came of it but what its own search said, and it says nothing of those before it.
pub(super) fn outcomes(positions: &[(f64, Option<f64>)]) -> Vec<f64> {
    // What came of the next position of the game, together with its own search.
    let mut next = None;
    let mut came: Vec<f64> = Vec::with_capacity(positions.len());
    came.extend(positions.iter().rev().map(|(searched, result)| {
        let Some(result) = result else {
            return *searched;
        };
        let came = next.unwrap_or(*result);
        next = Some(LASTING * came + (1.0 - LASTING) * searched);
        came
    }));
    came.reverse();
    came
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_soon_after_counts_more_than_the_result() {
        // A game that White had won for 60 positions and then lost.
        let came = outcomes(&[(1.0, Some(0.0)); 61]);
        assert!(came[0] > 0.9, "{}", came[0]);
        assert_eq!(came[60], 0.0);
        assert!(came.windows(2).all(|two| two[0] > two[1]));
        assert_eq!(outcomes(&[(0.5, Some(1.0))]), [1.0]);
        assert_eq!(outcomes(&[]), []);
    }

    #[test]
    fn a_position_that_was_never_on_the_board_has_no_part_in_what_came_of_the_others() {
        let played = [(0.75, Some(1.0)), (0.25, Some(1.0)), (0.5, Some(1.0))];
        let mut mixed = Vec::new();
        for position in played {
            mixed.extend([position, (0.1, None), (0.9, None)]);
        }
        let came = outcomes(&mixed);
        let of_played: Vec<f64> = came.iter().copied().step_by(3).collect();
        assert_eq!(of_played, outcomes(&played));
        let (rest, _) = came[1..].as_chunks::<3>();
        for [one, other, _] in rest {
            assert_eq!([*one, *other], [0.1, 0.9]);
        }
    }
}
