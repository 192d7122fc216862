//! The output of `moves` and the completions of Tab: up to thousands of actions in a form that a person can read.

use manifold_rules::board::{Color, Square};
use manifold_rules::position::Bounds;
use manifold_rules::variant::AnyPosition;
use manifold_rules::viewer::Viewer;

/// The most words that are printed or completed.
const MOST: usize = 400;

/// The kind of action of a word in machine notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Move,
    Reveal,
    Annihilation,
    Explosion,
    PhaseOut,
}

fn kind(machine: &str) -> Kind {
    let is_square = |text: &str| text.get(..2).is_some_and(|s| s.parse::<Square>().is_ok());
    if machine.contains('^') {
        Kind::PhaseOut
    } else if machine.contains("//") {
        Kind::Annihilation
    } else if machine
        .split_once('/')
        .is_some_and(|(_, target)| is_square(target))
    {
        Kind::Explosion
    } else if machine.as_bytes().get(2) == Some(&b'=') {
        Kind::Reveal
    } else {
        Kind::Move
    }
}

/// A legal action in both notations.
struct Choice {
    machine: String,
    shown: String,
    kind: Kind,
}

/// The answer to `moves`.
pub(super) struct Answer {
    /// Actions to print in columns.
    pub(super) words: Vec<String>,
    /// Sentences about actions that are too many to print.
    pub(super) notes: Vec<String>,
    /// The target squares of the man that was asked about, with the dimension in DMChess.
    pub(super) targets: Vec<(Option<usize>, Square)>,
}

/// The legal actions of the man, square or kind that `part` names; a summary of all if it is empty.
pub(super) fn answer(position: &AnyPosition, part: &str) -> Answer {
    let choices = matching(choices(position), part);
    let targets = choices
        .iter()
        .filter_map(|choice| target(&choice.machine, part))
        .collect();
    let mut notes = Vec::new();
    let (printed, counted): (Vec<Choice>, Vec<Choice>) = choices.into_iter().partition(|choice| {
        choice.kind != Kind::PhaseOut && (choice.kind != Kind::Explosion || !part.is_empty())
    });
    if printed.is_empty() && counted.is_empty() {
        notes.push(nothing(part));
    }
    let explosions = counted
        .iter()
        .filter(|choice| choice.kind == Kind::Explosion)
        .count();
    if explosions > 0 {
        notes.push(format!(
            "And {explosions} explosions. Say which, as in: moves N, or moves Nf6"
        ));
    }
    notes.extend(phase_outs(&counted, part));
    let mut words: Vec<String> = printed.into_iter().map(|choice| choice.shown).collect();
    if words.len() > MOST {
        notes.push(format!(
            "… and {} more. Say which, as in: moves {}",
            words.len() - MOST,
            &words[0].chars().take(2).collect::<String>()
        ));
        words.truncate(MOST);
    }
    Answer {
        words,
        notes,
        targets,
    }
}

/// The words that Tab completes: moves in the game's own and in machine notation.
pub(super) fn completions(position: &AnyPosition) -> Vec<String> {
    let mut words = Vec::new();
    if position.count_legal_within(Bounds { max_delay: 0 }) > 2 * MOST as u64 {
        return words;
    }
    let mut choices = choices(position);
    choices.retain(|choice| choice.kind < Kind::Explosion);
    for choice in choices.into_iter().take(MOST) {
        words.push(choice.shown);
        words.push(choice.machine);
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// All listed actions: moves first, then the others by kind.
fn choices(position: &AnyPosition) -> Vec<Choice> {
    let viewer = Viewer::Player(position.actor());
    let mut choices: Vec<Choice> = position
        .legal_actions_within(Bounds::default())
        .into_iter()
        .map(|action| {
            let machine = action.to_string();
            let kind = kind(&machine);
            // There can be thousands of phase-outs, which are only summarised.
            let shown = match kind {
                Kind::PhaseOut => String::new(),
                _ => position.notation(action, viewer),
            };
            Choice {
                machine,
                shown,
                kind,
            }
        })
        .collect();
    choices.sort_by(|a, b| (a.kind, &a.machine).cmp(&(b.kind, &b.machine)));
    choices
}

/// The actions of the man, square or kind that `part` names; if there are none, those that contain it.
fn matching(mut choices: Vec<Choice>, part: &str) -> Vec<Choice> {
    let begins = |choice: &Choice| {
        choice.machine.starts_with(part)
            || choice.shown.starts_with(part)
            || choice
                .machine
                .trim_start_matches(|c: char| c.is_ascii_uppercase())
                .starts_with(part)
    };
    if choices.iter().any(begins) {
        choices.retain(begins);
    } else {
        choices.retain(|choice| choice.kind != Kind::PhaseOut && choice.machine.contains(part));
    }
    choices
}

fn nothing(part: &str) -> String {
    if part.is_empty() {
        "There is nothing to list here.".to_owned()
    } else {
        format!(
            "No action of yours matches “{}”. Name a square or a piece, as in: moves e2",
            part.escape_debug()
        )
    }
}

/// A summary of phase-outs in one sentence.
fn phase_outs(choices: &[Choice], part: &str) -> Option<String> {
    let parts: Vec<(&str, &str, &str)> = choices
        .iter()
        .filter(|choice| choice.kind == Kind::PhaseOut)
        .filter_map(|choice| {
            let (from, rest) = choice.machine.split_once('^')?;
            let (delay, square) = rest.split_once('@')?;
            Some((from, delay, square.get(..2)?))
        })
        .collect();
    let distinct = |word: fn(&(&str, &str, &str)) -> String| {
        let mut words: Vec<String> = parts.iter().map(word).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    let from = distinct(|(from, _, _)| (*from).to_owned());
    let delays = distinct(|(_, delay, _)| (*delay).to_owned());
    let squares = distinct(|(_, _, square)| (*square).to_owned());
    let (example, delay, square) = parts.first()?;
    Some(if part.is_empty() {
        format!(
            "And phase-outs of {}, as in {example}^{delay}@{square}",
            from.join(", ")
        )
    } else {
        format!(
            "And phase-outs: for {} turns or more, to {} squares, as in {example}^{delay}@{square}",
            delays.join(", "),
            squares.len()
        )
    })
}

/// The target of an action in machine notation, with its dimension, if it is an action of the man on `from` (`e2`, in DMChess `d3e2`).
fn target(action: &str, from: &str) -> Option<(Option<usize>, Square)> {
    if from.is_empty() {
        return None;
    }
    let rest = action
        .trim_start_matches(|c: char| c.is_ascii_uppercase())
        .strip_prefix(from)?
        .trim_start_matches(['-', '/']);
    let (board, square) = match rest.get(..4).zip(rest.strip_prefix('d')) {
        Some((word, _)) if word.as_bytes()[2].is_ascii_lowercase() => {
            (word[1..2].parse().ok(), &word[2..4])
        }
        _ => (None, rest.get(..2)?),
    };
    Some((board, square.parse().ok()?))
}

/// Words in columns that fit into `width`.
pub(super) fn columns(words: &[String], width: usize) -> String {
    let column = words
        .iter()
        .map(|word| word.chars().count())
        .max()
        .unwrap_or(1)
        + 2;
    let rows = words.chunks((width / column).max(1)).map(|row| {
        let line: String = row.iter().map(|word| format!("{word:<column$}")).collect();
        line.trim_end().to_owned()
    });
    rows.collect::<Vec<String>>().join("\n")
}

/// The dimension that `part` names, as in `d3e2` (DMChess).
pub(super) fn dimension_of(part: &str) -> Option<usize> {
    let digits = part.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let (dimension, square) = digits.strip_prefix('d')?.split_at_checked(1)?;
    square.parse::<Square>().ok()?;
    dimension.parse().ok().filter(|n| (1..=8).contains(n))
}

/// The prompt, which names the player who must act.
pub(super) fn question(actor: Color, turn: Color) -> String {
    let name = |color: Color| color.fold_wb("White", "Black");
    if actor == turn {
        format!("{}> ", name(actor))
    } else {
        format!("{} (must answer on {}'s turn)> ", name(actor), name(turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(id: &str) -> AnyPosition {
        AnyPosition::start(id.parse().expect("a game"))
    }

    #[test]
    fn targets_are_read_from_the_notation_of_every_game() {
        assert_eq!(target("e2e4", "e2"), Some((None, Square::E4)));
        assert_eq!(target("e7e8q", "e7"), Some((None, Square::E8)));
        assert_eq!(target("d2//d4", "d2"), Some((None, Square::D4)));
        assert_eq!(target("Nf6/e8", "f6"), Some((None, Square::E8)));
        assert_eq!(target("Qd2e4-d5f6", "d2e4"), Some((Some(5), Square::F6)));
        assert_eq!(target("d2d4", "d2"), Some((None, Square::D4)));
    }

    #[test]
    fn actions_without_a_target_or_of_other_men_point_out_nothing() {
        for action in ["d1=Q", "c1^3@f4", "--", "cancel", "kings:d1e1"] {
            assert_eq!(target(action, "e2"), None, "{action}");
            assert_eq!(target(action, ""), None, "{action}");
        }
        assert_eq!(target("c1^3@f4", "c1"), None);
    }

    #[test]
    fn kinds_are_told_apart_by_their_notation() {
        for (machine, expected) in [
            ("e2e4", Kind::Move),
            ("g1f3/r", Kind::Move),
            ("--/o", Kind::Move),
            ("Qd2e4-d5f6", Kind::Move),
            ("d1=Q+e1=K", Kind::Reveal),
            ("d2//d4", Kind::Annihilation),
            ("d4/e5", Kind::Explosion),
            ("c1^3@f4/o", Kind::PhaseOut),
        ] {
            assert_eq!(kind(machine), expected, "{machine}");
        }
    }

    #[test]
    fn phase_outs_are_told_in_a_sentence_and_moves_in_words() {
        let start = start("hyperspace");
        let all = answer(&start, "");
        assert_eq!(all.words.len(), 20);
        assert!(
            all.notes[0].contains("phase-outs of a1, b1, c1"),
            "{:?}",
            all.notes
        );
        let knight = answer(&start, "g1");
        assert_eq!(knight.words, ["Nf3", "Nh3"]);
        assert!(
            knight.notes[0].contains("to 64 squares"),
            "{:?}",
            knight.notes
        );
        assert_eq!(knight.targets.len(), 2);
    }

    #[test]
    fn explosions_are_counted_until_somebody_asks_for_them() {
        let start = start("time-traveler");
        let all = answer(&start, "");
        assert_eq!(all.words.len(), 20);
        assert!(all.notes[0].contains("1058 explosions"), "{:?}", all.notes);
        let knight = answer(&start, "Nf6");
        assert!(
            knight.words.iter().any(|word| word == "Nf6/e8"),
            "{:?}",
            knight.words
        );
    }

    #[test]
    fn what_matches_nothing_is_said() {
        let start = start("hyperspace");
        assert!(answer(&start, "z9").notes[0].contains("z9"));
    }

    #[test]
    fn the_dimension_of_a_man_is_read_from_its_square() {
        assert_eq!(dimension_of("d4b1"), Some(4));
        assert_eq!(dimension_of("Qd4b1"), Some(4));
        assert_eq!(dimension_of("d4"), None);
        assert_eq!(dimension_of("e2"), None);
        assert_eq!(dimension_of("d9e2"), None);
    }
}
