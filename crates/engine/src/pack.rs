//! Actions in four bytes, as the table of positions keeps them.

use std::num::NonZeroU32;

use manifold_rules::board::{Color, Role, Square, StandardMove};
use manifold_rules::viewer::Viewer;
use manifold_rules::{dmchess, hidden960, hyperspace, time_traveler};

/// An action that fits into four bytes.
pub trait Pack: Copy {
    /// The action as a number; `None` for one of the few that do not fit.
    fn pack(self) -> Option<NonZeroU32>;

    /// The action of this number, if there is one. It need not be legal anywhere.
    fn unpack(code: NonZeroU32) -> Option<Self>;
}

/// Reads numbers from the lower end, as they were put there.
struct Bits(u32);

impl Bits {
    fn take(&mut self, count: u32) -> u32 {
        let value = self.0 & ((1 << count) - 1);
        self.0 >>= count;
        value
    }

    fn square(&mut self) -> Square {
        Square::new(self.take(6))
    }

    fn role(&mut self) -> Option<Role> {
        let number = self.take(3) as usize;
        number
            .checked_sub(1)
            .and_then(|i| Role::ALL.get(i))
            .copied()
    }

    fn standard(&mut self) -> StandardMove {
        StandardMove {
            from: self.square(),
            to: self.square(),
            promotion: self.role(),
        }
    }
}

/// Puts numbers one above the other.
#[derive(Default)]
struct Packer {
    code: u32,
    used: u32,
}

impl Packer {
    fn new(kind: u32) -> Packer {
        // The lowest bit keeps the code from being 0.
        Packer { code: 1, used: 1 }.with(kind, 3)
    }

    fn with(mut self, value: u32, count: u32) -> Packer {
        self.code |= value << self.used;
        self.used += count;
        self
    }

    fn square(self, square: Square) -> Packer {
        self.with(square.to_u32(), 6)
    }

    fn role(self, role: Option<Role>) -> Packer {
        self.with(role.map_or(0, |role| role as u32), 3)
    }

    fn standard(self, standard: StandardMove) -> Packer {
        self.square(standard.from)
            .square(standard.to)
            .role(standard.promotion)
    }

    fn code(self) -> Option<NonZeroU32> {
        NonZeroU32::new(self.code)
    }
}

fn open(code: NonZeroU32) -> (u32, Bits) {
    let mut bits = Bits(code.get() >> 1);
    (bits.take(3), bits)
}

impl Pack for hyperspace::Action {
    fn pack(self) -> Option<NonZeroU32> {
        use hyperspace::Action;
        // Room for the answers to so many collisions; more than two are rare.
        const ANSWERS: usize = 4;
        let choices = self.choices();
        if choices.len() > ANSWERS {
            return None;
        }
        let answers = choices.iter().fold(1, |bits, stays| {
            bits << 1 | u32::from(stays == hyperspace::Stays::Occupant)
        });
        let start = |kind| Packer::new(kind).with(answers, ANSWERS as u32 + 1);
        match self {
            Action::Move { standard, .. } => start(0).standard(standard),
            Action::PhaseOut {
                from, delay, to, ..
            } => {
                // Whoever searches knows the action: it is its own or one of a world it has imagined.
                let to = to.seen_by(Viewer::Referee, Color::White)?;
                start(1)
                    .square(from)
                    .square(to)
                    .with(u32::from(delay.turns()), 7)
            }
            Action::ReturnOnly { .. } => start(2),
            Action::Amend(delay) => start(3).with(u32::from(delay.turns()), 7),
            Action::Cancel => start(4),
        }
        .code()
    }

    fn unpack(code: NonZeroU32) -> Option<Self> {
        use hyperspace::{Action, Choices, Delay, Stays};
        let (kind, mut bits) = open(code);
        let answers = bits.take(5);
        let mut choices = Choices::NONE;
        for bit in (0..answers.checked_ilog2()?).rev() {
            let stays = if answers >> bit & 1 == 1 {
                Stays::Occupant
            } else {
                Stays::Returning
            };
            choices = choices.with(stays)?;
        }
        let action = match kind {
            0 => Action::standard(bits.standard()),
            1 => {
                let (from, to) = (bits.square(), bits.square());
                Action::phase_out(from, Delay::new(bits.take(7) as u8)?, to)
            }
            2 => Action::ReturnOnly { choices },
            3 => Action::Amend(Delay::new(bits.take(7) as u8)?),
            4 => Action::Cancel,
            _ => return None,
        };
        Some(action.with_choices(choices))
    }
}

impl Pack for time_traveler::Action {
    fn pack(self) -> Option<NonZeroU32> {
        use time_traveler::Action;
        match self {
            Action::Move(standard) => Packer::new(0).standard(standard),
            Action::Annihilation { from, to } => Packer::new(1).square(from).square(to),
            Action::Explosion {
                role,
                square,
                to,
                promotion,
            } => Packer::new(2)
                .role(Some(role))
                .square(square)
                .square(to)
                .role(promotion),
        }
        .code()
    }

    fn unpack(code: NonZeroU32) -> Option<Self> {
        use time_traveler::Action;
        let (kind, mut bits) = open(code);
        Some(match kind {
            0 => Action::Move(bits.standard()),
            1 => Action::Annihilation {
                from: bits.square(),
                to: bits.square(),
            },
            2 => Action::Explosion {
                role: bits.role()?,
                square: bits.square(),
                to: bits.square(),
                promotion: bits.role(),
            },
            _ => return None,
        })
    }
}

impl Pack for hidden960::Action {
    fn pack(self) -> Option<NonZeroU32> {
        use hidden960::{Action, Reveal};
        let reveal =
            |packer: Packer, reveal: Reveal| packer.square(reveal.square).role(Some(reveal.role));
        match self {
            Action::Move(standard) => Packer::new(0).standard(standard),
            Action::Reveal(one) => reveal(Packer::new(1), one),
            Action::RevealPair(one, other) => reveal(reveal(Packer::new(2), one), other),
            Action::Unreveal => Packer::new(3),
        }
        .code()
    }

    fn unpack(code: NonZeroU32) -> Option<Self> {
        use hidden960::{Action, Reveal};
        fn reveal(bits: &mut Bits) -> Option<Reveal> {
            Some(Reveal {
                square: bits.square(),
                role: bits.role()?,
            })
        }
        let (kind, mut bits) = open(code);
        Some(match kind {
            0 => Action::Move(bits.standard()),
            1 => Action::Reveal(reveal(&mut bits)?),
            2 => Action::RevealPair(reveal(&mut bits)?, reveal(&mut bits)?),
            3 => Action::Unreveal,
            _ => return None,
        })
    }
}

impl Pack for dmchess::Action {
    fn pack(self) -> Option<NonZeroU32> {
        use dmchess::Action;
        match self {
            Action::Move(m) => Packer::new(0)
                .role(Some(m.role))
                .with(m.from.index() as u32, 9)
                .with(m.to.index() as u32, 9)
                .role(m.promotion)
                .code(),
            Action::PlaceKings(_) => None,
        }
    }

    fn unpack(code: NonZeroU32) -> Option<Self> {
        use dmchess::{Action, Dimension, Move, Place};
        fn place(bits: &mut Bits) -> Place {
            let square = bits.square();
            Place::new(Dimension::ALL[bits.take(3) as usize], square)
        }
        let (kind, mut bits) = open(code);
        (kind == 0).then_some(())?;
        Some(Action::Move(Move {
            role: bits.role()?,
            from: place(&mut bits),
            to: place(&mut bits),
            promotion: bits.role(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::game::Game;
    use manifold_rules::position::{Bounds, Position, Rules};

    /// Everything that is legal in a game of random actions is the same after packing.
    fn survives<P: Rules<Action: Pack>>(variant: P::Variant, bounds: Bounds) {
        let mut random = crate::Random::new(3);
        for _ in 0..3 {
            let mut game = Game::<P>::new(variant);
            for _ in 0..60 {
                let all = game.position().legal_actions_within(bounds);
                for action in &all {
                    let code = action.pack().unwrap_or_else(|| panic!("{action} fits"));
                    assert_eq!(P::Action::unpack(code), Some(*action));
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
            let code = action.pack().expect(text);
            assert_eq!(hyperspace::Action::unpack(code), Some(action));
        }
        let long: hyperspace::Action = "--/o/o/o/o/o".parse().expect("an action");
        assert_eq!(long.pack(), None);
        for text in ["d1=Q+e1=K", "unreveal"] {
            let action: hidden960::Action = text.parse().expect(text);
            let code = action.pack().expect(text);
            assert_eq!(hidden960::Action::unpack(code), Some(action));
        }
    }
}
