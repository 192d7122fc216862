//! Pairs and byes.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PersonId};

/// A bye on request (Regulations, section 2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RequestedBye {
    /// Half a point.
    Half,
    /// Nothing.
    Zero,
}

/// The kind of a bye in a paired round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ByeKind {
    /// The pairing-allocated bye.
    Pairing,
    /// Half a point, on request.
    Half,
    /// Nothing: on request, not checked in, or withdrawn.
    Zero,
}

/// A player's bye in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bye {
    /// The player.
    pub player: PersonId,
    /// The kind of bye.
    pub kind: ByeKind,
}

/// The clocks of a game, which in tie-breaks differ from the event's (Regulations, section 2, knock-out).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Terms {
    /// The event's own time control.
    #[default]
    Usual,
    /// A tie-break at `rapid`.
    Rapid,
    /// A tie-break at `blitz`.
    Blitz,
    /// White has 5 minutes, Black 4, both 3 seconds a move, and a draw wins for Black.
    Armageddon,
}

impl Terms {
    /// Whether games with these clocks can be rated: no rating pool has games in which the players' times differ and a draw wins for one.
    #[must_use]
    pub fn are_rated(self) -> bool {
        self != Terms::Armageddon
    }
}

/// A board of a round: two players and their game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pair {
    /// The player with White.
    pub white: PersonId,
    /// The player with Black.
    pub black: PersonId,
    /// Their game, which this entry creates.
    pub game: GameId,
    /// Its clocks.
    #[serde(default)]
    pub terms: Terms,
}

/// The way in which a round was paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PairingOrder {
    /// All results before it were final.
    Final,
    /// The Chief Arbiter or the deputy ordered it while some results were provisional.
    Provisional,
    /// A director paired it by hand.
    ByHand,
}
