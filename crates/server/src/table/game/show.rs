//! Showing: what a seat may see of the game, and the record of it.

use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::outcome::{Outcome, Reason};
use manifold_rules::record::Tags;
use manifold_rules::viewer::Viewer;

use super::{LiveGame, Presence, Row, What};
use crate::games::game_of;
use crate::hidden::Hidden;
use crate::table::event::Happening;
use crate::table::referee::{self, History, RowNote, Verified, VerifiedRow};
use crate::table::seat::Seat;
use crate::table::setup::Chair;
use crate::table::state::{
    CommitmentView, EventView, MoveView, Offers, OutcomeView, PlayerKind, PlayerView, Players,
    State, Status, name,
};

impl LiveGame {
    fn viewer(&self, seat: Seat) -> Viewer {
        seat.viewer(self.referee.actor(), self.over.is_some())
    }

    fn notation(&self, row: &Row, viewer: Viewer) -> Arc<str> {
        let place = match viewer {
            Viewer::Player(color) => color.fold_wb(0, 1),
            Viewer::Spectator => 2,
            Viewer::Referee => 3,
        };
        Arc::clone(&row.played.notations[place])
    }

    /// The game as `seat` may see it; without the list of moves if that is not asked for.
    pub(crate) fn state(
        &self,
        seat: Seat,
        presence: Presence,
        now: u64,
        with_moves: bool,
    ) -> State {
        let viewer = self.viewer(seat);
        let status = self.status();
        let actor = self.referee.actor();
        let options = match (status, seat) {
            (Status::Live, Seat::Both) => self.referee.options(actor),
            (Status::Live, _) => seat.color().and_then(|color| self.referee.options(color)),
            _ => None,
        };
        let moves = with_moves.then(|| self.moves(viewer));
        State {
            id: Arc::clone(&self.id),
            game: game_of(self.setup.game),
            variant: self.setup.game.id(),
            variant_name: self.setup.game.name(),
            seat,
            n: self.n(),
            players: Players {
                white: self.player(Color::White, presence),
                black: self.player(Color::Black, presence),
            },
            clock: self.clock_view(now),
            status,
            outcome: self.over.clone(),
            actor: (status == Status::Live).then(|| name(actor)),
            turn_number: self.turn_number(),
            view: self.referee.view(viewer),
            options,
            offers: Offers {
                draw: self.offers[0].map(name),
                takeback: self.offers[1].map(name),
                rematch: self.offers[2].map(name),
            },
            takebacks: self.setup.takebacks,
            can: self.abilities(seat, presence),
            rematch_id: self.rematch.clone(),
            last: self
                .rows()
                .next_back()
                .map(|row| row.played.lit.clone())
                .unwrap_or_default(),
            moves,
            commitments: self.commitments(),
        }
    }

    fn player(&self, color: Color, presence: Presence) -> PlayerView {
        let chair = self.setup.chair(color);
        let (kind, online) = match chair {
            Chair::Free => (PlayerKind::Free, false),
            Chair::Person { .. } => (PlayerKind::Person, presence.online(color)),
            Chair::Engine { .. } => (PlayerKind::Engine, true),
        };
        PlayerView {
            name: chair.name(),
            kind,
            level: chair.level(),
            online,
        }
    }

    fn moves(&self, viewer: Viewer) -> Vec<MoveView> {
        self.line
            .iter()
            .filter_map(|place| {
                let entry = &self.log[*place];
                let What::Action(row) = &entry.what else {
                    return None;
                };
                Some(MoveView {
                    n: *place as u64 + 1,
                    ply: row.played.ply,
                    number: row.played.number,
                    color: name(row.played.by),
                    notation: self.notation(row, viewer),
                    public: Arc::clone(&row.played.public),
                    at: entry.at,
                    clock_ms: row.clock_ms,
                })
            })
            .collect()
    }

    fn commitments(&self) -> Option<Vec<CommitmentView>> {
        let all: Vec<CommitmentView> = self
            .log
            .iter()
            .enumerate()
            .filter_map(|(place, entry)| {
                let What::Action(row) = &entry.what else {
                    return None;
                };
                Some(CommitmentView {
                    n: place as u64 + 1,
                    color: name(row.played.by),
                    public: Arc::clone(&row.played.public),
                    commitment: row.played.commitment?.to_string(),
                })
            })
            .collect();
        let is_hyperspace = game_of(self.setup.game) == "hyperspace";
        is_hyperspace.then_some(all)
    }

    /// Event number `n` as `seat` may see it.
    pub(crate) fn event(&self, n: u64, seat: Seat) -> Option<EventView> {
        let entry = self.log.get(usize::try_from(n.checked_sub(1)?).ok()?)?;
        Some(match &entry.what {
            What::Action(row) => EventView::Action {
                color: name(row.played.by),
                notation: self.notation(row, self.viewer(seat)),
                action: Arc::clone(&row.played.public),
                number: row.played.number,
                ply: row.played.ply,
                at: entry.at,
                clock_ms: row.clock_ms,
                commitment: row.played.commitment.map(|c| c.to_string()),
            },
            What::Other(happening) => match happening {
                Happening::Joined {
                    color, name: who, ..
                } => EventView::Joined {
                    color: name(*color),
                    name: who.clone(),
                },
                Happening::Offered { by, what } => EventView::Offer {
                    color: name(*by),
                    what: *what,
                },
                Happening::Declined { by, what } => EventView::Declined {
                    color: name(*by),
                    what: *what,
                },
                Happening::TakenBack { by, keep } => EventView::Takeback {
                    color: name(*by),
                    keep: *keep,
                },
                Happening::Resigned { color } => EventView::Resigned {
                    color: name(*color),
                },
                Happening::DrawAgreed => EventView::Draw {},
                Happening::Flagged { color } => EventView::Flagged {
                    color: name(*color),
                },
                Happening::Claimed { by, what } => EventView::Claimed {
                    color: name(*by),
                    what: *what,
                },
                Happening::Aborted { by } => EventView::Aborted { color: name(*by) },
                Happening::Rematch { game } => EventView::Rematch { id: game.clone() },
                Happening::Action { .. } => return None,
            },
        })
    }

    /// All positions as `seat` may see them.
    pub(crate) fn history(&self, seat: Seat) -> History {
        self.referee.history(seat, self.over.is_some())
    }

    /// The record as `seat` may have it.
    pub(crate) fn record(&self, seat: Seat, site: &str) -> String {
        let mut tags = Tags::default();
        tags.set("Event", "Casual game");
        tags.set("Site", site);
        tags.set("Date", date(self.setup.created_at));
        tags.set("White", self.setup.white.name());
        tags.set("Black", self.setup.black.name());
        tags.set("GameId", self.id.to_string());
        if let Some(clock) = self.clock.as_ref().filter(|_| !self.is_correspondence()) {
            tags.set("TimeControl", clock.control().to_string());
        }
        if let Some(over) = &self.over {
            tags.set("ResultText", over.text.clone());
        }
        let notes = self
            .rows()
            .map(|row| RowNote {
                clock: row.clock_ms.map(Duration::from_millis),
                commitment: row.played.commitment.map(|c| c.to_string()),
                salt: row.salt.map(|salt| Hidden::new(referee::hex(&salt))),
            })
            .collect();
        self.referee.pgn(tags, notes, self.viewer(seat))
    }

    /// All departures of a finished game beside their promises.
    pub(crate) fn verify(&self) -> Vec<Verified> {
        let log: Vec<VerifiedRow<'_>> = self
            .log
            .iter()
            .enumerate()
            .filter_map(|(place, entry)| match &entry.what {
                What::Action(row) => Some(VerifiedRow::Action {
                    n: place as u64 + 1,
                    action: &row.action,
                    commitment: row.played.commitment,
                    salt: row.salt,
                    taken_back: row.taken_back,
                }),
                What::Other(Happening::TakenBack { keep, .. }) => {
                    Some(VerifiedRow::TakenBack { keep: *keep })
                }
                What::Other(_) => None,
            })
            .collect();
        referee::verify(self.setup.game, &log, &self.id)
    }
}

/// How the game ended, in a sentence.
pub(crate) fn told(outcome: Outcome) -> OutcomeView {
    let winner = outcome.winner.map(|color| color.fold_wb("White", "Black"));
    let loser = outcome.winner.map(|color| color.fold_wb("Black", "White"));
    let (winner, loser) = (winner.unwrap_or_default(), loser.unwrap_or_default());
    let text = match (outcome.reason, outcome.winner.is_some()) {
        (Reason::Checkmate, _) => format!("{winner} wins by checkmate."),
        (Reason::Grammar, _) => {
            format!("{winner} wins: {loser}'s position became grammatically incorrect.")
        }
        (Reason::Dominance, _) => {
            format!("{winner} wins by dominance: five dimensions controlled for a full turn.")
        }
        (Reason::Resignation, _) => format!("{winner} wins: {loser} has resigned."),
        (Reason::Time, true) => format!("{winner} wins: {loser}'s time has run out."),
        (Reason::Time, false) => {
            "Draw: the time of one player has run out, and the other has nothing to win with."
                .to_owned()
        }
        (Reason::Adjudication, true) => format!("{winner} wins by decision of the referee."),
        (Reason::Adjudication, false) => "Draw by decision of the referee.".to_owned(),
        (Reason::Stalemate, _) => "Draw by stalemate.".to_owned(),
        (Reason::Repetition, _) => "Draw: the same position for the third time.".to_owned(),
        (Reason::FiftyMoves, _) => "Draw: fifty moves without a capture or a pawn move.".to_owned(),
        (Reason::InsufficientMaterial, _) => {
            "Draw: neither side has enough left to win.".to_owned()
        }
        (Reason::Agreement, _) => "Draw by agreement.".to_owned(),
    };
    OutcomeView {
        winner: outcome.winner.map(name),
        reason: outcome.reason.into(),
        text,
    }
}

/// The date of a moment as PGN writes it, in UTC.
fn date(ms: u64) -> String {
    // Days to a civil date, after Hinnant's algorithm for the proleptic Gregorian calendar.
    let days = ms / 86_400_000 + 719_468;
    let era = days / 146_097;
    let day_of_era = days % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_795_219_200_000), "2026.11.21");
    }
}
