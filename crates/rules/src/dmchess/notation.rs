//! Notation for people: EDAN with marks, and its looser forms as input.

use super::action::{Action, Move};
use super::dimension::Dimension;
use super::place::Place;
use super::placement::Placement;
use super::position::DmChess;
use crate::board::{CastlingSide, File, Rank, Role, Square, promotion_from_char, san};
use crate::error::{InputError, Problem};
use crate::outcome::{Outcome, Reason};
use crate::position::{Position, Secret, Turns};
use crate::viewer::Viewer;

const EXPECTED: &str = "a move such as Qd2e4-d5f6, d1e2-e4, Nd2b1-d4b5 or O-O d1";
const EXPECTED_KINGS: &str = "eight different squares such as kings:d1e1,d2e1,…";

impl DmChess {
    pub(super) fn write_notation(&self, action: Action, viewer: Viewer) -> String {
        let m = match action {
            Action::Move(m) => m,
            Action::PlaceKings(_) if viewer.knows_secrets_of(self.actor()) => {
                return action.to_string();
            }
            Action::PlaceKings(_) => return self.public(action).to_string(),
        };
        let mut after = *self;
        after.make(m);
        let mated = matches!(
            after.outcome(),
            Some(Outcome {
                reason: Reason::Checkmate,
                ..
            })
        );
        let mark = match (mated, after.is_check()) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        };
        format!("{m}{mark}")
    }

    pub(super) fn read_notation(&self, text: &str) -> Result<Action, InputError> {
        let typed = san::strip_marks(text);
        if let Ok(action) = typed.parse::<Action>() {
            return self.judge(text, action);
        }
        if let Some(action) = read_kings(typed) {
            let unreadable = || InputError::new(text, Problem::Unreadable(EXPECTED_KINGS));
            return self.judge(text, action.ok_or_else(unreadable)?);
        }
        if let Some(castling) = CastlingPattern::parse(typed) {
            return self.choose(text, &|m| self.is_castling(m) && castling.fits(m));
        }
        match Pattern::parse(typed) {
            Some(pattern) => self.choose_by(text, pattern),
            None => {
                Err(InputError::new(text, Problem::Unreadable(EXPECTED))
                    .suggest(self.legal_words()))
            }
        }
    }

    /// Accepts an action that is unambiguous, or says why it is not legal.
    fn judge(&self, text: &str, action: Action) -> Result<Action, InputError> {
        match self.check(action) {
            Ok(()) => Ok(action),
            Err(refusal) => Err(InputError::new(text, Problem::Illegal(refusal.to_string()))
                .suggest(self.legal_words())),
        }
    }

    /// The one legal move that a pattern fits.
    fn choose_by(&self, text: &str, pattern: Pattern) -> Result<Action, InputError> {
        // With both squares given the move is known: the exact refusal helps most.
        if let Some(m) = pattern.as_move(self)
            && self.check_move(m).is_err()
        {
            return self.judge(text, Action::Move(m));
        }
        self.choose(text, &|m| pattern.fits(m))
    }

    fn choose(&self, text: &str, fits: &dyn Fn(Move) -> bool) -> Result<Action, InputError> {
        if let Some(color) = self.placer() {
            let refusal = super::refusal::Refusal::KingsNotPlaced { color };
            return Err(InputError::new(text, Problem::Illegal(refusal.to_string())));
        }
        let found: Vec<Action> = self
            .legal_actions()
            .into_iter()
            .filter(|action| matches!(action, Action::Move(m) if fits(*m)))
            .collect();
        match found[..] {
            [action] => Ok(action),
            [] => Err(InputError::new(
                text,
                Problem::Illegal("no legal move of yours is written like that".into()),
            )
            .suggest(self.legal_words())),
            _ => {
                let mut words: Vec<String> = found.iter().map(Action::to_string).collect();
                words.sort();
                Err(InputError::new(text, Problem::Ambiguous(words)))
            }
        }
    }

    fn legal_words(&self) -> impl Iterator<Item = String> {
        self.legal_actions()
            .into_iter()
            .map(|action| action.to_string())
    }
}

/// Reads a placement in any order; `None` if the text is not one, `Some(None)` if it is malformed.
fn read_kings(text: &str) -> Option<Option<Action>> {
    let (word, list) = text.split_once([':', ' '])?;
    if !word.eq_ignore_ascii_case("kings") {
        return None;
    }
    let list: String = list
        .to_ascii_lowercase()
        .chars()
        .filter(|c| *c != ' ')
        .collect();
    Some(Placement::read(&list, false).map(Action::PlaceKings))
}

/// `O-O d1`, `O-O-O d4-d5` (the king's dimension, then the rook's), or without dimensions.
struct CastlingPattern {
    side: CastlingSide,
    king: Option<Dimension>,
    rook: Option<Dimension>,
}

impl CastlingPattern {
    fn parse(text: &str) -> Option<CastlingPattern> {
        let (side, dimensions) = match text.split_once(' ') {
            Some((side, dimensions)) => (side, Some(dimensions.trim())),
            None => (text, None),
        };
        let side = san::castling_side(side)?;
        let (king, rook) = match dimensions {
            None => (None, None),
            Some(dimensions) => {
                let (king, rook) = dimensions
                    .split_once('-')
                    .unwrap_or((dimensions, dimensions));
                (Some(read_dimension(king)?), Some(read_dimension(rook)?))
            }
        };
        Some(CastlingPattern { side, king, rook })
    }

    fn fits(&self, m: Move) -> bool {
        let rook_file = self.side.fold(File::H, File::A);
        m.to.square.file() == rook_file
            && self.king.is_none_or(|king| king == m.from.dimension)
            && self.rook.is_none_or(|rook| rook == m.to.dimension)
    }
}

trait Fold {
    fn fold<T>(self, king_side: T, queen_side: T) -> T;
}

impl Fold for CastlingSide {
    fn fold<T>(self, king_side: T, queen_side: T) -> T {
        match self {
            CastlingSide::KingSide => king_side,
            CastlingSide::QueenSide => queen_side,
        }
    }
}

fn read_dimension(text: &str) -> Option<Dimension> {
    let number = text.strip_prefix(['d', 'D'])?;
    Dimension::numbered(number.parse().ok()?).filter(|_| number.len() == 1)
}

/// A move as typed: role, origin or parts of it, target.
#[derive(Debug, Clone, Copy, Default)]
struct Pattern {
    role: Option<Role>,
    dimension: Option<Dimension>,
    file: Option<File>,
    rank: Option<Rank>,
    to_dimension: Option<Dimension>,
    to: Option<Square>,
    promotion: Option<Role>,
}

impl Pattern {
    /// Reads `[piece][dN][square] [x or -] [dN]square[=Q]`, where nearly everything is optional.
    fn parse(text: &str) -> Option<Pattern> {
        let letters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
        if letters.len() > 16 {
            return None;
        }
        let mut pattern = Pattern::default();
        let rest = pattern.take_promotion(&letters)?;
        let rest = pattern.take_role(rest);
        let mut halves = rest.splitn(2, |c| matches!(c, '-' | 'x' | 'X' | ':'));
        let first = halves.next()?;
        match halves.next() {
            Some(second) => {
                pattern.take_origin(first)?;
                pattern.take_target(second)?;
            }
            None => {
                // The target is at the end, the origin before it.
                let target = target_length(first);
                let (origin, target) = first.split_at_checked(first.len().checked_sub(target)?)?;
                pattern.take_origin(origin)?;
                pattern.take_target(target)?;
            }
        }
        Some(pattern)
    }

    /// Takes `=Q`, or a single letter, off the end.
    fn take_promotion<'a>(&mut self, letters: &'a [char]) -> Option<&'a [char]> {
        let (rest, letter) = match letters {
            [rest @ .., '=', letter] => (rest, letter),
            [rest @ .., letter] if letter.is_ascii_alphabetic() => (rest, letter),
            _ => return Some(letters),
        };
        self.promotion = Some(promotion_from_char(*letter)?);
        Some(rest)
    }

    /// Takes a piece's letter off the front. A lower-case `b` may be a file: `bd2…` is a bishop,
    /// `b4` is not.
    fn take_role<'a>(&mut self, letters: &'a [char]) -> &'a [char] {
        match letters {
            [
                letter @ ('P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'r' | 'q' | 'k'),
                rest @ ..,
            ] => {
                self.role = Role::from_char(*letter);
                rest
            }
            ['b', rest @ ..] if matches!(rest, ['d' | 'D', ..]) => {
                self.role = Some(Role::Bishop);
                rest
            }
            _ => letters,
        }
    }

    /// `d2e4`, `d2`, `e4`, `d2e` or nothing. `d2` is the dimension, not the square.
    fn take_origin(&mut self, letters: &[char]) -> Option<()> {
        let rest = match letters {
            ['d' | 'D', number @ '1'..='8', rest @ ..] => {
                self.dimension = Dimension::numbered(number.to_digit(10)?);
                rest
            }
            _ => letters,
        };
        match rest {
            [] => {}
            [file @ 'a'..='h'] => self.file = File::from_char(*file),
            [rank @ '1'..='8'] => self.rank = Rank::from_char(*rank),
            [file, rank] => {
                self.file = Some(File::from_char(*file)?);
                self.rank = Some(Rank::from_char(*rank)?);
            }
            _ => return None,
        }
        Some(())
    }

    /// `d5f6`, or `f6` in the same dimension.
    fn take_target(&mut self, letters: &[char]) -> Option<()> {
        let square = match letters {
            ['d' | 'D', number, square @ ..] if square.len() == 2 => {
                self.to_dimension = Some(Dimension::numbered(number.to_digit(10)?)?);
                square
            }
            _ => letters,
        };
        let [file, rank] = square else { return None };
        self.to = Some(Square::from_coords(
            File::from_char(*file)?,
            Rank::from_char(*rank)?,
        ));
        Some(())
    }

    fn fits(&self, m: Move) -> bool {
        self.role.is_none_or(|role| role == m.role)
            && self.dimension.is_none_or(|d| d == m.from.dimension)
            && self.file.is_none_or(|file| file == m.from.square.file())
            && self.rank.is_none_or(|rank| rank == m.from.square.rank())
            && self.to == Some(m.to.square)
            && self.promotion == m.promotion
            && match self.to_dimension {
                Some(dimension) => dimension == m.to.dimension,
                None => m.from.dimension == m.to.dimension,
            }
    }

    /// The move, if the text gives both squares in full.
    fn as_move(&self, position: &DmChess) -> Option<Move> {
        let dimension = self.dimension?;
        let from = Place::new(dimension, Square::from_coords(self.file?, self.rank?));
        let to = Place::new(self.to_dimension.unwrap_or(dimension), self.to?);
        let standing = position.man_at(from).map(|man| man.piece.role);
        Some(Move {
            role: self.role.or(standing).unwrap_or(Role::Pawn),
            from,
            to,
            promotion: self.promotion,
        })
    }
}

/// The length of the target at the end: `d5f6` or `f6`.
fn target_length(letters: &[char]) -> usize {
    match letters {
        [.., 'd' | 'D', '1'..='8', _, '1'..='8'] => 4,
        _ => 2,
    }
}
