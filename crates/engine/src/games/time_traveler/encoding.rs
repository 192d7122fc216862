//! Actions of Time Traveler's Chess in 32 bits.

use std::num::NonZeroU32;

use manifold_rules::time_traveler::Action;

use crate::encoding::{Decoder, Encode, Encoder};

impl Encode for Action {
    fn encode(self) -> Option<NonZeroU32> {
        match self {
            Action::Move(standard) => Encoder::new(0).standard(standard),
            Action::Annihilation { from, to } => Encoder::new(1).square(from).square(to),
            Action::Explosion {
                role,
                square,
                to,
                promotion,
            } => Encoder::new(2)
                .role(Some(role))
                .square(square)
                .square(to)
                .role(promotion),
        }
        .code()
    }

    fn decode(code: NonZeroU32) -> Option<Self> {
        let (kind, mut bits) = Decoder::open(code);
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
