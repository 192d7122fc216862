//! The human-readable notation.

use super::*;
use crate::board::Color;

const WHITE: Viewer = Viewer::Player(Color::White);
const BLACK: Viewer = Viewer::Player(Color::Black);

fn sentence(position: &Hyperspace, text: &str) -> String {
    position.read(text).expect_err(text).to_string()
}

fn reads(position: &Hyperspace, text: &str) -> String {
    match position.read(text) {
        Ok(action) => action.to_string(),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn moves_are_written_as_in_chess() {
    let start = Hyperspace::start(Variant::Strict);
    assert_eq!(start.notation(act("g1f3"), WHITE), "Nf3");
    assert_eq!(start.notation(act("e2e4"), WHITE), "e4");
    let position = at("4k3/P7/8/2pP4/8/8/8/R3K2R w KQ c6 0 1 -");
    for (action, notation) in [
        ("e1g1", "O-O"),
        ("e1c1", "O-O-O"),
        ("d5c6", "dxc6"),
        ("a7a8q", "a8=Q+"),
        ("a7a8n", "a8=N"),
        ("a1d1", "Rd1"),
        ("h1h8", "Rh8+"),
    ] {
        assert_eq!(position.notation(act(action), WHITE), notation);
        assert_eq!(reads(&position, notation), action);
    }
}

#[test]
fn mate_has_a_mark_of_its_own() {
    let position = played(Variant::Strict, "f2f3 e7e5 g2g4");
    assert_eq!(position.notation(act("d8h4"), BLACK), "Qh4#");
}

#[test]
fn a_phase_out_shows_its_square_to_those_who_may_know() {
    let start = Hyperspace::start(Variant::Strict);
    let action = act("c1^3@f4");
    assert_eq!(start.notation(action, WHITE), "Bc1^3@f4");
    assert_eq!(start.notation(action, Viewer::Referee), "Bc1^3@f4");
    assert_eq!(start.notation(action, BLACK), "Bc1^3");
    assert_eq!(start.notation(action, Viewer::Spectator), "Bc1^3");
}

#[test]
fn what_returned_is_noted_after_the_action() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 3 1 N1@c7");
    assert_eq!(position.notation(act("a1a5"), WHITE), "Ra5&N@c7+");
    assert_eq!(position.notation(act("a1^2@b5"), WHITE), "Ra1^2@b5&N@c7+");
    assert_eq!(position.notation(act("a1^2@b5"), BLACK), "Ra1^2&N@c7+");
    assert_eq!(reads(&position, "Ra5&N@c7+"), "a1a5");
    assert_eq!(reads(&position, "Ra5"), "a1a5");
    assert_eq!(
        sentence(&position, "Ra5&N@c6"),
        "“Ra5&N@c6” is not legal: the return comes to “&N@c7”, not to “&N@c6”. Did you mean Ra5&N@c7+?"
    );
}

#[test]
fn the_choice_at_a_collision_is_kept_for_the_owner() {
    let position = at("4k3/8/8/8/8/8/8/R3K3 w - - 3 1 N1@a1");
    assert_eq!(position.notation(act("e1e2/r"), WHITE), "Ke2/r&N@a1");
    assert_eq!(position.notation(act("e1e2/o"), WHITE), "Ke2/o&N@-");
    assert_eq!(reads(&position, "Ke2/r"), "e1e2/r");
    assert_eq!(reads(&position, "Ke2/o&N@-"), "e1e2/o");
    assert_eq!(
        sentence(&position, "Ke2"),
        "“Ke2” can be Ke2/r&N@a1 or Ke2/o&N@-."
    );
}

#[test]
fn a_return_only_turn_is_written_as_two_dashes() {
    let position = at("1r4k1/8/4b3/8/8/8/8/K6r w - - 4 1 Q1@e1");
    assert_eq!(position.notation(act("--"), WHITE), "--&Q@e1");
    assert_eq!(reads(&position, "--"), "--");
    assert_eq!(reads(&position, "--&Q@e1"), "--");
}

#[test]
fn pieces_are_told_apart_by_file_rank_or_both() {
    let position = at("4k3/8/8/8/8/R7/8/R3K2R w - - 0 1 -");
    assert_eq!(position.notation(act("a1a2"), WHITE), "R1a2");
    assert_eq!(position.notation(act("a1d1"), WHITE), "Rd1");
    let position = at("6k1/8/8/8/R6R/8/4K3/R7 w - - 0 1 -");
    assert_eq!(position.notation(act("a4d4"), WHITE), "Rad4");
    assert_eq!(position.notation(act("a1a2"), WHITE), "R1a2");
}

#[test]
fn usual_other_spellings_are_read() {
    let start = Hyperspace::start(Variant::Strict);
    for (text, action) in [
        ("e4", "e2e4"),
        (" e2e4 ", "e2e4"),
        ("e2-e4!?", "e2e4"),
        ("Ng1-f3", "g1f3"),
        ("Bc1^3@f4!", "c1^3@f4"),
        ("Bc^3@f4", "c1^3@f4"),
        ("Qd1^99@d1", "d1^99@d1"),
        ("Q^99@d1", "d1^99@d1"),
        ("c1^3@f4+", "c1^3@f4"),
    ] {
        assert_eq!(reads(&start, text), action, "{text}");
    }
    let position = at("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1 -");
    assert_eq!(reads(&position, "0-0"), "e1g1");
    assert_eq!(reads(&position, "O-O-O+"), "e1c1");
}

#[test]
fn a_bishop_without_a_square_is_told_apart_by_the_colour_of_the_return() {
    let start = Hyperspace::start(Variant::Strict);
    assert_eq!(reads(&start, "B^3@f4"), "c1^3@f4");
    assert_eq!(
        sentence(&start, "N^3@f4"),
        "“N^3@f4” can be Nb1^3@f4 or Ng1^3@f4."
    );
}

#[test]
fn wrong_input_is_answered_with_the_exact_reason_and_the_nearest_action() {
    let start = Hyperspace::start(Variant::Strict);
    for (text, words) in [
        (
            "hello",
            "cannot be read: expected a move such as Nf3 or g1f3, or a phase-out such as Bc1^3@f4",
        ),
        (
            "Bc1^3",
            "expected a phase-out with piece, delay from 1 to 99 and square of return",
        ),
        (
            "Bc1^3@e4",
            "a bishop from c1 must return on a dark square, and e4 is light",
        ),
        (
            "c1^3@e4",
            "a bishop from c1 must return on a dark square, and e4 is light",
        ),
        ("Be1^3@e4", "no bishop of yours stands on e1"),
        ("e2e5", "the pawn on e2 cannot go to e5. Did you mean e2e3?"),
        ("Nf4", "no knight of yours can go to f4. Did you mean Nf3?"),
        ("a1a2", "your own pawn stands on a2"),
        ("O-O", "the king cannot castle while a man stands on f1"),
        ("--", "no piece of yours returns on this turn"),
        ("amend:3", "there is no conflict of returns to settle"),
    ] {
        let sentence = sentence(&start, text);
        assert!(sentence.contains(words), "{sentence}");
    }
}

#[test]
fn a_move_that_fits_but_leaves_the_king_attacked_is_refused_for_that() {
    let position = at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1 -");
    assert_eq!(
        sentence(&position, "Nc3"),
        "“Nc3” is not legal: after this turn your king on e1 would be attacked by the rook on e8."
    );
}

#[test]
fn rubbish_is_answered_and_never_panics() {
    let position = conflict_position();
    for text in [
        "",
        " ",
        "/",
        "&",
        "^",
        "@",
        "B^",
        "B^@",
        "B^1@",
        "^1@a1",
        "💥",
        "B💥^1@a1",
        "Bé^1@a1",
        "a1^1@a1/",
        "--&",
        "O-O/x",
        "0-0-0-0",
        "N&&",
        "a1a1",
        "e1e1",
        "e8e8q",
        "B^1@a1^1",
        "amend:",
        "cancel:1",
    ] {
        assert!(position.read(text).is_err(), "{text}");
    }
    let long = "N".repeat(100_000);
    assert!(sentence(&position, &long).len() < 1_000);
}

fn conflict_position() -> Hyperspace {
    played(Variant::Open, "b1^2@c3 e7e5 c1^1@f4")
}

#[test]
fn amend_and_cancel_are_written_and_read_as_they_are() {
    let position = conflict_position();
    for text in ["amend:4", "cancel"] {
        assert_eq!(position.notation(act(text), Viewer::Spectator), text);
        assert_eq!(reads(&position, text), text);
    }
}
