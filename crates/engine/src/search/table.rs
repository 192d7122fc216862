//! What the search remembers of positions it has met on other ways.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::pack::Pack;

/// What a remembered score means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is remembered of a position. Mate scores count from the position itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<A> {
    pub(crate) action: Option<A>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// Sixteen bytes. `check` is the key, scrambled by `data`: what two threads write at the same time
/// fits no key, so nothing is locked.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots among which a position can be.
const BUCKET: usize = 4;
/// Ages that are told apart.
const AGES: u8 = 64;
/// Slots in a mebibyte.
const SLOTS_IN_MIB: usize = (1 << 20) / size_of::<Slot>();

/// The content of a slot: 32 bits of action, 16 of score, 8 of depth, 6 of age, 2 of bound.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(action: u32, score: i32, depth: i32, age: u8, bound: Bound) -> Data {
        let bound = match bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        let score = score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16 as u16;
        Data(
            u64::from(action)
                | u64::from(score) << 32
                | (depth.clamp(0, 255) as u64) << 48
                | u64::from(age) << 56
                | bound << 62,
        )
    }

    fn action(self) -> u32 {
        self.0 as u32
    }

    fn score(self) -> i32 {
        i32::from((self.0 >> 32) as u16 as i16)
    }

    fn depth(self) -> i32 {
        (self.0 >> 48 & 0xff) as i32
    }

    fn age(self) -> u8 {
        (self.0 >> 56 & 0x3f) as u8
    }

    /// `None` in an empty slot.
    fn bound(self) -> Option<Bound> {
        match self.0 >> 62 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::AtLeast),
            3 => Some(Bound::AtMost),
            _ => None,
        }
    }
}

/// A table by key, for the threads of one seat: nothing goes from one player to the other. It cannot be
/// cloned, and only its owner lends it.
#[derive(Debug)]
pub(crate) struct Table<A> {
    slots: Box<[Slot]>,
    age: u8,
    actions: PhantomData<fn() -> A>,
}

impl<A: Pack> Table<A> {
    /// A table with room for about so many positions.
    pub(crate) fn for_positions(positions: u64) -> Table<A> {
        let count = positions.clamp(1 << 10, 1 << 32) as usize;
        let count = count.next_multiple_of(BUCKET);
        Table {
            slots: (0..count).map(|_| Slot::default()).collect(),
            age: 0,
            actions: PhantomData,
        }
    }

    /// Positions for which there is room in so much memory.
    pub(crate) fn positions_in_mib(mib: usize) -> u64 {
        mib.max(1).saturating_mul(SLOTS_IN_MIB) as u64
    }

    /// Positions for which there is room.
    pub(crate) fn room(&self) -> u64 {
        self.slots.len() as u64
    }

    /// What was written before this is given up first from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = (self.slots.len() / BUCKET) as u128;
        let place = ((u128::from(key) * buckets) >> 64) as usize * BUCKET;
        &self.slots[place..place + BUCKET]
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry<A>> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let data = Data(data);
                return Some(Entry {
                    bound: data.bound()?,
                    action: NonZeroU32::new(data.action()).and_then(A::unpack),
                    score: data.score(),
                    depth: data.depth(),
                });
            }
        }
        None
    }

    pub(crate) fn put(&self, key: u64, action: Option<A>, score: i32, depth: i32, bound: Bound) {
        let mut action = action.and_then(A::pack).map_or(0, NonZeroU32::get);
        let mut chosen = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let word = slot.data.load(Ordering::Relaxed);
            let data = Data(word);
            if slot.check.load(Ordering::Relaxed) ^ word == key && data.bound().is_some() {
                let deeper = data.depth() > depth + 2 && data.age() == self.age;
                if deeper && bound != Bound::Exact {
                    return;
                }
                if action == 0 {
                    action = data.action();
                }
                chosen = Some(slot);
                break;
            }
            let worth = if data.bound().is_none() {
                i32::MIN
            } else {
                let older = (self.age + AGES - data.age()) % AGES;
                data.depth() - 8 * i32::from(older)
            };
            if worth < least {
                least = worth;
                chosen = Some(slot);
            }
        }
        if let Some(slot) = chosen {
            let data = Data::new(action, score, depth, self.age, bound).0;
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// How many of a thousand slots were written since [`Table::grow_older`].
    pub(crate) fn fullness(&self) -> u32 {
        let looked_at = self.slots.len().min(1_000);
        let used = self.slots[..looked_at]
            .iter()
            .map(|slot| Data(slot.data.load(Ordering::Relaxed)))
            .filter(|data| data.bound().is_some() && data.age() == self.age)
            .count();
        (used * 1_000 / looked_at) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::Action;

    fn action(text: &str) -> Option<Action> {
        Some(text.parse().expect("an action"))
    }

    #[test]
    fn only_the_same_key_is_found() {
        let table = Table::<Action>::for_positions(0);
        table.put(5, action("e2e4"), -10, 3, Bound::Exact);
        let entry = table.get(5).expect("it was put there");
        assert_eq!((entry.score, entry.depth), (-10, 3));
        assert_eq!((entry.action, entry.bound), (action("e2e4"), Bound::Exact));
        assert!(table.get(6).is_none());
        assert!(table.get(0).is_none(), "an empty slot is no position");
    }

    #[test]
    fn an_action_is_kept_when_none_is_known() {
        let table = Table::for_positions(0);
        table.put(5, action("c1^3@f4/r"), 10, 3, Bound::Exact);
        table.put(5, None, 4, 4, Bound::AtMost);
        let entry = table.get(5).expect("it was put there");
        assert_eq!((entry.action, entry.score), (action("c1^3@f4/r"), 4));
    }

    #[test]
    fn the_shallow_and_the_old_give_way() {
        let mut table = Table::<Action>::for_positions(0);
        for (key, depth) in [(1, 9), (2, 2), (3, 7), (4, 8)] {
            table.put(key, None, 0, depth, Bound::Exact);
        }
        table.put(5, None, 0, 1, Bound::Exact);
        assert!(table.get(2).is_none() && table.get(5).is_some());
        table.grow_older();
        table.put(6, None, 0, 1, Bound::Exact);
        table.put(7, None, 0, 1, Bound::Exact);
        assert!(table.get(6).is_some() && table.get(7).is_some());
        assert!(table.get(1).is_some(), "the deepest stays longest");
        assert_eq!(table.fullness(), 2);
    }
}
