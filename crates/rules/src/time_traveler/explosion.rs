//! The explosions of one side, and their pairing with different supporters.

use super::identity::{EVERYBODY, Identities};
use super::matching::{self, Few, LIMIT};
use crate::board::zobrist::scramble;
use crate::board::{Color, Role, Square};

/// A past explosion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Explosion {
    pub(super) role: Role,
    pub(super) square: Square,
    /// Its support when it was made.
    pub(super) support: Identities,
}

impl Explosion {
    /// The part of a position's key for this explosion, which has this `number` among those of its side.
    fn key(&self, color: Color, number: u64) -> u64 {
        let color = u64::from(color.is_black());
        let place = (self.role as u64) << 6 | u64::from(self.square.to_u32());
        scramble(24 << 56 | color << 48 | number << 40 | place << 16 | u64::from(self.support))
    }
}

/// Fills the unused entries of a list.
const NOTHING: Explosion = Explosion {
    role: Role::Pawn,
    square: Square::A1,
    support: 0,
};

/// All explosions of one side, in order. `Copy`, so that a position is copied in one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Explosions {
    list: [Explosion; LIMIT],
    count: u8,
    unspent: Identities,
}

impl Default for Explosions {
    fn default() -> Explosions {
        Explosions {
            list: [NOTHING; LIMIT],
            count: 0,
            unspent: EVERYBODY,
        }
    }
}

impl Explosions {
    pub(super) fn list(&self) -> &[Explosion] {
        &self.list[..usize::from(self.count)]
    }

    /// The men with which one more explosion can be paired: if one of them is in its support, all
    /// explosions can be paired with different men.
    #[inline]
    pub(super) fn unspent(&self) -> Identities {
        self.unspent
    }

    /// Adds an explosion of `color`, and returns its part of a position's key. There are never more than sixteen, since each is paired
    /// with a different man; one that cannot be paired is not legal and leaves no man unspent.
    pub(super) fn push(
        &mut self,
        color: Color,
        role: Role,
        square: Square,
        support: Identities,
    ) -> u64 {
        let explosion = Explosion {
            role,
            square,
            support,
        };
        let mut key = 0;
        if let Some(next) = self.list.get_mut(usize::from(self.count)) {
            *next = explosion;
            key = explosion.key(color, u64::from(self.count));
            self.count += 1;
        }
        self.unspent = self.pair().unwrap_or(0);
        key
    }

    /// Whether all explosions can be paired with different men.
    pub(super) fn can_be_paired(&self) -> bool {
        self.pair().is_some()
    }

    fn pair(&self) -> Option<Identities> {
        let items: Few<u64> = self
            .list()
            .iter()
            .map(|explosion| u64::from(explosion.support))
            .collect();
        matching::spare(&items, u64::from(EVERYBODY))
            .map(|spare| (spare & u64::from(EVERYBODY)) as Identities)
    }

    /// The part of a position's key for these explosions.
    pub(super) fn key(&self, color: Color) -> u64 {
        let numbered = self.list().iter().zip(0u64..);
        numbered.fold(0, |key, (explosion, number)| {
            key ^ explosion.key(color, number)
        })
    }
}
