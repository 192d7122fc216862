//! The men that a player has still to place.

use std::fmt::{self, Display};

use crate::board::Role;

/// The roles of a back rank, in the order in which pools are written.
pub(super) const MEN: [Role; 5] = [
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
];

/// The men that a player has still to choose for hidden squares.
///
/// ```
/// use manifold_rules::board::Role;
/// use manifold_rules::hidden960::Pool;
///
/// let pool = Pool::FULL;
/// assert_eq!(pool.to_string(), "KQRRBBNN");
/// assert_eq!(pool.count(Role::Rook), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pool(u16); // two bits for each role: at most two of a kind

impl Pool {
    /// The empty pool.
    pub const EMPTY: Pool = Pool(0);

    /// All eight: K Q R R B B N N.
    pub const FULL: Pool = Pool(
        1 << shift(Role::King)
            | 1 << shift(Role::Queen)
            | 2 << shift(Role::Rook)
            | 2 << shift(Role::Bishop)
            | 2 << shift(Role::Knight),
    );

    /// The number of men of a role.
    #[must_use]
    pub const fn count(self, role: Role) -> usize {
        (self.0 >> shift(role) & 3) as usize
    }

    /// Whether there is a man of a role.
    #[must_use]
    pub const fn contains(self, role: Role) -> bool {
        self.count(role) > 0
    }

    /// The number of men.
    #[must_use]
    pub const fn len(self) -> usize {
        const LOW: u16 = 0x5555;
        ((self.0 & LOW).count_ones() + 2 * (self.0 >> 1 & LOW).count_ones()) as usize
    }

    /// Whether the pool is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The roles in the pool, each once.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        MEN.into_iter().filter(move |role| self.contains(*role))
    }

    /// All men, one by one.
    pub fn men(self) -> impl Iterator<Item = Role> {
        MEN.into_iter()
            .flat_map(move |role| std::iter::repeat_n(role, self.count(role)))
    }

    /// The pool without one man of `role`; `None` if it has none.
    #[must_use]
    pub const fn without(self, role: Role) -> Option<Pool> {
        if self.contains(role) {
            Some(Pool(self.0 - (1 << shift(role))))
        } else {
            None
        }
    }

    /// The pool with one more man of `role`; `None` if that is more than a back rank has.
    #[must_use]
    pub const fn with(self, role: Role) -> Option<Pool> {
        if self.count(role) < Pool::FULL.count(role) {
            Some(Pool(self.0 + (1 << shift(role))))
        } else {
            None
        }
    }
}

/// The position of a role's bits.
const fn shift(role: Role) -> u32 {
    2 * (role as u32 - 1)
}

impl Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.men()
            .try_for_each(|role| write!(f, "{}", role.upper_char()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_pool_has_the_eight_men_of_a_back_rank_and_takes_no_more() {
        assert_eq!(Pool::FULL.len(), 8);
        assert!(MEN.into_iter().all(|role| Pool::FULL.with(role).is_none()));
        assert_eq!(Pool::FULL.with(Role::Pawn), None);
    }

    #[test]
    fn what_is_taken_out_can_be_put_back() {
        for role in MEN {
            let less = Pool::FULL.without(role).expect("one of each");
            assert_eq!(less.len(), 7);
            assert_eq!(less.with(role), Some(Pool::FULL));
        }
        assert_eq!(Pool::EMPTY.without(Role::King), None);
        assert!(Pool::EMPTY.is_empty());
    }
}
