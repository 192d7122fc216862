//! Actions of DMChess in 32 bits.

use std::num::NonZeroU32;

use manifold_rules::dmchess::{Action, Dimension, Move, Place};

use crate::encoding::{Decoder, Encode, Encoder};

impl Encode for Action {
    fn encode(self) -> Option<NonZeroU32> {
        match self {
            Action::Move(m) => Encoder::new(0)
                .role(Some(m.role))
                .with(m.from.index() as u32, 9)
                .with(m.to.index() as u32, 9)
                .role(m.promotion)
                .code(),
            Action::PlaceKings(_) => None,
        }
    }

    fn decode(code: NonZeroU32) -> Option<Self> {
        fn place(bits: &mut Decoder) -> Place {
            let square = bits.square();
            Place::new(Dimension::ALL[bits.take(3) as usize], square)
        }
        let (kind, mut bits) = Decoder::open(code);
        (kind == 0).then_some(())?;
        Some(Action::Move(Move {
            role: bits.role()?,
            from: place(&mut bits),
            to: place(&mut bits),
            promotion: bits.role(),
        }))
    }
}
