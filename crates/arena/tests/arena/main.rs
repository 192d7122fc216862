//! The arena from outside: contests, transcripts, and what tuning and training learn.

mod contests;
mod network;
mod transcript;
mod tune;
