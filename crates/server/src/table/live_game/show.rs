//! Showing: what a seat may see of the game.

use std::sync::Arc;
use std::time::Duration;

use manifold_engine::Limits;
use manifold_rules::board;
use manifold_rules::record::{Note, Salt};
use manifold_rules::viewer::Viewer;
use secrecy::ExposeSecret;

use super::log::{Entry, PlayedAction};
use super::{LiveGame, What};
use crate::games::{Options, has_departures};
use crate::ids::PlayerId;
use crate::names::{Color, Status};
use crate::table::analysis::Analyst;
use crate::table::error::TableError;
use crate::table::event::{GameEnd, OtherEvent};
use crate::table::evidence;
use crate::table::history::History;
use crate::table::info::GameInfo;
use crate::table::referee::Referee;
use crate::table::seat::Seat;
use crate::table::transcript::GameInWords;
use crate::table::verification::{CommitmentsToOpen, Step};
use crate::table::view::{CommitmentView, EventView, GameView, MoveView, Offers, Presence};

/// The last actions that are shown with a game, and the last commitments: what comes before them is in its record, among its
/// positions, and where commitments are opened.
const MOST_MOVES: usize = 4_000;
const MOST_COMMITMENTS: usize = 1_000;

/// The record of a game as one reader may have it, without its tags.
pub(crate) struct Transcript {
    pub(crate) info: Arc<GameInfo>,
    pub(crate) end: Option<GameEnd>,
    /// The time control as PGN writes it; none without clocks and for correspondence.
    pub(crate) time_control: Option<String>,
    referee: Referee,
    actions: Vec<Arc<PlayedAction>>,
    viewer: Viewer,
    /// Whether secrets remain secret although the game is over.
    sealed: bool,
}

impl Transcript {
    /// The record as PGN.
    pub(crate) fn pgn(&self, tags: &manifold_rules::record::Tags) -> String {
        let note = |action: &Arc<PlayedAction>| Note {
            clock: action.clock_ms.map(Duration::from_millis),
            commitment: action.played.commitment.map(|c| c.to_string()),
            salt: action
                .salt
                .as_ref()
                .map(|salt| Salt::new(salt.expose_secret())),
            text: String::new(),
        };
        let notes: Vec<Note> = self.actions.iter().map(note).collect();
        self.referee.pgn(tags, &notes, self.viewer, self.sealed)
    }
}

impl LiveGame {
    fn viewer(&self, seat: Seat) -> Viewer {
        seat.viewer(self.state.referee.actor(), self.state.is_open())
    }

    /// A player's options now, without retractions once the player has used up all of them.
    fn options(&self, color: board::Color) -> Option<Options> {
        let options = self.state.referee.options(color)?;
        if self.state.can_retract(color) {
            return Some(options);
        }
        options.without_retractions()
    }

    /// The game as `seat` may see it; without the list of moves if that is not asked for.
    pub(crate) fn view(
        &self,
        seat: Seat,
        presence: Presence,
        now: u64,
        with_moves: bool,
    ) -> GameView {
        let viewer = self.viewer(seat);
        let status = self.state.status();
        let actor = self.state.referee.actor();
        let options = match (status, seat) {
            (Status::Live, Seat::Both) => self.options(actor),
            (Status::Live, _) => seat.color().and_then(|color| self.options(color)),
            _ => None,
        };
        let last = self.log.actions().next_back();
        GameView {
            id: self.state.id,
            info: Arc::clone(&self.state.info),
            seat,
            n: self.n(),
            presence,
            clock: self.state.clock_view(now),
            status,
            end: self.state.end,
            actor: self.state.actor(),
            turn_number: self.state.turn_number(),
            position: self.state.referee.view(viewer),
            options,
            offers: self.offers(),
            can: self.abilities(seat, presence),
            rematch: self.state.rematch,
            last: last
                .map(|(_, _, action)| action.played.highlights.clone())
                .unwrap_or_default(),
            moves: with_moves.then(|| self.moves(viewer)),
            commitments: (with_moves && has_departures(self.state.info.variant))
                .then(|| self.commitments()),
        }
    }

    /// The game in words, as the player of this seat may tell an engine of it; without words for those who only watch.
    pub(crate) fn in_words(&self, seat: Seat, now: u64) -> GameInWords {
        let info = &self.state.info;
        // A player of both sides knows what the actor knows.
        let listener = match seat {
            Seat::Both => Some(self.state.referee.actor()),
            _ => seat.color(),
        };
        GameInWords {
            info: Arc::clone(info),
            seat,
            n: self.n(),
            start: info.start.map(|_| info.starting_position().to_text()),
            told: listener.map(|color| (self.state.referee.clone(), color)),
            actor: self.state.actor(),
            clock: self.state.clock_view(now),
            offers: self.offers(),
            status: self.state.status(),
            end: self.state.end,
            rematch: self.state.rematch,
        }
    }

    fn offers(&self) -> Offers {
        Offers {
            draw: self.state.offers[0].map(Color::from),
            takeback: self.state.offers[1].map(Color::from),
            rematch: self.state.offers[2].map(Color::from),
        }
    }

    fn moves(&self, viewer: Viewer) -> Vec<MoveView> {
        self.log
            .last_actions(MOST_MOVES)
            .map(|(n, at, action)| MoveView {
                n,
                ply: action.played.ply,
                number: action.played.number,
                color: action.played.by.into(),
                notation: Arc::clone(action.played.notation(viewer)),
                public: Arc::clone(&action.played.public),
                at,
                clock_ms: action.clock_ms,
            })
            .collect()
    }

    /// The last commitments, in order.
    fn commitments(&self) -> Vec<CommitmentView> {
        let committed = |(n, entry): (u64, &Entry)| {
            let What::Action(action) = &entry.what else {
                return None;
            };
            Some(CommitmentView {
                n,
                color: action.played.by.into(),
                public: Arc::clone(&action.played.public),
                commitment: action.played.commitment?.to_string(),
            })
        };
        let entries = self.log.entries().rev();
        let last = entries.filter_map(committed).take(MOST_COMMITMENTS);
        let mut last: Vec<CommitmentView> = last.collect();
        last.reverse();
        last
    }

    /// Event number `n` as `seat` may see it.
    pub(crate) fn event(&self, n: u64, seat: Seat) -> Option<EventView> {
        let entry = self.log.entry(n)?;
        let event = match &entry.what {
            What::Action(action) => {
                return Some(EventView::Action {
                    color: action.played.by.into(),
                    notation: Arc::clone(action.played.notation(self.viewer(seat))),
                    action: Arc::clone(&action.played.public),
                    number: action.played.number,
                    ply: action.played.ply,
                    at: entry.at,
                    clock_ms: action.clock_ms,
                    commitment: action.played.commitment.map(|c| c.to_string()),
                });
            }
            What::Other(event) => event,
        };
        Some(match event {
            OtherEvent::Joined { color, person } => EventView::Joined {
                color: (*color).into(),
                name: person.name.clone(),
            },
            OtherEvent::Offered { by, what } => EventView::Offer {
                color: (*by).into(),
                what: *what,
            },
            OtherEvent::Declined { by, what } => EventView::Declined {
                color: (*by).into(),
                what: *what,
            },
            OtherEvent::TakenBack { by, keep } => EventView::Takeback {
                color: (*by).into(),
                keep: *keep,
            },
            OtherEvent::Resigned { color } => EventView::Resigned {
                color: (*color).into(),
            },
            OtherEvent::DrawAgreed => EventView::Draw {},
            OtherEvent::Flagged { color } => EventView::Flagged {
                color: (*color).into(),
            },
            OtherEvent::Claimed { by, what } => EventView::Claimed {
                color: (*by).into(),
                what: *what,
            },
            OtherEvent::Aborted { by } => EventView::Aborted {
                color: (*by).into(),
            },
            OtherEvent::Vacation { color, vacation } => EventView::Vacation {
                color: (*color).into(),
                until: vacation.until,
            },
            OtherEvent::Ordered(ordered) => EventView::Ordered {
                entry: ordered.n,
                orders: ordered.orders.clone(),
            },
            OtherEvent::Rematch { game } => EventView::Rematch { id: *game },
        })
    }

    /// All positions as `seat` may see them.
    pub(crate) fn history(&self, seat: Seat) -> History {
        let is_open = self.state.is_open();
        History {
            plies: self.state.referee.plies(seat, is_open),
            has_secrets: seat.knows_secrets(self.state.info.variant, is_open),
        }
    }

    /// The record as `seat` may have it.
    pub(crate) fn transcript(&self, seat: Seat) -> Transcript {
        let clock = self
            .state
            .clock
            .as_ref()
            .filter(|_| !self.state.info.is_correspondence());
        Transcript {
            info: Arc::clone(&self.state.info),
            end: self.state.end,
            time_control: clock.map(|clock| clock.control().to_string()),
            referee: self.state.referee.clone(),
            actions: self.log.shared_actions(),
            viewer: self.viewer(seat),
            sealed: !self.state.is_open(),
        }
    }

    /// The actions that count, as they were played.
    pub(crate) fn played(&self) -> evidence::Played {
        let mut before = self.state.info.created_at;
        let actions = self.log.actions().map(|(_, at, action)| {
            let ms = at.saturating_sub(std::mem::replace(&mut before, at));
            let played = &action.played;
            (
                played.by,
                played.number,
                ms,
                action.action.reveal().to_string(),
                action.away,
            )
        });
        evidence::Played::new(self.state.referee.clone(), actions)
    }

    /// An analysis of the position now, for a director: if a spectator sees all of it, or the director has opened the seal.
    pub(crate) fn evidence_analyst(
        &self,
        director: PlayerId,
        limits: Limits,
    ) -> Result<Analyst, TableError> {
        let referee = &self.state.referee;
        let seen = |viewer| referee.view(viewer).to_string();
        let is_unsealed = self.state.seat(director) == Seat::Director;
        if !is_unsealed && seen(Viewer::Spectator) != seen(Viewer::Referee) {
            return Err(TableError::Sealed);
        }
        let analyst = referee.analyst(self.log.actions_len(), limits);
        analyst.ok_or(TableError::NothingToAnalyse)
    }

    /// The commitments of a finished game, to be opened elsewhere.
    pub(crate) fn commitments_to_open(&self) -> CommitmentsToOpen {
        let steps = self
            .log
            .entries()
            .filter_map(|(n, entry)| match &entry.what {
                What::Action(action) => Some(Step::Action(n, Arc::clone(action))),
                What::Other(OtherEvent::TakenBack { keep, .. }) => {
                    Some(Step::TakenBack { keep: *keep })
                }
                What::Other(OtherEvent::Ordered(ordered)) => {
                    let from = ordered.resumes_from()?;
                    Some(Step::Resumed { from })
                }
                What::Other(_) => None,
            });
        CommitmentsToOpen {
            start: self.state.info.starting_position(),
            steps: steps.collect(),
            game: self.state.id,
        }
    }
}
