//! How positions look in a terminal.
//!
//! A drawing is made from a *view* only, never from a position: what a viewer may not know cannot
//! get into it. Every game has a file here that implements [`TerminalGame`]: the board with [`grid`], and
//! beside it ([`beside`]) the game's instrument as a few lines. Boards fit 80 columns (DMChess: 160, or
//! one board and a summary). Nothing is said by colour alone: marks beside the men tell stages and
//! hidden squares apart, so that a drawing without colour, and one in ASCII, says the same.

mod dmchess;
mod hidden960;
mod hyperspace;
mod time_traveler;

use anstyle::{AnsiColor, Color as Ansi, Style as Paint};
use manifold_rules::board::{Bitboard, Color, File, Piece, Rank, Role, Square};
use manifold_rules::position::Rules;

/// What the terminal can show, and how the viewer sits.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// Chess symbols instead of letters.
    pub(crate) unicode: bool,
    /// Colours (otherwise marks alone).
    pub(crate) color: bool,
    /// The side at the bottom.
    pub(crate) bottom: Color,
    /// Columns of the terminal.
    pub(crate) width: usize,
    /// DMChess: the dimension (1 to 8) shown large where not all eight boards fit.
    pub(crate) focus: usize,
    /// Squares to point out, such as the targets of a man, for each dimension. Games with one board
    /// use the first.
    pub(crate) highlights: [Bitboard; 8],
}

#[cfg(test)]
impl Style {
    /// 80 columns of ASCII, White at the bottom.
    pub(crate) fn plain() -> Style {
        Style {
            unicode: false,
            color: false,
            bottom: Color::White,
            width: 80,
            focus: 1,
            highlights: Default::default(),
        }
    }
}

/// What the terminal needs to know of a game beyond its rules.
pub(crate) trait TerminalGame: Rules {
    /// The rules for players, as printed by `manifold rules`.
    const RULES: &'static str;

    /// One or two lines that say how actions are typed in this game, with examples.
    const HOW_TO_TYPE: &'static str;

    /// Draws a view. Lines without trailing spaces, each ending with a newline.
    fn draw(view: &Self::View, style: &Style) -> String;

    /// Whether the players must not see each other's screen here.
    fn has_secrets(&self) -> bool {
        false
    }

    /// The player who, before the opponent acts, may still settle something: in Hyperspace Chess
    /// under the open referee a return turn that was taken.
    fn may_settle(&self) -> Option<Color> {
        None
    }

    /// What an opponent that looks at listed actions only plays where none are listed (DMChess: the
    /// placement of its kings).
    fn when_nothing_is_listed(&self) -> Option<Self::Action> {
        None
    }

    /// DMChess: the dimension in which `action` ends, which is shown large after it.
    fn dimension_of(&self, _action: Self::Action) -> Option<usize> {
        None
    }

    /// The commitment to what `action`, made here, keeps secret; `None` if it keeps nothing secret.
    /// `game` is the identifier in the record's `VariantId` tag.
    fn commitment(&self, _action: Self::Action, _game: &str, _salt: &[u8]) -> Option<String> {
        None
    }
}

/// What stands on one square, three columns wide: the man and, after it, a mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The man, if there is one and it is known.
    pub(crate) piece: Option<Piece>,
    /// What is shown if there is no man, such as `?` for a hidden one. A blank shows the square.
    pub(crate) sign: Option<char>,
    /// A mark beside it, such as the stage of a man or its energy.
    pub(crate) mark: Option<char>,
    /// How the square is set off.
    pub(crate) tone: Tone,
}

/// How a square is set off. Without colour [`Tone::Check`] and [`Tone::Target`] show as brackets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// As the board is.
    #[default]
    Plain,
    /// A king in check, or a square that must be answered.
    Check,
    /// A square that can be chosen.
    Target,
    /// Hidden, or not usable.
    Dim,
    /// The game's own accent, such as a portal or a traveling man.
    Accent,
}

/// The man as a character: a symbol or a letter, capital for White.
pub(crate) fn glyph(piece: Piece, style: &Style) -> char {
    if !style.unicode {
        return piece.char();
    }
    let (outline, solid) = match piece.role {
        Role::Pawn => ('♙', '♟'),
        Role::Knight => ('♘', '♞'),
        Role::Bishop => ('♗', '♝'),
        Role::Rook => ('♖', '♜'),
        Role::Queen => ('♕', '♛'),
        Role::King => ('♔', '♚'),
    };
    // With colours both sides are solid and told apart by their paint, as on most screens.
    if style.color || piece.color.is_black() {
        solid
    } else {
        outline
    }
}

/// Draws eight ranks with coordinates: 27 columns, 9 lines, without a newline at the end of each.
pub(crate) fn grid(style: &Style, cell: impl Fn(Square) -> Cell) -> Vec<String> {
    let (ranks, files): (Vec<Rank>, Vec<File>) = if style.bottom.is_white() {
        (Rank::ALL.into_iter().rev().collect(), File::ALL.to_vec())
    } else {
        (Rank::ALL.to_vec(), File::ALL.into_iter().rev().collect())
    };
    let mut lines = Vec::with_capacity(9);
    for rank in ranks {
        let mut line = format!("{rank} ");
        for file in &files {
            let square = Square::from_coords(*file, rank);
            let mut cell = cell(square);
            if style.highlights[0].contains(square) {
                cell.tone = Tone::Target;
            }
            line.push_str(&draw_cell(square, cell, style));
        }
        lines.push(line);
    }
    let letters: String = files.iter().map(|file| format!(" {file} ")).collect();
    lines.push(format!("  {}", letters.trim_end()));
    lines
}

fn draw_cell(square: Square, cell: Cell, style: &Style) -> String {
    let man = cell.piece.map(|piece| glyph(piece, style)).or(cell.sign);
    let mark = cell.mark.unwrap_or(' ');
    if style.color {
        let text = format!(" {}{mark}", man.unwrap_or(' '));
        return paint(&text, cell_paint(square, cell));
    }
    let blank = if square.is_dark() { '.' } else { ' ' };
    let (open, close) = match cell.tone {
        Tone::Check => ('!', mark),
        Tone::Target => ('[', if mark == ' ' { ']' } else { mark }),
        _ => (' ', mark),
    };
    format!("{open}{}{close}", man.unwrap_or(blank))
}

fn cell_paint(square: Square, cell: Cell) -> Paint {
    // Middle tones, on which both black and white men stand out.
    let background = match (cell.tone, square.is_light()) {
        (Tone::Plain, true) => 137,
        (Tone::Plain, false) => 95,
        (Tone::Check, _) => 167,
        (Tone::Target, true) => 72,
        (Tone::Target, false) => 29,
        (Tone::Dim, true) => 245,
        (Tone::Dim, false) => 241,
        (Tone::Accent, true) => 104,
        (Tone::Accent, false) => 61,
    };
    let foreground = match cell.piece {
        Some(Piece {
            color: Color::White,
            ..
        }) => Ansi::Ansi256(231.into()),
        _ => Ansi::Ansi256(16.into()),
    };
    Paint::new()
        .bg_color(Some(Ansi::Ansi256(background.into())))
        .fg_color(Some(foreground))
        .bold()
}

/// `text` in `paint`.
pub(crate) fn paint(text: &str, paint: Paint) -> String {
    format!("{paint}{text}{paint:#}")
}

/// `text` set off, if the terminal has colours.
pub(crate) fn strong(text: &str, style: &Style) -> String {
    if style.color {
        paint(text, Paint::new().bold())
    } else {
        text.to_owned()
    }
}

/// `text` as a warning, if the terminal has colours.
pub(crate) fn warning(text: &str, style: &Style) -> String {
    if style.color {
        let red = Paint::new().bold().fg_color(Some(AnsiColor::Red.into()));
        paint(text, red)
    } else {
        text.to_owned()
    }
}

/// Puts the lines of `right` beside those of `left`, or below them where the terminal is too narrow, and
/// ends every line.
pub(crate) fn beside(left: &[String], right: &[String], gap: usize, style: &Style) -> String {
    let widest = |lines: &[String]| lines.iter().map(|line| columns(line)).max().unwrap_or(0);
    let width = widest(left);
    let mut text = String::new();
    if width + gap + widest(right) > style.width {
        for line in left.iter().chain(&[String::new()]).chain(right) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        return text;
    }
    for i in 0..left.len().max(right.len()) {
        let left = left.get(i).map_or("", String::as_str);
        let right = right.get(i).map_or("", String::as_str);
        let padding = width + gap - columns(left);
        let line = format!("{left}{:padding$}{right}", "");
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The columns that a line takes, control sequences of colours left out.
pub(crate) fn columns(line: &str) -> usize {
    let mut count = 0;
    let mut in_escape = false;
    for c in line.chars() {
        match (in_escape, c) {
            (false, '\u{1b}') => in_escape = true,
            (false, _) => count += 1,
            (true, 'm') => in_escape = false,
            (true, _) => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_is_27_columns_wide_and_names_files_and_ranks() {
        let lines = grid(&Style::plain(), |_| Cell::default());
        assert_eq!(lines.len(), 9);
        assert!(lines.iter().all(|line| columns(line) <= 27));
        assert!(lines[0].starts_with('8'));
        assert_eq!(lines[8].trim(), "a  b  c  d  e  f  g  h");
    }

    #[test]
    fn black_at_the_bottom_turns_the_board() {
        let mut style = Style::plain();
        style.bottom = Color::Black;
        let lines = grid(&style, |_| Cell::default());
        assert!(lines[0].starts_with('1'));
        assert_eq!(lines[8].trim(), "h  g  f  e  d  c  b  a");
    }

    #[test]
    fn without_colour_check_and_targets_are_told_by_signs() {
        let tone = |tone| Cell {
            piece: Some(Color::White.king()),
            tone,
            ..Cell::default()
        };
        assert_eq!(
            draw_cell(Square::E1, tone(Tone::Check), &Style::plain()),
            "!K "
        );
        assert_eq!(
            draw_cell(Square::E1, tone(Tone::Target), &Style::plain()),
            "[K]"
        );
    }

    #[test]
    fn columns_leave_out_colours() {
        let mut style = Style::plain();
        style.color = true;
        assert_eq!(columns(&draw_cell(Square::E1, Cell::default(), &style)), 3);
    }
}
