//! Dominance: controlling five dimensions for a full turn wins.

use crate::board::{Color, color_index};

/// The number of dimensions to control for dominance.
pub const DOMINANT_CONTROL: usize = 5;
/// The number of plies in a row at the end of which they must be controlled: the first one and the
/// full turn after it.
const DOMINANT_PLIES: u8 = 3;

/// For how long a player has controlled five or more dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Dominance {
    pub(super) player: Option<Color>,
    /// The number of plies in a row at the end of which this was so, up to three; 0 without a player.
    pub(super) plies: u8,
}

impl Dominance {
    /// Updates after a ply, with the number of controlled dimensions by colour.
    #[inline]
    pub(super) fn advance(&mut self, controlled: [usize; 2]) {
        // Only one player can control five of eight dimensions.
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

    /// Updates after a ply that did not change who controls which dimension.
    #[inline]
    pub(super) fn repeat(&mut self) {
        if self.player.is_some() {
            self.plies = (self.plies + 1).min(DOMINANT_PLIES);
        }
    }

    /// A number for the key; 0 without a player.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.player.map_or(0, |player| {
            u64::from(self.plies) << 1 | u64::from(player.is_black())
        })
    }

    #[inline]
    pub(super) fn winner(self) -> Option<Color> {
        self.player.filter(|_| self.plies >= DOMINANT_PLIES)
    }

    /// The plies after which the player wins if nothing changes.
    pub(super) fn plies_left(self) -> u8 {
        DOMINANT_PLIES - self.plies
    }
}
