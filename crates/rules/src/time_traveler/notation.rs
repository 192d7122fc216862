//! Notation for people: SAN with explosions and annihilations.

use std::ops::ControlFlow;

use super::action::{Action, EXPECTED};
use super::check;
use super::position::TimeTraveler;
use super::refusal::Refusal;
use super::stage::Stage;
use crate::board::{Bitboard, CastlingSide, Role, Square, StandardMove, san};
use crate::error::{InputError, Problem};
use crate::outcome::Reason;
use crate::position::Position;

/// Writes a legal action.
pub(super) fn write(game: &TimeTraveler, action: Action) -> String {
    let mut text = without_marks(game, action);
    let mut after = *game;
    after.play_unchecked(action);
    match after.outcome() {
        Some(outcome) if outcome.reason == Reason::Checkmate => text.push('#'),
        None if after.is_check() => text.push('+'),
        _ => {}
    }
    text
}

fn without_marks(game: &TimeTraveler, action: Action) -> String {
    match action {
        Action::Move(standard) => write_move(game, standard),
        Action::Annihilation { from, to } => format!("{from}//{to}"),
        Action::Explosion {
            role,
            square,
            to,
            promotion,
        } => format!(
            "{}{square}/{to}{}",
            san::letter(role),
            san::promotion(promotion)
        ),
    }
}

fn write_move(game: &TimeTraveler, standard: StandardMove) -> String {
    let StandardMove {
        from,
        to,
        promotion,
    } = standard;
    let Some((piece, _)) = game.men.at(from) else {
        return standard.to_string();
    };
    if let Some(side) = castling_side(game, standard) {
        return match side {
            CastlingSide::KingSide => "O-O".to_owned(),
            CastlingSide::QueenSide => "O-O-O".to_owned(),
        };
    }
    let captures = game.men.occupied().contains(to) || game.is_en_passant(piece.role, from, to);
    let origin = match piece.role {
        Role::Pawn if captures => from.file().to_string(),
        Role::Pawn => String::new(),
        role => san::disambiguation(from, rivals(game, role, to)),
    };
    let capture = if captures { "x" } else { "" };
    format!(
        "{}{origin}{capture}{to}{}",
        san::letter(piece.role),
        san::promotion(promotion)
    )
}

/// The men of a role that can legally go to a square, other than by castling, which is written otherwise.
fn rivals(game: &TimeTraveler, role: Role, to: Square) -> Bitboard {
    let kin = game.men.movable(game.turn()) & game.men.board().by_role(role);
    kin.into_iter()
        .filter(|from| {
            let standard = StandardMove::new(*from, to);
            castling_side(game, standard).is_none() && game.is_legal(Action::Move(standard))
        })
        .collect()
}

/// The side to which a move of the king castles, if it does.
fn castling_side(game: &TimeTraveler, standard: StandardMove) -> Option<CastlingSide> {
    let (piece, _) = game.men.at(standard.from)?;
    let is_castling = piece.role == Role::King && standard.from.distance(standard.to) == 2;
    is_castling.then(|| CastlingSide::from_king_side(standard.to > standard.from))
}

/// Reads an action as typed.
pub(super) fn read(game: &TimeTraveler, text: &str) -> Result<Action, InputError> {
    let trimmed = text.trim();
    if let Ok(action) = trimmed.parse::<Action>() {
        return accept(game, text, action);
    }
    let bare = san::strip_marks(trimmed);
    if let Some(side) = san::castling_side(bare) {
        return read_castling(game, text, side);
    }
    if let Some(action) = read_annihilation(bare) {
        return accept(game, text, action);
    }
    if let Some(action) = read_explosion(bare) {
        return accept(game, text, action);
    }
    read_move(game, text, bare)
}

fn accept(game: &TimeTraveler, text: &str, action: Action) -> Result<Action, InputError> {
    match game.check(action) {
        Ok(()) => Ok(action),
        Err(refusal) => {
            let error = InputError::new(text, Problem::Illegal(refusal.to_string()));
            let machine = text.trim() == action.to_string();
            Err(suggest(game, error, machine))
        }
    }
}

/// Adds the most similar legal action, in the notation that was typed.
fn suggest(game: &TimeTraveler, error: InputError, machine: bool) -> InputError {
    let candidates = game.legal_actions();
    error.suggest(candidates.into_iter().map(|action| {
        if machine {
            action.to_string()
        } else {
            without_marks(game, action)
        }
    }))
}

/// `d2//d4`, also with the man's letter.
fn read_annihilation(text: &str) -> Option<Action> {
    let (from, to) = text.split_once("//")?;
    let from = from
        .strip_prefix(['N', 'B', 'R', 'Q', 'K', 'P'])
        .unwrap_or(from);
    format!("{from}//{to}").parse().ok()
}

/// `Nf6/e8`, with any `x` before the target and the promotion as in SAN.
fn read_explosion(text: &str) -> Option<Action> {
    let (at, goal) = text.split_once('/')?;
    let at = at.strip_prefix('P').unwrap_or(at);
    let goal = goal
        .strip_prefix(['x', ':'])
        .unwrap_or(goal)
        .replace('=', "");
    let (to, promotion) = goal.split_at_checked(2)?;
    format!("{at}/{to}{}", promotion.to_ascii_lowercase())
        .parse()
        .ok()
}

fn read_castling(
    game: &TimeTraveler,
    text: &str,
    side: CastlingSide,
) -> Result<Action, InputError> {
    let turn = game.turn();
    let from = turn.fold_wb(Square::E1, Square::E8);
    let to = match side {
        CastlingSide::KingSide => turn.fold_wb(Square::G1, Square::G8),
        CastlingSide::QueenSide => turn.fold_wb(Square::C1, Square::C8),
    };
    if game.men.at(from) != Some((Role::King.of(turn), Stage::Untraveled)) {
        let why = format!("your untraveled king does not stand on {from}, so it cannot castle");
        return Err(InputError::new(text, Problem::Illegal(why)));
    }
    accept(game, text, Action::Move(StandardMove::new(from, to)))
}

fn read_move(game: &TimeTraveler, text: &str, bare: &str) -> Result<Action, InputError> {
    let Some(pattern) = san::Pattern::parse(bare) else {
        let error = InputError::new(text, Problem::Unreadable(EXPECTED));
        return Err(suggest(game, error, false));
    };
    let mut fitting = Vec::new();
    let _ = game.for_each_legal(|action| {
        if let Action::Move(standard) = action
            && castling_side(game, standard).is_none()
            && let Some((piece, _)) = game.men.at(standard.from)
            && pattern.fits(piece.role, standard.from, standard.to, standard.promotion)
        {
            fitting.push(action);
        }
        ControlFlow::<()>::Continue(())
    });
    match fitting.as_slice() {
        [action] => Ok(*action),
        [] => Err(refuse(game, text, pattern)),
        several => {
            let several = several.iter().map(|action| without_marks(game, *action));
            Err(InputError::new(text, Problem::Ambiguous(several.collect())))
        }
    }
}

/// The refusal if no legal move fits: what is wrong with the move of the man that is meant.
fn refuse(game: &TimeTraveler, text: &str, pattern: san::Pattern) -> InputError {
    let why = if game.won_at_once().is_some() {
        Refusal::GameOver.to_string()
    } else {
        refusal_of_the_man_meant(game, pattern)
            .map_or_else(|| pattern.refusal(), |refusal| refusal.to_string())
    };
    suggest(game, InputError::new(text, Problem::Illegal(why)), false)
}

/// The refusal of the only man that can be meant, or of the one that should annihilate.
fn refusal_of_the_man_meant(game: &TimeTraveler, pattern: san::Pattern) -> Option<Refusal> {
    let to = Square::from_coords(pattern.to_file, pattern.to_rank?);
    let turn = game.turn();
    let men = &game.men;
    let reaches = |from: &Square| {
        men.targets(*from).contains(to)
            || check::annihilators(men, to, men.occupied()).contains(*from)
            || game.is_en_passant(pattern.role, *from, to)
    };
    let mut refusals = (men.movable(turn) & men.board().by_role(pattern.role))
        .into_iter()
        .filter(|from| pattern.fits(pattern.role, *from, to, pattern.promotion))
        .filter(reaches)
        .filter_map(|from| {
            let promotion = pattern.promotion;
            let standard = StandardMove {
                from,
                to,
                promotion,
            };
            game.check(Action::Move(standard)).err()
        });
    let first = refusals.next()?;
    let rest: Vec<Refusal> = refusals.collect();
    std::iter::once(&first)
        .chain(&rest)
        .find(|refusal| matches!(refusal, Refusal::IsAnnihilation { .. }))
        .or(Some(&first).filter(|_| rest.is_empty()))
        .cloned()
}
