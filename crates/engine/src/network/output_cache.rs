//! A cache of the outputs of a network for single boards.

use crate::key::Mixer;

/// The number of entries, which take 64 KiB. In DMChess nine of ten look-ups are hits.
const ENTRIES: usize = 1 << 12;

#[derive(Debug, Clone, Copy)]
struct Entry {
    /// The key by [`key_of`], or 0 in an empty entry.
    key: u64,
    output: i64,
}

/// The outputs for the boards seen last, each in the slot that its key selects.
#[derive(Debug)]
pub(super) struct OutputCache(Box<[Entry]>);

impl OutputCache {
    pub(super) fn new() -> OutputCache {
        let nothing = Entry { key: 0, output: 0 };
        OutputCache(vec![nothing; ENTRIES].into_boxed_slice())
    }

    /// The output for the board with this key: the cached one, or else the result of `judge`.
    #[inline]
    pub(super) fn of(&mut self, key: u64, judge: impl FnOnce() -> i64) -> i64 {
        let entry = &mut self.0[(key >> 32) as usize % ENTRIES];
        if entry.key != key {
            let output = judge();
            *entry = Entry { key, output };
        }
        entry.output
    }
}

/// The key of the planes of a board and of the circumstances in which it is evaluated; never 0.
#[inline]
pub(super) fn key_of(planes: &[u64], circumstances: u64) -> u64 {
    let mut mixer = Mixer::new(circumstances);
    mixer.add_all(planes);
    mixer.key()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_is_cached_is_not_judged_again_and_another_one_is() {
        let mut cache = OutputCache::new();
        let one = key_of(&[1, 2, 3], 0);
        assert_eq!(cache.of(one, || 5), 5);
        assert_eq!(cache.of(one, || panic!("it is cached")), 5);
        assert_eq!(cache.of(key_of(&[1, 2, 4], 0), || 6), 6);
        assert_eq!(cache.of(key_of(&[1, 2, 3], 1), || 7), 7);
    }

    #[test]
    fn a_board_that_takes_the_slot_of_another_one_is_not_taken_for_it() {
        let mut cache = OutputCache::new();
        // The same slot.
        let keys = [1, (ENTRIES as u64) << 32 | 1];
        assert_eq!(
            keys.map(|key| cache.of(key, || key as i64 >> 4)),
            keys.map(|key| key as i64 >> 4)
        );
        assert_eq!(cache.of(keys[0], || 8), 8);
    }
}
