//! Time Traveler's Chess: the board, and beside it the loom.

use manifold_rules::board::{Bitboard, Color, Piece, Square, role_name};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Secret;
use manifold_rules::time_traveler::{Side, Stage, Thread, TimeTraveler, View};
use manifold_rules::viewer::Viewer;

use super::{Cell, Style, TerminalGame, Tone, beside, glyph, grid, headline, strong, warning};

impl TerminalGame for TimeTraveler {
    fn rules(&self) -> &'static str {
        include_str!("../../../../docs/rules/time-traveler.md")
    }

    fn how_to_type(&self) -> &'static str {
        "\
Moves as in chess: Nf3 or g1f3, O-O. An explosion: Nf6/e8 (appears on f6, goes to e8), a pawn's: d4/e5.
An annihilation, untraveled man onto its traveling self: d2//d4."
    }

    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String {
        drawing(&self.view(viewer), outcome, style)
    }
}

fn drawing(view: &View, outcome: Option<Outcome>, style: &Style) -> String {
    beside(&board(view, style), &loom(view, outcome, style), 4, style)
}

/// The board; `*` marks a traveling man, `'` a traveled one.
fn board(view: &View, style: &Style) -> Vec<String> {
    let mut lines = grid(style, |square| {
        let Some(man) = view.men.iter().find(|man| man.square == square) else {
            return Cell::default();
        };
        Cell {
            piece: Some(Piece {
                color: man.color,
                role: man.role,
            }),
            mark: mark(man.stage),
            tone: tone(view, man.square, man.stage),
            ..Cell::default()
        }
    });
    if view.men.iter().any(|man| man.stage != Stage::Untraveled) {
        lines.push("  * traveling  ' traveled".to_owned());
    }
    lines
}

fn mark(stage: Stage) -> Option<char> {
    match stage {
        Stage::Untraveled => None,
        Stage::Traveling => Some('*'),
        Stage::Traveled => Some('\''),
    }
}

fn tone(view: &View, square: Square, stage: Stage) -> Tone {
    if view.threatened == Some(square) {
        Tone::Check
    } else if stage == Stage::Traveling {
        Tone::Accent
    } else {
        Tone::Plain
    }
}

fn loom(view: &View, outcome: Option<Outcome>, style: &Style) -> Vec<String> {
    let when = format!("Move {}", view.move_number);
    let mut lines = vec![headline(&when, view.turn, outcome, style)];
    if view.check {
        lines.push(warning("Check!", style));
    }
    for side in &view.sides {
        lines.push(String::new());
        lines.push(strong(&heading(side), style));
        for thread in side.threads.iter().filter(|thread| thread.open) {
            lines.extend(thread_lines(view, thread, side.color, style));
        }
        let closed = side.threads.iter().filter(|thread| !thread.open).count();
        if closed > 0 {
            lines.push(format!("  closed threads: {closed}"));
        }
    }
    lines
}

fn heading(side: &Side) -> String {
    let name = match side.color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let resolved = if side.resolved {
        "resolved"
    } else {
        "unresolved"
    };
    let king = if side.has_king {
        ""
    } else {
        ", without a king"
    };
    let grammar = if side.correct {
        ""
    } else {
        ", grammatically incorrect"
    };
    format!("{name}: {resolved}{king}{grammar}")
}

/// The thread, with as many candidates as fit beside the board.
fn thread_lines(view: &View, thread: &Thread, color: Color, style: &Style) -> Vec<String> {
    const SHOWN: usize = 8;
    let man = glyph(thread.role.of(color), style);
    // Men of the same kind can meet it soonest; pawns have to promote first.
    let role_on = |square: &Square| view.men.iter().find(|man| man.square == *square);
    let mut sorted: Vec<&Square> = thread.candidates.iter().collect();
    sorted.sort_by_key(|square| role_on(square).is_none_or(|man| man.role != thread.role));
    let mut candidates: Vec<String> = sorted
        .into_iter()
        .take(SHOWN)
        .map(Square::to_string)
        .collect();
    if thread.candidates.len() > SHOWN {
        candidates.push("...".to_owned());
    }
    let ready = if thread.ready > 0 { ", ready" } else { "" };
    let mut lines = vec![format!(
        "  {man}* {}: {}{ready}",
        thread.square,
        candidates.join(" ")
    )];
    if thread.candidates.is_empty() {
        let broken = format!("     broken: no {} can meet it", role_name(thread.role));
        lines.push(warning(&broken, style));
    } else if thread.endangered {
        let all: Bitboard = thread.needed.iter().copied().collect();
        let needed: Vec<String> = all.into_iter().map(|man| man.to_string()).collect();
        let danger = format!("     in danger: hangs on {}", needed.join(", "));
        lines.push(warning(&danger, style));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::position::{Position, Secret};
    use manifold_rules::viewer::Viewer;

    fn drawn(play: &str) -> String {
        let mut game = TimeTraveler::start(Default::default());
        for text in play.split_whitespace() {
            let action = game.read(text).expect("a legal action");
            game.play(action).expect("a legal action");
        }
        drawing(&game.view(Viewer::Spectator), None, &Style::plain())
    }

    #[test]
    fn stages_are_told_apart_by_marks_without_colour() {
        let text = drawn("Nf6/e8");
        assert!(text.contains(" N'"), "{text}");
        assert!(text.contains(" N*"), "{text}");
        assert!(text.contains("Black: resolved, without a king"), "{text}");
    }

    #[test]
    fn the_loom_names_a_thread_its_candidates_and_its_danger() {
        let text = drawn("e4 d6 Bb5/e8");
        assert!(text.contains("B* b5:"), "{text}");
        assert!(text.contains("ready"), "{text}");
        assert!(text.contains("Check!"), "{text}");
        let alone = drawn("e4 e5 d4/e5");
        assert!(alone.contains("P* d4: c2 d2, ready"), "{alone}");
    }

    #[test]
    fn drawings_fit_eighty_columns() {
        let text = drawn("e4 e5 Nf3/e5 Nc6/e5 d4/e5 b8//c6 d2//d4 Bb4/e1");
        assert!(
            text.lines()
                .all(|line| super::super::text::columns(line) <= 80),
            "{text}"
        );
    }
}
