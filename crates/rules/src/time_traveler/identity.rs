//! Identities of untraveled men: the squares on which they started.

use crate::board::{Color, Square};

/// A set of the sixteen men of one side, one bit each.
pub(super) type Identities = u16;

/// All sixteen men of one side.
pub(super) const EVERYBODY: Identities = Identities::MAX;

/// The identity of the man of `color` that starts on `square`, if one does.
pub(super) fn identity_of_start(color: Color, square: Square) -> Option<u8> {
    let index = color.fold_wb(square, square.flip_vertical()).to_u32();
    u8::try_from(index).ok().filter(|index| *index < 16)
}

/// The square on which a man starts.
pub(super) fn start_of_identity(color: Color, identity: u8) -> Square {
    let square = Square::new(u32::from(identity & 15));
    color.fold_wb(square, square.flip_vertical())
}
