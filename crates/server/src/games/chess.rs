//! Chess and Chess960.

use manifold_ratings::RatedGame;
use manifold_rules::board::{Color, Role};
use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::{Position, Turns};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::{Kind, LegalAction, Options, by_beginning, split_move};
use super::served::Served;
use crate::names::{self, Square};

impl Served for Chess {
    type ViewSchema = View;
    type Sent<'a> = &'a manifold_rules::chess::View;

    const RATED_AS: RatedGame = RatedGame::Chess;

    fn sent(view: &Self::View) -> &Self::View {
        view
    }

    fn description(variant: &str) -> &'static str {
        match variant {
            "chess" => "The game that all the others bend, by the FIDE Laws.",
            _ => "One of 960 start arrays, the same for both players: less book, more play.",
        }
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.actor() != color {
            return None;
        }
        let (castlings, moves): (Vec<Action>, Vec<Action>) = self
            .legal_actions()
            .into_iter()
            .partition(|action| self.is_castling(*action));
        let castlings = castlings.into_iter().map(|action| LegalAction {
            action: action.to_string(),
            notation: Some(self.notation(action, Viewer::Player(color))),
            ..LegalAction::of_move(Kind::Castle, action, Some(Role::King))
        });
        Some(Options {
            moves: by_beginning(moves.into_iter().map(split_move)),
            actions: castlings.collect(),
            ..Options::default()
        })
    }

    fn highlights(action: Action) -> Vec<Square> {
        vec![Square::of(action.from), Square::of(action.to)]
    }
}

/// A position. It is the same for every viewer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChessView)]
pub(crate) struct View {
    /// The position as FEN.
    position: String,
    /// The variant, such as `chess:960`.
    variant: String,
    /// The player on the move.
    turn: names::Color,
    /// The number of the move.
    turn_number: u32,
    /// The pieces on the board.
    men: Vec<Man>,
    /// Castling rights, as FEN writes them.
    castling: String,
    /// The square that a pawn has just jumped over.
    #[schema(required)]
    en_passant: Option<Square>,
    /// The king that is in check.
    #[schema(required)]
    check: Option<Square>,
    /// The pieces that give check.
    checkers: Vec<Square>,
    /// Plies since the last capture or pawn move; at 100 the game is drawn.
    fifty_move_count: u32,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ChessMan)]
struct Man {
    square: Square,
    color: names::Color,
    role: names::Role,
}
