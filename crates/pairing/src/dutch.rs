//! The FIDE (Dutch) System: C.04.3 of the FIDE Handbook, in force since 1 February 2026.
//!
//! | article | where |
//! | --- | --- |
//! | 1.2, 1.4, 1.8 order, floats, topscorers | `dutch/entrant.rs` |
//! | 1.6, 1.7 colour preferences | `dutch/colours.rs` |
//! | 5 colour allocation | `dutch/allocation.rs` |
//! | 1.9, 2.1 to 2.3 (C1 to C5) absolute and completion criteria | this file |
//! | 2.4 (C6 to C21) quality criteria | `dutch/criteria.rs` |
//! | 3, 4 brackets and the order of candidates | `dutch/bracket.rs` |

mod allocation;
mod bracket;
mod colours;
mod criteria;
mod entrant;
mod weights;

use allocation::Parity;
use bracket::{Bracket, Outlook, Paired};
use entrant::{Entrant, entrants};

use crate::matching::Matching;
use crate::tournament::MOST_PLAYERS;
use crate::{Board, Colour, Entry, PairingError, Points, Tournament};

/// The role of a node in the graph of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A moved-down player (article 1.4.1) who may be paired here.
    Mdp,
    /// A moved-down player who floats on.
    Limbo,
    /// A player of the bracket's own scoregroup.
    Resident,
    /// A player of the next scoregroup.
    Next,
    /// A player of a scoregroup below the next.
    Rest,
    /// The pairing-allocated bye.
    Bye,
}

/// A node of the graph of a bracket.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The index in the list of entrants.
    entrant: usize,
    role: Role,
    /// The index among the residents in the graph.
    index: usize,
    /// The index of the player's score among the scores of the bracket, from the highest.
    score_class: usize,
}

/// A round that is to be paired.
struct Round {
    /// The players to be paired, in the order of article 1.2.
    entrants: Vec<Entrant>,
    may_meet: Vec<bool>,
    initial_colour: Colour,
    /// C5: the score of the player with the pairing-allocated bye.
    bye_score: Option<Points>,
}

impl Round {
    fn new(
        tournament: &Tournament,
        round: usize,
        takes_part: impl Fn(Entry) -> bool,
    ) -> Result<Round, PairingError> {
        let entrants = entrants(tournament, round, takes_part);
        let size = entrants.len();
        if size > MOST_PLAYERS {
            return Err(PairingError::TooManyPlayers);
        }
        let mut may_meet = vec![false; size * size];
        for (a, one) in entrants.iter().enumerate() {
            for (b, other) in entrants.iter().enumerate() {
                may_meet[a * size + b] = a != b && one.may_meet(other);
            }
        }
        let forbidden = tournament.forbidden.iter();
        for group in forbidden.filter(|group| group.rounds.contains(&round)) {
            let places: Vec<usize> = (0..size)
                .filter(|&place| group.players.contains(&entrants[place].number))
                .collect();
            for &a in &places {
                for &b in &places {
                    may_meet[a * size + b] = false;
                }
            }
        }
        Ok(Round {
            entrants,
            may_meet,
            initial_colour: tournament.initial_colour(),
            bye_score: None,
        })
    }

    fn may_meet(&self, a: usize, b: usize) -> bool {
        self.may_meet[a * self.entrants.len() + b]
    }

    /// C2 and C5.
    fn may_get_bye(&self, entrant: usize) -> bool {
        let entrant = &self.entrants[entrant];
        entrant.may_get_bye && self.bye_score == Some(entrant.score)
    }

    fn colour(&self, higher: &Entrant, lower: &Entrant) -> Colour {
        allocation::allocate(higher, lower, self.initial_colour, Parity::Listed)
    }

    /// A pairing of all players that meets C1 to C3 and C5, as C4 requires. The node after the last entrant is the bye.
    fn completion(&mut self) -> Result<Matching<0>, PairingError> {
        let size = self.entrants.len();
        let bye_scores: Vec<Option<Points>> = if size.is_multiple_of(2) {
            vec![None]
        } else {
            let mut scores: Vec<_> = self.entrants.iter().map(|one| Some(one.score)).collect();
            scores.dedup();
            scores.reverse();
            scores
        };
        for score in bye_scores {
            self.bye_score = score;
            let nodes = size + size % 2;
            let mut matching = Matching::new(vec![false; nodes], |a, b| {
                let possible = if b == size {
                    self.may_get_bye(a)
                } else {
                    self.may_meet(a, b)
                };
                possible.then_some([])
            });
            matching.start();
            if matching.solve().is_ok() {
                return Ok(matching);
            }
        }
        Err(PairingError::NoPairing)
    }

    /// Pairs the round from the highest bracket down (article 1.9). The result has indices of entrants; the player who is missing gets the
    /// bye.
    fn pair(&mut self) -> Result<Vec<(usize, usize)>, PairingError> {
        let mut completion = self.completion()?;
        let size = self.entrants.len();
        let mut pairs = Vec::new();
        let mut mdps: Vec<usize> = Vec::new();
        let mut start = 0;
        while start < size {
            let group_end = |start: usize| {
                (start..size)
                    .find(|&place| self.entrants[place].score != self.entrants[start].score)
                    .unwrap_or(size)
            };
            let end = group_end(start);
            let next_end = if end < size { group_end(end) } else { size };
            let bracket = Bracket {
                mdps,
                residents: (start..end).collect(),
                next: (end..next_end).collect(),
                rest: (next_end..size).collect(),
            };
            let paired = self.pair_bracket(&bracket, &mut completion)?;
            let alone = |place: &usize| !paired.iter().any(|(a, b)| a == place || b == place);
            mdps = bracket
                .mdps
                .iter()
                .chain(&bracket.residents)
                .copied()
                .filter(alone)
                .collect();
            pairs.extend(paired);
            start = end;
        }
        Ok(pairs)
    }

    /// Pairs a bracket with the narrowest outlook that suffices, and leaves a pairing of the players below in `completion`.
    fn pair_bracket(
        &self,
        bracket: &Bracket,
        completion: &mut Matching<0>,
    ) -> Result<Vec<(usize, usize)>, PairingError> {
        let all = bracket.mdps.iter().chain(&bracket.residents);
        if (bracket.mdps.len() + bracket.residents.len()).is_multiple_of(2) {
            let mut below = completion.clone();
            all.for_each(|&place| below.remove(place));
            if below.solve().is_ok()
                && let Ok(Paired { pairs, .. }) = bracket.pair(self, Outlook::Closed)
            {
                *completion = below;
                return Ok(pairs);
            }
        }
        let without = |completion: &Matching<0>, pairs: &[(usize, usize)]| {
            let mut below = completion.clone();
            for &(a, b) in pairs {
                below.remove(a);
                below.remove(b);
            }
            below.solve().map(|()| below)
        };
        if !bracket.rest.is_empty()
            && let Ok(paired) = bracket.pair(self, Outlook::Near)
            && let Ok(below) = without(completion, &paired.pairs)
            && without(&below, &paired.below).is_ok()
        {
            *completion = below;
            return Ok(paired.pairs);
        }
        let paired = bracket
            .pair(self, Outlook::Full)
            .map_err(|_| PairingError::NoPairing)?;
        *completion = without(completion, &paired.pairs).map_err(|_| PairingError::NoPairing)?;
        Ok(paired.pairs)
    }

    /// The boards in the order of C.04.2 article 3.6, the bye last.
    fn boards(&self, pairs: &[(usize, usize)], parity: Parity) -> Vec<Board> {
        let mut pairs: Vec<(usize, usize)> =
            pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        pairs.sort_by_key(|&(a, b)| {
            let (higher, lower) = (&self.entrants[a], &self.entrants[b]);
            let sum = higher.score + lower.score;
            std::cmp::Reverse((higher.score, sum, std::cmp::Reverse(higher.number)))
        });
        let mut boards: Vec<Board> = pairs
            .iter()
            .map(|&(a, b)| {
                let (higher, lower) = (&self.entrants[a], &self.entrants[b]);
                let colour = allocation::allocate(higher, lower, self.initial_colour, parity);
                let (white, black) = match colour {
                    Colour::White => (higher.number, lower.number),
                    Colour::Black => (lower.number, higher.number),
                };
                Board::Game { white, black }
            })
            .collect();
        let alone = (0..self.entrants.len())
            .find(|place| !pairs.iter().any(|(a, b)| a == place || b == place));
        boards.extend(alone.map(|place| Board::Bye(self.entrants[place].number)));
        boards
    }
}

/// Pairs the coming round. Players who have a bye or an absence entered for it take no part.
///
/// # Errors
/// All rounds have been paired, there are too many players, or no pairing is legal.
pub fn pair(tournament: &Tournament) -> Result<Vec<Board>, PairingError> {
    let round = tournament.paired_rounds() + 1;
    if let Some(rounds) = tournament.rounds
        && round > rounds
    {
        return Err(PairingError::Over { rounds });
    }
    let mut sketch = tournament.clone();
    // An absence in the coming round must be entered explicitly: a player whose entries end before it is paired.
    for player in &mut sketch.players {
        while player.entries.len() < round - 1 {
            player.entries.push(Entry::Absent);
        }
        if player.entries.len() < round {
            player.entries.push(Entry::PairingBye);
        }
    }
    let mut state = Round::new(&sketch, round, |entry| entry == Entry::PairingBye)?;
    let pairs = state.pair()?;
    Ok(state.boards(&pairs, Parity::Listed))
}

/// Pairs a past round again from what was known before it: the boards by either reading of article 5.2.5.
///
/// # Errors
/// As [`pair`].
pub fn pair_again(tournament: &Tournament, round: usize) -> Result<[Vec<Board>; 2], PairingError> {
    let mut state = Round::new(tournament, round, Entry::is_paired)?;
    let pairs = state.pair()?;
    Ok([Parity::Listed, Parity::EverPaired].map(|parity| state.boards(&pairs, parity)))
}
