//! Writes files.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Report;
use super::settings::format_in_words;
use crate::{Colour, Entry, Forbidden, Format, Number, Player, Points, Score, Scoring, Tournament};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// TRF16 with the extensions of pairing programs.
    Trf16,
    /// TRF26.
    Trf26,
}

/// Writes a file. Lines end with CR and LF. Text that is too long for its columns is truncated.
#[must_use]
pub fn write(report: &Report, version: Version) -> String {
    let mut lines = header(report);
    lines.extend(match version {
        Version::Trf16 => extensions(report),
        Version::Trf26 => records(report),
    });
    for (place, player) in report.tournament.players.iter().enumerate() {
        lines.push(line(report, place, player));
    }
    let mut text = String::new();
    for line in lines {
        text.push_str(line.trim_end());
        text.push_str("\r\n");
    }
    text
}

fn header(report: &Report) -> Vec<String> {
    let header = &report.header;
    let players = &report.tournament.players;
    let kind = match (&header.kind, report.tournament.format) {
        // Some programs take the format only from these words, so they must agree with it.
        (kind, format)
            if !kind.is_empty() && format_in_words(kind).unwrap_or_default() == format =>
        {
            kind.as_str()
        }
        (_, Format::Swiss) => "Individual: Swiss-System",
        (_, Format::RoundRobin) => "Round-Robin",
        (_, Format::DoubleRoundRobin) => "Double-Round-Robin",
        (_, Format::KnockOut) => "Individual: Knock-Out",
        (_, Format::Match) => "Individual: Match",
        (_, Format::Arena) => "Individual: Arena",
    };
    let rated = players.iter().filter(|player| player.rating.is_some());
    let mut values = vec![
        ("012", header.name.clone()),
        ("022", header.city.clone()),
        ("032", header.federation.clone()),
        ("042", header.start.clone()),
        ("052", header.end.clone()),
        ("062", players.len().to_string()),
        ("072", rated.count().to_string()),
        ("082", "0".to_owned()),
        ("092", kind.to_owned()),
        ("102", header.chief_arbiter.clone()),
    ];
    values.extend(header.deputies.iter().map(|name| ("112", name.clone())));
    values.push(("122", header.time_control.clone()));
    let lines = values.into_iter().filter(|(_, value)| !value.is_empty());
    lines
        .map(|(code, value)| format!("{code} {}", one_line(&value)))
        .collect()
}

/// The lines `XXR`, `XXC` and `XXP`, and the scoring in the form that bbpPairings reads.
fn extensions(report: &Report) -> Vec<String> {
    let tournament = &report.tournament;
    let mut lines = Vec::new();
    lines.extend(tournament.rounds.map(|rounds| format!("XXR {rounds}")));
    lines.extend(tournament.initial_colour.map(|colour| match colour {
        Colour::White => "XXC white1".to_owned(),
        Colour::Black => "XXC black1".to_owned(),
    }));
    let (scoring, usual) = (tournament.scoring, Scoring::default());
    if scoring != usual {
        for (code, points) in [
            ("BBW", scoring.win),
            ("BBD", scoring.draw),
            ("BBL", scoring.loss),
            ("BBZ", scoring.absence),
            ("BBU", scoring.pairing_bye),
        ] {
            lines.push(format!("{code} {points:>4}"));
        }
    }
    let coming = tournament.paired_rounds() + 1;
    for forbidden in &tournament.forbidden {
        // `XXP` has no rounds: readers apply it to all of them.
        let is_for_all = forbidden.rounds.contains(&coming) && !have_met(tournament, forbidden);
        if is_for_all {
            let numbers: Vec<String> = forbidden.players.iter().map(ToString::to_string).collect();
            lines.push(format!("XXP {}", numbers.join(" ")));
        } else {
            lines.extend(forbidden_in_rounds(tournament, forbidden));
        }
    }
    lines.extend(assigned(tournament));
    lines
}

/// Whether any two players of the group have been paired.
fn have_met(tournament: &Tournament, forbidden: &Forbidden) -> bool {
    let players = tournament.players.iter();
    let mut own = players.filter(|player| forbidden.players.contains(&player.number));
    own.any(|player| {
        let mut opponents = player.entries.iter().filter_map(|entry| entry.opponent());
        opponents.any(|opponent| forbidden.players.contains(&opponent))
    })
}

/// The `260` line.
fn forbidden_in_rounds(tournament: &Tournament, forbidden: &Forbidden) -> Option<String> {
    let last = tournament.rounds.unwrap_or(super::MOST_ROUNDS);
    let (first, last) = (*forbidden.rounds.start(), last.min(*forbidden.rounds.end()));
    let mut line = format!("260 {first:03} {last:03} ");
    for number in &forbidden.players {
        let _ = write!(line, "{number:>4} ");
    }
    (first <= last).then_some(line)
}

/// The `299` lines: points in addition to results, and, for games that do not count, the points of an absence instead of the result's.
fn assigned(tournament: &Tournament) -> Vec<String> {
    let line = |letter: char, points: Points, round: usize, players: &[Number]| {
        let mut line = format!("299 {letter}        {:>4}  {round:03} ", points.to_string());
        for number in players {
            let _ = write!(line, "{number:>4} ");
        }
        line
    };
    let bonuses = tournament.bonuses.iter().map(|bonus| {
        let (round, player) = (bonus.round, &[bonus.player]);
        let entry = tournament.place(bonus.player);
        let entry = entry.map(|place| tournament.players[place].entry(round));
        match entry {
            // If the difference does not fit in its columns, write the points of the result with the difference added.
            Some(entry) if bonus.points.to_string().len() > 4 => {
                let points = tournament.scoring.points(entry) + bonus.points;
                line(assigned_result(entry), points, round, player)
            }
            _ => line(' ', bonus.points, round, player),
        }
    });
    let mut lines: Vec<String> = bonuses.collect();
    let mut void: BTreeMap<(usize, char), Vec<Number>> = BTreeMap::new();
    for player in &tournament.players {
        for (round, entry) in (1..).zip(&player.entries) {
            if let Entry::Void { .. } = entry {
                let of_round = void.entry((round, assigned_result(*entry))).or_default();
                of_round.push(player.number);
            }
        }
    }
    let points = tournament.scoring.absence;
    let void = void.iter();
    lines.extend(void.map(|((round, letter), players)| line(*letter, points, *round, players)));
    lines
}

/// The letter of a result in a `299` line, which does not distinguish rated from unrated.
fn assigned_result(entry: Entry) -> char {
    match result(entry) {
        '1' => 'W',
        '=' => 'D',
        '0' => 'L',
        other => other,
    }
}

/// The lines of TRF26 other than the players'.
fn records(report: &Report) -> Vec<String> {
    let tournament = &report.tournament;
    let mut lines = Vec::new();
    lines.extend(tournament.rounds.map(|rounds| format!("142 {rounds}")));
    lines.extend(tournament.initial_colour.map(|colour| match colour {
        Colour::White => "152 W".to_owned(),
        Colour::Black => "152 B".to_owned(),
    }));
    let (scoring, usual) = (tournament.scoring, Scoring::default());
    if scoring != usual {
        let values = [
            ('W', scoring.win),
            ('D', scoring.draw),
            ('L', scoring.loss),
            ('A', scoring.absence),
            ('P', scoring.pairing_bye),
        ];
        let fields: Vec<String> = values
            .iter()
            .map(|(letter, points)| format!("{letter}{points:>4}"))
            .collect();
        lines.push(format!("162  {}", fields.join("    ")));
    }
    lines.push(match tournament.format {
        Format::Swiss => "192 FIDE_DUTCH_2026".to_owned(),
        Format::RoundRobin => "192 FIDE_ROUNDROBIN".to_owned(),
        Format::DoubleRoundRobin => "192 FIDE_DOUBLEROUNDROBIN".to_owned(),
        Format::KnockOut => "192 CUSTOM_KNOCKOUT".to_owned(),
        Format::Match => "192 CUSTOM_ROUNDROBIN".to_owned(),
        Format::Arena => "192 CUSTOM_SWISS".to_owned(),
    });
    if !report.tie_breaks.is_empty() {
        lines.push(format!("202 {}", one_line(&report.tie_breaks.join(","))));
    }
    let coming = tournament.paired_rounds() + 1;
    for (letter, bye) in [
        ('F', Entry::FullBye),
        ('H', Entry::HalfBye),
        ('Z', Entry::Absent),
    ] {
        let mut line = format!("240 {letter} {coming:03} ");
        let mut any = false;
        for player in &tournament.players {
            if player.entries.get(coming - 1) == Some(&bye) {
                any = true;
                let _ = write!(line, "{:>4} ", player.number);
            }
        }
        lines.extend(any.then_some(line));
    }
    let forbidden = tournament.forbidden.iter();
    lines.extend(forbidden.filter_map(|forbidden| forbidden_in_rounds(tournament, forbidden)));
    lines.extend(assigned(tournament));
    lines
}

/// A `001` line.
fn line(report: &Report, place: usize, player: &Player) -> String {
    let person = report.people.get(place).cloned().unwrap_or_default();
    let points = person
        .points
        .unwrap_or_else(|| report.tournament.points(player, player.entries.len()));
    let points = Some(points.to_string())
        .filter(|text| text.len() <= 4)
        .unwrap_or_default();
    let rank = person.rank.map(|rank| rank.to_string()).unwrap_or_default();
    let rating = player.rating.map(|rating| rating.to_string());
    let mut line = format!(
        "001 {:>4} {:1}{:>3} {:33} {:>4} {:3} {:>11} {:10} {points:>4} {:>4}",
        player.number,
        cut(&person.sex, 1),
        cut(&person.title, 3),
        cut(&person.name, 33),
        rating.unwrap_or_default(),
        cut(&person.federation, 3),
        cut(&person.identifier, 11),
        cut(&person.birth, 10),
        cut(&rank, 4),
    );
    for entry in &player.entries {
        let colour = match entry.colour() {
            Some(Colour::White) => 'w',
            Some(Colour::Black) => 'b',
            None => '-',
        };
        let opponent = match entry.opponent() {
            Some(number) => format!("{number:>4}"),
            None => "0000".to_owned(),
        };
        let _ = write!(line, "  {opponent} {colour} {}", result(*entry));
    }
    line
}

fn result(entry: Entry) -> char {
    match entry {
        Entry::Game { score, rated, .. } => game(score, rated),
        Entry::Void {
            played: true,
            score,
            rated,
            ..
        } => game(score, rated),
        Entry::Void {
            score: Score::Win, ..
        } => '+',
        Entry::Void { .. } => '-',
        Entry::Forfeit { won: true, .. } => '+',
        Entry::Forfeit { won: false, .. } => '-',
        Entry::PairingBye => 'U',
        Entry::FullBye => 'F',
        Entry::HalfBye => 'H',
        Entry::Absent => 'Z',
    }
}

fn game(score: Score, rated: bool) -> char {
    match (score, rated) {
        (Score::Win, true) => '1',
        (Score::Draw, true) => '=',
        (Score::Loss, true) => '0',
        (Score::Win, false) => 'W',
        (Score::Draw, false) => 'D',
        (Score::Loss, false) => 'L',
    }
}

/// The text on one line: control characters become spaces.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn cut(text: &str, length: usize) -> String {
    one_line(text).chars().take(length).collect()
}
