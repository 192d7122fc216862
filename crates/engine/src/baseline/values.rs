//! The textbook values of the men.

use manifold_rules::board::Role;

/// The textbook value of a man, in centipawns.
pub(crate) const fn textbook_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 300,
        Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 0,
    }
}

/// The value of these men, in centipawns.
pub(crate) fn sum(men: impl Iterator<Item = Role>) -> i32 {
    men.map(textbook_value).sum()
}
