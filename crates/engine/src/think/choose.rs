//! The choice: one of the actions that were weighed.

use super::watch::CAUTION;
use super::weigh::Weighed;
use super::{HALVINGS, Thinker};
use crate::search::is_mate;
use crate::secret::Disguise;
use crate::{Level, Line, Playable};

/// By how much a secret square must be worse than the best to be half as likely.
const SECRET_TEMPERATURE: i32 = 12;

impl<P: Playable> Thinker<'_, P> {
    /// The place of the action to be chosen.
    pub(super) fn choose(
        &mut self,
        worlds: &[P],
        weighed: &Weighed<P>,
        temperature: i32,
    ) -> Option<usize> {
        let Weighed {
            lines: weighed,
            disguise,
            ..
        } = weighed;
        // The order in which the actions would be chosen, the first of them if nothing is wrong with it.
        let mut order: Vec<usize> = (0..weighed.len()).collect();
        let scores: Vec<i32> = weighed.iter().map(|line| line.score).collect();
        scores.first()?;
        if let Some(drawn) =
            chances(&scores, temperature).and_then(|chances| self.random.weighted(&chances))
        {
            order.retain(|place| *place != drawn);
            order.insert(0, drawn);
        }
        if let Some(mixed) = self.mix_secrets(weighed, disguise.as_ref(), order[0]) {
            order.retain(|place| *place != mixed);
            order.insert(0, mixed);
        }
        if self.order.level < Level::CAREFUL {
            return order.first().copied();
        }
        order
            .iter()
            .take(CAUTION)
            .find(|place| self.is_watched(worlds, weighed[**place].action) != Some(true))
            .or(order.first())
            .copied()
    }

    /// Of actions that differ by a secret only, one of the good ones, by chance: what is always the best
    /// square is no secret.
    fn mix_secrets(
        &mut self,
        weighed: &[Line<P>],
        disguise: Option<&Disguise<P>>,
        chosen: usize,
    ) -> Option<usize> {
        if is_mate(weighed[chosen].score) {
            return None;
        }
        let public = P::public_slot(weighed[chosen].action)?;
        if let Some(disguise) = disguise.filter(|disguise| disguise.public == public) {
            let weights: Vec<u64> = disguise.choices.iter().map(|(_, weight)| *weight).collect();
            let (action, _) = disguise.choices[self.random.weighted(&weights)?];
            return weighed.iter().position(|line| line.action == action);
        }
        let best = weighed[chosen].score;
        let weights: Vec<u64> = weighed
            .iter()
            .map(|w| {
                let same = P::public_slot(w.action) == Some(public);
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

/// How likely each action is chosen that has one of these scores, the best first; `None` if there is no choice: a forced
/// win is not let go, and a forced loss is put off as long as can be.
fn chances(scores: &[i32], temperature: i32) -> Option<Vec<u64>> {
    let best = *scores.first()?;
    let is_free = temperature > 0 && !is_mate(best);
    is_free.then(|| {
        let losses = scores.iter().map(|score| best - score);
        losses.map(|loss| likelihood(loss, temperature)).collect()
    })
}

/// Halves with every `temperature`. In whole numbers, so that it is the same on every machine.
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
    use crate::search::MATE;

    #[test]
    fn chance_has_no_say_where_the_end_is_forced() {
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
