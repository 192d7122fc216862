//! The return of a piece.

use super::*;
use crate::board::{Role, Square};
use crate::position::Secret;

#[test]
fn a_piece_that_returns_to_an_empty_square_stands_there() {
    let position = after(&at("4k3/8/8/8/8/8/8/4K3 w - - 7 9 N1@c3"), "e1e2");
    assert_eq!(position.to_text(), "4k3/8/8/8/8/2N5/4K3/8 b - - 8 9 -");
}

#[test]
fn a_piece_returns_after_the_action_of_its_player_not_before() {
    // The rook passes over the square to which the knight returns.
    let position = after(&at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 N1@a3"), "a1a5");
    assert_eq!(board(&position), "4k3/8/8/R7/8/N7/8/4K3");
    // A man that stands on its square may move away first.
    let position = after(&at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 N1@a1"), "a1a5");
    assert_eq!(board(&position), "4k3/8/8/R7/8/8/8/N3K3");
}

#[test]
fn a_piece_that_leaves_makes_room_for_the_one_that_returns() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 N1@a1");
    assert!(!legal(&position, "a1^1@h8/r"));
    let position = after(&position, "a1^1@h8");
    assert_eq!(board(&position), "4k3/8/8/8/8/8/8/N3K3");
    assert_eq!(away(&position), "R2@h8");
}

#[test]
fn a_piece_that_returns_to_its_own_king_is_removed() {
    let position = after(&at("4k3/8/8/8/8/8/8/4K3 w - - 7 9 N1@e2"), "e1e2");
    assert_eq!(position.to_text(), "4k3/8/8/8/8/8/4K3/8 b - - 0 9 -");
}

#[test]
fn a_piece_that_returns_to_an_enemy_man_is_lost_and_captures_nothing() {
    let position = after(&at("4k3/8/8/8/8/p7/8/4K3 w - - 7 9 Q1@a3"), "e1e2");
    assert_eq!(position.to_text(), "4k3/8/8/8/8/p7/4K3/8 b - - 0 9 -");
    // The enemy king is an enemy man too.
    let position = after(&at("4k3/8/8/8/8/8/8/4K3 w - - 7 9 Q1@e8"), "e1e2");
    assert_eq!(position.to_text(), "4k3/8/8/8/8/8/4K3/8 b - - 0 9 -");
}

#[test]
fn an_enemy_man_that_was_just_captured_is_not_there_any_more() {
    let position = at("4k3/8/8/8/8/p7/8/R3K3 w - - 0 1 Q1@a3");
    // The capturing rook stands there now, an own piece.
    assert!(!legal(&position, "a1a3"));
    assert_eq!(board(&after(&position, "a1a3/r")), "4k3/8/8/8/8/Q7/8/4K3");
    // En passant captures a man on a square other than the target.
    let position = at("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 Q1@d5");
    assert_eq!(board(&after(&position, "e5d6")), "4k3/8/3P4/3Q4/8/8/8/4K3");
}

#[test]
fn where_two_own_pieces_meet_the_player_chooses_with_two_separate_actions() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 3 1 N1@a1");
    assert_eq!(
        moves(&position)
            .iter()
            .filter(|action| action.starts_with("e1e2"))
            .collect::<Vec<_>>(),
        ["e1e2/o", "e1e2/r"]
    );
    assert_eq!(
        refusal(&position, "e1e2").to_string(),
        "your knight returns to a1 and meets your own rook there: add /r to keep the returning knight, \
         /o to keep the rook"
    );
    assert_eq!(
        after(&position, "e1e2/r").to_text(),
        "4k3/8/8/8/8/8/4K3/N7 b - - 0 1 -"
    );
    assert_eq!(
        after(&position, "e1e2/o").to_text(),
        "4k3/8/8/8/8/8/4K3/R7 b - - 0 1 -"
    );
}

#[test]
fn a_returning_piece_can_meet_the_man_that_just_moved() {
    let position = at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1 N1@a4");
    assert_eq!(
        moves(&position),
        [
            "a2a3", "a2a4/o", "a2a4/r", "e1d1", "e1d2", "e1e2", "e1f1", "e1f2"
        ]
    );
    assert_eq!(board(&after(&position, "a2a4/r")), "4k3/8/8/8/N7/8/8/4K3");
    assert_eq!(board(&after(&position, "a2a4/o")), "4k3/8/8/8/P7/8/8/4K3");
}

#[test]
fn a_returning_piece_can_meet_a_promoted_pawn_and_a_castled_rook() {
    let position = at("4k3/P7/8/8/8/8/8/4K2R w K - 0 1 N1@a8");
    assert!(legal(&position, "a7a8q/r") && legal(&position, "a7a8q/o"));
    let position = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1 N1@f1");
    assert!(!legal(&position, "e1g1"));
    assert_eq!(board(&after(&position, "e1g1/r")), "4k3/8/8/8/8/8/8/5NK1");
    assert_eq!(board(&after(&position, "e1g1/o")), "4k3/8/8/8/8/8/8/5RK1");
    // On g1 it meets its own king.
    let position = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1 N1@g1");
    assert_eq!(board(&after(&position, "e1g1")), "4k3/8/8/8/8/8/8/5RK1");
}

#[test]
fn a_choice_without_a_collision_is_refused() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 N1@a5");
    for action in ["e1e2/r", "e1e2/o", "a1^1@a1/r", "a1a5/r/o"] {
        assert_eq!(
            refusal(&position, action),
            Refusal::NothingToChoose,
            "{action}"
        );
    }
    assert!(legal(&position, "a1a5/r"));
}

#[test]
fn only_a_due_piece_returns() {
    let position = after(
        &at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,Q1@b1,n1@c1"),
        "e1e2",
    );
    assert_eq!(
        position.to_text(),
        "4k3/8/8/8/8/8/4K3/1Q6 b - - 1 1 N2@a1,n1@c1"
    );
}

#[test]
fn a_returned_piece_is_active_at_once_and_gives_check() {
    let position = after(&at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 R1@a8"), "e1e2");
    assert!(position.is_check());
}

#[test]
fn a_move_and_a_return_can_give_double_check() {
    let position = at("4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1 B1l@h5");
    let position = after(&position, "e2c3");
    let view = position.view(Viewer::Spectator);
    assert_eq!(view.chess.checkers.len(), 2);
    assert!(
        moves(&position)
            .iter()
            .all(|action| action.starts_with("e8"))
    );
}

#[test]
fn a_returning_piece_can_give_mate() {
    let position = at("7k/6pp/8/8/8/8/8/4K3 w - - 0 1 R1@a8");
    let position = after(&position, "e1e2");
    assert_eq!(
        position.outcome().expect("mate").to_string(),
        "white-wins checkmate"
    );
    assert_eq!(position.count_legal(), 0);
}

#[test]
fn a_returned_piece_may_leave_again() {
    let position = played(Variant::Strict, "b1^1@c3 a7a6 a2a3 b7b6 b2b3 c7c6");
    assert_eq!(away(&position), "-");
    assert!(legal(&position, "c3^1@c3"));
}

#[test]
fn the_collisions_of_a_turn_are_told_one_by_one() {
    // Two knights and a rook return to a1, a knight to e3, where an enemy stands.
    let position = open_at("4k3/8/8/8/8/4p3/8/B3K3 w - - 0 1 N1@a1,N1@e3,R1@a1");
    let turns = position.legal_turns();
    let stay: Vec<&Action> = turns
        .iter()
        .filter(|action| action.choices().len() == 2)
        .collect();
    assert!(!stay.is_empty());
    let of = |action: &str| {
        let collisions = position.collisions(act(action)).into_iter();
        let told = collisions.map(|one| (one.square, one.returning, one.occupant));
        told.collect::<Vec<_>>()
    };
    assert_eq!(
        of("e1d1"),
        [
            (Square::A1, Role::Knight, Some(Role::Bishop)),
            (Square::A1, Role::Rook, None),
        ]
    );
    // If the bishop moves away, the first knight lands, and the rook meets it.
    assert_eq!(of("a1h8"), [(Square::A1, Role::Rook, Some(Role::Knight))]);
    for answers in ["/r/r", "/r/o", "/o/r", "/o/o"] {
        assert!(legal(&position, &format!("e1d1{answers}")), "{answers}");
    }
}

#[test]
fn fifteen_pieces_that_return_at_once_are_listed_and_read_without_all_their_answers() {
    let away = ["N1@a1"; 14].join(",");
    let position = open_at(&format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 {away}"));
    let turns = position.legal_turns();
    assert!(turns.len() < 40, "{}", turns.len());
    assert!(turns.iter().any(|action| action.choices().len() == 14));
    assert_eq!(position.legal_departures(Bounds::NONE).len(), 1);
    let answers = "/o".repeat(14);
    assert_eq!(
        position.read(&format!("Kd1{answers}")),
        Ok(act(&format!("e1d1{answers}")))
    );
    let refused = position
        .read("Kd1")
        .expect_err("fourteen answers are missing")
        .to_string();
    assert!(refused.len() < 2_000, "{refused}");
    let refused = position
        .read("Kd9")
        .expect_err("no such square")
        .to_string();
    assert!(refused.len() < 2_000, "{refused}");
}

#[test]
fn where_pieces_collide_is_not_in_debugging_output() {
    let position = open_at("4k3/8/8/8/8/8/8/B3K3 w - - 0 1 N1@a1");
    let collisions = position.collisions(act("e1d1"));
    assert_eq!(format!("{collisions:?}"), "[Collision(?)]");
}
