//! The only variant.

/// The only variant of Time Traveler's Chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Variant;

impl crate::position::Variant for Variant {
    const ALL: &'static [Variant] = &[Variant];

    fn id(self) -> &'static str {
        "time-traveler"
    }

    fn name(self) -> &'static str {
        "Time Traveler's Chess"
    }
}
