//! Listing legal actions, in sets.

mod danger;
mod explosions;
mod generator;
mod moves;

use std::ops::ControlFlow;

use self::explosions::ANYWHERE;
use self::generator::Generator;
use self::moves::Moves;
use super::action::Action;
use super::position::TimeTraveler;
use crate::board::Bitboard;

/// Lists all legal actions.
pub(super) fn for_each_legal<B>(
    game: &TimeTraveler,
    visit: impl FnMut(Action) -> ControlFlow<B>,
) -> ControlFlow<B> {
    game.for_each_exploding_to(&ANYWHERE, visit)
}

/// The number of legal actions.
pub(super) fn count_legal(game: &TimeTraveler) -> u64 {
    let Some(generator) = Generator::new(game) else {
        return 0;
    };
    let mut count = 0;
    let _ = generator.for_each_move(|moves| {
        count += match moves {
            Moves::Set(set) => set.len(),
            Moves::One(_) => 1,
        };
        ControlFlow::<()>::Continue(())
    });
    let _ = generator.for_each_annihilation(|_| {
        count += 1;
        ControlFlow::<()>::Continue(())
    });
    (count + generator.count_explosions()) as u64
}

impl TimeTraveler {
    /// Lists the legal actions except explosions, which are much more expensive to find.
    pub fn for_each_without_explosions<B>(
        &self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(generator) = Generator::new(self) else {
            return ControlFlow::Continue(());
        };
        generator.hand_out_without_explosions(&mut visit)
    }

    /// Lists the legal actions, but of explosions only those whose traveled man goes to one of the `targets` of its role, from pawn to
    /// king. The fewer targets, the faster. The order is that of the list of all legal actions.
    #[inline]
    pub fn for_each_exploding_to<B>(
        &self,
        targets: &[Bitboard; 6],
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(generator) = Generator::new(self) else {
            return ControlFlow::Continue(());
        };
        generator.hand_out_without_explosions(&mut visit)?;
        generator.for_each_explosion(targets, |set| set.for_each(&mut visit))
    }
}
