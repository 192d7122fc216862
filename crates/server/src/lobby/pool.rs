//! The seeks that wait, and who is paired with whom.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

use moka::sync::Cache;

use super::member::MemberId;
use super::seek::{Cell, Meanwhile, Seek};
use crate::ids::{GameId, PlayerId, SeekId};
use crate::network::{times_site, widest_of};
use crate::store::PlayerRatings;
use crate::table::info::ShownRating;

/// Maximum number of seeks of one player, of one network (eight times as many for an IPv6 /48), and in total.
const PER_PLAYER: usize = 5;
const PER_NETWORK: usize = 20;
const ALTOGETHER: usize = 10_000;
/// Time for which the last opponent of a player is remembered: longer than their game.
const MET: Duration = Duration::from_secs(86_400);
/// Maximum number of players whose last opponent is remembered.
const MOST_MET: u64 = 100_000;
/// Seeks of one cell that are looked at again in one beat.
const LOOKED_AT: usize = 100;

/// Why a seek is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeekError {
    /// The player has the maximum number of seeks already.
    TooMany,
    /// There are too many in the lobby, or from this network.
    Full,
    /// The seek no longer exists.
    Gone,
    /// Its owner plays the computer until somebody comes who looks for the same.
    PlaysMeanwhile,
    /// The other player has left.
    NobodyLeft,
    /// It is the player's own.
    Own,
    /// The player's rating is outside the seeker's range.
    NotWanted,
}

/// Two players who will play each other: the one who came first, and the other.
#[derive(Debug)]
pub(crate) struct Pair(pub(crate) Seek, pub(crate) Seek);

/// The result of a look at those who wait.
#[derive(Debug)]
pub(crate) enum Found {
    /// Two who will play each other.
    Pair(Pair),
    /// An opponent has come for a player who plays the computer meanwhile, or, if that is false, has gone.
    Asked(Seek, bool),
}

/// The seeks that wait.
pub(crate) struct Pool {
    cells: HashMap<Cell, Vec<Seek>>,
    all: usize,
    /// The last opponent of each player.
    met: Cache<PlayerId, PlayerId>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            cells: HashMap::new(),
            all: 0,
            met: Cache::builder()
                .max_capacity(MOST_MET)
                .time_to_live(MET)
                .build(),
        }
    }
}

impl Pool {
    /// All seeks, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Seek> {
        self.cells.values().flatten()
    }

    /// Whether any of these players has a seek.
    pub(crate) fn has_any_of(&self, players: &HashSet<PlayerId>) -> bool {
        !players.is_empty() && self.iter().any(|seek| players.contains(&seek.player()))
    }

    /// The number of seeks in each cell, without those of players who are `hidden`.
    pub(crate) fn counts(&self, hidden: &HashSet<PlayerId>) -> Vec<(Cell, usize)> {
        let cells = self.cells.iter().map(|(cell, seeks)| {
            let shown = seeks.iter().filter(|seek| !hidden.contains(&seek.player()));
            (cell.clone(), shown.count())
        });
        cells.filter(|(_, count)| *count > 0).collect()
    }

    /// At most this many seeks, newest first, without those of players who are `hidden`.
    pub(crate) fn latest(&self, most: usize, hidden: &HashSet<PlayerId>) -> Vec<Seek> {
        let latest = |seek: &&Seek| Reverse(seek.since);
        let shown = self.iter().filter(|seek| !hidden.contains(&seek.player()));
        let mut seeks: Vec<&Seek> = shown.collect();
        if seeks.len() > most {
            // All of them would be sorted for nothing.
            seeks.select_nth_unstable_by_key(most, latest);
            seeks.truncate(most);
        }
        seeks.sort_by_key(latest);
        seeks.into_iter().cloned().collect()
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.all
    }

    /// The player's staying seek for exactly the same, if there is one already.
    pub(crate) fn staying(&self, seek: &Seek) -> Option<SeekId> {
        let same = self
            .iter()
            .find(|one| one.stays() && one.is_same_wish(seek));
        same.map(|one| one.id)
    }

    /// The seeks of a player that wait whether their owner is here or not, newest first.
    pub(crate) fn staying_of(&self, player: PlayerId) -> Vec<Seek> {
        let staying = self
            .iter()
            .filter(|seek| seek.stays() && seek.player() == player);
        let mut staying: Vec<Seek> = staying.cloned().collect();
        staying.sort_by_key(|seek| Reverse(seek.since));
        staying
    }

    /// Adds a seek, or pairs it with a waiting one: the nearest in rating and, among equals, the one that has waited longest.
    pub(crate) fn add(&mut self, seek: Seek, now: u64) -> Result<Option<Pair>, SeekError> {
        let of_player = |one: &&Seek| one.player() == seek.player();
        if self.iter().filter(of_player).count() >= PER_PLAYER {
            return Err(SeekError::TooMany);
        }
        let network = seek.seeker.network;
        let of_network = |one: &&Seek| one.seeker.network == network;
        let of_site = |one: &&Seek| widest_of(one.seeker.network) == widest_of(network);
        let is_full = self.all >= ALTOGETHER
            || self.iter().filter(of_network).count() >= PER_NETWORK
            || self.iter().filter(of_site).count() >= times_site(PER_NETWORK);
        if is_full {
            return Err(SeekError::Full);
        }
        if let Some(other) = self.opponent(&seek, now) {
            return Ok(Some(self.pair(other, seek)));
        }
        self.put(seek);
        Ok(None)
    }

    /// Puts a seek among those that wait: one that was there before the server stopped.
    pub(crate) fn put(&mut self, seek: Seek) {
        self.all += 1;
        self.cells.entry(seek.cell.clone()).or_default().push(seek);
    }

    /// Accepts a waiting seek on behalf of a player who wants to play exactly that.
    pub(crate) fn accept(&mut self, id: SeekId, own: Seek) -> Result<Pair, SeekError> {
        let found = self.iter().find(|seek| seek.id == id);
        let found = found.ok_or(SeekError::Gone)?.clone();
        if found.player() == own.player() {
            return Err(SeekError::Own);
        }
        // A blocked player is not told.
        if found.is_apart(&own) {
            return Err(SeekError::Gone);
        }
        if !found.fits(&own) {
            return Err(SeekError::NotWanted);
        }
        if found.meanwhile.is_some() {
            return Err(SeekError::PlaysMeanwhile);
        }
        Ok(self.pair(found, own))
    }

    /// Sets the game that the owner of a seek plays until an opponent comes, or `None` when the owner is free again. Returns
    /// whether the seek exists.
    pub(crate) fn play_meanwhile(
        &mut self,
        member: MemberId,
        id: SeekId,
        game: Option<GameId>,
    ) -> bool {
        let meanwhile = game.map(|game| Meanwhile {
            game,
            is_asked: false,
        });
        let own = self.own(member, id);
        own.map(|seek| seek.meanwhile = meanwhile).is_some()
    }

    /// The owner of a seek leaves the game against the computer for the opponent who has come. If they have gone, nothing changes.
    pub(crate) fn come(
        &mut self,
        member: MemberId,
        id: SeekId,
        now: u64,
    ) -> Result<Pair, SeekError> {
        let own = self.own(member, id).ok_or(SeekError::Gone)?.clone();
        let other = self.opponent(&own, now).ok_or(SeekError::NobodyLeft)?;
        Ok(self.pair(other, own))
    }

    /// A seek that lives as long as the member's socket. Seeks that stay are excluded, as nothing would tell that their owner is
    /// free again.
    fn own(&mut self, member: MemberId, id: SeekId) -> Option<&mut Seek> {
        let mut seeks = self.cells.values_mut().flatten();
        seeks.find(|seek| seek.id == id && seek.seeker.member == member && !seek.stays())
    }

    /// The seek with which a seek can be paired now, among those whose owners are free.
    fn opponent(&self, seek: &Seek, now: u64) -> Option<Seek> {
        let waiting = self.cells.get(&seek.cell)?;
        let is_free = |one: &&Seek| one.meanwhile.is_none();
        // Opponents for either of two players who have just met, regardless of the rating difference, which waiting will overcome.
        let somebody_else = |one: &Seek| {
            let mut others = waiting.iter().filter(is_free);
            others.any(|other| {
                let is_for = |player: &Seek| {
                    player.fits(other) && !self.have_met(player.player(), other.player())
                };
                is_for(seek) || is_for(one)
            })
        };
        waiting
            .iter()
            .filter(is_free)
            .filter(|other| other.id != seek.id && seek.fits(other) && seek.meets(other, now))
            .filter(|other| !self.have_met(seek.player(), other.player()) || !somebody_else(other))
            .min_by_key(|other| (seek.distance(other), other.since))
            .cloned()
    }

    fn have_met(&self, one: PlayerId, other: PlayerId) -> bool {
        self.met.get(&one) == Some(other) || self.met.get(&other) == Some(one)
    }

    /// Pairs a waiting seek with another, which may be waiting too. A player of a game with a running clock waits for no other such
    /// game from now on; correspondence games can be played alongside others.
    fn pair(&mut self, first: Seek, second: Seek) -> Pair {
        let players = [first.player(), second.player()];
        let ids = [first.id, second.id];
        let is_slow = first.cell.is_correspondence();
        self.retain(|seek| {
            let is_beside = is_slow || seek.cell.is_correspondence();
            !ids.contains(&seek.id) && (is_beside || !players.contains(&seek.player()))
        });
        self.met.insert(players[0], players[1]);
        self.met.insert(players[1], players[0]);
        Pair(first, second)
    }

    /// Checks the waiting seeks again: the longer they wait, the greater the rating difference they accept. An owner who is playing
    /// the computer is not paired but asked. In a large cell each call checks a different part.
    pub(crate) fn look(&mut self, now: u64) -> Vec<Found> {
        let part = |cell: &Vec<Seek>| -> Vec<Seek> {
            let parts = cell.len().div_ceil(LOOKED_AT);
            let beat = usize::try_from(now / 1_000).unwrap_or(0);
            let begin = beat % parts.max(1) * LOOKED_AT;
            cell.iter().skip(begin).take(LOOKED_AT).cloned().collect()
        };
        let looked_at: Vec<Seek> = self.cells.values().flat_map(part).collect();
        let (meanwhile, free): (Vec<_>, Vec<_>) =
            (looked_at.into_iter()).partition(|seek| seek.meanwhile.is_some());
        let mut found = Vec::new();
        for seek in free {
            // It may be paired by now.
            let cell = self.cells.get(&seek.cell);
            let waits = cell.is_some_and(|cell| cell.iter().any(|one| one.id == seek.id));
            if let Some(other) = self.opponent(&seek, now).filter(|_| waits) {
                found.push(Found::Pair(self.pair(other, seek)));
            }
        }
        // After the others, for those who are still alone then.
        for seek in meanwhile {
            let is_there = self.opponent(&seek, now).is_some();
            let own = self.own(seek.seeker.member, seek.id);
            if let Some(Meanwhile { is_asked, .. }) = own.and_then(|own| own.meanwhile.as_mut())
                && *is_asked != is_there
            {
                *is_asked = is_there;
                found.push(Found::Asked(seek, is_there));
            }
        }
        found
    }

    /// The players whose seeks stay, in one cell or in all, as far as they have ratings.
    pub(crate) fn away(&self, cell: Option<&Cell>) -> Vec<PlayerId> {
        let is_rated = |seek: &&Seek| {
            seek.stays()
                && seek.seeker.person.rating.is_some()
                && cell.is_none_or(|cell| seek.cell == *cell)
        };
        let players: HashSet<PlayerId> = self.iter().filter(is_rated).map(Seek::player).collect();
        players.into_iter().collect()
    }

    /// Updates the ratings of seeks that stay to a time in milliseconds since 1970. Returns whether any has changed.
    pub(crate) fn rate_again(
        &mut self,
        ratings: &HashMap<PlayerId, PlayerRatings>,
        now: u64,
    ) -> bool {
        let mut has_changed = false;
        for seek in self.cells.values_mut().flatten() {
            let known = ratings.get(&seek.player()).filter(|_| seek.stays());
            let Some((known, pool)) = known.zip(seek.cell.strength()) else {
                continue;
            };
            if let Some(rating) = &mut seek.seeker.person.rating {
                let present = ShownRating::of(&known.in_pool(pool, now), now);
                has_changed |= std::mem::replace(rating, present) != present;
            }
        }
        has_changed
    }

    /// Keeps the seeks of one player from the other from now on.
    pub(crate) fn keep_apart(&mut self, one: PlayerId, other: PlayerId) {
        let seeks = self.cells.values_mut().flatten();
        for seek in seeks.filter(|seek| seek.player() == one) {
            // Somebody may block the same player again and again.
            if !seek.seeker.apart.contains(&other) {
                seek.seeker.apart.push(other);
            }
        }
    }

    /// Neither of two players blocks the other any more: their seeks can be paired, but not rated ones if they are `one_person`.
    pub(crate) fn bring_together(&mut self, one: PlayerId, other: PlayerId, one_person: bool) {
        let seeks = self.cells.values_mut().flatten();
        for seek in seeks.filter(|seek| !(one_person && seek.cell.rated)) {
            if let Some(other) = other_of(seek.player(), [one, other]) {
                seek.seeker.apart.retain(|player| *player != other);
            }
        }
    }

    /// Withdraws a seek of a member, or one of the player's that stays; says whether there was one.
    pub(crate) fn withdraw(&mut self, member: MemberId, player: PlayerId, id: SeekId) -> bool {
        self.remove(|seek| {
            let is_own = seek.seeker.member == member || (seek.stays() && seek.player() == player);
            is_own && seek.id == id
        })
    }

    /// Withdraws all seeks of a member except those that stay.
    pub(crate) fn leave(&mut self, member: MemberId) -> bool {
        self.remove(|seek| seek.seeker.member == member && !seek.stays())
    }

    /// Withdraws all seeks of a player who will not come back.
    pub(crate) fn forget(&mut self, player: PlayerId) -> bool {
        self.remove(|seek| seek.player() == player)
    }

    /// Withdraws some seeks; says whether there were any.
    fn remove(&mut self, which: impl Fn(&Seek) -> bool) -> bool {
        let before = self.all;
        self.retain(|seek| !which(seek));
        self.all < before
    }

    fn retain(&mut self, keeps: impl Fn(&Seek) -> bool) {
        self.cells.retain(|_, cell| {
            cell.retain(&keeps);
            !cell.is_empty()
        });
        self.all = self.cells.values().map(Vec::len).sum();
    }
}

/// The other one of two players; `None` if `player` is neither.
pub(super) fn other_of(player: PlayerId, [one, other]: [PlayerId; 2]) -> Option<PlayerId> {
    match player {
        player if player == one => Some(other),
        player if player == other => Some(one),
        _ => None,
    }
}
