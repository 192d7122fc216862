//! Chess and Chess960.

/// The starting array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// The standard array.
    #[default]
    Standard,
    /// One of the 960 arrays of Chess960, and castling from wherever king and rook stand.
    Chess960,
}

impl crate::position::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant::Standard, Variant::Chess960];

    fn id(self) -> &'static str {
        match self {
            Variant::Standard => "chess",
            Variant::Chess960 => "chess:960",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Variant::Standard => "Chess",
            Variant::Chess960 => "Chess960",
        }
    }
}
