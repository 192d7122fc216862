//! Hidden960.

use manifold_ratings::RatedGame;
use manifold_rules::board::{Color, Role};
use manifold_rules::hidden960::{Action, Hidden960};
use manifold_rules::position::{Position, Secret, Turns};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::{Kind, LegalAction, Options, Reveal, by_beginning, split_move};
use super::served::Served;
use crate::names::{self, Square};

impl Served for Hidden960 {
    type ViewSchema = View;
    type Sent<'a> = &'a manifold_rules::hidden960::View;

    const RATED_AS: RatedGame = RatedGame::Hidden960;

    fn sent(view: &Self::View) -> &Self::View {
        view
    }

    fn description(variant: &str) -> &'static str {
        match variant {
            "hidden960" => {
                "Both back ranks are hidden. You choose a piece when its square is revealed: any piece on any square."
            }
            _ => {
                "Each choice must leave a Chess960 array possible: bishops on opposite colours, the king between the rooks."
            }
        }
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.actor() != color {
            return None;
        }
        let view = self.view(Viewer::Player(color));
        let man_on = |square| view.men.iter().find(|man| man.square == square);
        let mut legal = self.legal_actions();
        if self.turn() == color && self.is_legal(Action::Unreveal) {
            legal.push(Action::Unreveal);
        }
        let mut moves = Vec::new();
        let mut actions = Vec::new();
        let mut reveals = Vec::new();
        for action in legal {
            let parts = match action {
                Action::Move(mv) => {
                    if man_on(mv.to).is_none_or(|man| man.color != color) {
                        moves.push(split_move(mv));
                        continue;
                    }
                    LegalAction::of_move(Kind::Castle, mv, Some(Role::King))
                }
                Action::Reveal(reveal) => {
                    reveals.push((format!("{}=", reveal.square), reveal.role.upper_char()));
                    continue;
                }
                Action::RevealPair(first, second) => {
                    let reveals = [first, second].map(|reveal| Reveal {
                        square: Square::of(reveal.square),
                        role: reveal.role.into(),
                    });
                    LegalAction {
                        reveals: Some(reveals.into()),
                        ..LegalAction::of(Kind::RevealPair)
                    }
                }
                Action::Unreveal => LegalAction::of(Kind::Unreveal),
            };
            actions.push(LegalAction {
                action: action.to_string(),
                notation: Some(self.notation(action, Viewer::Player(color))),
                ..parts
            });
        }
        Some(Options {
            moves: by_beginning(moves),
            actions,
            reveals: by_beginning(reveals),
            ..Options::default()
        })
    }

    fn highlights(action: Action) -> Vec<Square> {
        match action {
            Action::Move(mv) => vec![Square::of(mv.from), Square::of(mv.to)],
            Action::Reveal(reveal) => vec![Square::of(reveal.square)],
            Action::RevealPair(first, second) => {
                vec![Square::of(first.square), Square::of(second.square)]
            }
            Action::Unreveal => Vec::new(),
        }
    }

    fn takes_back(action: Action) -> bool {
        matches!(action, Action::Unreveal)
    }
}

/// A position. It is the same for every viewer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Hidden960View)]
pub(crate) struct View {
    /// The position as one line of text.
    position: String,
    /// The variant, such as `hidden960:960`.
    variant: String,
    /// The player on the move.
    turn: names::Color,
    /// The player to act, and why.
    duty: Duty,
    /// The result on the board; null while the game goes on.
    #[schema(required)]
    outcome: Option<names::GameResult>,
    /// The number of the move.
    full_move: u32,
    /// Plies since the last capture or pawn move; at 100 the game is drawn.
    fifty_moves: u32,
    /// The men on the board, hidden squares included.
    men: Vec<Man>,
    /// The kings that are attacked. A reveal can give check to a player who is not on the move.
    checked_kings: Vec<Square>,
    /// The en passant square.
    #[schema(required)]
    en_passant: Option<Square>,
    /// The pieces that both players have still to place.
    pools: Pools,
    /// Castlings that are still possible, now or later, with kings and rooks on the board.
    castling: Vec<Castling>,
    /// The squares that `unreveal` would hide again; empty if there is nothing to take back.
    unreveal: Vec<Square>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Hidden960Man)]
struct Man {
    square: Square,
    color: names::Color,
    /// Null while the square is hidden.
    #[schema(required)]
    role: Option<names::Role>,
    /// Whether it is a hidden square that is attacked and must be revealed.
    threatened: bool,
    /// The squares of its attackers, if it is threatened.
    attackers: Vec<Square>,
    /// Whether it is a king or rook that has never moved.
    unmoved: bool,
    /// The roles that the actor can choose for this hidden square now.
    choices: Vec<names::Role>,
}

/// The player who must act, and why.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Duty {
    /// The player who must act next.
    actor: names::Color,
    /// The threatened squares that must be revealed first; empty if the actor is free to act.
    must_reveal: Vec<Square>,
    /// Whether the actor is not the player on the move and only answers a threat.
    out_of_turn: bool,
    /// The two squares that can only be revealed together.
    together: Vec<Square>,
}

/// The pieces that both players have still to place, one entry for every piece.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Pools {
    white: Vec<names::Role>,
    black: Vec<names::Role>,
}

/// A king and a rook that have never moved, and the castling of the two.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Castling {
    color: names::Color,
    king: Square,
    rook: Square,
    /// `O-O` or `O-O-O`.
    name: String,
    /// Whether it is legal now.
    now: bool,
}
