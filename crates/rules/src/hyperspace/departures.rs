//! The legal phase-outs as a product: too many to list one by one, few to say.

use super::action::{Action, Choices, Delay};
use super::position::Hyperspace;
use crate::board::{Bitboard, Square};
use crate::position::Bounds;

/// Legal phase-outs of one piece: every delay goes with every square.
///
/// ```
/// use manifold_rules::position::{Bounds, Position};
/// use manifold_rules::hyperspace::Hyperspace;
///
/// let start = Hyperspace::start(Default::default());
/// let phase_outs = start.phase_outs(Bounds::NONE);
/// let all: usize = phase_outs.iter().map(|one| one.delays.len() * one.squares.count()).sum();
/// // Queen, rooks and knights can return to 64 squares each, bishops to 32.
/// assert_eq!(phase_outs.len(), 7);
/// assert_eq!(all, 99 * (5 * 64 + 2 * 32));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseOuts {
    /// Where the piece stands.
    pub from: Square,
    /// Which pieces stay where a return of this turn collides.
    pub choices: Choices,
    /// For how long it can leave, the shortest first.
    pub delays: Vec<Delay>,
    /// To which squares it can return.
    pub squares: Bitboard,
}

impl PhaseOuts {
    /// The actions that it stands for.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.delays.iter().flat_map(move |delay| {
            self.squares
                .into_iter()
                .map(move |to| Action::phase_out(self.from, *delay, to).with_choices(self.choices))
        })
    }
}

impl Hyperspace {
    /// All legal phase-outs with delays that `bounds` admits: what [`for_each_legal`] hands out one by
    /// one, as products.
    ///
    /// [`for_each_legal`]: crate::position::Position::for_each_legal
    #[must_use]
    pub fn phase_outs(&self, bounds: Bounds) -> Vec<PhaseOuts> {
        let delays: Vec<Delay> = self.listed_delays(bounds).collect();
        if delays.is_empty() {
            return Vec::new();
        }
        self.leaving()
            .into_iter()
            .map(|(from, choices)| PhaseOuts {
                from,
                choices,
                delays: delays.clone(),
                squares: self.squares_of(from),
            })
            .collect()
    }
}
