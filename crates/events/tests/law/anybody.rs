//! Random people give random commands at random times: every decision applies, nothing final changes, and every event ends.

use std::collections::BTreeMap;

use fastrand::Rng;
use manifold_events::{
    ARENA_PACE_MS, Absent, Arranged, Body, Command, Decision, Entry, EntryNumber, Event, Fact,
    Format, GameId, GameResult, Ground, Outcome, PairingByeValue, Phase, RequestedBye, Schedule,
    Settings, Side, Viewer, Who,
};

use crate::hall::*;

fn any_settings(rng: &mut Rng) -> Settings {
    let format = match rng.u8(0..8) {
        0..=2 => Format::Swiss {
            rounds: rng.bool().then(|| rng.u16(1..6)),
        },
        3 => Format::RoundRobin {
            double: rng.bool(),
            arranged: None,
        },
        4 => Format::RoundRobin {
            double: false,
            arranged: Some(Arranged {
                deadline: START + rng.u64(1..600) * MINUTE,
            }),
        },
        5 => Format::KnockOut {
            games: [1, 2, 4][rng.usize(0..3)],
            third_place: rng.bool(),
        },
        6 => Format::Match {
            games: rng.u16(1..5),
        },
        _ => Format::Arena {
            minutes: rng.u32(10..60),
        },
    };
    let mut settings = settings(format);
    settings.check_in_minutes = rng.bool().then_some(60);
    if rng.bool() {
        settings.pairing_bye = PairingByeValue::Draw;
    }
    settings.half_point_byes = rng.u8(0..3);
    if rng.bool() {
        settings.schedule = Schedule::Times {
            times: (1..4).map(|round| START + round * 40 * MINUTE).collect(),
        };
    }
    settings
}

fn any_person(rng: &mut Rng) -> u64 {
    if rng.u8(0..3) == 0 {
        rng.u64(900..905)
    } else {
        rng.u64(1..11)
    }
}

fn any_game(rng: &mut Rng, hall: &Hall) -> GameId {
    let games: Vec<GameId> = hall.event.games().map(|game| game.id).collect();
    // Mostly one of the last games.
    let last = games.len().saturating_sub(6);
    let from = if rng.bool() { last } else { 0 };
    match games.len() {
        0 => game(0),
        len => games[rng.usize(from..len)],
    }
}

fn any_result(rng: &mut Rng) -> GameResult {
    GameResult::ALL[rng.usize(0..6)]
}

fn any_outcome(rng: &mut Rng, hall: &mut Hall) -> Outcome {
    let side = if rng.bool() { Side::White } else { Side::Black };
    match rng.u8(0..8) {
        0 => Outcome::Resume {
            from: rng.u64(0..50),
            white_ms: rng.u64(0..100_000),
            black_ms: 60_000,
        },
        1 => Outcome::Replay {
            game: if rng.bool() {
                hall.fresh_game()
            } else {
                any_game(rng, hall)
            },
        },
        2 => Outcome::Time {
            side,
            seconds: rng.i32(-90..90),
        },
        3 => Outcome::Warning { side },
        4 => Outcome::Dismissed {
            frivolous: rng.bool(),
        },
        _ => any_result(rng).into(),
    }
}

/// The number of an entry of a kind, if there is one.
fn any_number<T>(rng: &mut Rng, all: &BTreeMap<EntryNumber, T>) -> EntryNumber {
    let numbers: Vec<EntryNumber> = all.keys().copied().collect();
    match numbers.len() {
        0 => EntryNumber(rng.u64(0..9)),
        len => numbers[rng.usize(len.saturating_sub(4)..len)],
    }
}

fn any_command(rng: &mut Rng, hall: &mut Hall) -> Command {
    let player = person(any_person(rng));
    let game = any_game(rng, hall);
    let text = || "Something that is long enough to be read.".to_owned();
    match rng.u8(0..32) {
        0 | 1 => Command::Enter {
            player,
            name: "Any".to_owned(),
            rating: Some(rng.u16(1_000..2_500)),
        },
        2 if rng.u8(0..4) == 0 => Command::Reinstate(player),
        2 => Command::Withdraw(player),
        3 => Command::CheckIn(player),
        4 | 5 => Command::SetBye {
            player,
            round: rng.u16(0..7),
            bye: [None, Some(RequestedBye::Half), Some(RequestedBye::Zero)][rng.usize(0..3)],
        },
        6 => Command::ForbidPair {
            players: [player, person(rng.u64(1..11))],
            forbidden: rng.u8(0..4) > 0,
        },
        7..=11 => Command::Arrive { game },
        12 | 13 => Command::Call { game, text: text() },
        14..=18 => Command::Rule {
            game,
            ground: Ground::ALL[rng.usize(0..6)],
            outcome: any_outcome(rng, hall),
            reasons: text(),
            call: rng.bool().then(|| any_number(rng, hall.event.calls())),
        },
        19..=21 => Command::Appeal {
            ruling: any_number(rng, hall.event.rulings()),
            text: text(),
        },
        22..=24 => Command::DecideAppeal {
            ruling: any_number(rng, hall.event.rulings()),
            decision: match rng.u8(0..4) {
                0 => Decision::Confirmed,
                1 => Decision::Remitted {
                    to: person(any_person(rng)),
                },
                _ => Decision::Varied {
                    outcome: any_outcome(rng, hall),
                },
            },
            reasons: text(),
        },
        25 => Command::OpenSeal { game },
        26 => Command::AddEvidence {
            game,
            ruling: rng.bool().then(|| any_number(rng, hall.event.rulings())),
            text: text(),
        },
        27 => Command::Pair {
            round: hall.event.next_round(),
            games: hall.fresh_games(8),
        },
        28 => any_hand_pairing(rng, hall),
        29 => Command::ProposeAppointment {
            game,
            time: hall.now + rng.u64(0..60) * MINUTE,
        },
        30 => {
            let proposal = hall.event.game(game).and_then(|game| game.proposal);
            Command::AgreeAppointment {
                game,
                time: proposal.map_or(hall.now, |(_, time)| time),
            }
        }
        _ => Command::RemoveDirector(player),
    }
}

fn any_hand_pairing(rng: &mut Rng, hall: &mut Hall) -> Command {
    let mut players: Vec<_> = hall
        .event
        .players()
        .iter()
        .map(|player| player.id)
        .collect();
    rng.shuffle(&mut players);
    let bye = (players.len() % 2 == 1).then(|| players.pop()).flatten();
    Command::PairByHand {
        round: hall.event.next_round() - u16::from(rng.bool()),
        pairs: players.chunks(2).map(|pair| [pair[0], pair[1]]).collect(),
        bye,
        games: hall.fresh_games(8),
    }
}

/// A person who is likely to be allowed to do it.
fn likely(rng: &mut Rng, hall: &Hall, command: &Command) -> u64 {
    let of_game = |rng: &mut Rng, game: &GameId| {
        hall.event.game(*game).map(|game| {
            let side = if rng.bool() { Side::White } else { Side::Black };
            number(game.player(side))
        })
    };
    let own = match command {
        Command::Enter { player, .. }
        | Command::Withdraw(player)
        | Command::CheckIn(player)
        | Command::SetBye { player, .. } => Some(number(*player)),
        Command::Arrive { game }
        | Command::Call { game, .. }
        | Command::ProposeAppointment { game, .. }
        | Command::AgreeAppointment { game, .. } => of_game(rng, game),
        Command::Appeal { ruling, .. } => {
            let ruling = hall.event.rulings().get(ruling);
            ruling.and_then(|ruling| of_game(rng, &ruling.game))
        }
        Command::Pair { .. } | Command::DecideAppeal { .. } => Some(ARBITER),
        Command::RemoveDirector(_) => Some(ORGANISER),
        _ => Some(rng.u64(DIRECTOR..=OTHER_DIRECTOR)),
    };
    own.unwrap_or(1)
}

/// The results that are final; they never change.
fn finals(event: &Event) -> BTreeMap<GameId, Option<GameResult>> {
    let games = event.games().filter(|game| game.is_final);
    games.map(|game| (game.id, game.result)).collect()
}

fn end_some_game(rng: &mut Rng, hall: &mut Hall) {
    let live: Vec<GameId> = hall
        .event
        .games()
        .filter(|game| game.is_live())
        .map(|game| game.id)
        .collect();
    if !live.is_empty() {
        let id = live[rng.usize(0..live.len())];
        let result = any_result(rng);
        if !result.is_forfeit() {
            hall.end_game(id, result).expect("a live game can end");
        }
    }
}

/// Plays everything to its end.
fn let_it_end(hall: &mut Hall) {
    for _ in 0..500 {
        let live: Vec<GameId> = hall
            .event
            .games()
            .filter(|game| game.is_live())
            .map(|game| game.id)
            .collect();
        for id in live {
            hall.end_game(id, GameResult::WhiteWins)
                .expect("a live game can end");
        }
        decide_appeals(hall);
        if hall.event.is_over() {
            return;
        }
        let Some(next) = hall.event.next_due() else {
            let stuck: Vec<_> = hall.event.games().filter(|game| !game.is_final).collect();
            panic!(
                "it waits for nothing: {:?} {stuck:#?}",
                hall.event.settings().format
            );
        };
        hall.wait_until(next.max(hall.now));
    }
    panic!("it does not end: {:?}", hall.event.next_due());
}

/// Decides every waiting appeal, by arbiters whom the organiser names for it, so that nothing holds up the event for good.
fn decide_appeals(hall: &mut Hall) {
    let rulings = hall.event.rulings().iter();
    let waiting: Vec<EntryNumber> = rulings
        .filter(|(_, ruling)| ruling.is_waiting())
        .map(|(number, _)| *number)
        .collect();
    for number in waiting {
        // The previous decision may have ended the event.
        if hall.event.is_over() || !hall.event.rulings()[&number].is_waiting() {
            continue;
        }
        let other = 950;
        hall.must(ORGANISER, Command::NameChiefArbiter(person(other)));
        hall.must(other, decide(number, Decision::Confirmed));
    }
}

/// The invariants of any event.
fn check(hall: &Hall) {
    let event = &hall.event;
    assert_eq!(
        Event::replay(event.log().iter().cloned()).as_ref(),
        Ok(event)
    );
    if let Some(rounds) = event.rounds_planned() {
        assert!(event.rounds().len() <= usize::from(rounds));
    }
    if event.phase() == Phase::Finished {
        for game in event.games().filter(|game| !game.replaced) {
            assert!(game.is_final, "the last game counts");
        }
        assert!(event.totals().values().all(|total| !total.provisional));
        for ruling in event.rulings().values() {
            let counts = event.game(ruling.game).is_some_and(|game| !game.replaced);
            assert!(!counts || !ruling.is_waiting(), "every appeal is decided");
        }
    }
    assert_eq!(event.standings().len(), event.players().len());
    assert_eq!(event.seen_by(Viewer::Public).count(), event.log().len());
    for result in event.rated_results() {
        assert!(!result.result.is_forfeit());
        assert_eq!(event.rated_result(result.game), Some(result));
    }
    if let Format::Arena { .. } = event.settings().format {
        check_arena(event);
    }
}

/// Checks that the running totals of an arena agree with its games.
fn check_arena(event: &Event) {
    let mut halves: BTreeMap<_, _> = event.players().iter().map(|one| (one.id, 0)).collect();
    for game in event.games().filter(|game| !game.replaced) {
        let [white, black] = match game.result {
            Some(GameResult::WhiteWins | GameResult::BlackForfeits) => [4, 0],
            Some(GameResult::BlackWins | GameResult::WhiteForfeits) => [0, 4],
            Some(GameResult::Draw) => [2, 2],
            Some(GameResult::BothForfeit) | None => [0, 0],
        };
        *halves.get_mut(&game.white).expect("a player") += white;
        *halves.get_mut(&game.black).expect("a player") += black;
    }
    let totals = event.totals().into_iter();
    let totals: BTreeMap<_, _> = totals.map(|(id, one)| (id, one.points.halves())).collect();
    assert_eq!(totals, halves);
    let mut paired_at = BTreeMap::new();
    for round in event.rounds() {
        let games = round.boards.iter().filter_map(|game| event.game(*game));
        for player in games.flat_map(|game| [game.white, game.black]) {
            if let Some(before) = paired_at.insert(player, round.starts_at) {
                assert!(round.starts_at - before >= ARENA_PACE_MS, "it has a pace");
            }
        }
    }
}

#[test]
fn anybody_does_anything_and_every_event_ends() {
    let mut decided = 0;
    let mut phases: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..1_000 {
        let mut rng = Rng::with_seed(seed);
        let settings = any_settings(&mut rng);
        let most = u64::from(settings.format.most_players().min(9));
        let mut hall = Hall::new(settings);
        let players = rng.u64(0..=most);
        hall.enter_all(players);
        for player in 1..=players {
            hall.now = START - 60 * MINUTE;
            if hall.event.settings().check_in_minutes.is_some() && rng.u8(0..4) > 0 {
                hall.must(player, Command::CheckIn(person(player)));
            }
        }
        for _ in 0..200 {
            let before = finals(&hall.event);
            match rng.u8(0..10) {
                0 | 1 => hall.wait(rng.u64(0..3 * MINUTE)),
                2 if rng.u8(0..3) == 0 => hall.wait(rng.u64(0..45 * MINUTE)),
                3 => end_some_game(&mut rng, &mut hall),
                4 if rng.u8(0..10) == 0 && !hall.event.is_over() => {
                    hall.outage(rng.u64(1..40 * MINUTE));
                }
                _ => {
                    let command = any_command(&mut rng, &mut hall);
                    let who = if rng.u8(0..4) == 0 {
                        any_person(&mut rng)
                    } else {
                        likely(&mut rng, &hall, &command)
                    };
                    let state = hall.event.clone();
                    match hall.ask(who, command) {
                        Ok(_) => decided += 1,
                        Err(_) => assert_eq!(hall.event, state, "a refusal changes nothing"),
                    }
                }
            }
            let after = finals(&hall.event);
            for (game, result) in before {
                assert_eq!(
                    after.get(&game),
                    Some(&result),
                    "seed {seed}: final is final"
                );
            }
        }
        let_it_end(&mut hall);
        check(&hall);
        *phases
            .entry(format!("{:?}", hall.event.phase()))
            .or_default() += 1;
    }
    // Make sure that enough events take place, and enough commands are possible.
    assert!(decided > 8_000, "{decided}");
    assert!(phases["Finished"] > 500, "{phases:?}");
}

#[test]
fn random_facts_of_a_faulty_server_never_leave_a_log_that_cannot_be_read_again() {
    for seed in 0..100 {
        let mut rng = Rng::with_seed(seed);
        let mut hall = Hall::started(swiss(3), 5);
        for _ in 0..60 {
            let game = any_game(&mut rng, &hall);
            let fact = match rng.u8(0..9) {
                0 => Fact::Defaulted {
                    game,
                    absent: Absent::Both,
                },
                1 => Fact::ResultsFinal { games: vec![game] },
                2 => Fact::AppealDecided {
                    ruling: EntryNumber(rng.u64(0..30)),
                    decision: Decision::Confirmed,
                    reasons: REASONS.to_owned(),
                },
                3 => Fact::CallLapsed {
                    call: EntryNumber(rng.u64(0..30)),
                },
                4 => Fact::RoundStarted {
                    round: rng.u16(0..4),
                },
                5 => Fact::Finished,
                6 => Fact::NoLegalPairing {
                    round: rng.u16(0..4),
                },
                7 => Fact::Withdrawn {
                    player: person(rng.u64(0..8)),
                },
                _ => Fact::Ruled {
                    game,
                    ground: Ground::Rules,
                    outcome: any_outcome(&mut rng, &mut hall),
                    reasons: REASONS.to_owned(),
                    call: None,
                    remitted: None,
                },
            };
            let by = if rng.bool() {
                Who::Server
            } else {
                Who::Person(person(DIRECTOR))
            };
            let entries: Vec<Entry> = hall.event.entries(hall.now, by, [Body::Fact(fact)]);
            let before = hall.event.clone();
            for entry in entries {
                if hall.event.apply(entry).is_err() {
                    assert_eq!(hall.event, before);
                }
            }
        }
        check(&hall);
    }
}
