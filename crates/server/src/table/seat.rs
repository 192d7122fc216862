//! The part that a visitor has in a game.

use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;
use manifold_rules::viewer::Viewer;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::has_secrets;

/// The part that a visitor has in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Seat {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Plays both sides at one board.
    Both,
    /// Watches.
    Spectator,
    /// Watches, and has opened the seal of this game of an event: sees what is secret.
    Director,
}

impl Seat {
    /// All seats.
    pub(crate) const ALL: [Seat; 5] = [
        Seat::White,
        Seat::Black,
        Seat::Both,
        Seat::Spectator,
        Seat::Director,
    ];

    pub(crate) fn of(color: Color) -> Seat {
        color.fold_wb(Seat::White, Seat::Black)
    }

    /// Whether this seat plays `color`.
    pub(crate) fn plays(self, color: Color) -> bool {
        match self {
            Seat::White => color == Color::White,
            Seat::Black => color == Color::Black,
            Seat::Both => true,
            Seat::Spectator | Seat::Director => false,
        }
    }

    /// The colour of a seat that has just one.
    pub(crate) fn color(self) -> Option<Color> {
        match self {
            Seat::White => Some(Color::White),
            Seat::Black => Some(Color::Black),
            Seat::Both | Seat::Spectator | Seat::Director => None,
        }
    }

    /// Whether this seat is shown anything of a game that others must not know. A game is open when it is over and, in an event,
    /// its result is final.
    pub(crate) fn knows_secrets(self, variant: VariantId, is_open: bool) -> bool {
        !is_open && self != Seat::Spectator && has_secrets(variant)
    }

    /// The viewer whose view this seat has of the game. At one board the secrets shown are those of the player who must act; when
    /// a game is over nothing is secret any more.
    pub(crate) fn viewer(self, actor: Color, is_over: bool) -> Viewer {
        if is_over {
            return Viewer::Referee;
        }
        match self {
            Seat::White => Viewer::Player(Color::White),
            Seat::Black => Viewer::Player(Color::Black),
            Seat::Both => Viewer::Player(actor),
            Seat::Spectator => Viewer::Spectator,
            Seat::Director => Viewer::Referee,
        }
    }
}
