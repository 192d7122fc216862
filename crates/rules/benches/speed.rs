//! Speed compared with other libraries, in one run and on one thread: `cargo xtask bench`.
//!
//! Each figure is the median of several rounds in which we and the peer take turns, so that changes in the machine's
//! speed affect both. A ratio above 1 means that we are faster.

use std::fmt::Write as _;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use manifold_rules::board::{Board, Castling, Color, MoveGenerator, fen};
use manifold_rules::chess::Chess;
use manifold_rules::dmchess::DmChess;
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::perft::{perft, perft_without_bulk};
use manifold_rules::position::{Bounds, Position, Rules};
use manifold_rules::time_traveler::TimeTraveler;
use serde_json::json;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const PLAIN: Bounds = Bounds { max_delay: 0 };
const ROUNDS: usize = 5;

/// One line of the table.
struct Figure {
    name: String,
    ours: f64,
    peer_name: &'static str,
    peer: f64,
    unit: &'static str,
}

impl Figure {
    fn ratio(&self) -> f64 {
        self.ours / self.peer
    }

    fn print(&self) {
        println!(
            "{:<58} {:>9.2} {:>9.2} {:>6.2}  {} vs {}",
            self.name,
            self.ours,
            self.peer,
            self.ratio(),
            self.unit,
            self.peer_name
        );
    }
}

/// Units of work (nodes, actions) done per second.
fn rate(work: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    let mut units = 0;
    while start.elapsed() < Duration::from_millis(250) {
        units += black_box(work());
    }
    units as f64 / start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Measures our work and the peer's alternately.
fn compare(
    name: String,
    peer_name: &'static str,
    unit: &'static str,
    ours: impl Fn() -> u64,
    peer: impl Fn() -> u64,
) -> Figure {
    let (mut our_rates, mut peer_rates) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        our_rates.push(rate(&ours));
        peer_rates.push(rate(&peer));
    }
    let figure = Figure {
        name,
        ours: median(our_rates) / 1e6,
        peer_name,
        peer: median(peer_rates) / 1e6,
        unit,
    };
    figure.print();
    figure
}

// --- plain chess ---

fn shakmaty_position(fen: &str) -> shakmaty::Chess {
    let fen: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    fen.into_position(shakmaty::CastlingMode::Standard)
        .expect("a position")
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32, bulk: bool) -> u64 {
    let mut nodes = 0;
    if depth == 0 {
        return 1;
    }
    board.generate_moves(|moves| {
        if bulk && depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_perft(&child, depth - 1, bulk);
            }
        }
        false
    });
    nodes
}

/// Perft that makes every move; shakmaty's own counts in bulk.
fn shakmaty_without_bulk(position: &shakmaty::Chess, depth: u32) -> u64 {
    use shakmaty::Position;
    if depth == 0 {
        return 1;
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.play_unchecked(m);
            shakmaty_without_bulk(&child, depth - 1)
        })
        .sum()
}

fn plain_chess<P: Rules>(
    game: &str,
    position: &P,
    name: &str,
    fen: &str,
    depth: u32,
) -> Vec<Figure> {
    let shakmaty = shakmaty_position(fen);
    let cozy: cozy_chess::Board = fen.parse().expect("a FEN");
    assert_eq!(
        perft(position, depth, PLAIN),
        cozy_perft(&cozy, depth, true),
        "{game} {name}"
    );
    let title = |bulk: &str| format!("{game}, {name}, depth {depth}, {bulk}");
    let bulk = || perft(position, depth, PLAIN);
    let unbulk = || perft_without_bulk(position, depth - 1, PLAIN);
    vec![
        compare(title("bulk"), "shakmaty", "Mnodes/s", bulk, || {
            shakmaty::perft(&shakmaty, depth)
        }),
        compare(title("bulk"), "cozy-chess", "Mnodes/s", bulk, || {
            cozy_perft(&cozy, depth, true)
        }),
        compare(title("no bulk"), "shakmaty", "Mnodes/s", unbulk, || {
            shakmaty_without_bulk(&shakmaty, depth - 1)
        }),
        compare(title("no bulk"), "cozy-chess", "Mnodes/s", unbulk, || {
            cozy_perft(&cozy, depth - 1, false)
        }),
    ]
}

// --- the special rules ---

/// Reproducible positions from random games with fixed seeds, `plies` actions deep.
fn positions<P: Rules>(
    count: u64,
    plies: std::ops::Range<usize>,
    bounds: Bounds,
    keep: impl Fn(&P) -> bool,
) -> Vec<P> {
    let mut positions = Vec::new();
    let mut seed = 1;
    while positions.len() < count as usize {
        seed += 1;
        let mut random = seed;
        let mut below = |bound: usize| {
            random = manifold_rules::board::zobrist::scramble(random);
            (random % bound as u64) as usize
        };
        let mut position = P::start(P::Variant::default());
        let length = plies.start + below(plies.len());
        for _ in 0..length {
            let actions = position.legal_actions_within(bounds);
            if actions.is_empty() {
                break;
            }
            position.play_unchecked(actions[below(actions.len())]);
        }
        if position.count_legal_within(bounds) > 0 && keep(&position) {
            positions.push(position);
        }
    }
    positions
}

/// Lists every legal action once, as a search does at a node.
fn list_all<P: Rules>(positions: &[P], bounds: Bounds) -> u64 {
    for position in positions {
        let _ = position.for_each_legal_within(bounds, |action| {
            black_box(action);
            ControlFlow::<()>::Continue(())
        });
    }
    positions.len() as u64
}

fn list_plain(standings: &[(Board, Color)]) -> u64 {
    for (board, turn) in standings {
        let generator = MoveGenerator {
            board,
            turn: *turn,
            castling: Castling::NONE,
            en_passant: None,
        };
        let _ = generator.for_each_legal(|set| {
            set.for_each(|action| {
                black_box(action);
                ControlFlow::<()>::Continue(())
            })
        });
    }
    standings.len() as u64
}

/// The same men without their stages.
fn plain_board(position: &TimeTraveler) -> Board {
    let text = position.to_text().replace(['*', '\''], "");
    let board = text.split(' ').next().expect("a board");
    fen::read_board(board).expect("a board")
}

fn time_traveler() -> Vec<Figure> {
    let middlegames = positions::<TimeTraveler>(200, 16..40, Bounds::NONE, |position| {
        // Two traveling men or more: explosions that have not been resolved.
        position.to_text().matches('*').count() >= 2
    });
    let plain: Vec<(Board, Color)> = middlegames
        .iter()
        .map(|position| (plain_board(position), position.turn()))
        .collect();
    vec![compare(
        "time-traveler, legal actions, 200 middlegames with explosions".into(),
        "plain chess of the same men",
        "Mpositions/s",
        || list_all(&middlegames, Bounds::NONE),
        || list_plain(&plain),
    )]
}

fn cozy_list(board: &cozy_chess::Board) -> u64 {
    let mut actions = 0;
    board.generate_moves(|moves| {
        for action in moves {
            black_box(action);
            actions += 1;
        }
        false
    });
    actions
}

fn dmchess() -> Vec<Figure> {
    let scenes = positions::<DmChess>(200, 20..120, Bounds::NONE, |_| true);
    let plain = positions::<Hyperspace>(200, 20..80, PLAIN, |_| true);
    let shakmaty: Vec<shakmaty::Chess> = plain
        .iter()
        .filter_map(|position| {
            let text = position.to_text();
            let fen: shakmaty::fen::Fen = text
                .split_whitespace()
                .take(6)
                .collect::<Vec<_>>()
                .join(" ")
                .parse()
                .ok()?;
            fen.into_position(shakmaty::CastlingMode::Standard).ok()
        })
        .collect();
    assert!(
        shakmaty.len() > 150,
        "the plain positions are read by the peer"
    );
    let cozy: Vec<cozy_chess::Board> = shakmaty
        .iter()
        .filter_map(|position| {
            let fen = shakmaty::fen::Fen::from_position(position, shakmaty::EnPassantMode::Legal);
            fen.to_string().parse().ok()
        })
        .collect();
    assert_eq!(cozy.len(), shakmaty.len(), "both peers read them");
    let list_only = || {
        let mut actions = 0;
        for position in &scenes {
            let _ = position.for_each_legal(|action| {
                black_box(action);
                actions += 1;
                ControlFlow::<()>::Continue(())
            });
        }
        actions
    };
    let counted: u64 = scenes.iter().map(|position| position.count_legal()).sum();
    assert_eq!(counted, list_only());
    let list_and_make = || {
        scenes
            .iter()
            .map(|position| perft_without_bulk(position, 1, Bounds::NONE))
            .sum()
    };
    let list = "dmchess, legal actions, 200 positions";
    let make = "dmchess, legal actions and making each, 200 positions";
    vec![
        compare(
            list.into(),
            "shakmaty, plain chess",
            "Mactions/s",
            list_only,
            || {
                use shakmaty::Position;
                shakmaty
                    .iter()
                    .map(|position| black_box(position.legal_moves()).len() as u64)
                    .sum()
            },
        ),
        compare(
            list.into(),
            "cozy-chess, plain chess",
            "Mactions/s",
            list_only,
            || cozy.iter().map(cozy_list).sum(),
        ),
        compare(
            make.into(),
            "shakmaty, plain chess",
            "Mactions/s",
            list_and_make,
            || {
                shakmaty
                    .iter()
                    .map(|position| shakmaty_without_bulk(position, 1))
                    .sum()
            },
        ),
        compare(
            make.into(),
            "cozy-chess, plain chess",
            "Mactions/s",
            list_and_make,
            || cozy.iter().map(|board| cozy_perft(board, 1, false)).sum(),
        ),
    ]
}

fn phase_outs() -> Vec<Figure> {
    let bounds = Bounds { max_delay: 8 };
    let start = Hyperspace::start(Default::default());
    // The aim is a number, not a peer: 50 million actions a second.
    let ours = median(
        (0..ROUNDS)
            .map(|_| rate(|| perft(&start, 2, bounds)))
            .collect(),
    ) / 1e6;
    let figure = Figure {
        name: "hyperspace, full actions with phase-outs, depth 2, bulk".into(),
        ours,
        peer_name: "aim",
        peer: 50.0,
        unit: "Mactions/s",
    };
    figure.print();
    vec![figure]
}

/// The name and the benchmark of one game, or of plain chess as played by one game's implementation.
type Group = (&'static str, fn() -> Vec<Figure>);

const GROUPS: [Group; 6] = [
    ("chess", chess),
    ("hyperspace", hyperspace),
    ("hidden960", hidden960),
    ("phase-outs", phase_outs),
    ("time-traveler", time_traveler),
    ("dmchess", dmchess),
];

/// Positions of plain chess: name, FEN and perft depth.
const PLAIN_POSITIONS: [(&str, &str, u32); 2] = [("start", START, 5), ("kiwipete", KIWIPETE, 4)];

fn chess() -> Vec<Figure> {
    plain_positions::<Chess>("chess", str::to_owned)
}

fn hyperspace() -> Vec<Figure> {
    plain_positions::<Hyperspace>("hyperspace, plain chess", |fen| format!("{fen} -"))
}

fn hidden960() -> Vec<Figure> {
    plain_positions::<Hidden960>("hidden960, plain chess", |fen| {
        let board = fen.split(' ').next().expect("a board");
        format!("{board} w - a1e1h1a8e8h8 - 0 1 -")
    })
}

fn plain_positions<P: Rules>(game: &str, text_of: fn(&str) -> String) -> Vec<Figure> {
    let figures = PLAIN_POSITIONS.iter().flat_map(|(name, fen, depth)| {
        let position = P::from_text(Default::default(), &text_of(fen)).expect("a position");
        plain_chess(game, &position, name, fen, *depth)
    });
    figures.collect()
}

/// Measures the named groups, or everything without arguments.
fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    if let Some(unknown) = named
        .iter()
        .find(|name| GROUPS.iter().all(|(group, _)| group != name))
    {
        let groups = GROUPS.map(|(group, _)| group).join(", ");
        eprintln!("there are no figures of “{unknown}”: choose from {groups}");
        std::process::exit(2);
    }
    println!("{:<58} {:>9} {:>9} {:>6}", "", "ours", "peer", "ratio");
    let figures: Vec<Figure> = GROUPS
        .iter()
        .filter(|(group, _)| named.is_empty() || named.iter().any(|name| name == group))
        .flat_map(|(_, measure)| measure())
        .collect();
    let mut sizes = String::new();
    for (name, size) in [
        ("chess", size_of::<Chess>()),
        ("hyperspace", size_of::<Hyperspace>()),
        ("time-traveler", size_of::<TimeTraveler>()),
        ("hidden960", size_of::<Hidden960>()),
        ("dmchess", size_of::<DmChess>()),
    ] {
        let _ = write!(sizes, "  {name} {size}");
    }
    println!("size of a position in bytes:{sizes}");
    write_summary(&figures);
}

fn write_summary(figures: &[Figure]) {
    let rows: Vec<_> = figures
        .iter()
        .map(|figure| {
            json!({
                "name": figure.name,
                "ours": figure.ours,
                "peer_name": figure.peer_name,
                "peer": figure.peer,
                "ratio": figure.ratio(),
                "unit": figure.unit,
            })
        })
        .collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench");
    let path = folder.join("summary.json");
    let text = serde_json::to_string_pretty(&rows).expect("plain numbers");
    std::fs::create_dir_all(&folder).expect("a folder for the summary");
    std::fs::write(&path, text).expect("the summary is written");
    println!("written to target/bench/summary.json");
}
