//! Direct encounter: C.07 article 6.

use super::{Table, TieBreak, Value};
use crate::{Entry, Points};

/// The record of one player against another: the points from their games, and the number of games.
type Met = (Points, usize);

/// The ranking of each player among the players tied with them, by the results between them: article 6.
///
/// As article 6 is applied repeatedly, a score would not express the order, so the value is the player's place within the tied group, from
/// 1; players who remain tied share it. A player who is tied with nobody has 1.
pub(super) fn values(table: &Table<'_>, tie_break: &TieBreak, tied: &[Vec<usize>]) -> Vec<Value> {
    let mut places = vec![1; table.players()];
    for group in tied.iter().filter(|group| group.len() > 1) {
        let mut first = 1;
        for same in order(table, tie_break, group) {
            for &player in &same {
                places[player] = first;
            }
            first += same.len();
        }
    }
    places
        .into_iter()
        .map(|place| Value {
            ascending: true,
            ..Value::count(place)
        })
        .collect()
}

/// The tied players in order; players whom article 6 cannot separate are together.
fn order(table: &Table<'_>, tie_break: &TieBreak, group: &[usize]) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    let win = table.tournament.scoring.win.as_f64();
    let loss = table.tournament.scoring.loss.as_f64();
    // The minimum and maximum score of each, over all possible results of the games that were not played.
    let mut range: Vec<(f64, f64)> = Vec::new();
    for &player in group {
        let (mut least, mut most) = (0.0, 0.0);
        for &other in group.iter().filter(|&&other| other != player) {
            // 6.1.2: several games against one opponent count by their average.
            let (points, games) = met(table, tie_break, player, other);
            if games > 0 {
                #[expect(clippy::cast_precision_loss, reason = "games are few")]
                let average = points.as_f64() / games as f64;
                least += average;
                most += average;
            } else {
                least += loss;
                most += win;
            }
        }
        range.push((least, most));
    }
    let mut places: Vec<usize> = (0..group.len()).collect();
    let all_met = range.iter().all(|(least, most)| least == most);
    if all_met {
        // 6.2.
        places.sort_by(|&a, &b| range[b].0.total_cmp(&range[a].0));
        let groups: Vec<Vec<usize>> = places
            .chunk_by(|&a, &b| range[a].0 == range[b].0)
            .map(|same| same.iter().map(|&place| group[place]).collect())
            .collect();
        if groups.len() == 1 {
            return vec![in_order(group)];
        }
        return groups
            .iter()
            .flat_map(|same| order(table, tie_break, same))
            .collect();
    }
    // 6.3: a player who would be alone at the top whatever the results of the missing games.
    let mut ranked = Vec::new();
    loop {
        let top = places.iter().copied().find(|&place| {
            places
                .iter()
                .all(|&other| other == place || range[place].0 > range[other].1)
        });
        let Some(top) = top else { break };
        ranked.push(vec![group[top]]);
        places.retain(|&place| place != top);
    }
    let rest: Vec<usize> = places.iter().map(|&place| group[place]).collect();
    if ranked.is_empty() {
        return vec![in_order(group)];
    }
    if !rest.is_empty() {
        ranked.extend(order(table, tie_break, &rest));
    }
    ranked
}

fn in_order(group: &[usize]) -> Vec<usize> {
    let mut group = group.to_vec();
    group.sort_unstable();
    group
}

/// 6.1: the points of a player against another, and the number of games. Forfeits count only where they are regular games (article 15.2),
/// or where the rules of the tournament say so.
fn met(table: &Table<'_>, tie_break: &TieBreak, player: usize, other: usize) -> Met {
    let forfeits = table.is_predetermined() || tie_break.forfeits_count;
    let mut met = (Points::ZERO, 0);
    for entry in table.entries(player) {
        let counts = match entry {
            Entry::Game { .. } => true,
            Entry::Forfeit { .. } => forfeits,
            _ => false,
        };
        if counts && table.opponent(entry) == Some(other) {
            met.0 += table.points_of(entry);
            met.1 += 1;
        }
    }
    met
}
