//! Time Traveler's Chess.

use manifold_rules::board::{Color, Role, StandardMove};
use manifold_rules::position::Position;
use manifold_rules::time_traveler::{Action, TimeTraveler};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::options::{Kind, LegalAction, Options, Support};
use super::served::Served;
use crate::names::{self, Square};

impl Served for TimeTraveler {
    type ViewSchema = View;

    fn description(_variant: &str) -> &'static str {
        "Pieces travel back in time: up to three stages of the same piece stand on the board at once."
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.actor() != color {
            return None;
        }
        let legal = self.legal_actions();
        let supports = self
            .supports(&legal)
            .into_iter()
            .map(|support| Support {
                role: support.role.into(),
                square: Square::of(support.square),
                men: support.men.iter().map(Square::of).collect(),
            })
            .collect();
        let actions = legal
            .into_iter()
            .map(|action| legal_action(self, action, color))
            .collect();
        Some(Options {
            actions,
            supports: Some(supports),
            ..Options::default()
        })
    }

    fn highlights(action: Action) -> Vec<Square> {
        match action {
            Action::Move(mv) => vec![Square::of(mv.from), Square::of(mv.to)],
            Action::Annihilation { from, to } => vec![Square::of(from), Square::of(to)],
            Action::Explosion { square, to, .. } => vec![Square::of(square), Square::of(to)],
        }
    }
}

fn legal_action(position: &TimeTraveler, action: Action, color: Color) -> LegalAction {
    let parts = match action {
        Action::Move(mv) => {
            let role = position.role_at(mv.from);
            let castles = role == Some(Role::King) && mv.from.file().distance(mv.to.file()) == 2;
            let kind = if castles { Kind::Castle } else { Kind::Move };
            LegalAction::of_move(kind, mv, role)
        }
        Action::Annihilation { from, to } => LegalAction::of_move(
            Kind::Annihilation,
            StandardMove::new(from, to),
            position.role_at(from),
        ),
        Action::Explosion {
            role,
            square,
            to,
            promotion,
        } => LegalAction {
            role: Some(role.into()),
            square: Some(Square::of(square)),
            to: Some(Square::of(to)),
            promotion: promotion.map(names::Role::from),
            ..LegalAction::of(Kind::Explosion)
        },
    };
    // There are many explosions, and their notation is the machine's.
    let notation = match action {
        Action::Explosion { .. } => None,
        _ => Some(position.notation(action, Viewer::Player(color))),
    };
    LegalAction {
        action: action.to_string(),
        notation,
        ..parts
    }
}

/// A position. It is the same for every viewer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimeTravelerView)]
pub(crate) struct View {
    /// The player on the move.
    turn: names::Color,
    /// Whether that player is in check.
    check: bool,
    /// What that check threatens: the king, or for a player without a king the opponent's last traveling piece,
    /// whose annihilation would win.
    #[schema(required)]
    threatened: Option<Square>,
    /// The en passant square.
    #[schema(required)]
    en_passant: Option<Square>,
    /// Whether the pawn that can be captured en passant has annihilated, so that its capture brings its traveling
    /// self back.
    en_passant_undoes_annihilation: bool,
    /// The rooks that may still castle.
    castling_rooks: Vec<Square>,
    /// What stands on the board, from a1 to h8.
    men: Vec<Man>,
    /// White's side and Black's.
    sides: Vec<Side>,
    /// Plies since the last event that resets the fifty-move count.
    fifty_move_count: u32,
    /// The number of the move.
    move_number: u32,
    /// The position as one line of text.
    text: String,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimeTravelerMan)]
struct Man {
    square: Square,
    color: names::Color,
    role: names::Role,
    stage: Stage,
    /// Where it started, if it is untraveled.
    #[schema(required)]
    start: Option<Square>,
    /// Whether it is an untraveled piece that may still annihilate with a traveling one.
    resonator: bool,
}

/// Where a piece is in its own history.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Stage {
    /// It has not travelled in time.
    Untraveled,
    /// It moves backwards in time: it stands still until it is met or captured.
    Traveling,
    /// It has come back.
    Traveled,
}

/// What concerns one side.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TimeTravelerSide)]
struct Side {
    color: names::Color,
    /// Whether no traveling piece of this side is on the board.
    resolved: bool,
    /// Whether this side's position is grammatically correct.
    correct: bool,
    /// Whether this side has a king, as the rules count it.
    has_king: bool,
    /// The untraveled pieces without which the position would be incorrect: losing one loses the game.
    indispensable: Vec<Square>,
    /// The untraveled pieces with which one more explosion can be paired.
    unspent: Vec<Square>,
    /// All explosions of this side, in their order.
    threads: Vec<Thread>,
}

/// One explosion and what has become of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Thread {
    role: names::Role,
    square: Square,
    /// Whether the traveling piece still stands there, waiting to be met.
    open: bool,
    /// The untraveled pieces on the board that could meet it. Empty for a closed thread.
    candidates: Vec<Square>,
    /// The same candidates with how near each is.
    approaches: Vec<Approach>,
    /// How many of the candidates could meet it now.
    ready: usize,
    /// Whether losing some candidate would leave threads that can no longer be closed.
    endangered: bool,
    /// Those candidates of which none may be lost.
    needed: Vec<Square>,
    /// The enemy pieces that attack the traveling piece. Its capture loses the game.
    attackers: Vec<Square>,
    /// Those needed pieces that an enemy attacks.
    needed_attacked: Vec<Square>,
    /// The starting squares of the pieces that supported the explosion when it was made.
    supports: Vec<Square>,
}

/// How near an untraveled piece is to the traveling one that it could meet.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Approach {
    square: Square,
    /// The fewest moves in which it could annihilate if nothing else moved: 1 if it could now, null if there is
    /// no way at present.
    #[schema(required)]
    moves: Option<u8>,
}
