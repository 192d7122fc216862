//! Arenas: free players are paired with somebody close in score whom they have not just met.

use crate::matching::{Matching, Weight};
use crate::{Board, Number};

/// The most players that are paired together. More free players are split into groups, from the top: the cost grows with the cube of a
/// group's size.
const GROUP: usize = 128;

/// A player who is free to be paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The player.
    pub number: Number,
    /// The score: 2 for a win, 1 for a draw.
    pub score: u32,
    /// Games with White minus games with Black.
    pub colours: i32,
    /// The player's last opponent.
    pub last_opponent: Option<Number>,
}

/// Pairs as many players as possible, with the least sum of squared score differences. White goes to the player who has had it less, or,
/// if equal, to the one who ranks first.
#[must_use]
pub fn pair(waiting: &[Waiting]) -> Vec<Board> {
    let mut waiting = waiting.to_vec();
    waiting.sort_by_key(|one| (std::cmp::Reverse(one.score), one.number));
    waiting.chunks(GROUP).flat_map(pair_group).collect()
}

fn pair_group(group: &[Waiting]) -> Vec<Board> {
    let weight = |a: usize, b: usize| -> Option<Weight<2>> {
        let (one, other) = (&group[a], &group[b]);
        let have_just_met = one.last_opponent == Some(other.number)
            || other.last_opponent == Some(one.number)
            || one.number == other.number;
        let difference = i64::from(one.score.abs_diff(other.score).min(10_000));
        (!have_just_met).then_some([1, -difference * difference])
    };
    let mut matching = Matching::new(vec![true; group.len()], weight);
    matching.start();
    if matching.solve().is_err() {
        return Vec::new();
    }
    let pairs = (0..group.len()).filter_map(|a| {
        let b = matching.mate(a).filter(|&b| a < b)?;
        let (one, other) = (&group[a], &group[b]);
        let (white, black) = if one.colours <= other.colours {
            (one, other)
        } else {
            (other, one)
        };
        Some(Board::Game {
            white: white.number,
            black: black.number,
        })
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(number: Number, score: u32, last_opponent: Option<Number>) -> Waiting {
        Waiting {
            number,
            score,
            colours: 0,
            last_opponent,
        }
    }

    fn text(boards: &[Board]) -> Vec<String> {
        boards.iter().map(Board::to_string).collect()
    }

    #[test]
    fn neighbours_in_score_meet_unless_they_have_just_met() {
        let four = [
            waiting(1, 8, None),
            waiting(2, 7, None),
            waiting(3, 1, Some(4)),
            waiting(4, 0, Some(3)),
        ];
        assert_eq!(text(&pair(&four)), ["1 3", "2 4"], "all four play");
        let free = four.map(|one| Waiting {
            last_opponent: None,
            ..one
        });
        assert_eq!(text(&pair(&free)), ["1 2", "3 4"]);
    }

    #[test]
    fn two_who_have_just_met_wait() {
        assert!(pair(&[waiting(1, 2, Some(2)), waiting(2, 0, Some(1))]).is_empty());
        assert!(pair(&[]).is_empty());
    }

    #[test]
    fn white_has_who_has_had_it_less() {
        let mut two = [waiting(1, 2, None), waiting(2, 0, None)];
        two[0].colours = 1;
        assert_eq!(text(&pair(&two)), ["2 1"]);
    }

    #[test]
    fn nobody_is_paired_twice_however_many_are_free() {
        let many: Vec<Waiting> = (1..=1_000)
            .map(|n| waiting(n, u32::from(n % 30), None))
            .collect();
        let mut seen = std::collections::BTreeSet::new();
        for board in pair(&many) {
            let Board::Game { white, black } = board else {
                panic!("a bye")
            };
            assert!(seen.insert(white) && seen.insert(black));
        }
        assert_eq!(seen.len(), 1_000);
    }
}
