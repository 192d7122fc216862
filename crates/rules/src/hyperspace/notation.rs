//! Human-readable notation: SAN with extensions.
//!
//! `Bc1^3@f4` is a phase-out, `Bc1^3` its public form. `/r` and `/o` after an action say which
//! piece stays in a collision. The return at the end of the turn follows after `&`: `Nf3&B@f4`, or `Nf3&B@-`
//! if the piece is gone.

use super::action::{Action, read_square};
use super::choices::Choices;
use super::delay::Delay;
use super::position::Hyperspace;
use crate::board::san::{self, Pattern};
use crate::board::{
    Bitboard, CastlingSide, Color, File, Rank, Role, Square, StandardMove, role_name,
};
use crate::error::{InputError, Problem};
use crate::position::{Bounds, Position};
use crate::viewer::Viewer;

const EXPECTED: &str = "a move such as Nf3 or g1f3, or a phase-out such as Bc1^3@f4";
const EXPECTED_PHASE_OUT: &str =
    "a phase-out with piece, delay from 1 to 99 and square of return, such as Bc1^3@f4";

/// Maximum number of readings that the error about an ambiguous text lists.
const MOST_MEANINGS: usize = 16;
/// Maximum number of suggestions for one action, which differ in how they resolve collisions.
const ANSWERS_SUGGESTED: usize = 2;

// Writing.
impl Hyperspace {
    pub(super) fn write_notation(&self, action: Action, viewer: Viewer) -> String {
        let mut text = match action {
            Action::Move { standard, .. } => self.write_move(standard),
            Action::PhaseOut {
                from, delay, to, ..
            } => {
                let letter = self
                    .board
                    .role_at(from)
                    .map_or_else(String::new, san::letter);
                match to.seen_by(viewer, self.turn) {
                    Some(to) => format!("{letter}{from}^{delay}@{to}"),
                    None => format!("{letter}{from}^{delay}"),
                }
            }
            Action::ReturnOnly { .. } => "--".to_owned(),
            Action::Amend(_) | Action::Cancel => return action.to_string(),
        };
        if viewer.knows_secrets_of(self.turn) {
            text.push_str(&action.choices().to_string());
        }
        text.push_str(&self.note(action));
        let mut after = self.clone();
        after.make(action);
        if after.is_check() {
            let is_known = self.knows_all_of(self.turn.other(), viewer);
            text.push(if is_known && after.is_decided() {
                '#'
            } else {
                '+'
            });
        }
        text
    }

    /// Whether `viewer` knows the squares of all of `owner`'s pieces in hyperspace. Only then may
    /// an action be marked as mate: whether the opponent has an answer can depend on a secret
    /// square.
    fn knows_all_of(&self, owner: Color, viewer: Viewer) -> bool {
        viewer.knows_secrets_of(owner) || self.travelers(owner).is_empty()
    }

    /// The public part of the notation about the returns of the turn.
    fn note(&self, action: Action) -> String {
        self.landings(action)
            .into_iter()
            .map(|landing| format!("&{landing}"))
            .collect()
    }

    fn write_move(&self, standard: StandardMove) -> String {
        let StandardMove {
            from,
            to,
            promotion,
        } = standard;
        let Some(role) = self.board.role_at(from) else {
            return standard.to_string();
        };
        if role == Role::King && from.file().distance(to.file()) == 2 {
            return if to > from { "O-O" } else { "O-O-O" }.to_owned();
        }
        let captures =
            self.board.occupied().contains(to) || (role == Role::Pawn && from.file() != to.file());
        let who = match role {
            Role::Pawn if captures => from.file().to_string(),
            _ => san::disambiguation(from, self.rivals(role, to)),
        };
        format!(
            "{}{who}{}{to}{}",
            san::letter(role),
            if captures { "x" } else { "" },
            san::promotion(promotion)
        )
    }

    /// The men of `role` that could go to `to`.
    ///
    /// In a turn with a return, all for which the move is pseudo-legal: legality can depend on the secret
    /// square, which the notation must not reveal.
    fn rivals(&self, role: Role, to: Square) -> Bitboard {
        if role == Role::Pawn || role == Role::King {
            return Bitboard::EMPTY;
        }
        let generator = self.move_generator();
        let ordinary = self.is_ordinary_turn();
        self.board
            .of(self.turn, role)
            .into_iter()
            .filter(|from| {
                let targets = if ordinary {
                    generator.legal_targets(*from)
                } else {
                    generator.pseudo_legal_targets(*from)
                };
                targets.contains(to)
            })
            .collect()
    }
}

/// The parts of an action as typed.
struct Typed<'a> {
    head: &'a str,
    choices: Choices,
    /// The part about the return, including its `&`.
    note: &'a str,
}

impl Typed<'_> {
    fn parse(text: &str) -> Option<Typed<'_>> {
        let text = san::strip_marks(text);
        let (body, note) = text.split_at(text.find('&').unwrap_or(text.len()));
        let (head, choices) = Choices::split_off(san::strip_marks(body))?;
        Some(Typed {
            head: san::strip_marks(head),
            choices,
            note,
        })
    }
}

// Reading.
impl Hyperspace {
    pub(super) fn read_notation(&self, text: &str) -> Result<Action, InputError> {
        let text = text.trim();
        self.understand(text).map_err(|problem| {
            let error = InputError::new(text, problem);
            match error.problem {
                Problem::Ambiguous(_) => error,
                _ => {
                    let candidates = self.suggestions(&error.text);
                    error.suggest(candidates)
                }
            }
        })
    }

    fn understand(&self, text: &str) -> Result<Action, Problem> {
        if let Ok(action) = text.parse::<Action>() {
            return self.judged(action);
        }
        let typed = Typed::parse(text).ok_or(Problem::Unreadable(EXPECTED))?;
        let action = self.find(&typed)?;
        self.judged(action)?;
        if !typed.note.is_empty() && typed.note != self.note(action) {
            return Err(Problem::Illegal(format!(
                "the return comes to “{}”, not to “{}”",
                self.note(action),
                typed.note
            )));
        }
        Ok(action)
    }

    fn judged(&self, action: Action) -> Result<Action, Problem> {
        match self.check(action) {
            Ok(()) => Ok(action),
            Err(refusal) => Err(Problem::Illegal(refusal.to_string())),
        }
    }

    /// The action that the text means, legal or not.
    fn find(&self, typed: &Typed<'_>) -> Result<Action, Problem> {
        let choices = typed.choices;
        if let Ok(action) = typed.head.parse::<Action>() {
            return Ok(action.with_choices(choices));
        }
        if typed.head.contains('^') {
            return self.find_phase_out(typed);
        }
        if let Some(side) = san::castling_side(typed.head) {
            let rank = self.turn.backrank();
            let file = match side {
                CastlingSide::KingSide => File::G,
                CastlingSide::QueenSide => File::C,
            };
            let standard = StandardMove::new(
                Square::from_coords(File::E, rank),
                Square::from_coords(file, rank),
            );
            // Otherwise the move would be that of another man on e1, or of none.
            return if self.board.king_of(self.turn) == Some(standard.from) {
                Ok(Action::Move { standard, choices })
            } else {
                Err(Problem::Illegal(
                    "the king has moved, so it cannot castle".to_owned(),
                ))
            };
        }
        let pattern = Pattern::parse(typed.head).ok_or(Problem::Unreadable(EXPECTED))?;
        self.find_move(pattern, choices)
    }

    fn find_move(&self, pattern: Pattern, choices: Choices) -> Result<Action, Problem> {
        let fits = |action: &Action| match *action {
            Action::Move { standard, .. } => {
                let StandardMove {
                    from,
                    to,
                    promotion,
                } = standard;
                let castles = pattern.role == Role::King && from.file().distance(to.file()) == 2;
                !castles
                    && self
                        .board
                        .role_at(from)
                        .is_some_and(|role| pattern.fits(role, from, to, promotion))
            }
            _ => false,
        };
        // One action stands for all answers to its collisions.
        let legal: Vec<Action> = self.legal_turns().into_iter().filter(fits).collect();
        let exact: Vec<Action> = legal
            .iter()
            .filter(|action| action.choices().len() == choices.len())
            .map(|action| action.with_choices(choices))
            .collect();
        match (exact.as_slice(), legal.as_slice()) {
            ([action], _) => Ok(*action),
            ([], [action]) if action.choices().is_empty() => Ok(action.with_choices(choices)),
            ([], []) => self.find_illegal_move(pattern, choices),
            ([], several) => {
                let answered: Vec<Action> = several
                    .iter()
                    .flat_map(|action| {
                        Choices::all(action.choices().len())
                            .map(|choices| action.with_choices(choices))
                    })
                    .take(MOST_MEANINGS)
                    .collect();
                Err(self.ambiguous(&answered))
            }
            (several, _) => Err(self.ambiguous(several)),
        }
    }

    /// The one pseudo-legal move that fits, so that the refusal says what is wrong with it.
    fn find_illegal_move(&self, pattern: Pattern, choices: Choices) -> Result<Action, Problem> {
        pattern
            .pseudo_legal(&self.move_generator())
            .map(|standard| Action::Move { standard, choices })
            .ok_or_else(|| Problem::Illegal(pattern.refusal()))
    }

    /// Finds the phase-out for text such as `Bc1^3@f4`; the origin square may be shortened as in SAN.
    fn find_phase_out(&self, typed: &Typed<'_>) -> Result<Action, Problem> {
        let unreadable = || Problem::Unreadable(EXPECTED_PHASE_OUT);
        let (who, rest) = typed.head.split_once('^').ok_or_else(unreadable)?;
        let (delay, to) = rest.split_once('@').ok_or_else(unreadable)?;
        let delay: Delay = delay.parse().map_err(|_| unreadable())?;
        let to = read_square(to).ok_or_else(unreadable)?;
        let mut coordinates = who.chars();
        let role = match coordinates.next() {
            Some(letter @ 'A'..='Z') => Role::from_char(letter).ok_or_else(unreadable)?,
            _ => return Err(unreadable()),
        };
        let mut squares = self.board.of(self.turn, role);
        let place = coordinates.as_str();
        match place.as_bytes() {
            [] => {}
            [_] => {
                let c = char::from(place.as_bytes()[0]);
                squares &= File::from_char(c)
                    .map(Bitboard::from_file)
                    .or_else(|| Rank::from_char(c).map(Bitboard::from_rank))
                    .ok_or_else(unreadable)?;
            }
            _ => squares &= Bitboard::from(read_square(place).ok_or_else(unreadable)?),
        }
        let meant: Vec<Action> = squares
            .into_iter()
            .map(|from| Action::phase_out(from, delay, to).with_choices(typed.choices))
            .collect();
        let legal: Vec<Action> = meant
            .iter()
            .copied()
            .filter(|action| self.is_legal(*action))
            .collect();
        match (legal.as_slice(), meant.as_slice()) {
            ([action], _) | ([], [action, ..]) => Ok(*action),
            (_, []) => Err(Problem::Illegal(format!(
                "no {} of yours stands {}",
                role_name(role),
                if place.is_empty() {
                    "on the board".to_owned()
                } else {
                    format!("on {place}")
                }
            ))),
            (several, _) => Err(self.ambiguous(several)),
        }
    }

    fn ambiguous(&self, actions: &[Action]) -> Problem {
        let viewer = Viewer::Player(self.turn);
        Problem::Ambiguous(
            actions
                .iter()
                .map(|action| self.write_notation(*action, viewer))
                .collect(),
        )
    }

    /// Legal actions in the notation in which `text` seems to be written.
    fn suggestions(&self, text: &str) -> Vec<String> {
        let san = text.starts_with(|c: char| c.is_ascii_uppercase()) || text.len() < 4;
        let viewer = Viewer::Player(self.turn);
        let departures = if text.contains('^') {
            self.legal_departures(Bounds::default())
        } else {
            Vec::new()
        };
        self.legal_turns()
            .into_iter()
            .chain(departures.iter().flat_map(|one| one.actions()))
            .flat_map(|action| {
                Choices::all(action.choices().len())
                    .take(ANSWERS_SUGGESTED)
                    .map(move |choices| action.with_choices(choices))
            })
            .map(|action| match action {
                Action::PhaseOut { from, .. } if san => {
                    let letter = self
                        .board
                        .role_at(from)
                        .map_or_else(String::new, san::letter);
                    format!("{letter}{action}")
                }
                _ if san => self.write_notation(action, viewer),
                _ => action.to_string(),
            })
            .collect()
    }
}
