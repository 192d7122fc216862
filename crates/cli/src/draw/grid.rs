//! Boards as text: eight ranks with coordinates, and the contents of each square.

use anstyle::{Color as Ansi, Style as Paint};
use manifold_rules::board::{Color, File, Piece, Rank, Role, Square};

use super::style::Style;
use super::text::paint;

/// The contents of one square, three columns wide: the man and, after it, a mark.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The man, if there is one and it is known.
    pub(crate) piece: Option<Piece>,
    /// The sign that is shown if there is no known man, such as `?` for a hidden one. Without one the square shows as empty.
    pub(crate) sign: Option<char>,
    /// A mark beside it, such as the man's stage or energy.
    pub(crate) mark: Option<char>,
    /// The emphasis of the square.
    pub(crate) tone: Tone,
}

/// The emphasis of a square. Without colour [`Tone::Check`] and [`Tone::Target`] show as brackets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Tone {
    /// No emphasis.
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
    // With colours both sides use the solid symbols and differ in colour, as on most screens.
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
    // Mid-tones, on which both black and white men stand out.
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

#[cfg(test)]
mod tests {
    use super::super::text::columns;
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
