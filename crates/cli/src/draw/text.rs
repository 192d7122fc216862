//! Lines of text: colours, widths, and two columns side by side.

use anstyle::{AnsiColor, Style as Paint};
use manifold_rules::board::{Color, color_name};
use manifold_rules::outcome::Outcome;

use super::style::Style;

/// `text` in `paint`.
pub(crate) fn paint(text: &str, paint: Paint) -> String {
    format!("{paint}{text}{paint:#}")
}

/// `text` in bold, if the terminal has colours.
pub(crate) fn strong(text: &str, style: &Style) -> String {
    if style.color {
        paint(text, Paint::new().bold())
    } else {
        text.to_owned()
    }
}

/// The line above an instrument: `when` (such as the turn), and who must act or how the game ended.
pub(crate) fn headline(
    when: &str,
    actor: Color,
    outcome: Option<Outcome>,
    style: &Style,
) -> String {
    let line = match outcome {
        None => format!("{when}, {} to move", color_name(actor)),
        Some(_) => format!("{when}, the game is over"),
    };
    strong(&line, style)
}

/// The line below a finished game: the score, and how it ended.
pub(crate) fn ending(outcome: Outcome, style: &Style) -> String {
    let sentence = strong(&outcome.sentence(), style);
    format!("{}  {sentence}", outcome.score())
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

/// Puts the lines of `right` beside those of `left`, or below them if the terminal is too narrow. Every line ends with a newline.
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

/// The width of a line in columns, without the escape sequences of colours.
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
