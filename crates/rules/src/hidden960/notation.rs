//! Human-readable notation: SAN, with reveals as in machine notation.

use super::action::EXPECTED;
use super::{Action, Hidden960, Refusal, Reveal};
use crate::board::san::{self, Pattern};
use crate::board::{Bitboard, Castling, CastlingSide, Role, Square, StandardMove};
use crate::error::{InputError, Problem};
use crate::position::{Position, Turns};
use crate::viewer::Viewer;

pub(super) fn write(position: &Hidden960, action: Action) -> String {
    let text = match action {
        Action::Move(mv) => write_move(position, mv),
        other => other.to_string(),
    };
    text + mark(position, action)
}

fn write_move(position: &Hidden960, mv: StandardMove) -> String {
    let StandardMove {
        from,
        to,
        promotion,
    } = mv;
    let own = position.board.by_color(position.turn);
    let Some(role) = position.board.role_at(from) else {
        return mv.to_string();
    };
    if role == Role::King && own.contains(to) {
        return match Castling::side(from, to) {
            CastlingSide::KingSide => "O-O".into(),
            CastlingSide::QueenSide => "O-O-O".into(),
        };
    }
    let is_capture =
        position.board.occupied().contains(to) || (role == Role::Pawn && from.file() != to.file());
    let origin = if role == Role::Pawn {
        if is_capture {
            from.file().to_string()
        } else {
            String::new()
        }
    } else {
        san::disambiguation(from, rivals(position, role, to))
    };
    format!(
        "{}{origin}{}{to}{}",
        san::letter(role),
        if is_capture { "x" } else { "" },
        san::promotion(promotion)
    )
}

/// The men of a role that can go to a square.
fn rivals(position: &Hidden960, role: Role, to: Square) -> Bitboard {
    position
        .board
        .of(position.turn, role)
        .into_iter()
        .filter(|from| position.targets(*from).contains(to))
        .collect()
}

/// `+` if the action gives check, `#` if it mates.
fn mark(position: &Hidden960, action: Action) -> &'static str {
    if action == Action::Unreveal {
        return "";
    }
    let player = position.actor();
    let mut next = *position;
    next.play_unchecked(action);
    let attacked = |position: &Hidden960| {
        position.board.king_of(player.other()).is_some_and(|king| {
            let occupied = position.board.occupied();
            position.board.is_attacked(king, player, occupied)
        })
    };
    let winner = next.outcome().and_then(|outcome| outcome.winner);
    let is_move = matches!(action, Action::Move(_));
    if winner == Some(player) {
        "#"
    } else if attacked(&next) && (is_move || !attacked(position)) {
        "+"
    } else {
        ""
    }
}

pub(super) fn read(position: &Hidden960, text: &str) -> Result<Action, InputError> {
    let typed = text.trim();
    let word = san::strip_marks(typed);
    let machine = word.parse().ok().or_else(|| read_reveals(word));
    let refusal = match machine.map(|action| (action, position.check(action))) {
        Some((action, Ok(()))) => return Ok(action),
        Some((Action::Move(mv), Err(refusal))) => match king_two_squares(position, mv) {
            Some(castling) => return Ok(castling),
            None => Some(refusal),
        },
        Some((_, Err(refusal))) => Some(refusal),
        None => None,
    };
    let problem = match read_san(position, word) {
        Ok(action) => return Ok(action),
        // `e8=Q` is a reveal in machine notation and a promotion in SAN; if it is neither here, the
        // refusal of the former is more helpful.
        Err(problem) => refusal.map_or(problem, |refusal| Problem::Illegal(refusal.to_string())),
    };
    let error = InputError::new(typed, problem);
    Err(if matches!(error.problem, Problem::Ambiguous(_)) {
        error // it names the candidates itself
    } else {
        error.suggest(suggestions(position, word))
    })
}

/// Legal actions in the notation in which `typed` seems to be written.
fn suggestions(position: &Hidden960, typed: &str) -> Vec<String> {
    let is_machine = typed.parse::<Action>().is_ok();
    position
        .legal_actions()
        .into_iter()
        .map(|action| {
            if is_machine {
                action.to_string()
            } else {
                position.notation(action, Viewer::Referee)
            }
        })
        .collect()
}

/// Reads reveals as people type them: letters of either case, the pair in any order.
fn read_reveals(word: &str) -> Option<Action> {
    let one = |text: &str| {
        let (square, role) = text.trim().split_once('=')?;
        let canonical = format!(
            "{}={}",
            square.trim().to_lowercase(),
            role.trim().to_uppercase()
        );
        match canonical.parse() {
            Ok(Action::Reveal(reveal)) => Some(reveal),
            _ => None,
        }
    };
    let Some((first, second)) = word.split_once(['+', ',', ' ']) else {
        return one(word).map(Action::Reveal);
    };
    let (first, second): (Reveal, Reveal) = (one(first)?, one(second)?);
    Some(if first.square.file() <= second.square.file() {
        Action::RevealPair(first, second)
    } else {
        Action::RevealPair(second, first)
    })
}

/// The squares of the king and of each rook with which it can castle now.
fn castlings(position: &Hidden960) -> Vec<(Square, Square)> {
    let own_rooks = position.board.of(position.turn, Role::Rook);
    match position.board.king_of(position.turn) {
        Some(king) if position.threatened.is_empty() => (position.targets(king) & own_rooks)
            .into_iter()
            .map(|rook| (king, rook))
            .collect(),
        _ => Vec::new(),
    }
}

/// Interprets a king's move of two squares, or to the king's castling target, as castling.
fn king_two_squares(position: &Hidden960, mv: StandardMove) -> Option<Action> {
    let is_long = mv.from.rank() == mv.to.rank() && mv.from.distance(mv.to) >= 2;
    if !is_long || mv.promotion.is_some() {
        return None;
    }
    let mut fitting = castlings(position).into_iter().filter(|(king, rook)| {
        let (king_to, _) = Castling::targets(*king, *rook);
        *king == mv.from
            && (mv.to > *king) == (rook > king)
            && (mv.to == king_to || king.distance(mv.to) == 2)
    });
    match (fitting.next(), fitting.next()) {
        (Some((king, rook)), None) => Some(Action::Move(StandardMove::new(king, rook))),
        _ => None,
    }
}

fn read_san(position: &Hidden960, word: &str) -> Result<Action, Problem> {
    if let Some(side) = san::castling_side(word) {
        return read_castling(position, side);
    }
    let pattern = Pattern::parse(word).ok_or(Problem::Unreadable(EXPECTED))?;
    if position.threatened.any() {
        return Err(illegal(&position.must_reveal()));
    }
    if let Some(outcome) = position.outcome() {
        return Err(illegal(&Refusal::GameOver(outcome)));
    }
    let mut fitting = Vec::new();
    for action in position.legal_actions() {
        if let Action::Move(mv) = action
            && let Some(role) = position.board.role_at(mv.from)
            && pattern.fits(role, mv.from, mv.to, mv.promotion)
            && !(role == Role::King && position.board.by_color(position.turn).contains(mv.to))
        {
            fitting.push(action);
        }
    }
    match fitting.as_slice() {
        [] => Err(no_such_move(position, pattern)),
        [action] => Ok(*action),
        several => Err(Problem::Ambiguous(
            several
                .iter()
                .map(|action| position.notation(*action, Viewer::Referee))
                .collect(),
        )),
    }
}

fn illegal(refusal: &Refusal) -> Problem {
    Problem::Illegal(refusal.to_string())
}

/// The refusal of the only man that can be meant, if there is one.
fn no_such_move(position: &Hidden960, pattern: Pattern) -> Problem {
    let refusal = || {
        let to = Square::from_coords(pattern.to_file, pattern.to_rank?);
        let men: Bitboard = position
            .board
            .of(position.turn, pattern.role)
            .into_iter()
            .filter(|from| pattern.fits(pattern.role, *from, to, pattern.promotion))
            .collect();
        let refused = |from| {
            position
                .check(Action::Move(StandardMove {
                    from,
                    to,
                    promotion: pattern.promotion,
                }))
                .err()
        };
        let mut reasons: Vec<Refusal> = men.into_iter().filter_map(refused).collect();
        if reasons.len() > 1 {
            // Men that cannot reach the target are not meant.
            reasons.retain(|reason| !matches!(reason, Refusal::CannotReach { .. }));
        }
        match reasons.as_slice() {
            [reason] => Some(illegal(reason)),
            _ => None,
        }
    };
    refusal().unwrap_or_else(|| Problem::Illegal(pattern.refusal()))
}

fn read_castling(position: &Hidden960, side: CastlingSide) -> Result<Action, Problem> {
    let on_side = |king: Square, rook: Square| Castling::side(king, rook) == side;
    if let Some((king, rook)) = castlings(position)
        .into_iter()
        .find(|(king, rook)| on_side(*king, *rook))
    {
        return Ok(Action::Move(StandardMove::new(king, rook)));
    }
    if position.threatened.any() {
        return Err(illegal(&position.must_reveal()));
    }
    if let Some(outcome) = position.outcome() {
        return Err(illegal(&Refusal::GameOver(outcome)));
    }
    let Some(king) = position.board.king_of(position.turn) else {
        return Err(Problem::Illegal(
            "the king is not on the board yet, so it cannot castle".into(),
        ));
    };
    if !position.unmoved.contains(king) {
        return Err(illegal(&Refusal::KingHasMoved));
    }
    let rooks = position.unmoved & position.board.of(position.turn, Role::Rook);
    let nearest = rooks
        .into_iter()
        .filter(|rook| on_side(king, *rook))
        .min_by_key(|rook| rook.distance(king));
    Err(match nearest {
        Some(rook) => illegal(&position.castling_refusal(king, rook)),
        None => Problem::Illegal(format!(
            "no rook that has never moved stands on that side of the king on {king}"
        )),
    })
}
