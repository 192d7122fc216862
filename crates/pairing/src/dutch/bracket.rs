//! The pairing of a bracket: C.04.3 article 3.
//!
//! The best candidates by C5 to C21 are matchings of maximum weight, and the first of them is found by fixing one choice after another
//! in the order in which articles 3.6, 3.7 and 4 generate candidates. The graph has the bracket and, because of C4 and C8, as many of the
//! players below as the case needs ([`Outlook`]).

mod choice;
mod exchange;
mod graph;
mod mdps;
mod residents;
mod transposition;

use super::Round;
use crate::matching::Infeasible;
use choice::Choice;

/// How much of what lies below the bracket is in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outlook {
    /// Nothing: everybody in the bracket is paired there, so no choice affects the brackets below.
    Closed,
    /// The next scoregroup. A player who is left alone may float on; whether all players below can be paired is checked afterwards. If the
    /// best choice without that condition meets it, it is the best choice with it, too.
    Near,
    /// Everybody below, and the bye.
    Full,
}

/// A bracket: indices into the list of entrants, in their order.
#[derive(Debug)]
pub(super) struct Bracket {
    pub(super) mdps: Vec<usize>,
    pub(super) residents: Vec<usize>,
    /// The next scoregroup.
    pub(super) next: Vec<usize>,
    /// The scoregroups below that.
    pub(super) rest: Vec<usize>,
}

/// The pairing of a bracket.
#[derive(Debug)]
pub(super) struct Paired {
    pub(super) pairs: Vec<(usize, usize)>,
    /// The pairs of the next bracket that C8 has counted on.
    pub(super) below: Vec<(usize, usize)>,
}

impl Bracket {
    /// The best pairing, as far as the outlook shows.
    pub(super) fn pair(&self, round: &Round, outlook: Outlook) -> Result<Paired, Infeasible> {
        let mut state = Choice {
            bracket: self,
            round,
            outlook,
            // C9 applies if exactly one player floats down, who gets the bye: the number is odd, and nobody below could get it.
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
