//! Standings: by points, then by each tie-break in turn (C.07 article 4.2).

use crate::tiebreaks::{Table, TieBreak, Value, values};
use crate::{Number, Points, Tournament};

/// A player's line in the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The rank, from 1; players who are equal in points and tie-breaks share it.
    pub rank: usize,
    /// The number in the list.
    pub number: Number,
    /// The points.
    pub points: Points,
    /// The values in the tie-breaks, in order.
    pub values: Vec<Value>,
}

/// The standings after all paired rounds. Byes that are entered for the coming round do not count yet, unless everybody has one. Players
/// who share a rank are in the order of their numbers.
#[must_use]
pub fn standings(tournament: &Tournament, tie_breaks: &[TieBreak]) -> Vec<Row> {
    standings_after(tournament, usize::MAX, tie_breaks)
}

/// The standings during a round: by the points of all paired rounds, then by tie-breaks that count only the first `rounds`.
#[must_use]
pub fn standings_after(
    tournament: &Tournament,
    rounds: usize,
    tie_breaks: &[TieBreak],
) -> Vec<Row> {
    let table = Table::new(tournament);
    let mut settled = tournament.clone();
    settled.truncate(rounds);
    let settled = Table::new(&settled);
    let mut places: Vec<usize> = (0..table.players()).collect();
    places.sort_by_key(|&place| std::cmp::Reverse(table.score(place)));
    let mut groups: Vec<Vec<usize>> = places
        .chunk_by(|&a, &b| table.score(a) == table.score(b))
        .map(<[usize]>::to_vec)
        .collect();
    let mut columns: Vec<Vec<Value>> = Vec::new();
    for tie_break in tie_breaks {
        let column = values(&settled, tie_break, &groups);
        groups = groups
            .into_iter()
            .flat_map(|mut group| {
                group.sort_by(|&a, &b| column[a].cmp_rank(&column[b]));
                group
                    .chunk_by(|&a, &b| column[a].cmp_rank(&column[b]).is_eq())
                    .map(<[usize]>::to_vec)
                    .collect::<Vec<_>>()
            })
            .collect();
        columns.push(column);
    }
    let mut rows = Vec::new();
    let mut rank = 1;
    for mut group in groups {
        group.sort_unstable();
        for &place in &group {
            rows.push(Row {
                rank,
                number: tournament.players[place].number,
                points: table.score(place),
                values: columns.iter().map(|column| column[place]).collect(),
            });
        }
        rank += group.len();
    }
    rows
}
