//! Random tournaments.

use fastrand::Rng;
use manifold_pairing::{Colour, Entry, Forbidden, Number, Player, Score, Tournament};

fn balance(colours: &[Colour]) -> i32 {
    colours
        .iter()
        .map(|&c| if c == Colour::White { 1 } else { -1 })
        .sum()
}

/// Whether a colour leaves a player with two more games of one colour but the last two games with the other. The rules define no
/// preference for this case, which cannot occur if they are followed.
fn is_odd(colours: &[Colour], next: Colour) -> bool {
    let mut after = colours.to_vec();
    after.push(next);
    let balance = balance(&after);
    let same = after.len() > 1 && after[after.len() - 2] == next;
    same && balance.abs() > 1 && (balance > 0) != (next == Colour::White)
}

/// A tournament after some rounds that were paired at random: with byes, forfeits, late entries and forbidden pairs.
pub(crate) fn random_tournament(random: &mut Rng, size: usize) -> Tournament {
    let past = random.usize(0..=(size - 1).min(6));
    let rounds = past
        + 1
        + if random.u8(..3) == 0 {
            0
        } else {
            random.usize(0..3)
        };
    let mut tournament = Tournament {
        rounds: Some(rounds),
        initial_colour: Some(if random.bool() {
            Colour::White
        } else {
            Colour::Black
        }),
        ..Tournament::default()
    };
    let draws = random.u8(..10);
    let trouble = random.u8(..4);
    let mut arrival = Vec::new();
    for i in 0..size {
        tournament.players.push(Player {
            number: Number::try_from(i + 1).expect("small"),
            rating: None,
            entries: Vec::new(),
        });
        arrival.push(if random.u8(..12) < trouble {
            random.usize(0..=past)
        } else {
            0
        });
    }
    let mut colours: Vec<Vec<Colour>> = vec![Vec::new(); size];
    let mut met = vec![vec![false; size]; size];
    for round in 0..past {
        let mut entries = vec![Entry::Absent; size];
        let mut free: Vec<usize> = (0..size).filter(|&i| arrival[i] <= round).collect();
        random.shuffle(&mut free);
        if random.bool() {
            // As in a Swiss, roughly: pair neighbours in the standings.
            let past = tournament.clone();
            free.sort_by_key(|&i| std::cmp::Reverse(past.points(&past.players[i], round)));
        }
        free.retain(|&i| {
            let kind = random.u8(..40);
            if kind >= trouble * 2 {
                return true;
            }
            entries[i] = [
                Entry::HalfBye,
                Entry::Absent,
                Entry::FullBye,
                Entry::HalfBye,
            ][random.usize(..4)];
            false
        });
        while let Some(a) = free.pop() {
            let Some(at) = free.iter().rposition(|&b| !met[a][b]) else {
                if !entries.contains(&Entry::PairingBye) && random.bool() {
                    entries[a] = Entry::PairingBye;
                }
                continue;
            };
            let b = free.remove(at);
            let (mut white, mut black) = if random.bool() { (a, b) } else { (b, a) };
            if random.u8(..10) < 7 && balance(&colours[white]) > balance(&colours[black]) {
                (white, black) = (black, white);
            }
            if is_odd(&colours[white], Colour::White) || is_odd(&colours[black], Colour::Black) {
                (white, black) = (black, white);
            }
            let impossible =
                is_odd(&colours[white], Colour::White) || is_odd(&colours[black], Colour::Black);
            let numbers = [white, black].map(|i| Number::try_from(i + 1).expect("small"));
            if impossible || random.u8(..30) < trouble {
                let (one, other) =
                    [(true, false), (false, true), (false, false)][random.usize(..3)];
                entries[white] = Entry::Forfeit {
                    opponent: numbers[1],
                    colour: Some(Colour::White),
                    won: one,
                };
                entries[black] = Entry::Forfeit {
                    opponent: numbers[0],
                    colour: Some(Colour::Black),
                    won: other,
                };
                continue;
            }
            colours[white].push(Colour::White);
            colours[black].push(Colour::Black);
            met[a][b] = true;
            met[b][a] = true;
            let (one, other) = match random.u8(..10) {
                roll if roll < draws => (Score::Draw, Score::Draw),
                roll if roll % 2 == 0 => (Score::Win, Score::Loss),
                _ => (Score::Loss, Score::Win),
            };
            entries[white] = Entry::Game {
                opponent: numbers[1],
                colour: Colour::White,
                score: one,
                rated: true,
            };
            entries[black] = Entry::Game {
                opponent: numbers[0],
                colour: Colour::Black,
                score: other,
                rated: true,
            };
        }
        for (player, entry) in tournament.players.iter_mut().zip(entries) {
            player.entries.push(entry);
        }
    }
    // A round in which nobody was paired does not count.
    let paired = tournament.paired_rounds();
    for player in &mut tournament.players {
        player.entries.truncate(paired);
        if random.u8(..20) < trouble {
            player
                .entries
                .push([Entry::HalfBye, Entry::Absent][random.usize(..2)]);
        }
    }
    for _ in 0..random.u8(..=trouble) {
        let group = (0..random.usize(2..4))
            .map(|_| Number::try_from(random.usize(..size) + 1).expect("small"))
            .collect();
        tournament.forbidden.push(Forbidden {
            players: group,
            rounds: 1..=99,
        });
    }
    tournament
}

/// A description of a tournament in a few lines.
pub(crate) fn describe(tournament: &Tournament) -> String {
    let mut text = format!(
        "rounds {:?} initial {:?} forbidden {:?}\n",
        tournament.rounds, tournament.initial_colour, tournament.forbidden
    );
    for player in &tournament.players {
        text += &format!("{:2} {}:", player.number, tournament.points(player, 99));
        for entry in &player.entries {
            text += &match *entry {
                Entry::Game {
                    opponent,
                    colour,
                    score,
                    ..
                } => {
                    let colour = if colour == Colour::White { 'w' } else { 'b' };
                    let score = match score {
                        Score::Win => '1',
                        Score::Draw => '=',
                        Score::Loss => '0',
                    };
                    format!(" {opponent:2}{colour}{score}")
                }
                Entry::Forfeit { opponent, won, .. } => {
                    format!(" {opponent:2}{}", if won { "++" } else { "--" })
                }
                Entry::Void { opponent, .. } => format!(" {opponent:2}??"),
                Entry::PairingBye => "   U".to_owned(),
                Entry::FullBye => "   F".to_owned(),
                Entry::HalfBye => "   H".to_owned(),
                Entry::Absent => "   Z".to_owned(),
            };
        }
        text += "\n";
    }
    text
}
