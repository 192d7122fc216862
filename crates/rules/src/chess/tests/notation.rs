//! Standard algebraic notation.

use super::*;

fn san(position: &Chess, action: &str) -> String {
    position.notation(act(action), Viewer::Spectator)
}

#[test]
fn moves_are_written_as_records_write_them() {
    let kiwipete = at(KIWIPETE);
    for (action, text) in [
        ("e1g1", "O-O"),
        ("e1c1", "O-O-O"),
        ("d5e6", "dxe6"),
        ("f3h3", "Qxh3"),
        ("e5f7", "Nxf7"),
        ("a2a4", "a4"),
    ] {
        assert_eq!(san(&kiwipete, action), text);
        assert_eq!(kiwipete.read(text).expect(text), act(action));
    }
    let chess960 = at_960("4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    assert_eq!(san(&chess960, "f1g1"), "O-O");
    assert_eq!(chess960.read("0-0").expect("castling"), act("f1g1"));
}

#[test]
fn pieces_that_could_go_to_the_same_square_are_told_apart() {
    let position = at("4k3/8/8/8/R6R/8/8/R3K3 w - - 0 1");
    assert_eq!(san(&position, "a4d4"), "Rad4");
    assert_eq!(san(&position, "a1a3"), "R1a3");
    // The knight on e2 is pinned, so Nc3 is unambiguous.
    let pinned = at("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1");
    assert_eq!(san(&pinned, "b1c3"), "Nc3");
}

#[test]
fn check_and_mate_are_marked() {
    assert_eq!(san(&at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8"), "Ra8+");
    assert_eq!(
        san(&at("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8"),
        "Ra8#"
    );
}

#[test]
fn a_promotion_names_its_piece() {
    let position = at("8/P7/4k3/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(san(&position, "a7a8n"), "a8=N");
    assert_eq!(position.read("a8=Q").expect("legal"), act("a7a8q"));
    assert!(position.read("a8").is_err());
}

#[test]
fn every_legal_move_is_read_back_from_what_is_written() {
    for position in [at(START), at(KIWIPETE), at_960(KIWIPETE)] {
        for action in position.legal_actions() {
            let text = position.notation(action, Viewer::Spectator);
            assert_eq!(position.read(&text).expect(&text), action);
            assert_eq!(position.read(&action.to_string()).expect(&text), action);
        }
    }
}

#[test]
fn what_cannot_be_read_is_said_with_the_nearest_move() {
    let start = at(START);
    let error = start.read("Nf4").expect_err("no knight reaches f4");
    assert_eq!(
        error.to_string(),
        "“Nf4” is not legal: no knight of yours can go to f4. Did you mean Nf3?"
    );
    let error = start.read("hello").expect_err("rubbish").to_string();
    assert!(error.contains("a move such as Nf3"), "{error}");
    let error = start.read("O-O-O").expect_err("blocked").to_string();
    assert!(error.contains("a piece stands on"), "{error}");
    let ambiguous = at("4k3/8/8/8/R6R/8/8/4K3 w - - 0 1");
    let error = ambiguous.read("Rd4").expect_err("two rooks").to_string();
    assert_eq!(error, "“Rd4” can be Rad4 or Rhd4.");
}
