//! Values that must not leak by accident.

use std::fmt::{self, Debug};

use crate::board::Color;
use crate::viewer::Viewer;

/// A value that only its owner and the referee may know.
///
/// It cannot be displayed or serialised, and debug output shows nothing of it. The rules read it
/// inside this crate; all other code goes through [`Secret::seen_by`].
///
/// ```
/// use manifold_rules::board::{Color, Square};
/// use manifold_rules::viewer::Viewer;
/// use manifold_rules::hyperspace::Secret;
///
/// let secret = Secret::new(Square::F4);
/// assert_eq!(format!("{secret:?}"), "Secret(?)");
/// assert_eq!(secret.seen_by(Viewer::Player(Color::White), Color::White), Some(Square::F4));
/// assert_eq!(secret.seen_by(Viewer::Spectator, Color::White), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Secret<T>(T);

impl<T: Copy> Secret<T> {
    /// Hides a value.
    #[must_use]
    pub const fn new(value: T) -> Secret<T> {
        Secret(value)
    }

    /// The value, for the rules and for what is shown to its owner.
    pub(crate) const fn reveal(self) -> T {
        self.0
    }

    /// The value, if `viewer` may know what `owner` keeps secret.
    #[must_use]
    pub fn seen_by(self, viewer: Viewer, owner: Color) -> Option<T> {
        viewer.knows_secrets_of(owner).then_some(self.0)
    }
}

impl<T> Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(?)")
    }
}
