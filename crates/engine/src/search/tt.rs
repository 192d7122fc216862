//! The transposition table, shared by the threads of one search.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};

use kevy_madvise::advise_hugepage;
use manifold_rules::board::zobrist::scramble;
use manifold_rules::position::Rules;
use prefetch_index::prefetch_index;

use super::score::from_tt;
use crate::encoding::Encode;

/// Fifty-move count below which scores do not depend on it: the draw is too far away.
const FIFTY_MOVES_FAR: u32 = 40;
/// From there on, counts are grouped in steps of this many plies, which share entries.
const FIFTY_MOVES_STEP: u32 = 8;

/// The key of a position in the table. Near a draw by the fifty-move rule the count is part of it, as scores then hold for similar counts
/// only (Stockfish's source).
#[inline]
pub(super) fn table_key<P: Rules>(position: &P) -> u64 {
    let key = position.zobrist();
    match position.fifty_move_count().checked_sub(FIFTY_MOVES_FAR) {
        None => key,
        Some(late) => key ^ scramble(1 + u64::from(late / FIFTY_MOVES_STEP)),
    }
}

/// The bound type of a stored score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The entry of a position. Mate scores count plies from the position itself.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry<A> {
    pub(crate) action: Option<A>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl<A> Entry<A> {
    /// The score of the entry for a node `root_distance` plies from the root, if its bound causes a cutoff.
    pub(crate) fn cutoff(&self, alpha: i32, beta: i32, root_distance: i32) -> Option<i32> {
        let score = from_tt(self.score, root_distance);
        let decides = match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        decides.then_some(score)
    }
}

/// Sixteen bytes. `check` is the key XOR `data` (Hyatt's lockless hashing): a slot that two threads wrote at the same
/// time matches no key, so no lock is needed.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots for a key, in one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// Slots in a bucket.
const BUCKET: usize = 4;
/// Generations before the number wraps around.
const GENERATIONS: u8 = 64;
/// Slots in a MiB.
const SLOTS_IN_MIB: usize = (1 << 20) / size_of::<Slot>();
/// Entries of the smallest table.
const LEAST: u64 = 1 << 10;

/// The content of a slot: 32 bits of action, 16 of score, 8 of depth, 6 of generation, 2 of bound.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(action: u32, score: i32, depth: i32, generation: u8, bound: Bound) -> Data {
        let bound = match bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let score = score.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16 as u16;
        Data(
            u64::from(action)
                | u64::from(score) << 32
                | (depth.clamp(0, 255) as u64) << 48
                | u64::from(generation) << 56
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

    fn generation(self) -> u8 {
        (self.0 >> 56 & 0x3f) as u8
    }

    /// `None` in an empty slot.
    fn bound(self) -> Option<Bound> {
        match self.0 >> 62 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }
}

/// A transposition table. It belongs to one player, cannot be cloned, and only its owner lends it: nothing that one
/// player knows reaches the other through it.
#[derive(Debug)]
pub(crate) struct TranspositionTable<A> {
    buckets: Box<[Bucket]>,
    /// The number of entries asked for: there is room for them unless memory was short.
    wanted: u64,
    generation: u8,
    actions: PhantomData<fn() -> A>,
}

impl<A: Encode> TranspositionTable<A> {
    /// A table for about this many entries, or for fewer if the system refuses the memory. Where the system overcommits, as Linux usually
    /// does, a shortage goes unnoticed here.
    pub(crate) fn with_capacity(entries: u64) -> TranspositionTable<A> {
        let entries = entries.clamp(LEAST, 1 << 32) as usize;
        let (mut buckets, count) = room_for(entries.div_ceil(BUCKET));
        // Probes are scattered: with pages of 4 KiB most of them miss the TLB. The page size is chosen when a page is first written.
        let room = buckets.spare_capacity_mut();
        advise_hugepage(room.as_ptr().cast(), size_of_val(room));
        buckets.resize_with(count, Bucket::default);
        TranspositionTable {
            buckets: buckets.into_boxed_slice(),
            wanted: entries.next_multiple_of(BUCKET) as u64,
            generation: 0,
            actions: PhantomData,
        }
    }

    /// Empties the table.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.generation = 0;
    }

    /// The number of entries that fit into this much memory.
    pub(crate) fn entries_in_mib(mib: usize) -> u64 {
        mib.max(1).saturating_mul(SLOTS_IN_MIB) as u64
    }

    /// The number of entries asked for: there is room for them unless memory was short.
    pub(crate) fn wanted(&self) -> u64 {
        self.wanted
    }

    /// The memory of the table, in MiB.
    pub(crate) fn mebibytes(&self) -> usize {
        self.buckets.len() * BUCKET / SLOTS_IN_MIB
    }

    /// Begins a new generation: older entries are replaced first.
    pub(crate) fn new_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// The index of the bucket for a key.
    fn place(&self, key: u64) -> usize {
        let buckets = self.buckets.len() as u128;
        ((u128::from(key) * buckets) >> 64) as usize
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        &self.buckets[self.place(key)].0
    }

    /// Prefetches the bucket of a key that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(&*self.buckets, self.place(key));
    }

    pub(crate) fn probe(&self, key: u64) -> Option<Entry<A>> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let data = Data(data);
                return Some(Entry {
                    bound: data.bound()?,
                    action: NonZeroU32::new(data.action()).and_then(A::decode),
                    score: data.score(),
                    depth: data.depth(),
                });
            }
        }
        None
    }

    pub(crate) fn store(&self, key: u64, action: Option<A>, score: i32, depth: i32, bound: Bound) {
        let mut action = action.and_then(A::encode).map_or(0, NonZeroU32::get);
        let mut chosen = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let word = slot.data.load(Ordering::Relaxed);
            let data = Data(word);
            if slot.check.load(Ordering::Relaxed) ^ word == key && data.bound().is_some() {
                let deeper = data.depth() > depth + 2 && data.generation() == self.generation;
                if deeper && bound != Bound::Exact {
                    return;
                }
                if action == 0 {
                    action = data.action();
                }
                chosen = Some(slot);
                break;
            }
            let value = if data.bound().is_none() {
                i32::MIN
            } else {
                let older = (self.generation + GENERATIONS - data.generation()) % GENERATIONS;
                data.depth() - 8 * i32::from(older)
            };
            if value < least {
                least = value;
                chosen = Some(slot);
            }
        }
        if let Some(slot) = chosen {
            let data = Data::new(action, score, depth, self.generation, bound).0;
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// How many of the first thousand slots were written in this generation, per mille.
    pub(crate) fn hashfull(&self) -> u32 {
        let sampled = (self.buckets.len() * BUCKET).min(1_000);
        let slots = self.buckets.iter().flat_map(|bucket| &bucket.0);
        let used = slots
            .take(sampled)
            .map(|slot| Data(slot.data.load(Ordering::Relaxed)))
            .filter(|data| data.bound().is_some() && data.generation() == self.generation)
            .count();
        (used * 1_000 / sampled) as u32
    }
}

/// An empty list with room for `wanted` buckets, halved until the system grants the memory, and the number of buckets it has room for.
fn room_for(wanted: usize) -> (Vec<Bucket>, usize) {
    let mut count = wanted;
    loop {
        let mut buckets = Vec::new();
        if buckets.try_reserve_exact(count).is_ok() {
            return (buckets, count);
        }
        // Without memory for the smallest table nothing can be played.
        assert!(
            count > LEAST as usize / BUCKET,
            "no memory for a transposition table"
        );
        count /= 2;
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
    fn an_entry_is_found_by_its_key_only() {
        let table = TranspositionTable::<Action>::with_capacity(0);
        table.store(5, action("e2e4"), -10, 3, Bound::Exact);
        let entry = table.probe(5).expect("it was put there");
        assert_eq!((entry.score, entry.depth), (-10, 3));
        assert_eq!((entry.action, entry.bound), (action("e2e4"), Bound::Exact));
        assert!(table.probe(6).is_none());
        assert!(table.probe(0).is_none(), "an empty slot is no position");
    }

    #[test]
    fn a_table_for_which_there_is_no_memory_is_smaller() {
        let (buckets, count) = room_for(usize::MAX / size_of::<Bucket>());
        assert!(buckets.capacity() >= count && count > 1 << 20, "{count}");
        let table = TranspositionTable::<Action>::with_capacity(3 * SLOTS_IN_MIB as u64);
        assert_eq!(table.mebibytes(), 3);
    }

    #[test]
    fn an_action_survives_a_store_without_one() {
        let table = TranspositionTable::with_capacity(0);
        table.store(5, action("c1^3@f4/r"), 10, 3, Bound::Exact);
        table.store(5, None, 4, 4, Bound::Upper);
        let entry = table.probe(5).expect("it was put there");
        assert_eq!((entry.action, entry.score), (action("c1^3@f4/r"), 4));
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = TranspositionTable::<Action>::with_capacity(0);
        for (key, depth) in [(1, 9), (2, 2), (3, 7), (4, 8)] {
            table.store(key, None, 0, depth, Bound::Exact);
        }
        table.store(5, None, 0, 1, Bound::Exact);
        assert!(table.probe(2).is_none() && table.probe(5).is_some());
        table.new_generation();
        table.store(6, None, 0, 1, Bound::Exact);
        table.store(7, None, 0, 1, Bound::Exact);
        assert!(table.probe(6).is_some() && table.probe(7).is_some());
        assert!(table.probe(1).is_some(), "the deepest stays longest");
        assert_eq!(table.hashfull(), 2);
    }
}
