//! The program, started by its name as people and scripts start it. One program of tests, as each is linked by itself.

mod admin;
mod bench;
mod bot;
mod command_line;
mod contests;
mod convert;
mod events;
mod ladder;
mod network;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod newer_processors;
mod pairing;
mod protocol;
mod rate;
mod serve;
mod support;
#[path = "../../../server/tests/server/totp.rs"]
mod totp;
#[cfg(target_os = "linux")]
mod writing;
