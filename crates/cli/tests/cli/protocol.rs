//! `manifold engine` as hosts use it: the sessions of docs/protocol.md, and what hosts get wrong.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

const PROTOCOL: &str = include_str!("../../../../docs/protocol.md");

/// The timeout for a line, so that tests fail instead of hanging.
const PATIENCE: Duration = Duration::from_secs(120);

struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Engine {
        Engine::run(Command::new(env!("CARGO_BIN_EXE_manifold")).arg("engine"))
    }

    fn run(program: &mut Command) -> Engine {
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("an output");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut engine = Engine {
            input: child.stdin.take(),
            child,
            lines,
        };
        engine.send(b"setoption name Hash value 1\n");
        engine
    }

    fn send(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("an open input");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the engine listens");
    }

    fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    fn hear(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The first line that begins like this; earlier lines are dropped.
    fn hear_until(&mut self, beginning: &str) -> String {
        loop {
            let line = self.hear();
            if line.starts_with(beginning) {
                return line;
            }
        }
    }

    /// All lines up to `bestmove`.
    fn hear_answer(&mut self) -> Vec<String> {
        let mut all = vec![self.hear()];
        while all.last().is_none_or(|line| !line.starts_with("bestmove")) {
            all.push(self.hear());
        }
        all
    }

    /// All lines so far, without the `readyok` that marks their end.
    fn hear_all(&mut self) -> Vec<String> {
        self.say("isready");
        let mut all = Vec::new();
        loop {
            match self.hear() {
                line if line == "readyok" => return all,
                line => all.push(line),
            }
        }
    }

    /// All lines so far, which must all be `info` lines.
    fn hear_reports(&mut self) -> Vec<String> {
        let said = self.hear_all();
        assert!(
            said.iter().all(|line| line.starts_with("info ")),
            "{said:?}"
        );
        said
    }

    fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest = self.lines.iter().collect();
        assert!(self.child.wait().expect("an end").success());
        rest
    }
}

/// Whether a line matches a pattern, in which `…` stands for anything.
fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(index, _)| index)
                .chain([rest.len()])
                .any(|index| fits(after, &rest[index..]))
        }),
    }
}

#[test]
fn the_sessions_of_the_documentation_are_true() {
    let sessions: Vec<&str> = PROTOCOL
        .split("```session\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(sessions.len() >= 6);
    for session in sessions {
        let mut engine = Engine::start();
        let mut anything = false;
        for line in session.lines() {
            if let Some(command) = line.strip_prefix("> ") {
                engine.say(command);
            } else if line == "…" {
                anything = true;
            } else {
                let mut heard = engine.hear();
                while anything && !fits(line, &heard) {
                    heard = engine.hear();
                }
                anything = false;
                assert!(
                    fits(line, &heard),
                    "expected {line}\nheard {heard}\nin {session}"
                );
            }
        }
        let rest = engine.end();
        assert!(rest.is_empty(), "{rest:?} after {session}");
    }
}

#[test]
fn a_view_and_the_whole_game_lead_to_the_same_answer_whatever_is_secret() {
    let answers = |position: &str| {
        let mut engine = Engine::start();
        engine.say("setoption name UCI_Variant value hyperspace");
        engine.say(&format!("position {position}"));
        engine.say("go nodes 3000");
        let mut said = vec![engine.hear()];
        while !said.last().is_some_and(|line| line.starts_with("bestmove")) {
            said.push(engine.hear());
        }
        // Only speed and time may differ.
        let plain = |line: &String| {
            let mut words = line.split(' ');
            let mut kept = Vec::new();
            while let Some(word) = words.next() {
                if word == "nps" || word == "time" {
                    words.next();
                } else {
                    kept.push(word);
                }
            }
            kept.join(" ")
        };
        said.iter().map(plain).collect::<Vec<String>>()
    };
    let view = answers("view white startpos moves e2e4 b8^3@? g1^2@f3 e7e5");
    for square in ["c6", "d4", "h1"] {
        let whole = answers(&format!("startpos moves e2e4 b8^3@{square} g1^2@f3 e7e5"));
        assert_eq!(view, whole, "{square}");
    }
}

#[test]
fn rubbish_is_answered_and_changes_nothing() {
    let mut engine = Engine::start();
    engine.say("position startpos moves f2f3 e7e5 g2g4");
    for rubbish in [
        "position",
        "position startpos moves",
        "position startpos moves e2e4 💥",
        "position startpos e2e4",
        "position fen",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position view",
        "position view green startpos",
        "position startpos moves g1^2@f3",
        "go depth",
        "go depth -3",
        "go nodes many",
        "go infinite ponder",
        "setoption",
        "setoption name",
        "setoption name Hash value lots",
        "setoption name UCI_Variant value chequers",
        "ponderhit",
        "moves",
        "UCI",
    ] {
        engine.say(rubbish);
        let said = engine.hear_all();
        if rubbish == "position startpos moves" {
            // An empty list of actions is valid.
            assert!(said.is_empty(), "{said:?}");
            engine.say("position startpos moves f2f3 e7e5 g2g4");
            continue;
        }
        assert_eq!(said.len(), 1, "{rubbish}: {said:?}");
        assert!(
            said[0].starts_with("info string error: "),
            "{rubbish}: {said:?}"
        );
    }
    engine.send(&[0, 255, 254, b' ', 7, b'\n', b'\r', b'\n', b'\n']);
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("go nodes 500");
    assert_eq!(engine.hear_until("bestmove"), "bestmove d8h4");
    assert!(engine.end().is_empty());
}

#[test]
fn a_table_for_which_there_is_no_memory_is_smaller_and_the_engine_says_so() {
    // Limit the address space to one and a half gibibytes.
    let mut engine = Engine::run(Command::new("sh").args([
        "-c",
        "ulimit -v 1572864 && exec \"$0\" engine",
        env!("CARGO_BIN_EXE_manifold"),
    ]));
    engine.say("setoption name Hash value 4096");
    for _ in 0..2 {
        let said = engine.hear_all();
        assert_eq!(
            said,
            ["info string the table has 1024 of 4096 MiB: there is no memory for more"]
        );
        engine.say("go nodes 500");
        engine.hear_until("bestmove");
    }
    engine.say("setoption name Hash value 16");
    assert_eq!(engine.hear_all(), [""; 0]);
    engine.end();
}

#[test]
fn an_endless_question_is_answered_when_it_is_stopped_and_not_before() {
    let mut engine = Engine::start();
    // A mate in one: the search has nothing to do.
    engine.say("position startpos moves f2f3 e7e5 g2g4");
    engine.say("go infinite");
    // The search has ended by now.
    engine.hear_until("info depth");
    engine.say("position startpos");
    let refused = engine.hear_reports();
    assert!(
        refused.iter().any(|line| line.contains("has to wait")),
        "{refused:?}"
    );
    engine.say("stop");
    assert_eq!(engine.hear_until("bestmove"), "bestmove d8h4");
    engine.say("stop");
    assert!(engine.hear_all().is_empty());
    engine.end();
}

#[test]
fn what_is_pondered_about_is_answered_after_the_hit_and_not_before() {
    let mut engine = Engine::start();
    for level in [8, 3] {
        engine.say(&format!("setoption name Level value {level}"));
        // A mate in one: the search has nothing to do.
        engine.say("position startpos moves f2f3 e7e5 g2g4");
        engine.say("go ponder nodes 500");
        // Only the strongest level ponders.
        if level == 8 {
            engine.hear_until("info depth");
        }
        engine.say("go nodes 5");
        let said = engine.hear_reports();
        assert!(said.iter().any(|line| line.contains("has to wait")));
        let thinks = said.iter().any(|line| line.starts_with("info depth"));
        assert!(level == 8 || !thinks, "{said:?}");
        engine.say("ponderhit");
        assert_eq!(engine.hear_until("bestmove"), "bestmove d8h4");
    }
    engine.say("position startpos");
    engine.say("go ponder wtime 1000 btime 1000");
    engine.say("stop");
    assert!(engine.hear_until("bestmove").starts_with("bestmove "));
    engine.say("go ponder");
    engine.say("ponderhit");
    engine.hear_reports();
    engine.say("stop");
    engine.hear_until("bestmove");
    assert!(engine.end().is_empty());
}

#[test]
fn only_the_actions_that_are_asked_for_are_thought_about_and_they_must_be_legal() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 5");
    // There is a mate in one, but it is not among the searchmoves.
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    for _ in 0..2 {
        engine.say("go searchmoves a1a2 g1h1 nodes 2000");
        let said = engine.hear_answer();
        let first = |line: &String| line.split(" pv ").nth(1).map(|pv| pv[..4].to_owned());
        let thought: std::collections::BTreeSet<String> = said.iter().filter_map(first).collect();
        assert!(
            thought
                .iter()
                .all(|action| action == "a1a2" || action == "g1h1"),
            "{said:?}"
        );
        let answer = said.iter().find(|line| line.starts_with("bestmove"));
        assert!(
            answer.is_some_and(|line| !line.contains("a1a8")),
            "{said:?}"
        );
    }
    for illegal in ["a1b3", "b9b4", "💥"] {
        engine.say(&format!("go nodes 50 searchmoves a1a2 {illegal}"));
        let said = engine.hear_all();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].starts_with(&format!("info string error: “go searchmoves {illegal}”")),
            "{said:?}"
        );
    }
    engine.say("setoption name MultiPV value 1");
    engine.say("go searchmoves g1h1");
    engine.hear_reports();
    engine.say("stop");
    assert!(engine.hear_until("bestmove").starts_with("bestmove g1h1"));
    // The restriction does not outlast its search.
    engine.say("go nodes 2000");
    assert_eq!(engine.hear_until("bestmove"), "bestmove a1a8");
    engine.end();
}

#[test]
fn a_mate_that_is_asked_for_is_answered_as_soon_as_it_is_found() {
    let mut engine = Engine::start();
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    engine.say("go mate 1");
    assert_eq!(engine.hear_until("bestmove"), "bestmove a1a8");
    // Two rooks mate in two.
    engine.say("position fen 7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    engine.say("go mate 2");
    let said = engine.hear_answer();
    assert!(
        said.iter().any(|line| line.contains(" score mate 2 ")),
        "{said:?}"
    );
    engine.end();
}

#[test]
fn the_expected_answer_is_told_where_it_is_no_secret() {
    let mut engine = Engine::start();
    for (game, position, told) in [
        ("chess", "startpos", true),
        ("time-traveler", "startpos", true),
        ("dmchess", "startpos", true),
        ("hyperspace", "startpos", false),
        ("hyperspace", "view white startpos", false),
    ] {
        engine.say(&format!("setoption name UCI_Variant value {game}"));
        engine.say(&format!("position {position}"));
        engine.say("go nodes 4000");
        let answer = engine.hear_until("bestmove");
        let words: Vec<&str> = answer.split(' ').collect();
        assert_eq!(words.get(2) == Some(&"ponder"), told, "{game}: {answer}");
        if told {
            engine.say(&format!(
                "position startpos moves {} {}",
                words[1], words[3]
            ));
            assert_eq!(engine.hear_all(), Vec::<String>::new(), "{game}: {answer}");
        }
    }
    engine.end();
}

#[test]
fn the_end_of_the_input_ends_the_thinking_and_the_program() {
    let mut engine = Engine::start();
    engine.say("go infinite");
    engine.say("isready");
    engine.hear_until("readyok");
    let rest = engine.end();
    assert!(
        rest.last()
            .is_some_and(|line| line.starts_with("bestmove ")),
        "{rest:?}"
    );
}

#[test]
fn several_lines_and_levels_are_offered_in_every_game() {
    let mut engine = Engine::start();
    for game in [
        "chess",
        "hyperspace",
        "time-traveler",
        "hidden960",
        "hidden960:960",
        "dmchess",
        "chess:960",
    ] {
        engine.say(&format!("setoption name UCI_Variant value {game}"));
        engine.say("setoption name MultiPV value 2");
        engine.say("setoption name Level value 3");
        engine.say("go nodes 400");
        let mut lines = Vec::new();
        loop {
            let line = engine.hear();
            if line.starts_with("bestmove") {
                assert_ne!(line, "bestmove (none)", "{game}");
                break;
            }
            lines.push(line);
        }
        assert!(
            lines.iter().any(|line| line.contains(" multipv 2 ")),
            "{game}: {lines:?}"
        );
    }
    engine.end();
}

#[test]
fn a_draw_that_nobody_claimed_can_be_played_on() {
    let mut engine = Engine::start();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    engine.say(&format!("position startpos moves {shuffle}e2e4"));
    engine.say("go nodes 300");
    let answer = engine.hear_until("bestmove");
    assert_ne!(answer, "bestmove (none)");
    engine.say("go perft 1");
    assert_eq!(engine.hear_until("Nodes searched"), "Nodes searched: 20");
    engine.end();
}

#[test]
fn a_count_ends_when_it_is_stopped_and_one_that_never_ends_is_refused() {
    let mut engine = Engine::start();
    engine.say("go perft 5000");
    let refused = engine.hear_until("info string error");
    assert!(refused.contains("0 to 99"), "{refused}");
    // It would count for hours, most of the time below the first action.
    engine.say("go perft 12");
    engine.say("stop");
    engine.hear_until("Nodes searched");
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("go perft 99");
    engine.end();
}

#[test]
fn chess960_is_chess_with_its_option_and_castling_is_king_takes_rook() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Chess960 value true");
    // King and rook are adjacent, and swap places.
    let fen = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1";
    engine.say(&format!("position fen {fen} moves f1g1 f8g8"));
    engine.say("go nodes 200");
    engine.hear_until("bestmove");
    engine.say("setoption name UCI_Chess960 value false");
    engine.say("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1");
    engine.say("go nodes 200");
    engine.hear_until("bestmove");
    assert!(engine.end().is_empty());
}

#[test]
fn in_a_view_the_squares_of_the_player_are_there_and_those_of_the_opponent_are_not() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value hyperspace");
    let own = "is the player's own: its square should be there";
    let theirs = "is the opponent's: its square should be ?";
    let twice = "returns on the same turn as another piece";
    for (color, away, problem) in [
        ("white", "R1@?", format!("“R1@?” {own}")),
        ("black", "r1@?", format!("“r1@?” {own}")),
        ("white", "r3@a1", format!("“r3@a1” {theirs}")),
        ("black", "R1@b2,B3l@c4", format!("“R1@b2” {theirs}")),
        // Squares that the engine guessed are not shown.
        ("white", "r3@?,r3@?", format!("“r3@?” {twice}")),
        ("white", "b3l@?,r3@?", format!("“r3@?” {twice}")),
    ] {
        let position = format!("fen 7k/8/8/8/8/8/8/1K6 w - - 0 1 {away}");
        engine.say(&format!("position view {color} {position} moves b1b2"));
        let said = engine.hear_all();
        let expected = format!("info string error: position text, hyperspace: {problem}");
        assert_eq!(said, [expected], "{color} {away}");
    }
    for (color, away) in [
        ("white", "R2@b2,B3l@c4,r3@?,b2d@?"),
        ("black", "R2@?,r3@a1,b2d@a1"),
    ] {
        let position = format!("fen 7k/8/8/8/8/8/8/1K6 w - - 0 1 {away}");
        engine.say(&format!("position view {color} {position}"));
        assert_eq!(engine.hear_all(), Vec::<String>::new(), "{color} {away}");
    }
    engine.end();
}

#[test]
fn a_placement_of_kings_that_is_asked_for_is_answered_and_placements_are_not_counted() {
    let mut engine = Engine::start();
    engine.say("setoption name UCI_Variant value dmchess:kings");
    let placement = "kings:d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e1";
    engine.say(&format!("go searchmoves {placement} movetime 50"));
    let answer = format!("bestmove {placement}");
    assert_eq!(engine.hear_until("bestmove"), answer);
    for depth in [1, 2] {
        engine.say(&format!("go perft {depth}"));
        let refused = engine.hear_all();
        assert_eq!(refused.len(), 1, "{refused:?}");
        let words = "info string error: White must place the eight kings first";
        assert!(refused[0].starts_with(words), "{refused:?}");
    }
    engine.end();
}
