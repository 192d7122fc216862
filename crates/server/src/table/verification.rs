//! The commitments of a finished game, opened.

use std::collections::HashSet;
use std::sync::Arc;

use manifold_rules::hyperspace::{Commitment, Departure};
use manifold_rules::variant::AnyPosition;
use manifold_rules::viewer::Viewer;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use utoipa::ToSchema;

use super::live_game::PlayedAction;
use super::referee::salt_bytes;
use super::work;
use crate::games;
use crate::ids::GameId;
use crate::names::{Color, Role, Square};

/// A departure of Hyperspace Chess beside its commitment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct VerifiedDeparture {
    /// The number of the event.
    pub(crate) n: u64,
    /// The number of the turn in which the piece left.
    turn: u32,
    /// The owner of the piece.
    color: Color,
    /// The piece.
    role: Role,
    /// The square that it left.
    from: Square,
    /// The square of its return.
    square: Square,
    /// The commitment published when it left: 64 hexadecimal digits.
    commitment: String,
    /// The salt of the commitment, in hexadecimal digits.
    salt: String,
    /// The text whose SHA-256 is the commitment.
    text: String,
    /// Whether the commitment fits.
    pub(crate) holds: bool,
    /// Whether the action was taken back later.
    taken_back: bool,
}

/// The entries that verification looks at, in the order of the log.
pub(super) enum Step {
    /// An action, with the number of its event.
    Action(u64, Arc<PlayedAction>),
    /// All but the first `keep` actions were taken back.
    TakenBack { keep: usize },
    /// The game went on from where it stood after an event.
    Resumed { from: u64 },
}

/// The commitments of a game that is over, to be opened elsewhere: the whole game is played again for that.
pub(crate) struct CommitmentsToOpen {
    pub(super) start: AnyPosition,
    pub(super) steps: Vec<Step>,
    pub(super) game: GameId,
}

impl CommitmentsToOpen {
    /// All departures from event `from` on, in the order of the log, each beside its commitment.
    pub(crate) fn opened(self, from: u64) -> impl Iterator<Item = VerifiedDeparture> {
        let CommitmentsToOpen { start, steps, game } = self;
        let kept = kept(&steps);
        // The positions of the line, each with the number of the event that led to it.
        let mut line = vec![(0, start)];
        let departures = steps.into_iter().map_while(move |step| {
            let (n, action) = match step {
                Step::TakenBack { keep } => {
                    line.truncate(keep + 1);
                    return Some(None);
                }
                Step::Resumed { from } => {
                    line.retain(|(n, _)| *n <= from);
                    return Some(None);
                }
                Step::Action(n, action) => (n, action),
            };
            let (_, position) = line.last()?;
            let full = action.action.reveal();
            let departure = games::departure(position, full, game.as_str());
            let departure = departure.map(|departure| {
                let (commitment, salt) = (action.played.commitment, action.salt.as_ref());
                verified(n, &departure, commitment, salt, !kept.contains(&n))
            });
            work::replays(1);
            let mut after = position.clone();
            after.play(full).ok()?;
            line.push((n, after));
            Some(departure)
        });
        departures
            .flatten()
            .filter(move |departure| departure.n >= from)
    }
}

/// The numbers of the actions that were not taken back.
fn kept(steps: &[Step]) -> HashSet<u64> {
    let mut line = Vec::new();
    for step in steps {
        match step {
            Step::Action(n, _) => line.push(*n),
            Step::TakenBack { keep } => line.truncate(*keep),
            Step::Resumed { from } => line.retain(|n| n <= from),
        }
    }
    line.into_iter().collect()
}

fn verified(
    n: u64,
    departure: &Departure<'_>,
    commitment: Option<Commitment>,
    salt: Option<&SecretString>,
    taken_back: bool,
) -> VerifiedDeparture {
    let digits = salt.map(|salt| salt.expose_secret()).unwrap_or_default();
    let square = departure
        .square
        .seen_by(Viewer::Referee, departure.color)
        .map(|square| square.to_string())
        .unwrap_or_default();
    let holds = commitment
        .zip(salt.and_then(salt_bytes))
        .is_some_and(|(commitment, salt)| commitment.verify(departure, &salt));
    VerifiedDeparture {
        n,
        turn: departure.turn,
        color: departure.color.into(),
        role: departure.role.into(),
        from: Square::of(departure.from),
        text: departure.text(digits),
        square: Square::of(square),
        commitment: commitment.map(|c| c.to_string()).unwrap_or_default(),
        holds,
        salt: digits.to_owned(),
        taken_back,
    }
}
