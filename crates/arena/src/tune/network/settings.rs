//! The settings of a network's training.

/// The settings of a network's training.
#[derive(Debug, Clone, Copy)]
pub struct Training {
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// The share of what came of a position in what is to be said of it, 0 to 1; the rest is the score of its search.
    pub result_share: f32,
    /// Positions that the terms judge, for each position of a game.
    pub walks: u32,
    /// Passes over the positions that the terms judge.
    pub terms_epochs: u32,
    /// Passes over the positions of the games.
    pub games_epochs: u32,
    /// Positions between two changes of the weights.
    pub batch: usize,
    /// How far a weight moves at most, at first; it is almost nothing in the end.
    pub rate: f32,
    /// Seeds the first weights, the random moves and the order of the positions.
    pub seed: u64,
    /// Threads, at most two; the result does not depend on it.
    pub threads: usize,
}
