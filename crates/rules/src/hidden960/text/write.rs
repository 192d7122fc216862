//! Writing a position.

use super::squares;
use crate::board::fen::or_dash;
use crate::board::{Color, File, Role, Square, fen};
use crate::hidden960::array::Array;
use crate::hidden960::{Hidden960, Variant};

pub(in crate::hidden960) fn write(position: &Hidden960) -> String {
    let mut fields = vec![
        fen::write_board(&position.board),
        fen::write_turn(position.turn).to_string(),
        or_dash(format!(
            "{}{}",
            position.pool(Color::White),
            position.pool(Color::Black).to_string().to_lowercase()
        )),
        or_dash(squares(position.unmoved)),
        fen::write_square(position.en_passant),
        position.fifty_moves.to_string(),
        (position.ply / 2 + 1).to_string(),
        or_dash(write_turn_so_far(position)),
    ];
    if position.variant == Variant::Chess960 {
        fields.push(format!(
            "{}/{}",
            write_array(position.arrays[0]),
            write_array(position.arrays[1]).to_lowercase()
        ));
    }
    fields.join(" ")
}

fn write_turn_so_far(position: &Hidden960) -> String {
    let mut text = String::from(if position.committed { "+" } else { "" });
    for file in position.latest.files() {
        let square = Square::from_coords(file, position.turn.backrank());
        square.append_to_string(&mut text);
    }
    text
}

fn write_array(array: Array) -> String {
    File::ALL
        .into_iter()
        .map(|file| array.role_at(file).map_or('?', Role::upper_char))
        .collect()
}
