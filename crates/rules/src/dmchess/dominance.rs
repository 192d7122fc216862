//! Dominance: a player who controls five dimensions for a full turn wins.

use crate::board::{Color, color_index};

/// Dimensions that must be controlled.
pub const DOMINANT_CONTROL: usize = 5;
/// Ends of plies at which they must be: one full turn after the first.
const DOMINANT_PLIES: u8 = 3;

/// Since when a player controls five or more dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Dominance {
    pub(super) player: Option<Color>,
    /// The ends of plies in a row at which it was so, up to three. 0 exactly if there is no player.
    pub(super) plies: u8,
}

impl Dominance {
    /// A ply has ended with these numbers of controlled dimensions (by colour).
    #[inline]
    pub(super) fn advance(&mut self, controlled: [usize; 2]) {
        // Two players cannot control five of eight dimensions each.
        let player = Color::ALL
            .into_iter()
            .find(|color| controlled[color_index(*color)] >= DOMINANT_CONTROL);
        let before = if player == self.player { self.plies } else { 0 };
        self.player = player;
        self.plies = match player {
            Some(_) => (before + 1).min(DOMINANT_PLIES),
            None => 0,
        };
    }

    /// A ply has ended that changed no dimension's kings.
    #[inline]
    pub(super) fn repeat(&mut self) {
        if self.player.is_some() {
            self.plies = (self.plies + 1).min(DOMINANT_PLIES);
        }
    }

    #[inline]
    pub(super) fn winner(self) -> Option<Color> {
        self.player.filter(|_| self.plies >= DOMINANT_PLIES)
    }

    /// Plies after which the player wins if nothing changes.
    pub(super) fn plies_left(self) -> u8 {
        DOMINANT_PLIES - self.plies
    }
}
