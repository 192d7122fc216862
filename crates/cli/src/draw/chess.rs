//! Chess: the board, and beside it who is to move.

use manifold_rules::chess::{Chess, View};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Secret;
use manifold_rules::viewer::Viewer;

use super::{Cell, Style, TerminalGame, Tone, beside, grid, headline, warning};

impl TerminalGame for Chess {
    fn rules(&self) -> &'static str {
        include_str!("../../../../docs/rules/chess.md")
    }

    fn how_to_type(&self) -> &'static str {
        "\
Moves as in every chess book: Nf3 or g1f3, exd5, O-O, e8=Q. In Chess960 castling can
be typed as king takes rook too: e1h1."
    }

    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String {
        let view = self.view(viewer);
        beside(
            &board(&view, style),
            &status(&view, outcome, style),
            4,
            style,
        )
    }
}

fn board(view: &View, style: &Style) -> Vec<String> {
    grid(style, |square| {
        let man = view.chess.men.iter().find(|man| man.square == square);
        Cell {
            piece: man.map(|man| man.role.of(man.color)),
            tone: if view.chess.check == Some(square) || view.chess.checkers.contains(&square) {
                Tone::Check
            } else {
                Tone::Plain
            },
            ..Cell::default()
        }
    })
}

fn status(view: &View, outcome: Option<Outcome>, style: &Style) -> Vec<String> {
    let when = format!("Move {}", view.chess.turn_number);
    let mut lines = vec![headline(&when, view.chess.turn, outcome, style)];
    if let Some(king) = view.chess.check {
        lines.push(warning(&format!("Check on {king}!"), style));
    }
    if view.chess.castling != "-" {
        lines.push(format!("Castling: {}", view.chess.castling));
    }
    lines
}
