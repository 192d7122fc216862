//! Standard algebraic notation: the parts that the games share.

use super::{
    Bitboard, File, MoveGenerator, Rank, Role, Square, StandardMove, promotion_from_char, role_name,
};

/// The disambiguation of SAN: nothing, the file, the rank, or both.
///
/// `rivals` are the squares of the other men of that role that can legally go to the same target.
#[must_use]
pub fn disambiguation(from: Square, rivals: Bitboard) -> String {
    let rivals = rivals.without(from);
    if rivals.is_empty() {
        String::new()
    } else if (rivals & Bitboard::from_file(from.file())).is_empty() {
        from.file().to_string()
    } else if (rivals & Bitboard::from_rank(from.rank())).is_empty() {
        from.rank().to_string()
    } else {
        from.to_string()
    }
}

/// The letter of a role; empty for a pawn.
#[must_use]
pub fn letter(role: Role) -> String {
    match role {
        Role::Pawn => String::new(),
        _ => role.upper_char().to_string(),
    }
}

/// A promotion in SAN: `=Q`, or nothing.
#[must_use]
pub fn promotion(role: Option<Role>) -> String {
    role.map_or_else(String::new, |role| format!("={}", role.upper_char()))
}

/// Suffix that may be appended to an en passant capture (FIDE Laws of Chess, C.9.3).
pub const EN_PASSANT: &str = "e.p.";

/// Drops marks such as `+`, `#`, `!?` and `e.p.` from the end of a move.
///
/// ```
/// use manifold_rules::board::san::strip_marks;
///
/// assert_eq!(strip_marks("Qh4#!"), "Qh4");
/// assert_eq!(strip_marks("exd6 e.p.+"), "exd6");
/// ```
#[must_use]
pub fn strip_marks(text: &str) -> &str {
    let bare = text.trim().trim_end_matches(['+', '#', '!', '?']);
    bare.strip_suffix(EN_PASSANT).map_or(bare, str::trim_end)
}

/// A SAN move without a board: what it says of the man and its target. Reads `Nbd2`, `exd8=Q`, `gf`
/// and `R1xa3`.
///
/// ```
/// use manifold_rules::board::{Role, Square};
/// use manifold_rules::board::san::Pattern;
///
/// let pattern = Pattern::parse("Nbxd2+").unwrap();
/// assert!(pattern.fits(Role::Knight, Square::B1, Square::D2, None));
/// assert!(!pattern.fits(Role::Knight, Square::F1, Square::D2, None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    /// The role of the man.
    pub role: Role,
    /// Its file, if given.
    pub from_file: Option<File>,
    /// Its rank, if given.
    pub from_rank: Option<Rank>,
    /// The file of the target.
    pub to_file: File,
    /// The rank of the target; `None` only in abbreviated pawn captures such as `dxc` and `gf`.
    pub to_rank: Option<Rank>,
    /// The promotion, if given.
    pub promotion: Option<Role>,
}

impl Pattern {
    /// Reads a SAN move other than castling.
    #[must_use]
    pub fn parse(text: &str) -> Option<Pattern> {
        let text = strip_marks(text);
        let (text, promotion) = match text.char_indices().next_back()? {
            (end, c) if c.is_ascii_uppercase() && end > 0 => {
                let role = promotion_from_char(c)?;
                (text[..end].trim_end_matches('='), Some(role))
            }
            _ => (text, None),
        };
        let (role, rest) = match text.chars().next()? {
            c @ ('N' | 'B' | 'R' | 'Q' | 'K') => (Role::from_char(c)?, &text[1..]),
            'P' => (Role::Pawn, &text[1..]),
            _ => (Role::Pawn, text),
        };
        let coordinates: Vec<char> = rest
            .chars()
            .filter(|c| !matches!(c, 'x' | ':' | '-'))
            .collect();
        if rest.chars().count() > coordinates.len() + 1 {
            return None;
        }
        let (from, to): (&[char], &[char]) = match coordinates.len() {
            2 if coordinates[1].is_ascii_digit() => (&[], &coordinates),
            2 if role == Role::Pawn => coordinates.split_at(1),
            3 | 4 => coordinates.split_at(coordinates.len() - 2),
            _ => return None,
        };
        let mut pattern = Pattern {
            role,
            from_file: None,
            from_rank: None,
            to_file: File::from_char(*to.first()?)?,
            to_rank: to
                .get(1)
                .map(|c| Rank::from_char(*c).ok_or(()))
                .transpose()
                .ok()?,
            promotion,
        };
        match from {
            [] => {}
            [c] if c.is_ascii_digit() => pattern.from_rank = Some(Rank::from_char(*c)?),
            [c] => pattern.from_file = Some(File::from_char(*c)?),
            [file, rank] => {
                pattern.from_file = Some(File::from_char(*file)?);
                pattern.from_rank = Some(Rank::from_char(*rank)?);
            }
            _ => return None,
        }
        Some(pattern)
    }

    /// Whether the text can mean this move. The capture mark is ignored: people leave the `x` out.
    #[must_use]
    pub fn fits(self, role: Role, from: Square, to: Square, promotion: Option<Role>) -> bool {
        self.role == role
            && self.to_file == to.file()
            && self.to_rank.is_none_or(|rank| rank == to.rank())
            && self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
            && self.promotion == promotion
            // Without a target rank only a pawn capture is meant: `gf` is not `f4`.
            && (self.to_rank.is_some() || from.file() != to.file())
    }

    /// The only pseudo-legal move other than castling that the pattern can mean; `None` if there are none or several. Used to say
    /// why that move is not legal.
    pub(crate) fn pseudo_legal(self, generator: &MoveGenerator<'_>) -> Option<StandardMove> {
        let ours = generator.board.by_color(generator.turn);
        let mut found = None;
        for from in generator.board.of(generator.turn, self.role) {
            for to in generator.pseudo_legal_targets(from) & !ours {
                let standard = StandardMove {
                    from,
                    to,
                    promotion: self.promotion,
                };
                if self.fits(self.role, from, to, self.promotion)
                    && found.replace(standard).is_some()
                {
                    return None;
                }
            }
        }
        found
    }

    /// The refusal in words: “no knight of yours can go to d2”.
    #[must_use]
    pub fn refusal(self) -> String {
        let rank = self
            .to_rank
            .map_or_else(String::new, |rank| rank.to_string());
        format!(
            "no {} of yours can go to {}{rank}{}",
            role_name(self.role),
            self.to_file,
            self.promotion.map_or_else(String::new, |role| format!(
                " and become a {}",
                role_name(role)
            ))
        )
    }
}

/// The side named by `O-O` or `O-O-O`, also with zeros.
#[must_use]
pub fn castling_side(text: &str) -> Option<super::CastlingSide> {
    match strip_marks(text).replace('0', "O").to_uppercase().as_str() {
        "O-O" | "OO" => Some(super::CastlingSide::KingSide),
        "O-O-O" | "OOO" => Some(super::CastlingSide::QueenSide),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_told_apart_by_file_then_rank_then_both() {
        let set = |squares: &[Square]| squares.iter().copied().collect::<Bitboard>();
        assert_eq!(disambiguation(Square::B1, set(&[])), "");
        assert_eq!(disambiguation(Square::B1, set(&[Square::F1])), "b");
        assert_eq!(disambiguation(Square::B1, set(&[Square::B3])), "1");
        assert_eq!(
            disambiguation(Square::B1, set(&[Square::B3, Square::F1])),
            "b1"
        );
    }

    #[test]
    fn all_usual_spellings_are_read() {
        for text in [
            "e4", "Nf3", "Nbd2", "N1d2", "Nb1d2", "exd5", "e7e8=Q", "e8Q", "gf", "dxc", "Qh5+",
            "Rxa8#", "e2-e4",
        ] {
            assert!(Pattern::parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn rubbish_is_not_read() {
        for text in [
            "", "N", "Z4", "e9", "i4", "Nff", "e8=K", "exxd5", "💥", "Nb1d2c3", "O-O", "=",
        ] {
            assert!(Pattern::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn castling_is_read_with_letters_and_zeros() {
        assert_eq!(
            castling_side("O-O+"),
            Some(super::super::CastlingSide::KingSide)
        );
        assert_eq!(
            castling_side("0-0-0"),
            Some(super::super::CastlingSide::QueenSide)
        );
        assert_eq!(castling_side("O"), None);
    }
}
