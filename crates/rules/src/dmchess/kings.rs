//! Kings: where they start, and which dimensions they control.

use super::action::Placement;
use super::place::{Dimension, Place};
use super::position::{DmChess, Man, side};
use super::refusal::Refusal;
use crate::board::{Bitboard, Color, Rank, Role, Square};
use crate::variant::Variant;

/// Where the kings start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum KingSetup {
    /// `dmchess`: every king on its home square.
    #[default]
    Home,
    /// `dmchess:kings`: each player first places the eight kings in secret.
    Placed,
}

impl Variant for KingSetup {
    const ALL: &'static [KingSetup] = &[KingSetup::Home, KingSetup::Placed];

    fn id(self) -> &'static str {
        match self {
            KingSetup::Home => "dmchess",
            KingSetup::Placed => "dmchess:kings",
        }
    }

    fn name(self) -> &'static str {
        match self {
            KingSetup::Home => "DMChess",
            KingSetup::Placed => "DMChess with secret kings",
        }
    }
}

/// How far the secret placement of the kings has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placing {
    /// White places.
    White,
    /// Black places, without knowing this.
    Black(Placement),
    /// The kings stand, and moves are made.
    Done,
}

impl Placing {
    /// Tells the stages (and White's placements) apart.
    pub(super) fn number(self) -> u64 {
        match self {
            Placing::Done => 0,
            Placing::White => 1,
            Placing::Black(placement) => {
                placement.places().iter().fold(2, |number, place| {
                    crate::board::zobrist::scramble(number ^ place.index() as u64)
                }) & 0x00ff_ffff_ffff_ffff
            }
        }
    }
}

/// Dimensions that must be controlled.
pub const DOMINANT_CONTROL: usize = 5;
/// Ends of plies at which they must be: one full turn after the first.
const DOMINANT_PLIES: u8 = 3;

/// Since when a player controls five or more dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Dominance {
    pub(super) player: Option<Color>,
    /// The ends of plies in a row at which it was so, up to three. 0 exactly if there is no player.
    pub(super) plies: u8,
}

impl Dominance {
    /// A ply has ended with these numbers of controlled dimensions (by colour).
    #[inline]
    pub(super) fn advance(&mut self, controlled: [usize; 2]) {
        // Two players cannot control five of eight dimensions each.
        let player = Color::ALL
            .into_iter()
            .find(|color| controlled[side(*color)] >= DOMINANT_CONTROL);
        let before = if player == self.player { self.plies } else { 0 };
        self.player = player;
        self.plies = match player {
            Some(_) => (before + 1).min(DOMINANT_PLIES),
            None => 0,
        };
    }

    /// A ply has ended that changed no dimension's kings.
    #[inline]
    pub(super) fn repeat(&mut self) {
        if self.player.is_some() {
            self.plies = (self.plies + 1).min(DOMINANT_PLIES);
        }
    }

    #[inline]
    pub(super) fn winner(self) -> Option<Color> {
        self.player.filter(|_| self.plies >= DOMINANT_PLIES)
    }

    /// Plies after which the player wins if nothing changes.
    pub(super) fn plies_left(self) -> u8 {
        DOMINANT_PLIES - self.plies
    }
}

/// The squares of every dimension on which `color` may place a king.
pub(super) fn placement_squares(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Third)).with(home(color))
}

/// The home square of a king.
pub(super) const fn home(color: Color) -> Square {
    match color {
        Color::White => Square::E1,
        Color::Black => Square::E8,
    }
}

impl DmChess {
    /// Whether the players still have to place their kings (in `dmchess:kings`). Placements are legal
    /// actions that are not listed: there are too many.
    ///
    /// ```
    /// use manifold_rules::dmchess::{DmChess, KingSetup};
    /// use manifold_rules::position::Position;
    ///
    /// assert!(DmChess::start(KingSetup::Placed).is_placing_kings());
    /// assert!(!DmChess::start(KingSetup::Home).is_placing_kings());
    /// ```
    #[must_use]
    pub fn is_placing_kings(&self) -> bool {
        self.placing != Placing::Done
    }

    /// Who must place the kings next; `None` if they stand.
    #[must_use]
    pub fn placer(&self) -> Option<Color> {
        match self.placing {
            Placing::White => Some(Color::White),
            Placing::Black(_) => Some(Color::Black),
            Placing::Done => None,
        }
    }

    /// Who controls a dimension: the only player with a king there.
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

    /// The numbers of controlled dimensions, by colour.
    #[inline]
    pub(super) fn controlled(&self) -> [usize; 2] {
        let mut controlled = [0; 2];
        for dimension in Dimension::ALL {
            if let Some(color) = self.controller(dimension) {
                controlled[side(color)] += 1;
            }
        }
        controlled
    }

    pub(super) fn check_placement(&self, placement: Placement) -> Result<(), Refusal> {
        let Some(color) = self.placer() else {
            return Err(match self.setup {
                KingSetup::Home => Refusal::KingsStartAtHome,
                KingSetup::Placed => Refusal::KingsArePlaced,
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
                self.unmoved.kings[side(color)] |= 1 << place.dimension.index();
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
