//! Writing a position.

use crate::board::fen::or_dash;
use crate::board::{Color, color_index, fen};
use crate::time_traveler::identity::start_of_identity;
use crate::time_traveler::men::Men;
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::stage::Stage;

/// Writes a position.
pub(in crate::time_traveler) fn write(game: &TimeTraveler) -> String {
    let board = fen::write_squares(|square| {
        let (piece, stage) = game.men.at(square)?;
        Some(format!("{}{}", piece.char(), mark(stage)))
    });
    let en_passant = game.en_passant.map_or_else(
        || "-".to_owned(),
        |right| {
            let mark = if right.annihilated { "*" } else { "" };
            format!("{}{mark}", right.square)
        },
    );
    let lost = Color::ALL
        .into_iter()
        .filter(|color| game.lost[color_index(*color)])
        .map(Color::char)
        .collect();
    [
        board,
        fen::write_turn(game.turn).to_string(),
        fen::write_castling(game.castling),
        en_passant,
        write_identities(&game.men),
        write_explosions(game, Color::White),
        write_explosions(game, Color::Black),
        or_dash(lost),
        game.fifty.to_string(),
        (game.ply / 2 + 1).to_string(),
    ]
    .join(" ")
}

fn mark(stage: Stage) -> &'static str {
    match stage {
        Stage::Untraveled => "",
        Stage::Traveling => "*",
        Stage::Traveled => "'",
    }
}

fn write_identities(men: &Men) -> String {
    let mut moved: Vec<String> = Vec::new();
    for color in Color::ALL {
        for identity in 0..16 {
            let start = start_of_identity(color, identity);
            let now = men
                .untraveled(color)
                .into_iter()
                .find(|square| men.identity_at(*square) == Some(identity));
            if let Some(now) = now.filter(|now| *now != start) {
                moved.push(format!("{start}{now}"));
            }
        }
    }
    or_dash(moved.join(","))
}

fn write_explosions(game: &TimeTraveler, color: Color) -> String {
    let all: Vec<String> = game
        .explosions_of(color)
        .list()
        .iter()
        .map(|explosion| {
            let supports: String = (0..16)
                .filter(|identity| explosion.support & (1 << identity) != 0)
                .map(|identity| start_of_identity(color, identity).to_string())
                .collect();
            format!(
                "{}{}={supports}",
                explosion.role.upper_char(),
                explosion.square
            )
        })
        .collect();
    or_dash(all.join(","))
}
