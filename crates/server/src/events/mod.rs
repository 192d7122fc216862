//! Tournaments, matches and arenas: events that the server runs. `manifold-events` is their law, and decides. Here each log has a single
//! holder, who appends what was decided, does what is due, and tells the games what the log orders.
//!
//! A game and its event never share state. The event gives orders ([`orders`]) with the numbers of its entries, so that an order told
//! twice is carried out once; and it asks its games ([`dialogue`]) who has acted and how they have ended. After a crash both are
//! repeated.

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
