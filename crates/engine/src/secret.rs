//! Choosing among actions that differ by a secret only: a small game of its own.
//!
//! The search lets the opponent answer every action as if the secret were known. So the best secret
//! looks worse than it is, and who always plays it has none. Here the player chooses a row (a secret), the
//! opponent a column (an answer that would be right against some secret), neither knows the other's
//! choice, and a look ahead says what they come to.

use crate::mixture::{self, Mixture};
use crate::search::{Search, is_mate};
use crate::{Line, Playable};

/// Rows, and columns, of the game.
const MOST: usize = 10;
/// How much worse than the best action one with a secret may look and still be worth a closer look.
const NEAR: i32 = 30;
/// How much worse still another action of its kind may look.
const SPREAD: i32 = 60;
/// How many kinds of actions that everybody can tell apart get a closer look.
const KINDS: usize = 1;
/// By how much a secret can be worth more than the search says, at most.
const CAP: i32 = 80;
/// Worlds that count.
const WORLDS: usize = 2;
/// The deepest look at a cell.
const DEEPEST: u32 = 5;

/// How to play one kind of action.
pub(crate) struct Disguise<G: Playable> {
    /// What everybody learns of the action.
    pub(crate) public: usize,
    /// The actions and how often each is to be played.
    pub(crate) choices: Vec<(G::Action, u64)>,
}

/// Whether an action with a secret is among the best, or near them.
pub(crate) fn is_at_stake<G: Playable>(lines: &[Line<G>]) -> bool {
    let best = lines.iter().map(|line| line.score).max().unwrap_or(0);
    lines
        .iter()
        .any(|line| line.score >= best - NEAR && G::public_slot(line.action).is_some())
}

/// Looks closer at the actions with secrets among the best of `lines` and brings their scores up to date.
/// Ends when the search must.
pub(crate) fn disguise<G: Playable>(
    search: &mut Search<G>,
    worlds: &[G],
    lines: &mut [Line<G>],
) -> Vec<Disguise<G>> {
    let mut disguises = Vec::new();
    let Some(best) = lines.iter().map(|line| line.score).max() else {
        return disguises;
    };
    if is_mate(best) {
        return disguises;
    }
    let mut kinds: Vec<usize> = Vec::new();
    for line in lines.iter().filter(|line| line.score >= best - NEAR) {
        match G::public_slot(line.action) {
            Some(public) if !kinds.contains(&public) => kinds.push(public),
            _ => {}
        }
    }
    for public in kinds.into_iter().take(KINDS) {
        let rows: Vec<G::Action> = lines
            .iter()
            .filter(|line| G::public_slot(line.action) == Some(public))
            .filter(|line| line.score >= best - NEAR - SPREAD)
            .map(|line| line.action)
            .take(MOST)
            .collect();
        let Some(mixture) = play_out(search, worlds, &rows) else {
            continue;
        };
        let bonus = ((mixture.value - mixture.pure) as i32).clamp(0, CAP);
        for line in lines.iter_mut() {
            if G::public_slot(line.action) == Some(public) {
                line.score += bonus;
            }
        }
        let weights = mixture.rows.iter().map(|row| (row * 1e6) as u64);
        disguises.push(Disguise {
            public,
            choices: rows.into_iter().zip(weights).collect(),
        });
    }
    disguises
}

/// The mixture of the deepest look that was finished.
fn play_out<G: Playable>(
    search: &mut Search<G>,
    worlds: &[G],
    rows: &[G::Action],
) -> Option<Mixture> {
    let world = worlds.first()?;
    if rows.len() < 2 {
        return None;
    }
    // What the opponent would answer who knew the secret.
    let mut columns: Vec<G::Action> = Vec::new();
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
