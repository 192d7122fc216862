//! Measures the engine's beliefs about the opponent's secret squares in Hyperspace Chess: stated probabilities against
//! observed frequencies in self-play games.
//!
//! `cargo run --release -p manifold-engine --example beliefs -- report GAMES NODES SEED`
//! `cargo run --release -p manifold-engine --example beliefs -- fit GAMES NODES SEED`
//!
//! `fit` climbs to the model parameters of maximum likelihood; `report` prints a calibration table for the current
//! model. Use different seeds. The same arguments give the same numbers.

use std::env;

use manifold_engine::games::{Beliefs, Model};
use manifold_engine::{InformationSet, Level, Limits, Random, SearchOptions, think};
use manifold_rules::board::{Color, Square};
use manifold_rules::game::Game;
use manifold_rules::hyperspace::{Hyperspace, Knowledge};
use manifold_rules::position::{Bounded, Bounds, Position, Secret, Turns};
use manifold_rules::viewer::Viewer;

/// Plies after which a game counts as drawn.
const LONGEST: u32 = 160;
/// The lowest temperature that is fitted.
const COLDEST: i32 = 10;
/// Upper ends of the buckets of stated probabilities.
const BUCKETS: [f64; 9] = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.35, 0.6, 1.01];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [what @ ("report" | "fit"), games, nodes, seed] = words[..] else {
        return eprintln!("beliefs report GAMES NODES SEED, or beliefs fit GAMES NODES SEED");
    };
    let (Ok(games), Ok(nodes), Ok(seed)) =
        (games.parse::<u64>(), nodes.parse(), seed.parse::<u64>())
    else {
        return eprintln!("three numbers, please: games, nodes and a seed");
    };
    let games: Vec<Game<Hyperspace>> = (0..games).map(|game| play(nodes, seed + game)).collect();
    if what == "report" {
        report(&games, &Model::FITTED);
    } else {
        fit(&games);
    }
}

/// A self-play game: four random plies of plain chess, then full strength for one side, and for the other full
/// strength or, in every second game, a level that varies more.
fn play(nodes: u64, seed: u64) -> Game<Hyperspace> {
    let mut random = Random::new(seed);
    let mut game = Game::<Hyperspace>::new(Default::default());
    for _ in 0..4 {
        let all = game
            .position()
            .legal_actions_within(Bounds { max_delay: 0 });
        let Some(action) = all.get(random.below(all.len() as u64) as usize) else {
            break;
        };
        game.play(*action).expect("a listed action is legal");
    }
    let weaker = Level::new(6).filter(|_| seed.is_multiple_of(2));
    while game.outcome().is_none() && game.position().ply() < LONGEST {
        let actor = game.position().actor();
        let level = weaker.filter(|_| actor == Color::Black).unwrap_or_default();
        let options = SearchOptions {
            level,
            limits: Limits::nodes(nodes),
            seed: random.number(),
            ..SearchOptions::default()
        };
        let Some(result) = think(&InformationSet::of(&game, actor), &options) else {
            break;
        };
        game.play(result.action)
            .expect("the engine acts by the rules");
    }
    game
}

/// The beliefs about one piece just after it left and just before it returned, and the square on which it did.
struct Case {
    early: [f64; 64],
    late: [f64; 64],
    squares: usize,
    truth: Square,
}

fn cases(game: &Game<Hyperspace>, model: &Model) -> Vec<Case> {
    let mut all = Vec::new();
    for seat in Color::ALL {
        let them = seat.other();
        let mut position = game.start().clone();
        let mut known = Knowledge::of(&position, seat);
        let mut beliefs = Beliefs::prior(&known, model);
        // The beliefs just after its departure, for every piece that is away.
        let mut early: Vec<[f64; 64]> = Vec::new();
        for action in game.actions() {
            let returning = position.turn() == them;
            let late: Vec<[f64; 64]> = beliefs.probabilities().collect();
            early.extend_from_slice(&late[early.len()..]);
            let mut kept = Vec::new();
            for (number, (absent, square)) in position.bound(them).enumerate() {
                if !returning || absent.count_down > 1 {
                    kept.push(early[number]);
                } else if let Some(truth) = square.seen_by(Viewer::Referee, them) {
                    all.push(Case {
                        early: early[number],
                        late: late[number],
                        squares: absent.squares().count(),
                        truth,
                    });
                }
            }
            early = kept;
            let public = position.public(*action);
            position.play_unchecked(*action);
            let now = Knowledge::of(&position, seat);
            beliefs.learn(&known, public, &now, model);
            known = now;
        }
    }
    all
}

/// The mean log2 of the probability of the true square: by early, late and uniform beliefs.
fn scores(cases: &[Case]) -> (f64, f64, f64) {
    let count = cases.len().max(1) as f64;
    let of = |case: &Case, beliefs: &[f64; 64]| beliefs[case.truth.to_usize()].max(1e-9).log2();
    let early: f64 = cases.iter().map(|case| of(case, &case.early)).sum();
    let late: f64 = cases.iter().map(|case| of(case, &case.late)).sum();
    let uniform: f64 = cases.iter().map(|case| -(case.squares as f64).log2()).sum();
    (early / count, late / count, uniform / count)
}

fn report(games: &[Game<Hyperspace>], model: &Model) {
    let cases: Vec<Case> = games.iter().flat_map(|game| cases(game, model)).collect();
    let (early, late, uniform) = scores(&cases);
    println!("{} returns in {} games", cases.len(), games.len());
    println!(
        "log score, bits: uniform {uniform:.3}, at the departure {early:.3}, before the return {late:.3}"
    );
    println!("stated          | squares | mean stated | happened");
    let mut low = 0.0;
    for high in BUCKETS {
        let (mut count, mut stated, mut happened) = (0_u32, 0.0, 0_u32);
        for case in &cases {
            for (square, probability) in case.late.iter().enumerate() {
                if *probability > 0.0 && (low..high).contains(probability) {
                    count += 1;
                    stated += probability;
                    happened += u32::from(square == case.truth.to_usize());
                }
            }
        }
        let per = |sum: f64| 100.0 * sum / f64::from(count.max(1));
        println!(
            "{:>5.1} to {:>5.1} % | {count:>7} | {:>10.2} % | {:>7.2} %",
            low * 100.0,
            high.min(1.0) * 100.0,
            per(stated),
            per(f64::from(happened)),
        );
        low = high;
    }
}

/// Fits the model by hill climbing from the current one, one parameter at a time. The floor is not lowered, nor the
/// temperature below [`COLDEST`], as these are self-play games, in which only a few squares are considered. Prints the
/// calibration table of the same games.
fn fit(games: &[Game<Hyperspace>]) {
    let score = |model: &Model| {
        let all: Vec<Case> = games.iter().flat_map(|game| cases(game, model)).collect();
        scores(&all).1
    };
    let mut best = Model::FITTED;
    let mut top = score(&best);
    println!("{top:.4} {best:?}");
    loop {
        let before = top;
        for parameter in 0..7 + Model::FITTED.ranks.len() {
            for percent in [70, 85, 118, 140] {
                let mut tried = best;
                let scale = |value: u64| (value * percent / 100).max(2);
                match parameter {
                    0 => {
                        let scaled = scale(best.temperature.unsigned_abs().into()) as i32;
                        tried.temperature = scaled.max(COLDEST);
                    }
                    1 => tried.floor = scale(best.floor).clamp(Model::FITTED.floor, 60),
                    2 => tried.blocks[0] = scale(best.blocks[0]),
                    3 => tried.blocks[1] = scale(best.blocks[1]),
                    4 => tried.makes_room[0] = scale(best.makes_room[0]),
                    5 => tried.makes_room[1] = scale(best.makes_room[1]),
                    6 => tried.guards = scale(best.guards),
                    _ => {
                        let rank = parameter - 7;
                        tried.ranks[rank] = scale(best.ranks[rank]);
                    }
                }
                let now = score(&tried);
                if now > top + 1e-4 {
                    (top, best) = (now, tried);
                    println!("{top:.4} {best:?}");
                }
            }
        }
        if top < before + 5e-3 {
            break;
        }
    }
    report(games, &best);
}
