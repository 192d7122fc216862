//! History heuristics: how well quiet actions did in other positions.

use crate::playable::Searchable;

/// The bound of an entry.
const MAX: i32 = 16_384;
/// The number of continuation indices. The last one stands for a null move.
pub(crate) const CONTINUATIONS: usize = 512;
/// The continuation index of a null move, and of whatever came before the root.
pub(crate) const NULL_INDEX: u16 = CONTINUATIONS as u16 - 1;

/// The history tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// Butterfly history, by colour and butterfly index.
    butterfly: [Vec<i16>; 2],
    /// Continuation history, by the index of the action one ply before and the own.
    counters: Vec<i16>,
    /// Continuation history, by the index of the action two plies before and the own.
    follow_ups: Vec<i16>,
}

impl History {
    pub(crate) fn new<P: Searchable>() -> History {
        History {
            butterfly: [vec![0; P::BUTTERFLY_SIZE], vec![0; P::BUTTERFLY_SIZE]],
            counters: vec![0; CONTINUATIONS * CONTINUATIONS],
            follow_ups: vec![0; CONTINUATIONS * CONTINUATIONS],
        }
    }

    /// Halves every entry, so that older results count less.
    pub(crate) fn age(&mut self) {
        let [white, black] = &mut self.butterfly;
        for values in [white, black, &mut self.counters, &mut self.follow_ups] {
            values.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The sum of the three tables.
    #[inline]
    pub(crate) fn score(&self, index: HistoryIndex) -> i32 {
        let [counter, follow_up] = index.continuations();
        i32::from(self.butterfly[index.color][index.butterfly])
            + i32::from(self.counters[counter])
            + i32::from(self.follow_ups[follow_up])
    }

    /// Adds a bonus, or a malus if negative, with gravity towards [`MAX`].
    pub(crate) fn update(&mut self, index: HistoryIndex, bonus: i32) {
        let [counter, follow_up] = index.continuations();
        for value in [
            &mut self.butterfly[index.color][index.butterfly],
            &mut self.counters[counter],
            &mut self.follow_ups[follow_up],
        ] {
            let old = i32::from(*value);
            *value = (old + bonus - old * bonus.abs() / MAX) as i16;
        }
    }
}

/// Where the entries of an action are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HistoryIndex {
    /// 0 for White, 1 for Black.
    pub(crate) color: usize,
    pub(crate) butterfly: usize,
    pub(crate) continuation: usize,
    /// The continuation indices of the actions one and two plies before.
    pub(crate) before: [u16; 2],
}

impl HistoryIndex {
    #[inline]
    fn continuations(self) -> [usize; 2] {
        self.before.map(|before| {
            usize::from(before) % CONTINUATIONS * CONTINUATIONS + self.continuation % CONTINUATIONS
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::Hyperspace;

    #[test]
    fn bonus_and_malus_stay_within_bounds() {
        let mut history = History::new::<Hyperspace>();
        let index = HistoryIndex {
            color: 1,
            butterfly: 5,
            continuation: 7,
            before: [3, NULL_INDEX],
        };
        for _ in 0..1_000 {
            history.update(index, 2_000);
        }
        assert!(history.score(index) > 40_000 && history.score(index) <= 3 * MAX);
        history.age();
        assert!(history.score(index) <= 3 * MAX / 2);
        for _ in 0..1_000 {
            history.update(index, -2_000);
        }
        assert!(history.score(index) < -40_000 && history.score(index) >= -3 * MAX);
    }
}
