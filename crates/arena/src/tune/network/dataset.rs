//! The positions from which a network learns.

use manifold_engine::network::for_each_input;
use manifold_engine::playable::corrected_terms;
use manifold_engine::{Playable, Random, Scope};
use manifold_rules::position::{Bounds, Position};

use super::super::outcomes::outcomes;
use super::super::self_play::Sample;
use super::logistic::sigmoid;
use super::settings::Training;

/// One game in this many is kept for validation.
const KEPT: u64 = 20;
/// Maximum number of random moves from a position of a game to one whose target is the sum of terms.
const WALK: u64 = 3;

/// A position and its target.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// The index of its first board in the list of all boards.
    first: u32,
    boards: u8,
    pub(super) bucket: u8,
    /// What is added to the output: the sum of terms, where the network corrects it.
    pub(super) offset: f32,
    /// The expected score of the player who must act, 0 to 1.
    pub(super) target: f32,
}

/// The active inputs of a board.
#[derive(Debug, Clone, Copy)]
struct BoardInputs {
    /// The first input in the list of all.
    start: usize,
    /// The number of inputs from the perspective of the player who must act; there are as many from the other.
    count: u16,
}

/// The positions from which a network learns.
#[derive(Debug, Default)]
pub struct Dataset {
    inputs: Vec<u16>,
    boards: Vec<BoardInputs>,
    /// Positions whose target is the sum of terms.
    pub(super) by_terms: Vec<Place>,
    /// Positions whose target comes from the search and the rest of the game.
    pub(super) by_games: Vec<Place>,
    /// The same kind of positions from games kept for validation.
    pub(super) kept: Vec<Place>,
}

impl Dataset {
    /// Adds the positions of a self-play game, in its order, and positions a few random moves away from each.
    pub fn add_game<P: Playable + Position>(&mut self, game: &[(P, Sample)], training: &Training) {
        let Some((_, last)) = game.last() else { return };
        let odds = |centipawns: i32| sigmoid(centipawns as f32 / training.scale as f32);
        let searched: Vec<(f64, Option<f64>)> = game
            .iter()
            .map(|(_, sample)| (f64::from(odds(sample.score)), sample.expected()))
            .collect();
        let came = outcomes(&searched);
        let is_kept = last.game % KEPT == KEPT - 1;
        for (((position, _), (searched, _)), came) in game.iter().zip(searched).zip(came) {
            if !position.is_judged_by_network() {
                continue;
            }
            let white = (searched + f64::from(training.result_share) * (came - searched)) as f32;
            let target = position.actor().fold_wb(white, 1.0 - white);
            let place = self.place(position, target, training.scale);
            if is_kept {
                self.kept.push(place);
                continue;
            }
            self.by_games.push(place);
            if P::CORRECTS_TERMS {
                // The terms say nothing of their own errors.
                continue;
            }
            let seed = training.seed ^ (self.by_games.len() as u64) << 20;
            let mut random = Random::new(seed);
            for _ in 0..training.walks {
                let moves = 1 + random.below(WALK);
                if let Some(other) = walk(position, moves, &mut random) {
                    let place = self.place(&other, odds(other.static_eval()), training.scale);
                    self.by_terms.push(place);
                }
            }
        }
    }

    fn place<P: Playable>(&mut self, position: &P, target: f32, scale: i32) -> Place {
        let first = self.boards.len() as u32;
        let actor = position.actor();
        for board in 0..P::BOARDS {
            let start = self.inputs.len();
            for perspective in [actor, actor.other()] {
                for_each_input(position, board, perspective, |input| {
                    self.inputs.push(input as u16)
                });
            }
            let count = ((self.inputs.len() - start) / 2) as u16;
            self.boards.push(BoardInputs { start, count });
        }
        Place {
            first,
            boards: P::BOARDS as u8,
            bucket: position.output_bucket() as u8,
            offset: corrected_terms(position) as f32 / scale as f32,
            target,
        }
    }

    /// The inputs of each board from the perspective of the player who must act, and from the other.
    pub(super) fn inputs(&self, place: &Place) -> impl Iterator<Item = [&[u16]; 2]> {
        let first = place.first as usize;
        let boards = &self.boards[first..first + usize::from(place.boards)];
        boards.iter().map(|board| {
            let count = usize::from(board.count);
            let both = &self.inputs[board.start..board.start + 2 * count];
            let (own, other) = both.split_at(count);
            [own, other]
        })
    }

    /// The numbers of positions with targets from the terms, with targets from the games, and kept for validation.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        [self.by_terms.len(), self.by_games.len(), self.kept.len()]
    }
}

/// The position after `moves` random actions of those that a search looks at; `None` if there are none, or if the position is forced or
/// not judged by a network.
fn walk<P: Playable>(position: &P, moves: u64, random: &mut Random) -> Option<P> {
    let scope = Scope::Inner {
        depth: WALK as i32,
        steps: 0,
        bounds: Bounds::default(),
    };
    let mut position = position.clone();
    let mut actions = Vec::new();
    for _ in 0..moves {
        actions.clear();
        position.candidates(scope, &mut actions);
        let chosen = random.below(actions.len().max(1) as u64) as usize;
        position.play_unchecked(*actions.get(chosen)?);
    }
    (!position.is_forced() && position.is_judged_by_network()).then_some(position)
}
