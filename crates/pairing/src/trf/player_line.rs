//! A player's line, as it was read.

use super::Person;
use super::line::Line;
use crate::{Entry, Number};

/// The contents of a round's columns in a player's line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    /// The first column.
    pub(super) column: usize,
    /// `None` if the columns are blank.
    pub(super) entry: Option<Entry>,
}

/// A player's line.
#[derive(Debug)]
pub(super) struct PlayerLine {
    pub(super) line: Line,
    pub(super) number: Number,
    pub(super) rating: Option<u16>,
    pub(super) person: Person,
    pub(super) cells: Vec<Cell>,
}

impl PlayerLine {
    pub(super) fn entry(&self, round: usize) -> Option<Entry> {
        self.cells.get(round - 1).and_then(|cell| cell.entry)
    }
}
