//! `manifold match`, `analyse` and `bench` as programs use them.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::support::{manifold, stderr, stdout};

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{}", stderr(output));
    serde_json::from_str(&stdout(output)).expect("JSON")
}

/// A quick match with few nodes.
fn quick(game: &str, players: [&str; 2], more: &[&str]) -> Output {
    let mut arguments = vec![
        "match",
        game,
        players[0],
        players[1],
        "--nodes",
        "100",
        "--longest",
        "30",
    ];
    arguments.extend(["--openings", "2", "--json"]);
    arguments.extend(more);
    manifold(&arguments)
}

/// This program as an external UCI opponent.
fn outside(options: &str) -> String {
    format!("uci:{} engine{options}", env!("CARGO_BIN_EXE_manifold"))
}

#[test]
fn a_match_is_the_same_whatever_is_played_at_the_same_time() {
    let play = |concurrency| {
        let more = ["--games", "6", "--concurrency", concurrency, "--seed", "5"];
        let mut result = json(&quick("hyperspace", ["level2", "greedy"], &more));
        for timed in ["milliseconds", "longest_milliseconds"] {
            result[timed] = Value::Null;
        }
        result
    };
    let alone = play("1");
    assert_eq!(alone["games"], 6);
    assert_eq!(play("3"), alone);
}

#[test]
fn a_long_game_is_adjudicated_later_in_dmchess_unless_it_is_said_when() {
    let plies = |game: &str, more: &[&str]| {
        // Random players do not finish these games. They start without an opening, which would depend on the evaluation.
        let mut arguments = vec!["match", game, "random", "random", "--games", "2"];
        arguments.extend(["--openings", "0", "--seed", "2", "--json"]);
        arguments.extend(more);
        let result = json(&manifold(&arguments));
        assert_eq!(result["endings"]["length"], 2, "{result}");
        result["plies"].as_u64()
    };
    assert_eq!(plies("chess", &[]), Some(2 * 400));
    assert_eq!(plies("dmchess", &[]), Some(2 * 1_500));
    assert_eq!(plies("chess", &["--longest", "30"]), Some(2 * 30));
    assert_eq!(plies("dmchess", &["--longest", "30"]), Some(2 * 30));
}

#[test]
fn every_game_can_be_played_against_a_program_that_is_told_its_seat() {
    let outside = outside(",Hash=1,Level=1");
    for game in [
        "hyperspace",
        "time-traveler",
        "hidden960",
        "dmchess:kings",
        "chess",
        "chess:960",
        "hyperspace:open+touch",
    ] {
        let result = json(&quick(game, ["random", &outside], &["--games", "2"]));
        assert_eq!(result["games"], 2, "{game}");
        assert_eq!(result["forfeits"], Value::Array(Vec::new()), "{game}");
    }
}

#[test]
fn inside_and_outside_the_engine_plays_the_same_games() {
    // Two identical players: both games of a pair are the same with colours swapped.
    let folder = tempfile::tempdir().expect("a folder");
    let games = |name: &str, player: &str| {
        let file = folder.path().join(name);
        let path = file.to_str().expect("a plain path");
        let more = ["--games", "2", "--max-delay", "0", "--pgn", path];
        json(&quick("hyperspace", [player, "greedy"], &more));
        let moves = manifold(&["convert", path, "--to", "moves"]);
        assert!(moves.status.success() && Path::new(path).exists());
        stdout(&moves)
    };
    assert_eq!(games("one.pgn", "greedy"), games("two.pgn", "greedy"));
    assert_eq!(
        games("one-more.pgn", &outside(",Hash=1")).lines().count(),
        2
    );
}

#[test]
fn a_program_that_is_none_or_cannot_play_is_an_error() {
    for player in ["uci:/no/such/program", "uci:true"] {
        let output = manifold(&["match", "hyperspace", "random", player, "--games", "2"]);
        assert_eq!(output.status.code(), Some(1), "{player}: {output:?}");
        assert!(stderr(&output).contains(&player[4..]), "{output:?}");
        assert!(stdout(&output).is_empty());
    }
    let unknown = outside(",Contempt=5");
    let output = manifold(&["match", "hyperspace", "random", &unknown, "--games", "2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("it has no option Contempt"),
        "{}",
        stderr(&output)
    );
    // An engine would ignore the value, and play with its own.
    let ignored = outside(",Hash=0");
    let output = manifold(&["match", "hyperspace", "random", &ignored, "--games", "2"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.contains("Hash can be a number from 1 to"), "{told}");
}

#[test]
fn a_match_that_cannot_begin_leaves_no_file_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("new.pgn");
    let path = file.to_str().expect("a plain path");
    let player = "uci:/no/such/program";
    let output = manifold(&["match", "chess", "random", player, "--pgn", path]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(!file.exists());
}

#[test]
fn a_result_without_noise_says_nothing_of_who_is_stronger() {
    // Two identical players win once each: the score is even, and all pairs are the same.
    let play = |more: &[&str]| {
        let mut arguments = vec!["match", "hyperspace", "greedy", "greedy", "--games", "2"];
        arguments.extend(["--max-delay", "0", "--openings", "2", "--longest", "30"]);
        arguments.extend(more);
        manifold(&arguments)
    };
    let text = stdout(&play(&[]));
    assert!(text.contains("  Elo +0, 95% between"), "{text}");
    assert!(text.contains("normalised Elo unknown\n"), "{text}");
    assert_eq!(json(&play(&["--json"]))["superiority"], Value::Null);
}

#[cfg(unix)]
#[test]
fn a_program_that_says_everything_but_its_action_loses_on_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("talker.sh");
    let script = "\
while read -r line; do
    case $line in
        uci) echo uciok ;;
        isready) echo readyok ;;
        go*) while echo info string thinking; do :; done ;;
    esac
done";
    std::fs::write(&program, script).expect("written");
    let talker = format!("uci:sh {}", program.display());
    let arguments = ["match", "chess", "random", &talker, "--games", "2"];
    let more = ["--movetime", "20", "--openings", "0", "--json"];
    let result = json(&manifold(&[&arguments[..], &more].concat()));
    let forfeits = result["forfeits"].as_array().expect("a list");
    assert_eq!(forfeits.len(), 2, "{result}");
    assert_eq!(result["endings"]["time"], 2, "{result}");
}

#[test]
fn wrong_arguments_of_a_match_are_refused() {
    for arguments in [
        &["match", "hyperspace", "full"][..],
        &["match", "draughts", "full", "random"],
        &["match", "hyperspace", "level9", "random"],
        &["match", "hyperspace", "full", "uci:"],
        &["match", "hyperspace", "full", "random", "--games", "3"],
        &["match", "hyperspace", "full", "random", "--sprt", "20,0"],
        &["match", "hyperspace", "full", "random", "--sprt", "0,4001"],
        &["match", "hyperspace", "full", "random", "--tc", "soon"],
        &[
            "match",
            "hyperspace",
            "full",
            "random",
            "--nodes",
            "5",
            "--movetime",
            "5",
        ],
        &[
            "match",
            "hyperspace",
            "full",
            "random",
            "--concurrency",
            "0",
        ],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(!stderr(&output).contains("panicked") && stdout(&output).is_empty());
    }
}

#[test]
fn a_test_stops_as_soon_as_it_is_clear() {
    let more = ["--sprt", "0,100", "--max-delay", "0"];
    let result = json(&quick("hyperspace", ["level5", "random"], &more));
    assert_eq!(result["verdict"], "H1", "{result}");
    assert!(
        result["games"].as_u64().is_some_and(|games| games < 400),
        "{result}"
    );
}

#[test]
fn an_analysis_during_a_game_does_not_depend_on_the_opponents_squares() {
    let analyse = |square: &str| {
        let line = format!("e2e4 e7e5 g1^2@{square}");
        let arguments = [
            "analyse",
            "hyperspace",
            "--play",
            &line,
            "--nodes",
            "3000",
            "--json",
        ];
        stdout(&manifold(&arguments))
    };
    let one = analyse("f3");
    assert!(one.contains("\"knowledge\":\"seat\""), "{one}");
    assert_eq!(one, analyse("d5"));
    assert_eq!(one, analyse("h8"));
}

#[test]
fn a_game_that_is_over_is_analysed_with_full_knowledge() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let analyse = |square: &str, result: &str| {
        // White's knight returns at the end of the turn that is analysed.
        let record = format!(
            "[Variant \"hyperspace\"]\n[Result \"{result}\"]\n\n1. Ng1^1@{square} e6 2. a3 Qg5 {result}\n"
        );
        std::fs::write(&file, record).expect("written");
        let arguments = [
            "analyse",
            "hyperspace",
            "--file",
            path,
            "--at",
            "3",
            "--depth",
            "3",
            "--json",
        ];
        json(&manifold(&arguments))
    };
    let over = analyse("g5", "1-0");
    assert_eq!(over["knowledge"], "full");
    assert_ne!(over["lines"], analyse("h3", "1-0")["lines"]);
    let running = analyse("g5", "*");
    assert_eq!(running["knowledge"], "seat");
    assert_eq!(running["lines"], analyse("h3", "*")["lines"]);
}

#[test]
fn an_analysis_shows_several_lines_in_the_notation_of_the_game() {
    let output = manifold(&[
        "analyse",
        "hyperspace",
        "--play",
        "f2f3 e7e5 g2g4",
        "--nodes",
        "2000",
        "--lines",
        "2",
    ]);
    let text = stdout(&output);
    assert!(
        text.contains("Black must act") && text.contains("#1  2... Qh4#"),
        "{text}"
    );
    assert_eq!(
        text.lines().filter(|line| line.starts_with("  ")).count(),
        2,
        "{text}"
    );
    let waiting = manifold(&["analyse", "hyperspace", "--seat", "black", "--nodes", "10"]);
    assert_eq!(waiting.status.code(), Some(2));
    assert!(
        stderr(&waiting).contains("White must act"),
        "{}",
        stderr(&waiting)
    );
    let over = manifold(&[
        "analyse",
        "hyperspace",
        "--play",
        "f2f3 e7e5 g2g4 d8h4",
        "--at",
        "4",
    ]);
    assert_eq!(over.status.code(), Some(2));
    assert!(
        stderr(&over).contains("the game is over"),
        "{}",
        stderr(&over)
    );
}

#[test]
fn the_bench_counts_the_same_nodes_every_time() {
    let bench = || {
        let mut result = json(&manifold(&[
            "bench",
            "hidden960",
            "--deeper",
            "-3",
            "--json",
        ]));
        let nodes = result["nodes"].take();
        assert!(nodes.as_u64().is_some_and(|nodes| nodes > 100), "{nodes}");
        nodes
    };
    assert_eq!(bench(), bench());
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_hours_are_spent_on_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("missing").join("file");
    let out = out.to_str().expect("a path");
    for command in [
        &["train", "hidden960", "positions.txt", "--out", out][..],
        &["tune", "chess", "--games", "1000000", "--out", out],
    ] {
        let refused = manifold(command);
        assert!(!refused.status.success());
        let problem = stderr(&refused);
        assert!(problem.contains(out), "{command:?}: {problem}");
    }
}
