//! The program, started as people and scripts start it. All tests are in one test binary, as each one is linked separately.

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
