//! Tournaments, matches and arenas: events that the server runs. `manifold-events` is their law, and decides; here each log has its
//! one holder, who appends what was decided, asks what time has brought, and tells the games what the log orders of them.
//!
//! A game and its event never share a state. The event orders ([`orders`]), by the numbers of its entries, so that what is told twice is
//! done once; and it looks at its games ([`dialogue`]): who has acted, how they have ended. Whatever crashes, both are told again.

mod dialogue;
pub(crate) mod error;
mod games;
pub(crate) mod hall;
mod head;
mod held;
mod ids;
mod orders;
mod said;
pub(crate) mod time;
pub(crate) mod weekly;

pub(crate) use games::{clock_of, rating};
pub(crate) use head::shown_head_of;
pub(crate) use ids::{game_id, law_game, law_person, player_id};
