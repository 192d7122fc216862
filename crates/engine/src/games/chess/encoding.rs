//! Moves of chess in 32 bits.

use std::num::NonZeroU32;

use manifold_rules::chess::Action;

use crate::encoding::{Decoder, Encode, Encoder};

impl Encode for Action {
    fn encode(self) -> Option<NonZeroU32> {
        Encoder::new(0).standard(self).code()
    }

    fn decode(code: NonZeroU32) -> Option<Self> {
        let (_, mut bits) = Decoder::open(code);
        Some(bits.standard())
    }
}
