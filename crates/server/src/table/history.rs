//! Every position of a game, as one reader may see it.

use manifold_rules::variant::{AnyGame, AnyPosition};
use manifold_rules::viewer::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

use super::seat::Seat;
use super::work;
use crate::games::{self, SentView, View};
use crate::names::{Color, Square};

/// The positions of a game as one reader may see them.
pub(crate) struct History {
    pub(crate) plies: Plies,
    /// Whether they show something that others must not know.
    pub(crate) has_secrets: bool,
}

/// The positions of a game, ready to be computed on another thread: in a long game that takes longer than a move may wait.
pub(crate) struct Plies {
    game: AnyGame,
    seat: Seat,
    is_over: bool,
}

/// One position of a game, as its reader may see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ply {
    /// The number of actions before it.
    pub(crate) n: usize,
    /// The action that led here; null for the start.
    #[schema(required)]
    notation: Option<String>,
    /// The action in machine notation: only its public part while the game is in progress.
    #[schema(required)]
    action: Option<String>,
    /// The player to act.
    actor: Color,
    /// The squares of the action.
    last: Vec<Square>,
    /// The position; after the end with nothing hidden.
    #[schema(value_type = View)]
    view: SentView,
    /// The position as one line of text.
    text: String,
}

impl Plies {
    /// The positions of `game`, each as `seat` may see it.
    pub(super) fn new(game: AnyGame, seat: Seat, is_over: bool) -> Plies {
        Plies {
            game,
            seat,
            is_over,
        }
    }

    /// The positions after at least `first` actions, each computed when it is asked for.
    pub(crate) fn starting_at(self, first: usize) -> impl Iterator<Item = Ply> {
        let Plies {
            game,
            seat,
            is_over,
        } = self;
        // At one board the reader is the player who must act now, who is not told what the other one knew before.
        let reader = seat.viewer(game.position().actor(), is_over);
        let mut position = game.start();
        let start = (first == 0).then(|| ply(0, &position, reader));
        let actions = game.actions().into_iter().zip(1..);
        let after_actions = actions.filter_map(move |(action, n)| {
            work::replays(1);
            if n < first {
                position.play_unchecked(action);
                return None;
            }
            let notation = position.notation(action, reader);
            let public = position.public(action);
            let shown = match public {
                Some(public) if !is_over => public.to_string(),
                _ => action.to_string(),
            };
            position.play_unchecked(action);
            Some(Ply {
                notation: Some(notation),
                action: Some(shown),
                last: public.map(games::highlights).unwrap_or_default(),
                ..ply(n, &position, reader)
            })
        });
        start.into_iter().chain(after_actions)
    }
}

fn ply(n: usize, position: &AnyPosition, reader: Viewer) -> Ply {
    let view = position.view(reader);
    Ply {
        n,
        notation: None,
        action: None,
        actor: position.actor().into(),
        last: Vec::new(),
        text: view.to_string(),
        view: SentView(view),
    }
}
