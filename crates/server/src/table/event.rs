//! What happens at a table: a game is the list of these.

use manifold_rules::board::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::hidden::Hidden;

/// One numbered event.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// 1 for the first.
    pub(crate) n: u64,
    /// When it was judged, in milliseconds since 1970.
    pub(crate) at: u64,
    /// Whose request it was, and the name that the client gave it.
    pub(crate) request: Option<Request>,
    pub(crate) happening: Happening,
}

/// A request that can come twice and counts once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) player: String,
    pub(crate) id: String,
}

/// What can be offered to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Offer {
    /// A draw.
    Draw,
    /// To take back the offering player's last turn.
    Takeback,
    /// Another game with the colours exchanged.
    Rematch,
    /// At one board: to begin anew.
    Reset,
}

/// What a player can claim whose opponent has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Claim {
    /// To have won.
    Win,
    /// A draw.
    Draw,
}

/// Kinds of events.
#[derive(Debug, Clone)]
pub(crate) enum Happening {
    /// Somebody has taken the free seat.
    Joined {
        color: Color,
        player: String,
        name: String,
    },
    /// An action.
    Action {
        by: Color,
        action: Hidden,
        /// For a departure of Hyperspace Chess.
        salt: Option<Hidden>,
        /// Lag that is given back, in milliseconds.
        lag_ms: u32,
    },
    Offered {
        by: Color,
        what: Offer,
    },
    Declined {
        by: Color,
        what: Offer,
    },
    /// All but the first `keep` actions are taken back.
    TakenBack {
        by: Color,
        keep: usize,
    },
    Resigned {
        color: Color,
    },
    DrawAgreed,
    Flagged {
        color: Color,
    },
    Claimed {
        by: Color,
        what: Claim,
    },
    Aborted {
        by: Color,
    },
    Rematch {
        game: String,
    },
}
