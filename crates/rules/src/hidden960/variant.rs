//! The variants: which arrangements of the back rank may be chosen.

/// The arrangements of the back rank that may be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// Any piece on any square: 5,040 arrangements.
    #[default]
    Free,
    /// The arrays of Chess960: bishops on opposite colours, the king between the rooks.
    Chess960,
}

impl crate::position::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant::Free, Variant::Chess960];

    fn id(self) -> &'static str {
        match self {
            Variant::Free => "hidden960",
            Variant::Chess960 => "hidden960:960",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Variant::Free => "Hidden960",
            Variant::Chess960 => "Hidden960 with Chess960 arrays",
        }
    }
}
