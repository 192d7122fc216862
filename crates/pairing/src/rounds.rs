//! Pairs the next round of a tournament, and checks its past rounds.

use crate::{Board, Colour, Entry, Format, PairingError, Tournament, berger, dutch};

/// The boards of the coming round.
///
/// # Errors
/// All rounds have been paired, or no pairing is possible, or the format is neither a Swiss nor a round robin.
pub fn pair(tournament: &Tournament) -> Result<Vec<Board>, PairingError> {
    let Some(table) = table(tournament)? else {
        return dutch::pair(tournament);
    };
    let round = tournament.paired_rounds();
    table.get(round).cloned().ok_or(PairingError::Over {
        rounds: table.len(),
    })
}

/// A past round that the rules would pair otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round.
    pub round: usize,
    /// The pairing as it was made.
    pub found: Vec<Board>,
    /// The pairing by the rules, or the reason why there is none.
    pub expected: Result<Vec<Board>, PairingError>,
}

/// Pairs every past round again from what was known before it, and returns the differences.
///
/// Both readings of the number in article 5.2.5 of C.04.3 are accepted: the number in the list, and the number among the players ever
/// paired. A forfeit whose colours are unknown matches either colour.
///
/// # Errors
/// A round robin has an impossible number of players, or the format is neither a Swiss nor a round robin.
pub fn check(tournament: &Tournament) -> Result<Vec<Difference>, PairingError> {
    let mut differences = Vec::new();
    let table = table(tournament)?;
    for round in 1..=tournament.paired_rounds() {
        let found = boards(tournament, round);
        let expected: Result<[Vec<Board>; 2], PairingError> = match &table {
            None => dutch::pair_again(tournament, round),
            Some(table) => table
                .get(round - 1)
                .map(|boards| [boards.clone(), boards.clone()])
                .ok_or(PairingError::Over {
                    rounds: table.len(),
                }),
        };
        let agrees = expected.as_ref().is_ok_and(|readings| {
            readings
                .iter()
                .any(|boards| same(&found, boards, table.is_some()))
        });
        if !agrees {
            differences.push(Difference {
                round,
                found: found.iter().map(|(board, _)| *board).collect(),
                expected: expected.map(|[listed, _]| listed),
            });
        }
    }
    Ok(differences)
}

/// The Berger table with the numbers of the list; `None` for a Swiss.
fn table(tournament: &Tournament) -> Result<Option<Vec<Vec<Board>>>, PairingError> {
    let is_double = match tournament.format {
        Format::Swiss => return Ok(None),
        Format::RoundRobin => false,
        Format::DoubleRoundRobin => true,
        Format::KnockOut | Format::Match | Format::Arena => return Err(PairingError::Format),
    };
    let players = &tournament.players;
    let mut rounds = berger::rounds(players.len(), is_double)?;
    let number = |place: u16| players[usize::from(place) - 1].number;
    for board in rounds.iter_mut().flatten() {
        *board = match *board {
            Board::Game { white, black } => Board::Game {
                white: number(white),
                black: number(black),
            },
            Board::Bye(place) => Board::Bye(number(place)),
        };
    }
    Ok(Some(rounds))
}

/// The boards of a past round, each with whether its colours are known.
fn boards(tournament: &Tournament, round: usize) -> Vec<(Board, bool)> {
    let mut boards = Vec::new();
    for player in &tournament.players {
        let entry = player.entry(round);
        let Some(opponent) = entry.opponent() else {
            if entry == Entry::PairingBye {
                boards.push((Board::Bye(player.number), true));
            }
            continue;
        };
        let theirs = tournament
            .place(opponent)
            .and_then(|place| tournament.players[place].entry(round).colour());
        let colour = entry.colour().or(theirs.map(Colour::opposite));
        if player.number < opponent {
            let (white, black) = match colour {
                Some(Colour::Black) => (opponent, player.number),
                _ => (player.number, opponent),
            };
            boards.push((Board::Game { white, black }, colour.is_some()));
        }
    }
    boards
}

/// Whether two rounds have the same boards, in any order.
fn same(found: &[(Board, bool)], expected: &[Board], round_robin: bool) -> bool {
    // In files the free player of a round robin is absent.
    let counts = |board: &&Board| !round_robin || matches!(board, Board::Game { .. });
    let expected: Vec<&Board> = expected.iter().filter(counts).collect();
    let found: Vec<&(Board, bool)> = found.iter().filter(|(board, _)| counts(&board)).collect();
    let fits = |&&(board, known): &&(Board, bool)| {
        let turned = match board {
            Board::Game { white, black } => Board::Game {
                white: black,
                black: white,
            },
            bye @ Board::Bye(_) => bye,
        };
        expected.contains(&&board) || (!known && expected.contains(&&turned))
    };
    found.len() == expected.len() && found.iter().all(fits)
}
