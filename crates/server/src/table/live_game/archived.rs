//! A finished game for the archive.

use manifold_rules::viewer::Viewer;

use super::{Entry, GameState, LiveGame, Prepared, What};
use crate::table::archived::{ArchivedGame, OPENING, OpeningAction, public_sides};
use crate::table::event::GameEnd;
use crate::table::live_game::log::PlayedAction;

impl LiveGame {
    /// The game for the archive, if the prepared event ends one that everybody may find.
    pub(crate) fn archived_by(&self, prepared: &Prepared) -> Option<ArchivedGame> {
        if self.state.info.event.is_some() {
            let opens = prepared.state.is_open() && !self.state.is_open();
            let ended = prepared.state.ordered.ended.filter(|_| opens)?;
            return self.archived(&prepared.state, None, ended.0);
        }
        match self.state.end {
            None => self.archived(&prepared.state, Some(&prepared.entry), prepared.event.at),
            Some(_) => None,
        }
    }

    /// The same for a game that is over already. It ended with the last event that is not an agreement made after the end.
    pub(crate) fn archived_now(&self) -> Option<ArchivedGame> {
        let mut ended = self
            .log
            .entries()
            .filter(|(_, entry)| !entry.is_after_end());
        let ended_at = ended.next_back()?.1.at;
        self.archived(&self.state, None, ended_at)
    }

    /// All actions that count in machine notation, with their secrets, and the time left on the clock after each. Only for a
    /// game that is over.
    pub(crate) fn all_actions(&self) -> (Vec<String>, Option<Vec<u64>>) {
        debug_assert!(self.state.end.is_some());
        let actions = self.log.actions().map(|(_, _, action)| action);
        let clocks = actions.clone().map(|action| action.clock_ms).collect();
        (
            actions
                .map(|action| action.action.reveal().to_string())
                .collect(),
            clocks,
        )
    }

    /// A game as it stands in `state`, after an entry that is not in the log yet.
    fn archived(
        &self,
        state: &GameState,
        next: Option<&Entry>,
        ended_at: u64,
    ) -> Option<ArchivedGame> {
        // Without a result there is nothing to be found.
        let end = state
            .end
            .filter(|end| !matches!(end, GameEnd::Aborted | GameEnd::Forfeited { .. }))?;
        let (white, black) = public_sides(&state.info)?;
        let next = next.and_then(|entry| match &entry.what {
            What::Action(action) => Some(&**action),
            What::Other(_) => None,
        });
        let before = self.log.actions().map(|(_, _, action)| action);
        let last = next.or_else(|| self.log.actions().next_back().map(|(_, _, action)| action));
        Some(ArchivedGame {
            ended_at,
            variant: state.info.variant,
            start: state.info.start,
            white,
            black,
            result: end.result(),
            plies: state.referee.ply(),
            rated: state.info.rated,
            opening: before
                .chain(next)
                .take(OPENING)
                .map(opening_action)
                .collect(),
            position: state.referee.view(Viewer::Referee).to_string(),
            last: last
                .map(|action| action.played.highlights.clone())
                .unwrap_or_default(),
        })
    }
}

fn opening_action(action: &PlayedAction) -> OpeningAction {
    OpeningAction {
        public: action.played.public.to_string(),
        notation: action.played.notation(Viewer::Spectator).to_string(),
    }
}
