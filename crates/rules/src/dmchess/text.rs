//! Positions as one line of text.
//!
//! Fifteen fields, separated by single spaces:
//!
//! 1. to 8. the boards of D1 to D8 as in FEN. A man with another level than the number of its
//!    dimension, or with a past, has a bracket: `Q[5]` (level 5), `Q[5=13]` (a former pawn that has
//!    promoted in D1 and D3), `N[4@d1a5]` (whose last energy square was d1a5);
//! 9. the side to move, `w` or `b`;
//! 10. the kings and rooks that have never moved, by the letters of their files, for D1 to D8
//!     (`AEHaeh/…/-`), capitals for White;
//! 11. the square of en passant, such as `d1e3`, or `-`;
//! 12. the energy squares that are not charged, with the plies after the next one until they serve
//!     again: `d1a4:5,d2b4:1`, or `-`;
//! 13. who has controlled five dimensions at the ends of how many plies in a row: `w2`, or `-`;
//! 14. the plies since the last capture or pawn move;
//! 15. the number of the full move.
//!
//! While the kings are being placed: `kings` (White places), then `kings` and White's list.

use std::fmt::Write as _;
use std::iter::Peekable;
use std::str::Chars;

use super::action::Placement;
use super::energy::{EnergySquare, RECHARGE_PLIES};
use super::kings::{KingSetup, Placing};
use super::levels::MAX_LEVEL;
use super::place::{Dimension, Place};
use super::position::{DmChess, Man};
use super::safety::MAX_KINGS;
use crate::board::{Bitboard, Color, File, Piece, Role, Square, fen};
use crate::error::PositionError;
use crate::position::Position;

/// The word that stands for the boards while the kings are being placed.
pub(super) const PLACING: &str = "kings";
const FIELDS: usize = 15;
/// A game with more moves does not exist.
const MAX_MOVES: u32 = 100_000;
/// Eight men of one kind and colour for each board: pawns and what they have become.
const MAX_PAWNS: usize = 64;
const MAX_MEN: usize = 128;

/// The squares of men that castle, with their letters.
const HOMES: [(Square, char); 6] = [
    (Square::A1, 'A'),
    (Square::E1, 'E'),
    (Square::H1, 'H'),
    (Square::A8, 'a'),
    (Square::E8, 'e'),
    (Square::H8, 'h'),
];

impl DmChess {
    pub(super) fn write_text(&self) -> String {
        match self.placing {
            Placing::White => PLACING.to_owned(),
            Placing::Black(white) => format!("{PLACING} {white}"),
            Placing::Done => self.write_position(),
        }
    }

    fn write_position(&self) -> String {
        let mut text = String::with_capacity(640);
        for dimension in Dimension::ALL {
            text.push_str(&self.write_dimension(dimension));
            text.push(' ');
        }
        let en_passant = self
            .en_passant
            .map_or_else(|| "-".to_owned(), |place| place.to_string());
        let dominance = self.dominance.player.map_or_else(
            || "-".to_owned(),
            |color| format!("{}{}", color.char(), self.dominance.plies),
        );
        let _ = write!(
            text,
            "{} {} {en_passant} {} {dominance} {} {}",
            fen::write_turn(self.mover()),
            self.write_unmoved(),
            self.write_used(),
            self.quiet_plies,
            self.ply / 2 + 1,
        );
        text
    }

    fn write_dimension(&self, dimension: Dimension) -> String {
        fen::write_squares(|square| {
            let man = self.man_at(Place::new(dimension, square))?;
            Some(write_man(man, dimension))
        })
    }

    fn write_unmoved(&self) -> String {
        let of = |dimension| -> String {
            let letters: String = HOMES
                .iter()
                .filter(|(square, _)| self.is_unmoved(Place::new(dimension, *square)))
                .map(|(_, letter)| *letter)
                .collect();
            if letters.is_empty() {
                "-".to_owned()
            } else {
                letters
            }
        };
        Dimension::ALL.map(of).join("/")
    }

    fn write_used(&self) -> String {
        let used: Vec<String> = self
            .used
            .iter()
            .map(|(square, plies)| format!("{}:{plies}", square.place()))
            .collect();
        if used.is_empty() {
            "-".to_owned()
        } else {
            used.join(",")
        }
    }
}

fn write_man(man: Man, dimension: Dimension) -> String {
    let mut text = String::from(man.piece.char());
    if man == Man::fresh(man.piece, dimension.number()) {
        return text;
    }
    let _ = write!(text, "[{}", man.level);
    if man.mark.is_former_pawn() {
        text.push('=');
        for dimension in Dimension::ALL {
            if man.mark.has_promoted_in(dimension) {
                let _ = write!(text, "{}", dimension.number());
            }
        }
    }
    if let Some(last) = man.mark.last_energy() {
        let _ = write!(text, "@{}", last.place());
    }
    text.push(']');
    text
}

impl DmChess {
    pub(super) fn read_text(setup: KingSetup, text: &str) -> Result<DmChess, PositionError> {
        if let Some(rest) = text.strip_prefix(PLACING) {
            return read_placing(setup, rest);
        }
        let fields: Vec<&str> = text.split(' ').collect();
        let [
            b1,
            b2,
            b3,
            b4,
            b5,
            b6,
            b7,
            b8,
            turn,
            unmoved,
            en_passant,
            used,
            dominance,
            quiet,
            number,
        ] = fields[..]
        else {
            return Err(PositionError::new(
                "fields",
                format!(
                    "{} fields, but there are {FIELDS}: eight boards, side to move, unmoved men, en passant, used energy squares, dominance, quiet plies, move number",
                    fields.len()
                ),
            ));
        };
        let mut position = DmChess::empty(setup);
        for (dimension, board) in Dimension::ALL
            .into_iter()
            .zip([b1, b2, b3, b4, b5, b6, b7, b8])
        {
            position.read_dimension(dimension, board)?;
        }
        let turn = fen::read_turn(turn)?;
        let number = fen::read_number("move number", number, 1..=MAX_MOVES)?;
        position.ply = 2 * (number - 1) + u32::from(turn.is_black());
        position.check_men()?;
        position.read_unmoved(unmoved)?;
        position.read_en_passant(en_passant)?;
        position.read_used(used)?;
        position.read_dominance(dominance)?;
        position.quiet_plies = fen::read_number("quiet plies", quiet, 0..=position.ply)?;
        position.check_kings()?;
        Ok(position)
    }

    fn read_dimension(&mut self, dimension: Dimension, text: &str) -> Result<(), PositionError> {
        fen::read_squares(text, |square, letter, rest| {
            let place = Place::new(dimension, square);
            let piece = Piece::from_char(letter)
                .ok_or_else(|| format!("“{letter}” on {place} is no chessman"))?;
            let man = read_man(piece, dimension, rest)
                .map_err(|problem| format!("the man on {place} {problem}"))?;
            if piece.role == Role::Pawn && Bitboard::BACKRANKS.contains(square) {
                return Err(format!("a pawn on {place}: pawns stand on ranks 2 to 7"));
            }
            self.put(place, man);
            Ok(())
        })
    }

    fn check_men(&self) -> Result<(), PositionError> {
        let error = |problem| Err(PositionError::new("board", problem));
        for color in Color::ALL {
            let name = crate::board::color_name(color);
            let kings = self.count_kings(color);
            if kings == 0 || kings > MAX_KINGS {
                return error(format!(
                    "{name} has {kings} kings: a player has 1 to {MAX_KINGS}"
                ));
            }
            let men: Vec<Man> = self.men(color).collect();
            let pawns = men
                .iter()
                .filter(|man| man.piece.role == Role::Pawn || man.mark.is_former_pawn())
                .count();
            if pawns > MAX_PAWNS {
                return error(format!(
                    "{name} has {pawns} pawns, former ones included: a player has up to {MAX_PAWNS}"
                ));
            }
            if men.len() > MAX_MEN {
                return error(format!(
                    "{name} has {} men: a player has up to {MAX_MEN}",
                    men.len()
                ));
            }
        }
        Ok(())
    }

    fn men(&self, color: Color) -> impl Iterator<Item = Man> {
        Dimension::ALL.into_iter().flat_map(move |dimension| {
            self.board(dimension)
                .by_color(color)
                .into_iter()
                .filter_map(move |square| self.man_at(Place::new(dimension, square)))
        })
    }

    fn read_unmoved(&mut self, text: &str) -> Result<(), PositionError> {
        let error = |problem| PositionError::new("unmoved men", problem);
        let words: Vec<&str> = text.split('/').collect();
        if words.len() != 8 {
            return Err(error(format!(
                "{} dimensions, but there are 8, separated by “/”",
                words.len()
            )));
        }
        for (dimension, word) in Dimension::ALL.into_iter().zip(words) {
            let mut letters = word.chars().filter(|_| word != "-").peekable();
            if letters.peek().is_none() && word != "-" {
                return Err(error(format!("nothing for {dimension}: write - for none")));
            }
            for (square, home) in HOMES {
                if letters.next_if_eq(&home).is_none() {
                    continue;
                }
                let place = Place::new(dimension, square);
                // A man that has never moved has captured nothing and gained nothing.
                let fresh = Man::fresh(home_piece(home, square), dimension.number());
                if self.man_at(place) != Some(fresh) {
                    return Err(error(format!(
                        "no unmoved {} can stand on {place}",
                        crate::board::role_name(fresh.piece.role)
                    )));
                }
                if let Some(set) = self.unmoved.set_of(square) {
                    *set |= 1 << dimension.index();
                }
            }
            if letters.next().is_some() {
                return Err(error(format!(
                    "“{word}” for {dimension} should be letters of AEHaeh in this order, or -"
                )));
            }
        }
        Ok(())
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        let error = |problem| PositionError::new("en passant", problem);
        let place: Place = text
            .parse()
            .map_err(|_| error(format!("“{text}” should be a place such as d1e3, or -")))?;
        let turn = self.mover();
        if !fen::en_passant_is_plausible(self.board(place.dimension), turn, place.square) {
            return Err(error(format!("no pawn has just jumped over {place}")));
        }
        if self
            .ply
            .is_multiple_of(super::portals::PLIES_BETWEEN_SHIFTS)
        {
            return Err(error("a shift ends the right to capture en passant".into()));
        }
        if self.can_be_captured_en_passant(place, turn.other()) {
            self.en_passant = Some(place);
        }
        Ok(())
    }

    fn read_used(&mut self, text: &str) -> Result<(), PositionError> {
        if text == "-" {
            return Ok(());
        }
        let error = |word: &str, should: &str| {
            PositionError::new("used energy squares", format!("“{word}” {should}"))
        };
        for word in text.split(',') {
            let (square, plies) = word
                .split_once(':')
                .ok_or_else(|| error(word, "should be a place and plies such as d1a4:5"))?;
            let energy = square
                .parse()
                .ok()
                .and_then(EnergySquare::at)
                .ok_or_else(|| error(word, "names no energy square"))?;
            let plies = plies
                .parse::<u8>()
                .ok()
                .filter(|plies| (1..RECHARGE_PLIES).contains(plies) && plies.to_string().len() == 1)
                .ok_or_else(|| error(word, "should end in a number of plies from 1 to 5"))?;
            if u32::from(RECHARGE_PLIES - plies) > self.ply {
                return Err(error(word, "was used before the first move"));
            }
            if !self.used.is_charged(energy) {
                return Err(error(word, "names a square for the second time"));
            }
            if !self.used.set(energy, plies) {
                return Err(error(word, "names a ply on which another square was used"));
            }
        }
        Ok(())
    }

    fn read_dominance(&mut self, text: &str) -> Result<(), PositionError> {
        let error = |problem: String| Err(PositionError::new("dominance", problem));
        // What the boards say, for the first ply.
        self.dominance.advance(self.controlled());
        let Some(color) = self.dominance.player else {
            return match text {
                "-" => Ok(()),
                _ => error(format!(
                    "“{text}” should be -: nobody controls five dimensions"
                )),
            };
        };
        let plies = text
            .strip_prefix(color.char())
            .and_then(|plies| ["1", "2", "3"].iter().position(|number| *number == plies));
        match plies {
            Some(index) => {
                self.dominance.plies = index as u8 + 1;
                Ok(())
            }
            None => error(format!(
                "“{text}” should be {0}1, {0}2 or {0}3: {1} controls five dimensions or more",
                color.char(),
                crate::board::color_name(color)
            )),
        }
    }

    /// The last king of the player who has just moved must be safe: it could be captured otherwise.
    fn check_kings(&self) -> Result<(), PositionError> {
        let color = self.turn().other();
        if self.count_kings(color) > 1 || self.has_safe_king(color) {
            return Ok(());
        }
        Err(PositionError::new(
            "board",
            format!(
                "the only king of {} is attacked, but it is not their turn",
                crate::board::color_name(color)
            ),
        ))
    }
}

fn home_piece(letter: char, square: Square) -> Piece {
    let color = Color::from_white(letter.is_ascii_uppercase());
    match square.file() {
        File::E => color.king(),
        _ => color.rook(),
    }
}

/// Reads the bracket behind a man's letter, if there is one.
fn read_man(
    piece: Piece,
    dimension: Dimension,
    rest: &mut Peekable<Chars<'_>>,
) -> Result<Man, String> {
    let mut man = Man::fresh(piece, dimension.number());
    if rest.next_if_eq(&'[').is_none() {
        return Ok(man);
    }
    let mut bracket = String::new();
    loop {
        match rest.next() {
            Some(']') => break,
            Some(c) if bracket.len() < 24 => bracket.push(c),
            _ => return Err("has a bracket that does not end".into()),
        }
    }
    let (bracket, last) = split_off(&bracket, '@');
    let (level, promoted) = split_off(bracket, '=');
    man.level = level
        .parse()
        .ok()
        .filter(|number| (1..=MAX_LEVEL).contains(number) && level.len() == 1)
        .ok_or_else(|| format!("has the level “{level}”, which should be 1 to 8"))?;
    if let Some(promoted) = promoted {
        read_promotions(&mut man, promoted)?;
    }
    if let Some(last) = last {
        let square = last
            .parse()
            .ok()
            .and_then(EnergySquare::at)
            .ok_or_else(|| {
                format!("has its last energy from “{last}”, which is no energy square")
            })?;
        if man.level == MAX_LEVEL || man.level == 1 {
            return Err(format!(
                "of level {} should remember no energy square",
                man.level
            ));
        }
        man.mark.set_last_energy(Some(square));
    }
    Ok(man)
}

fn split_off(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn read_promotions(man: &mut Man, text: &str) -> Result<(), String> {
    if matches!(man.piece.role, Role::Pawn | Role::King) {
        return Err("is marked as a former pawn, but is none".into());
    }
    let mut previous = None;
    for c in text.chars() {
        let dimension = c
            .to_digit(10)
            .and_then(Dimension::numbered)
            .filter(|dimension| previous < Some(*dimension))
            .ok_or_else(|| {
                format!("has promoted in “{text}”, which should be dimensions such as 13")
            })?;
        previous = Some(dimension);
        man.mark.add_promotion(dimension);
    }
    match previous {
        Some(_) => Ok(()),
        None => Err("is marked as a former pawn, but has promoted nowhere".into()),
    }
}

/// Reads what follows `kings`: nothing, or White's placement.
fn read_placing(setup: KingSetup, rest: &str) -> Result<DmChess, PositionError> {
    let error = |problem: &str| PositionError::new("kings", problem);
    if setup == KingSetup::Home {
        return Err(error("in this game no kings are placed"));
    }
    let mut position = DmChess::start(setup);
    if rest.is_empty() {
        return Ok(position);
    }
    let placement = rest
        .strip_prefix(" kings:")
        .and_then(|list| Placement::read(list, true))
        .ok_or_else(|| error("White's placement should be as in “kings kings:d1e1,d2e1,…”"))?;
    position
        .check_placement(placement)
        .map_err(|refusal| error(&refusal.to_string()))?;
    position.place_kings(placement);
    Ok(position)
}
