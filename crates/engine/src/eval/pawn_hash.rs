//! Pawn hash table (Chess Programming Wiki, *Pawn Hash Table*): the sums of terms that depend only on pawns and kings, which few moves
//! change.

use std::cell::RefCell;
use std::ptr;

use manifold_rules::board::{Board, Color, Role};

use super::weights::Weight;

/// Entries of the table of each thread.
const SLOTS: usize = 1 << 13;

/// The hash key of the pawns and kings of a board.
#[inline]
pub(super) fn key(board: &Board) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut key = 0;
    for role in [Role::Pawn, Role::King] {
        for color in Color::ALL {
            key = (key ^ board.of(color, role).0).wrapping_mul(FACTOR);
            key ^= key >> 32;
        }
    }
    key
}

/// Sums by key, all of the same weights.
struct PawnTable {
    weights: &'static [Weight],
    slots: Vec<(u64, Weight)>,
}

thread_local! {
    static TABLE: RefCell<PawnTable> = const {
        RefCell::new(PawnTable { weights: &[], slots: Vec::new() })
    };
}

/// The sum of these weights for a key, from the table or else from `count`.
#[inline]
pub(crate) fn remembered(
    key: u64,
    weights: &'static [Weight],
    count: impl FnOnce() -> Weight,
) -> Weight {
    let place = key as usize % SLOTS;
    let known = TABLE.with_borrow(|table| {
        let (of, sum) = table.slots.get(place)?;
        (*of == key && ptr::eq(table.weights, weights)).then_some(*sum)
    });
    known.unwrap_or_else(|| {
        let sum = count();
        TABLE.with_borrow_mut(|table| {
            if !ptr::eq(table.weights, weights) {
                table.weights = weights;
                // Each slot is filled with a key that belongs into another one, to mark it as empty.
                let empty = (0..SLOTS).map(|place| (!(place as u64), Weight::default()));
                table.slots.clear();
                table.slots.extend(empty);
            }
            table.slots[place] = (key, sum);
        });
        sum
    })
}

/// Empties the table of this thread. Its sums are valid for everybody, but which ones are present, and so how long an evaluation takes,
/// reveals something of the search that made them: where players have secrets, every search begins with an empty table.
pub(crate) fn forget() {
    TABLE.with_borrow_mut(|table| table.weights = &[]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_remembered_for_its_key_and_its_weights_only() {
        static ONE: [Weight; 1] = [Weight::new(1, 1)];
        static OTHER: [Weight; 1] = [Weight::new(1, 1)];
        for key in [0, 5, u64::MAX, 5 + SLOTS as u64] {
            let sum = Weight::new(7, key as u16 as i32);
            assert_eq!(remembered(key, &ONE, || sum), sum);
            assert_eq!(remembered(key, &ONE, || unreachable!()), sum);
        }
        let (sum, other) = (Weight::new(1, 2), Weight::new(3, 4));
        assert_eq!(remembered(5, &ONE, || sum), sum);
        assert_eq!(remembered(5, &OTHER, || other), other);
        assert_eq!(remembered(5, &ONE, || sum), sum);
    }

    #[test]
    fn a_sum_that_is_forgotten_is_made_again() {
        static ONE: [Weight; 1] = [Weight::new(1, 1)];
        let (before, after) = (Weight::new(1, 2), Weight::new(3, 4));
        assert_eq!(remembered(5, &ONE, || before), before);
        forget();
        assert_eq!(remembered(5, &ONE, || after), after);
    }

    #[test]
    fn a_move_of_a_pawn_or_a_king_changes_the_key_and_no_other_move() {
        use manifold_rules::chess::Chess;
        use manifold_rules::position::Position;

        let of = |fen: &str| {
            let position = Chess::from_text(Default::default(), fen).expect(fen);
            key(position.board())
        };
        let before = of("4k3/2p5/8/8/8/2N5/2P5/4K3 w - - 0 1");
        assert_eq!(before, of("4k3/2p5/8/1N6/8/8/2P5/4K3 w - - 0 1"));
        for other in [
            "4k3/2p5/8/8/2P5/2N5/8/4K3 w - - 0 1",
            "4k3/2p5/8/8/8/2N5/2P5/5K2 w - - 0 1",
            "5k2/2p5/8/8/8/2N5/2P5/4K3 w - - 0 1",
            "4k3/2P5/8/8/8/2N5/2p5/4K3 w - - 0 1",
        ] {
            assert_ne!(before, of(other), "{other}");
        }
    }
}
