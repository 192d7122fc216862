//! Actions of Hyperspace Chess in 32 bits.

use std::num::NonZeroU32;

use manifold_rules::board::Color;
use manifold_rules::hyperspace::{Action, Choices, Delay, Stays};
use manifold_rules::viewer::Viewer;

use crate::encoding::{Decoder, Encode, Encoder};

impl Encode for Action {
    fn encode(self) -> Option<NonZeroU32> {
        // Maximum number of collisions whose answers fit; more than two are rare.
        const ANSWERS: usize = 4;
        let choices = self.choices();
        if choices.len() > ANSWERS {
            return None;
        }
        let answers = choices.iter().fold(1, |bits, stays| {
            bits << 1 | u32::from(stays == Stays::Occupant)
        });
        let start = |kind| Encoder::new(kind).with(answers, ANSWERS as u32 + 1);
        match self {
            Action::Move { standard, .. } => start(0).standard(standard),
            Action::PhaseOut {
                from, delay, to, ..
            } => {
                // The search knows the square: it is the player's own or one of a determinization.
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

    fn decode(code: NonZeroU32) -> Option<Self> {
        let (kind, mut bits) = Decoder::open(code);
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
