//! DMChess: all eight boards if they fit, otherwise one of them; the portals, and the cube in a few lines.

use manifold_rules::board::{Square, color_name};
use manifold_rules::dmchess::DmChess;
use manifold_rules::dmchess::view::{DimensionView, ManView, PortalView, View};
use manifold_rules::outcome::Outcome;
use manifold_rules::position::Secret;
use manifold_rules::variant::AnyAction;
use manifold_rules::viewer::Viewer;

use super::{Cell, Style, TerminalGame, Tone, beside, grid, headline, strong, warning};

/// The minimum width for showing all eight boards, four in a row.
const WIDE: usize = 160;
const GAP: usize = 4;

impl TerminalGame for DmChess {
    fn rules(&self) -> &'static str {
        include_str!("../../../../docs/rules/dmchess.md")
    }

    fn how_to_type(&self) -> &'static str {
        "\
Piece, dimension and square, twice: Nd2b1-d4b5. Within a dimension also d1e2-e4, O-O d1; castling from
D4 to D5: O-O d4-d5. Show another dimension large: board 3."
    }

    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String {
        drawing(&self.view(viewer), outcome, style)
    }

    fn dimension_of(&self, action: AnyAction) -> Option<usize> {
        let text = action.to_string();
        let (_, target) = text.split_once("-d")?;
        target.get(..1)?.parse().ok()
    }

    /// True until both players have placed their kings.
    fn has_secrets(&self) -> bool {
        self.is_placing_kings()
    }
}

fn drawing(view: &View, outcome: Option<Outcome>, style: &Style) -> String {
    let instrument = instrument(view, outcome, style);
    if style.width >= WIDE {
        let mut right = instrument;
        right.push(String::new());
        right.extend(portals(view, style));
        beside(&cube(view, style), &right, GAP, style)
    } else {
        let mut left = titled_board(view, focused(view, style), style);
        left.push(String::new());
        left.extend(portals(view, style));
        beside(&left, &instrument, GAP, style)
    }
}

fn focused<'a>(view: &'a View, style: &Style) -> &'a DimensionView {
    &view.dimensions[style.focus.clamp(1, 8) - 1]
}

/// All boards, in two rows of four.
fn cube(view: &View, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for row in view.dimensions.chunks(4) {
        let mut boards = row
            .iter()
            .map(|dimension| titled_board(view, dimension, style));
        let first = boards.next().unwrap_or_default();
        let joined = boards.fold(first, |left, right| {
            beside(&left, &right, 2, style)
                .lines()
                .map(str::to_owned)
                .collect()
        });
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(joined);
    }
    lines
}

fn titled_board(view: &View, dimension: &DimensionView, style: &Style) -> Vec<String> {
    let mut title = format!("  D{} {:+}", dimension.number, dimension.imbalance);
    if let Some(color) = dimension.controller {
        title.push_str(&format!(", {}'s", color_name(color)));
    }
    let mut lines = vec![strong(&title, style)];
    let mut style = style.clone();
    style.highlights[0] = style.highlights[usize::from(dimension.number) - 1];
    lines.extend(grid(&style, |square| cell(view, dimension, square)));
    lines
}

/// A man with its level; on an empty square `o` with its reach for a portal, `*` for charged energy.
fn cell(view: &View, dimension: &DimensionView, square: Square) -> Cell {
    let man = dimension.men.iter().find(|man| man.square == square);
    let reach = view
        .portals
        .iter()
        .find(|portal| portal.square == square)
        .map(|portal| portal.reach);
    let charged = dimension
        .energy
        .iter()
        .any(|energy| energy.square == square && energy.charged);
    let sign = match (charged, reach) {
        (true, _) => Some('*'),
        (false, Some(_)) => Some('o'),
        (false, None) => None,
    };
    Cell {
        piece: man.map(|man| man.role.of(man.color)),
        sign,
        mark: man.map(|man| man.level).or(reach).map(digit),
        tone: match (man, reach) {
            (Some(ManView { in_check: true, .. }), _) => Tone::Check,
            (_, Some(_)) => Tone::Accent,
            _ => Tone::Plain,
        },
    }
}

fn digit(number: u8) -> char {
    char::from(b'0' + number)
}

/// The reach of every portal, and, in the turn before a shift, the coming map.
fn portals(view: &View, style: &Style) -> Vec<String> {
    let mut lines = vec![strong("  Portals and their reach", style)];
    lines.extend(reaches(&view.portals, style));
    if view.shift.announced {
        lines.push(String::new());
        lines.push(strong("  After the shift", style));
        lines.extend(reaches(&view.shift.coming, style));
    }
    lines
}

fn reaches(portals: &[PortalView], style: &Style) -> Vec<String> {
    let mut style = style.clone();
    style.highlights = Default::default();
    grid(&style, |square| {
        let portal = portals.iter().find(|portal| portal.square == square);
        Cell {
            sign: portal.map(|portal| digit(portal.reach)),
            tone: match portal {
                Some(_) => Tone::Accent,
                None => Tone::Plain,
            },
            ..Cell::default()
        }
    })
}

fn instrument(view: &View, outcome: Option<Outcome>, style: &Style) -> Vec<String> {
    if let Some(placing) = view.placing.as_ref().filter(|_| outcome.is_none()) {
        let actor = color_name(view.actor);
        return vec![
            strong(&format!("{} places the kings", capital(actor)), style),
            format!(
                "on the home squares ({}) of dimensions",
                view.actor.fold_wb("e1", "e8")
            ),
            format!(
                "or anywhere on their {} ranks:",
                view.actor.fold_wb("3rd", "6th")
            ),
            format!(
                "  kings:{}",
                view.actor
                    .fold_wb("d1e1,d2e1,d3e1,...", "d1e8,d2e8,d3e8,...")
            ),
            String::new(),
            if placing.white_has_placed {
                "White has placed already.".to_owned()
            } else {
                "Black places after White.".to_owned()
            },
        ];
    }
    let when = format!("Move {}", view.move_number);
    let mut lines = vec![
        headline(&when, view.actor, outcome, style),
        String::new(),
        "    kings    in check  imbalance".to_owned(),
        "    wh  bl   wh  bl    -8    0    +8".to_owned(),
    ];
    lines.extend(
        view.dimensions
            .iter()
            .map(|dimension| row(dimension, style)),
    );
    lines.push(String::new());
    lines.extend(facts(view, style));
    lines
}

fn row(dimension: &DimensionView, style: &Style) -> String {
    let check = |count: usize| match count {
        0 => "-".to_owned(),
        count => count.to_string(),
    };
    let marker = if usize::from(dimension.number) == style.focus {
        '>'
    } else {
        ' '
    };
    let control = dimension.controller.map_or("", color_name);
    format!(
        "{marker}D{} {:>2} {:>3}   {:>2} {:>3}    {} {:>+3} {control}",
        dimension.number,
        dimension.kings.white,
        dimension.kings.black,
        check(dimension.kings_in_check.white),
        check(dimension.kings_in_check.black),
        gauge(dimension.imbalance),
        dimension.imbalance,
    )
    .trim_end()
    .to_owned()
}

/// A gauge of the imbalance from -8 to +8 in steps of two; beyond that an arrow at its end.
fn gauge(imbalance: i16) -> String {
    let marker = match imbalance {
        ..-8 => '<',
        9.. => '>',
        _ => '#',
    };
    let at = (imbalance.clamp(-8, 8) + 8 + i16::from(imbalance < 0)) / 2;
    (0..9)
        .map(|step| match step {
            step if step == at => marker,
            4 => '|',
            _ => '-',
        })
        .collect()
}

fn facts(view: &View, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    if !view.check.is_empty() {
        let kings: Vec<String> = view.check.iter().map(ToString::to_string).collect();
        lines.push(warning(&format!("Check: {}", kings.join(" ")), style));
    }
    if let Some(dominance) = &view.dominance {
        let player = capital(color_name(dominance.player));
        lines.push(warning(
            &match dominance.plies_left {
                0 => format!("{player} has won by dominance"),
                plies => format!(
                    "{player} controls {} and wins in {}",
                    dominance.controlled,
                    plies_of(u32::from(plies))
                ),
            },
            style,
        ));
    }
    lines.push(format!(
        "Portals shift in {}",
        plies_of(view.shift.plies_left)
    ));
    for displaced in &view.shift.displaced {
        lines.push(format!(
            "  {} makes way to {}",
            displaced.from, displaced.to
        ));
    }
    lines.push(if view.law.binds {
        format!("Conservation Law: ±{}", view.law.bound)
    } else {
        format!("Conservation Law in {}", plies_of(view.law.plies_left))
    });
    if let Some(place) = view.en_passant {
        lines.push(format!("En passant on {place}"));
    }
    let used: Vec<String> = view
        .dimensions
        .iter()
        .flat_map(|dimension| {
            dimension.energy.iter().filter_map(move |energy| {
                let plies = energy.charged_on_ply?.saturating_sub(view.ply + 1);
                Some(format!(
                    "d{}{} (in {plies})",
                    dimension.number, energy.square
                ))
            })
        })
        .collect();
    if !used.is_empty() {
        lines.push("Energy squares that recharge, in plies:".to_owned());
        lines.extend(used.chunks(3).map(|some| format!("  {}", some.join(" "))));
    }
    lines.push(String::new());
    lines.push("A digit is a man's level. o portal, * energy".to_owned());
    lines
}

fn plies_of(count: u32) -> String {
    match count {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    }
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

#[cfg(test)]
mod tests {
    use manifold_rules::dmchess::Variant;
    use manifold_rules::position::Position;
    use manifold_rules::viewer::Viewer;

    use manifold_rules::board::Color;

    use super::*;

    fn style(width: usize) -> Style {
        Style {
            width,
            focus: 2,
            ..Style::plain()
        }
    }

    fn position(setup: Variant, actions: &str) -> DmChess {
        let mut position = DmChess::start(setup);
        for word in actions.split_whitespace() {
            position
                .play(word.parse().expect("an action"))
                .expect("legal");
        }
        position
    }

    fn draw(actions: &str, width: usize) -> String {
        let view = position(Variant::Home, actions).view(Viewer::Spectator);
        drawing(&view, None, &style(width))
    }

    #[test]
    fn one_board_fits_80_columns_and_eight_fit_160() {
        let played = "Pd2d2-d2d4 Pd2e7-d2e5 Pd2d4-d2e5 Nd2g8-d2f6";
        for (width, actions) in [(80, ""), (160, ""), (80, played), (160, played)] {
            let drawing = draw(actions, width);
            assert!(
                drawing.lines().all(|line| line.chars().count() <= width),
                "{drawing}"
            );
            assert!(drawing.lines().all(|line| line.trim_end() == line));
        }
    }

    #[test]
    fn the_focused_board_shows_men_with_their_levels_and_portals_with_their_reach() {
        let drawing = draw("", 80);
        assert!(drawing.contains("2  P2 P2 P2 P2 P2 P2 P2 P2"), "{drawing}");
        assert!(drawing.contains("3  o4 o1"), "{drawing}");
        assert!(drawing.contains("Portals shift in 16 plies"), "{drawing}");
        assert!(drawing.contains(">D2"), "{drawing}");
    }

    #[test]
    fn all_eight_boards_are_shown_where_they_fit() {
        let drawing = draw("", 160);
        for title in ["D1 +0", "D4 +0", "D5 +0", "D8 +0"] {
            assert!(drawing.contains(title), "{drawing}");
        }
    }

    #[test]
    fn the_coming_map_is_shown_in_the_turn_before_a_shift() {
        let shuffle = "Nd1g1-d1f3 Nd1g8-d1f6 Nd1f3-d1g1 Nd1f6-d1g8";
        let early = draw(shuffle, 80);
        assert!(!early.contains("After the shift"), "{early}");
        let late = draw(
            &[shuffle, shuffle, shuffle, "Nd1g1-d1f3 Nd1g8-d1f6"].join(" "),
            80,
        );
        assert!(late.contains("After the shift"), "{late}");
    }

    #[test]
    fn there_are_secrets_until_both_players_have_placed_their_kings() {
        let white = "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3";
        let black = "kings:d1e8,d2e8,d3e8,d4e8,d5e8,d6e8,d7e8,d8e8";
        assert!(position(Variant::Placed, "").has_secrets());
        assert!(position(Variant::Placed, white).has_secrets());
        assert!(!position(Variant::Placed, &format!("{white} {black}")).has_secrets());
        assert!(!position(Variant::Home, "").has_secrets());
        let before = position(Variant::Placed, "");
        let action = white.parse().expect("a placement");
        assert_eq!(before.notation(action, Viewer::Spectator), "kings:?");
    }

    #[test]
    fn the_placement_of_the_other_player_is_not_drawn() {
        let white = "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3";
        let view = position(Variant::Placed, white).view(Viewer::Player(Color::Black));
        let drawing = drawing(&view, None, &style(80));
        assert!(drawing.contains("Black places the kings"), "{drawing}");
        assert!(!drawing.contains("a3"), "{drawing}");
    }

    #[test]
    fn the_gauge_runs_from_minus_eight_to_eight() {
        assert_eq!(gauge(0), "----#----");
        assert_eq!(gauge(-8), "#---|----");
        assert_eq!(gauge(8), "----|---#");
        assert_eq!(gauge(-12), "<---|----");
        assert_eq!(gauge(9), "----|--->");
        assert_ne!(gauge(-2), gauge(0));
    }
}
