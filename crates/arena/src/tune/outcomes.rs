//! Training targets for the positions of a game, from later searches and the result.

/// λ: the share of a position's return in the return of the position before it; the rest is the score of the search.
const LASTING: f64 = 0.9;

/// The λ-return of each position of a game, as White's expected score (Sutton, *Learning to Predict by the Methods of Temporal
/// Differences*, 1988): the result for the last position, and for the others a mixture of the result and the scores of later searches,
/// in which nearer searches weigh more. The result alone is one of three values, the same for all positions of a game, and says little
/// about a position a hundred plies earlier.
///
/// Each position comes with the score of its search and the result of the game. If the result is `None`, the position was never on the
/// board: its return is the score of its own search, and it does not contribute to the positions before it.
pub(super) fn outcomes(positions: &[(f64, Option<f64>)]) -> Vec<f64> {
    // The return of the next position of the game, mixed with the score of its search.
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
