//! Times the pairing of each round of a Swiss with 1,000 players and nine rounds. `cargo xtask bench` runs it.

use std::time::{Duration, Instant};

use fastrand::Rng;
use manifold_pairing::{Board, Colour, Entry, Player, Score, Tournament, dutch};

const PLAYERS: u16 = 1_000;
const ROUNDS: usize = 9;
/// The number of drawn games in ten.
const DRAWS: [u8; 3] = [3, 0, 10];

fn main() {
    let mut slowest = Duration::ZERO;
    for draws in DRAWS {
        for seed in 0..3 {
            let times = play(&mut Rng::with_seed(seed), draws);
            let shown: Vec<String> = times
                .iter()
                .map(|t| format!("{:.2}", t.as_secs_f64()))
                .collect();
            println!(
                "{PLAYERS} players, {draws} draws of ten, seed {seed}, seconds a round: {}",
                shown.join(" ")
            );
            slowest = slowest.max(times.into_iter().max().unwrap_or_default());
        }
    }
    println!("slowest round: {:.2} s", slowest.as_secs_f64());
}

/// Plays a tournament in which the better player usually wins games that are not drawn, and a player is absent now and then.
fn play(random: &mut Rng, draws: u8) -> Vec<Duration> {
    let mut tournament = Tournament {
        rounds: Some(ROUNDS),
        ..Tournament::default()
    };
    for number in 1..=PLAYERS {
        tournament.players.push(Player {
            number,
            rating: None,
            entries: Vec::new(),
        });
    }
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        for player in &mut tournament.players {
            if random.u8(..100) == 0 {
                player.entries.push(if random.bool() {
                    Entry::HalfBye
                } else {
                    Entry::Absent
                });
            }
        }
        let start = Instant::now();
        let boards = dutch::pair(&tournament).expect("a legal pairing");
        times.push(start.elapsed());
        for board in boards {
            let (white, black) = match board {
                Board::Game { white, black } => (white, black),
                Board::Bye(number) => {
                    tournament.players[usize::from(number) - 1]
                        .entries
                        .push(Entry::PairingBye);
                    continue;
                }
            };
            let roll = random.u8(..10);
            let (one, other) = match roll.checked_sub(draws) {
                None => (Score::Draw, Score::Draw),
                // Five times out of seven.
                Some(roll) if (7 * roll < 5 * (10 - draws)) == (white < black) => {
                    (Score::Win, Score::Loss)
                }
                Some(_) => (Score::Loss, Score::Win),
            };
            let sides = [
                (white, black, Colour::White, one),
                (black, white, Colour::Black, other),
            ];
            for (player, opponent, colour, score) in sides {
                tournament.players[usize::from(player) - 1]
                    .entries
                    .push(Entry::Game {
                        opponent,
                        colour,
                        score,
                        rated: true,
                    });
            }
        }
        assert!(
            tournament
                .players
                .iter()
                .all(|player| player.entries.len() == round + 1)
        );
    }
    times
}
