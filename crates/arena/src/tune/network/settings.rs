//! The settings of a network's training.

/// The settings of a network's training.
#[derive(Debug, Clone, Copy)]
pub struct Training {
    /// Centipawns for an output of 1.
    pub scale: i32,
    /// The share of the λ-return in the target of a position, 0 to 1; the rest is the score of its search.
    pub result_share: f32,
    /// Number of positions with the sum of terms as target, for each position of a game.
    pub walks: u32,
    /// Epochs over the positions with the sum of terms as target.
    pub terms_epochs: u32,
    /// Epochs over the positions of the games.
    pub games_epochs: u32,
    /// Batch size in positions.
    pub batch: usize,
    /// The initial learning rate, which is about the largest change of a weight per batch; it falls to a hundredth by the end.
    pub rate: f32,
    /// Seeds the first weights, the random moves and the order of the positions.
    pub seed: u64,
    /// Threads, at most two; the result does not depend on it.
    pub threads: usize,
}
