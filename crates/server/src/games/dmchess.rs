//! DMChess.

use manifold_rules::board::Color;
use manifold_rules::dmchess::{Action, Dimension, DmChess, PublicAction};
use manifold_rules::position::{Position, Secret};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::{Kind, KingPlacing, LegalAction, Options, squares};
use super::served::Served;
use crate::names::{self, Square};

impl Served for DmChess {
    type ViewSchema = View;

    fn has_secrets(variant: &str) -> bool {
        variant != "dmchess"
    }

    fn description(variant: &str) -> &'static str {
        match variant {
            "dmchess" => {
                "Eight boards joined by portals, eight kings a side, energy, and a map that shifts."
            }
            _ => "Both players first place their eight kings in secret.",
        }
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.actor() != color {
            return None;
        }
        if self.is_placing_kings() {
            let view = self.view(Viewer::Player(color));
            let home = color.fold_wb("e1", "e8");
            let kings: Vec<String> = Dimension::ALL
                .into_iter()
                .map(|dimension| format!("{dimension}{home}"))
                .collect();
            return Some(Options {
                placing: view.placing.map(|placing| KingPlacing {
                    kings: 8,
                    squares: squares(placing.squares),
                    home: format!("kings:{}", kings.join(",")),
                }),
                ..Options::default()
            });
        }
        let actions = self
            .legal_actions()
            .into_iter()
            .filter_map(|action| {
                let Action::Move(mv) = action else {
                    return None;
                };
                let takes_own = self
                    .board(mv.to.dimension)
                    .piece_at(mv.to.square)
                    .is_some_and(|piece| piece.color == color);
                let kind = if takes_own { Kind::Castle } else { Kind::Move };
                Some(LegalAction {
                    action: action.to_string(),
                    role: Some(mv.role.into()),
                    from: Some(Square::of(mv.from)),
                    to: Some(Square::of(mv.to)),
                    promotion: mv.promotion.map(names::Role::from),
                    ..LegalAction::of(kind)
                })
            })
            .collect();
        Some(Options {
            actions,
            ..Options::default()
        })
    }

    fn highlights(action: PublicAction) -> Vec<Square> {
        match action {
            PublicAction::Move(mv) => vec![Square::of(mv.from), Square::of(mv.to)],
            PublicAction::PlaceKings => Vec::new(),
        }
    }

    /// Where the kings are placed is secret; every move is public.
    fn is_public(action: Action) -> bool {
        matches!(action, Action::Move(_))
    }
}

/// A position as one viewer may see it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DmChessView)]
pub(crate) struct View {
    /// The position as one line of text, `?` for what this viewer may not know.
    text: String,
    /// Who must act.
    actor: names::Color,
    /// The number of the move.
    move_number: u32,
    /// Plies played.
    ply: u32,
    /// The secret placement of the kings, while it lasts.
    #[schema(required)]
    placing: Option<Placing>,
    /// D1 to D8.
    dimensions: Vec<DimensionView>,
    /// The portals, the same in all dimensions, in order of their squares.
    portals: Vec<Portal>,
    /// The shift to come.
    shift: Shift,
    /// The Conservation Law.
    law: ConservationLaw,
    /// A player who controls five dimensions and will win if that lasts.
    #[schema(required)]
    dominance: Option<Dominance>,
    /// The kings of the player on the move that are attacked.
    check: Vec<Square>,
    /// The en passant square.
    #[schema(required)]
    en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    quiet_plies: u32,
}

/// The secret placement of the kings.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Placing {
    /// Whether White has placed already.
    white_has_placed: bool,
    /// White's kings, if this viewer may know them.
    #[schema(required)]
    white: Option<Vec<Square>>,
    /// The squares of every board on which the actor may place kings.
    squares: Vec<Square>,
}

/// One dimension.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Dimension)]
struct DimensionView {
    /// 1 to 8.
    number: u8,
    /// What stands on its board, from a1, b1 to h8.
    men: Vec<Man>,
    /// The energy squares.
    energy: Vec<EnergySquare>,
    /// The sum of (DEL - d) over its pieces.
    imbalance: i16,
    /// The numbers of kings.
    kings: ByColor,
    /// The numbers of attacked kings.
    kings_in_check: ByColor,
    /// The player with a king here while the opponent has none.
    #[schema(required)]
    controller: Option<names::Color>,
}

/// A number for each player.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ByColor {
    white: usize,
    black: usize,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DmChessMan)]
struct Man {
    square: Square,
    color: names::Color,
    role: names::Role,
    /// Its dimensional energy level, 1 to 8.
    level: u8,
    /// Whether it was a pawn.
    former_pawn: bool,
    /// The numbers of the dimensions in which it has promoted.
    promoted_in: Vec<u8>,
    /// The energy square that gave it energy last and does not do so next.
    #[schema(required)]
    last_energy: Option<Square>,
    /// Whether it is a king or rook that may still castle.
    unmoved: bool,
    /// Whether it is a king that is attacked.
    in_check: bool,
}

/// An energy square.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EnergySquare {
    square: Square,
    /// Whether it gives energy on the next ply.
    charged: bool,
    /// If not: the number of the ply on which it will again. The next ply is `ply + 1`.
    #[schema(required)]
    charged_on_ply: Option<u32>,
}

/// A portal.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Portal {
    /// Where it is, in every dimension.
    square: Square,
    /// How many dimensions it reaches, 1 to 7.
    reach: u8,
}

/// The shift to come.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Shift {
    /// The shifts so far.
    epoch: u32,
    /// Plies until the next one; with 1 the next move brings it.
    plies_left: u32,
    /// Whether this is the last full turn before it: only then the coming map is shown.
    announced: bool,
    /// The portals after it.
    coming: Vec<Portal>,
    /// The pieces that would have to make way as they stand now, and to where.
    displaced: Vec<Displaced>,
}

/// A piece that must make way for a portal.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Displaced {
    from: Square,
    to: Square,
}

/// The Conservation Law.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConservationLaw {
    /// Whether it binds.
    binds: bool,
    /// Plies until it does; 0 if it does.
    plies_left: u32,
    /// How far a dimension may be out of balance.
    bound: i16,
}

/// A player about to win by dominance.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Dominance {
    /// The player who controls five dimensions or more.
    player: names::Color,
    /// How many.
    controlled: usize,
    /// Plies after which the player wins if nothing changes; 0 if the game is won.
    plies_left: u8,
}
