//! Reading a position.

use super::man::read_man;
use super::{HOMES, PLACING};
use crate::board::{Bitboard, Color, File, Piece, Role, Square, color_name, fen, role_name};
use crate::dmchess::dimension::Dimension;
use crate::dmchess::energy::{EnergySquare, RECHARGE_PLIES};
use crate::dmchess::man::Man;
use crate::dmchess::place::Place;
use crate::dmchess::placement::Placement;
use crate::dmchess::portals::PLIES_BETWEEN_SHIFTS;
use crate::dmchess::position::DmChess;
use crate::dmchess::safety::MAX_KINGS;
use crate::dmchess::variant::Variant;
use crate::error::PositionError;
use crate::position::Position;

const FIELDS: usize = 15;
/// Far more moves than any game has.
const MAX_MOVES: u32 = 100_000;
/// Eight pawns a board, former ones included.
const MAX_PAWNS: usize = 64;
const MAX_MEN: usize = 128;

impl DmChess {
    pub(in crate::dmchess) fn read_text(
        variant: Variant,
        text: &str,
    ) -> Result<DmChess, PositionError> {
        if let Some(rest) = text.strip_prefix(PLACING) {
            return read_placing(variant, rest);
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
        let mut position = DmChess::empty(variant);
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
                .ok_or_else(|| format!("“{letter}” on {place} is not a chessman"))?;
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
            let name = color_name(color);
            let kings = self.king_count(color);
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
                // An unmoved man has its initial level and no marks.
                let fresh = Man::fresh(home_piece(home, square), dimension.number());
                if self.man_at(place) != Some(fresh) {
                    return Err(error(format!(
                        "no unmoved {} can stand on {place}",
                        role_name(fresh.piece.role)
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
        if self.ply.is_multiple_of(PLIES_BETWEEN_SHIFTS) {
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
        // The boards determine the player; the text only adds the number of plies.
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
                color_name(color)
            )),
        }
    }

    /// The last king of the player who has just moved must be safe.
    fn check_kings(&self) -> Result<(), PositionError> {
        let color = self.turn().other();
        if self.king_count(color) > 1 || self.has_safe_king(color) {
            return Ok(());
        }
        Err(PositionError::new(
            "board",
            format!(
                "the only king of {} is attacked, but it is not their turn",
                color_name(color)
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

/// Reads what follows `kings`: nothing, or White's placement.
fn read_placing(variant: Variant, rest: &str) -> Result<DmChess, PositionError> {
    let error = |problem: &str| PositionError::new("kings", problem);
    if variant == Variant::Home {
        return Err(error("in this game no kings are placed"));
    }
    let mut position = DmChess::start(variant);
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
