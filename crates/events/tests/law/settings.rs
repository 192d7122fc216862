//! Regulations, sections 1, 2 and 6: what an event can be.

use std::collections::BTreeSet;

use manifold_events::{
    Arranged, Control, Event, Format, Founding, Refusal, Schedule, Settings, SettingsProblem,
};

use crate::hall::*;

type Change = fn(&mut Settings);

#[test]
fn what_cannot_be_is_refused_and_the_limits_themselves_are_possible() {
    use SettingsProblem as Problem;
    let wrong: [(Change, Problem); 26] = [
        (|s| s.name = "  ".into(), Problem::Name),
        (|s| s.name = "x".repeat(81), Problem::Name),
        (|s| s.name = "two\nlines".into(), Problem::Name),
        (|s| s.variant = String::new(), Problem::Variant),
        (|s| s.regulations = "x".repeat(20_001), Problem::Regulations),
        (|s| s.control = custom(0, 0, 5), Problem::Control),
        (|s| s.control = custom(86_401, 0, 0), Problem::Control),
        (|s| s.control = custom(1, 3_601, 0), Problem::Control),
        (|s| s.control = custom(1, 0, 3_601), Problem::Control),
        (
            |s| s.format = Format::Swiss { rounds: Some(0) },
            Problem::Rounds,
        ),
        (|s| s.format = Format::Match { games: 100 }, Problem::Rounds),
        (
            |s| {
                s.format = Format::KnockOut {
                    games: 3,
                    third_place: false,
                }
            },
            Problem::KnockOutGames,
        ),
        (
            |s| s.format = Format::Arena { minutes: 9 },
            Problem::ArenaMinutes,
        ),
        (|s| s.format = arranged(START), Problem::Deadline),
        (|s| s.starts_at = 0, Problem::StartPast),
        (|s| s.starts_at = u64::MAX, Problem::StartFar),
        (
            |s| s.schedule = Schedule::After { minutes: 20_161 },
            Problem::ScheduleMinutes,
        ),
        (|s| s.schedule = times(&[START]), Problem::ScheduleTimes),
        (
            |s| s.schedule = times(&[START + 2, START + 1]),
            Problem::ScheduleTimes,
        ),
        (
            |s| {
                s.conditions.rating_from = Some(2_000);
                s.conditions.rating_to = Some(1_999);
            },
            Problem::RatingRange,
        ),
        (
            |s| s.conditions.most_players = Some(1),
            Problem::MostPlayers {
                least: 2,
                most: 1_000,
            },
        ),
        (|s| s.check_in_minutes = Some(0), Problem::CheckIn),
        (|s| s.default_minutes = Some(1_441), Problem::DefaultTime),
        (
            |s| s.tie_breaks = vec!["LUCK".into()],
            Problem::TieBreak {
                name: "LUCK".into(),
            },
        ),
        (|s| s.tie_breaks = vec!["BH".into(); 2], Problem::TieBreaks),
        (
            |s| s.tie_breaks = (1..=11).map(|cut| format!("BH/C{cut}")).collect(),
            Problem::TieBreaks,
        ),
    ];
    for (change, problem) in wrong {
        let mut settings = swiss(3);
        change(&mut settings);
        assert_eq!(settings.check(START - 1), Err(problem.clone()), "{problem}");
    }
    let right: [Change; 9] = [
        |s| s.name = "x".repeat(80),
        |s| s.regulations = "x".repeat(20_000),
        |s| s.control = custom(86_400, 3_600, 3_600),
        |s| s.control = custom(0, 1, 0),
        |s| s.format = Format::Match { games: 99 },
        |s| s.format = arranged(START + 1),
        |s| s.starts_at = START - 1,
        |s| s.schedule = times(&[START + 1, START + 2]),
        |s| s.conditions.most_players = Some(2),
    ];
    for (index, change) in right.into_iter().enumerate() {
        let mut settings = swiss(3);
        change(&mut settings);
        assert_eq!(settings.check(START - 1), Ok(()), "{index}");
    }
}

fn custom(seconds: u32, increment: u32, delay: u32) -> Control {
    Control::Custom {
        seconds,
        increment,
        delay,
    }
}

fn times(times: &[u64]) -> Schedule {
    Schedule::Times {
        times: times.to_vec(),
    }
}

fn arranged(deadline: u64) -> Format {
    Format::RoundRobin {
        double: false,
        arranged: Some(Arranged { deadline }),
    }
}

#[test]
fn an_event_has_a_director_a_chief_arbiter_and_another_as_deputy() {
    let founding = |directors: &[u64], arbiter, deputy| Founding {
        settings: swiss(3),
        directors: directors
            .iter()
            .map(|director| person(*director))
            .collect::<BTreeSet<_>>(),
        chief_arbiter: person(arbiter),
        deputy: person(deputy),
    };
    assert!(
        Event::found(0, founding(&[1], 1, 2)).is_ok(),
        "a person may have several roles"
    );
    assert_eq!(
        Event::found(0, founding(&[], 1, 2)),
        Err(Refusal::NoDirector)
    );
    let many: Vec<u64> = (1..=21).collect();
    assert!(Event::found(0, founding(&many[..20], 1, 2)).is_ok());
    assert_eq!(
        Event::found(0, founding(&many, 1, 2)),
        Err(Refusal::TooManyDirectors)
    );
    assert_eq!(
        Event::found(0, founding(&[1], 2, 2)),
        Err(Refusal::SameArbiter)
    );
}

#[test]
fn the_least_that_has_to_be_said_is_enough_and_unknown_keys_are_refused() {
    let text = r#"{"name":"A","variant":"chess","control":{"kind":"blitz"},
        "format":{"kind":"swiss"},"startsAt":60000000000}"#;
    let settings: Settings = serde_json::from_str(text).expect("settings");
    assert_eq!(settings.check(0), Ok(()));
    assert_eq!(settings.half_point_byes, 1);
    assert_eq!(settings.tie_breaks(), ["BH/C1", "BH", "SB", "DE", "WIN"]);
    let unknown = text.replacen("\"name\"", "\"colour\":1,\"name\"", 1);
    assert!(serde_json::from_str::<Settings>(&unknown).is_err());
}

#[test]
fn every_format_has_the_tie_breaks_of_section_6() {
    let table = Format::RoundRobin {
        double: true,
        arranged: None,
    };
    assert_eq!(settings(table).tie_breaks(), ["DE", "WIN", "SB", "KS"]);
    assert_eq!(
        settings(Format::Arena { minutes: 60 }).tie_breaks(),
        ["TPR"]
    );
    let mut own = swiss(3);
    own.tie_breaks = vec!["WON".to_owned()];
    assert_eq!(own.tie_breaks(), ["WON"]);
}
