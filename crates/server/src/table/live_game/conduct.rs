//! Players who walk out of a game that the lobby has made, or do not come to it.

use manifold_rules::board::Color;

use super::{GameState, LiveGame, Prepared};
use crate::ids::PlayerId;
use crate::table::conduct::Conduct;
use crate::table::event::{EventKind, GameEnd, OtherEvent};

/// With a turn of each player a game has begun.
const LEAST_PLIES: u32 = 2;
/// Plies after which a game counts as played even if a player gives up; before that, only if it ends on the board.
const PLAYED_PLIES: u32 = 10;
/// Time without a move after which a player counts as away, in milliseconds. Giving up against an absent opponent is no fault. Does not
/// apply to correspondence games, in which nobody has to be here.
const PATIENCE_MS: u64 = 20_000;

impl GameState {
    /// The player who still has to begin a game that the lobby has made: both were there when it was. A correspondence game has
    /// its days for a move.
    pub(crate) fn beginner(&self) -> Option<Color> {
        let is_waited_for =
            self.info.paired && !self.info.is_correspondence() && self.referee.ply() < LEAST_PLIES;
        self.actor().filter(|_| is_waited_for)
    }

    /// The event for a player whose time has run out: the game is lost. A correspondence game that has not begun is aborted instead,
    /// like a paired game that a player does not come to.
    pub(crate) fn overstepped(&self, color: Color) -> OtherEvent {
        let has_begun = self.referee.ply() >= LEAST_PLIES || self.info.event.is_some();
        match has_begun || !self.info.is_correspondence() {
            true => OtherEvent::Flagged { color },
            false => OtherEvent::Aborted { by: color },
        }
    }
}

impl LiveGame {
    /// For how long, in milliseconds without outages, the player to act has been waited for.
    fn waited(&self, now: u64) -> u64 {
        let last = self.log.actions().next_back().map(|(_, at, _)| at);
        let since = last.unwrap_or(self.state.info.created_at);
        let served = |at| self.state.outages.served(at);
        served(now).saturating_sub(served(since))
    }

    /// For how much longer, in milliseconds, the player who still has to begin is waited for; `patience` is each player's time.
    pub(crate) fn left_to_begin(&self, patience: u64, now: u64) -> Option<u64> {
        self.state.beginner()?;
        Some(patience.saturating_sub(self.waited(now)))
    }

    /// The conduct of the players to be noted, if the prepared event ends a game that the lobby has made.
    pub(crate) fn conduct(&self, prepared: &Prepared) -> Option<Conduct> {
        let end = prepared.state.end.filter(|_| self.state.end.is_none())?;
        let state = &self.state;
        if !state.info.paired {
            return None;
        }
        let (white, black) = (state.info.white.id()?, state.info.black.id()?);
        let ply = prepared.state.referee.ply();
        if state.referee.ply() >= LEAST_PLIES && end != GameEnd::Aborted {
            let by_the_board = matches!(prepared.event.kind, EventKind::Action { .. });
            let is_played = by_the_board || ply >= PLAYED_PLIES;
            return is_played.then_some(Conduct::Played([white, black]));
        }
        let waited = self.waited(prepared.event.at);
        let by = match prepared.event.kind {
            EventKind::Other(OtherEvent::Aborted { by })
                if waited >= PATIENCE_MS && !state.info.is_correspondence() =>
            {
                state.actor().unwrap_or(by)
            }
            EventKind::Other(OtherEvent::Aborted { by }) => by,
            EventKind::Other(OtherEvent::Resigned { color }) => color,
            EventKind::Other(OtherEvent::Claimed { by, .. }) => by.other(),
            _ => return None,
        };
        Some(Conduct::WalkedOut(player(state, by)?))
    }
}

fn player(state: &GameState, color: Color) -> Option<PlayerId> {
    state.info.player(color).id()
}
