//! Refusing positions that cannot arise.

use crate::board::{Color, Role, color_index, color_name};
use crate::error::PositionError;
use crate::time_traveler::position::TimeTraveler;
use crate::time_traveler::{check, grammar};

/// Refuses positions that cannot arise.
pub(super) fn validate(game: &TimeTraveler) -> Result<(), PositionError> {
    for color in Color::ALL {
        let error = |field, problem: String| {
            Err(PositionError::new(
                field,
                format!("{}: {problem}", color_name(color)),
            ))
        };
        let list = game.explosions_of(color).list();
        let men = &game.men;
        for square in men.traveling(color) {
            let role = men.board().role_at(square);
            let jumped = list
                .iter()
                .any(|explosion| explosion.square == square && Some(explosion.role) == role);
            if !jumped {
                return error(
                    "board",
                    format!("no explosion has put a traveling man of that kind on {square}"),
                );
            }
        }
        if men.traveled(color).count() > list.len() {
            return error("board", "more traveled men than explosions".to_owned());
        }
        let kings = men.traveled(color) & men.board().by_role(Role::King);
        let king_explosions = list.iter().filter(|made| made.role == Role::King).count();
        if kings.count() > king_explosions {
            return error(
                "board",
                "more traveled kings than king explosions".to_owned(),
            );
        }
        if game.lost[color_index(color)] && list.is_empty() {
            return error(
                "lost",
                "no traveling man could be lost without an explosion".to_owned(),
            );
        }
    }
    let moved = game.turn.other();
    if game.lost[color_index(moved)] || !grammar::is_matchable(&game.men, moved) {
        return Err(PositionError::new(
            "side to move",
            format!(
                "{} has just moved and may not have left an incorrect position",
                color_name(moved)
            ),
        ));
    }
    let wins = !game.is_correct(game.turn);
    if !wins && check::is_in_check(&game.men, moved, game.en_passant) {
        return Err(PositionError::new(
            "side to move",
            format!(
                "{} has just moved and may not be in check",
                color_name(moved)
            ),
        ));
    }
    Ok(())
}
