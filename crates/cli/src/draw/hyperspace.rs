//! Hyperspace Chess: the board, and beside it the departure board.

use manifold_rules::board::{Color, Piece, color_name, role_name};
use manifold_rules::hyperspace::{Commitment, Hyperspace, TravelerView, View};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Secret;
use manifold_rules::variant::{AnyAction, Listed};
use manifold_rules::viewer::Viewer;

use super::{Cell, Style, TerminalGame, Tone, beside, glyph, grid, headline, warning};

impl TerminalGame for Hyperspace {
    fn rules(&self) -> &'static str {
        include_str!("../../../../docs/rules/hyperspace.md")
    }

    fn how_to_type(&self) -> &'static str {
        "\
Moves as in chess: Nf3 or g1f3, O-O. A phase-out: Bc1^3@f4 or c1^3@f4 (the
bishop leaves c1 for 3 turns and returns to f4). Where your returning piece
meets your own: Nf3/r keeps the returning one, Nf3/o the other."
    }

    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String {
        drawing(&self.view(viewer), outcome, style)
    }

    fn has_secrets(&self) -> bool {
        true
    }

    fn may_settle(&self) -> Option<Color> {
        self.view(Viewer::Spectator)
            .conflict
            .map(|conflict| conflict.player)
    }

    fn commitment(&self, action: AnyAction, game: &str, salt: &[u8]) -> Option<String> {
        let departure = self.departure(Hyperspace::own_action(action)?, game)?;
        let commitment = Commitment::new(&departure, salt).ok()?;
        Some(commitment.to_string())
    }
}

fn drawing(view: &View, outcome: Option<Outcome>, style: &Style) -> String {
    beside(
        &board(view, style),
        &departures(view, outcome, style),
        4,
        style,
    )
}

fn board(view: &View, style: &Style) -> Vec<String> {
    grid(style, |square| {
        let man = view.chess.men.iter().find(|man| man.square == square);
        let returning = view
            .hyperspace
            .iter()
            .filter(|traveler| traveler.square == Some(square))
            .min_by_key(|traveler| traveler.count_down);
        let mut cell = Cell {
            piece: man.map(|man| Piece {
                color: man.color,
                role: man.role,
            }),
            ..Cell::default()
        };
        if let Some(traveler) = returning {
            cell.mark = Some(digit(traveler.count_down));
            cell.tone = Tone::Accent;
            if cell.piece.is_none() {
                cell.sign = Some('o');
            }
        }
        if view.chess.check == Some(square) {
            cell.tone = Tone::Check;
        }
        cell
    })
}

/// A count-down in one column.
fn digit(count_down: u8) -> char {
    char::from_digit(count_down.into(), 10).unwrap_or('+')
}

fn departures(view: &View, outcome: Option<Outcome>, style: &Style) -> Vec<String> {
    let when = format!("Turn {}", view.chess.turn_number);
    let mut lines = vec![headline(&when, view.chess.turn, outcome, style)];
    if view.chess.check.is_some() {
        lines.push(warning("Check!", style));
    }
    if let Some(conflict) = &view.conflict {
        lines.push(warning(
            &format!(
                "{} may still amend:N or cancel {}^{}",
                color_name(conflict.player),
                conflict.from,
                conflict.delay
            ),
            style,
        ));
    }
    if view.hyperspace.is_empty() {
        lines.push("Nobody is in hyperspace".to_owned());
        return lines;
    }
    lines.push(String::new());
    lines.push("In hyperspace           returns".to_owned());
    let mut travelers: Vec<&TravelerView> = view.hyperspace.iter().collect();
    travelers.sort_by_key(|traveler| traveler.returns_on_turn);
    for traveler in travelers {
        lines.push(departure(traveler, style));
    }
    lines.push(String::new());
    if view
        .hyperspace
        .iter()
        .any(|traveler| traveler.square.is_some())
    {
        lines.push("o and a digit: returns there in so many turns".to_owned());
    }
    lines
}

/// One line of the departure board.
fn departure(traveler: &TravelerView, style: &Style) -> String {
    let piece = Piece {
        color: traveler.color,
        role: traveler.role,
    };
    let who = format!(
        "{} {}",
        color_name(traveler.color),
        role_name(traveler.role)
    );
    let colored = traveler
        .bishop_of
        .map_or_else(String::new, |color| format!(" ({color})"));
    let square = traveler
        .square
        .map_or_else(|| "?".to_owned(), |square| square.to_string());
    let shared = if traveler.shares_turn {
        " (shared)"
    } else {
        ""
    };
    format!(
        "{} {:22}turn {:<3} {square}{shared}",
        glyph(piece, style),
        format!("{who}{colored}"),
        traveler.returns_on_turn,
    )
}

#[cfg(test)]
mod tests {
    use manifold_rules::hyperspace::Variant;
    use manifold_rules::position::Position;

    use super::*;

    fn draw(viewer: Viewer) -> String {
        let mut position = Hyperspace::start(Variant::Strict);
        position
            .play("b1^2@c3".parse().expect("a phase-out"))
            .expect("legal");
        drawing(&position.view(viewer), None, &Style::plain())
    }

    #[test]
    fn a_player_sees_where_an_own_piece_returns() {
        let drawing = draw(Viewer::Player(Color::White));
        assert!(drawing.contains("o3"), "{drawing}");
        assert!(drawing.contains("turn 4   c3"), "{drawing}");
    }

    #[test]
    fn others_see_that_it_is_away_and_when_it_returns() {
        let drawing = draw(Viewer::Spectator);
        assert!(!drawing.contains("o3"), "{drawing}");
        assert!(drawing.contains("turn 4   ?"), "{drawing}");
    }

    #[test]
    fn a_drawing_fits_80_columns() {
        let drawing = draw(Viewer::Referee);
        assert!(drawing.lines().all(|line| line.chars().count() <= 80));
    }
}
