//! Beliefs about the squares to which the opponent's pieces return.
//!
//! They follow only from what one player has seen: a sequence of public actions, and the player's knowledge after each.
//! The arithmetic is in integers, so that beliefs are the same on every machine.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, attacks};
use manifold_rules::hyperspace::{Absent, Knowledge, PublicAction};

use super::absent::best_squares;
use super::candidates::MOST_SQUARES;
use super::eval::value_of_departure;
use crate::random::Random;

/// The fixed-point 1: the probabilities of one piece add up to about this.
const WHOLE: u64 = 1 << 24;

/// The model of how an opponent chooses a square, and acts with it in mind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Model {
    /// How much lower the score of a square must be for it to be half as likely, in centipawns.
    pub temperature: i32,
    /// The relative likelihoods of the best squares by rank, the best first: a player who keeps a secret does not always take the best
    /// square, and the score is too rough to tell which one that is.
    pub ranks: [u64; MOST_SQUARES],
    /// The share of the choice that is uniform over all squares, in percent.
    pub floor: u64,
    /// The likelihood that a man goes to a square to which another will return, in percent of the likelihood otherwise:
    /// with much time left before the return, and with little.
    pub blocks: [u64; 2],
    /// The same for a man that vacates the square.
    pub makes_room: [u64; 2],
    /// The same for a man that newly attacks the square.
    pub guards: u64,
}

impl Model {
    /// Fitted to self-play (the example `beliefs`), except for the floor: the engine considers only the best eight squares, so the fitted
    /// floor would be almost 0, but other opponents play differently.
    pub const FITTED: Model = Model {
        temperature: 50,
        ranks: [25, 25, 17, 16, 11, 11, 9, 7],
        floor: 8,
        blocks: [50, 38],
        makes_room: [105, 600],
        guards: 140,
    };
}

/// The beliefs of one player about all of the opponent's pieces that are away.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Beliefs {
    /// In the order in which the pieces left.
    all: Vec<Belief>,
    /// The beliefs before the opponent's last turn, which can be taken back under the open referee.
    before: Vec<Belief>,
}

/// The probability of each square for one piece, in parts of [`WHOLE`].
#[derive(Debug, Clone, PartialEq, Eq)]
struct Belief {
    absent: Absent,
    parts: [u32; 64],
}

impl Beliefs {
    /// The beliefs in a position without a history: as if all pieces had just left.
    #[must_use]
    pub fn prior(knowledge: &Knowledge, model: &Model) -> Beliefs {
        let all = knowledge.absent().iter();
        Beliefs {
            all: all
                .map(|absent| Belief::of_departure(knowledge, *absent, model))
                .collect(),
            before: Vec::new(),
        }
    }

    /// The beliefs at the end of a history: what was known at its start, then every action with what was known after
    /// it.
    #[must_use]
    pub fn of(
        start: &Knowledge,
        seen: impl IntoIterator<Item = (PublicAction, Knowledge)>,
        model: &Model,
    ) -> Beliefs {
        let mut beliefs = Beliefs::prior(start, model);
        let mut last = start.clone();
        for (action, now) in seen {
            beliefs.learn(&last, action, &now, model);
            last = now;
        }
        beliefs
    }

    /// Updates the beliefs after one action: what was known before it, what everybody learned of it, and what was
    /// known after it.
    pub fn learn(
        &mut self,
        last: &Knowledge,
        action: PublicAction,
        now: &Knowledge,
        model: &Model,
    ) {
        let them = now.seat().other();
        match action {
            // The opponent's last turn is taken back. (The player to move now has cancelled.)
            PublicAction::Cancel if now.turn() == them => {
                self.all = std::mem::take(&mut self.before);
                self.returned_and_back(last, now);
            }
            PublicAction::Amend(_) | PublicAction::Cancel => {}
            _ if last.turn() == them => {
                self.before = self.all.clone();
                self.all.retain(|belief| belief.absent.count_down > 1);
                for belief in &mut self.all {
                    belief.consider(last.board(), action, now.board(), them, model);
                }
            }
            _ => {}
        }
        self.follow(now, model);
    }

    /// Restores pieces that had returned at the end of a turn which was taken back (under the open referee): their squares are known now.
    fn returned_and_back(&mut self, last: &Knowledge, now: &Knowledge) {
        let them = now.seat().other();
        for (belief, absent) in self.all.iter_mut().zip(now.absent()) {
            if absent.count_down != 1 {
                continue;
            }
            let stood = last.board().by_role(absent.role) & last.board().by_color(them);
            let stands = now.board().by_role(absent.role) & now.board().by_color(them);
            let shown = (stood & !stands) & absent.squares();
            belief.restrict(if shown.any() {
                shown
            } else {
                now.board().occupied()
            });
        }
    }

    /// Takes over the pieces that are away now: the earlier ones with their new countdowns, and any that has just left.
    fn follow(&mut self, now: &Knowledge, model: &Model) {
        let absent = now.absent();
        let fits = self.all.len() <= absent.len()
            && self
                .all
                .iter()
                .zip(absent)
                .all(|(belief, absent)| belief.absent.role == absent.role);
        if !fits {
            self.all.clear();
        }
        for (belief, absent) in self.all.iter_mut().zip(absent) {
            belief.absent = *absent;
        }
        for absent in &absent[self.all.len()..] {
            self.all.push(Belief::of_departure(now, *absent, model));
        }
    }

    /// The probability of each square for each of the opponent's pieces, in the order in which they left.
    pub fn probabilities(&self) -> impl Iterator<Item = [f64; 64]> {
        self.all.iter().map(|belief| {
            let whole: u64 = belief.parts.iter().map(|part| u64::from(*part)).sum();
            belief
                .parts
                .map(|part| f64::from(part) / whole.max(1) as f64)
        })
    }

    /// All possible combinations of squares with their relative likelihoods, with only one square for each piece that
    /// does not return within `turns` turns. Empty if there are more than `most`.
    pub(crate) fn possible(&self, turns: u32, most: usize) -> Vec<(Vec<Square>, u64)> {
        let mut all: Vec<(Vec<Square>, u64)> = vec![(Vec::new(), 1 << 32)];
        for belief in &self.all {
            let likely = |square: &Square| u64::from(belief.parts[square.to_usize()]);
            let mut squares: Vec<Square> = belief.absent.squares().into_iter().collect();
            squares.retain(|square| likely(square) > 0);
            if u32::from(belief.absent.count_down) > turns {
                let Some(square) = squares.first() else {
                    return Vec::new();
                };
                all.iter_mut().for_each(|(guess, _)| guess.push(*square));
                continue;
            }
            if all.len() * squares.len() > most {
                return Vec::new();
            }
            all = all
                .iter()
                .flat_map(|(before, weight)| {
                    squares.iter().map(move |square| {
                        let mut guess = before.clone();
                        guess.push(*square);
                        (guess, (*weight * likely(square) / WHOLE).max(1))
                    })
                })
                .collect();
        }
        all
    }

    /// Draws `most` combinations of squares that are together distributed as the beliefs (systematic sampling). Two
    /// pieces get the same square only if no other is left.
    pub(crate) fn draw(&self, random: &mut Random, most: usize) -> Vec<Vec<Square>> {
        let mut drawn = vec![Vec::with_capacity(self.all.len()); most];
        for belief in &self.all {
            let whole: u64 = belief.parts.iter().map(|part| u64::from(*part)).sum();
            let step = whole / most.max(1) as u64;
            let start = random.below(step.max(1));
            let mut squares: Vec<Square> = Vec::with_capacity(most);
            let (mut sum, mut square) = (u64::from(belief.parts[0]), 0);
            for number in 0..most as u64 {
                let goal = start + number * step;
                while sum <= goal && square < 63 {
                    square += 1;
                    sum += u64::from(belief.parts[square]);
                }
                squares.push(Square::new(square as u32));
            }
            for (number, guesses) in drawn.iter_mut().enumerate() {
                // A random one of the remaining squares, or the next one that no other piece of the combination has.
                let pick = number + random.below((most - number) as u64) as usize;
                squares.swap(number, pick);
                let free = (number..most).find(|place| !guesses.contains(&squares[*place]));
                squares.swap(number, free.unwrap_or(number));
                guesses.push(squares[number]);
            }
        }
        drawn
    }
}

impl Belief {
    /// The prior for a piece that has just left.
    fn of_departure(now: &Knowledge, absent: Absent, model: &Model) -> Belief {
        let them = now.seat().other();
        let board = now.board();
        let squares = absent.squares();
        let best = best_squares(squares, model.ranks.len(), |square| {
            value_of_departure(board, them, absent, square)
        });
        let top = best.first().map_or(0, |(score, _)| *score);
        let mut parts = [0_u64; 64];
        for ((score, square), rank) in best.iter().zip(model.ranks) {
            parts[square.to_usize()] = rank * halved(top - score, model.temperature);
        }
        let sum: u64 = parts.iter().sum();
        let any = WHOLE * model.floor / 100 / squares.count().max(1) as u64;
        let rest = WHOLE - WHOLE * model.floor / 100;
        let mut belief = Belief {
            absent,
            parts: [0; 64],
        };
        for square in squares {
            let part = parts[square.to_usize()] * rest / sum.max(1) + any;
            belief.parts[square.to_usize()] = part as u32;
        }
        belief
    }

    /// Updates the belief by Bayes' rule after an action of the owner with another man.
    fn consider(
        &mut self,
        last: &Board,
        action: PublicAction,
        now: &Board,
        them: Color,
        model: &Model,
    ) {
        let (from, to) = match action {
            PublicAction::Move(standard) => (standard.from, Some(standard.to)),
            PublicAction::PhaseOut { from, .. } => (from, None),
            _ => return,
        };
        let soon = usize::from(self.absent.count_down <= 3);
        let occupied = last.occupied();
        let own = last.by_color(them);
        let mut all = 0;
        for square in own {
            all += reach(last, square).count() as u64;
        }
        let all = all.max(8);
        let mut parts = [0_u64; 64];
        for square in self.absent.squares() {
            let mut done = 100;
            let likely;
            if own.contains(square) {
                // Roughly the ways to vacate the square: a move, or leaving the board. (That the king cannot leave and a pawn has few moves
                // is neglected.)
                let ways = reach(last, square).count() as u64 + 1;
                let factor = model.makes_room[soon];
                likely = (all - ways.min(all)) * 100 + ways.min(all) * factor;
                if from == square {
                    done = factor;
                }
            } else {
                let ways = last.attackers(square, them, occupied) & !last.by_role(Role::Pawn);
                let ways = (ways.count() as u64).min(all);
                let factor = model.blocks[soon];
                likely = (all - ways) * 100 + ways * factor;
                if to == Some(square) {
                    done = factor;
                }
            }
            if let Some(to) = to
                && to != square
                && now.by_color(them).contains(to)
                && let Some(man) = now.piece_at(to)
                && attacks::attacks(to, man, now.occupied()).contains(square)
                && !last.attackers(square, them, occupied).contains(from)
            {
                done = done * model.guards / 100;
            }
            let part = u64::from(self.parts[square.to_usize()]);
            parts[square.to_usize()] = part * done * all / likely.max(1);
        }
        self.put(&parts, model);
    }

    /// Restricts the belief to these squares, if any of them is possible.
    fn restrict(&mut self, squares: Bitboard) {
        let left: u64 = squares
            .into_iter()
            .map(|square| u64::from(self.parts[square.to_usize()]))
            .sum();
        if left == 0 {
            return;
        }
        for square in !squares {
            self.parts[square.to_usize()] = 0;
        }
    }

    /// Replaces the distribution, normalised to [`WHOLE`]; squares that were possible stay possible.
    fn put(&mut self, parts: &[u64; 64], model: &Model) {
        let sum: u64 = parts.iter().sum();
        if sum == 0 {
            return;
        }
        let least = WHOLE * model.floor / 100 / 256;
        for (part, new) in self.parts.iter_mut().zip(parts) {
            if *part > 0 {
                *part = (u128::from(*new) * u128::from(WHOLE) / u128::from(sum)) as u32;
                *part = (*part).max(least as u32);
            }
        }
    }
}

/// The squares that a man attacks, except those of its own side's men.
fn reach(board: &Board, square: Square) -> Bitboard {
    board.piece_at(square).map_or(Bitboard::EMPTY, |man| {
        attacks::attacks(square, man, board.occupied()) & !board.by_color(man.color)
    })
}

/// A likelihood that halves with every `temperature` of loss; 0 after 16 halvings.
fn halved(loss: i32, temperature: i32) -> u64 {
    let temperature = temperature.max(1);
    let halvings = loss.max(0) / temperature;
    if halvings > 16 {
        return 0;
    }
    let rest = (loss.max(0) % temperature) as u64;
    let top = 1_u64 << (20 - halvings);
    top - top / 2 * rest / temperature as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::hyperspace::{Hyperspace, Variant};
    use manifold_rules::position::{Position, Secret};

    /// The beliefs of the player `player` after these actions.
    fn after(variant: Variant, player: Color, actions: &str) -> Beliefs {
        let mut position = Hyperspace::start(variant);
        let start = Knowledge::of(&position, player);
        let seen = actions.split(' ').map(|text| {
            let action = text.parse().expect(text);
            let public = position.public(action);
            position.play(action).expect(text);
            (public, Knowledge::of(&position, player))
        });
        Beliefs::of(&start, seen.collect::<Vec<_>>(), &Model::FITTED)
    }

    fn of_black(actions: &str) -> Beliefs {
        after(Variant::Strict, Color::Black, actions)
    }

    fn at(beliefs: &Beliefs, square: Square) -> f64 {
        let first = beliefs.probabilities().next().expect("somebody is away");
        first[square.to_usize()]
    }

    #[test]
    fn a_whole_is_spread_over_the_squares_that_are_possible() {
        let beliefs = of_black("c1^3@f4 e7e5 d1^1@d3");
        assert_eq!(beliefs.probabilities().count(), 2);
        for piece in beliefs.probabilities() {
            assert!((piece.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
        for square in Square::ALL {
            assert_eq!(at(&beliefs, square) > 0.0, square.is_dark(), "{square}");
        }
    }

    #[test]
    fn the_better_a_square_looks_the_more_it_is_believed_in_and_eight_more_than_the_rest() {
        let mut position = Hyperspace::start(Variant::Strict);
        position
            .play("b1^1@c3".parse().expect("an action"))
            .expect("legal");
        let known = Knowledge::of(&position, Color::Black);
        let absent = known.absent()[0];
        let beliefs = Beliefs::prior(&known, &Model::FITTED);
        let mut by_score: Vec<(i32, f64)> = Square::ALL
            .into_iter()
            .map(|square| {
                let score = value_of_departure(known.board(), Color::White, absent, square);
                (score, at(&beliefs, square))
            })
            .collect();
        by_score.sort_by(|one, other| other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)));
        let chances: Vec<f64> = by_score.iter().map(|(_, chance)| *chance).collect();
        assert!(
            chances.is_sorted_by(|better, worse| better >= worse),
            "{chances:?}"
        );
        assert!(
            chances[MOST_SQUARES - 1] > chances[MOST_SQUARES],
            "{chances:?}"
        );
        assert_eq!(chances[MOST_SQUARES], chances[63]);
        assert!(chances[63] > 0.0);
    }

    #[test]
    fn beliefs_know_nothing_of_the_square_itself() {
        assert_eq!(of_black("c1^3@f4 e7e5 a2a3"), of_black("c1^3@a3 e7e5 a2a3"));
    }

    #[test]
    fn who_goes_to_a_square_does_not_expect_another_man_there() {
        let before = of_black("c1^3@f4 e7e5");
        let went = of_black("c1^3@f4 e7e5 g2g3");
        let change = |square| at(&went, square) / at(&before, square);
        assert!(change(Square::G3) < change(Square::A3));
    }

    #[test]
    fn who_makes_room_may_expect_somebody_there() {
        let before = of_black("d1^1@d2 e7e5");
        let room = of_black("d1^1@d2 e7e5 d2d4");
        assert!(at(&room, Square::D2) > 1.5 * at(&before, Square::D2));
    }

    #[test]
    fn a_return_ends_what_was_believed() {
        let beliefs = of_black("b1^1@c3 e7e5 g1^3@f3 d7d5 a2a3");
        // The piece that is still away is the one that left later.
        assert_eq!(beliefs.probabilities().count(), 1);
    }

    #[test]
    fn after_a_cancelled_turn_a_piece_that_was_seen_to_return_is_known() {
        // The knight returns in the turn that is taken back; both would return together in the next.
        let line = "b1^1@c3 e7e5 g1^3@f3 d7d5 a1^2@a3";
        let beliefs = after(Variant::Open, Color::Black, line);
        assert_eq!(beliefs.probabilities().count(), 2);
        let beliefs = after(Variant::Open, Color::Black, &format!("{line} cancel"));
        assert_eq!(beliefs.probabilities().count(), 2);
        assert_eq!(at(&beliefs, Square::C3), 1.0);
    }

    #[test]
    fn amending_changes_no_belief() {
        let line = "b1^3@c3 e7e5 g1^2@f3";
        let before = after(Variant::Open, Color::Black, line);
        let amended = after(Variant::Open, Color::Black, &format!("{line} amend:4"));
        assert!(before.probabilities().eq(amended.probabilities()));
    }

    #[test]
    fn squares_are_drawn_as_often_as_they_are_likely_and_each_once() {
        let beliefs = of_black("b1^1@c3 e7e5 g1^3@f3");
        let drawn = beliefs.draw(&mut Random::new(1), 1_000);
        assert_eq!(drawn.len(), 1_000);
        assert!(drawn.iter().all(|squares| squares[0] != squares[1]));
        for (piece, chances) in beliefs.probabilities().enumerate() {
            for square in Square::ALL {
                let count = drawn
                    .iter()
                    .filter(|squares| squares[piece] == square)
                    .count();
                let expected = 1_000.0 * chances[square.to_usize()];
                assert!((count as f64 - expected).abs() <= 1.5, "{square}");
            }
        }
    }
}
