//! Integration tests of the arena: contests, transcripts, tuning and training.

mod contests;
mod network;
mod transcript;
mod tune;
