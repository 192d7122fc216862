//! Phase-outs: which pieces can enter hyperspace, for how long, and where they can return.
//!
//! They are too many to list unless necessary, but they form a product: every delay can be combined with
//! every square.

use std::ops::ControlFlow;

use super::action::Action;
use super::choices::Choices;
use super::delay::Delay;
use super::position::Hyperspace;
use super::regular::Regular;
use super::returns::{Answers, Turn};
use super::secret::Secret;
use crate::board::{Bitboard, Constraints, Role, Square, same_colored};
use crate::position::Bounds;

/// A set of delays: bit N for a delay of N turns.
type Delays = u128;

/// Legal phase-outs of one piece, as a product: every delay goes with every square.
///
/// ```
/// use manifold_rules::position::{Bounds, Position};
/// use manifold_rules::hyperspace::Hyperspace;
///
/// let start = Hyperspace::start(Default::default());
/// let phase_outs = start.phase_outs(Bounds::NONE);
/// let all: usize = phase_outs.iter().map(|one| one.delays.len() * one.squares.count()).sum();
/// // Queen, rooks and knights can return to 64 squares each, bishops to 32.
/// assert_eq!(phase_outs.len(), 7);
/// assert_eq!(all, 99 * (5 * 64 + 2 * 32));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhaseOuts {
    /// The square of the piece.
    pub from: Square,
    /// The answers to the collisions of this turn.
    pub choices: Choices,
    /// The possible delays, the shortest first.
    pub delays: Vec<Delay>,
    /// The squares to which it can return.
    pub squares: Bitboard,
}

impl PhaseOuts {
    /// The actions of the product.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.delays.iter().flat_map(move |delay| {
            self.squares
                .into_iter()
                .map(move |to| Action::phase_out(self.from, *delay, to).with_choices(self.choices))
        })
    }
}

impl Hyperspace {
    /// All legal phase-outs with delays within `bounds`, as products; [`for_each_legal`]
    /// lists them one by one.
    ///
    /// [`for_each_legal`]: crate::position::Position::for_each_legal
    #[must_use]
    pub fn phase_outs(&self, bounds: Bounds) -> Vec<PhaseOuts> {
        self.products(bounds, Answers::All)
    }

    /// The legal phase-outs as products, with these answers to collisions.
    pub(super) fn products(&self, bounds: Bounds, answers: Answers) -> Vec<PhaseOuts> {
        let delays: Vec<Delay> = self.listed_delays(bounds).collect();
        if delays.is_empty() {
            return Vec::new();
        }
        self.leaving(answers)
            .into_iter()
            .map(|(from, choices)| PhaseOuts {
                from,
                choices,
                delays: delays.clone(),
                squares: self.squares_of(from),
            })
            .collect()
    }

    /// Lists the legal phase-outs in a turn without returns.
    #[inline]
    pub(super) fn list_ordinary_phase_outs<B>(
        &self,
        bounds: Bounds,
        constraints: &Constraints,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if bounds.max_delay > 0 && constraints.checkers.is_empty() {
            let delays = self.free_delays(bounds.max_delay);
            for from in self.eligible() & !constraints.pinned {
                self.expand(from, Choices::NONE, delays, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Pieces of the player to move that can phase out, king safety aside.
    #[inline]
    pub(super) fn eligible(&self) -> Bitboard {
        self.board.by_color(self.turn)
            & !self.board.by_role(Role::Pawn)
            & !self.board.by_role(Role::King)
    }

    /// The delays up to `max` whose return turn is free; under the open referee, all delays up to `max`.
    #[inline]
    pub(super) fn free_delays(&self, max: u8) -> Delays {
        let max = u32::from(max.min(Delay::MAX.turns()));
        let mut delays = ((1 << max) - 1) << 1;
        if !self.variant.is_open() {
            for traveler in self.travelers(self.turn).iter() {
                // A piece that leaves now with a delay of two less than this count-down would
                // return together with it.
                let count_down = u32::from(traveler.count_down());
                delays &= !((1 << count_down) >> 2);
            }
        }
        delays & !1
    }

    /// The free delays within `bounds`, the shortest first.
    pub(super) fn listed_delays(&self, bounds: Bounds) -> impl Iterator<Item = Delay> + use<> {
        let delays = self.free_delays(bounds.max_delay);
        (1..=Delay::MAX.turns())
            .filter(move |turns| delays >> turns & 1 == 1)
            .filter_map(Delay::new)
    }

    /// The origin squares of the legal phase-outs, each with its answers to collisions.
    fn leaving(&self, answers: Answers) -> Vec<(Square, Choices)> {
        if self.is_ordinary_turn() {
            let constraints = self.move_generator().constraints();
            if constraints.checkers.any() {
                return Vec::new();
            }
            return (self.eligible() & !constraints.pinned)
                .into_iter()
                .map(|from| (from, Choices::NONE))
                .collect();
        }
        let mut leaving = Vec::new();
        let _ = self.for_each_turn(false, answers, &mut |turn, choices| {
            if let Turn::Regular(Regular::PhaseOut(from)) = turn {
                leaving.push((from, choices));
            }
            ControlFlow::<()>::Continue(())
        });
        leaving
    }

    /// The squares of return that can be declared for the piece on `from`.
    #[inline]
    pub(super) fn squares_of(&self, from: Square) -> Bitboard {
        let is_bishop = self.board.by_role(Role::Bishop).contains(from);
        if is_bishop && !self.variant.is_open() {
            same_colored(from)
        } else {
            Bitboard::FULL
        }
    }

    /// The total number of squares of return of the pieces on the squares `from`.
    #[inline]
    pub(super) fn squares_of_return(&self, from: Bitboard) -> u64 {
        let bishops = if self.variant.is_open() {
            0
        } else {
            (from & self.board.by_role(Role::Bishop)).count()
        };
        (from.count() * 64 - bishops * 32) as u64
    }

    /// Lists the phase-outs of the piece on `from`.
    #[inline]
    pub(super) fn expand<B>(
        &self,
        from: Square,
        choices: Choices,
        delays: Delays,
        visit: &mut impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let squares = self.squares_of(from);
        let mut rest = delays;
        while let Some(delay) = Delay::new(rest.trailing_zeros() as u8) {
            rest &= rest - 1;
            for to in squares {
                visit(Action::PhaseOut {
                    from,
                    delay,
                    to: Secret::new(to),
                    choices,
                })?;
            }
        }
        ControlFlow::Continue(())
    }
}
