//! Hyperspace Chess.

use manifold_ratings::RatedGame;
use manifold_rules::board::{Color, Role};
use manifold_rules::hyperspace::{Action, Choices, Departure, Hyperspace, PublicAction};
use manifold_rules::position::{Bounds, Position, Secret, Turns};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::{
    Collision, Due, Kind, LegalAction, Options, PhaseOuts, by_beginning, split_move, squares,
};
use super::served::Served;
use crate::names::{self, Square};

impl Served for Hyperspace {
    type ViewSchema = View;
    type Sent<'a> = &'a manifold_rules::hyperspace::View;

    const RATED_AS: RatedGame = RatedGame::Hyperspace;

    fn sent(view: &Self::View) -> &Self::View {
        view
    }

    const HAS_DEPARTURES: bool = true;

    fn has_secrets(_: &str) -> bool {
        true
    }

    fn description(variant: &str) -> &'static str {
        match variant {
            "hyperspace" => {
                "Pieces leave the board and return some turns later, on a square that only you know. Impossible returns are refused at once."
            }
            _ => "As over the board: any square and any delay are accepted, and mistakes stand.",
        }
    }

    fn options(&self, color: Color) -> Option<Options> {
        let viewer = Viewer::Player(color);
        if self.actor() != color {
            return settlement(self, color);
        }
        let board = self.board();
        let mut moves = Vec::new();
        let mut actions = Vec::new();
        for action in self.legal_turns() {
            let collisions = collisions(self, action);
            // The notation of a return depends on the answers to collisions.
            let notation = collisions.is_empty().then(|| self.notation(action, viewer));
            let parts = match action {
                Action::Move { standard: mv, .. } => {
                    let role = board.role_at(mv.from);
                    let castles =
                        role == Some(Role::King) && mv.from.file().distance(mv.to.file()) == 2;
                    if collisions.is_empty() && !castles {
                        moves.push(split_move(mv));
                        continue;
                    }
                    let kind = if castles { Kind::Castle } else { Kind::Move };
                    LegalAction::of_move(kind, mv, role)
                }
                _ => LegalAction::of(Kind::ReturnOnly),
            };
            actions.push(LegalAction {
                action: action.with_choices(Choices::NONE).to_string(),
                collisions,
                notation,
                ..parts
            });
        }
        let phase_outs = self
            .legal_departures(Bounds::NONE)
            .into_iter()
            .filter_map(|product| {
                let first = product.actions().next()?;
                Some(PhaseOuts {
                    from: Square::of(product.from),
                    role: board.role_at(product.from)?.into(),
                    collisions: collisions(self, first),
                    delays: product.delays.iter().map(|delay| delay.turns()).collect(),
                    squares: squares(product.squares),
                })
            })
            .collect();
        let due = self
            .view(viewer)
            .hyperspace
            .into_iter()
            .filter(|traveler| traveler.color == color && traveler.count_down == 1)
            .filter_map(|traveler| {
                let square = traveler.square?;
                let collides_with = board
                    .piece_at(square)
                    .filter(|piece| piece.color == color)
                    .map(|piece| piece.role.into());
                Some(Due {
                    role: traveler.role.into(),
                    square: Square::of(square),
                    collides_with,
                })
            })
            .collect();
        Some(Options {
            moves: by_beginning(moves),
            actions,
            phase_outs: Some(phase_outs),
            due: Some(due),
            ..Options::default()
        })
    }

    fn highlights(action: PublicAction) -> Vec<Square> {
        match action {
            PublicAction::Move(mv) => vec![Square::of(mv.from), Square::of(mv.to)],
            PublicAction::PhaseOut { from, .. } => vec![Square::of(from)],
            _ => Vec::new(),
        }
    }

    fn takes_back(action: Action) -> bool {
        matches!(action, Action::Cancel)
    }

    /// The square of a return, the piece that stays and mate are not public: each viewer reads only what it knows.
    fn is_public(_action: Action) -> bool {
        false
    }

    fn departure<'a>(&self, action: Action, game: &'a str) -> Option<Departure<'a>> {
        Hyperspace::departure(self, action, game)
    }
}

fn collisions(position: &Hyperspace, action: Action) -> Vec<Collision> {
    position
        .collisions(action)
        .into_iter()
        .map(|one| Collision {
            square: Square::of(one.square),
            returning: one.returning.into(),
            occupant: one.occupant.map(names::Role::from),
        })
        .collect()
}

/// The options of a player who has caused a conflict, under the open referee.
fn settlement(position: &Hyperspace, color: Color) -> Option<Options> {
    let mut actions = Vec::new();
    let delays = (1..=99).map(|delay| (format!("amend:{delay}"), Kind::Amend, Some(delay)));
    let cancel = [("cancel".to_owned(), Kind::Cancel, None)];
    for (text, kind, delay) in delays.chain(cancel) {
        let Ok(action) = text.parse::<Action>() else {
            continue;
        };
        if position.player_of(action) == color && position.is_legal(action) {
            actions.push(LegalAction {
                action: text,
                delay,
                ..LegalAction::of(kind)
            });
        }
    }
    (!actions.is_empty()).then(|| Options {
        actions,
        ..Options::default()
    })
}

/// A position as one viewer may see it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HyperspaceView)]
pub(crate) struct View {
    /// The variant, such as `hyperspace:open`.
    variant: String,
    /// The player on the move.
    turn: names::Color,
    /// The number of the move, as a game record counts.
    turn_number: u32,
    /// The pieces on the board.
    men: Vec<Man>,
    /// Castling rights, as FEN writes them.
    castling: String,
    /// The en passant square.
    #[schema(required)]
    en_passant: Option<Square>,
    /// The king in check.
    #[schema(required)]
    check: Option<Square>,
    /// The pieces that give check.
    checkers: Vec<Square>,
    /// All pieces in hyperspace, in the order in which they left.
    hyperspace: Vec<Traveler>,
    /// Plies since the last capture, pawn move or removal of a returning piece.
    fifty_move_count: u32,
    /// Under the open referee: a phase-out that can still be amended or cancelled.
    #[schema(required)]
    conflict: Option<Conflict>,
    /// Under the open referee: the square from which a phase-out has just been cancelled.
    #[schema(required)]
    withdrawn: Option<Square>,
    /// The position as one line of text, `?` for what this viewer may not know.
    position: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HyperspaceMan)]
struct Man {
    square: Square,
    color: names::Color,
    role: names::Role,
}

/// A piece in hyperspace.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HyperspaceTraveler)]
struct Traveler {
    color: names::Color,
    role: names::Role,
    /// Of a bishop: the colour of its squares.
    #[schema(required)]
    bishop_of: Option<SquareColor>,
    /// Turns of its player until it returns, the turn of the return included.
    count_down: u8,
    /// The number of the turn at whose end it returns.
    returns_on_turn: u32,
    /// Whether another piece of its player returns on the same turn (open referee).
    shares_turn: bool,
    /// The square to which it returns, if this viewer may know.
    #[schema(required)]
    square: Option<Square>,
}

/// The colour of a square.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum SquareColor {
    Light,
    Dark,
}

/// Under the open referee: a phase-out to a turn on which another piece returns.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HyperspaceConflict)]
struct Conflict {
    /// The player who may settle it, until the opponent has completed the next move.
    player: names::Color,
    /// The square that the piece has left.
    from: Square,
    /// The delay that was declared, in turns.
    delay: u8,
}
