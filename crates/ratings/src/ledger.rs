//! All ratings, computed from the log of results.

use std::collections::BTreeMap;

use crate::error::LedgerError;
use crate::first::first_rating;
use crate::pool::Pool;
use crate::pool_rating::{Change, FixedRating, PoolRating, rate_game, rate_placement};
use crate::score::Score;

/// A side of a rated game. `K` is the caller's identifier of players.
#[derive(Clone, Debug, PartialEq)]
pub enum Player<K> {
    /// A person.
    Person(K),
    /// A level of the machine.
    Machine(FixedRating),
}

/// A result in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<K> {
    /// The time at which the game ended, in milliseconds since 1970.
    pub at: u64,
    /// The pool in which it counts.
    pub pool: Pool,
    /// The player who had White.
    pub white: Player<K>,
    /// The player who had Black.
    pub black: Player<K>,
    /// White's score.
    pub score: Score,
    /// Whether the result was annulled, as if the game had never been played.
    pub annulled: bool,
}

/// The changes of both sides by a result; `None` for the machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Changes {
    /// White's.
    pub white: Option<Change>,
    /// Black's.
    pub black: Option<Change>,
}

/// The ratings of all players in all pools, from results in the order of the log. The same results give the same ratings, bit for
/// bit, whether they are fed incrementally or replayed.
///
/// Whether a game is rated is decided before it enters the log; here every result counts unless it is annulled.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger<K> {
    players: BTreeMap<K, BTreeMap<Pool, PoolRating>>,
}

impl<K> Default for Ledger<K> {
    fn default() -> Ledger<K> {
        Ledger {
            players: BTreeMap::new(),
        }
    }
}

impl<K: Ord + Clone> Ledger<K> {
    /// A ledger without results.
    #[must_use]
    pub fn new() -> Ledger<K> {
        Ledger::default()
    }

    /// Computes the ratings from the whole log.
    ///
    /// # Errors
    /// Those of [`Ledger::feed`], for the first entry that is refused.
    pub fn replay<'a>(log: impl IntoIterator<Item = &'a Entry<K>>) -> Result<Ledger<K>, LedgerError>
    where
        K: 'a,
    {
        let mut ledger = Ledger::new();
        for entry in log {
            ledger.feed(entry)?;
        }
        Ok(ledger)
    }

    /// Applies the next result. Returns `None` if it is annulled.
    ///
    /// # Errors
    /// The two sides are the same player or two machines, or a machine's rating is out of range. Nothing is changed in that case.
    pub fn feed(&mut self, entry: &Entry<K>) -> Result<Option<Changes>, LedgerError> {
        if entry.annulled {
            return Ok(None);
        }
        let &Entry {
            at, pool, score, ..
        } = entry;
        let changes = match (&entry.white, &entry.black) {
            (Player::Person(white), Player::Person(black)) => {
                if white == black {
                    return Err(LedgerError::SamePlayer);
                }
                let one = self.rating(white, pool, at);
                let other = self.rating(black, pool, at);
                let [one, other] = rate_game(&one, &other, score, at)?;
                self.put(white, pool, &one);
                self.put(black, pool, &other);
                Changes {
                    white: Some(one),
                    black: Some(other),
                }
            }
            (Player::Person(player), &Player::Machine(machine)) => Changes {
                white: Some(self.place(player, machine, entry, score)?),
                black: None,
            },
            (&Player::Machine(machine), Player::Person(player)) => Changes {
                white: None,
                black: Some(self.place(player, machine, entry, score.reversed())?),
            },
            (Player::Machine(_), Player::Machine(_)) => return Err(LedgerError::TwoMachines),
        };
        Ok(Some(changes))
    }

    /// The rating of a player in a pool, if the player has had a rated game there.
    #[must_use]
    pub fn kept(&self, player: &K, pool: Pool) -> Option<&PoolRating> {
        self.players.get(player)?.get(&pool)
    }

    /// A player's rating in a pool: the stored one, or the [first rating](first_rating) at the time `now`.
    #[must_use]
    pub fn rating(&self, player: &K, pool: Pool, now: u64) -> PoolRating {
        let Some(pools) = self.players.get(player) else {
            return PoolRating::START;
        };
        pools.get(&pool).copied().unwrap_or_else(|| {
            let known = pools
                .iter()
                .filter(|(other, _)| other.game == pool.game)
                .map(|(other, rating)| (other.speed, *rating));
            first_rating(pool.speed, known, now)
        })
    }

    /// All stored ratings, ordered by player and pool.
    pub fn iter(&self) -> impl Iterator<Item = (&K, Pool, &PoolRating)> {
        self.players.iter().flat_map(|(player, pools)| {
            pools
                .iter()
                .map(move |(pool, rating)| (player, *pool, rating))
        })
    }

    fn place(
        &mut self,
        player: &K,
        machine: FixedRating,
        entry: &Entry<K>,
        score: Score,
    ) -> Result<Change, LedgerError> {
        let before = self.rating(player, entry.pool, entry.at);
        let change = rate_placement(&before, machine, score, entry.at)?;
        self.put(player, entry.pool, &change);
        Ok(change)
    }

    fn put(&mut self, player: &K, pool: Pool, change: &Change) {
        let after = change.after;
        match self.players.get_mut(player) {
            Some(pools) => {
                pools.insert(pool, after);
            }
            None => {
                self.players
                    .insert(player.clone(), BTreeMap::from([(pool, after)]));
            }
        }
    }
}

#[cfg(test)]
mod tests;
