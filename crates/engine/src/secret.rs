//! Choosing among actions that differ by a secret only: a small game of its own.
//!
//! The search lets the opponent answer every action as if the secret were known. So the best secret
//! looks worse than it is, and who always plays it has none. Here the player chooses a row (a secret), the
//! opponent a column (an answer that would be right against some secret), neither knows the other's
//! choice, and a look ahead says what they come to.

use crate::mixture;
use crate::search::{Search, is_mate};
use crate::{Line, Playable};

/// Rows, and columns, of the game.
const MOST: usize = 10;
/// How much worse than the best secret another one may look and still be a row.
const NEAR: i32 = 60;
/// Worlds that count.
const WORLDS: usize = 2;
/// The deepest look at a cell.
const DEEPEST: u32 = 5;

/// How to play one kind of action.
pub(crate) struct Disguise<P: Playable> {
    /// What everybody learns of the action.
    pub(crate) public: usize,
    /// The actions and how often each is to be played.
    pub(crate) choices: Vec<(P::Action, u64)>,
}

/// What everybody would learn of the best action, if that is not all there is to it.
pub(crate) fn at_stake<P: Playable>(lines: &[Line<P>]) -> Option<usize> {
    let best = lines.first().filter(|best| !is_mate(best.score))?;
    P::public_slot(best.action)
}

/// Looks closer at the best action of `lines` and at those that differ from it by a secret only. Ends when the
/// search must.
pub(crate) fn disguise<P: Playable>(
    search: &mut Search<P>,
    worlds: &[P],
    lines: &[Line<P>],
) -> Option<Disguise<P>> {
    let public = at_stake(lines)?;
    let least = lines.first()?.score - NEAR;
    let rows: Vec<P::Action> = lines
        .iter()
        .filter(|line| line.score >= least && P::public_slot(line.action) == Some(public))
        .map(|line| line.action)
        .take(MOST)
        .collect();
    let mixture = play_out(search, worlds, &rows)?;
    let weights = mixture.into_iter().map(|row| (row * 1e6) as u64);
    Some(Disguise {
        public,
        choices: rows.into_iter().zip(weights).collect(),
    })
}

/// How often to play each row, by the deepest look that was finished.
fn play_out<P: Playable>(
    search: &mut Search<P>,
    worlds: &[P],
    rows: &[P::Action],
) -> Option<Vec<f64>> {
    let world = worlds.first()?;
    if rows.len() < 2 {
        return None;
    }
    // What the opponent would answer who knew the secret.
    let mut columns: Vec<P::Action> = Vec::new();
    for row in rows {
        let mut child = world.clone();
        child.play_unchecked(*row);
        if child.actor() == world.actor() {
            return None;
        }
        let (_, line) = search.probe(&child, 3)?;
        let answer = *line.first()?;
        if !columns.contains(&answer) {
            columns.push(answer);
        }
    }
    let mut last = None;
    for depth in 2..=DEEPEST {
        let mut cells = Vec::with_capacity(rows.len());
        for row in rows {
            let mut values = Vec::with_capacity(columns.len());
            for column in &columns {
                let mut sum = 0.0;
                let mut count = 0.0;
                for world in worlds.iter().take(WORLDS) {
                    let mut child = world.clone();
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
        last = Some(mixture::solve(&cells));
    }
    last
}
