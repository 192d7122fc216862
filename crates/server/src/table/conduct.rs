//! What the end of a game between strangers says of them.

use crate::ids::PlayerId;

/// What the end of a game says of players whom the lobby has brought together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// One did not begin it, or left at once.
    WalkedOut(PlayerId),
    /// Both have played it: not only a move or two.
    Played([PlayerId; 2]),
}
