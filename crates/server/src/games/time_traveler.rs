//! Time Traveler's Chess.

use std::collections::BTreeMap;

use manifold_ratings::RatedGame;
use manifold_rules::board::{self, Color, Role, StandardMove};
use manifold_rules::position::{Position, Turns};
use manifold_rules::time_traveler::{self, Action, Stage, TimeTraveler};
use manifold_rules::viewer::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::men::board_of;
use super::options::{Kind, LegalAction, Options, by_beginning, split_move};
use super::served::Served;
use crate::names::{self, Square};

impl Served for TimeTraveler {
    type ViewSchema = View;
    type Sent<'a> = View;

    const RATED_AS: RatedGame = RatedGame::TimeTraveler;

    fn sent(view: &Self::View) -> View {
        view.into()
    }

    fn description(_variant: &str) -> &'static str {
        "Pieces travel back in time: up to three stages of the same piece stand on the board at once."
    }

    fn options(&self, color: Color) -> Option<Options> {
        if self.actor() != color {
            return None;
        }
        let legal = self.legal_actions();
        let supports = self.supports(&legal);
        let supports = supports.iter().flat_map(|support| {
            let begin = format!("{}{}", support.role.upper_char(), support.square);
            support.men.iter().map(move |man| (begin.clone(), man))
        });
        let supports = by_beginning(supports);
        let mut moves = Vec::new();
        let mut explosions = Vec::new();
        let mut actions = Vec::new();
        for action in legal {
            let special = |kind, mv, role| LegalAction {
                action: action.to_string(),
                notation: Some(self.notation(action, Viewer::Player(color))),
                ..LegalAction::of_move(kind, mv, role)
            };
            match action {
                Action::Move(mv) if is_castling(self, mv) => {
                    actions.push(special(Kind::Castle, mv, Some(Role::King)));
                }
                Action::Move(mv) => moves.push(split_move(mv)),
                Action::Annihilation { from, to } => {
                    let mv = StandardMove::new(from, to);
                    actions.push(special(Kind::Annihilation, mv, self.role_at(from)));
                }
                Action::Explosion { .. } => explosions.push(action.to_string()),
            }
        }
        let explosions = explosions
            .iter()
            .filter_map(|text| Some(text.split_at(text.find('/')? + 1)));
        Some(Options {
            moves: by_beginning(moves),
            actions,
            explosions: by_beginning(explosions),
            supports,
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

fn is_castling(position: &TimeTraveler, mv: StandardMove) -> bool {
    position.role_at(mv.from) == Some(Role::King) && mv.from.file().distance(mv.to.file()) == 2
}

impl From<&time_traveler::View> for View {
    fn from(view: &time_traveler::View) -> View {
        View {
            turn: view.turn.into(),
            check: view.check,
            threatened: view.threatened.map(Square::of),
            en_passant: view.en_passant.map(Square::of),
            en_passant_undoes_annihilation: view.en_passant_undoes_annihilation,
            castling_rooks: all(&view.castling_rooks),
            men: view.men.as_slice().into(),
            sides: view.sides.iter().map(Side::from).collect(),
            fifty_move_count: view.fifty_move_count,
            move_number: view.move_number,
            text: view.text.clone(),
        }
    }
}

impl From<&time_traveler::Side> for Side {
    fn from(side: &time_traveler::Side) -> Side {
        Side {
            color: side.color.into(),
            resolved: side.resolved,
            correct: side.correct,
            has_king: side.has_king,
            indispensable: all(&side.indispensable),
            unspent: all(&side.unspent),
            threads: side.threads.iter().map(Thread::from).collect(),
        }
    }
}

impl From<&time_traveler::Thread> for Thread {
    fn from(thread: &time_traveler::Thread) -> Thread {
        Thread {
            role: thread.role.into(),
            square: Square::of(thread.square),
            open: thread.open,
            approaches: thread
                .approaches
                .iter()
                .map(|one| Approach {
                    square: Square::of(one.square),
                    moves: one.moves,
                })
                .collect(),
            endangered: thread.endangered,
            needed: all(&thread.needed),
            attackers: all(&thread.attackers),
            needed_attacked: all(&thread.needed_attacked),
            supports: all(&thread.supports),
        }
    }
}

fn all(squares: &[board::Square]) -> Vec<Square> {
    squares.iter().map(Square::of).collect()
}

/// A position. It is the same for every viewer.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TimeTravelerView)]
pub(crate) struct View {
    /// The player on the move.
    turn: names::Color,
    /// Whether that player is in check.
    check: bool,
    /// The square that the check threatens: the king's, or for a player without a king that of the opponent's last traveling piece,
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
    /// The men on the board.
    #[serde(flatten)]
    men: Men,
    /// White's side and Black's.
    sides: Vec<Side>,
    /// Plies since the last event that resets the fifty-move count.
    fifty_move_count: u32,
    /// The number of the move.
    move_number: u32,
    /// The position as one line of text.
    text: String,
}

/// The men on the board.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[schema(as = TimeTravelerMen)]
struct Men {
    /// All of them, as in FEN.
    board: String,
    /// The men that move backwards in time, separated by spaces: they stand still until they are met or captured.
    traveling: String,
    /// The men that have come back from the past, separated by spaces.
    traveled: String,
    /// The untraveled men that have moved, and where they started.
    starts: BTreeMap<Square, Square>,
    /// The untraveled men that may still annihilate with a traveling one, separated by spaces.
    resonators: String,
}

impl From<&[time_traveler::Man]> for Men {
    fn from(men: &[time_traveler::Man]) -> Men {
        let squares_where = |is: fn(&time_traveler::Man) -> bool| {
            let those = men.iter().filter(|man| is(man));
            let squares: Vec<String> = those.map(|man| man.square.to_string()).collect();
            squares.join(" ")
        };
        Men {
            board: board_of(men.iter().map(|man| (man.square, man.color, man.role))),
            traveling: squares_where(|man| man.stage == Stage::Traveling),
            traveled: squares_where(|man| man.stage == Stage::Traveled),
            starts: men
                .iter()
                .filter_map(|man| Some((man.square, man.start?)))
                .filter(|(square, start)| square != start)
                .map(|(square, start)| (Square::of(square), Square::of(start)))
                .collect(),
            resonators: squares_where(|man| man.resonator),
        }
    }
}

/// The state of one side.
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
    /// The untraveled pieces on the board that could meet it, the candidates, with how near each is. Empty for a closed
    /// thread.
    approaches: Vec<Approach>,
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

/// The distance, in moves, of an untraveled piece from the traveling one that it could meet.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Approach {
    square: Square,
    /// The fewest moves in which it could annihilate if nothing else moved: 1 if it could now, null if there is
    /// no way at present.
    #[schema(required)]
    moves: Option<u8>,
}
