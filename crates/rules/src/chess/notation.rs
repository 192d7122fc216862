//! Standard algebraic notation.

use super::{Action, Chess};
use crate::board::san::{self, Pattern};
use crate::board::{Bitboard, Castling, CastlingSide, Role, Square};
use crate::error::{InputError, Problem};
use crate::position::Position;

const EXPECTED: &str = "a move such as Nf3, O-O or g1f3";

// Writing.
impl Chess {
    /// A legal move in SAN.
    pub(super) fn write_san(&self, action: Action) -> String {
        let mut text = self.write_without_marks(action);
        let mut after = *self;
        after.make(action);
        if after.is_check() {
            text.push(if after.has_legal_action() { '+' } else { '#' });
        }
        text
    }

    fn write_without_marks(&self, action: Action) -> String {
        let Action {
            from,
            to,
            promotion,
        } = action;
        let Some(role) = self.board.role_at(from) else {
            return action.to_string();
        };
        if role == Role::King
            && let Some(rook) = self.castling_rook(action)
        {
            return match Castling::side(from, rook) {
                CastlingSide::KingSide => "O-O".to_owned(),
                CastlingSide::QueenSide => "O-O-O".to_owned(),
            };
        }
        let captures =
            self.board.occupied().contains(to) || (role == Role::Pawn && from.file() != to.file());
        let origin = match role {
            Role::Pawn if captures => from.file().to_string(),
            Role::Pawn | Role::King => String::new(),
            _ => san::disambiguation(from, self.rivals(role, to)),
        };
        format!(
            "{}{origin}{}{to}{}",
            san::letter(role),
            if captures { "x" } else { "" },
            san::promotion(promotion)
        )
    }

    /// The pieces of a kind that can legally go to `to`.
    fn rivals(&self, role: Role, to: Square) -> Bitboard {
        let generator = self.move_generator();
        self.board
            .of(self.turn, role)
            .into_iter()
            .filter(|from| generator.legal_targets(*from).contains(to))
            .collect()
    }
}

// Reading.
impl Chess {
    /// Reads a move in SAN or in machine notation.
    pub(super) fn read_san(&self, text: &str) -> Result<Action, InputError> {
        let text = text.trim();
        self.understand(text).map_err(|problem| {
            let is_ambiguous = matches!(problem, Problem::Ambiguous(_));
            let error = InputError::new(text, problem);
            if is_ambiguous {
                error
            } else {
                let candidates = self.suggestions(text);
                error.suggest(candidates)
            }
        })
    }

    fn understand(&self, text: &str) -> Result<Action, Problem> {
        let action = if let Ok(action) = text.parse::<Action>() {
            action
        } else if let Some(side) = san::castling_side(text) {
            self.castling_to(side)?
        } else {
            let pattern = Pattern::parse(text).ok_or(Problem::Unreadable(EXPECTED))?;
            self.find(pattern)?
        };
        match self.check(action) {
            Ok(()) => Ok(action),
            Err(refusal) => Err(Problem::Illegal(refusal.to_string())),
        }
    }

    /// Castling to one side, legal or not, as this variant writes it.
    fn castling_to(&self, side: CastlingSide) -> Result<Action, Problem> {
        let us = self.turn;
        let king = self.board.king_of(us);
        let rooks = self.castling.rooks() & Bitboard::from_rank(us.backrank());
        let found = king.and_then(|king| {
            let rook = rooks
                .into_iter()
                .find(|rook| Castling::side(king, *rook) == side)?;
            Some(self.castling_with(king, rook))
        });
        found.ok_or_else(|| {
            let side = match side {
                CastlingSide::KingSide => "king",
                CastlingSide::QueenSide => "queen",
            };
            Problem::Illegal(format!(
                "the king or the rook has moved, so they cannot castle on the {side}'s side"
            ))
        })
    }

    fn find(&self, pattern: Pattern) -> Result<Action, Problem> {
        let legal: Vec<Action> = self
            .legal_actions()
            .into_iter()
            .filter(|action| self.fits(pattern, *action))
            .collect();
        match legal.as_slice() {
            [action] => Ok(*action),
            [] => self.find_illegal(pattern),
            several => Err(Problem::Ambiguous(
                several
                    .iter()
                    .map(|action| self.write_san(*action))
                    .collect(),
            )),
        }
    }

    fn fits(&self, pattern: Pattern, action: Action) -> bool {
        let Some(role) = self.board.role_at(action.from) else {
            return false;
        };
        let castles = role == Role::King && self.castling_rook(action).is_some();
        !castles && pattern.fits(role, action.from, action.to, action.promotion)
    }

    /// The one pseudo-legal move that fits, so that the refusal says what is wrong with it.
    fn find_illegal(&self, pattern: Pattern) -> Result<Action, Problem> {
        pattern
            .pseudo_legal(&self.move_generator())
            .ok_or_else(|| Problem::Illegal(pattern.refusal()))
    }

    /// Legal moves, written the way `text` seems to be written.
    fn suggestions(&self, text: &str) -> Vec<String> {
        let san = text.starts_with(|c: char| c.is_ascii_uppercase()) || text.len() < 4;
        self.legal_actions()
            .into_iter()
            .map(|action| {
                if san {
                    self.write_san(action)
                } else {
                    action.to_string()
                }
            })
            .collect()
    }
}
