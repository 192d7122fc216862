//! What the search remembers of positions it has met on other ways.

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
    key: u64,
    pub(crate) action: Option<A>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// A table by key. It belongs to one search of one seat: nothing goes from one player to the other.
#[derive(Debug)]
pub(crate) struct Table<A> {
    entries: Vec<Option<Entry<A>>>,
}

impl<A: Copy> Table<A> {
    /// A table with room for about as many positions as will be met.
    pub(crate) fn for_nodes(nodes: u64) -> Table<A> {
        let size = nodes.clamp(1 << 10, 1 << 19).next_power_of_two();
        Table {
            entries: vec![None; size as usize],
        }
    }

    fn place(&self, key: u64) -> usize {
        // The number of entries is a power of two.
        key as usize & (self.entries.len() - 1)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry<A>> {
        self.entries[self.place(key)].filter(|entry| entry.key == key)
    }

    pub(crate) fn put(
        &mut self,
        key: u64,
        mut action: Option<A>,
        score: i32,
        depth: i32,
        bound: Bound,
    ) {
        let place = self.place(key);
        let slot = &mut self.entries[place];
        if let Some(old) = slot
            && old.key == key
        {
            if old.depth > depth + 2 && bound != Bound::Exact {
                return;
            }
            action = action.or(old.action);
        }
        *slot = Some(Entry {
            key,
            action,
            score,
            depth,
            bound,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_key_is_found() {
        let mut table = Table::<u8>::for_nodes(0);
        table.put(5, Some(1), 10, 3, Bound::Exact);
        assert_eq!(table.get(5).map(|entry| entry.score), Some(10));
        assert!(table.get(5 + 1024).is_none());
        table.put(5 + 1024, None, 7, 1, Bound::AtMost);
        assert!(table.get(5).is_none());
    }

    #[test]
    fn an_action_is_kept_when_none_is_known() {
        let mut table = Table::<u8>::for_nodes(0);
        table.put(5, Some(1), 10, 3, Bound::Exact);
        table.put(5, None, 4, 4, Bound::AtMost);
        let entry = table.get(5).expect("it was put there");
        assert_eq!((entry.action, entry.score), (Some(1), 4));
    }
}
