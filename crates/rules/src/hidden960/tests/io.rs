//! Text input and output: positions, notation, text as people type it, and views.

use super::*;
use crate::error::Problem;
use crate::position::Secret;
use crate::viewer::Viewer;

const START: &str = "!!!!!!!!/pppppppp/8/8/8/8/PPPPPPPP/???????? w KQRRBBNNkqrrbbnn - - 0 1 -";

#[test]
fn the_start_has_its_text() {
    let free = Hidden960::start(Variant::Free);
    assert_eq!(free.to_text(), START);
    assert_eq!(at(START), free);
    let arrays = Hidden960::start(Variant::Chess960);
    assert_eq!(arrays.to_text(), format!("{START} ????????/????????"));
}

#[test]
fn a_text_says_what_was_revealed_this_turn_and_what_is_final() {
    let position = from_start("d1=Q a1=K");
    assert!(position.to_text().ends_with(" 0 1 d1a1"));
    let forced = at("!!!!!!!!/ppp1pppp/8/8/8/8/PPP1PPPP/???????? w KQRRBBNNkqrrbbnn - - 0 9 -");
    let forced = after(forced, "d1=Q d8=R b1=N");
    assert!(forced.to_text().ends_with(" 0 9 +b1"));
    assert_eq!(at(&forced.to_text()), forced);
    assert!(is_legal(&at(&forced.to_text()), "unreveal"));
}

#[test]
fn a_wrong_text_is_told_the_field_and_what_would_be_right() {
    for (text, complaint) in [
        ("", "fields: 1 of them"),
        (
            "!!!!!!!!/pppppppp/8/8/8/8/PPPPPPPP/???????? w KQRRBBNNkqrrbbnn - - 0 1",
            "8, separated by single spaces",
        ),
        ("4k3/8/8/8/8/8/8/4K2 w - - - 0 1 -", "rank 1"),
        (
            "4k3/8/8/8/8/8/8/P3K3 w - - - 0 1 -",
            "a pawn cannot stand on a1",
        ),
        ("4k3/8/8/8/8/8/8/?3K3 w Q - - 0 1 -", "one hidden square"),
        (
            "4k3/8/8/8/8/8/??6/4K3 w RN - - 0 1 -",
            "a2 cannot be a hidden",
        ),
        ("4k3/8/8/8/8/8/8/3KK3 w - - - 0 1 -", "more than one king"),
        (
            "4k3/8/8/8/8/8/8/8 w - - - 0 1 -",
            "either on the board or in the pool",
        ),
        (
            "4k3/8/8/8/8/8/8/??2K3 w KR - - 0 1 -",
            "either on the board or in the pool",
        ),
        (
            "4k3/8/8/8/8/8/8/??2K3 w RNN - - 0 1 -",
            "3 chessmen for the 2 hidden",
        ),
        ("4k3/8/8/8/8/8/8/??2K3 w QQ - - 0 1 -", "more queens than"),
        (
            "4k3/8/8/8/8/8/8/??2K3 w NR - - 0 1 -",
            "should be written RN",
        ),
        (
            "4k3/8/8/8/8/8/8/??2K3 w PR - - 0 1 -",
            "“P” should be one of",
        ),
        ("4k3/8/8/8/8/8/8/4K3 x - - - 0 1 -", "should be w or b"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - d1 - 0 1 -",
            "there is nothing on d1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - h1e1 - 0 1 -",
            "should be written e1h1",
        ),
        ("4k3/8/8/8/8/8/4K3/8 w - e2 - 0 1 -", "no king or rook"),
        (
            "4k3/8/8/8/8/8/8/R1R1K2R w - a1c1h1 - 0 1 -",
            "began with two rooks",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e - 0 1 -", "should be squares"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - e3 0 1 -",
            "no pawn can have just jumped",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - - x 1 -", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - - 0 0 -", "move number"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - - 0 1 e1",
            "e1 cannot have been revealed",
        ),
        (
            "4k3/8/8/8/8/8/8/??2K3 w RN e1 - 0 1 a1",
            "a1 cannot have been revealed",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e1 - 0 1 e1", "together"),
        (
            "4k3/8/8/8/8/8/8/1R2K3 w - b1e1 - 0 1 e1b1",
            "order of their files",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - - 0 1 +-", "cannot"),
    ] {
        let error = Hidden960::from_text(Variant::Free, text).map(|_| text);
        let message = match error {
            Err(error) => error.to_string(),
            Ok(text) => panic!("{text} was read"),
        };
        if complaint != "cannot" {
            assert!(message.contains(complaint), "{text}: {message}");
        }
    }
}

#[test]
fn a_960_text_needs_arrays_that_agree_with_the_board() {
    let text = "4k3/8/8/8/8/8/8/??2K3 w RN e1 - 0 1 -";
    let read = |arrays: &str| {
        Hidden960::from_text(Variant::Chess960, &format!("{text} {arrays}"))
            .map(|position| position.to_text())
            .map_err(|error| error.to_string())
    };
    let good = "??BQKBNR/rnbqkbnr";
    assert_eq!(read(good), Ok(format!("{text} {good}")));
    for (arrays, complaint) in [
        ("", "should be both arrays"),
        ("??BQKBNR", "should be both arrays"),
        ("??BQKBN/rnbqkbnr", "8 chessmen"),
        ("R?BQKBNR/rnbqkbnr", "disagree on whether a1"),
        ("??BQKB?R/rnbqkbnr", "disagree on whether g1"),
        (
            "??BQkBNR/rnbqkbnr",
            "is not a chessman of white's back rank",
        ),
        ("??BQKBRR/rnbqkbnr", "too many rooks"),
        ("??BKQBNR/rnbqkbnr", "unmoved man on e1"),
        ("??BQKNBR/rnbqkbnr", "opposite colours"),
        ("??BQKBNR/rnbqrbnk", "the king between"),
    ] {
        let message = read(arrays).expect_err(arrays);
        assert!(message.contains(complaint), "{arrays}: {message}");
    }
}

#[test]
fn an_en_passant_square_is_kept_only_if_a_pawn_attacks_it() {
    let alone = from_start("e2e4");
    assert_eq!(alone.en_passant(), None);
    let text = "4k3/8/8/8/4P3/8/8/4K3 b - - e3 0 1 -";
    assert_eq!(at(text).to_text(), text.replace("e3", "-"));
    let beside = from_start("e2e4 a7a6 e4e5 d7d5");
    assert_eq!(beside.en_passant(), Some(crate::board::Square::D6));
}

fn notation(position: &Hidden960, word: &str) -> String {
    position.notation(action(word), Viewer::Spectator)
}

#[test]
fn moves_are_written_as_in_chess_and_reveals_as_in_machine_notation() {
    let start = Hidden960::start(Variant::Free);
    assert_eq!(notation(&start, "e2e4"), "e4");
    assert_eq!(notation(&start, "d1=Q"), "d1=Q");
    let knights = at("4k3/8/8/8/8/8/8/R2NK1NR w - a1e1h1 - 0 9 -");
    assert_eq!(notation(&knights, "d1e3"), "Ne3");
    let both = at("4k3/8/8/8/8/3p4/8/RN2KN1R w - a1e1h1 - 0 9 -");
    assert_eq!(notation(&both, "b1d2"), "Nbd2");
    let castling = at("5k2/8/8/8/8/8/8/R3K2R w - a1e1h1 - 0 9 -");
    assert_eq!(notation(&castling, "e1h1"), "O-O+");
    assert_eq!(notation(&castling, "e1a1"), "O-O-O");
    let promotion = at("4k3/P7/8/8/8/8/8/4K3 w - - - 0 9 -");
    assert_eq!(notation(&promotion, "a7a8q"), "a8=Q+");
    let mate = at("6k1/5ppp/8/8/8/8/8/R3K3 w - - - 0 9 -");
    assert_eq!(notation(&mate, "a1a8"), "Ra8#");
    // A back rank mate that a hidden man may still prevent is only a check.
    let open = at("!!4k1/5ppp/8/8/8/8/8/2R1K3 w qr - - 0 9 -");
    assert_eq!(notation(&open, "c1c8"), "Rc8+");
}

#[test]
fn a_reveal_that_gives_check_is_marked() {
    let position = at("4k3/8/8/8/8/8/7K/4??2 w RN - - 0 40 -");
    assert_eq!(notation(&position, "e1=R+f1=N"), "e1=R+f1=N+");
    assert_eq!(notation(&position, "e1=N+f1=R"), "e1=N+f1=R");
    assert_eq!(
        position.read("e1=R+f1=N+").map(|action| action.to_string()),
        Ok("e1=R+f1=N".into())
    );
}

fn read(position: &Hidden960, text: &str) -> String {
    match position.read(text) {
        Ok(action) => action.to_string(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn people_may_type_many_spellings() {
    let start = Hidden960::start(Variant::Free);
    for (typed, machine) in [
        ("e4", "e2e4"),
        ("e2e4", "e2e4"),
        ("e2-e4", "e2e4"),
        (" e4! ", "e2e4"),
        ("d1=Q", "d1=Q"),
        ("d1=q", "d1=Q"),
        ("D1=Q", "d1=Q"),
    ] {
        assert_eq!(read(&start, typed), machine, "{typed}");
    }
    let two = from_start("a1=R b1=N c1=B d1=Q e1=K f1=B");
    for typed in ["g1=N+h1=R", "h1=R+g1=N", "g1=n h1=r", "h1=R,g1=N"] {
        assert_eq!(read(&two, typed), "g1=N+h1=R", "{typed}");
    }
    assert_eq!(read(&two, "unreveal"), "unreveal");
    let castling = at("5k2/8/8/8/8/8/8/R3K2R w - a1e1h1 - 0 9 -");
    for typed in ["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1"] {
        assert_eq!(read(&castling, typed), "e1h1", "{typed}");
    }
    for typed in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
        assert_eq!(read(&castling, typed), "e1a1", "{typed}");
    }
}

#[test]
fn a_promotion_in_san_is_no_reveal() {
    let position = at("2!!3k/P7/8/8/8/8/8/4K3 w bn - - 0 9 -");
    assert_eq!(read(&position, "a8=Q"), "a7a8q");
    assert_eq!(read(&position, "a8Q"), "a7a8q");
    assert_eq!(
        read(&position, "c8=Q"),
        "“c8=Q” is not legal: c8 is a hidden square of the opponent, who alone can choose what stands there."
    );
}

#[test]
fn a_kings_step_is_never_read_as_castling() {
    let position = at("4k3/8/8/8/8/8/8/5K1R w - f1h1 - 0 9 -");
    assert_eq!(read(&position, "f1g1"), "f1g1");
    assert_eq!(read(&position, "Kg1"), "f1g1");
    assert_eq!(read(&position, "O-O"), "f1h1");
}

#[test]
fn what_cannot_be_played_is_explained() {
    let start = Hidden960::start(Variant::Free);
    assert_eq!(
        read(&start, "Nf3"),
        "“Nf3” is not legal: no knight of yours can go to f3. Did you mean f3?"
    );
    assert_eq!(
        read(&start, "O-O"),
        "“O-O” is not legal: the king is not on the board yet, so it cannot castle."
    );
    assert!(read(&start, "hello").starts_with("“hello” cannot be read: expected a move such as"));
    let blocked = at("4k3/8/8/8/8/8/8/R??1K2R w BN e1h1 - 0 9 -");
    assert_eq!(
        read(&blocked, "O-O-O"),
        "“O-O-O” is not legal: no rook that has never moved stands on that side of the king on e1. Did you mean O-O?"
    );
    assert!(read(&blocked, "e1a1").starts_with(
        "“e1a1” is not legal: the rook on a1 has moved, so the king cannot castle with it. "
    ));
    let forced = from_start("b1=N b1c3 a7a6 c3d5 a6a5 d5f6");
    assert!(
        read(&forced, "gxf6")
            .contains("Black must first choose what stands on e8 and g8, which are attacked")
    );
    let knights = at("4k3/8/8/8/8/8/8/1N2KN2 w - - - 0 9 -");
    assert_eq!(read(&knights, "Nd2"), "“Nd2” can be Nbd2 or Nfd2.");
    assert!(matches!(
        knights.read("Nd2").map_err(|error| error.problem),
        Err(Problem::Ambiguous(_))
    ));
}

#[test]
fn the_view_names_the_duty_and_all_that_a_screen_draws() {
    let forced = from_start("b1=N b1c3 a7a6 c3d5 a6a5 d5f6");
    let view = forced.view(Viewer::Spectator);
    assert_eq!(
        view.duty.to_string(),
        "Black must choose what stands on e8 and g8, which are attacked"
    );
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!(json["turn"], "black");
    assert_eq!(json["duty"]["must_reveal"], serde_json::json!(["e8", "g8"]));
    assert_eq!(json["pools"]["white"][0], "king");
    let e8 = json["men"]
        .as_array()
        .unwrap()
        .iter()
        .find(|man| man["square"] == "e8")
        .unwrap();
    assert_eq!(
        *e8,
        serde_json::json!({
            "square": "e8",
            "color": "black",
            "role": null,
            "threatened": true,
            "attackers": ["f6"],
            "unmoved": false,
            "choices": ["knight", "bishop", "rook", "queen", "king"],
        })
    );
    let castling = from_start("h1=R e1=K").view(Viewer::Referee).castling;
    assert_eq!(castling.len(), 1);
    assert!(!castling[0].now);
    assert_eq!(castling[0].name, "O-O");
    let taken_back = from_start("a1=R b1=N").view(Viewer::Referee).unreveal;
    assert_eq!(taken_back, [crate::board::Square::B1]);
}

#[test]
fn all_viewers_see_the_same_since_nothing_is_secret() {
    let position = from_start("d1=Q e2e4");
    let all = [
        Viewer::Player(crate::board::Color::White),
        Viewer::Player(crate::board::Color::Black),
        Viewer::Spectator,
    ];
    for viewer in all {
        assert_eq!(position.view(viewer), position.view(Viewer::Referee));
    }
}

#[test]
fn the_position_text_in_the_players_rules_can_be_read() {
    let rules = include_str!("../../../../../docs/rules/hidden960.md");
    let line = rules
        .lines()
        .map(str::trim)
        .find(|line| line.starts_with("!!!1!!!!/"))
        .expect("the example");
    let position = at(line);
    assert_eq!(position.to_text(), line);
    let arrays = rules
        .split('`')
        .find(|text| text.starts_with("????KN??/"))
        .expect("the example of arrays");
    // White's second bishop is still in the pool, so the knight that has left the back rank started on f1.
    at_960(&format!("{line} {arrays}"));
}
