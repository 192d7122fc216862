//! The exercises that FIDE's Technical Commission has published, with their solutions: M. Held, *Exercises in Tie-Breaking*, 2024. They
//! follow the regulations of 2023; where the limits of the dummy (article 16.4, since March 2026) make a difference, the values are
//! recomputed, and the published ones are given beside them.

use manifold_pairing::tiebreaks::TieBreak;
use manifold_pairing::{standings, trf};

/// Section 2.1: a Swiss of five rounds.
const FIVE: [&str; 16] = [
    "   9 w 1    13 b =     2 w =    15 b 1     4 w =",
    "  10 b 1     7 w 1     1 b =    16 w 1     3 b =",
    "  11 w =     6 b 1     8 w 1     4 b =     2 w =",
    "  12 b 1  0000 - H    13 w 1     3 w =     1 b =",
    "  13 w 0    15 b 0    11 w 1     7 b =    10 w 1",
    "  14 b 0     3 w 0  0000 - U    10 w 1     8 b 1",
    "  15 w 1     2 b 0    16 b 0     5 w =    11 b 0",
    "  16 b =    14 w 1     3 b 0    13 w 1     6 w 0",
    "   1 b 0    10 w 0  0000 - H    11 b -  0000 - U",
    "   2 w 0     9 b 1    15 w 0     6 b 0     5 b 0",
    "   3 b =    16 w 0     5 b 0     9 w +     7 w 1",
    "   4 w 0  0000 - U    14 w +  0000 - Z  0000 - Z",
    "   5 b 1     1 w =     4 b 0     8 b 0    14 w 0",
    "   6 w 1     8 b 0    12 b -  0000 - Z    13 b 1",
    "   7 b 0     5 w 1    10 b 1     1 w 0    16 b 0",
    "   8 w =    11 b 1     7 w 1     2 b 0    15 w 1",
];

/// A longer Swiss: the same, except that 2 has won against 3, and with four more rounds.
const FOUR_MORE: [&str; 16] = [
    "   6 b =     3 b =    16 w =     8 b 1",
    "   4 w =     6 w 0    15 b =     5 w =",
    "  16 b 1     1 w =    14 w 1    10 b 1",
    "   2 b =    16 w =     6 b =    15 w 1",
    "  14 b 0     9 b 1     8 w 0     2 b =",
    "   1 w =     2 b 1     4 w =    16 b 1",
    "  10 b 0    13 w 1     9 w 1    14 b 1",
    "  11 b =    15 w =     5 b 1     1 w 0",
    "  13 b 1     5 w 0     7 b 0    12 w =",
    "   7 w 1    12 b 1    11 w 1     3 w 0",
    "   8 w =    14 b 0    10 b 0    13 w =",
    "  15 b 0    10 w 0    13 b =     9 b =",
    "   9 w 0     7 b 0    12 w =    11 b =",
    "   5 w 1    11 w 1     3 b 0     7 w 0",
    "  12 w 1     8 b =     2 w =     4 b 0",
    "   3 w 0     4 b =     1 b =     6 w 0",
];

/// Section 2.2: a round robin.
const ROUND_ROBIN: [&str; 6] = [
    "   5 w =     2 w 1     3 b 1     4 w 0     6 b 1",
    "   6 w 1     1 b 0     5 w 1     3 w =     4 b 1",
    "   4 w 1     6 b 1     1 w 0     2 b =     5 w 1",
    "   3 b 0     5 b 0     6 w =     1 b 1     2 w 0",
    "   1 b =     4 w 1     2 b 0     6 w -     3 b 0",
    "   2 b 0     3 w 0     4 b =     5 b +     1 w 0",
];

/// A file of players whose ratings are 50 apart, the first 2200.
fn file<'a>(kind: &str, rounds: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("092 {kind}\n");
    for (index, rounds) in rounds.into_iter().enumerate() {
        let (number, rating) = (index + 1, 2200 - 50 * index);
        text += &format!("001 {number:>4}{:40}{rating:>4}{:37}  {rounds}\n", "", "");
    }
    text
}

fn swiss() -> String {
    file("Individual: Swiss-System", FIVE)
}

/// The values of all players, in the order of their numbers.
fn values(file: &str, name: &str) -> Vec<String> {
    let report = trf::read(file.as_bytes()).expect("a sound file");
    let tie_break: TieBreak = name.parse().expect("a tie-break");
    let mut rows = standings::standings(&report.tournament, &[tie_break]);
    rows.sort_by_key(|row| row.number);
    rows.iter().map(|row| row.values[0].to_string()).collect()
}

/// The ranks of all players by points and direct encounter, in the order of their numbers.
fn ranks(file: &str) -> Vec<usize> {
    let report = trf::read(file.as_bytes()).expect("a sound file");
    let tie_break: TieBreak = "DE".parse().expect("a tie-break");
    let mut rows = standings::standings(&report.tournament, &[tie_break]);
    rows.sort_by_key(|row| row.number);
    rows.iter().map(|row| row.rank).collect()
}

/// The exercise, the tie-break, and the expected values of all players; `old/new` where the rules of 2026 make a difference.
const INDIVIDUAL: [(&str, &str, &str); 16] = [
    (
        "1 to 4",
        "BH",
        "12.5 13.0 15.5 15.0/14.0 8.5 12.0/11.5 14.5 13.5 9.0 13.0 13.5/12.5 11.5 14.0 11.0 12.0 12.5",
    ),
    (
        "5 to 8",
        "BH/C1",
        "11.0 12.0 13.0 11.5 7.5 11.0/10.5 12.5 12.0 7.5 11.5 12.0/11.0 9.5 12.0 9.0 11.0 11.0",
    ),
    (
        "9",
        "AOB",
        "12.60/12.40 13.60 13.40/12.90 13.38 13.40/13.20 13.25 11.90/11.70 13.00/12.90 12.75 10.90/10.80 12.75 15.00/14.00 12.10/11.90 13.17/13.00 12.20 13.30/13.10",
    ),
    (
        "10",
        "FB",
        "13.5 13.5 15.0 15.5/14.5 10.0 12.0 13.5 12.5 9.5 12.5 12.5/12.0 11.5/11.0 13.5 10.5 12.0 13.5",
    ),
    (
        "11 and 12",
        "SB",
        "8.00 9.50 10.50 9.75/9.25 4.25 6.50/6.00 3.25 5.25 2.25 1.50 5.75/4.75 4.00 4.25 4.50 3.50 7.25",
    ),
    (
        "13",
        "SB/C1",
        "7.25 8.50 9.25 8.00/7.75 3.25 5.50/5.00 1.25 3.75 2.25 0.00 4.25/3.25 4.00 4.25 3.00 2.50 5.75",
    ),
    (
        "17",
        "ARO",
        "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
    ),
    (
        "18",
        "ARO/C1",
        "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 0 2025 1900 1963 1900",
    ),
    (
        "19 and 20",
        "TPR",
        "1969 2120 2089 2081 1690 1813 1611 1730 1175 1640 1776 1250 1781 1925 1788 1969",
    ),
    ("27", "WIN", "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3"),
    ("28", "WON", "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3"),
    ("29", "BPG", "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2"),
    ("30", "BWG", "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1"),
    ("31", "REP", "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5"),
    (
        "32",
        "PS",
        "11.0 13.0 11.0 11.5 5.0 6.0 6.0 8.5 2.5 4.0 5.5 7.0 7.0 6.0 7.0 10.5",
    ),
    (
        "33",
        "PS/C1",
        "10.0 12.0 10.5 10.5 5.0 6.0 5.0 8.0 2.5 4.0 5.0 7.0 6.0 5.0 7.0 10.0",
    ),
];

/// The numbers of a line by the rules of 2026.
fn current(line: &str) -> Vec<f64> {
    let current = line.split(' ').map(|cell| cell.rsplit('/').next());
    current
        .map(|text| text.unwrap_or_default().parse().expect("a number"))
        .collect()
}

fn is(found: &[String], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        let number: f64 = found.parse().expect("a number");
        assert!(
            (number - expected).abs() < 0.006,
            "{what}, player {}: {found} and not {expected}",
            index + 1
        );
    }
}

#[test]
fn tie_breaks_of_the_published_swiss_are_as_in_its_solutions() {
    for (exercise, name, expected) in INDIVIDUAL {
        let found = values(&swiss(), name);
        is(
            &found,
            &current(expected),
            &format!("exercise {exercise}, {name}"),
        );
    }
    let apro = values(&swiss(), "APRO");
    let ptp = values(&swiss(), "PTP");
    for (number, published) in [(1, "1789"), (3, "1904"), (4, "1772"), (16, "1805")] {
        assert_eq!(apro[number - 1], published, "exercise 21, player {number}");
    }
    assert_eq!(ptp[2], "2112", "exercise 22");
}

#[test]
fn tie_breaks_of_the_published_round_robin_are_as_in_its_solutions() {
    let table = file("Round-Robin", ROUND_ROBIN);
    for (exercise, name, expected) in [
        ("14", "SB", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("15", "SB/C1", "9.25 4.75 4.75 4.25 3.25 1.50"),
        ("16", "KS", "2.0 0.5 0.5 1.0 0.5 0.0"),
    ] {
        let found = values(&table, name);
        is(
            &found,
            &current(expected),
            &format!("exercise {exercise}, {name}"),
        );
    }
    assert_eq!(ranks(&table), [1, 2, 2, 6, 5, 4], "exercise 26");
}

#[test]
fn direct_encounters_of_the_published_swiss_are_as_in_its_solutions() {
    let five = ranks(&swiss());
    for (player, rank) in [(1, 2), (3, 2), (4, 2), (16, 2), (5, 7), (8, 7), (11, 7)] {
        assert_eq!(
            five[player - 1],
            rank,
            "exercises 23 and 24, player {player}"
        );
    }
    let won = |five: &str| {
        five.replace("16 w 1     3 b =", "16 w 1     3 b 1")
            .replace("4 b =     2 w =", "4 b =     2 w 0")
    };
    let rounds: Vec<String> = (FIVE.iter().zip(FOUR_MORE))
        .map(|(five, more)| format!("{}  {more}", won(five)))
        .collect();
    let nine = file(
        "Individual: Swiss-System",
        rounds.iter().map(String::as_str),
    );
    let published = [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6];
    assert_eq!(ranks(&nine), published, "exercise 25");
}
