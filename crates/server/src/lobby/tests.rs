use std::collections::HashSet;

use manifold_rules::board::Color;

use super::pool::{Found, Pair, Pool, SeekError};
use super::*;
use crate::table::info::{Person, ShownRating};
use crate::table::time_control::ClockChoice;

/// A seek of player `n` for blitz chess.
fn seek(n: u32, since: u64) -> Seek {
    let id = format!("{n:012}");
    Seek {
        id: id.parse().expect("an identifier"),
        seeker: Seeker {
            member: MemberId(n.into()),
            person: Person {
                id: id.parse().expect("an identifier"),
                name: format!("Player {n}"),
                account: true,
                bot: false,
                rating: None,
            },
            network: std::net::Ipv4Addr::from_bits(n).into(),
            apart: Vec::new(),
        },
        cell: Cell {
            variant: "chess".parse().expect("a variant"),
            clock: Some(ClockChoice::Preset {
                id: "blitz".to_owned(),
            }),
            rated: false,
        },
        color: None,
        range: None,
        since,
        meanwhile: None,
    }
}

fn rated(n: u32, rating: u32) -> Seek {
    let mut seek = seek(n, 0);
    seek.seeker.person.rating = Some(ShownRating {
        rating,
        provisional: false,
    });
    seek
}

/// The rating of the first player.
fn rating(pair: &Pair) -> Option<u32> {
    pair.0.seeker.person.rating.map(|rating| rating.rating)
}

fn players(pair: &Pair) -> [PlayerId; 2] {
    [pair.0.player(), pair.1.player()]
}

/// The pairs of what was found.
fn paired(found: Vec<Found>) -> Vec<Pair> {
    let pairs = found.into_iter().filter_map(|found| match found {
        Found::Pair(pair) => Some(pair),
        Found::Asked(..) => None,
    });
    pairs.collect()
}

/// Adds a seek that meets nobody.
fn waits(pool: &mut Pool, seek: Seek, now: u64) {
    let added = pool.add(seek, now);
    assert!(matches!(added, Ok(None)), "{added:?}");
}

#[test]
fn two_who_want_the_same_meet_at_once_and_wait_for_nothing_else() {
    let mut pool = Pool::default();
    let mut other_game = seek(1, 0);
    other_game.id = "othergame111".parse().expect("an identifier");
    other_game.cell.variant = "hidden960".parse().expect("a variant");
    waits(&mut pool, seek(1, 0), 0);
    waits(&mut pool, other_game, 0);
    let pair = pool.add(seek(2, 5), 5).expect("room").expect("a pair");
    assert_eq!(
        players(&pair),
        [seek(1, 0), seek(2, 0)].map(|seek| seek.player())
    );
    assert_eq!(pool.len(), 0);
}

#[test]
fn nobody_meets_themselves_another_clock_or_the_same_colour() {
    let mut pool = Pool::default();
    let mut white = seek(1, 0);
    white.color = Some(Color::White);
    waits(&mut pool, white.clone(), 0);
    let mut own = seek(1, 0);
    own.id = "secondsecond".parse().expect("an identifier");
    waits(&mut pool, own, 0);
    pool.leave(MemberId(1));
    waits(&mut pool, white, 0);
    let mut slower = seek(2, 0);
    slower.cell.clock = None;
    waits(&mut pool, slower, 0);
    let mut rated = seek(5, 0);
    rated.cell.rated = true;
    waits(&mut pool, rated, 0);
    let mut also_white = seek(3, 0);
    also_white.color = Some(Color::White);
    waits(&mut pool, also_white, 0);
    let mut black = seek(4, 0);
    black.color = Some(Color::Black);
    let pair = pool.add(black, 0).expect("room").expect("a pair");
    assert_eq!(pair.0.player(), seek(1, 0).player(), "who came first");
}

#[test]
fn the_nearest_in_rating_is_met_and_those_far_away_only_with_time() {
    let mut pool = Pool::default();
    for (n, rating) in [(1, 1_000), (2, 2_000), (3, 1_750)] {
        let mut seek = rated(n, rating);
        // All want White, so none can be paired.
        seek.color = Some(Color::White);
        waits(&mut pool, seek, 0);
    }
    let pair = pool.add(rated(4, 1_900), 0).expect("room").expect("a pair");
    assert_eq!(rating(&pair), Some(2_000));
    waits(&mut pool, rated(5, 1_300), 0);
    assert!(pool.look(0).is_empty());
    // 300 apart: 200 at once, and 100 more after a second.
    let pairs = paired(pool.look(1_000));
    assert_eq!(pairs.len(), 1);
    assert_eq!(pairs[0].0.distance(&pairs[0].1), 300);
    assert_eq!(pool.len(), 1);
}

#[test]
fn a_range_holds_however_long_somebody_waits() {
    let mut pool = Pool::default();
    let mut picky = rated(1, 2_000);
    picky.range = Some(1_900..=2_100);
    waits(&mut pool, picky.clone(), 0);
    waits(&mut pool, rated(2, 1_899), 0);
    assert!(pool.look(3_600_000).is_empty());
    let accepted = pool.accept(picky.id, rated(3, 1_899));
    assert!(
        matches!(accepted, Err(SeekError::NotWanted)),
        "{accepted:?}"
    );
    pool.leave(MemberId(2));
    let pair = pool.add(rated(4, 1_900), 3_600_000).expect("room");
    assert_eq!(pair.as_ref().and_then(rating), Some(2_000));
}

#[test]
fn not_twice_in_a_row_with_the_same_person_while_others_wait() {
    let mut pool = Pool::default();
    waits(&mut pool, seek(1, 0), 0);
    assert!(pool.add(seek(2, 0), 0).expect("room").is_some());
    // If there is nobody else, they may be paired again.
    waits(&mut pool, seek(1, 0), 0);
    assert!(pool.add(seek(2, 0), 0).expect("room").is_some());
    // With a third player here, who wants White like the first, they are not paired again at once.
    let white = |n| Seek {
        color: Some(Color::White),
        ..seek(n, 0)
    };
    waits(&mut pool, white(1), 0);
    waits(&mut pool, white(3), 0);
    let pair = pool.add(seek(2, 0), 0).expect("room").expect("a pair");
    assert_eq!(pair.0.player(), seek(3, 0).player());
}

#[test]
fn however_long_two_have_waited_they_do_not_meet_again_while_somebody_else_waits_for_either() {
    let mut pool = Pool::default();
    waits(&mut pool, rated(1, 1_500), 0);
    assert!(pool.add(rated(2, 1_500), 0).expect("room").is_some());
    // The third is far away from both, but the way gets shorter with every second.
    waits(&mut pool, rated(3, 3_500), 0);
    waits(&mut pool, rated(1, 1_500), 0);
    waits(&mut pool, rated(2, 1_500), 0);
    assert!(pool.look(17_000).is_empty());
    let pairs = paired(pool.look(18_000));
    assert_eq!(pairs.len(), 1);
    assert!(players(&pairs[0]).contains(&rated(3, 0).player()));
}

#[test]
fn who_can_play_neither_of_two_does_not_keep_them_apart() {
    let mut pool = Pool::default();
    waits(&mut pool, rated(1, 1_500), 0);
    assert!(pool.add(rated(2, 1_500), 0).expect("room").is_some());
    let picky = Seek {
        range: Some(2_000..=2_100),
        ..rated(3, 2_050)
    };
    waits(&mut pool, picky, 0);
    waits(&mut pool, rated(1, 1_500), 0);
    assert!(pool.add(rated(2, 1_500), 0).expect("room").is_some());
}

#[test]
fn three_of_whom_two_cannot_play_each_other_do_not_wait_for_ever() {
    let mut pool = Pool::default();
    let white = |n| Seek {
        color: Some(Color::White),
        ..seek(n, 0)
    };
    // The second plays the first, then the third, who both want White: each of them has just met the second.
    waits(&mut pool, white(1), 0);
    assert!(pool.add(seek(2, 0), 0).expect("room").is_some());
    waits(&mut pool, white(3), 0);
    assert!(pool.add(seek(2, 0), 0).expect("room").is_some());
    waits(&mut pool, white(1), 0);
    waits(&mut pool, white(3), 0);
    assert!(pool.add(seek(2, 0), 0).expect("room").is_some());
}

#[test]
fn who_blocks_a_player_does_not_meet_them_and_tells_them_nothing() {
    let mut pool = Pool::default();
    let mut wary = seek(1, 0);
    wary.seeker.apart = vec![seek(2, 0).player()];
    waits(&mut pool, wary.clone(), 0);
    waits(&mut pool, seek(2, 0), 0);
    assert!(pool.look(3_600_000).is_empty());
    let accepted = pool.accept(wary.id, seek(2, 0));
    assert!(matches!(accepted, Err(SeekError::Gone)), "{accepted:?}");
    // A block holds for seeks that wait already.
    pool.leave(MemberId(2));
    waits(&mut pool, seek(2, 0), 0);
    pool.keep_apart(seek(1, 0).player(), seek(3, 0).player());
    let pair = pool.add(seek(3, 0), 0).expect("room").expect("a pair");
    assert_eq!(players(&pair)[0], seek(2, 0).player());
}

#[test]
fn who_is_unblocked_is_met_again_but_not_rated_by_the_same_person() {
    let [one, other] = [seek(1, 0).player(), seek(2, 0).player()];
    for (is_rated, is_one_person) in [(false, false), (false, true), (true, false), (true, true)] {
        let waiting = |n| {
            let mut seek = rated(n, 1_500);
            seek.cell.rated = is_rated;
            seek
        };
        let mut pool = Pool::default();
        waits(&mut pool, waiting(1), 0);
        pool.keep_apart(one, other);
        waits(&mut pool, waiting(2), 0);
        pool.bring_together(other, one, is_one_person);
        let meet = !pool.look(0).is_empty();
        assert_eq!(
            meet,
            !(is_rated && is_one_person),
            "{is_rated}, {is_one_person}"
        );
    }
}

#[test]
fn who_blocks_the_same_player_again_and_again_fills_no_memory() {
    let mut pool = Pool::default();
    waits(&mut pool, seek(1, 0), 0);
    for _ in 0..100 {
        pool.keep_apart(seek(1, 0).player(), seek(3, 0).player());
    }
    let Pair(own, _) = pool.add(seek(2, 0), 0).expect("room").expect("a pair");
    assert_eq!(own.seeker.apart, [seek(3, 0).player()]);
}

#[test]
fn what_is_accepted_twice_is_played_once() {
    let mut pool = Pool::default();
    waits(&mut pool, seek(1, 0), 0);
    let id = seek(1, 0).id;
    let own = pool.accept(id, seek(1, 0));
    assert!(matches!(own, Err(SeekError::Own)), "{own:?}");
    assert!(pool.accept(id, seek(2, 0)).is_ok());
    let again = pool.accept(id, seek(3, 0));
    assert!(matches!(again, Err(SeekError::Gone)), "{again:?}");
}

#[test]
fn a_player_a_network_and_all_together_have_only_so_many_seeks() {
    let mut pool = Pool::default();
    let several = |player: u32, n: u32| {
        let mut seek = seek(player, 0);
        seek.id = format!("{n:0>12}").parse().expect("an identifier");
        // Nobody fits.
        seek.color = Some(Color::White);
        seek
    };
    for n in 0..5 {
        waits(&mut pool, several(1, n), 0);
    }
    let more = pool.add(several(1, 5), 0);
    assert!(matches!(more, Err(SeekError::TooMany)), "{more:?}");
    let of_network = |n: u32| {
        let mut seek = several(n, n);
        seek.seeker.network = "10.0.0.1".parse().expect("an address");
        seek
    };
    for n in 100..120 {
        waits(&mut pool, of_network(n), 0);
    }
    let more = pool.add(of_network(120), 0);
    assert!(matches!(more, Err(SeekError::Full)), "{more:?}");
    for n in 0..9_975 {
        waits(&mut pool, several(1_000 + n, 1_000 + n), 0);
    }
    let more = pool.add(several(90_000, 90_000), 0);
    assert!(matches!(more, Err(SeekError::Full)), "{more:?}");
    // A member's seeks leave with the member.
    assert!(pool.leave(MemberId(1)));
    assert_eq!(pool.len(), 9_995);
}

#[test]
fn hundreds_of_networks_of_one_ipv6_site_leave_the_lobby_to_others() {
    let mut pool = Pool::default();
    let wait = |n: u32, network: std::net::IpAddr| {
        let mut seek = seek(n, 0);
        seek.seeker.network = network;
        // Nobody fits.
        seek.color = Some(Color::White);
        seek
    };
    let mut accepted = 0;
    for n in 0..10_100 {
        let network = format!("2001:db8:1:{:x}::", n % 600);
        let seek = wait(n, network.parse().expect("an address"));
        match pool.add(seek, 0) {
            Ok(None) => accepted += 1,
            refused => assert!(matches!(refused, Err(SeekError::Full)), "{refused:?}"),
        }
    }
    assert_eq!(accepted, 160);
    let stranger = "2001:db8:2:1::".parse().expect("an address");
    waits(&mut pool, wait(20_000, stranger), 0);
}

#[test]
fn of_a_full_cell_one_part_is_looked_at_after_the_other() {
    let mut pool = Pool::default();
    let white = |n, rating| Seek {
        color: Some(Color::White),
        ..rated(n, rating)
    };
    // More than are looked at in one beat, all of them far away from the two who come last.
    for n in 1..=110 {
        waits(&mut pool, white(n, 3_000), 0);
    }
    waits(&mut pool, white(111, 1_000), 0);
    let black = Seek {
        color: Some(Color::Black),
        ..rated(112, 1_300)
    };
    waits(&mut pool, black, 0);
    assert!(
        pool.look(2_000).is_empty(),
        "only the others were looked at"
    );
    let pairs = paired(pool.look(3_000));
    assert_eq!(pairs.len(), 1);
    assert_eq!(pairs[0].0.distance(&pairs[0].1), 300);
}

#[test]
fn the_list_has_how_many_wait_for_what_and_the_latest() {
    let mut pool = Pool::default();
    for n in 1..=20 {
        let mut seek = seek(n, u64::from(n));
        seek.color = Some(Color::White);
        seek.cell.rated = n % 4 == 0;
        waits(&mut pool, seek, 0);
    }
    let mut counts: Vec<(bool, usize)> = pool
        .counts(&HashSet::new())
        .into_iter()
        .map(|(cell, count)| (cell.rated, count))
        .collect();
    counts.sort();
    assert_eq!(counts, [(false, 15), (true, 5)]);
    let since = |most| -> Vec<u64> {
        let latest = pool.latest(most, &HashSet::new()).into_iter();
        latest.map(|seek| seek.since).collect()
    };
    assert_eq!(since(3), [20, 19, 18]);
    assert_eq!(since(20), (1..=20).rev().collect::<Vec<_>>());
    assert_eq!(since(50).len(), 20);
}

/// A seek of player `n` with three days per move.
fn slow(n: u32, since: u64) -> Seek {
    let mut slow = seek(n, since);
    slow.id = format!("slow{n:08}").parse().expect("an identifier");
    slow.cell.clock = Some(ClockChoice::Correspondence { days: 3 });
    slow
}

#[test]
fn a_seek_with_days_for_a_move_stays_without_its_owner_until_it_is_withdrawn_or_comes_true() {
    const YEAR: u64 = 365 * 86_400_000;
    let mut pool = Pool::default();
    waits(&mut pool, slow(1, 0), 0);
    waits(&mut pool, seek(1, 0), 0);
    let mut guest = slow(2, 0);
    guest.seeker.person.account = false;
    // Neither wants what the other does.
    guest.range = Some(3_000..=3_100);
    waits(&mut pool, guest, 0);
    assert!(pool.leave(MemberId(1)));
    assert!(pool.leave(MemberId(2)));
    let left: Vec<SeekId> = pool.iter().map(|seek| seek.id).collect();
    assert_eq!(left, [slow(1, 0).id]);
    let staying = pool.staying_of(slow(1, 0).player());
    assert_eq!(staying.len(), 1);
    // On another socket the same wish is the same seek, and its owner withdraws it there.
    assert_eq!(pool.staying(&slow(1, 50)), Some(slow(1, 0).id));
    assert_eq!(pool.staying(&slow(3, 50)), None);
    let (member, id) = (MemberId(9), slow(1, 0).id);
    assert!(!pool.withdraw(member, slow(3, 0).player(), id));
    assert!(pool.withdraw(member, slow(1, 0).player(), id));
    waits(&mut pool, slow(1, 0), 0);
    assert!(pool.look(YEAR).is_empty());
    assert_eq!(pool.len(), 1);
    assert!(pool.add(slow(3, YEAR), YEAR).expect("room").is_some());
    assert_eq!(pool.len(), 0);
}

#[test]
fn a_game_with_days_for_a_move_is_played_beside_others() {
    let mut pool = Pool::default();
    let other_days = |n| {
        let mut other = slow(n, 0);
        other.id = format!("days{n:08}").parse().expect("an identifier");
        other.cell.clock = Some(ClockChoice::Correspondence { days: 7 });
        other
    };
    for seek in [slow(1, 0), other_days(1), seek(1, 0)] {
        waits(&mut pool, seek, 0);
    }
    assert!(pool.add(slow(2, 0), 0).expect("room").is_some());
    assert_eq!(pool.len(), 2, "only what has come true is gone");
    assert!(pool.add(seek(3, 0), 0).expect("room").is_some());
    let left: Vec<SeekId> = pool.iter().map(|seek| seek.id).collect();
    assert_eq!(left, [other_days(1).id]);
    assert!(pool.forget(seek(1, 0).player()));
    assert_eq!(pool.len(), 0);
}

/// A game against the computer.
fn computer() -> Option<GameId> {
    Some("gamecomputer".parse().expect("an identifier"))
}

/// The owners who were asked, and whether somebody is there.
fn asked(found: &[Found]) -> Vec<(PlayerId, bool)> {
    let asked = found.iter().filter_map(|found| match found {
        Found::Asked(seek, waits) => Some((seek.player(), *waits)),
        Found::Pair(_) => None,
    });
    asked.collect()
}

#[test]
fn who_plays_the_computer_meanwhile_is_asked_once_and_not_paired_before_they_come() {
    let mut pool = Pool::default();
    let (first, second) = (seek(1, 0), seek(2, 0));
    waits(&mut pool, first.clone(), 0);
    assert!(pool.play_meanwhile(MemberId(1), first.id, computer()));
    assert!(pool.look(0).is_empty(), "nobody is there");
    waits(&mut pool, second, 1);
    assert_eq!(asked(&pool.look(1)), [(first.player(), true)]);
    assert!(pool.look(2).is_empty());
    let pair = pool.come(MemberId(1), first.id, 3).expect("a pair");
    assert_eq!(players(&pair)[1], first.player());
    assert_eq!(pair.1.meanwhile.map(|meanwhile| meanwhile.game), computer());
    assert_eq!(pool.len(), 0);
}

#[test]
fn whoever_has_gone_again_is_not_waited_for_and_the_next_is_asked_about() {
    let mut pool = Pool::default();
    let first = seek(1, 0);
    waits(&mut pool, first.clone(), 0);
    pool.play_meanwhile(MemberId(1), first.id, computer());
    waits(&mut pool, seek(2, 0), 1);
    assert_eq!(asked(&pool.look(1)), [(first.player(), true)]);
    pool.leave(MemberId(2));
    let gone = pool.come(MemberId(1), first.id, 2);
    assert_eq!(gone.err(), Some(SeekError::NobodyLeft));
    assert_eq!(asked(&pool.look(2)), [(first.player(), false)]);
    waits(&mut pool, seek(3, 0), 3);
    assert_eq!(asked(&pool.look(3)), [(first.player(), true)]);
}

#[test]
fn who_plays_meanwhile_holds_nobody_up() {
    let mut pool = Pool::default();
    let first = seek(1, 0);
    waits(&mut pool, first.clone(), 0);
    pool.play_meanwhile(MemberId(1), first.id, computer());
    waits(&mut pool, seek(2, 0), 1);
    let accepted = pool.accept(first.id, seek(3, 0));
    assert_eq!(accepted.err(), Some(SeekError::PlaysMeanwhile));
    let pair = pool.add(seek(3, 0), 2).expect("room").expect("a pair");
    assert_eq!(
        players(&pair),
        [seek(2, 0), seek(3, 0)].map(|seek| seek.player())
    );
    // If both play the computer, neither is asked: the other might not come.
    waits(&mut pool, seek(2, 0), 3);
    pool.play_meanwhile(MemberId(2), seek(2, 0).id, computer());
    assert!(pool.look(3).is_empty());
}

#[test]
fn whose_game_against_the_computer_is_over_is_paired_with_whoever_has_come() {
    let mut pool = Pool::default();
    let first = seek(1, 0);
    waits(&mut pool, first.clone(), 0);
    pool.play_meanwhile(MemberId(1), first.id, computer());
    waits(&mut pool, seek(2, 0), 1);
    assert!(
        !pool.play_meanwhile(MemberId(2), first.id, None),
        "a seek of somebody else"
    );
    assert!(pool.play_meanwhile(MemberId(1), first.id, None));
    assert!(matches!(pool.look(2).as_slice(), [Found::Pair(_)]));
}
