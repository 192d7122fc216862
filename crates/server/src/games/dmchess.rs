//! DMChess.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use manifold_ratings::RatedGame;
use manifold_rules::board::Color;
use manifold_rules::dmchess::{self, Action, Dimension, DmChess, Move, Place, PublicAction};
use manifold_rules::position::{Position, Secret, Turns};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::men::board_of;
use super::options::{KingPlacing, Options, by_beginning, squares};
use super::served::Served;
use crate::names::{self, Square};

impl Served for DmChess {
    type ViewSchema = View;
    type Sent<'a> = View;

    const RATED_AS: RatedGame = RatedGame::DmChess;

    fn sent(view: &Self::View) -> View {
        view.into()
    }

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
            return Some(Options {
                placing: view.placing.map(|placing| KingPlacing {
                    kings: 8,
                    squares: squares(placing.squares),
                    home: home_placement(color),
                }),
                ..Options::default()
            });
        }
        let moves = self
            .legal_actions()
            .into_iter()
            .filter_map(|action| match action {
                Action::Move(mv) => Some(in_short(mv)),
                Action::PlaceKings(_) => None,
            });
        Some(Options {
            moves: by_beginning(moves),
            ..Options::default()
        })
    }

    fn any_action(&self) -> Option<Action> {
        if self.is_placing_kings() {
            return home_placement(self.actor()).parse().ok();
        }
        self.for_each_legal(ControlFlow::Break).break_value()
    }

    fn highlights(action: PublicAction) -> Vec<Square> {
        match action {
            PublicAction::Move(mv) => vec![Square::of(mv.from), Square::of(mv.to)],
            PublicAction::PlaceKings => Vec::new(),
        }
    }

    /// The placement of kings is secret; every move is public.
    fn is_public(action: Action) -> bool {
        matches!(action, Action::Move(_))
    }
}

/// The action that places every king at home.
fn home_placement(color: Color) -> String {
    let home = color.fold_wb("e1", "e8");
    let kings: Vec<String> = Dimension::ALL
        .into_iter()
        .map(|dimension| format!("{dimension}{home}"))
        .collect();
    format!("kings:{}", kings.join(","))
}

/// The beginning and the end of a move: see [`Options::moves`].
fn in_short(mv: Move) -> (String, String) {
    let (begin, mut end) = (
        format!("{}{}", mv.role.upper_char(), mv.from),
        mv.to.square.to_string(),
    );
    if mv.to.dimension != mv.from.dimension {
        end.insert_str(0, &mv.to.dimension.number().to_string());
    }
    if let Some(promotion) = mv.promotion {
        end.extend(['=', promotion.upper_char()]);
    }
    (begin, end)
}

/// A position as one viewer may see it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DmChessView)]
pub(crate) struct View {
    /// The position as one line of text, with `?` for what this viewer may not know. Its first eight fields are the boards
    /// of D1 to D8 in FEN notation. A man whose energy level differs from the number of its dimension, or that has a past,
    /// is followed by a bracket: `Q[5]` (level 5), `Q[5=13]` (a former pawn that has promoted in D1 and D3), `N[4@d1a5]`
    /// (the energy square that gave it energy last, which cannot do so next). The tenth field lists the kings and rooks
    /// that have never moved by the letters of their files (`AEHaeh/…/-`), in capitals for White.
    text: String,
    /// The player who must act.
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
    /// The portals, which are the same in all dimensions, each with the number of dimensions that it reaches, 1 to 7.
    portals: BTreeMap<Square, u8>,
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

impl From<&dmchess::View> for View {
    fn from(view: &dmchess::View) -> View {
        View {
            text: view.text.clone(),
            actor: view.actor.into(),
            move_number: view.move_number,
            ply: view.ply,
            placing: view.placing.as_ref().map(|placing| Placing {
                white_has_placed: placing.white_has_placed,
                white: placing.white.as_deref().map(places),
                squares: squares(placing.squares),
            }),
            dimensions: view
                .dimensions
                .iter()
                .map(|one| DimensionView::of(one, view.placing.is_some()))
                .collect(),
            portals: portals(&view.portals),
            shift: Shift {
                epoch: view.shift.epoch,
                plies_left: view.shift.plies_left,
                announced: view.shift.announced,
                coming: portals(&view.shift.coming),
                displaced: view
                    .shift
                    .displaced
                    .iter()
                    .map(|one| (Square::of(one.from), Square::of(one.to)))
                    .collect(),
            },
            law: ConservationLaw {
                binds: view.law.binds,
                plies_left: view.law.plies_left,
                bound: view.law.bound,
            },
            dominance: view.dominance.as_ref().map(|dominance| Dominance {
                player: dominance.player.into(),
                controlled: dominance.controlled,
                plies_left: dominance.plies_left,
            }),
            check: places(&view.check),
            en_passant: view.en_passant.map(Square::of),
            quiet_plies: view.quiet_plies,
        }
    }
}

fn places(all: &[Place]) -> Vec<Square> {
    all.iter().map(Square::of).collect()
}

fn portals(all: &[dmchess::PortalView]) -> BTreeMap<Square, u8> {
    all.iter()
        .map(|one| (Square::of(one.square), one.reach))
        .collect()
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

/// One dimension, without the men that `text` lists.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Dimension)]
struct DimensionView {
    /// 1 to 8.
    number: u8,
    /// The board in FEN notation while the kings are being placed, when `text` does not contain it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    board: Option<String>,
    /// The kings that are attacked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    in_check: Vec<Square>,
    /// The energy squares, separated by spaces.
    energy: String,
    /// Energy squares that are not charged, each with the number of the ply on which it gives energy again. The next ply is `ply + 1`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    recharging: BTreeMap<Square, u32>,
    /// The sum of (DEL - d) over its pieces.
    imbalance: i16,
    /// The player with a king here while the opponent has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    controller: Option<names::Color>,
}

impl DimensionView {
    fn of(view: &dmchess::DimensionView, is_placing: bool) -> DimensionView {
        let energy: Vec<String> = view
            .energy
            .iter()
            .map(|one| one.square.to_string())
            .collect();
        DimensionView {
            number: view.number,
            board: is_placing
                .then(|| board_of(view.men.iter().map(|man| (man.square, man.color, man.role)))),
            in_check: view
                .men
                .iter()
                .filter(|man| man.in_check)
                .map(|man| Square::of(man.square))
                .collect(),
            energy: energy.join(" "),
            recharging: view
                .energy
                .iter()
                .filter_map(|one| Some((Square::of(one.square), one.charged_on_ply?)))
                .collect(),
            imbalance: view.imbalance,
            controller: view.controller.map(names::Color::from),
        }
    }
}

/// The shift to come.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Shift {
    /// The shifts so far.
    epoch: u32,
    /// Plies until the next shift; at 1 the next move triggers it.
    plies_left: u32,
    /// Whether this is the last full turn before it: only then the coming map is shown.
    announced: bool,
    /// The portals after it, as `portals`.
    coming: BTreeMap<Square, u8>,
    /// The squares of the pieces that would be displaced in the current position, each with the square where the piece would go.
    displaced: BTreeMap<Square, Square>,
}

/// The Conservation Law.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConservationLaw {
    /// Whether it binds.
    binds: bool,
    /// Plies until it does; 0 if it does.
    plies_left: u32,
    /// The greatest imbalance that it allows in a dimension.
    bound: i16,
}

/// A player about to win by dominance.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Dominance {
    /// The player who controls five dimensions or more.
    player: names::Color,
    /// The number of them.
    controlled: usize,
    /// Plies after which the player wins if nothing changes; 0 if the game is won.
    plies_left: u8,
}
