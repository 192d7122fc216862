//! The variants: how the kings start.

/// The variants: how the kings start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// `dmchess`: every king starts on its home square.
    #[default]
    Home,
    /// `dmchess:kings`: each player first places the eight kings in secret.
    Placed,
}

impl crate::position::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant::Home, Variant::Placed];

    fn id(self) -> &'static str {
        match self {
            Variant::Home => "dmchess",
            Variant::Placed => "dmchess:kings",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Variant::Home => "DMChess",
            Variant::Placed => "DMChess with secret kings",
        }
    }
}
