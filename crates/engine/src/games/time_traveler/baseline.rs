//! The part of Time Traveler's Chess in the simple opponents. Frozen: see [`crate::baseline`].

use manifold_rules::board::Color;
use manifold_rules::time_traveler::TimeTraveler;

use crate::baseline::BaselineGame;
use crate::baseline::values::sum;
use crate::random::Random;

impl BaselineGame for TimeTraveler {
    /// The men that can move, minus one of the same role for every traveling man, with which it will vanish.
    fn material(&self, color: Color) -> i32 {
        let owed = self
            .traveling(color)
            .into_iter()
            .filter_map(|square| self.role_at(square));
        sum(self.mobile_men(color)) - sum(owed)
    }

    fn guess(knowledge: &TimeTraveler, _random: &mut Random) -> Option<TimeTraveler> {
        Some(*knowledge)
    }
}
