//! Mixed strategies of small matrix games, by regret matching.

/// Rounds of regret matching: enough for a centipawn or two with a dozen rows and columns.
const ROUNDS: u32 = 600;

/// A solution of a matrix game.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Mixture {
    /// How likely each row should be played.
    pub(crate) rows: Vec<f64>,
    /// What it is worth at least, against any column.
    pub(crate) value: f64,
    /// What the best single row is worth at least.
    pub(crate) pure: f64,
}

/// Solves the game in which one player chooses a row to get much, the other a column to give little,
/// and neither knows the other's choice. `cells` has a row for each of at least one, all equally long and not
/// empty. Sums, products and quotients in a fixed order: the same everywhere.
pub(crate) fn solve(cells: &[Vec<f64>]) -> Mixture {
    let width = cells.first().map_or(0, Vec::len);
    let mut row_regrets = vec![0.0; cells.len()];
    let mut column_regrets = vec![0.0; width];
    let mut sums = vec![0.0; cells.len()];
    for round in 1..=ROUNDS {
        let rows = matching(&row_regrets);
        let columns = matching(&column_regrets);
        // Later rounds know more and count more.
        for (sum, row) in sums.iter_mut().zip(&rows) {
            *sum += row * f64::from(round);
        }
        let of_rows: Vec<f64> = cells.iter().map(|cells| dot(cells, &columns)).collect();
        let of_columns: Vec<f64> = (0..width)
            .map(|column| mean(cells, &rows, column))
            .collect();
        let value = dot(&rows, &of_rows);
        for (regret, row) in row_regrets.iter_mut().zip(&of_rows) {
            *regret = (*regret + row - value).max(0.0);
        }
        for (regret, column) in column_regrets.iter_mut().zip(&of_columns) {
            *regret = (*regret + value - column).max(0.0);
        }
    }
    let rows = normal(sums);
    let worst = (0..width).map(|column| mean(cells, &rows, column));
    let least = |cells: &Vec<f64>| cells.iter().copied().fold(f64::INFINITY, f64::min);
    Mixture {
        value: worst.fold(f64::INFINITY, f64::min),
        pure: cells.iter().map(least).fold(f64::NEG_INFINITY, f64::max),
        rows,
    }
}

/// As likely as it is regretted; all alike if nothing is.
fn matching(regrets: &[f64]) -> Vec<f64> {
    normal(regrets.to_vec())
}

fn normal(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    let all = weights.len() as f64;
    for weight in &mut weights {
        *weight = if sum > 0.0 { *weight / sum } else { 1.0 / all };
    }
    weights
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// What a column gives against a mixture of rows.
fn mean(cells: &[Vec<f64>], rows: &[f64], column: usize) -> f64 {
    cells
        .iter()
        .zip(rows)
        .map(|(cells, row)| cells[column] * row)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_must_be_guessed_plays_all_as_likely() {
        // Found out loses 100, everything else nothing.
        let cells: Vec<Vec<f64>> = (0..4)
            .map(|row| {
                (0..4)
                    .map(|column| if row == column { -100.0 } else { 0.0 })
                    .collect()
            })
            .collect();
        let mixture = solve(&cells);
        assert!((mixture.value + 25.0).abs() < 1.0, "{mixture:?}");
        assert_eq!(mixture.pure, -100.0);
        assert!(mixture.rows.iter().all(|row| (row - 0.25).abs() < 0.02));
    }

    #[test]
    fn what_is_best_whatever_happens_is_played_always() {
        let mixture = solve(&[vec![10.0, 20.0], vec![5.0, 8.0], vec![9.0, 19.0]]);
        assert!(mixture.rows[0] > 0.98);
        assert!((mixture.value - mixture.pure).abs() < 1.0);
    }

    #[test]
    fn unequal_stakes_give_unequal_chances() {
        // The value is 8/6 and the rows are played 2:4 (by hand: the column player is indifferent).
        let mixture = solve(&[vec![4.0, 0.0], vec![0.0, 2.0]]);
        assert!((mixture.value - 8.0 / 6.0).abs() < 0.05, "{mixture:?}");
        assert!((mixture.rows[0] - 2.0 / 6.0).abs() < 0.03, "{mixture:?}");
    }
}
