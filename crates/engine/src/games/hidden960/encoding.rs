//! Actions of Hidden960 in 32 bits.

use std::num::NonZeroU32;

use manifold_rules::hidden960::{Action, Reveal};

use crate::encoding::{Decoder, Encode, Encoder};

impl Encode for Action {
    fn encode(self) -> Option<NonZeroU32> {
        let reveal =
            |packer: Encoder, reveal: Reveal| packer.square(reveal.square).role(Some(reveal.role));
        match self {
            Action::Move(standard) => Encoder::new(0).standard(standard),
            Action::Reveal(one) => reveal(Encoder::new(1), one),
            Action::RevealPair(one, other) => reveal(reveal(Encoder::new(2), one), other),
            Action::Unreveal => Encoder::new(3),
        }
        .code()
    }

    fn decode(code: NonZeroU32) -> Option<Self> {
        fn reveal(bits: &mut Decoder) -> Option<Reveal> {
            Some(Reveal {
                square: bits.square(),
                role: bits.role()?,
            })
        }
        let (kind, mut bits) = Decoder::open(code);
        Some(match kind {
            0 => Action::Move(bits.standard()),
            1 => Action::Reveal(reveal(&mut bits)?),
            2 => Action::RevealPair(reveal(&mut bits)?, reveal(&mut bits)?),
            3 => Action::Unreveal,
            _ => return None,
        })
    }
}
