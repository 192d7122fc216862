//! The variants: which referee keeps the schedule of returns.

/// The referee of the game: the three ways to play Hyperspace Chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// The referee refuses an impossible square or a taken return turn at entry.
    #[default]
    Strict,
    /// Every square and delay is accepted, as over the board; conflicts can be amended or
    /// cancelled.
    Open,
    /// Like [`Variant::Open`], and after a cancelled phase-out the player must act with that piece.
    OpenTouchMove,
}

impl Variant {
    /// Whether impossible squares and taken return turns are accepted at entry.
    #[must_use]
    pub const fn is_open(self) -> bool {
        !matches!(self, Variant::Strict)
    }
}

impl crate::position::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant::Strict, Variant::Open];
    const UNLISTED: &'static [Variant] = &[Variant::OpenTouchMove];

    fn id(self) -> &'static str {
        match self {
            Variant::Strict => "hyperspace",
            Variant::Open => "hyperspace:open",
            Variant::OpenTouchMove => "hyperspace:open+touch",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Variant::Strict => "Hyperspace Chess",
            Variant::Open => "Hyperspace Chess, open referee",
            Variant::OpenTouchMove => "Hyperspace Chess, open referee, touch-move",
        }
    }
}
