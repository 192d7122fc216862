//! The server as its clients see it: over the real router, real sockets and a real database.

mod accounts;
mod archive;
mod attacks;
mod bots;
mod client;
mod connections;
mod faults;
mod games;
mod keys;
mod lagging;
mod lobby;
mod meeting;
mod networks;
mod openapi;
mod own;
mod pages;
mod rated;
mod restart;
mod rubbish;
mod secrets;
mod silence;
mod snapshots;
mod tokens;
mod vacation;
mod weight;
