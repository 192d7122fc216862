//! What follows from the state of an event: used to decide on commands, and to find what is due.

use super::{Event, EventGame, EventPlayer, How, Phase, Round, Ruling, RulingState};
use crate::deadline::{APPEAL_MS, ARENA_CALL_MS, CALL_MS, RESTART_MS};
use crate::entry::{RequestedBye, Terms};
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::Side;
use crate::settings::{Control, Format, MINUTE, MOST_ROUNDS, Schedule};

/// The pause before a round without a time of its own, or whose time has passed, in an event with a timetable.
const REST: u64 = 5 * MINUTE;

impl Event {
    /// Whether nothing more can happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(
            self.phase,
            Phase::Finished | Phase::Cancelled | Phase::Annulled
        )
    }

    /// Whether a person plays in the event: has entered, and has not withdrawn before it started.
    #[must_use]
    pub fn plays(&self, person: PersonId) -> bool {
        self.players.contains_key(&person)
    }

    /// The arbiter who decides for the whole event (whether it counts, whether a round is paired early): the Chief Arbiter, or the deputy
    /// if the Chief Arbiter plays; `None` if both play.
    #[must_use]
    pub fn presiding_arbiter(&self) -> Option<PersonId> {
        let arbiters = [self.chief_arbiter, self.deputy];
        arbiters.into_iter().find(|arbiter| !self.plays(*arbiter))
    }

    /// The number of the round that is to be paired next.
    #[must_use]
    pub fn next_round(&self) -> u16 {
        u16::try_from(self.rounds.len() + 1).unwrap_or(u16::MAX)
    }

    /// Whether a player can be paired in a round.
    pub(crate) fn is_available(&self, player: &EventPlayer, round: u16) -> bool {
        !player.withdrawn && self.is_present(player) && !player.byes.contains_key(&round)
    }

    /// Whether a player has checked in; true in an event without check-in.
    pub(crate) fn is_present(&self, player: &EventPlayer) -> bool {
        self.settings.check_in_minutes.is_none() || player.checked_in
    }

    /// The bye that a player has asked for in a round.
    pub(crate) fn requested_bye(player: &EventPlayer, round: u16) -> Option<RequestedBye> {
        player.byes.get(&round).copied()
    }

    /// The last round in which there may be a bye on request, as far as the number of rounds is known; `None` in a format without such
    /// byes.
    pub(crate) fn last_bye_round(&self) -> Option<u16> {
        match self.settings.format {
            Format::Swiss { rounds } => Some(self.rounds_planned.or(rounds).unwrap_or(MOST_ROUNDS)),
            _ => None,
        }
    }

    /// How many players have not withdrawn.
    pub(crate) fn in_the_field(&self) -> usize {
        self.players
            .values()
            .filter(|player| !player.withdrawn)
            .count()
    }

    /// Whether a player who has not withdrawn has games to play beyond those that have started.
    pub(crate) fn has_games_to_come(&self, player: PersonId) -> bool {
        match self.is_arranged() {
            true => self.unstarted_games(player).next().is_some(),
            false => self.has_more_rounds(),
        }
    }

    /// The games of a player that have not started and have no result, with the player's side.
    pub(crate) fn unstarted_games(
        &self,
        player: PersonId,
    ) -> impl Iterator<Item = (&EventGame, Side)> {
        let games = self
            .games
            .values()
            .filter(|game| !game.replaced && game.result.is_none() && game.started.is_none());
        games.filter_map(move |game| Some((game, game.side(player)?)))
    }

    /// Whether it is an arena.
    pub(crate) fn is_arena(&self) -> bool {
        matches!(self.settings.format, Format::Arena { .. })
    }

    /// Whether the players arrange the times of their games.
    pub(crate) fn is_arranged(&self) -> bool {
        self.settings.format.deadline().is_some()
    }

    /// The last millisecond in which an arranged game can begin.
    pub(crate) fn arranged_deadline(&self) -> Option<u64> {
        let end = self.settings.format.deadline()?;
        let length = end.saturating_sub(self.started_at);
        Some(self.outages.deadline(self.started_at, length))
    }

    /// The start of the next round, if it is paired now. Tie-break games of a knock-out are rounds, too, but have no times of their own.
    pub(crate) fn round_start(&self, now: u64, breaks_ties: bool) -> u64 {
        let before = match self.settings.format {
            Format::KnockOut { games, third_place } => self.games_before(games, third_place),
            _ => self.rounds.len(),
        };
        let Some(later) = before.checked_sub(1) else {
            return now.max(self.settings.starts_at);
        };
        if breaks_ties && matches!(self.settings.schedule, Schedule::Times { .. }) {
            return now + REST;
        }
        match (&self.settings.format, &self.settings.schedule) {
            (Format::Arena { .. }, _) => now,
            (_, Schedule::After { minutes }) => now + u64::from(*minutes) * crate::settings::MINUTE,
            (_, Schedule::Times { times }) => {
                let time = times.get(later).copied();
                time.filter(|time| *time >= now).unwrap_or(now + REST)
            }
        }
    }

    /// A game that counts.
    pub(crate) fn board(&self, game: GameId) -> Option<&EventGame> {
        self.games.get(&game).filter(|game| !game.replaced)
    }

    /// The games of a round that count.
    pub(crate) fn boards(&self, round: &Round) -> impl Iterator<Item = &EventGame> {
        round.boards.iter().filter_map(|game| self.games.get(game))
    }

    /// Whether every result of a round is final.
    #[must_use]
    pub fn is_round_final(&self, round: &Round) -> bool {
        self.boards(round).all(|game| game.is_final)
    }

    /// Whether every result so far is final.
    pub(crate) fn is_all_final(&self) -> bool {
        self.pending.is_empty()
    }

    /// Whether there is a round after those that are paired, as far as the number of rounds is known.
    pub(crate) fn has_more_rounds(&self) -> bool {
        self.rounds_planned
            .is_none_or(|rounds| self.rounds.len() < usize::from(rounds))
    }

    /// The last millisecond in which a player can arrive at a game that has started, by the default time of the game's own clocks.
    #[must_use]
    pub fn default_deadline(&self, game: &EventGame) -> Option<u64> {
        let started = game.started?;
        let time = match game.terms {
            Terms::Usual => self.settings.default_time(),
            Terms::Rapid => Control::Rapid.default_minutes() * MINUTE,
            Terms::Blitz | Terms::Armageddon => Control::Blitz.default_minutes() * MINUTE,
        };
        Some(self.outages.deadline(started, time))
    }

    /// The last millisecond in which a player who has said "now" waits for the opponent in an arranged game: the default time, but not
    /// beyond the deadline, and around an appointment until it is missed. `None` if the player has never said "now", or the game has
    /// started or waits for both to come back.
    #[must_use]
    pub fn waits_until(&self, game: &EventGame, side: Side) -> Option<u64> {
        if game.started.is_some() || game.is_awaited() || !self.is_arranged() {
            return None;
        }
        let at = game.arrived[side as usize]?;
        let time = self.settings.default_time();
        let appointment = game
            .appointment
            .filter(|appointed| at >= appointed.saturating_sub(time));
        let starts = [Some(at), appointment].into_iter().flatten();
        let end = starts.map(|start| self.outages.deadline(start, time)).max();
        match game.appointment {
            Some(_) => end,
            None => end.min(self.arranged_deadline().or(end)),
        }
    }

    /// The time at which the clocks of a resumed or replayed game start, if its players are not back sooner.
    #[must_use]
    pub fn restart(&self, game: &EventGame) -> Option<u64> {
        let (since, _) = game.awaited?;
        Some(self.outages.deadline(since, RESTART_MS))
    }

    /// The last millisecond of an appeal against a ruling.
    #[must_use]
    pub fn appeal_deadline(&self, ruling: &Ruling) -> u64 {
        self.outages.deadline(ruling.at, APPEAL_MS)
    }

    /// The time at which a call made at `at` no longer stops the clocks, if nobody answers.
    #[must_use]
    pub fn call_end(&self, at: u64) -> u64 {
        let longest = match self.is_arena() {
            true => ARENA_CALL_MS,
            false => CALL_MS,
        };
        self.outages.deadline(at, longest)
    }

    /// The time at which an unanswered call no longer holds up the result: 30 minutes after it, and after the end of the game.
    pub(crate) fn call_lapse(&self, call: EntryNumber) -> Option<u64> {
        let call = self.calls.get(&call).filter(|call| call.open)?;
        let ended_at = self.games.get(&call.game)?.ended_at?;
        Some(self.outages.deadline(call.at.max(ended_at), APPEAL_MS) + 1)
    }

    /// The open calls about a game.
    pub(crate) fn open_calls<'a>(
        &'a self,
        game: &'a EventGame,
    ) -> impl Iterator<Item = EntryNumber> + 'a {
        let is_open = |call: &EntryNumber| self.calls.get(call).is_some_and(|call| call.open);
        game.calls.iter().flatten().copied().filter(is_open)
    }

    /// The rulings about a game that await a decision.
    pub(crate) fn waiting_rulings<'a>(
        &'a self,
        game: &'a EventGame,
    ) -> impl Iterator<Item = (EntryNumber, &'a Ruling)> + 'a {
        let rulings = game.rulings.iter();
        rulings
            .filter_map(|n| Some((*n, self.rulings.get(n)?)))
            .filter(|(_, ruling)| ruling.is_waiting())
    }

    /// The time at which the result of a game becomes final if nothing else happens (Regulations, section 5).
    pub(crate) fn final_at(&self, game: &EventGame) -> Option<u64> {
        let ended_at = game.ended_at?;
        let about_the_result = |ruling: &&Ruling| ruling.outcome.is_about_the_result();
        let rulings = game.rulings.iter().filter_map(|n| self.rulings.get(n));
        let rulings = rulings.filter(about_the_result);
        if game.result.is_none()
            || game.is_final
            || game.replaced
            || self.open_calls(game).next().is_some()
            || rulings.clone().any(Ruling::is_waiting)
        {
            return None;
        }
        let by_itself = match game.how {
            Some(How::Adjudication) => ended_at,
            _ => {
                let alone = self.outages.deadline(ended_at, APPEAL_MS) + 1;
                let round = self.round_ended_at(game.round);
                round.map_or(alone, |end| end.min(alone))
            }
        };
        // A ruling may have resumed the game, and its time to appeal may end after the game's own result would become final.
        let open = rulings.filter(|ruling| ruling.state == RulingState::Open);
        let unappealed = open.map(|ruling| self.appeal_deadline(ruling) + 1);
        Some(unappealed.fold(by_itself, u64::max))
    }

    /// The time at which the last game of a round ended, if all have.
    fn round_ended_at(&self, round: u16) -> Option<u64> {
        let round = self.rounds.get(usize::from(round).checked_sub(1)?)?;
        self.boards(round)
            .map(|game| game.ended_at.filter(|_| game.result.is_some()))
            .try_fold(0, |last, end| Some(last.max(end?)))
    }

    /// The time from which no appeal can be made any more, at least `now`; `None` while one is undecided.
    pub(crate) fn appeals_end(&self, now: u64) -> Option<u64> {
        let counts = |ruling: &&Ruling| self.board(ruling.game).is_some();
        let mut undecided = self.rulings.values().filter(counts);
        undecided.try_fold(now, |end, ruling| match ruling.state {
            RulingState::Open => Some(end.max(self.appeal_deadline(ruling) + 1)),
            RulingState::Appealed | RulingState::Remitted { .. } => None,
            _ => Some(end),
        })
    }

    /// The end of an arena.
    pub(crate) fn arena_end(&self) -> Option<u64> {
        match self.settings.format {
            Format::Arena { minutes } => {
                let length = u64::from(minutes) * crate::settings::MINUTE;
                Some(self.started_at.saturating_add(length))
            }
            _ => None,
        }
    }
}
