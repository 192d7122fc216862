//! History heuristics: how well actions did in other positions, and how much the static evaluation was wrong there.

use crate::playable::{CORRECTION_KEYS, Searchable};

/// The bound of an entry, of either sign.
const MAX: i32 = 16_384;
/// The number of continuation indices. The last one stands for a null move.
pub(crate) const CONTINUATIONS: usize = 512;
/// The continuation index of a null move, and of the plies before the root.
pub(crate) const NULL_INDEX: u16 = CONTINUATIONS as u16 - 1;
/// Classes of captures by their gain.
const GAINS: usize = 8;
/// Entries of each correction table, for one colour.
const CORRECTIONS: usize = 1 << 14;
/// The bound of an entry of a correction table, in 16ths of a centipawn.
const MAX_CORRECTION: i32 = 1_024;
/// Correction tables: one for each key of the game, and one for the actions one and two plies before.
const CORRECTION_TABLES: usize = CORRECTION_KEYS + 1;

/// The history tables of one thread.
#[derive(Debug)]
pub(crate) struct History {
    /// Butterfly history, by colour and butterfly index.
    butterfly: [Vec<i16>; 2],
    /// Continuation history, by the indices of the action one ply before and of this one.
    counters: Vec<i16>,
    /// Continuation history, by the indices of the action two plies before and of this one.
    follow_ups: Vec<i16>,
    /// Capture history, by colour, continuation index and class of gain.
    captures: Vec<i16>,
    /// Correction history: how much the evaluation was too low, by colour and key.
    corrections: [Vec<i16>; CORRECTION_TABLES],
}

impl History {
    pub(crate) fn new<P: Searchable>() -> History {
        History {
            butterfly: [vec![0; P::BUTTERFLY_SIZE], vec![0; P::BUTTERFLY_SIZE]],
            counters: vec![0; CONTINUATIONS * CONTINUATIONS],
            follow_ups: vec![0; CONTINUATIONS * CONTINUATIONS],
            captures: vec![0; 2 * CONTINUATIONS * GAINS],
            corrections: std::array::from_fn(|_| vec![0; 2 * CORRECTIONS]),
        }
    }

    /// Halves every entry except the corrections, so that older results count less.
    pub(crate) fn age(&mut self) {
        let [white, black] = &mut self.butterfly;
        let tables = [
            white,
            black,
            &mut self.counters,
            &mut self.follow_ups,
            &mut self.captures,
        ];
        for values in tables {
            values.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// The history score of a quiet action: the sum of butterfly and continuation histories.
    #[inline]
    pub(crate) fn score(&self, index: HistoryIndex) -> i32 {
        let [counter, follow_up] = index.continuations();
        i32::from(self.butterfly[index.color][index.butterfly])
            + i32::from(self.counters[counter])
            + i32::from(self.follow_ups[follow_up])
    }

    /// Adds a bonus, or a malus if negative, with gravity bounded by [`MAX`].
    pub(crate) fn update(&mut self, index: HistoryIndex, bonus: i32) {
        let [counter, follow_up] = index.continuations();
        add(
            &mut self.butterfly[index.color][index.butterfly],
            bonus,
            MAX,
        );
        add(&mut self.counters[counter], bonus, MAX);
        add(&mut self.follow_ups[follow_up], bonus, MAX);
    }

    /// The history of a capture.
    #[inline]
    pub(crate) fn capture(&self, color: usize, continuation: usize, gain: i32) -> i32 {
        i32::from(self.captures[capture_place(color, continuation, gain)])
    }

    pub(crate) fn update_capture(
        &mut self,
        color: usize,
        continuation: usize,
        gain: i32,
        bonus: i32,
    ) {
        add(
            &mut self.captures[capture_place(color, continuation, gain)],
            bonus,
            MAX,
        );
    }

    /// The correction of an evaluation with these keys, in centipawns: how much such evaluations were too low.
    #[inline]
    pub(crate) fn correction(&self, index: &CorrectionIndex) -> i32 {
        let mut sum = 0;
        for (table, place) in self.corrections.iter().zip(index.0) {
            sum += i32::from(table[place]);
        }
        sum / 16
    }

    /// Updates the corrections after a search of this depth, according to which the evaluation was too low by `error`.
    pub(crate) fn correct(&mut self, index: &CorrectionIndex, error: i32, depth: i32) {
        let bonus = (error * depth / 8).clamp(-MAX_CORRECTION / 4, MAX_CORRECTION / 4);
        for (table, place) in self.corrections.iter_mut().zip(index.0) {
            add(&mut table[place], bonus, MAX_CORRECTION);
        }
    }
}

/// Adds with gravity: the nearer the value is to its bound, the less is added.
#[inline]
fn add(value: &mut i16, bonus: i32, most: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / most) as i16;
}

fn capture_place(color: usize, continuation: usize, gain: i32) -> usize {
    let class = match gain {
        ..150 => 0,
        150..320 => 1,
        320..400 => 2,
        400..700 => 3,
        700..900 => 4,
        900..1_100 => 5,
        1_100..1_500 => 6,
        _ => GAINS - 1,
    };
    (color * CONTINUATIONS + continuation % CONTINUATIONS) * GAINS + class
}

/// The indices of an action's history entries.
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

/// The indices of a position in the correction tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CorrectionIndex([usize; CORRECTION_TABLES]);

impl CorrectionIndex {
    /// The indices of a position with these keys and this colour to act, after actions with these continuation indices.
    pub(crate) fn new(keys: [u64; CORRECTION_KEYS], color: usize, before: [u16; 2]) -> Self {
        let mut places = [0; CORRECTION_TABLES];
        for (place, key) in places.iter_mut().zip(keys) {
            *place = color * CORRECTIONS + key as usize % CORRECTIONS;
        }
        let line = usize::from(before[0]) * 31 + usize::from(before[1]) * 1_021;
        places[CORRECTION_KEYS] = color * CORRECTIONS + line % CORRECTIONS;
        CorrectionIndex(places)
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

    #[test]
    fn a_correction_follows_the_error_and_stays_within_bounds() {
        let mut history = History::new::<Hyperspace>();
        let index = CorrectionIndex::new([1, 2, 3], 0, [4, 5]);
        let other = CorrectionIndex::new([1, 2, 3], 1, [4, 5]);
        for _ in 0..1_000 {
            history.correct(&index, 500, 20);
        }
        let most = CORRECTION_TABLES as i32 * MAX_CORRECTION / 16;
        assert!(history.correction(&index) > most / 2 && history.correction(&index) <= most);
        assert_eq!(history.correction(&other), 0);
        for _ in 0..1_000 {
            history.correct(&index, -500, 20);
        }
        assert!(history.correction(&index) < -most / 2);
    }
}
