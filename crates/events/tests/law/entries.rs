//! Regulations, section 2: who plays.

use std::collections::BTreeMap;

use manifold_events::{
    Body, ByeKind, Command, Event, Fact, Format, MOST_FORBIDDEN, PairingByeValue, Phase, Refusal,
    RequestedBye, Role, Settings, SettingsProblem, Text, Who,
};

use crate::hall::*;

fn bye(player: u64, round: u16, bye: Option<RequestedBye>) -> Command {
    Command::SetBye {
        player: person(player),
        round,
        bye,
    }
}

#[test]
fn starting_numbers_go_by_the_ratings_at_the_start_which_are_logged() {
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(4);
    let order = |hall: &Hall| -> Vec<u64> {
        let players = hall.event.players().into_iter();
        players.map(|player| number(player.id)).collect()
    };
    assert_eq!(order(&hall), [1, 2, 3, 4]);
    // A director has corrected the rating of 2, which stands; and the name of 3.
    for (player, rating) in [(2, 2_000), (3, 2_370)] {
        let correct = Command::CorrectEntry {
            player: person(player),
            name: format!("Player {player}"),
            rating: Some(rating),
        };
        hall.must(DIRECTOR, correct);
    }
    // Player 9 has not entered, so that rating is ignored.
    hall.ratings = BTreeMap::from([(1, 2_390), (2, 2_600), (3, 2_450), (4, 2_400), (9, 2_700)]);
    hall.wait_until(START);
    assert_eq!(order(&hall), [3, 4, 1, 2]);
    let started = hall.event.log().iter().find_map(|entry| match &entry.body {
        Body::Fact(fact @ Fact::Started { ratings, .. }) => Some((fact, ratings)),
        _ => None,
    });
    let (fact, ratings) = started.expect("it has started");
    let changed = BTreeMap::from([(person(3), 2_450), (person(4), 2_400)]);
    assert_eq!(*ratings, changed, "only what has changed");
    let stored = serde_json::to_string(fact).expect("JSON");
    assert_eq!(
        serde_json::from_str::<Fact>(&stored).ok().as_ref(),
        Some(fact)
    );
    let replayed = Event::replay(hall.event.log().iter().cloned()).expect("a log");
    assert_eq!(replayed, hall.event);
    // From then on the order stays.
    hall.play_round();
    assert_eq!(order(&hall), [3, 4, 1, 2]);
}

#[test]
fn players_enter_themselves_until_the_start() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    assert_eq!(hall.enter(1), Err(Refusal::HasEntered(person(1))));
    let for_another = Command::Enter {
        player: person(5),
        name: "Five".into(),
        rating: None,
    };
    assert_eq!(hall.ask(6, for_another), Err(Refusal::Role(Role::Player)));
    hall.wait_until(START);
    assert_eq!(
        hall.enter(7),
        Err(Refusal::Role(Role::Staff)),
        "late entries are a director's"
    );
}

#[test]
fn a_late_entry_is_paired_from_the_next_round_and_has_nothing_for_those_missed() {
    let mut hall = Hall::started(swiss(3), 4);
    let late = Command::Enter {
        player: person(9),
        name: "Late".into(),
        rating: Some(2_385),
    };
    hall.must(DIRECTOR, late);
    assert!(hall.boards().iter().all(|id| !hall.sides(*id).contains(&9)));
    assert_eq!(
        hall.event.players()[1].id,
        person(9),
        "by rating, as C.04.2 says"
    );
    hall.play_round();
    assert_eq!(hall.event.rounds().len(), 2);
    let paired = hall.boards().iter().any(|id| hall.sides(*id).contains(&9));
    let has_bye = hall.event.rounds()[1]
        .byes
        .iter()
        .any(|bye| bye.player == person(9));
    assert!(paired || has_bye);
    hall.play_round();
    assert!(hall.event.totals()[&person(9)].points <= manifold_events::Points::ONE);
}

#[test]
fn nobody_enters_a_round_robin_or_the_last_round_late() {
    let format = Format::RoundRobin {
        double: false,
        arranged: None,
    };
    let mut hall = Hall::started(settings(format), 4);
    let late = Command::Enter {
        player: person(9),
        name: "Late".into(),
        rating: None,
    };
    assert_eq!(hall.ask(DIRECTOR, late.clone()), Err(Refusal::EntryClosed));
    let mut hall = Hall::started(swiss(1), 4);
    assert_eq!(hall.ask(DIRECTOR, late), Err(Refusal::EntryClosed));
}

#[test]
fn entry_conditions_are_kept() {
    let mut settings = swiss(3);
    settings.conditions.rating_from = Some(1_000);
    settings.conditions.rating_to = Some(2_000);
    settings.conditions.most_players = Some(2);
    let mut hall = Hall::new(settings);
    let enter = |player: u64, rating| Command::Enter {
        player: person(player),
        name: "A".into(),
        rating,
    };
    for rating in [None, Some(999), Some(2_001)] {
        assert_eq!(
            hall.ask(1, enter(1, rating)),
            Err(Refusal::Rating),
            "{rating:?}"
        );
    }
    hall.must(1, enter(1, Some(1_000)));
    hall.must(2, enter(2, Some(2_000)));
    assert_eq!(
        hall.ask(3, enter(3, Some(1_500))),
        Err(Refusal::Full { most: 2 })
    );
}

#[test]
fn a_name_has_room_in_a_tournament_file_and_on_a_page() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(2);
    let called = |name: String| Command::CorrectEntry {
        player: person(1),
        name,
        rating: None,
    };
    let refused = Err(Refusal::Text(Text::Name));
    for long in [
        "x".repeat(34),
        "将".repeat(23),
        " ".to_owned(),
        "a\nb".to_owned(),
    ] {
        assert_eq!(hall.ask(DIRECTOR, called(long)), refused);
    }
    for name in ["x".repeat(33), "Ж".repeat(33), "将".repeat(22)] {
        hall.must(DIRECTOR, called(name.clone()));
        assert_eq!(
            hall.event.player(person(1)).map(|one| &one.name),
            Some(&name)
        );
    }
}

#[test]
fn starting_numbers_go_by_rating_then_by_name_and_are_fixed_from_round_2_on() {
    let mut hall = Hall::new(swiss(3));
    for (player, name, rating) in [
        (1, "Zoe", Some(1_500)),
        (2, "Abe", Some(1_500)),
        (3, "Max", None),
        (4, "Kim", Some(1_900)),
    ] {
        hall.must(
            player,
            Command::Enter {
                player: person(player),
                name: name.into(),
                rating,
            },
        );
    }
    let order = |hall: &Hall| -> Vec<u64> {
        hall.event
            .players()
            .iter()
            .map(|player| number(player.id))
            .collect()
    };
    assert_eq!(order(&hall), [4, 2, 1, 3]);
    let correct = Command::CorrectEntry {
        player: person(3),
        name: "Max".into(),
        rating: Some(2_000),
    };
    assert_eq!(
        hall.ask(3, correct.clone()),
        Err(Refusal::Role(Role::Staff))
    );
    hall.must(DIRECTOR, correct.clone());
    assert_eq!(order(&hall), [3, 4, 2, 1]);
    hall.wait_until(START);
    hall.play_round();
    assert_eq!(hall.ask(DIRECTOR, correct), Err(Refusal::NumbersFixed));
}

#[test]
fn whoever_has_not_checked_in_is_not_paired_until_they_do() {
    let mut settings = swiss(3);
    settings.check_in_minutes = Some(30);
    let mut hall = Hall::new(settings);
    hall.enter_all(5);
    assert_eq!(
        hall.ask(1, Command::CheckIn(person(1))),
        Err(Refusal::NoCheckIn),
        "too early"
    );
    hall.wait_until(START - 30 * MINUTE);
    for player in 1..=4 {
        hall.must(player, Command::CheckIn(person(player)));
    }
    assert!(hall.ask(1, Command::CheckIn(person(1))).is_err(), "once");
    hall.wait_until(START);
    let round = &hall.event.rounds()[0];
    assert_eq!(round.boards.len(), 2);
    assert_eq!(round.byes[0].player, person(5));
    assert_eq!(round.byes[0].kind, ByeKind::Zero);
    hall.must(5, Command::CheckIn(person(5)));
    hall.play_round();
    let round = &hall.event.rounds()[1];
    assert!(round.byes.iter().all(|bye| bye.kind == ByeKind::Pairing));
}

#[test]
fn a_half_point_bye_once_and_not_in_the_last_round() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(6);
    hall.must(1, bye(1, 2, Some(RequestedBye::Half)));
    let second = bye(1, 1, Some(RequestedBye::Half));
    assert_eq!(hall.ask(1, second), Err(Refusal::ByesUsed { most: 1 }));
    let last = bye(2, 3, Some(RequestedBye::Half));
    assert_eq!(hall.ask(2, last), Err(Refusal::LastRound));
    hall.must(2, bye(2, 3, Some(RequestedBye::Zero)));
    assert_eq!(
        hall.ask(3, bye(4, 1, Some(RequestedBye::Zero))),
        Err(Refusal::Role(Role::Player))
    );
    hall.wait_until(START);
    let paired = bye(1, 1, Some(RequestedBye::Zero));
    assert_eq!(
        hall.ask(1, paired),
        Err(Refusal::RoundPaired(1)),
        "before the round is paired"
    );
    hall.play_round();
    hall.play_round();
    assert_eq!(hall.event.rounds()[1].byes[0].kind, ByeKind::Half);
    hall.play_round();
    assert!(hall.over());
}

#[test]
fn a_bye_that_is_taken_back_can_be_asked_for_again() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    hall.must(1, bye(1, 2, Some(RequestedBye::Half)));
    hall.must(1, bye(1, 2, None));
    hall.must(1, bye(1, 1, Some(RequestedBye::Half)));
}

#[test]
fn a_half_point_bye_asked_for_before_it_was_known_which_round_is_the_last_is_worth_nothing_there() {
    let mut hall = Hall::new(settings(Format::Swiss { rounds: None }));
    hall.enter_all(4);
    hall.must(1, bye(1, 3, Some(RequestedBye::Half)));
    hall.wait_until(START);
    assert_eq!(hall.event.rounds_planned(), Some(3));
    hall.play_round();
    hall.play_round();
    let own = |hall: &Hall| {
        let mut byes = hall.event.rounds()[2].byes.iter();
        byes.find(|bye| bye.player == person(1)).map(|bye| bye.kind)
    };
    assert_eq!(own(&hall), Some(ByeKind::Zero));
}

fn change(settings: Settings) -> Command {
    Command::ChangeSettings(Box::new(settings))
}

/// The byes that a player has asked for.
fn asked(hall: &Hall, player: u64) -> Vec<(u16, RequestedBye)> {
    let player = hall.event.player(person(player)).expect("a player");
    player
        .byes
        .iter()
        .map(|(&round, &bye)| (round, bye))
        .collect()
}

#[test]
fn byes_are_void_in_a_format_without_and_do_not_come_back_with_another() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    hall.must(1, bye(1, 1, Some(RequestedBye::Half)));
    hall.must(2, bye(2, 2, Some(RequestedBye::Zero)));
    let arena = Format::Arena { minutes: 60 };
    let robin = Format::RoundRobin {
        double: false,
        arranged: None,
    };
    for format in [arena, robin] {
        let mut hall = hall.clone();
        hall.must(ORGANISER, change(settings(format)));
        for player in [1, 2] {
            assert_eq!(asked(&hall, player), []);
        }
        hall.must(ORGANISER, change(swiss(3)));
        hall.must(1, bye(1, 2, Some(RequestedBye::Half)));
        hall.wait_until(START);
        assert!(hall.event.rounds()[0].byes.is_empty(), "all are there");
    }
}

#[test]
fn byes_are_void_in_rounds_that_there_are_no_longer() {
    let mut hall = Hall::new(swiss(6));
    hall.enter_all(8);
    hall.must(1, bye(1, 5, Some(RequestedBye::Half)));
    hall.must(2, bye(2, 3, Some(RequestedBye::Half)));
    hall.must(3, bye(3, 4, Some(RequestedBye::Half)));
    hall.must(3, bye(3, 5, Some(RequestedBye::Zero)));
    hall.must(ORGANISER, change(swiss(4)));
    assert_eq!(asked(&hall, 1), []);
    assert_eq!(asked(&hall, 2), [(3, RequestedBye::Half)]);
    // There is no half-point bye in the last round, so the player is away.
    assert_eq!(asked(&hall, 3), [(4, RequestedBye::Zero)]);
    // Void requests are not counted.
    hall.must(1, bye(1, 1, Some(RequestedBye::Half)));
    hall.must(3, bye(3, 2, Some(RequestedBye::Half)));
    hall.must(ORGANISER, change(swiss(6)));
    assert_eq!(asked(&hall, 1), [(1, RequestedBye::Half)]);
}

#[test]
fn byes_are_void_in_rounds_for_which_too_few_have_come() {
    let mut hall = Hall::new(swiss(9));
    hall.enter_all(4);
    hall.must(1, bye(1, 7, Some(RequestedBye::Half)));
    hall.must(2, bye(2, 3, Some(RequestedBye::Half)));
    hall.wait_until(START);
    assert_eq!(hall.event.rounds_planned(), Some(3));
    assert_eq!(asked(&hall, 1), []);
    assert_eq!(asked(&hall, 2), [(3, RequestedBye::Zero)]);
    hall.must(1, bye(1, 2, Some(RequestedBye::Half)));
}

#[test]
fn half_point_byes_beyond_those_that_an_event_still_has_are_zero_point_byes() {
    let with = |half_point_byes| Settings {
        half_point_byes,
        ..swiss(6)
    };
    let mut hall = Hall::new(with(3));
    hall.enter_all(8);
    for round in [4, 1, 2] {
        hall.must(1, bye(1, round, Some(RequestedBye::Half)));
    }
    hall.must(ORGANISER, change(with(2)));
    let (half, zero) = (RequestedBye::Half, RequestedBye::Zero);
    assert_eq!(asked(&hall, 1), [(1, half), (2, half), (4, zero)]);
    hall.must(ORGANISER, change(with(0)));
    assert_eq!(asked(&hall, 1), [(1, zero), (2, zero), (4, zero)]);
    hall.wait_until(START);
    let mut byes = hall.event.rounds()[0].byes.iter();
    let own = byes.find(|bye| bye.player == person(1));
    assert_eq!(own.map(|bye| bye.kind), Some(ByeKind::Zero));
}

#[test]
fn the_pairing_allocated_bye_is_worth_a_win_or_by_option_half() {
    for (value, points) in [
        (PairingByeValue::Win, "1.0"),
        (PairingByeValue::Draw, "0.5"),
    ] {
        let mut settings = swiss(2);
        settings.pairing_bye = value;
        let hall = Hall::started(settings, 5);
        let byes = &hall.event.rounds()[0].byes;
        assert_eq!(byes.len(), 1);
        assert_eq!(hall.points(number(byes[0].player)), points);
    }
}

#[test]
fn a_withdrawal_while_paired_counts_from_the_next_round_on() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.begin_round();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    hall.must(white, withdraw(white));
    assert_eq!(
        hall.ask(white, withdraw(white)),
        Err(Refusal::HasWithdrawn(person(white)))
    );
    assert!(
        hall.event.game(id).expect("a game").is_live(),
        "it must be finished or resigned"
    );
    hall.play_round();
    assert_eq!(hall.points(white), "1.0", "what was won stays");
    let round = &hall.event.rounds()[1];
    assert!(
        round
            .byes
            .iter()
            .any(|b| b.player == person(white) && b.kind == ByeKind::Zero)
    );
    assert_eq!(hall.enter(white), Err(Refusal::HasWithdrawn(person(white))));
    assert_eq!(
        hall.ask(black, withdraw(white)),
        Err(Refusal::Role(Role::Player))
    );
}

#[test]
fn before_the_start_a_withdrawal_is_as_if_they_had_never_entered() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(2);
    hall.must(1, withdraw(1));
    assert_eq!(hall.event.players().len(), 1);
    hall.enter(1).expect("again");
}

/// A Swiss event of four in which the organiser and a director play, too.
fn with_staff_who_play() -> Hall {
    let mut hall = Hall::new(swiss(4));
    hall.enter_all(4);
    for who in [ORGANISER, DIRECTOR] {
        let (player, name) = (person(who), format!("Staff {who}"));
        let rating = Some(1_000);
        let enter = Command::Enter {
            player,
            name,
            rating,
        };
        hall.must(who, enter);
    }
    hall
}

#[test]
fn whoever_runs_an_event_and_plays_in_it_acts_on_no_entry_of_others() {
    let mut hall = with_staff_who_play();
    let (player, round) = (person(1), 2);
    let acts = [
        withdraw(1),
        Command::SetBye {
            player,
            round,
            bye: Some(RequestedBye::Zero),
        },
        Command::ForbidPair {
            players: [person(1), person(2)],
            forbidden: true,
        },
        Command::CorrectEntry {
            player,
            name: "Ada".into(),
            rating: Some(1),
        },
        Command::CheckIn(player),
    ];
    for who in [ORGANISER, DIRECTOR] {
        for act in &acts {
            assert_eq!(hall.ask(who, act.clone()), Err(Refusal::StaffPlays));
        }
        let own = Command::CorrectEntry {
            player: person(who),
            name: "Ada".into(),
            rating: Some(2_400),
        };
        assert_eq!(
            hall.ask(who, own),
            Err(Refusal::StaffPlays),
            "nor their own"
        );
    }
    hall.wait_until(START);
    hall.must(OTHER_DIRECTOR, withdraw(1));
    let late = Command::Enter {
        player: person(5),
        name: "Bea".into(),
        rating: None,
    };
    for who in [ORGANISER, DIRECTOR] {
        let reinstate = Command::Reinstate(player);
        assert_eq!(hall.ask(who, reinstate), Err(Refusal::StaffPlays));
        assert_eq!(hall.ask(who, late.clone()), Err(Refusal::StaffPlays));
    }
    // Staff who do not play may do all of that.
    hall.must(OTHER_DIRECTOR, Command::Reinstate(player));
    hall.must(OTHER_DIRECTOR, late);
    for act in acts.into_iter().take(4).rev() {
        hall.must(OTHER_DIRECTOR, act);
    }
}

#[test]
fn whoever_runs_an_event_and_plays_in_it_enters_others_before_the_start_and_decides_about_their_own_byes()
 {
    let mut hall = with_staff_who_play();
    let other = Command::Enter {
        player: person(5),
        name: "Bea".into(),
        rating: None,
    };
    hall.must(ORGANISER, other);
    let own = Command::SetBye {
        player: person(DIRECTOR),
        round: 1,
        bye: Some(RequestedBye::Half),
    };
    hall.must(DIRECTOR, own);
    hall.must(DIRECTOR, withdraw(DIRECTOR));
    hall.must(DIRECTOR, withdraw(1));
}

#[test]
fn a_director_who_plays_pairs_no_round_by_hand() {
    let mut hall = with_staff_who_play();
    let hand = Command::PairByHand {
        round: 1,
        pairs: vec![
            [person(DIRECTOR), person(1)],
            [person(ORGANISER), person(2)],
            [person(3), person(4)],
        ],
        bye: None,
        games: hall.fresh_games(3),
    };
    assert_eq!(hall.ask(DIRECTOR, hand.clone()), Err(Refusal::StaffPlays));
    hall.must(OTHER_DIRECTOR, hand);
    hall.wait_until(START);
    assert_eq!(hall.boards().len(), 3);
}

#[test]
fn forbidden_pairs_do_not_meet() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(6);
    let players = [person(1), person(4)];
    let forbid = |players, forbidden| Command::ForbidPair { players, forbidden };
    assert_eq!(
        hall.ask(1, forbid(players, true)),
        Err(Refusal::Role(Role::Staff))
    );
    assert_eq!(
        hall.ask(DIRECTOR, forbid([person(1); 2], true)),
        Err(Refusal::SamePlayer)
    );
    hall.must(DIRECTOR, forbid(players, true));
    hall.wait_until(START);
    for _ in 0..3 {
        for id in hall.boards() {
            let sides = hall.sides(id);
            assert!(!(sides.contains(&1) && sides.contains(&4)));
        }
        hall.play_round();
    }
    assert!(hall.over());
}

#[test]
fn so_many_pairs_are_forbidden_at_once_and_no_more() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(50);
    let forbid = |players, forbidden| Command::ForbidPair { players, forbidden };
    let pairs = (1..=50).flat_map(|one| (one + 1..=50).map(move |other| [one, other]));
    let mut pairs = pairs.map(|pair| pair.map(person));
    let first = pairs.next().expect("a pair");
    hall.must(DIRECTOR, forbid(first, true));
    for pair in pairs.by_ref().take(MOST_FORBIDDEN - 1) {
        hall.must(DIRECTOR, forbid(pair, true));
    }
    let one_more = pairs.next().expect("a pair");
    let refused = hall.ask(DIRECTOR, forbid(one_more, true));
    assert_eq!(refused, Err(Refusal::TooManyForbidden));
    hall.must(DIRECTOR, forbid(first, false));
    hall.must(DIRECTOR, forbid(one_more, true));
}

#[test]
fn settings_change_until_the_start_by_the_organiser() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(3);
    let change = |settings: Settings| Command::ChangeSettings(Box::new(settings));
    assert_eq!(
        hall.ask(DIRECTOR, change(swiss(2))),
        Err(Refusal::Role(Role::Organiser))
    );
    let match_of_two = settings(Format::Match { games: 4 });
    assert!(
        hall.ask(ORGANISER, change(match_of_two)).is_err(),
        "three have entered"
    );
    let mut past = swiss(2);
    past.starts_at = hall.now - 1;
    assert_eq!(
        hall.ask(ORGANISER, change(past)),
        Err(Refusal::Settings(SettingsProblem::StartPast))
    );
    hall.must(ORGANISER, change(swiss(2)));
    hall.wait_until(START);
    assert_eq!(hall.ask(ORGANISER, change(swiss(1))), Err(Refusal::Started));
}

#[test]
fn the_organiser_names_the_others_and_there_is_always_a_director_and_a_deputy() {
    let mut hall = Hall::new(swiss(3));
    let name = Command::NameDirector(person(1));
    assert_eq!(
        hall.ask(DIRECTOR, name.clone()),
        Err(Refusal::Role(Role::Organiser))
    );
    hall.must(ORGANISER, name);
    for director in [DIRECTOR, OTHER_DIRECTOR] {
        hall.must(ORGANISER, Command::RemoveDirector(person(director)));
    }
    assert_eq!(
        hall.ask(ORGANISER, Command::RemoveDirector(person(1))),
        Err(Refusal::NoDirector)
    );
    for more in 2..=20 {
        hall.must(ORGANISER, Command::NameDirector(person(100 + more)));
    }
    assert_eq!(
        hall.ask(ORGANISER, Command::NameDirector(person(121))),
        Err(Refusal::TooManyDirectors)
    );
    assert_eq!(
        hall.ask(ORGANISER, Command::NameDeputy(person(ARBITER))),
        Err(Refusal::SameArbiter)
    );
    hall.must(ORGANISER, Command::NameChiefArbiter(person(2)));
    assert_eq!(hall.event.chief_arbiter(), person(2));
}

#[test]
fn the_organiser_cancels_before_the_start_and_the_chief_arbiter_annuls_after_it() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    let annul = Command::Annul {
        reasons: REASONS.to_owned(),
    };
    assert_eq!(hall.ask(ARBITER, annul.clone()), Err(Refusal::NotStarted));
    let mut running = hall.clone();
    hall.must(ORGANISER, Command::Cancel);
    assert_eq!(hall.event.phase(), Phase::Cancelled);
    assert_eq!(hall.enter(5), Err(Refusal::Over));

    running.wait_until(START);
    running.play_round();
    assert_eq!(running.event.rated_results().len(), 2);
    assert_eq!(
        running.ask(ORGANISER, Command::Cancel),
        Err(Refusal::Started)
    );
    assert_eq!(
        running.ask(ORGANISER, annul.clone()),
        Err(Refusal::Role(Role::ChiefArbiter))
    );
    running.must(ARBITER, annul);
    assert_eq!(running.event.phase(), Phase::Annulled);
    assert_eq!(running.event.rated_results(), [], "nothing of it is rated");
    assert_eq!(running.event.next_due(), None);
}

#[test]
fn nobody_makes_the_log_longer_by_changing_their_mind_for_ever() {
    let mut hall = Hall::new(swiss(3));
    for _ in 0..5 {
        hall.enter(1).expect("possible");
        hall.must(1, withdraw(1));
    }
    assert_eq!(hall.enter(1), Err(Refusal::TooOften));
    let enter = Command::Enter {
        player: person(1),
        name: "Undecided".into(),
        rating: None,
    };
    hall.must(DIRECTOR, enter);
    for _ in 0..10 {
        hall.must(1, bye(1, 1, Some(RequestedBye::Zero)));
        hall.must(1, bye(1, 1, None));
    }
    let once_more = bye(1, 1, Some(RequestedBye::Zero));
    assert_eq!(hall.ask(1, once_more.clone()), Err(Refusal::TooOften));
    hall.must(DIRECTOR, once_more);
}

#[test]
fn whoever_enters_again_has_no_more_changes_of_byes_than_before() {
    let mut hall = Hall::new(swiss(3));
    hall.must(1, named(1));
    for number in 0..20 {
        let asked = (number % 2 == 0).then_some(RequestedBye::Zero);
        hall.must(1, bye(1, 1, asked));
    }
    hall.must(1, withdraw(1));
    hall.must(1, named(1));
    let once_more = bye(1, 1, Some(RequestedBye::Zero));
    assert_eq!(hall.ask(1, once_more), Err(Refusal::TooOften));
    // Others have limits of their own.
    hall.must(2, named(2));
    hall.must(2, bye(2, 1, Some(RequestedBye::Zero)));
}

#[test]
fn the_game_and_the_clock_stay_once_somebody_has_entered() {
    let mut hall = Hall::new(swiss(3));
    let other = |change: fn(&mut Settings)| {
        let mut settings = swiss(3);
        change(&mut settings);
        Command::ChangeSettings(Box::new(settings))
    };
    hall.must(ORGANISER, other(|s| s.variant = "dmchess".into()));
    hall.must(ORGANISER, other(|_| {}));
    hall.enter_all(1);
    for change in [
        (|s| s.variant = "dmchess".into()) as fn(&mut Settings),
        |s| s.control = manifold_events::Control::Blitz,
    ] {
        let refused = hall.ask(ORGANISER, other(change));
        assert_eq!(refused, Err(Refusal::HasEntries));
    }
    hall.must(ORGANISER, other(|s| s.name = "Later".into()));
}

#[test]
fn an_event_that_is_not_rated_stays_so_once_somebody_has_entered() {
    let rated = |rated| Settings { rated, ..swiss(3) };
    let change = |settings| Command::ChangeSettings(Box::new(settings));
    let mut hall = Hall::new(rated(false));
    hall.must(ORGANISER, change(rated(true)));
    hall.enter_all(1);
    hall.must(ORGANISER, change(rated(false)));
    let refused = hall.ask(ORGANISER, change(rated(true)));
    assert_eq!(refused, Err(Refusal::HasEntries));
}

#[test]
fn names_are_ordered_as_people_read_them_and_ratings_have_four_digits() {
    let mut hall = Hall::new(swiss(3));
    let enter = |player: u64, name: &str, rating: u16| Command::Enter {
        player: person(player),
        name: name.into(),
        rating: Some(rating),
    };
    for (player, name) in [(1, "Zed"), (2, "adam"), (3, "Bo")] {
        hall.must(player, enter(player, name, 1_500));
    }
    let players = hall.event.players();
    let names: Vec<&str> = players.iter().map(|player| &player.name[..]).collect();
    assert_eq!(names, ["adam", "Bo", "Zed"]);
    assert_eq!(
        hall.ask(4, enter(4, "Dee", 10_000)),
        Err(Refusal::RatingTooHigh)
    );
    hall.must(4, enter(4, "Dee", 9_999));
}

#[test]
fn whoever_runs_the_event_reinstates_a_withdrawn_player_from_the_next_round_on() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.must(OTHER_DIRECTOR, withdraw(2));
    for who in [2, 1, ARBITER] {
        let refused = hall.ask(who, Command::Reinstate(person(2)));
        assert_eq!(refused, Err(Refusal::Role(Role::Staff)), "{who}");
    }
    hall.play_round();
    let bye = |hall: &Hall| {
        hall.event.rounds()[1]
            .byes
            .iter()
            .any(|bye| bye.player == person(2))
    };
    assert_eq!(hall.event.rounds().len(), 2);
    assert!(bye(&hall), "away in round 2");
    let reinstated = Command::Reinstate(person(2));
    hall.must(DIRECTOR, reinstated.clone());
    let again = hall.ask(DIRECTOR, reinstated.clone());
    assert_eq!(again, Ok(Vec::new()), "it is done");
    hall.play_round();
    let last = hall.boards();
    assert_eq!(hall.event.rounds().len(), 3);
    assert!(last.iter().any(|id| hall.sides(*id).contains(&2)));
    hall.must(1, withdraw(1));
    let refused = hall.ask(DIRECTOR, Command::Reinstate(person(1)));
    assert_eq!(refused, Err(Refusal::NoMoreRounds));
    let refused = hall.ask(DIRECTOR, Command::Reinstate(person(9)));
    assert_eq!(refused, Err(Refusal::NoPlayer(person(9))));
}

fn named(player: u64) -> Command {
    Command::Enter {
        player: person(player),
        name: format!("Player {player}"),
        rating: None,
    }
}

#[test]
fn before_the_start_whoever_has_withdrawn_themselves_is_entered_again_by_nobody_else() {
    let mut hall = Hall::new(swiss(3));
    hall.must(DIRECTOR, named(1));
    hall.must(1, withdraw(1));
    for who in [ORGANISER, DIRECTOR] {
        let refused = hall.ask(who, named(1));
        assert_eq!(refused, Err(Refusal::LeftWillingly(person(1))), "{who}");
    }
    assert!(hall.event.players().is_empty());
    hall.must(1, named(1));
    // A withdrawal by staff can be undone by staff and by the player.
    for who in [DIRECTOR, 1] {
        hall.must(OTHER_DIRECTOR, withdraw(1));
        hall.must(who, named(1));
    }
}

#[test]
fn after_the_start_whoever_has_withdrawn_themselves_is_reinstated_by_nobody_else() {
    let mut hall = Hall::started(swiss(4), 6);
    let again = || Command::Reinstate(person(2));
    hall.must(2, withdraw(2));
    for who in [ORGANISER, DIRECTOR] {
        let refused = hall.ask(who, again());
        assert_eq!(refused, Err(Refusal::LeftWillingly(person(2))), "{who}");
    }
    for who in [1, ARBITER] {
        let refused = hall.ask(who, again());
        assert_eq!(refused, Err(Refusal::Role(Role::Staff)), "{who}");
    }
    hall.play_round();
    let is_paired = |hall: &Hall| {
        let mut boards = hall.boards().into_iter();
        boards.any(|id| hall.sides(id).contains(&2))
    };
    assert!(!is_paired(&hall));
    hall.must(2, again());
    assert_eq!(hall.ask(2, again()), Ok(Vec::new()), "it is done");
    hall.play_round();
    assert!(is_paired(&hall));
    hall.must(DIRECTOR, withdraw(2));
    assert_eq!(hall.ask(2, again()), Err(Refusal::Role(Role::Staff)));
    hall.must(OTHER_DIRECTOR, again());
}

#[test]
fn a_director_lets_in_once_whoever_has_changed_their_mind_too_often() {
    let mut open = Hall::new(swiss(3));
    for _ in 0..5 {
        open.must(1, named(1));
        open.must(1, withdraw(1));
    }
    let mut running = Hall::started(swiss(3), 4);
    for _ in 0..4 {
        running.must(1, withdraw(1));
        assert!(!running.event.may_be_let_in(person(1)));
        running.must(1, Command::Reinstate(person(1)));
    }
    running.must(1, withdraw(1));
    assert!(running.event.may_be_let_in(person(1)));
    for (mut hall, again) in [(open, named(1)), (running, Command::Reinstate(person(1)))] {
        assert_eq!(hall.ask(1, again.clone()), Err(Refusal::TooOften));
        hall.must(DIRECTOR, again.clone());
        hall.must(1, withdraw(1));
        assert!(!hall.event.may_be_let_in(person(1)));
        for who in [DIRECTOR, 1] {
            let refused = hall.ask(who, again.clone());
            assert_eq!(refused, Err(Refusal::LeftForGood(person(1))), "{who}");
        }
    }
}

#[test]
fn staff_let_in_whom_they_have_withdrawn_however_often_that_player_had_changed() {
    let mut hall = Hall::started(swiss(3), 4);
    let again = Command::Reinstate(person(1));
    for _ in 0..4 {
        hall.must(1, withdraw(1));
        hall.must(1, again.clone());
    }
    hall.must(1, withdraw(1));
    hall.must(DIRECTOR, again.clone());
    hall.must(DIRECTOR, withdraw(1));
    assert!(hall.event.may_be_let_in(person(1)));
    assert_eq!(hall.ask(1, again.clone()), Err(Refusal::Role(Role::Staff)));
    hall.must(DIRECTOR, again);
}

#[test]
fn logs_in_which_staff_have_let_in_whoever_had_withdrawn_themselves_are_read() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    let append = |hall: &mut Hall, fact| {
        let who = Who::Person(person(DIRECTOR));
        for entry in hall.event.entries(hall.now, who, [Body::Fact(fact)]) {
            hall.event.apply(entry).expect("it applies");
        }
    };
    hall.must(1, withdraw(1));
    let entered = Fact::Entered {
        player: person(1),
        name: "Ada".into(),
        rating: None,
    };
    append(&mut hall, entered);
    hall.wait_until(START);
    hall.must(1, withdraw(1));
    let player = person(1);
    append(&mut hall, Fact::Reinstated { player });
    assert!(!hall.event.player(player).expect("a player").withdrawn);
    let replayed = Event::replay(hall.event.log().iter().cloned()).expect("a log");
    assert_eq!(replayed, hall.event);
}

#[test]
fn a_forbidden_pair_stands_in_the_file_with_the_rounds_for_which_it_held() {
    let mut hall = Hall::started(swiss(4), 6);
    let forbid = |pair: [u64; 2], forbidden| Command::ForbidPair {
        players: pair.map(person),
        forbidden,
    };
    // Round 1 is paired already, so this applies from round 2 on.
    hall.must(DIRECTOR, forbid([1, 2], true));
    hall.must(DIRECTOR, forbid([3, 4], true));
    hall.must(DIRECTOR, forbid([5, 6], true));
    hall.must(DIRECTOR, forbid([5, 6], false));
    hall.play_round();
    assert_eq!(hall.event.rounds().len(), 2);
    hall.must(DIRECTOR, forbid([2, 1], false));
    hall.play_round();
    hall.must(DIRECTOR, forbid([1, 2], true));
    let tournament = hall.event.tournament();
    let forbidden: Vec<_> = (tournament.forbidden.iter())
        .map(|one| (one.players.clone(), one.rounds.clone()))
        .collect();
    let all = usize::MAX;
    assert_eq!(
        forbidden,
        [
            (vec![1, 2], 2..=2),
            (vec![3, 4], 2..=all),
            (vec![1, 2], 4..=all)
        ]
    );
}

#[test]
fn an_arbiter_who_plays_decides_nothing_for_the_whole_event_and_the_other_one_does() {
    let annul = || Command::Annul {
        reasons: REASONS.to_owned(),
    };
    let enter = |hall: &mut Hall, arbiter: u64| {
        let entry = Command::Enter {
            player: person(arbiter),
            name: format!("Arbiter {arbiter}"),
            rating: Some(1_000),
        };
        hall.must(arbiter, entry);
    };
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(3);
    assert_eq!(hall.event.presiding_arbiter(), Some(person(ARBITER)));
    enter(&mut hall, ARBITER);
    let mut both = hall.clone();
    hall.wait_until(START);
    assert_eq!(hall.event.presiding_arbiter(), Some(person(DEPUTY)));
    hall.begin_round();
    for id in hall.boards() {
        hall.must(DIRECTOR, rule(id, manifold_events::Outcome::Draw));
    }
    let games = hall.fresh_games(2);
    let order = Command::Pair { round: 2, games };
    for refused in [order.clone(), annul()] {
        assert_eq!(hall.ask(ARBITER, refused), Err(Refusal::ArbiterPlays));
    }
    hall.must(DEPUTY, order);
    hall.must(DEPUTY, annul());
    assert_eq!(hall.event.phase(), Phase::Annulled);

    enter(&mut both, DEPUTY);
    both.wait_until(START);
    assert_eq!(both.event.presiding_arbiter(), None);
    for arbiter in [ARBITER, DEPUTY] {
        assert_eq!(both.ask(arbiter, annul()), Err(Refusal::ArbiterPlays));
    }
}
