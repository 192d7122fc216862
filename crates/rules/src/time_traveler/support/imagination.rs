//! The search for supports in one position, with what is computed only once.

use std::cell::OnceCell;

use super::helpers::Helpers;
use super::scene::Scene;
use crate::board::{Bitboard, Square};
use crate::time_traveler::position::TimeTraveler;

/// The search for supports in one position, with what is computed only once.
pub(in crate::time_traveler) struct Imagination<'a> {
    pub(super) game: &'a TimeTraveler,
    pub(super) scene: Scene,
    pub(super) helpers: OnceCell<Helpers>,
}

impl<'a> Imagination<'a> {
    pub(in crate::time_traveler) fn new(game: &'a TimeTraveler) -> Imagination<'a> {
        Imagination {
            game,
            scene: Scene::new(game),
            helpers: OnceCell::new(),
        }
    }

    pub(super) fn helpers(&self) -> &Helpers {
        self.helpers.get_or_init(|| Helpers::new(&self.scene))
    }

    #[inline]
    pub(super) fn targets(&self, from: Square) -> Bitboard {
        self.scene.targets(from)
    }
}
