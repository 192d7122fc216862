//! Consistency of the lines with one another.

use super::player_line::PlayerLine;
use super::{Problem, TrfError};
use crate::{Entry, Score};

/// Checks that each number has only one line. The lines must be sorted by number.
pub(super) fn numbers(players: &[PlayerLine]) -> Result<(), TrfError> {
    for pair in players.windows(2) {
        if pair[0].number == pair[1].number {
            return Err(pair[1].line.error(5, Problem::SecondLine(pair[1].number)));
        }
    }
    Ok(())
}

/// Checks that each game is in both players' lines, with colours and results that fit.
pub(super) fn rounds(players: &[PlayerLine]) -> Result<(), TrfError> {
    for player in players {
        for (index, cell) in player.cells.iter().enumerate() {
            let Some(entry) = cell.entry else { continue };
            let Some(number) = entry.opponent() else {
                continue;
            };
            let error = |problem| Err(player.line.error(cell.column, problem));
            if number == player.number {
                return error(Problem::Oneself(number));
            }
            let Ok(place) = players.binary_search_by_key(&number, |other| other.number) else {
                return error(Problem::NoSuchPlayer(number));
            };
            let theirs = players[place].entry(index + 1);
            if let Some(what) = disagreement(player, entry, theirs) {
                return error(Problem::Disagreement {
                    opponent: number,
                    what,
                });
            }
        }
    }
    Ok(())
}

/// The contradiction between a player's entry and the opponent's, if there is one.
fn disagreement(player: &PlayerLine, mine: Entry, theirs: Option<Entry>) -> Option<&'static str> {
    let Some(theirs) = theirs.filter(|entry| entry.opponent() == Some(player.number)) else {
        return Some("it has somebody else in this round, or nobody");
    };
    if let (Some(one), Some(other)) = (mine.colour(), theirs.colour())
        && one == other
    {
        return Some("both have the same colour");
    }
    let fits = match (mine, theirs) {
        (Entry::Game { score: one, .. }, Entry::Game { score: other, .. }) => match (one, other) {
            // An arbiter can let both lose, or give half a point to one of them (Laws of Chess, article 11.10).
            (Score::Win, other) => other == Score::Loss,
            (one, Score::Win) => one == Score::Loss,
            _ => true,
        },
        (Entry::Forfeit { won: one, .. }, Entry::Forfeit { won: other, .. }) => !(one && other),
        _ => false,
    };
    (!fits).then_some("the results do not fit")
}
