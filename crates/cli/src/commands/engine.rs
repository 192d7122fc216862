//! `manifold engine`: the engine for other programs, over UCI on standard input and output.

use std::io::{self, BufRead, Read};

use manifold_uci::Session;

use crate::failure::Failure;
use crate::terminal::print;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// The longest line that is read, in bytes: enough for any game, but not endless input.
const LONGEST_LINE: usize = 4 << 20;

pub(crate) fn run(_arguments: Arguments) -> Result<(), Failure> {
    let name = concat!("Manifold ", env!("CARGO_PKG_VERSION"));
    let mut session = Session::new(name, |reply| print(&reply.to_string()));
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if line.len() < LONGEST_LINE {
            if session.obey(&String::from_utf8_lossy(&line)) {
                break;
            }
            continue;
        }
        session.complain("the line is too long");
        while !line.ends_with(b"\n") && read_line(&mut input, &mut line)? {}
    }
    session.finish();
    Ok(())
}

/// Reads a line, up to the allowed length. False at the end of input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let length = input
        .by_ref()
        .take(LONGEST_LINE as u64)
        .read_until(b'\n', line)?;
    Ok(length > 0)
}
