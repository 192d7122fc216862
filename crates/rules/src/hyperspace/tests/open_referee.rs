//! The open referee: everything is accepted, and conflicts of returns can be settled for a while.

use super::*;
use crate::board::{Color, Square};
use crate::position::{Bounded, Secret, Turns};

/// White's bishop leaves with a delay that ends on the turn on which the knight returns.
fn conflict() -> Hyperspace {
    played(Variant::Open, "b1^2@c3 e7e5 c1^1@f4")
}

#[test]
fn any_square_is_accepted_and_a_bishop_on_the_wrong_colour_is_forfeited() {
    let start = Hyperspace::start(Variant::Open);
    for to in Square::ALL {
        assert!(legal(&start, &format!("c1^1@{to}")));
    }
    let position = after(&start, "c1^1@e4 a7a6 a2a3 a6a5");
    assert_eq!(away(&position), "B1d@e4");
    let position = after(&position, "a3a4");
    assert_eq!(
        board(&position),
        "rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RN1QKBNR"
    );
    assert_eq!(away(&position), "-");
}

#[test]
fn a_forfeited_bishop_meets_nothing_and_resets_the_fifty_move_count() {
    // Its square is occupied by an own man, and there is nothing to choose.
    let position = open_at("4k3/8/8/8/8/8/8/R3K3 w - - 40 30 B1l@a1");
    assert!(legal(&position, "e1e2"));
    assert!(!legal(&position, "e1e2/r"));
    assert_eq!(
        after(&position, "e1e2").to_text(),
        "4k3/8/8/8/8/8/4K3/R7 b - - 0 30 -"
    );
}

#[test]
fn a_forfeited_bishop_leaves_the_en_passant_square_alone() {
    let position = open_at("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1 B1l@e3");
    assert!(legal(&after(&position, "e2e4"), "d4e3"));
}

#[test]
fn a_taken_return_turn_is_accepted_and_the_conflict_is_public() {
    let position = conflict();
    assert_eq!(away(&position), "N2@c3,B2d@f4");
    for viewer in VIEWERS {
        let shown = position.view(viewer).conflict.expect("a conflict");
        assert_eq!(
            (shown.player, shown.from, shown.delay),
            (Color::White, Square::C1, 1)
        );
    }
    // The strict referee refuses it.
    let strict = played(Variant::Strict, "b1^2@c3 e7e5");
    assert!(matches!(
        refusal(&strict, "c1^1@f4"),
        Refusal::TurnTaken { .. }
    ));
}

#[test]
fn the_player_who_caused_a_conflict_may_amend_to_a_free_turn() {
    let position = conflict();
    assert_eq!(position.actor(), Color::Black);
    assert_eq!(position.player_of(act("amend:4")), Color::White);
    assert_eq!(position.player_of(act("cancel")), Color::White);
    assert_eq!(position.player_of(act("e5e4")), Color::Black);
    assert_eq!(
        refusal(&position, "amend:1").to_string(),
        "with a delay of 1 it would return on turn 4, which is taken as well"
    );
    let amended = after(&position, "amend:4");
    assert_eq!(away(&amended), "N2@c3,B5d@f4");
    assert_eq!((amended.turn(), amended.ply()), (Color::Black, 3));
    // It counts from the turn of the departure.
    let view = amended.view(Viewer::Spectator);
    assert_eq!(view.hyperspace[1].returns_on_turn, 7);
    assert_eq!(view.conflict, None);
    assert_eq!(refusal(&amended, "amend:5"), Refusal::NoConflict);
    assert_eq!(refusal(&amended, "cancel"), Refusal::NoConflict);
}

#[test]
fn an_amendment_is_binding_as_if_it_had_been_declared_at_once() {
    let amended = after(&conflict(), "amend:4");
    let declared = played(Variant::Open, "b1^2@c3 e7e5 c1^4@f4");
    assert_eq!(amended, declared);
}

#[test]
fn the_player_who_caused_a_conflict_may_cancel_and_act_anew() {
    let before = played(Variant::Open, "b1^2@c3 e7e5");
    let cancelled = after(&conflict(), "cancel");
    assert_eq!((cancelled.turn(), cancelled.ply()), (Color::White, 2));
    assert_eq!(board(&cancelled), board(&before));
    assert_eq!(away(&cancelled), away(&before));
    assert_eq!(cancelled.repetition_key(), before.repetition_key());
    // Without touch-move any action will do.
    assert_eq!(listed(&cancelled, 3), listed(&before, 3));
    let next = after(&cancelled, "e2e4");
    assert_eq!(next, after(&before, "e2e4"));
}

#[test]
fn to_cancel_takes_back_the_whole_turn_and_what_returned_in_it() {
    // The queen returns in the turn in which the rook causes a conflict with the knight.
    let before = open_at("4k3/8/8/8/8/p7/8/R3K3 w Q - 9 9 N4@c3,Q1@a2");
    let position = after(&before, "a1^2@a1");
    assert_eq!(away(&position), "N3@c3,R3@a1");
    assert!(position.conflict.is_some());
    let cancelled = after(&position, "cancel");
    assert_eq!(
        cancelled.to_text(),
        format!("{} withdrawn:a1", before.to_text())
    );
}

#[test]
fn with_touch_move_the_player_must_act_with_the_piece_that_stayed() {
    let position = played(Variant::OpenTouchMove, "b1^2@c3 e7e5 g1^1@f4 cancel");
    assert!(
        position
            .legal_actions_within(Bounds { max_delay: 2 })
            .iter()
            .all(|action| {
                let text = action.to_string();
                text.starts_with("g1")
            })
    );
    assert!(legal(&position, "g1f3") && legal(&position, "g1^5@a1"));
    assert_eq!(
        refusal(&position, "e2e4").to_string(),
        "you have touched the knight on g1, so you must move it or send it away"
    );
    assert_eq!(
        position.count_legal_within(Bounds { max_delay: 3 }),
        position.legal_actions_within(Bounds { max_delay: 3 }).len() as u64
    );
    // After that the players are free again.
    let position = after(&position, "g1f3 d7d6");
    assert!(legal(&position, "e2e4"));
}

#[test]
fn touch_move_does_not_bind_to_a_piece_that_cannot_do_anything() {
    let text = "4r1k1/8/8/8/8/8/4N3/4K2R w - - 0 1 -";
    let pinned = at_of(Variant::OpenTouchMove, &format!("{text} withdrawn:e2"));
    assert_eq!(
        listed(&pinned, 2),
        listed(&at_of(Variant::OpenTouchMove, text), 2)
    );
}

#[test]
fn a_conflict_is_binding_after_the_next_move_of_the_opponent() {
    let position = after(&conflict(), "e5e4");
    assert_eq!(refusal(&position, "amend:4"), Refusal::NoConflict);
    assert_eq!(refusal(&position, "cancel"), Refusal::NoConflict);
    let position = after(&position, "a2a3 a7a6");
    assert_eq!(away(&position), "N1@c3,B1d@f4");
    let position = after(&position, "a3a4");
    assert_eq!(away(&position), "-");
    assert_eq!(
        board(&position),
        "rnbqkbnr/1ppp1ppp/p7/8/P3pB2/2N5/1PPPPPPP/R2QKBNR"
    );
}

#[test]
fn neither_amend_nor_cancel_is_listed_because_they_are_not_the_actors() {
    assert!(
        listed(&conflict(), 8)
            .iter()
            .all(|action| !action.contains("amend") && action != "cancel")
    );
}

#[test]
fn pieces_that_return_together_do_so_in_the_order_in_which_they_left() {
    // Both to the same square: the second meets the first.
    let position = open_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N1@a3,R1@a3");
    assert!(!legal(&position, "e1e2"));
    assert_eq!(board(&after(&position, "e1e2/r")), "4k3/8/8/8/8/R7/4K3/8");
    assert_eq!(board(&after(&position, "e1e2/o")), "4k3/8/8/8/8/N7/4K3/8");
    let position = open_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 R1@a3,N1@a3");
    assert_eq!(board(&after(&position, "e1e2/r")), "4k3/8/8/8/8/N7/4K3/8");
}

#[test]
fn each_collision_of_a_turn_has_an_answer_of_its_own() {
    let position = open_at("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1 N1@a1,Q1@a2");
    let answers: Vec<String> = moves(&position)
        .into_iter()
        .filter(|action| action.starts_with("e1e2"))
        .collect();
    assert_eq!(answers, ["e1e2/o/o", "e1e2/o/r", "e1e2/r/o", "e1e2/r/r"]);
    assert_eq!(
        board(&after(&position, "e1e2/r/o")),
        "4k3/8/8/8/8/8/P3K3/N7"
    );
    assert_eq!(
        board(&after(&position, "e1e2/o/r")),
        "4k3/8/8/8/8/8/Q3K3/R7"
    );
    assert!(!legal(&position, "e1e2/r"));
    assert!(!legal(&position, "e1e2/r/r/r"));
    // The number of collisions depends on the action.
    assert!(legal(&position, "a1b1/o"));
}

#[test]
fn nothing_can_be_settled_when_the_game_is_over() {
    // White sends the knight away, the rook returns and mates.
    let position = open_at("7k/6pp/8/8/8/8/8/4K2N w - - 0 1 B3d@a1,R1@a8");
    let mate = after(&position, "h1^1@h1");
    assert!(mate.conflict.is_some() && mate.outcome().is_some());
    assert_eq!(refusal(&mate, "cancel"), Refusal::GameOver);
    assert_eq!(refusal(&mate, "amend:5"), Refusal::GameOver);
}

#[test]
fn a_cancelled_action_of_the_opponent_does_not_reopen_what_was_binding() {
    // Black's answer to White's conflict is a conflict too, and is cancelled.
    let position = played(Variant::Open, "b1^2@c3 b8^2@c6 c1^1@f4 c8^1@f5 cancel");
    assert_eq!(position.turn(), Color::Black);
    assert_eq!(refusal(&position, "cancel"), Refusal::NoConflict);
}
