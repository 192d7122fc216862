//! Tests of notation.

use crate::error::Problem;
use crate::position::{Position, Secret};
use crate::time_traveler::{Action, TimeTraveler};
use crate::viewer::Viewer;

fn played(actions: &str) -> TimeTraveler {
    let mut game = TimeTraveler::start(Default::default());
    for text in actions.split_whitespace() {
        let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
        game.play(action).expect("what is read is legal");
    }
    game
}

fn action(text: &str) -> Action {
    text.parse().expect("machine notation")
}

fn written(game: &TimeTraveler, text: &str) -> String {
    game.notation(action(text), Viewer::Referee)
}

#[test]
fn the_illustrative_games_are_written_as_in_the_rulebook() {
    for (moves, result) in [
        ("Nf6/e8 gxf6", "black-wins grammar"),
        (
            "e4 d6 Bb5/e8+ d4/d3 Bxd3+ Qe6/c4 Bxc4#",
            "white-wins checkmate",
        ),
        (
            "e4 e5 d4/e5 c5 b4/c5 Nc6 Bb5/c6 dxc6 Qh5/f7 Qxd4",
            "black-wins grammar",
        ),
        (
            "e4 e5 Nf3/e5 Nc6/e5 d4/e5 b8//c6 d2//d4 Bb4/e1+ Qd6 cxd6 a3 dxe5+ axb4",
            "white-wins grammar",
        ),
    ] {
        let mut game = TimeTraveler::start(Default::default());
        for text in moves.split_whitespace() {
            let action = game.read(text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(game.notation(action, Viewer::Spectator), text);
            game.play(action).expect("what is read is legal");
        }
        let decided = game.outcome().map(|outcome| outcome.to_string());
        assert_eq!(decided.as_deref(), Some(result));
    }
}

#[test]
fn the_remarks_of_the_rulebook_on_its_games_hold() {
    // Game 3: "If now 3.d2//d4 then 3...Qa5/e1 leads to a quick checkmate."
    let game = played("e4 e5 d4/e5 c5 d2//d4");
    assert!(game.is_legal(action("Qa5/e1")));
    // Game 3: "Black is not in check because White is not resolved."
    assert!(!played("e4 e5 d4/e5 c5 b4/c5 Nc6 Bb5/c6 dxc Qh5/f7").is_check());
    // Game 2: the resonator on c4 and the traveling man on b5 are immune to exploding men.
    let game = played("e4 d6 Bb5/e8 d4/d3 Bxd3 Qe6/c4");
    assert!(game.is_legal(action("d3c4")));
}

#[test]
fn short_captures_of_pawns_are_read_where_they_are_unambiguous() {
    assert_eq!(played("Nf6/e8").read("gf"), Ok(action("g7f6")));
    let game = played("e4 d5");
    assert_eq!(game.read("ed"), Ok(action("e4d5")));
    assert_eq!(game.read("exd"), Ok(action("e4d5")));
    let two = played("e4 d5 a3 e6 a4 Nf6 a5 Nc6 exd5 a6 d6 h6 Nf3 h5");
    assert_eq!(two.read("dc"), Ok(action("d6c7")));
}

#[test]
fn ambiguous_text_lists_what_it_can_be() {
    let game = played("Nf3 a6 d3 a5");
    let error = game.read("Nd2").expect_err("two knights");
    assert_eq!(
        error.problem,
        Problem::Ambiguous(vec!["Nbd2".to_owned(), "Nfd2".to_owned()])
    );
    assert_eq!(written(&game, "b1d2"), "Nbd2");
}

#[test]
fn an_explosion_is_read_with_or_without_marks() {
    let game = TimeTraveler::start(Default::default());
    for text in ["Nf6/e8", "Nf6/xe8", "Nf6/e8!", " Nf6/e8+ "] {
        assert_eq!(game.read(text), Ok(action("Nf6/e8")), "{text}");
    }
    assert_eq!(game.read("h3/h4"), Ok(action("h3/h4")));
    assert_eq!(game.read("Ph3/h4"), Ok(action("h3/h4")));
}

#[test]
fn promotions_are_written_with_an_equals_sign_and_read_without() {
    let text = "7k/8/4P3/8/8/8/8/4K3 w - - e2e6,e8h8 - - - 0 1";
    let game = TimeTraveler::from_text(Default::default(), text).expect("a position");
    assert_eq!(written(&game, "e7/e8n"), "e7/e8=N");
    for text in ["e7/e8=N", "e7/e8N", "e7/e8n"] {
        assert_eq!(game.read(text), Ok(action("e7/e8n")), "{text}");
    }
}

#[test]
fn a_capital_b_is_a_bishop_and_a_small_one_the_file() {
    let game = played("b4 c5 Nf3 a6");
    assert_eq!(game.read("bxc5"), Ok(action("b4c5")));
    assert!(game.read("Bxc5").is_err());
    assert_eq!(played("e4 a6").read("Bb5"), Ok(action("f1b5")));
    assert_eq!(played("e4 a6").read("b5/b6"), Ok(action("b5/b6")));
    assert!(played("e4 d6").read("Bb5/e8").is_ok());
}

#[test]
fn castling_is_read_with_letters_and_zeros() {
    let game = played("e4 e5 Nf3 Nf6 Bc4 Bc5");
    for text in ["O-O", "0-0", "e1g1", "O-O+"] {
        assert_eq!(game.read(text), Ok(action("e1g1")), "{text}");
    }
    assert_eq!(written(&game, "e1g1"), "O-O");
    let error = game
        .read("O-O-O")
        .expect_err("the queen stands there")
        .to_string();
    assert!(error.contains("something stands on"), "{error}");
}

#[test]
fn a_refused_action_says_why_and_what_is_near() {
    let game = played("e4 e5 Nf3/e5 a6");
    let error = game.read("Nf3").expect_err("it is an annihilation");
    assert!(error.to_string().contains("g1//f3"), "{error}");
    let error = game.read("Ke4").expect_err("out of reach").to_string();
    assert!(error.contains("king"), "{error}");
    let error = game.read("hello").expect_err("rubbish").to_string();
    assert!(error.contains("cannot be read"), "{error}");
    let error = played("Nf6/e8 gf")
        .read("e4")
        .expect_err("over")
        .to_string();
    assert!(error.contains("the game is over"), "{error}");
}

#[test]
fn the_position_text_is_that_of_the_players_rules() {
    let text = played("e4 e5 Nf3/e5").to_text();
    let rules = include_str!("../../../../../docs/rules/time-traveler.md");
    assert!(rules.lines().any(|line| line == text), "{text}");
}

#[test]
fn broken_position_texts_name_the_field() {
    let start = TimeTraveler::start(Default::default()).to_text();
    for (from, to, complaint) in [
        (" 0 1", "", "fields"),
        (" w ", " x ", "side to move"),
        ("KQkq", "KQkx", "castling"),
        ("RNBQKBNR w KQkq", "1NBQKBNR w KQkq", "castling"),
        ("w KQkq -", "w KQkq e3", "en passant"),
        ("w KQkq -", "w KQkq *", "en passant"),
        ("PPPPPPPP/RNBQKBNR", "8/RNB*QKBNR", "board"),
        ("PPPPPPPP/RNBQKBNR", "PPPPPPPP/RNB'QKBNR", "board"),
        ("8/8/8/8", "8/8/8/7N", "identities"),
        ("8/8/8/8", "8/8/8/7P", "identities"),
        ("kq - -", "kq - b1b1", "identities"),
        ("kq - -", "kq - b1", "identities"),
        ("kq - -", "kq - a1b1", "identities"),
        ("kq - - -", "kq - - Nf6", "White's explosions"),
        ("kq - - -", "kq - - Nf6=", "White's explosions"),
        ("kq - - -", "kq - - Nf6=b8", "White's explosions"),
        ("kq - - -", "kq - - Nf6=a1", "White's explosions"),
        ("kq - - -", "kq - - Nf6=b1,Nf6=b1", "White's explosions"),
        ("kq - - -", "kq - - Nf6=é", "White's explosions"),
        ("kq - - - -", "kq - - - Nf6=b1", "Black's explosions"),
        ("- - - 0", "- - x 0", "lost"),
        ("- - - 0", "- - w 0", "lost"),
        (" 0 1", " -1 1", "fifty"),
        (" 0 1", " 0 0", "move number"),
        ("rnbqkbnr/pppppppp", "rnbqkbnP/pppppppp", "board"),
    ] {
        let text = start.replacen(from, to, 1);
        let error = TimeTraveler::from_text(Default::default(), &text)
            .expect_err(&text)
            .to_string();
        assert!(error.contains(complaint), "{text}: {error}");
    }
}

#[test]
fn the_side_that_has_moved_may_not_have_left_an_illegal_position() {
    for text in [
        "4k3/8/8/8/8/8/4R3/4K3 w - - h1e2 - - - 0 1",
        "4k3/8/8/8/8/N*7/8/4K3 b - - - Na3=b1 - - 0 1",
    ] {
        let error = TimeTraveler::from_text(Default::default(), text).expect_err(text);
        assert_eq!(error.field, "side to move", "{error}");
    }
}

proptest::proptest! {
    #[test]
    fn rubbish_never_panics(text in ".{0,120}") {
        let _ = TimeTraveler::from_text(Default::default(), &text);
        let _ = TimeTraveler::start(Default::default()).read(&text);
    }

    #[test]
    fn mangled_positions_never_panic(seed in 0u64..500, at in 0usize..200, with in ".") {
        super::random::walk(seed, 12, |game| {
            let mut letters: Vec<char> = game.to_text().chars().collect();
            let at = at % letters.len();
            letters.splice(at..=at, with.chars());
            let text: String = letters.into_iter().collect();
            if let Ok(game) = TimeTraveler::from_text(Default::default(), &text) {
                let listed = game.legal_actions().len() as u64;
                assert_eq!(game.count_legal(), listed);
            }
        });
    }
}

/// Reads the position without the starts of its men, adding the start that each error suggests, at most `most` of them. Returns what is
/// read and the added starts, sorted.
fn read_as_suggested(game: &TimeTraveler, most: usize) -> (TimeTraveler, Vec<String>) {
    let written = game.view(Viewer::Referee).to_string();
    let fields: Vec<&str> = written.split(' ').collect();
    let mut named: Vec<String> = Vec::new();
    loop {
        let identities = match named.len() {
            0 => "-".to_owned(),
            _ => named.join(","),
        };
        let text = [&fields[..4], &[&*identities], &fields[5..]]
            .concat()
            .join(" ");
        match TimeTraveler::from_text(Default::default(), &text) {
            Ok(position) => {
                named.sort();
                return (position, named);
            }
            Err(error) => {
                let error = error.to_string();
                let (_, example) = error.split_once("such as ").expect("an example");
                named.push(example.to_owned());
                assert!(named.len() <= most, "{error}");
            }
        }
    }
}

#[test]
fn the_start_that_an_error_suggests_for_a_man_away_from_home_is_right() {
    for (moves, suggested) in [
        ("Nf3 Nf6", &["g1f3", "g8f6"][..]),
        ("Nc3", &["b1c3"]),
        ("e4 e5 Bb5", &["e2e4", "e7e5", "f1b5"]),
    ] {
        let game = played(moves);
        let (read, named) = read_as_suggested(&game, suggested.len());
        let mut expected = suggested.to_vec();
        expected.sort_unstable();
        assert_eq!(named, expected);
        assert_eq!(read, game);
    }
}

#[test]
fn a_start_that_is_named_already_is_suggested_for_no_other_man() {
    let (_, named) = read_as_suggested(&played("Nf3 Nf6 Nc3 Nc6"), 4);
    assert_eq!(named, ["b1f3", "b8f6", "g1c3", "g8c6"]);
}
