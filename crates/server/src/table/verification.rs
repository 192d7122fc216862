//! The commitments of a finished game, opened.

use manifold_rules::board::{color_name, role_name};
use manifold_rules::hyperspace::{Commitment, Departure};
use manifold_rules::variant::{AnyAction, AnyPosition};
use manifold_rules::viewer::Viewer;
use secrecy::{ExposeSecret, SecretString};
use serde::Serialize;
use utoipa::ToSchema;

use super::referee::salt_bytes;
use crate::games;
use crate::ids::GameId;
use crate::names::{Color, Role, Square};

/// A departure of Hyperspace Chess beside its commitment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct VerifiedDeparture {
    /// The number of the event.
    n: u64,
    /// The number of the turn in which the piece left.
    turn: u32,
    /// Whose piece it is.
    color: Color,
    /// What it is.
    role: Role,
    /// The square that it left.
    from: Square,
    /// The square of its return.
    square: Square,
    /// What was published when it left: 64 hexadecimal digits.
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

/// What verification looks at, in the order of the log.
pub(crate) enum Step<'a> {
    /// An action.
    Action {
        n: u64,
        action: AnyAction,
        commitment: Option<Commitment>,
        salt: Option<&'a SecretString>,
        taken_back: bool,
    },
    /// All but the first `keep` actions were taken back.
    TakenBack { keep: usize },
}

/// Opens the commitments of a game that is over.
pub(crate) fn verify(
    start: AnyPosition,
    steps: &[Step<'_>],
    game: GameId,
) -> Vec<VerifiedDeparture> {
    let mut line = vec![start];
    let mut found = Vec::new();
    for step in steps {
        match step {
            Step::TakenBack { keep } => line.truncate(keep + 1),
            Step::Action {
                n,
                action,
                commitment,
                salt,
                taken_back,
            } => {
                let Some(position) = line.last() else {
                    break;
                };
                if let Some(departure) = games::departure(position, *action, game.as_str()) {
                    found.push(verified(*n, &departure, *commitment, *salt, *taken_back));
                }
                let mut after = position.clone();
                if after.play(*action).is_err() {
                    break;
                }
                line.push(after);
            }
        }
    }
    found
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
        text: format!(
            "manifold hyperspace commitment 1\nsalt {digits}\n{} {} {}\nturn {}\nreturn {square}\ngame {}",
            color_name(departure.color),
            role_name(departure.role),
            departure.from,
            departure.turn,
            departure.game,
        ),
        square: Square::of(square),
        commitment: commitment.map(|c| c.to_string()).unwrap_or_default(),
        holds,
        salt: digits.to_owned(),
        taken_back,
    }
}
