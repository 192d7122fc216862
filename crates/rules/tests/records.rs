//! Records: the games that ship with the library, what a record shows to each reader, and broken files.

use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::chess::Chess;
use manifold_rules::game::Game;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::outcome::{Outcome, Reason};
use manifold_rules::position::Position;
use manifold_rules::record::{Note, Record, RecordError, Salt, read_games};
use manifold_rules::time_traveler::TimeTraveler;
use manifold_rules::variant::{AnyGame, AnyPosition, AnyRecord, VariantId};
use manifold_rules::viewer::Viewer;

fn replay(file: &str) -> Vec<Record<TimeTraveler>> {
    read_games(file)
        .into_iter()
        .map(|game| {
            let game = game.expect("a good game");
            game.replay(Default::default()).expect("legal moves")
        })
        .collect()
}

const ILLUSTRATIVE: &str = include_str!("../records/time-traveler.pgn");

#[test]
fn the_illustrative_games_of_the_rulebook_end_as_it_says() {
    let games = replay(ILLUSTRATIVE);
    let outcomes: Vec<Outcome> = games
        .iter()
        .filter_map(|record| record.game.outcome())
        .collect();
    assert_eq!(
        outcomes,
        [
            Outcome::win(Color::Black, Reason::Grammar),
            Outcome::win(Color::White, Reason::Checkmate),
            Outcome::win(Color::Black, Reason::Grammar),
            Outcome::win(Color::White, Reason::Grammar),
        ]
    );
}

/// The check marks as printed in the rulebook, except for two in game 4 that it omits.
#[test]
fn the_illustrative_games_have_their_check_marks() {
    let marks: Vec<Vec<String>> = replay(ILLUSTRATIVE)
        .iter()
        .map(|record| {
            let mut position = *record.game.start();
            let mut marked = Vec::new();
            for action in record.game.actions() {
                let notation = position.notation(*action, Viewer::Referee);
                if notation.ends_with(['+', '#']) {
                    marked.push(notation);
                }
                position.play_unchecked(*action);
            }
            marked
        })
        .collect();
    assert!(marks[0].is_empty(), "{:?}", marks[0]);
    assert_eq!(marks[1], ["Bb5/e8+", "Bxd3+", "Bxc4#"]);
    assert!(marks[2].is_empty(), "{:?}", marks[2]);
    assert_eq!(marks[3], ["Bb4/e1+", "dxe5+"]);
}

fn hyperspace_record() -> Record<Hyperspace> {
    let mut record = Record::new(Game::<Hyperspace>::new(Default::default()));
    for text in ["Ng1^3@h5", "e5", "Bf1^5@a6", "Nc6"] {
        let action = record.game.position().read(text).expect("a legal action");
        record.game.play(action).expect("a legal action");
        record.notes.push(Note {
            commitment: Some("c0ffee".to_owned()),
            salt: Some(Salt::new("5a17")),
            ..Note::default()
        });
    }
    record
}

#[test]
fn the_record_of_a_running_game_tells_squares_and_salts_only_to_those_who_know_them() {
    let record = hyperspace_record();
    for viewer in [Viewer::Player(Color::White), Viewer::Referee] {
        let text = record.to_pgn(viewer);
        assert!(text.contains("@h5") && text.contains("@a6"), "{text}");
        assert!(text.contains("5a17"));
    }
    let spectator = record.to_pgn(Viewer::Spectator);
    assert!(
        !spectator.contains("h5") && !spectator.contains("a6"),
        "{spectator}"
    );
    assert!(!spectator.contains("5a17") && spectator.contains("c0ffee"));
    let black = record.to_pgn(Viewer::Player(Color::Black));
    assert!(!black.contains("@h5") && !black.contains("@a6"), "{black}");
    assert!(
        !format!("{record:?}").contains("5a17"),
        "no salt in debugging output"
    );
}

#[test]
fn the_record_of_a_finished_game_tells_everything() {
    let mut record = hyperspace_record();
    record.game.resign(Color::White);
    let text = record.to_pgn(Viewer::Spectator);
    assert!(text.contains("@h5") && text.contains("5a17"), "{text}");
}

#[test]
fn a_public_record_of_a_running_game_cannot_be_replayed_and_says_why() {
    let text = hyperspace_record().to_pgn(Viewer::Spectator);
    let games = read_games(&text);
    let error = games[0]
        .as_ref()
        .expect("a good game")
        .replay::<Hyperspace>(Default::default());
    let error = error.expect_err("no squares");
    assert_eq!(error.word.as_deref(), Some("1. Ng1^3"));
    assert!(error.problem.contains("@"), "{error}");
}

fn one_game(moves: &str) -> Result<Record<Hyperspace>, manifold_rules::record::RecordError> {
    let file = format!("[Variant \"hyperspace\"]\n\n{moves}\n");
    let game = read_games(&file).into_iter().next().expect("a game")?;
    game.replay(Default::default())
}

#[test]
fn results_that_are_not_on_the_board_are_taken_from_the_record() {
    let resigned = one_game("1. e4 e5 1-0").expect("good");
    assert_eq!(
        resigned.game.outcome(),
        Some(Outcome::win(Color::White, Reason::Resignation))
    );
    let agreed = one_game("1. e4 e5 1/2-1/2").expect("good");
    assert_eq!(
        agreed.game.outcome(),
        Some(Outcome::draw(Reason::Agreement))
    );
    let running = one_game("1. e4 e5 *").expect("good");
    assert_eq!(running.game.outcome(), None);
}

#[test]
fn a_result_that_the_rules_contradict_is_an_error() {
    let error = one_game("1. f3 e5 2. g4 Qh4# 1-0").expect_err("Black has won");
    assert!(error.to_string().contains("0-1"), "{error}");
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_line() {
    let error = one_game("1. e4 e5\n2. Nf3 Nf3").expect_err("illegal");
    assert_eq!(error.line, 4);
    assert_eq!(error.word.as_deref(), Some("2... Nf3"));
}

#[test]
fn a_move_after_the_end_is_an_error() {
    let error = one_game("1. f3 e5 2. g4 Qh4# 3. a3 0-1").expect_err("over");
    assert!(error.to_string().contains("over"), "{error}");
}

#[test]
fn an_unknown_variant_is_named() {
    let games = read_games("[Variant \"checkers\"]\n\n1. e4 *\n");
    let error = games[0]
        .as_ref()
        .expect("readable")
        .game()
        .expect_err("no such game");
    assert!(error.to_string().contains("checkers"), "{error}");
}

#[test]
fn an_error_in_a_tag_names_its_line() {
    let file = "[Event \"A\"]\n[Variant \"chess\"]\n[FEN \"rubbish\"]\n\n1. e4 *\n";
    let games = read_games(file);
    let replayed = games[0].as_ref().expect("readable");
    let error = replayed.replay::<Chess>(Default::default());
    let error = error.expect_err("no position");
    assert_eq!(error.line, 3, "{error}");
    let games = read_games(&file.replace("chess", "checkers"));
    let error = games[0].as_ref().expect("readable").game();
    assert_eq!(error.expect_err("no such game").line, 2);
}

#[test]
fn a_game_from_a_position_keeps_it() {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -";
    let position = Hyperspace::from_text(Default::default(), start).expect("a position");
    let mut record = Record::new(Game::from_position(position));
    let action = record.game.position().read("e4").expect("legal");
    record.game.play(action).expect("legal");
    let text = record.to_pgn(Viewer::Referee);
    assert!(
        text.contains("[SetUp \"1\"]") && text.contains(start),
        "{text}"
    );
    let read = read_games(&text)[0]
        .as_ref()
        .expect("good")
        .replay::<Hyperspace>(Default::default());
    assert_eq!(read.expect("good").game.position(), record.game.position());
}

#[test]
fn a_comment_with_what_looks_like_a_tag_comes_back_as_it_was() {
    for more in ["and more", "and { more"] {
        let text = format!(
            "See the note of the annotator in the other file, which had this: [Source \"{}\"] {more}",
            "x".repeat(66)
        );
        let record = chess("", &format!("1. e4 {{{text}}} e5 *")).expect("a good record");
        assert_eq!(record.notes[0].text, text);
        let written = record.to_pgn(Viewer::Referee);
        let again = read_games(&written);
        assert_eq!(again.len(), 1, "{written}");
        let again = again[0].as_ref().expect("its own record");
        assert_eq!(again.words[0].note.text, text);
    }
}

/// The variant of a record with these tags, and its moves in machine notation.
fn replayed(tags: &str, moves: &str) -> (String, String) {
    let games = read_games(&format!("{tags}\n{moves}\n"));
    let record = AnyRecord::replay(games[0].as_ref().expect("readable")).expect("a good record");
    let actions: Vec<String> = record
        .game
        .actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    (record.game.variant().to_string(), actions.join(" "))
}

#[test]
fn a_record_of_another_program_is_read_by_the_name_that_it_gives_the_game() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *";
    let castled = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1";
    for tags in [
        "[Event \"?\"]\n",
        "[Variant \"Standard\"]\n",
        "[Variant \"chess\"]\n",
    ] {
        assert_eq!(
            replayed(tags, moves),
            ("chess".to_owned(), castled.to_owned())
        );
    }
    let fen = "[FEN \"nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1\"]\n";
    for name in ["Chess960", "fischerandom", "chess:960"] {
        let tags = format!("[Variant \"{name}\"]\n[SetUp \"1\"]\n{fen}");
        let (game, actions) = replayed(&tags, "1. O-O O-O *");
        assert_eq!(
            (game.as_str(), actions.as_str()),
            ("chess:960", "f1g1 f8g8")
        );
    }
}

#[test]
fn an_ending_that_is_stated_but_has_not_come_about_is_refused() {
    let game = |termination: &str, moves: &str| {
        let file =
            format!("[Variant \"hyperspace\"]\n[Termination \"{termination}\"]\n\n{moves}\n");
        let game = read_games(&file).into_iter().next().expect("a game")?;
        let record = game.replay::<Hyperspace>(Default::default())?;
        Ok::<_, RecordError>(record.game.outcome().expect("it is over").reason)
    };
    for (termination, result) in [
        ("checkmate", "1-0"),
        ("dominance", "0-1"),
        ("agreement", "1-0"),
        ("stalemate", "1/2-1/2"),
        ("repetition", "1/2-1/2"),
        ("resignation", "1/2-1/2"),
    ] {
        let error = game(termination, &format!("1. e4 e5 {result}")).expect_err(termination);
        let says = format!("the tag Termination says {termination}, but");
        assert!(error.problem.starts_with(&says), "{error}");
    }
    let mate = "1. f3 e5 2. g4 Qh4# 0-1";
    for (termination, moves, reason) in [
        ("resignation", "1. e4 e5 1-0", Reason::Resignation),
        ("time", "1. e4 e5 1-0", Reason::Time),
        ("adjudication", "1. e4 e5 1/2-1/2", Reason::Adjudication),
        ("checkmate", mate, Reason::Checkmate),
        ("resignation", mate, Reason::Checkmate),
        ("Normal", mate, Reason::Checkmate),
        ("Normal", "1. e4 e5 1-0", Reason::Resignation),
    ] {
        assert_eq!(
            game(termination, moves),
            Ok(reason),
            "{termination} {moves}"
        );
    }
}

#[test]
fn a_result_after_the_moves_that_the_tags_contradict_is_refused() {
    let game = |tag: &str, result: &str| {
        chess(
            &format!("[Result \"{tag}\"]\n"),
            &format!("1. e4 e5 {result}"),
        )
        .map(|record| record.game.outcome().map(|outcome| outcome.score()))
    };
    let error = game("1-0", "0-1").expect_err("one is wrong");
    assert_eq!(
        error.problem,
        "the moves end with 0-1, but the tag Result says “1-0”"
    );
    assert_eq!(game("*", "0-1"), Ok(Some("0-1")), "the tag says nothing");
    assert_eq!(game("1-0", "*"), Ok(None), "the moves go on");
    assert_eq!(game("1-0", ""), Ok(Some("1-0")));
    assert_eq!(game("1-0", "1-0"), Ok(Some("1-0")));
}

/// Knights go out and home again, which repeats the position.
const OUT_AND_HOME: &str = "Nf3 Nf6 Ng1 Ng8";

fn chess(tags: &str, moves: &str) -> Result<Record<Chess>, RecordError> {
    let games = read_games(&format!("[Variant \"chess\"]\n{tags}\n{moves}\n"));
    games
        .into_iter()
        .next()
        .expect("a game")?
        .replay(Default::default())
}

#[test]
fn chess_goes_on_after_a_third_occurrence_that_nobody_claimed() {
    for times in [2, 3] {
        let moves = format!("{} e4 e5 1-0", [OUT_AND_HOME; 3][..times].join(" "));
        let record = chess("", &moves).expect("by FIDE's laws the game went on");
        assert_eq!(record.game.actions().len(), 4 * times + 2);
        let resigned = Outcome::win(Color::White, Reason::Resignation);
        assert_eq!(record.game.outcome(), Some(resigned));
        let third = record.game.after(8);
        assert_eq!(third.outcome(), None, "nobody claimed it in this game");
    }
}

#[test]
fn a_fifth_occurrence_ends_chess_without_a_claim() {
    let four = [OUT_AND_HOME; 4].join(" ");
    let record = chess("", &format!("{four} *")).expect("five occurrences");
    assert_eq!(
        record.game.outcome(),
        Some(Outcome::draw(Reason::Repetition))
    );
    let error = chess("", &format!("{four} e4 *")).expect_err("the fifth ends it");
    assert_eq!(error.word.as_deref(), Some("9. e4"));
    assert!(
        error
            .problem
            .contains("draw repetition, which needs no claim"),
        "{error}"
    );
}

#[test]
fn chess_goes_on_after_fifty_moves_but_not_after_seventy_five() {
    let rooks = |count| format!("[FEN \"4k2r/8/8/8/8/8/8/R3K3 w - - {count} 90\"]\n");
    let record = chess(&rooks(99), "Ra2 Rh7 Ra1 0-1").expect("nobody claimed the draw");
    assert_eq!(record.game.actions().len(), 3);
    let record = chess(&rooks(120), "Ra2 *").expect("a start after the fifty moves");
    assert_eq!(record.game.outcome(), None);
    let record = chess(&rooks(149), "Ra2 *").expect("the 150th ply");
    assert_eq!(
        record.game.outcome(),
        Some(Outcome::draw(Reason::FiftyMoves))
    );
    chess(&rooks(149), "Ra2 Rh7 *").expect_err("75 moves end it");
}

#[test]
fn a_draw_that_is_stated_where_it_can_be_claimed_is_that_claim() {
    let moves = format!("{} 1/2-1/2", [OUT_AND_HOME; 3].join(" "));
    let record = chess("", &moves).expect("a fourth occurrence");
    assert_eq!(
        record.game.outcome(),
        Some(Outcome::draw(Reason::Repetition))
    );
    let written = record.to_pgn(Viewer::Referee);
    let again = read_games(&written)[0]
        .as_ref()
        .expect("readable")
        .replay::<Chess>(Default::default())
        .expect("its own record");
    assert_eq!(again.game.outcome(), record.game.outcome());
    assert_eq!(again.game.actions(), record.game.actions());
    let elsewhere = format!("{} e4 1/2-1/2", [OUT_AND_HOME; 3].join(" "));
    let agreed = chess("", &elsewhere).expect("good").game.outcome();
    assert_eq!(agreed, Some(Outcome::draw(Reason::Agreement)));
}

#[test]
fn a_win_that_is_stated_at_a_third_occurrence_of_chess_was_not_claimed_away() {
    let moves = [OUT_AND_HOME; 2].join(" ");
    let record = chess("", &format!("{moves} 0-1")).expect("White resigned");
    let resigned = Outcome::win(Color::Black, Reason::Resignation);
    assert_eq!(record.game.outcome(), Some(resigned));
}

#[test]
fn an_unfinished_game_at_a_third_occurrence_of_chess_is_still_unfinished() {
    let moves = [OUT_AND_HOME; 2].join(" ");
    for stated in ["*", ""] {
        let record = chess("[Result \"*\"]\n", &format!("{moves} {stated}")).expect("good");
        assert_eq!(record.game.outcome(), None, "nobody claimed it");
        assert!(record.to_pgn(Viewer::Referee).ends_with("Ng8 *\n\n"));
    }
    let rooks = "[FEN \"4k2r/8/8/8/8/8/8/R3K3 w - - 99 90\"]\n";
    let record = chess(rooks, "Ra2 *").expect("fifty moves");
    assert_eq!(record.game.outcome(), None, "nobody claimed it");
}

#[test]
fn our_own_games_end_with_a_third_occurrence_and_say_that_it_needs_no_claim() {
    let moves = format!("{} e4 *", [OUT_AND_HOME; 2].join(" "));
    let error = one_game(&moves).expect_err("over");
    assert_eq!(
        error.to_string(),
        "line 3, “5. e4”: the game is over: draw repetition, which needs no claim"
    );
}

#[test]
fn taking_back_in_a_game_that_went_on_leaves_it_going_on() {
    let moves = format!("{} *", [OUT_AND_HOME; 3].join(" "));
    let mut game = chess("", &moves).expect("good").game;
    assert_eq!(game.outcome(), None);
    game.claim_draw();
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::Repetition)));
    assert_eq!(game.undo(), None, "the claim alone");
    assert_eq!((game.outcome(), game.actions().len()), (None, 12));
    assert_eq!(
        game.undo().map(|action| action.to_string()),
        Some("f6g8".to_owned())
    );
}

#[test]
fn a_record_of_chess_comes_back_from_the_tags_that_other_programs_expect() {
    for id in ["chess", "chess:960"] {
        let id: VariantId = id.parse().expect("a game");
        let start = AnyPosition::start_at(id, id.starts() - 1).expect("the last of them");
        let mut record = AnyRecord::new(AnyGame::from_position(start));
        let action = record.game.position().read("e4").expect("legal everywhere");
        record.game.play(action).expect("legal");
        let games = read_games(&record.to_pgn(Viewer::Referee));
        let read = AnyRecord::replay(games[0].as_ref().expect("readable")).expect("good");
        assert_eq!(read.game.variant(), id);
        assert_eq!(read.game.position(), record.game.position());
    }
}

#[test]
fn what_was_revealed_and_taken_back_in_a_turn_is_left_out() {
    let mut record = Record::new(Game::<Hidden960>::new(Default::default()));
    let played = "d1=Q unreveal b1=R c1=N unreveal unreveal d1=Q e2e4 e7e5";
    for (i, text) in played.split(' ').enumerate() {
        let action = record.game.position().read(text).expect("an action");
        record.game.play(action).expect("legal");
        record.notes.push(Note {
            clock: Some(Duration::from_secs(60 - i as u64)),
            ..Note::default()
        });
    }
    let text = record.to_pgn(Viewer::Referee);
    let moves = "1. d1=Q {[%clk 0:00:54]} 1. e4 {[%clk 0:00:53]} 1... e5 {[%clk 0:00:52]} *";
    let words: Vec<&str> = text
        .split("\n\n")
        .nth(1)
        .expect("moves")
        .split_whitespace()
        .collect();
    assert_eq!(words.join(" "), moves);
    let read = read_games(&text)[0]
        .as_ref()
        .expect("good")
        .replay::<Hidden960>(Default::default());
    assert_eq!(read.expect("good").game.position(), record.game.position());
}

#[test]
fn a_reveal_that_is_taken_back_where_the_record_begins_is_told() {
    let mut position = Hidden960::start(Default::default());
    position
        .play(position.read("d1=Q").expect("a reveal"))
        .expect("legal");
    let mut record = Record::new(Game::from_position(position));
    let action = record.game.position().read("unreveal").expect("an action");
    record.game.play(action).expect("legal");
    let text = record.to_pgn(Viewer::Referee);
    assert!(text.ends_with("1. unreveal *\n\n"), "{text}");
}
