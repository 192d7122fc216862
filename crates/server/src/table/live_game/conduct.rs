//! Who walks out of a game that the lobby has made.

use super::{GameState, LiveGame, Prepared};
use crate::ids::PlayerId;
use crate::table::conduct::Conduct;
use crate::table::event::{EventKind, GameEnd, OtherEvent};

/// With a turn of each player a game has begun.
const LEAST_PLIES: u32 = 2;
/// Whoever has not moved for so long, in milliseconds, is not there: if the other gives up then, it is no fault of theirs.
const PATIENCE_MS: u64 = 20_000;

impl LiveGame {
    /// What is to be noted of the players with what was prepared, if it ends a game that the lobby has made.
    pub(crate) fn conduct(&self, prepared: &Prepared) -> Option<Conduct> {
        let end = prepared.state.end.filter(|_| self.state.end.is_none())?;
        let state = &self.state;
        if !state.info.paired {
            return None;
        }
        let (white, black) = (state.info.white.id()?, state.info.black.id()?);
        let has_begun = state.referee.ply() >= LEAST_PLIES;
        if has_begun && end != GameEnd::Aborted {
            return Some(Conduct::Played([white, black]));
        }
        let last = self.log.entry(self.n()).map(|entry| entry.at);
        let waited = prepared
            .event
            .at
            .saturating_sub(last.unwrap_or(state.info.created_at));
        let by = match prepared.event.kind {
            EventKind::Other(OtherEvent::Aborted { by }) if waited >= PATIENCE_MS => {
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

fn player(state: &GameState, color: manifold_rules::board::Color) -> Option<PlayerId> {
    state.info.player(color).id()
}
