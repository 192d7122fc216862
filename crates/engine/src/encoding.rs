//! Actions encoded in 32 bits, for the transposition table and the proof tree.

use std::num::NonZeroU32;

use manifold_rules::board::{Role, Square, StandardMove};

/// An action that can be encoded in 32 bits.
pub trait Encode: Copy {
    /// The code of the action; `None` for one of the few that do not fit.
    fn encode(self) -> Option<NonZeroU32>;

    /// The action with this code, if there is one. It may not be legal in any position.
    fn decode(code: NonZeroU32) -> Option<Self>;
}

/// Reads fields in the order in which they were written.
pub(crate) struct Decoder(u32);

impl Decoder {
    /// The kind of the action, and the fields that follow.
    pub(crate) fn open(code: NonZeroU32) -> (u32, Decoder) {
        let mut bits = Decoder(code.get() >> 1);
        (bits.take(3), bits)
    }

    pub(crate) fn take(&mut self, count: u32) -> u32 {
        let value = self.0 & ((1 << count) - 1);
        self.0 >>= count;
        value
    }

    pub(crate) fn square(&mut self) -> Square {
        Square::new(self.take(6))
    }

    pub(crate) fn role(&mut self) -> Option<Role> {
        let number = self.take(3) as usize;
        number
            .checked_sub(1)
            .and_then(|i| Role::ALL.get(i))
            .copied()
    }

    pub(crate) fn standard(&mut self) -> StandardMove {
        StandardMove {
            from: self.square(),
            to: self.square(),
            promotion: self.role(),
        }
    }
}

/// Writes fields, the first one in the lowest bits.
#[derive(Default)]
pub(crate) struct Encoder {
    code: u32,
    used: u32,
}

impl Encoder {
    pub(crate) fn new(kind: u32) -> Encoder {
        // The lowest bit keeps the code from being 0.
        Encoder { code: 1, used: 1 }.with(kind, 3)
    }

    pub(crate) fn with(mut self, value: u32, count: u32) -> Encoder {
        self.code |= value << self.used;
        self.used += count;
        self
    }

    pub(crate) fn square(self, square: Square) -> Encoder {
        self.with(square.to_u32(), 6)
    }

    pub(crate) fn role(self, role: Option<Role>) -> Encoder {
        self.with(role.map_or(0, |role| role as u32), 3)
    }

    pub(crate) fn standard(self, standard: StandardMove) -> Encoder {
        self.square(standard.from)
            .square(standard.to)
            .role(standard.promotion)
    }

    pub(crate) fn code(self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::game::Game;
    use manifold_rules::position::{Bounds, Rules};
    use manifold_rules::{chess, dmchess, hidden960, hyperspace, time_traveler};

    /// Checks that every legal action of random games survives encoding and decoding.
    fn survives<P: Rules<Action: Encode>>(variant: P::Variant, bounds: Bounds) {
        let mut random = crate::Random::new(3);
        for _ in 0..3 {
            let mut game = Game::<P>::new(variant);
            for _ in 0..60 {
                let all = game.position().legal_actions_within(bounds);
                for action in &all {
                    let code = action.encode().unwrap_or_else(|| panic!("{action} fits"));
                    assert_eq!(P::Action::decode(code), Some(*action));
                }
                let Some(action) = all.get(random.below(all.len() as u64) as usize) else {
                    break;
                };
                if game.outcome().is_some() || game.play(*action).is_err() {
                    break;
                }
            }
        }
    }

    #[test]
    fn every_action_is_the_same_after_packing() {
        let short = Bounds { max_delay: 2 };
        survives::<hyperspace::Hyperspace>(hyperspace::Variant::Strict, short);
        survives::<hyperspace::Hyperspace>(hyperspace::Variant::Open, short);
        survives::<time_traveler::TimeTraveler>(Default::default(), Bounds::NONE);
        survives::<hidden960::Hidden960>(Default::default(), Bounds::NONE);
        survives::<dmchess::DmChess>(Default::default(), Bounds::NONE);
        survives::<chess::Chess>(chess::Variant::Standard, Bounds::NONE);
        survives::<chess::Chess>(chess::Variant::Chess960, Bounds::NONE);
    }

    #[test]
    fn special_actions_are_the_same_after_packing() {
        for text in [
            "c1^99@h8/r/o/r/o",
            "--",
            "--/o",
            "amend:99",
            "cancel",
            "a7a8q/r",
        ] {
            let action: hyperspace::Action = text.parse().expect(text);
            let code = action.encode().expect(text);
            assert_eq!(hyperspace::Action::decode(code), Some(action));
        }
        let long: hyperspace::Action = "--/o/o/o/o/o".parse().expect("an action");
        assert_eq!(long.encode(), None);
        for text in ["d1=Q+e1=K", "unreveal"] {
            let action: hidden960::Action = text.parse().expect(text);
            let code = action.encode().expect(text);
            assert_eq!(hidden960::Action::decode(code), Some(action));
        }
    }
}
