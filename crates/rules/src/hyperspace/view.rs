//! The view of a position by one viewer.

use std::fmt::{self, Display};

use serde::Serialize;

use super::position::Hyperspace;
use super::text;
use super::traveler::Traveler;
use crate::board::view::ChessView;
use crate::board::{Color, Role, Square, fen, names};
use crate::position::Variant as _;
use crate::viewer::Viewer;

/// The view of a position by one viewer. Displayed as position text, unknown squares as `?`.
///
/// Nothing in it depends on a square that the viewer does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The board, the rights, and who gives check.
    #[serde(flatten)]
    pub chess: ChessView,
    /// The departure board: all pieces in hyperspace, in the order in which they left.
    pub hyperspace: Vec<TravelerView>,
    /// Plies since the last capture, pawn move or removal of a returning piece.
    pub fifty_move_count: u32,
    /// Under the open referee: a phase-out that can still be amended or cancelled.
    pub conflict: Option<ConflictView>,
    /// Under the open referee: the square from which a phase-out has just been cancelled.
    #[serde(serialize_with = "names::optional_square")]
    pub withdrawn: Option<Square>,
    #[serde(rename = "position")]
    text: String,
}

/// A piece in hyperspace, on the departure board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TravelerView {
    /// Its owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// The role.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// For a bishop, the colour of its squares: `light` or `dark`.
    pub bishop_of: Option<&'static str>,
    /// Turns of its player until it returns, including the turn of the return.
    pub count_down: u8,
    /// The number of the turn at whose end it returns.
    pub returns_on_turn: u32,
    /// Whether another piece of its player returns on the same turn (open referee).
    pub shares_turn: bool,
    /// The square of its return; `None` if the viewer may not know it.
    #[serde(serialize_with = "names::optional_square")]
    pub square: Option<Square>,
}

/// Under the open referee: a phase-out to a turn on which another piece returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ConflictView {
    /// The player who may settle it until the opponent has completed the next move.
    #[serde(serialize_with = "names::color")]
    pub player: Color,
    /// The square that the piece left.
    #[serde(serialize_with = "names::square")]
    pub from: Square,
    /// The declared delay.
    pub delay: u8,
}

impl TravelerView {
    fn new(position: &Hyperspace, color: Color, traveler: Traveler, viewer: Viewer) -> Self {
        let count_down = traveler.count_down();
        let same_turn = position
            .travelers(color)
            .iter()
            .filter(|other| other.count_down() == count_down);
        TravelerView {
            color,
            role: traveler.role(),
            bishop_of: traveler
                .bishop_is_light()
                .map(|light| if light { "light" } else { "dark" }),
            count_down,
            returns_on_turn: position.return_turn(color, count_down),
            shares_turn: same_turn.count() > 1,
            square: traveler.square().seen_by(viewer, color),
        }
    }
}

impl View {
    pub(super) fn new(position: &Hyperspace, viewer: Viewer) -> View {
        View {
            chess: ChessView::new(
                position.move_generator(),
                position.variant.id(),
                position.ply,
                fen::write_castling(position.castling),
            ),
            hyperspace: Color::ALL
                .into_iter()
                .flat_map(|color| {
                    let travelers = position.travelers(color).iter();
                    travelers
                        .map(move |traveler| TravelerView::new(position, color, *traveler, viewer))
                })
                .collect(),
            fifty_move_count: position.fifty_moves,
            conflict: position.conflict.as_deref().map(|conflict| ConflictView {
                player: conflict.player(),
                from: conflict.from,
                delay: conflict.delay.turns(),
            }),
            withdrawn: position.withdrawn,
            text: text::write(position, viewer),
        }
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
