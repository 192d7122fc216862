//! The rules, one by one, and properties of random games.

mod castling;
mod draws;
mod kings;
mod law;
mod moves;
mod notation;
mod properties;
mod shift;
mod text;
mod travel;
mod view;

use super::*;
use crate::perft::perft;
use crate::position::{Bounds, Position};

/// A position made of a few boards. Unless they say otherwise, D8 has the two kings on their home squares,
/// sheltered by portals, and every other board is empty.
struct Scene<'a> {
    boards: [&'a str; 8],
    turn: char,
    unmoved: &'a str,
    en_passant: &'a str,
    used: &'a str,
    dominance: &'a str,
    quiet: u32,
    number: u32,
}

const EMPTY: &str = "8/8/8/8/8/8/8/8";
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

fn scene<'a>(boards: &[(usize, &'a str)]) -> Scene<'a> {
    let mut all = [EMPTY; 8];
    all[7] = KINGS;
    for (number, board) in boards {
        all[number - 1] = board;
    }
    Scene {
        boards: all,
        turn: 'w',
        unmoved: "-/-/-/-/-/-/-/-",
        en_passant: "-",
        used: "-",
        dominance: "-",
        quiet: 0,
        number: 1,
    }
}

impl<'a> Scene<'a> {
    fn black(mut self) -> Self {
        self.turn = 'b';
        self
    }

    fn unmoved(mut self, unmoved: &'a str) -> Self {
        self.unmoved = unmoved;
        self
    }

    fn en_passant(mut self, place: &'a str) -> Self {
        self.en_passant = place;
        self
    }

    fn used(mut self, used: &'a str) -> Self {
        self.used = used;
        self
    }

    fn dominance(mut self, dominance: &'a str) -> Self {
        self.dominance = dominance;
        self
    }

    fn quiet(mut self, plies: u32) -> Self {
        self.quiet = plies;
        self
    }

    fn number(mut self, number: u32) -> Self {
        self.number = number;
        self
    }

    fn text(&self) -> String {
        format!(
            "{} {} {} {} {} {} {} {}",
            self.boards.join(" "),
            self.turn,
            self.unmoved,
            self.en_passant,
            self.used,
            self.dominance,
            self.quiet,
            self.number
        )
    }

    fn build(&self) -> DmChess {
        let text = self.text();
        DmChess::from_text(Variant::Home, &text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }
}

fn action(text: &str) -> Action {
    text.parse().expect(text)
}

fn place(text: &str) -> Place {
    text.parse().expect(text)
}

fn check(position: &DmChess, text: &str) -> Result<(), Refusal> {
    let listed = position.legal_actions().contains(&action(text));
    let checked = position.check(action(text));
    assert_eq!(listed, checked.is_ok(), "{text} in {}", position.to_text());
    checked
}

#[track_caller]
fn assert_legal(position: &DmChess, text: &str) {
    assert_eq!(check(position, text), Ok(()), "{text}");
}

#[track_caller]
fn refusal(position: &DmChess, text: &str) -> Refusal {
    check(position, text).expect_err(text)
}

/// The targets of the man on a place, in order, as `d1e4`.
fn targets(position: &DmChess, from: &str) -> Vec<String> {
    let mut targets: Vec<String> = position
        .legal_actions()
        .into_iter()
        .filter_map(|action| match action {
            Action::Move(m) if m.from == place(from) => Some(m.to.to_string()),
            _ => None,
        })
        .collect();
    targets.sort();
    targets
}

fn after(position: &DmChess, moves: &str) -> DmChess {
    let mut position = *position;
    for word in moves.split_whitespace() {
        position
            .play(action(word))
            .unwrap_or_else(|refusal| panic!("{word}: {refusal}"));
    }
    position
}

fn level(position: &DmChess, at: &str) -> u8 {
    position.level_at(place(at)).expect(at)
}

#[test]
fn the_start_position_has_the_known_numbers_of_moves() {
    let start = DmChess::start(Variant::Home);
    assert_eq!(perft(&start, 1, Bounds::NONE), 363);
    assert_eq!(perft(&start, 2, Bounds::NONE), 131_918);
}
