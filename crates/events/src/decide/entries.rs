//! The players: entries, check-in, byes, withdrawals, forbidden pairs (Regulations, section 2).

use super::{Bodies, one};
use crate::entry::{Body, Fact, RequestedBye};
use crate::event::{Changes, Event, EventPlayer, Phase};
use crate::ids::{PersonId, Who};
use crate::outcome::Absent;
use crate::refusal::{Refusal, Text};
use crate::settings::{Format, MINUTE, MOST_FORBIDDEN};

/// How many times a player can change their mind about byes, and about playing at all, without asking a director. It is limited as
/// each change makes the log longer.
const MOST_BYE_CHANGES: u8 = 20;
const MOST_WITHDRAWALS: u8 = 5;
/// The highest rating that a tournament file has room for.
const HIGHEST_RATING: u16 = 9_999;

impl Event {
    pub(super) fn enter(
        &self,
        now: u64,
        who: Who,
        player: PersonId,
        name: &str,
        rating: Option<u16>,
    ) -> Bodies {
        match self.player_or_staff(who, player) {
            // Staff who play may enter others before the start: nobody is a rival yet.
            Err(Refusal::StaffPlays) if self.phase == Phase::Open => {}
            allowed => allowed?,
        }
        let name = Text::Name.check(name)?;
        match self.players.get(&player) {
            Some(entered) if entered.withdrawn => return Err(Refusal::HasWithdrawn(player)),
            Some(_) => return Err(Refusal::HasEntered(player)),
            None => {}
        }
        if self.seals.iter().any(|(person, _)| *person == player) {
            return Err(Refusal::HasOpenedSeal);
        }
        self.check_return(who, player)?;
        match self.phase {
            Phase::Open if now < self.settings.starts_at => {}
            Phase::Open => return Err(Refusal::EntryClosed),
            _ => self.check_late_entry(now, who)?,
        }
        let most = self.settings.capacity();
        if self.players.len() >= most {
            return Err(Refusal::Full { most });
        }
        self.check_rating(rating)?;
        one(Fact::Entered {
            player,
            name,
            rating,
        })
    }

    /// Checks that a player who withdrew may come back. A player who withdrew by their own decision comes back only by their own, too:
    /// nobody is made to play. A player who has withdrawn too often has to ask a director, who can let them in, but only once.
    fn check_return(&self, who: Who, player: PersonId) -> Result<(), Refusal> {
        let Changes {
            withdrawals,
            left_willingly,
            ..
        } = self.changes_of(player);
        if left_willingly && withdrawals > MOST_WITHDRAWALS {
            return Err(Refusal::LeftForGood(player));
        }
        if withdrawals >= MOST_WITHDRAWALS && self.staff(who).is_err() {
            return Err(Refusal::TooOften);
        }
        let is_own = who == Who::Person(player);
        if left_willingly && !is_own && withdrawals != MOST_WITHDRAWALS {
            return Err(Refusal::LeftWillingly(player));
        }
        Ok(())
    }

    /// Whether a director may let in a player who has withdrawn: not one who left by their own decision, except once after too many changes.
    #[must_use]
    pub fn may_be_let_in(&self, player: PersonId) -> bool {
        let changes = self.changes_of(player);
        !changes.left_willingly || changes.withdrawals == MOST_WITHDRAWALS
    }

    /// Checks that a late entry is possible. It is paired from the next round on, so there must be one.
    fn check_late_entry(&self, now: u64, who: Who) -> Result<(), Refusal> {
        if !self.settings.format.takes_late_entries() || !self.has_more_rounds() {
            return Err(Refusal::EntryClosed);
        }
        match self.arena_end() {
            Some(end) if now >= end => Err(Refusal::EntryClosed),
            Some(_) => Ok(()),
            None => self.staff(who),
        }
    }

    fn check_rating(&self, rating: Option<u16>) -> Result<(), Refusal> {
        if rating.is_some_and(|rating| rating > HIGHEST_RATING) {
            return Err(Refusal::RatingTooHigh);
        }
        let conditions = &self.settings.conditions;
        let low = conditions
            .rating_from
            .is_none_or(|from| rating.is_some_and(|r| r >= from));
        let high = conditions
            .rating_to
            .is_none_or(|to| rating.is_some_and(|r| r <= to));
        if low && high {
            Ok(())
        } else {
            Err(Refusal::Rating)
        }
    }

    pub(super) fn correct_entry(
        &self,
        who: Who,
        player: PersonId,
        name: &str,
        rating: Option<u16>,
    ) -> Bodies {
        self.staff(who)?;
        self.entrant(player)?;
        if self.rounds.len() >= 2 || (self.is_arranged() && !self.rounds.is_empty()) {
            return Err(Refusal::NumbersFixed);
        }
        // The tables and brackets of these formats are built from the starting numbers.
        let fixed = !self.settings.format.takes_late_entries();
        if fixed && self.phase != Phase::Open {
            return Err(Refusal::NumbersFixed);
        }
        let name = Text::Name.check(name)?;
        self.check_rating(rating)?;
        one(Fact::EntryCorrected {
            player,
            name,
            rating,
        })
    }

    /// A player who has not withdrawn.
    pub(crate) fn entrant(&self, player: PersonId) -> Result<&EventPlayer, Refusal> {
        match self.players.get(&player) {
            None => Err(Refusal::NoPlayer(player)),
            Some(entrant) if entrant.withdrawn => Err(Refusal::HasWithdrawn(player)),
            Some(entrant) => Ok(entrant),
        }
    }

    pub(super) fn check_in(&self, now: u64, who: Who, player: PersonId) -> Bodies {
        self.player_or_staff(who, player)?;
        let entrant = self.entrant(player)?;
        if entrant.paused {
            return one(Fact::CheckedIn { player });
        }
        let Some(minutes) = self.settings.check_in_minutes else {
            return Err(Refusal::NoCheckIn);
        };
        if entrant.checked_in {
            return Err(Refusal::HasCheckedIn(player));
        }
        let from = self
            .settings
            .starts_at
            .saturating_sub(u64::from(minutes) * MINUTE);
        if now < from {
            return Err(Refusal::NoCheckIn);
        }
        one(Fact::CheckedIn { player })
    }

    pub(super) fn withdraw(&self, who: Who, player: PersonId) -> Bodies {
        self.player_or_staff(who, player)?;
        self.entrant(player)?;
        let mut bodies = vec![Body::Fact(Fact::Withdrawn { player })];
        // An arranged game that has not begun will not be played.
        if self.is_arranged() {
            let lost = self.unstarted_games(player).map(|(game, side)| {
                Body::Fact(Fact::Defaulted {
                    game: game.id,
                    absent: match side {
                        crate::Side::White => Absent::White,
                        crate::Side::Black => Absent::Black,
                    },
                })
            });
            bodies.extend(lost);
        }
        Ok(bodies)
    }

    /// Undoes a withdrawal, as long as there is a round to come, or there are games that can be given back.
    pub(super) fn reinstate(&self, who: Who, player: PersonId) -> Bodies {
        if who != Who::Person(player) || !self.left_willingly(player) {
            self.staff(who)?;
        }
        self.running()?;
        let entrant = (self.players.get(&player)).ok_or(Refusal::NoPlayer(player))?;
        if !entrant.withdrawn {
            return Ok(Vec::new());
        }
        if !self.has_more_rounds() && !self.is_arranged() {
            return Err(Refusal::NoMoreRounds);
        }
        self.check_return(who, player)?;
        one(Fact::Reinstated { player })
    }

    pub(super) fn set_bye(
        &self,
        who: Who,
        player: PersonId,
        round: u16,
        bye: Option<RequestedBye>,
    ) -> Bodies {
        self.player_or_staff(who, player)?;
        let entrant = self.entrant(player)?;
        // The number of rounds may turn out smaller, if few enter.
        let last = self.last_bye_round().ok_or(Refusal::NoByes)?;
        if round < self.next_round() || round > last {
            return Err(Refusal::RoundPaired(round));
        }
        if bye == Some(RequestedBye::Half) {
            if round == last {
                return Err(Refusal::LastRound);
            }
            let most = self.settings.half_point_byes;
            if entrant.half_point_byes(round) >= usize::from(most) {
                return Err(Refusal::ByesUsed { most });
            }
        }
        if Event::requested_bye(entrant, round) == bye {
            return Ok(Vec::new());
        }
        if self.changes_of(player).byes >= MOST_BYE_CHANGES && self.staff(who).is_err() {
            return Err(Refusal::TooOften);
        }
        one(Fact::ByeSet { player, round, bye })
    }

    pub(super) fn forbid_pair(&self, who: Who, players: [PersonId; 2], forbidden: bool) -> Bodies {
        self.staff(who)?;
        let [one_player, other] = players;
        if one_player == other {
            return Err(Refusal::SamePlayer);
        }
        for player in players {
            if !self.plays(player) {
                return Err(Refusal::NoPlayer(player));
            }
        }
        if !matches!(self.settings.format, Format::Swiss { .. }) {
            return Err(Refusal::Format);
        }
        if !self.has_more_rounds() {
            return Err(Refusal::NoMoreRounds);
        }
        let mut pair = players;
        pair.sort_unstable();
        if self.forbidden.contains(&pair) == forbidden {
            return Ok(Vec::new());
        }
        if forbidden && self.forbidden.len() >= MOST_FORBIDDEN {
            return Err(Refusal::TooManyForbidden);
        }
        one(Fact::PairForbidden { players, forbidden })
    }
}
