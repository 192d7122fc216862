//! Tournaments, matches and arenas, as their participants see them.

mod bounds;
pub(crate) mod hall;
mod making;
mod play;
mod rulings;
mod sealed;
mod weekly;
mod worst;
mod written;
