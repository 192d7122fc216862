//! The parameters of a level; each game has a table of them.

/// The number of levels below full strength.
pub(crate) const BOUNDED: usize = 7;

/// The parameters of a level in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// Maximum depth, in plies.
    pub(crate) depth: u32,
    /// The node limit.
    pub(crate) nodes: u64,
    /// Temperature of the choice: how much worse than the best an action must be to be half as likely, in centipawns.
    pub(crate) temperature: i32,
    /// Share of the actions that are overlooked, in percent.
    pub(crate) blindness: u32,
    /// The number of determinizations.
    pub(crate) determinizations: usize,
}

impl Strength {
    /// No limit but the caller's.
    pub(crate) const FULL: Strength = Strength::new(64, u64::MAX, 0, 0, 16);

    /// The parameters in the order of the columns of the games' tables.
    pub(crate) const fn new(
        depth: u32,
        nodes: u64,
        temperature: i32,
        blindness: u32,
        determinizations: usize,
    ) -> Strength {
        Strength {
            depth,
            nodes,
            temperature,
            blindness,
            determinizations,
        }
    }
}
