//! Round robins by Berger tables: C.05, Annex 1.

use std::ops::RangeInclusive;

use crate::{Board, Number, PairingError};

/// The numbers of players that a round robin can have.
pub const PLAYERS: RangeInclusive<usize> = 3..=24;

/// All rounds of a round robin between the numbers from 1 to `players`. With an odd number one player is free in each round, and is listed
/// last in it.
///
/// In a double round robin everybody meets everybody twice, the second time with colours reversed; the last two rounds of the first
/// cycle are swapped, so that nobody has the same colour three times in a row.
///
/// # Errors
/// There are too few players, or too many.
///
/// ```
/// use manifold_pairing::{Board, berger};
///
/// let rounds = berger::rounds(4, false)?;
/// let games: Vec<String> = rounds[1].iter().map(Board::to_string).collect();
/// assert_eq!(games, ["4 3", "1 2"]);
/// # Ok::<(), manifold_pairing::PairingError>(())
/// ```
pub fn rounds(players: usize, double: bool) -> Result<Vec<Vec<Board>>, PairingError> {
    if !PLAYERS.contains(&players) {
        return Err(PairingError::RoundRobinSize { players });
    }
    let even = players + players % 2;
    let mut cycle: Vec<Vec<Board>> = (1..even).map(|round| table(round, even, players)).collect();
    if double {
        let second: Vec<Vec<Board>> = cycle.iter().map(|round| reversed(round)).collect();
        let last = cycle.len() - 1;
        cycle.swap(last - 1, last);
        cycle.extend(second);
    }
    Ok(cycle)
}

/// A round of the table for an even number of players, without the last one if the actual number is odd.
fn table(round: usize, even: usize, players: usize) -> Vec<Board> {
    let circle = even - 1;
    // The opponent of the last player moves by half the table from round to round.
    let first = (round - 1) * (even / 2) % circle;
    let number = |place: usize| Number::try_from(place % circle + 1).unwrap_or(Number::MAX);
    let last = Number::try_from(even).unwrap_or(Number::MAX);
    let mut boards = Vec::new();
    let mut free = None;
    if players < even {
        free = Some(Board::Bye(number(first)));
    } else if round % 2 == 1 {
        boards.push(Board::Game {
            white: number(first),
            black: last,
        });
    } else {
        boards.push(Board::Game {
            white: last,
            black: number(first),
        });
    }
    boards.extend((1..even / 2).map(|step| Board::Game {
        white: number(first + step),
        black: number(first + circle - step),
    }));
    boards.extend(free);
    boards
}

fn reversed(round: &[Board]) -> Vec<Board> {
    round
        .iter()
        .map(|&board| match board {
            Board::Game { white, black } => Board::Game {
                white: black,
                black: white,
            },
            free @ Board::Bye(_) => free,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn text(round: &[Board]) -> String {
        let games: Vec<String> = round
            .iter()
            .map(|b| b.to_string().replace(' ', "-"))
            .collect();
        games.join(" ")
    }

    #[test]
    fn six_players_meet_as_the_printed_table_says() {
        let rounds = rounds(6, false).expect("six");
        let table = [
            "1-6 2-5 3-4",
            "6-4 5-3 1-2",
            "2-6 3-1 4-5",
            "6-5 1-4 2-3",
            "3-6 4-2 5-1",
        ];
        let found: Vec<String> = rounds.iter().map(|round| text(round)).collect();
        assert_eq!(found, table);
    }

    #[test]
    fn with_an_odd_number_whoever_meets_the_last_of_the_table_is_free() {
        let rounds = rounds(5, false).expect("five");
        assert_eq!(text(&rounds[0]), "2-5 3-4 1-0");
        assert_eq!(rounds.len(), 5);
    }

    #[test]
    fn everybody_meets_everybody_and_colours_differ_by_one_at_most() {
        for players in PLAYERS {
            let rounds = rounds(players, false).expect("in range");
            let mut met = BTreeSet::new();
            let mut balance = vec![0i32; players + 1];
            for round in &rounds {
                let mut busy = BTreeSet::new();
                for board in round {
                    match *board {
                        Board::Game { white, black } => {
                            assert!(met.insert((white.min(black), white.max(black))));
                            assert!(busy.insert(white) && busy.insert(black));
                            balance[usize::from(white)] += 1;
                            balance[usize::from(black)] -= 1;
                        }
                        Board::Bye(number) => assert!(busy.insert(number)),
                    }
                }
                assert_eq!(busy.len(), players);
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(balance.iter().all(|difference| difference.abs() <= 1));
        }
    }

    #[test]
    fn in_a_double_one_nobody_has_a_colour_three_times_in_a_row() {
        for players in PLAYERS {
            let rounds = rounds(players, true).expect("in range");
            assert_eq!(rounds.len(), 2 * (players + players % 2 - 1));
            for player in 1..=players {
                let colours: Vec<bool> = rounds
                    .iter()
                    .flatten()
                    .filter_map(|board| match *board {
                        Board::Game { white, .. } if usize::from(white) == player => Some(true),
                        Board::Game { black, .. } if usize::from(black) == player => Some(false),
                        _ => None,
                    })
                    .collect();
                let three = colours.windows(3).any(|w| w[0] == w[1] && w[1] == w[2]);
                assert!(!three, "{player} of {players}: {colours:?}");
            }
        }
    }

    #[test]
    fn two_players_and_twenty_five_are_no_round_robin() {
        for players in [0, 2, 25] {
            let refused = rounds(players, true);
            assert_eq!(refused, Err(PairingError::RoundRobinSize { players }));
        }
    }
}
