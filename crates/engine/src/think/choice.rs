//! The choice of one action among those that were searched.

use super::blunder_check::MAX_CHECKED;
use super::deepening::Searched;
use super::mixed_strategy::MixedStrategy;
use super::thinker::Thinker;
use crate::level::Level;
use crate::playable::Playable;
use crate::report::Line;
use crate::search::score::is_mate;

/// An action that is worse than the best by this many halvings of the likelihood, or more, is never chosen.
pub(super) const HALVINGS: i32 = 4;

/// Temperature of the choice among secrets: how much worse than the best one must be to be half as likely, in centipawns.
const SECRET_TEMPERATURE: i32 = 12;

impl<P: Playable> Thinker<'_, P> {
    /// The index of the chosen line.
    pub(super) fn choose(
        &mut self,
        determinizations: &[P],
        searched: &Searched<P>,
        temperature: i32,
    ) -> Option<usize> {
        let Searched {
            lines,
            mixed_strategy,
            ..
        } = searched;
        // Indices in order of preference: the first action that is not a blunder is chosen.
        let mut order: Vec<usize> = (0..lines.len()).collect();
        let scores: Vec<i32> = lines.iter().map(|line| line.score).collect();
        scores.first()?;
        if let Some(drawn) =
            chances(&scores, temperature).and_then(|chances| self.random.weighted(&chances))
        {
            order.retain(|place| *place != drawn);
            order.insert(0, drawn);
        }
        if let Some(mixed) = self.mix_secrets(lines, mixed_strategy.as_ref(), order[0]) {
            order.retain(|place| *place != mixed);
            order.insert(0, mixed);
        }
        if self.options.level < Level::CAREFUL {
            return order.first().copied();
        }
        order
            .iter()
            .take(MAX_CHECKED)
            .find(|place| self.is_blunder(determinizations, lines[**place].action) != Some(true))
            .or(order.first())
            .copied()
    }

    /// Draws one of the good actions that differ from the chosen one only by the secret: a player who always takes the
    /// best square has no secret.
    fn mix_secrets(
        &mut self,
        lines: &[Line<P>],
        mixed_strategy: Option<&MixedStrategy<P>>,
        chosen: usize,
    ) -> Option<usize> {
        if is_mate(lines[chosen].score) {
            return None;
        }
        let public = P::public_index(lines[chosen].action)?;
        if let Some(mixed) = mixed_strategy.filter(|mixed| mixed.public == public) {
            let weights: Vec<u64> = mixed.choices.iter().map(|(_, weight)| *weight).collect();
            let (action, _) = mixed.choices[self.random.weighted(&weights)?];
            return lines.iter().position(|line| line.action == action);
        }
        let best = lines[chosen].score;
        let weights: Vec<u64> = lines
            .iter()
            .map(|w| {
                let same = P::public_index(w.action) == Some(public);
                if same {
                    likelihood((best - w.score).max(0), SECRET_TEMPERATURE)
                } else {
                    0
                }
            })
            .collect();
        self.random.weighted(&weights)
    }
}

/// The weights with which actions with these scores, the best first, are drawn; `None` if there is no choice: a forced win is not given
/// away, and a forced loss is delayed as long as possible.
fn chances(scores: &[i32], temperature: i32) -> Option<Vec<u64>> {
    let best = *scores.first()?;
    let is_free = temperature > 0 && !is_mate(best);
    is_free.then(|| {
        let losses = scores.iter().map(|score| best - score);
        losses.map(|loss| likelihood(loss, temperature)).collect()
    })
}

/// A likelihood that halves with every `temperature` of loss. It is an integer, so that it is the same on every machine.
fn likelihood(loss: i32, temperature: i32) -> u64 {
    let halvings = loss / temperature;
    if !(0..HALVINGS).contains(&halvings) {
        return 0;
    }
    let rest = u64::from((loss % temperature).unsigned_abs());
    let top = 1_u64 << (20 - halvings);
    top - top / 2 * rest / u64::from(temperature.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    #[test]
    fn a_forced_end_leaves_no_choice() {
        assert_eq!(chances(&[8 - MATE, 2 - MATE], 4), None);
        assert_eq!(chances(&[MATE - 3, MATE - 5], 4), None);
        let free = chances(&[10, 8, -MATE], 4).expect("a choice");
        assert!(free[0] > free[1] && free[1] > 0 && free[2] == 0);
    }

    #[test]
    fn worse_is_less_likely_and_much_worse_never_happens() {
        let mut last = u64::MAX;
        for loss in 0..=60 {
            let now = likelihood(loss, 10);
            assert!(now <= last);
            last = now;
        }
        assert_eq!(likelihood(0, 10), 2 * likelihood(10, 10));
        assert_eq!(likelihood(60, 10), 0);
        assert_eq!(likelihood(30_000, 10), 0);
    }
}
