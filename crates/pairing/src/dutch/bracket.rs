//! The pairing of a bracket: C.04.3 article 3.
//!
//! The best candidate by C5 to C21 is a matching of greatest weight, and the earliest of those is found by fixing one choice after
//! the other in the order in which articles 3.6, 3.7 and 4 generate candidates. The graph has the bracket and, because
//! of C4 and C8, what lies below: as much of it as the case needs ([`Outlook`]).

mod choice;
mod exchange;
mod graph;
mod mdps;
mod residents;
mod transposition;

use super::Round;
use crate::matching::Infeasible;
use choice::Choice;

/// The part of what lies below the bracket that is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing: everybody in the bracket is paired there, which leaves nothing to choose below.
    Closed,
    /// The next scoregroup. A player who is left alone may float on; that all below can be paired is seen afterwards. The best
    /// choice without that condition, if it fulfils it, is best.
    Near,
    /// Everybody below, and the bye.
    Full,
}

/// A bracket: places in the list of entrants, in their order.
#[derive(Debug)]
pub(super) struct Bracket {
    pub(super) mdps: Vec<usize>,
    pub(super) residents: Vec<usize>,
    /// The next scoregroup.
    pub(super) next: Vec<usize>,
    /// Those below it.
    pub(super) rest: Vec<usize>,
}

/// The pairing of a bracket.
#[derive(Debug)]
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize)>,
    /// Pairs of the next bracket that show what C8 has counted on.
    pub(super) below: Vec<(usize, usize)>,
}

impl Bracket {
    /// The best pairing as far as the outlook goes.
    pub(super) fn pair(&self, round: &Round, outlook: Outlook) -> Result<Paired, Infeasible> {
        let mut state = Choice {
            bracket: self,
            round,
            outlook,
            // C9 applies if exactly one player floats down, who gets the bye: with an odd number, and nobody below who could get it.
            bye_here: outlook != Outlook::Closed
                && (self.mdps.len() + self.residents.len()) % 2 == 1
                && round
                    .bye_score
                    .is_some_and(|score| round.entrants[self.residents[0]].score <= score),
            limbo: Vec::new(),
            paired: Vec::new(),
            total_pairs: None,
        };
        if !self.mdps.is_empty() {
            state.pair_mdps()?;
        }
        state.pair_residents()
    }
}
