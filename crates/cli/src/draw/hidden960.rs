//! Hidden960: the board with its hidden squares, and beside it the pools.

use manifold_rules::board::{Color, Piece, Role, Square, color_name};
use manifold_rules::hidden960::{CastlingView, Hidden960, View};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Secret;
use manifold_rules::viewer::Viewer;

use super::{Cell, Style, TerminalGame, Tone, beside, glyph, grid, headline, warning};

/// Columns left beside a board of 27 columns and a gap of 4.
const INSTRUMENT_WIDTH: usize = 49;

impl TerminalGame for Hidden960 {
    fn rules(&self) -> &'static str {
        include_str!("../../../../docs/rules/hidden960.md")
    }

    fn how_to_type(&self) -> &'static str {
        "\
Moves as in chess: Nf3 or g1f3, O-O. A reveal: d1=Q; the last two together: d1=Q+e1=K.
unreveal takes your latest reveal of this turn back."
    }

    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String {
        drawing(&self.view(viewer), outcome, style)
    }
}

fn drawing(view: &View, outcome: Option<Outcome>, style: &Style) -> String {
    beside(
        &board(view, style),
        &instrument(view, outcome, style),
        4,
        style,
    )
}

fn board(view: &View, style: &Style) -> Vec<String> {
    grid(style, |square| {
        let Some(man) = view.men.iter().find(|man| man.square == square) else {
            return Cell::default();
        };
        let is_answered = man.threatened || view.checked_kings.contains(&square);
        Cell {
            piece: man.role.map(|role| role.of(man.color)),
            sign: Some('?'),
            mark: None,
            tone: match man.role {
                _ if is_answered => Tone::Check,
                None => Tone::Dim,
                Some(_) => Tone::Plain,
            },
        }
    })
}

fn instrument(view: &View, outcome: Option<Outcome>, style: &Style) -> Vec<String> {
    let when = format!("Move {}", view.full_move);
    let mut lines = vec![headline(&when, view.turn, outcome, style)];
    if outcome.is_none() && !view.duty.must_reveal.is_empty() {
        lines.extend(
            wrapped(&format!("{}.", view.duty))
                .iter()
                .map(|line| warning(line, style)),
        );
        lines.extend(choices(view));
    }
    for king in &view.checked_kings {
        lines.push(warning(&format!("Check on {king}!"), style));
    }
    lines.push(String::new());
    lines.push("To be placed".to_owned());
    lines.push(pool(Color::White, &view.pools.white, style));
    lines.push(pool(Color::Black, &view.pools.black, style));
    if !view.castling.is_empty() {
        lines.push("Castling".to_owned());
        lines.extend(view.castling.iter().map(castling));
    }
    if !view.unreveal.is_empty() {
        lines.push(format!(
            "unreveal takes {} back",
            words(view.unreveal.iter(), " and ")
        ));
    }
    lines
}

/// The choices for each square that must be revealed: `e1: Q R N`.
fn choices(view: &View) -> Vec<String> {
    view.men
        .iter()
        .filter(|man| !man.choices.is_empty())
        .map(|man| {
            let letters = man.choices.iter().rev().map(|role| role.upper_char());
            format!("{}: {}", man.square, words(letters, " "))
        })
        .collect()
}

fn pool(color: Color, men: &[Role], style: &Style) -> String {
    let men = men
        .iter()
        .map(|role| glyph(Piece { color, role: *role }, style));
    let all = words(men, " ");
    format!(
        "  {} {}",
        color_name(color),
        if all.is_empty() { "nothing" } else { &all }
    )
}

fn castling(castling: &CastlingView) -> String {
    let CastlingView {
        color, king, rook, ..
    } = castling;
    let square = |square: &Square| square.to_string();
    format!(
        "  {} {} ({} {}){}",
        color_name(*color),
        castling.name,
        square(king),
        square(rook),
        if castling.now { ", possible now" } else { "" }
    )
}

fn words<T: ToString>(items: impl Iterator<Item = T>, between: &str) -> String {
    let items: Vec<String> = items.map(|item| item.to_string()).collect();
    items.join(between)
}

/// A sentence wrapped to fit beside the board.
fn wrapped(sentence: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in sentence.split(' ') {
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.chars().count() > INSTRUMENT_WIDTH {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use manifold_rules::hidden960::Variant;
    use manifold_rules::position::{Position, Secret};
    use manifold_rules::viewer::Viewer;

    use super::*;

    fn draw(actions: &str) -> String {
        let mut position = Hidden960::start(Variant::Free);
        for word in actions.split_whitespace() {
            position
                .play(word.parse().expect("an action"))
                .expect("legal");
        }
        drawing(&position.view(Viewer::Spectator), None, &Style::plain())
    }

    #[test]
    fn hidden_squares_are_question_marks_and_pools_stand_beside_the_board() {
        let drawing = draw("d1=Q");
        assert!(drawing.contains("1  ?  ?  ?  Q  ?  ?  ?  ?"), "{drawing}");
        assert!(drawing.contains("white K R R B B N N"), "{drawing}");
        assert!(drawing.contains("unreveal takes d1 back"), "{drawing}");
    }

    #[test]
    fn a_forced_reveal_says_who_must_choose_and_what_there_is() {
        let drawing = draw("b1=N b1c3 a7a6 c3d5 a6a5 d5f6");
        assert!(drawing.contains("!?"), "{drawing}");
        assert!(
            drawing.contains("Black must choose what stands on"),
            "{drawing}"
        );
        assert!(drawing.contains("e8: K Q R B N"), "{drawing}");
    }

    #[test]
    fn castling_that_is_left_is_named() {
        let drawing = draw("h1=R e1=K");
        assert!(drawing.contains("white O-O (e1 h1)"), "{drawing}");
    }

    #[test]
    fn a_drawing_fits_80_columns() {
        for actions in [
            "",
            "b1=N b1c3 a7a6 c3d5 a6a5 d5f6",
            "a1=R b1=N c1=B d1=Q e1=K f1=B",
        ] {
            let drawing = draw(actions);
            assert!(drawing.lines().all(|line| line.chars().count() <= 80));
            assert!(drawing.lines().all(|line| line.trim_end() == line));
        }
    }
}
