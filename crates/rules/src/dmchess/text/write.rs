//! Writing a position.

use std::fmt::Write as _;

use super::man::write_man;
use super::{HOMES, PLACING};
use crate::board::fen;
use crate::dmchess::dimension::Dimension;
use crate::dmchess::place::Place;
use crate::dmchess::placement::Placing;
use crate::dmchess::position::DmChess;

impl DmChess {
    pub(in crate::dmchess) fn write_text(&self) -> String {
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
            fen::or_dash(letters)
        };
        Dimension::ALL.map(of).join("/")
    }

    fn write_used(&self) -> String {
        let used: Vec<String> = self
            .used
            .iter()
            .map(|(square, plies)| format!("{}:{plies}", square.place()))
            .collect();
        fen::or_dash(used.join(","))
    }
}
