//! Knock-outs: the bracket by seeds, and the games of a match until it is decided. All of it is computed from plain data: colours drawn
//! by lot and results are passed in.

use crate::Score;

/// A place in the seeding, from 1.
pub type Seed = usize;

/// The first round of a bracket: the first seed meets the last and so on; if the number is not a power of two, the top seeds have a bye.
/// Winners of adjacent matches meet in the next round, so the first two seeds can meet only in the final.
///
/// ```
/// use manifold_pairing::knock_out::first_round;
///
/// assert_eq!(first_round(6), [(1, None), (4, Some(5)), (2, None), (3, Some(6))]);
/// ```
#[must_use]
pub fn first_round(players: usize) -> Vec<(Seed, Option<Seed>)> {
    if players < 2 {
        return Vec::new();
    }
    let size = players.next_power_of_two();
    let mut order = vec![1];
    while order.len() < size {
        let sum = 2 * order.len() + 1;
        order = order.iter().flat_map(|&seed| [seed, sum - seed]).collect();
    }
    order
        .chunks_exact(2)
        .map(|pair| (pair[0], Some(pair[1]).filter(|&seed| seed <= players)))
        .collect()
}

/// The next round, between the winners of one in its order. Given the losers of the semi-finals, it is the match for third place.
#[must_use]
pub fn next_round<T: Copy>(winners: &[T]) -> Vec<(T, T)> {
    winners
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .collect()
}

/// The kind of a game in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A game of the match proper, at the event's time control.
    Regular,
    /// One of two tie-break games at the time control `rapid`.
    Rapid,
    /// One of two tie-break games at the time control `blitz`.
    Blitz,
    /// The Armageddon game: White has five minutes and Black four, with an increment of three seconds; a draw wins for Black.
    Decider,
}

/// The number of games in the match proper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Games {
    /// One.
    One,
    /// Two.
    Two,
    /// Four.
    Four,
}

/// One of the two players of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who is named first, and has White in the first game.
    First,
    /// The other player.
    Second,
}

/// The next step of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A game.
    Game {
        /// The stage.
        stage: Stage,
        /// The side with White.
        white: Side,
    },
    /// The match is won.
    Won(Side),
}

/// The step after these results, one for each game, from the first player's view. Colours alternate from game to game. A stage ends as
/// soon as its outcome is certain; if it is tied, the next begins. Results beyond the end of the match are ignored.
///
/// ```
/// use manifold_pairing::Score;
/// use manifold_pairing::knock_out::{Games, Side, Stage, Step, next_step};
///
/// let tied = next_step(Games::Two, &[Score::Win, Score::Loss]);
/// assert_eq!(tied, Step::Game { stage: Stage::Rapid, white: Side::First });
/// ```
#[must_use]
pub fn next_step(games: Games, results: &[Score]) -> Step {
    let regular = match games {
        Games::One => 1,
        Games::Two => 2,
        Games::Four => 4,
    };
    let mut played = 0;
    let white = |played: usize| {
        if played.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    };
    for (stage, length) in [
        (Stage::Regular, regular),
        (Stage::Rapid, 2),
        (Stage::Blitz, 2),
    ] {
        let mut lead = 0;
        for left in (0..length).rev() {
            let Some(result) = results.get(played) else {
                return Step::Game {
                    stage,
                    white: white(played),
                };
            };
            played += 1;
            lead += match result {
                Score::Win => 1,
                Score::Draw => 0,
                Score::Loss => -1,
            };
            if lead > left {
                return Step::Won(Side::First);
            }
            if -lead > left {
                return Step::Won(Side::Second);
            }
        }
    }
    let white = white(played);
    match (results.get(played), white) {
        (None, _) => Step::Game {
            stage: Stage::Decider,
            white,
        },
        (Some(Score::Win), _) | (Some(Score::Draw), Side::Second) => Step::Won(Side::First),
        (Some(Score::Loss), _) | (Some(Score::Draw), Side::First) => Step::Won(Side::Second),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_every_bracket_the_first_seeds_have_the_byes_and_seeds_meet_as_late_as_can_be() {
        for players in 2..=130 {
            let mut round: Vec<(Seed, Option<Seed>)> = first_round(players);
            let byes: Vec<Seed> = round
                .iter()
                .filter(|m| m.1.is_none())
                .map(|m| m.0)
                .collect();
            let expected = players.next_power_of_two() - players;
            assert_eq!(byes.len(), expected);
            assert!(
                byes.iter().all(|&seed| seed <= expected),
                "{players}: {byes:?}"
            );
            // If the better seed always wins, the best of each round are left.
            while round.len() > 1 {
                let winners: Vec<Seed> = round.iter().map(|m| m.0).collect();
                let mut sorted = winners.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, (1..=winners.len()).collect::<Vec<_>>());
                round = next_round(&winners)
                    .into_iter()
                    .map(|(a, b)| (a.min(b), Some(a.max(b))))
                    .collect();
            }
        }
        assert!(first_round(1).is_empty());
    }

    #[test]
    fn a_match_ends_when_nobody_can_catch_up() {
        use Score::{Draw, Loss, Win};
        assert_eq!(next_step(Games::One, &[Win]), Step::Won(Side::First));
        assert_eq!(
            next_step(Games::Four, &[Loss, Loss, Draw]),
            Step::Won(Side::Second)
        );
        let open = Step::Game {
            stage: Stage::Regular,
            white: Side::First,
        };
        assert_eq!(next_step(Games::Four, &[Loss, Loss]), open);
    }

    #[test]
    fn a_tied_match_goes_on_with_rapid_blitz_and_a_game_that_black_need_not_win() {
        use Score::Draw;
        let mut results = vec![Draw];
        let mut stages = Vec::new();
        while let Step::Game { stage, white } = next_step(Games::One, &results) {
            stages.push((stage, white));
            results.push(Draw);
        }
        assert_eq!(
            stages,
            [
                (Stage::Rapid, Side::Second),
                (Stage::Rapid, Side::First),
                (Stage::Blitz, Side::Second),
                (Stage::Blitz, Side::First),
                (Stage::Decider, Side::Second),
            ]
        );
        assert_eq!(
            next_step(Games::One, &results),
            Step::Won(Side::First),
            "Black had a draw"
        );
    }
}
