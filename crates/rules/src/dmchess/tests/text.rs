//! Position text.

use super::*;

#[test]
fn the_start_position_is_eight_boards_of_chess() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let start = DmChess::start(Variant::Home);
    assert_eq!(
        start.to_text(),
        format!(
            "{} w {} - - - 0 1",
            [board; 8].join(" "),
            ["AEHaeh"; 8].join("/")
        )
    );
    assert_eq!(
        DmChess::from_text(Variant::Home, &start.to_text()),
        Ok(start)
    );
}

#[test]
fn everything_is_read_back() {
    for text in [
        scene(&[(1, "8/8/8/8/8/Q[5=13@d1a5]7/8/R[8]7")]).text(),
        scene(&[(1, "8/8/8/3pP3/8/8/8/R3K2R")])
            .unmoved("AEH/-/-/-/-/-/-/-")
            .en_passant("d1d6")
            .used("d1a4:1,d2b4:5")
            .quiet(7)
            .number(20)
            .text(),
    ] {
        let position = DmChess::from_text(Variant::Home, &text).expect(&text);
        assert_eq!(position.to_text(), text);
    }
}

#[test]
fn wrong_texts_name_the_field() {
    let none = "-/-/-/-/-/-/-/-";
    let rest = format!("w {none} - - - 0 1");
    let boards = |first: &str| format!("{first} {} {KINGS}", [EMPTY; 6].join(" "));
    let good = boards(EMPTY);
    assert!(DmChess::from_text(Variant::Home, &format!("{good} {rest}")).is_ok());
    for (text, complaint) in [
        (String::new(), "fields"),
        (format!("{good} w"), "fields"),
        (format!("{} {rest}", boards("8/8/8/8/8/8/8/7")), "rank 1"),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/X7")),
            "is not a chessman",
        ),
        (
            format!("{} {rest}", boards("P7/8/8/8/8/8/8/8")),
            "ranks 2 to 7",
        ),
        (format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[9]7")), "level"),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[07]7")),
            "level",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[57")),
            "bracket",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[5=]7")),
            "nowhere",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[5=31]7")),
            "promoted in",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/K[5=1]7")),
            "former pawn",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[5@d1b4]7")),
            "energy",
        ),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/Q[8@d1a4]7")),
            "remember",
        ),
        (format!("{} {rest}", [EMPTY; 8].join(" ")), "0 kings"),
        (
            format!("{} {rest}", boards("8/8/8/8/8/8/8/KKKKKKKK")),
            "9 kings",
        ),
        (format!("{good} x {none} - - - 0 1"), "side to move"),
        (format!("{good} w - - - - 0 1"), "unmoved men"),
        (format!("{good} w A/-/-/-/-/-/-/- - - - 0 1"), "unmoved men"),
        (
            format!("{good} w -/-/-/-/-/-/-/eE - - - 0 1"),
            "unmoved men",
        ),
        (format!("{good} w {none} d1e3 - - 0 1"), "en passant"),
        (format!("{good} w {none} e3 - - 0 1"), "en passant"),
        (format!("{good} w {none} - d1b4:1 - 0 9"), "energy squares"),
        (format!("{good} w {none} - d1a4:6 - 0 9"), "energy squares"),
        (
            format!("{good} w {none} - d1a4:1 - 0 1"),
            "before the first",
        ),
        (
            format!("{good} w {none} - d1a4:2,d1a4:3 - 0 9"),
            "second time",
        ),
        (
            format!("{good} w {none} - d1a4:2,d1c4:2 - 0 9"),
            "another square",
        ),
        (format!("{good} w {none} - - w1 0 1"), "dominance"),
        (format!("{good} w {none} - - - 1 1"), "quiet plies"),
        (format!("{good} w {none} - - - 0 0"), "move number"),
        (format!("{good} w {none} - - - 0 4000000000"), "move number"),
        ("kings".to_owned(), "kings"),
    ] {
        let error = DmChess::from_text(Variant::Home, &text)
            .expect_err(&text)
            .to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn a_position_in_which_the_last_king_could_be_captured_is_refused() {
    let text = scene(&[(8, "4k3/8/8/8/8/8/8/4R2K")]).text();
    let error = DmChess::from_text(Variant::Home, &text).expect_err("check");
    assert!(error.to_string().contains("only king of black"), "{error}");
    let text = scene(&[(8, "4k3/8/8/8/8/8/8/4R2K"), (1, "4k3/8/8/8/8/8/8/8")]).text();
    assert!(DmChess::from_text(Variant::Home, &text).is_ok());
}

#[test]
fn the_stages_of_placement_are_read_back() {
    let start = DmChess::start(Variant::Placed);
    assert_eq!(start.to_text(), "kings");
    let white = after(&start, "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3");
    assert_eq!(
        white.to_text(),
        "kings kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3"
    );
    for position in [start, white] {
        assert_eq!(
            DmChess::from_text(Variant::Placed, &position.to_text()),
            Ok(position)
        );
    }
    for text in [
        "kings ",
        "kings kings:?",
        "kings kings:d1e1",
        "kings kings:d1e4,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e1",
    ] {
        assert!(DmChess::from_text(Variant::Placed, text).is_err(), "{text}");
    }
}
