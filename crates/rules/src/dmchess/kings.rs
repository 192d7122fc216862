//! Kings: placement, safe kings, and the control of dimensions.

use super::dimension::Dimension;
use super::man::Man;
use super::place::Place;
use super::placement::{Placement, Placing, home, placement_squares};
use super::position::DmChess;
use super::refusal::Refusal;
use super::variant::Variant;
use crate::board::{Color, Role, color_index};
use crate::outcome::{Outcome, Reason};

impl DmChess {
    /// Whether the kings are still to be placed (in `dmchess:kings`). Placements are legal actions
    /// that are not listed: there are too many.
    ///
    /// ```
    /// use manifold_rules::dmchess::{DmChess, Variant};
    /// use manifold_rules::position::Position;
    ///
    /// assert!(DmChess::start(Variant::Placed).is_placing_kings());
    /// assert!(!DmChess::start(Variant::Home).is_placing_kings());
    /// ```
    #[must_use]
    pub fn is_placing_kings(&self) -> bool {
        self.placing != Placing::Done
    }

    /// The player who must place the kings next; `None` if all are placed.
    #[must_use]
    pub fn placer(&self) -> Option<Color> {
        match self.placing {
            Placing::White => Some(Color::White),
            Placing::Black(_) => Some(Color::Black),
            Placing::Done => None,
        }
    }

    /// Whether no move can be made: the game is won by dominance, or the kings are still to be
    /// placed.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.dominance.winner().is_some() || self.is_placing_kings()
    }

    /// All kings of `color`.
    #[inline]
    pub(super) fn kings(&self, color: Color) -> impl Iterator<Item = Place> {
        Dimension::ALL.into_iter().flat_map(move |dimension| {
            self.board(dimension)
                .of(color, Role::King)
                .into_iter()
                .map(move |square| Place::new(dimension, square))
        })
    }

    /// The number of kings of `color`.
    #[inline]
    #[must_use]
    pub fn king_count(&self, color: Color) -> usize {
        self.boards
            .iter()
            .map(|board| board.of(color, Role::King).count())
            .sum()
    }

    /// Whether `color` has a king that is not attacked.
    #[inline]
    pub(super) fn has_safe_king(&self, color: Color) -> bool {
        let field = self.field();
        self.kings(color)
            .any(|king| !field.is_attacked(king, color.other()))
    }

    /// Whether some king of the player to move is not attacked. Otherwise the player must save one
    /// or is checkmated.
    #[must_use]
    pub fn mover_has_a_safe_king(&self) -> bool {
        self.has_safe_king(self.mover())
    }

    /// The player who controls a dimension: the only one with a king there.
    #[must_use]
    pub fn controller(&self, dimension: Dimension) -> Option<Color> {
        let kings = self.board(dimension).by_role(Role::King);
        let white = self.board(dimension).by_color(Color::White);
        match ((kings & white).any(), (kings & !white).any()) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        }
    }

    /// The number of controlled dimensions by colour.
    #[inline]
    pub(super) fn controlled(&self) -> [usize; 2] {
        let mut controlled = [0; 2];
        for dimension in Dimension::ALL {
            if let Some(color) = self.controller(dimension) {
                controlled[color_index(color)] += 1;
            }
        }
        controlled
    }

    /// The win by dominance, if there is one.
    #[must_use]
    pub fn won_by_dominance(&self) -> Option<Outcome> {
        self.dominance
            .winner()
            .map(|winner| Outcome::win(winner, Reason::Dominance))
    }

    /// The player who controls five or more dimensions, and the plies after which that wins.
    #[must_use]
    pub fn dominant(&self) -> Option<(Color, u8)> {
        self.dominance
            .player
            .map(|player| (player, self.dominance.plies_left()))
    }

    pub(super) fn check_placement(&self, placement: Placement) -> Result<(), Refusal> {
        let Some(color) = self.placer() else {
            return Err(match self.variant {
                Variant::Home => Refusal::KingsStartAtHome,
                Variant::Placed => Refusal::KingsArePlaced,
            });
        };
        let allowed = placement_squares(color);
        match placement
            .places()
            .iter()
            .find(|place| !allowed.contains(place.square))
        {
            Some(place) => Err(Refusal::NoSquareForAKing {
                place: *place,
                color,
            }),
            None => Ok(()),
        }
    }

    pub(super) fn place_kings(&mut self, placement: Placement) {
        match self.placing {
            Placing::White => self.placing = Placing::Black(placement),
            Placing::Black(white) => {
                self.put_kings(Color::White, white);
                self.put_kings(Color::Black, placement);
                self.placing = Placing::Done;
                self.dominance.advance(self.controlled());
            }
            Placing::Done => {}
        }
    }

    fn put_kings(&mut self, color: Color, placement: Placement) {
        for place in placement.places() {
            let king = Man::fresh(color.king(), place.dimension.number());
            if self.man_at(*place).is_none() {
                self.put(*place, king);
            }
            if place.square == home(color) {
                self.unmoved.kings[color_index(color)] |= 1 << place.dimension.index();
            }
        }
    }

    /// The kings of the player to move that are attacked.
    #[must_use]
    pub fn kings_in_check(&self) -> Vec<Place> {
        self.attacked_kings(self.mover())
    }

    pub(super) fn attacked_kings(&self, color: Color) -> Vec<Place> {
        let field = self.field();
        self.kings(color)
            .filter(|king| field.is_attacked(*king, color.other()))
            .collect()
    }
}
