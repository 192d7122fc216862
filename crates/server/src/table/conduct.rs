//! The conduct of strangers, as the end of their game shows it.

use crate::ids::PlayerId;

/// The conduct of two players whom the lobby has brought together, as the end of their game shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conduct {
    /// One of them did not start to play, or left at once.
    WalkedOut(PlayerId),
    /// Both have played it: not only a move or two.
    Played([PlayerId; 2]),
}
