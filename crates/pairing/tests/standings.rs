//! Standings and tie-breaks of small tournaments, worked out by hand from the articles of C.07.

use manifold_pairing::tiebreaks::{self, TieBreak};
use manifold_pairing::{standings, trf};

/// A file of players, each with the rounds from column 92 on.
fn file(kind: &str, rounds: &[&str]) -> String {
    let mut text = format!("092 {kind}\n");
    for (index, rounds) in rounds.iter().enumerate() {
        text += &format!(
            "001 {:>4}{:40}{:>4}{:28}{:>9}  {rounds}\n",
            index + 1,
            "",
            2000 - 10 * index,
            "",
            ""
        );
    }
    text
}

/// Rank, number and values of each row.
fn ranked(file: &str, tie_breaks: &str) -> Vec<(usize, u16, Vec<String>)> {
    let report = trf::read(file.as_bytes()).expect("a sound file");
    let tie_breaks: Vec<TieBreak> = tie_breaks
        .split(',')
        .map(|name| name.parse().expect("a tie-break"))
        .collect();
    standings::standings(&report.tournament, &tie_breaks)
        .into_iter()
        .map(|row| {
            let values = row.values.iter().map(ToString::to_string).collect();
            (row.rank, row.number, values)
        })
        .collect()
}

fn value(file: &str, tie_break: &str, number: u16) -> String {
    let rows = ranked(file, tie_break);
    let row = rows
        .into_iter()
        .find(|row| row.1 == number)
        .expect("a player");
    row.2[0].clone()
}

/// Three rounds of a Swiss: 2 withdraws after two, 5 has the bye in the first, 3 and 5 have half-point byes.
fn swiss() -> String {
    file(
        "Individual: Swiss-System",
        &[
            "   3 w 1     2 b 1     4 w =",
            "   4 b 1     1 w 0  0000 - Z",
            "   1 b 0  0000 - H     5 w 1",
            "   2 w 0     5 b +     1 b =",
            "0000 - U     4 w -     3 b 0",
        ],
    )
}

#[test]
fn an_opponent_who_has_withdrawn_counts_with_draws() {
    // 2.5 for player 1: against 3 (1.5), 2 (1 and a draw for the last round, article 16.3.2) and 4 (1.5).
    assert_eq!(value(&swiss(), "BH", 1), "4.5");
    assert_eq!(value(&swiss(), "BH/C1", 1), "3.0");
    assert_eq!(value(&swiss(), "BH/M1", 1), "1.5");
}

#[test]
fn the_dummy_has_no_more_than_a_draw_for_each_round_nor_than_the_opponent_of_a_forfeit() {
    // Player 4 has 1.5: 2 counts 1.5, the forfeit against 5 is capped by 5's 1.0 (article 16.4.1), 1 counts 2.5.
    assert_eq!(value(&swiss(), "BH", 4), "5.0");
    // Player 3 has 1.5: 1 counts 2.5, the bye counts the player's own 1.5 (the cap is 3 draws), 5 counts 1.0.
    assert_eq!(value(&swiss(), "BH", 3), "5.0");
    // Player 1, who beats all and has a bye, would meet a dummy of 3.0: 1.5 is the most (article 16.4.2).
    let file = file(
        "Individual: Swiss-System",
        &[
            "0000 - U     2 w 1     3 b 1",
            "   3 w 1     1 b 0  0000 - U",
            "   2 b 0  0000 - U     1 w 0",
        ],
    );
    assert_eq!(value(&file, "BH", 1), "4.5");
    assert_eq!(value(&file, "SB", 1), "4.5");
}

#[test]
fn a_voluntary_unplayed_round_is_cut_before_a_game() {
    // Player 3's contributions are 2.5, 1.5 for the requested bye, and 1.0: the bye's is cut (article 16.5).
    assert_eq!(value(&swiss(), "BH/C1", 3), "3.5");
    assert_eq!(value(&swiss(), "BH/C2", 3), "2.5");
}

#[test]
fn sonneborn_berger_and_the_counts_are_as_by_hand() {
    // Player 1: 1.5 + 1.5 + 0.5 * 1.5.
    assert_eq!(value(&swiss(), "SB", 1), "3.75");
    assert_eq!(value(&swiss(), "WIN", 5), "1", "the bye counts");
    assert_eq!(value(&swiss(), "WON", 5), "0");
    assert_eq!(value(&swiss(), "WIN", 4), "1", "so does the forfeit");
    assert_eq!(value(&swiss(), "BPG", 1), "1");
    assert_eq!(
        value(&swiss(), "REP", 5),
        "2",
        "a forfeit that was lost does not"
    );
    assert_eq!(value(&swiss(), "PS", 1), "5.5");
    assert_eq!(value(&swiss(), "PS/C1", 1), "4.5");
    assert_eq!(
        value(&swiss(), "FB", 1),
        "4.0",
        "1.0 and 1.5 twice, as if 3 and 1 had drawn last"
    );
    assert_eq!(value(&swiss(), "ARO", 1), "1980");
}

#[test]
fn a_forfeit_is_no_encounter_in_a_swiss_and_one_in_a_round_robin() {
    let rounds = [
        "   2 b -     3 w 1",
        "   1 w +  0000 - Z",
        "0000 - Z     1 b 0",
    ];
    let swiss = file("Individual: Swiss-System", &rounds);
    let order: Vec<(usize, u16)> = ranked(&swiss, "DE")
        .iter()
        .map(|row| (row.0, row.1))
        .collect();
    assert_eq!(
        order,
        [(1, 1), (1, 2), (3, 3)],
        "1 and 2 have not met and share the first place"
    );
    let round_robin = file("Round-Robin", &rounds);
    let order: Vec<(usize, u16)> = ranked(&round_robin, "DE")
        .iter()
        .map(|row| (row.0, row.1))
        .collect();
    assert_eq!(order, [(1, 2), (2, 1), (3, 3)]);
}

#[test]
fn in_a_double_round_robin_both_games_count_in_the_encounter() {
    let file = file(
        "Double-Round-Robin",
        &[
            "   2 w 1     3 b 0     2 b =     3 w 0",
            "   1 b 0     3 w 1     1 w =     3 b 0",
            "0000 - Z     1 w 1  0000 - Z     1 b 1",
        ],
    );
    // Players 1 and 2 have 1.5; between them it was 1.5 to 0.5. The third round of player 3 against 2 is left out on purpose.
    let broken = trf::read(file.as_bytes()).expect_err("3 does not know of the games against 2");
    assert_eq!((broken.line, broken.column), (3, 102));
    let whole = file
        .replace(
            "   3 w 1     1 w =     3 b 0",
            "0000 - Z     1 w =  0000 - Z",
        )
        .replace(
            "   3 b 0     2 b =     3 w 0",
            "0000 - Z     2 b =  0000 - Z",
        )
        .replace(
            "0000 - Z     1 w 1  0000 - Z     1 b 1",
            "0000 - Z  0000 - Z  0000 - Z  0000 - Z",
        );
    let order: Vec<u16> = ranked(&whole, "DE").iter().map(|row| row.1).collect();
    assert_eq!(order, [1, 2, 3]);
}

#[test]
fn who_is_first_whatever_the_missing_games_bring_is_first_in_the_encounter() {
    // 1, 2 and 3 have two points each; 1 has beaten 2 and 3, who have not met.
    let file = file(
        "Individual: Swiss-System",
        &[
            "   2 w 1     3 b 1     4 w 0     5 b 0",
            "   1 b 0     5 w 1     6 b 1     4 w 0",
            "   6 w 1     1 w 0     5 b 1     6 b 0",
            "0000 - Z     6 w 0     1 b 1     2 b 1",
            "0000 - Z     2 b 0     3 w 0     1 w 1",
            "   3 b 0     4 b 1     2 w 0     3 w 1",
        ],
    );
    let rows = ranked(&file, "DE");
    let place =
        |number: u16| rows.iter().find(|row| row.1 == number).expect("a player").2[0].clone();
    assert_eq!(place(1), "1");
    assert_eq!(
        (place(2), place(3)),
        (place(3), place(2)),
        "nothing separates them"
    );
}

#[test]
fn equal_players_share_a_rank_and_the_next_is_left_out() {
    let file = file(
        "Individual: Swiss-System",
        &["   3 w 1", "   4 b 1", "   1 b 0", "   2 w 0"],
    );
    let ranks: Vec<(usize, u16)> = ranked(&file, "WIN")
        .iter()
        .map(|row| (row.0, row.1))
        .collect();
    assert_eq!(ranks, [(1, 1), (1, 2), (3, 3), (3, 4)]);
}

#[test]
fn performances_follow_the_tables_of_the_rating_regulations() {
    // Two opponents of 1990 and 1980 and 1.5 points of 2: 1985 + 193.
    let file = file(
        "Individual: Swiss-System",
        &[
            "   2 w 1     3 b =",
            "   1 b 0  0000 - Z",
            "0000 - Z     1 w =",
        ],
    );
    assert_eq!(value(&file, "TPR", 1), "2178");
    // 188 and 198 above the opponents: 0.74 and 0.76.
    assert_eq!(value(&file, "PTP", 1), "2178");
    assert_eq!(
        value(&file, "PTP", 2),
        "1200",
        "800 below the lowest opponent"
    );
    assert_eq!(value(&file, "TPR", 2), "1200");
    assert_eq!(value(&file, "RTNG", 3), "1980");
    assert_eq!(value(&file, "TPN/R", 3), "3");
}

/// The parts of a value that count: round, opponent, and the value added.
fn counted(file: &str, tie_break: &str, number: u16) -> Vec<(usize, Option<u16>, f64)> {
    let report = trf::read(file.as_bytes()).expect("a sound file");
    let tie_break = tie_break.parse().expect("a tie-break");
    let parts = tiebreaks::parts(&report.tournament, &[tie_break], number).expect("a player");
    let counted = parts[0].iter().filter(|part| part.counts);
    counted
        .map(|part| (part.round, part.opponent, part.value))
        .collect()
}

#[test]
fn what_counts_of_the_parts_adds_up_to_the_value() {
    let robin = file(
        "Individual: Round-Robin",
        &[
            "   4 w 1     3 w =     2 b 1",
            "   3 b =     4 w 1     1 w 0",
            "   2 w =     1 b =     4 w +",
            "   1 b 0     2 b 0     3 b -",
        ],
    );
    let names = "BH,BH/C1,BH/M1,BH/P,FB,FB/C1,SB,SB/C1,KS,KS/L-1,WIN,WON,BPG,BWG,REP,PS,PS/C1,STD";
    for file in [swiss(), robin] {
        for name in names.split(',') {
            for (_, number, values) in ranked(&file, name) {
                let sum: f64 = counted(&file, name, number).iter().map(|part| part.2).sum();
                let value: f64 = values[0].parse().expect("a number");
                assert!(
                    (sum - value).abs() < 1e-9,
                    "{name} of {number}: {sum} and {value}"
                );
            }
        }
    }
}

#[test]
fn a_cut_leaves_out_the_least_part_and_says_so() {
    assert_eq!(
        counted(&swiss(), "BH", 1),
        [(1, Some(3), 1.5), (2, Some(2), 1.5), (3, Some(4), 1.5)]
    );
    assert_eq!(counted(&swiss(), "BH/C1", 1).len(), 2);
    // The bye of the first round counts as a game against a dummy.
    assert_eq!(counted(&swiss(), "BH", 5)[0].1, None);
}

#[test]
fn direct_encounter_shows_the_games_among_those_who_are_tied_alone() {
    let all_tied = file(
        "Individual: Swiss-System",
        &[
            "   3 w 1     2 b 0",
            "   4 w 0     1 w 1",
            "   1 b 0     4 w +",
            "   2 b 1     3 b -",
        ],
    );
    let report = trf::read(all_tied.as_bytes()).expect("a sound file");
    let names = ["DE".parse().expect("a tie-break")];
    let parts = tiebreaks::parts(&report.tournament, &names, 3).expect("a player");
    let shown: Vec<_> = parts[0]
        .iter()
        .map(|part| (part.opponent, part.counts))
        .collect();
    assert_eq!(shown, [(Some(1), true), (Some(4), false)]);
    assert_eq!(tiebreaks::parts(&report.tournament, &names, 9), None);
}

/// Four players, a single round robin: 1 beats all, 2 and 3 draw, and both beat 4.
fn four() -> String {
    file(
        "Round-Robin",
        &[
            "   4 w 1     3 b 1     2 w 1",
            "   3 w =     4 w 1     1 b 0",
            "   2 b =     1 w 0     4 b 1",
            "   1 b 0     2 b 0     3 w 0",
        ],
    )
}

#[test]
fn koya_counts_the_points_against_those_who_have_half_of_the_possible_score() {
    // 3.0, 1.5, 1.5, 0.0 of three: 1, 2 and 3 have half.
    for (number, koya) in [(1, "2.0"), (2, "0.5"), (3, "0.5"), (4, "0.0")] {
        assert_eq!(value(&four(), "KS", number), koya, "{number}");
    }
    // With the limit raised by half a point only 1 reaches it; lowered by one and a half, everybody does.
    for (number, koya) in [(1, "0.0"), (2, "0.0"), (4, "0.0")] {
        assert_eq!(value(&four(), "KS/L+1", number), koya, "{number}");
    }
    assert_eq!(value(&four(), "KS/L-3", 1), "3.0");
}

#[test]
fn the_average_of_opponents_buchholz_leaves_out_rounds_without_a_game() {
    let buchholz: Vec<String> = (1..=5)
        .map(|number| value(&swiss(), "BH", number))
        .collect();
    let of = |number: usize| -> f64 { buchholz[number - 1].parse().expect("a number") };
    for (number, opponents) in [(1, vec![3, 2, 4]), (2, vec![4, 1]), (4, vec![2, 1])] {
        let sum: f64 = opponents.iter().map(|&other| of(other)).sum();
        let count = f64::from(u8::try_from(opponents.len()).expect("few"));
        let average: f64 = value(&swiss(), "AOB", number).parse().expect("a number");
        assert!((average - sum / count).abs() < 0.006, "{number}: {average}");
    }
    assert_eq!(value(&swiss(), "AOB", 2), "4.75", "(5.0 and 4.5) / 2");
}

#[test]
fn three_who_are_tied_in_a_double_round_robin_are_ordered_by_the_average_of_their_games() {
    // Against 4 each has 2; among themselves 1 has 1.5 against 2 and 0.5 against 3, 2 has 0.5 and 1.5, 3 has 1.5 and 0.5: nothing
    // separates them.
    let level = file(
        "Double-Round-Robin",
        &[
            "   4 w 1     3 b =     2 w 1     4 b 1     3 w 0     2 b =",
            "   3 w 1     4 w 1     1 b 0     3 b =     4 b 1     1 w =",
            "   2 b 0     1 w =     4 b 1     2 w =     1 b 1     4 w 1",
            "   1 b 0     2 b 0     3 w 0     1 w 0     2 w 0     3 b 0",
        ],
    );
    let order = |text: &str| -> Vec<(usize, u16)> {
        let rows = ranked(text, "DE");
        rows.iter().map(|row| (row.0, row.1)).collect()
    };
    assert_eq!(order(&level), [(1, 1), (1, 2), (1, 3), (4, 4)]);
    // The same points, as 4 has won against 1 and drawn with 2: among the three 1 has 2.5 of 4, 2 has 2, 3 has 1.5.
    let apart = file(
        "Double-Round-Robin",
        &[
            "   4 w 0     3 b 1     2 w 1     4 b 1     3 w =     2 b 0",
            "   3 w 1     4 w =     1 b 0     3 b 0     4 b 1     1 w 1",
            "   2 b 0     1 w 0     4 b 1     2 w 1     1 b =     4 w 1",
            "   1 b 1     2 b =     3 w 0     1 w 0     2 w 0     3 b 0",
        ],
    );
    assert_eq!(order(&apart), [(1, 1), (2, 2), (3, 3), (4, 4)]);
}
