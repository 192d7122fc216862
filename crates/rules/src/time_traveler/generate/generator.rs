//! The generator: what listing needs to know of a position, computed once.

use super::danger::Danger;
use crate::board::{Bitboard, Color, color_index};
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::{check, grammar};

pub(super) struct Generator<'a> {
    pub(super) game: &'a TimeTraveler,
    pub(super) us: Color,
    pub(super) danger: Danger,
    /// Own untraveled men, any one of which can be spared.
    pub(super) spare: Bitboard,
    /// Enemy men whose capture wins by making the opponent's position incorrect.
    pub(super) wins: Bitboard,
}

impl<'a> Generator<'a> {
    /// The generator for `game`; `None` if the game is over.
    pub(super) fn new(game: &'a TimeTraveler) -> Option<Generator<'a>> {
        let us = game.turn;
        let enemy = us.other();
        let men = &game.men;
        if game.lost[color_index(us)]
            || (check::is_resolved(men, enemy) && !check::has_king(men, us))
        {
            return None;
        }
        let spare = grammar::spare(men, us)?;
        let their_spare = grammar::spare(men, enemy).unwrap_or_default();
        Some(Generator {
            game,
            us,
            danger: Danger::new(game),
            spare,
            wins: men.traveling(enemy) | (men.untraveled(enemy) & !their_spare),
        })
    }
}
