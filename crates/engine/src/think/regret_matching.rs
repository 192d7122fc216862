//! A solver of small zero-sum matrix games, by regret matching.

/// Number of iterations: enough for a precision of one or two centipawns with a dozen rows and columns.
const ROUNDS: u32 = 600;

/// The mixed strategy of the row player, who maximises the payoff. `cells` has at least one row; all rows are of the
/// same length and not empty. Arithmetic is in a fixed order, so that the result is the same on every machine.
pub(super) fn solve(cells: &[Vec<f64>]) -> Vec<f64> {
    let width = cells.first().map_or(0, Vec::len);
    let mut row_regrets = vec![0.0; cells.len()];
    let mut column_regrets = vec![0.0; width];
    let mut sums = vec![0.0; cells.len()];
    for round in 1..=ROUNDS {
        let rows = matching(&row_regrets);
        let columns = matching(&column_regrets);
        // Later iterations count more (linear averaging).
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
    normal(sums)
}

/// Probabilities in proportion to the regrets; uniform if there are none.
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

/// The payoff of a column against a mixture of rows.
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

    /// The payoff against the best reply.
    fn worst(cells: &[Vec<f64>], rows: &[f64]) -> f64 {
        let all = (0..cells[0].len()).map(|column| mean(cells, rows, column));
        all.fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn a_guessing_game_is_played_uniformly() {
        // A guessed row loses 100, any other nothing.
        let found = |row, column| if row == column { -100.0 } else { 0.0 };
        let row = |row| (0..4).map(|column| found(row, column)).collect();
        let cells: Vec<Vec<f64>> = (0..4).map(row).collect();
        let rows = solve(&cells);
        assert!(rows.iter().all(|row| (row - 0.25).abs() < 0.02));
        assert!(worst(&cells, &rows) > -26.0);
    }

    #[test]
    fn a_dominant_row_is_always_played() {
        let rows = solve(&[vec![10.0, 20.0], vec![5.0, 8.0], vec![9.0, 19.0]]);
        assert!(rows[0] > 0.98);
    }

    #[test]
    fn unequal_stakes_give_unequal_probabilities() {
        // By hand: rows played 2 to 4 give 8/6 against either column.
        let cells = [vec![4.0, 0.0], vec![0.0, 2.0]];
        let rows = solve(&cells);
        assert!((rows[0] - 2.0 / 6.0).abs() < 0.03, "{rows:?}");
        assert!(worst(&cells, &rows) > 8.0 / 6.0 - 0.05);
    }
}
