//! The regulations, rule by rule.

mod anybody;
mod appeals;
mod arenas;
mod calls;
mod entries;
mod files;
mod hall;
mod impossible;
mod knock_outs;
mod privacy;
mod restarts;
mod rounds;
mod rulings;
mod settings;
mod swiss;
mod tables;
