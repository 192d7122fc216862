//! The server as its clients see it: over the real router, real sockets and a real database.

mod accounts;
mod attacks;
mod chat;
mod client;
mod connections;
mod faults;
mod games;
mod lagging;
mod lobby;
mod moderation;
mod networks;
mod openapi;
mod pages;
mod rated;
mod reports;
mod restart;
mod rubbish;
mod secrets;
mod silence;
mod snapshots;
mod weight;
