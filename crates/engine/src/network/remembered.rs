//! What a network said of boards that it has seen.

use crate::key::Mixer;

/// The number of outputs that are kept. In DMChess nine boards of ten are found among so many, and they take 64 KiB.
const KEPT: usize = 1 << 12;

/// What was said of a board.
#[derive(Debug, Clone, Copy)]
struct Said {
    /// That of [`key_of`], which is never 0.
    key: u64,
    output: i64,
}

/// The outputs of the last boards that were seen, each in a slot that its key chooses.
#[derive(Debug)]
pub(super) struct Remembered(Box<[Said]>);

impl Remembered {
    pub(super) fn new() -> Remembered {
        let nothing = Said { key: 0, output: 0 };
        Remembered(vec![nothing; KEPT].into_boxed_slice())
    }

    /// The output for the board with this key: what was said of it, or else what `judge` says now.
    #[inline]
    pub(super) fn of(&mut self, key: u64, judge: impl FnOnce() -> i64) -> i64 {
        let said = &mut self.0[(key >> 32) as usize % KEPT];
        if said.key != key {
            let output = judge();
            *said = Said { key, output };
        }
        said.output
    }
}

/// A key of the planes of a board, and of the circumstances in which it is judged; never 0.
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
    fn what_was_said_of_a_board_is_said_again_and_another_one_is_judged() {
        let mut remembered = Remembered::new();
        let one = key_of(&[1, 2, 3], 0);
        assert_eq!(remembered.of(one, || 5), 5);
        assert_eq!(remembered.of(one, || panic!("it is remembered")), 5);
        assert_eq!(remembered.of(key_of(&[1, 2, 4], 0), || 6), 6);
        assert_eq!(remembered.of(key_of(&[1, 2, 3], 1), || 7), 7);
    }

    #[test]
    fn a_board_that_takes_the_slot_of_another_one_is_not_taken_for_it() {
        let mut remembered = Remembered::new();
        // The same slot.
        let keys = [1, (KEPT as u64) << 32 | 1];
        assert_eq!(
            keys.map(|key| remembered.of(key, || key as i64 >> 4)),
            keys.map(|key| key as i64 >> 4)
        );
        assert_eq!(remembered.of(keys[0], || 8), 8);
    }
}
