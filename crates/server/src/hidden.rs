//! Texts that must not get out by accident.

use std::fmt::{self, Debug};

/// A text that can tell a secret: a full action, a salt. It cannot be displayed or serialised, and
/// debugging output (logs, errors) shows nothing of it.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Hidden(Box<str>);

impl Hidden {
    pub(crate) fn new(text: impl Into<Box<str>>) -> Hidden {
        Hidden(text.into())
    }

    /// The text: for the referee and the log of the game, and for nobody else.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl Debug for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(?)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debugging_output_shows_nothing_of_a_hidden_text() {
        assert_eq!(format!("{:?}", Hidden::new("c1^3@f4")), "Hidden(?)");
    }
}
