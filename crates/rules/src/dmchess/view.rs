//! The view of a position: everything that a viewer may know, ready for drawing.
//!
//! The only secret of DMChess is White's placement of the kings, until Black has placed too.

use std::fmt::{self, Display};

use serde::Serialize;

use super::conservation::BOUND;
use super::dimension::Dimension;
use super::energy::EnergySquare;
use super::man::Man;
use super::place::Place;
use super::placement::{Placing, placement_squares};
use super::portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
use super::position::{DmChess, LAW_FROM_PLY};
use super::text::PLACING;
use crate::board::{Bitboard, Color, Role, Square, color_index, names};
use crate::position::{Position, Turns};
use crate::viewer::Viewer;

/// The plies before a shift in which the coming map is announced: one full turn.
const NOTICE_PLIES: u32 = 2;

/// The view of a position: everything that one viewer may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The position text, with `?` for what is hidden.
    pub text: String,
    /// The player who must act next.
    #[serde(serialize_with = "names::color")]
    pub actor: Color,
    /// The number of the full move.
    pub move_number: u32,
    /// Plies played.
    pub ply: u32,
    /// The secret placement of the kings, while it lasts.
    pub placing: Option<PlacingView>,
    /// D1 to D8.
    pub dimensions: Vec<DimensionView>,
    /// The portals, the same in all dimensions, in order of their squares.
    pub portals: Vec<PortalView>,
    /// The shift to come.
    pub shift: ShiftView,
    /// The Conservation Law.
    pub law: LawView,
    /// A player who controls five dimensions and will win if that lasts.
    pub dominance: Option<DominanceView>,
    /// The kings of the player to move that are attacked.
    pub check: Vec<Place>,
    /// The square on which a pawn can be captured en passant.
    pub en_passant: Option<Place>,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u32,
}

/// The state of the secret placement.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlacingView {
    /// Whether White has placed already.
    pub white_has_placed: bool,
    /// White's kings, if this viewer may know them.
    pub white: Option<Vec<Place>>,
    /// The squares of every board on which the actor may place kings.
    #[serde(serialize_with = "names::set")]
    pub squares: Bitboard,
}

/// One dimension.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DimensionView {
    /// 1 to 8.
    pub number: u8,
    /// The men, from a1, b1 to h8.
    pub men: Vec<ManView>,
    /// The energy squares.
    pub energy: Vec<EnergyView>,
    /// The sum of (DEL - d) over its men.
    pub imbalance: i16,
    /// The numbers of kings.
    pub kings: ByColor,
    /// The numbers of attacked kings.
    pub kings_in_check: ByColor,
    /// The player who controls the dimension.
    #[serde(serialize_with = "names::optional_color")]
    pub controller: Option<Color>,
}

/// A number for each player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ByColor {
    /// White's.
    pub white: usize,
    /// Black's.
    pub black: usize,
}

/// A man.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ManView {
    /// The square on which it stands.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Its owner.
    #[serde(serialize_with = "names::color")]
    pub color: Color,
    /// Its role.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// Its dimensional energy level, 1 to 8.
    pub level: u8,
    /// Whether it is a former pawn.
    pub former_pawn: bool,
    /// The numbers of the dimensions in which it has promoted.
    pub promoted_in: Vec<u8>,
    /// The energy square that last gave it energy, which cannot give it the next as well.
    pub last_energy: Option<Place>,
    /// Whether it is a king or rook that may still castle.
    pub unmoved: bool,
    /// Whether it is a king that is attacked.
    pub in_check: bool,
}

/// An energy square.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EnergyView {
    /// Its square.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// Whether it gives energy on the next ply.
    pub charged: bool,
    /// If not, the ply on which it is charged again. The next ply is `ply + 1`.
    pub charged_on_ply: Option<u32>,
}

/// A portal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PortalView {
    /// Its square, in every dimension.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// How many dimensions it reaches, 1 to 7.
    pub reach: u8,
}

/// The shift to come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShiftView {
    /// The number of shifts so far.
    pub epoch: u32,
    /// Plies until the next one; with 1 the next move brings it.
    pub plies_left: u32,
    /// Whether this is the last full turn before it: only then are the next two fields filled.
    pub announced: bool,
    /// The portals after it.
    pub coming: Vec<PortalView>,
    /// The men that would be displaced as they stand now.
    pub displaced: Vec<DisplacedView>,
}

/// A man displaced by a portal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DisplacedView {
    /// The square on which it stands.
    pub from: Place,
    /// The place to which it would go.
    pub to: Place,
}

/// The Conservation Law.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LawView {
    /// Whether it binds.
    pub binds: bool,
    /// Plies until it binds; 0 once it does.
    pub plies_left: u32,
    /// The bound on the imbalance of a dimension.
    pub bound: i16,
}

/// A player about to win by dominance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DominanceView {
    /// The player who controls five or more dimensions.
    #[serde(serialize_with = "names::color")]
    pub player: Color,
    /// The number of dimensions that the player controls.
    pub controlled: usize,
    /// Plies after which the player wins if nothing changes; 0 if the game is won.
    pub plies_left: u8,
}

impl View {
    pub(super) fn of(position: &DmChess, viewer: Viewer) -> View {
        View {
            text: text(position, viewer),
            actor: position.actor(),
            move_number: position.ply / 2 + 1,
            ply: position.ply,
            placing: placing(position, viewer),
            dimensions: Dimension::ALL
                .into_iter()
                .map(|dimension| dimension_view(position, dimension))
                .collect(),
            portals: portals(position.portals()),
            shift: shift(position),
            law: LawView {
                binds: position.is_under_the_law(),
                plies_left: LAW_FROM_PLY.saturating_sub(position.ply),
                bound: BOUND,
            },
            dominance: dominance(position),
            check: position.kings_in_check(),
            en_passant: position.en_passant,
            quiet_plies: position.quiet_plies,
        }
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn text(position: &DmChess, viewer: Viewer) -> String {
    match position.placing {
        Placing::Black(_) if !viewer.knows_secrets_of(Color::White) => {
            format!("{PLACING} kings:?")
        }
        _ => position.to_text(),
    }
}

fn placing(position: &DmChess, viewer: Viewer) -> Option<PlacingView> {
    let white = match position.placing {
        Placing::Done => return None,
        Placing::White => None,
        Placing::Black(white) => Some(white),
    };
    Some(PlacingView {
        white_has_placed: white.is_some(),
        white: white
            .filter(|_| viewer.knows_secrets_of(Color::White))
            .map(|placement| placement.places().to_vec()),
        squares: placement_squares(position.actor()),
    })
}

fn dimension_view(position: &DmChess, dimension: Dimension) -> DimensionView {
    let board = position.board(dimension);
    let mut kings = ByColor::default();
    let mut kings_in_check = ByColor::default();
    let mut men = Vec::new();
    for square in board.occupied() {
        let place = Place::new(dimension, square);
        let Some(man) = position.man_at(place) else {
            continue;
        };
        let view = man_view(position, place, man);
        if man.piece.role == Role::King {
            kings.add(man.piece.color, true);
            kings_in_check.add(man.piece.color, view.in_check);
        }
        men.push(view);
    }
    DimensionView {
        number: dimension.number(),
        men,
        energy: super::energy::energy_squares(dimension)
            .into_iter()
            .filter_map(|square| energy_view(position, Place::new(dimension, square)))
            .collect(),
        imbalance: position.imbalance(dimension),
        kings,
        kings_in_check,
        controller: position.controller(dimension),
    }
}

impl ByColor {
    fn add(&mut self, color: Color, one: bool) {
        *color.fold_wb(&mut self.white, &mut self.black) += usize::from(one);
    }
}

fn man_view(position: &DmChess, place: Place, man: Man) -> ManView {
    let color = man.piece.color;
    ManView {
        square: place.square,
        color,
        role: man.piece.role,
        level: man.level,
        former_pawn: man.mark.is_former_pawn(),
        promoted_in: Dimension::ALL
            .into_iter()
            .filter(|dimension| man.mark.has_promoted_in(*dimension))
            .map(Dimension::number)
            .collect(),
        last_energy: man.mark.last_energy().map(EnergySquare::place),
        unmoved: position.is_unmoved(place),
        in_check: man.piece.role == Role::King
            && position.field().is_attacked(place, color.other()),
    }
}

fn energy_view(position: &DmChess, place: Place) -> Option<EnergyView> {
    let energy = EnergySquare::at(place)?;
    let plies = position
        .used
        .iter()
        .find_map(|(square, plies)| (square == energy).then_some(plies));
    Some(EnergyView {
        square: place.square,
        charged: plies.is_none(),
        charged_on_ply: plies.map(|plies| position.ply + 1 + u32::from(plies)),
    })
}

fn portals(map: &PortalMap) -> Vec<PortalView> {
    Square::ALL
        .into_iter()
        .map(|square| (square, map.reach(square)))
        .filter(|(_, reach)| *reach > 0)
        .map(|(square, reach)| PortalView { square, reach })
        .collect()
}

fn shift(position: &DmChess) -> ShiftView {
    let plies_left = PLIES_BETWEEN_SHIFTS - position.ply % PLIES_BETWEEN_SHIFTS;
    let announced = plies_left <= NOTICE_PLIES;
    ShiftView {
        epoch: position.epoch(),
        plies_left,
        announced,
        coming: if announced {
            portals(PortalMap::of_epoch(position.epoch() + 1))
        } else {
            Vec::new()
        },
        displaced: if announced {
            position
                .displaced_by_shift()
                .into_iter()
                .map(|(from, to)| DisplacedView { from, to })
                .collect()
        } else {
            Vec::new()
        },
    }
}

fn dominance(position: &DmChess) -> Option<DominanceView> {
    let player = position.dominance.player?;
    Some(DominanceView {
        player,
        controlled: position.controlled()[color_index(player)],
        plies_left: position.dominance.plies_left(),
    })
}
