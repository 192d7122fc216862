//! A mixed strategy for actions that differ only by a secret: the solution of a matrix game.
//!
//! The search lets the opponent answer every action as if the secret were known. So the best secret looks worse than it
//! is, and a player who always plays it has no secret. Here the player chooses a row (a secret) and the opponent a
//! column (an answer that would be right against some secret), neither knows the other's choice, and a shallow search
//! gives the payoff. The game is solved by regret matching.

use super::regret_matching;
use crate::playable::Playable;
use crate::report::Line;
use crate::search::score::is_mate;
use crate::search::worker::Search;

/// Maximum number of rows of the game, and so of columns.
const MAX_ROWS: usize = 10;
/// Secrets within this margin of the best one become rows, in centipawns.
const MARGIN: i32 = 60;
/// Maximum number of determinizations over which a payoff is averaged.
const DETERMINIZATIONS: usize = 2;
/// Maximum search depth of a cell.
const MAX_DEPTH: u32 = 5;

/// How to play actions that look the same to the opponent.
pub(super) struct MixedStrategy<P: Playable> {
    /// The public index that all the actions share.
    pub(super) public: usize,
    /// The actions, each with its weight.
    pub(super) choices: Vec<(P::Action, u64)>,
}

/// The public index of the best action, if it carries a secret and its score is no mate score.
pub(super) fn secret_at_stake<P: Playable>(lines: &[Line<P>]) -> Option<usize> {
    let best = lines.first().filter(|best| !is_mate(best.score))?;
    P::public_index(best.action)
}

/// The mixed strategy for the best action of `lines` and those that differ from it only by the secret. Ends when the
/// search must stop.
pub(super) fn mixed_strategy<P: Playable>(
    search: &mut Search<P>,
    determinizations: &[P],
    lines: &[Line<P>],
) -> Option<MixedStrategy<P>> {
    let public = secret_at_stake(lines)?;
    let least = lines.first()?.score - MARGIN;
    let rows: Vec<P::Action> = lines
        .iter()
        .filter(|line| line.score >= least && P::public_index(line.action) == Some(public))
        .map(|line| line.action)
        .take(MAX_ROWS)
        .collect();
    let mixture = solve(search, determinizations, &rows)?;
    let weights = mixture.into_iter().map(|row| (row * 1e6) as u64);
    Some(MixedStrategy {
        public,
        choices: rows.into_iter().zip(weights).collect(),
    })
}

/// The probability of each row, from the deepest search that was completed.
fn solve<P: Playable>(
    search: &mut Search<P>,
    determinizations: &[P],
    rows: &[P::Action],
) -> Option<Vec<f64>> {
    let position = determinizations.first()?;
    if rows.len() < 2 {
        return None;
    }
    // The answers of an opponent who knew the secret.
    let mut columns: Vec<P::Action> = Vec::new();
    for row in rows {
        let mut child = position.clone();
        child.play_unchecked(*row);
        if child.actor() == position.actor() {
            return None;
        }
        let (_, line) = search.probe(&child, 3)?;
        let answer = *line.first()?;
        if !columns.contains(&answer) {
            columns.push(answer);
        }
    }
    let mut last = None;
    for depth in 2..=MAX_DEPTH {
        let mut cells = Vec::with_capacity(rows.len());
        for row in rows {
            let mut values = Vec::with_capacity(columns.len());
            for column in &columns {
                let mut sum = 0.0;
                let mut count = 0.0;
                for position in determinizations.iter().take(DETERMINIZATIONS) {
                    let mut child = position.clone();
                    child.play_unchecked(*row);
                    if !child.is_legal(*column) {
                        continue;
                    }
                    child.play_unchecked(*column);
                    let Some((score, _)) = search.probe(&child, depth) else {
                        return last;
                    };
                    sum += f64::from(score.clamp(-1_500, 1_500));
                    count += 1.0;
                }
                if count == 0.0 {
                    return last;
                }
                values.push(sum / count);
            }
            cells.push(values);
        }
        last = Some(regret_matching::solve(&cells));
    }
    last
}
