//! The contributions of single rounds to tie-break values.

use manifold_pairing::tiebreaks::{self, TieBreak};

use crate::draw::Unfinished;
use crate::event::Event;
use crate::ids::PersonId;

/// The contribution of a round to a value in a tie-break. For averages it is the number that is averaged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TieBreakPart {
    /// The round, from 1.
    pub round: usize,
    /// The opponent; `None` in a round without one.
    pub opponent: Option<PersonId>,
    /// The value that it adds if it counts.
    pub value: f64,
    /// Whether it counts: a cut drops the least values, and some rounds are not of the kind that the tie-break counts.
    pub counts: bool,
}

impl Event {
    /// The parts of a player's tie-break values, in the order of the event's tie-breaks; `None` for somebody who does not play.
    #[must_use]
    pub fn tie_break_parts(&self, player: PersonId) -> Option<Vec<Vec<TieBreakPart>>> {
        let (mut tournament, list) = self.as_numbers(Unfinished::Nothing);
        tournament.truncate(self.settled_rounds());
        let place = list.iter().position(|entrant| entrant.id == player)?;
        let number = u16::try_from(place + 1).ok()?;
        let names = self.settings.tie_breaks();
        let tie_breaks: Vec<TieBreak> = names.iter().filter_map(|name| name.parse().ok()).collect();
        let opponent = |number: u16| Some(list.get(usize::from(number).checked_sub(1)?)?.id);
        let parts = tiebreaks::parts(&tournament, &tie_breaks, number)?;
        let named = parts.into_iter().map(|parts| {
            let one = |part: tiebreaks::Part| TieBreakPart {
                round: part.round,
                opponent: part.opponent.and_then(opponent),
                value: part.value,
                counts: part.counts,
            };
            parts.into_iter().map(one).collect()
        });
        Some(named.collect())
    }
}
