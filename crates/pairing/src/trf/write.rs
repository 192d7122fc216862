//! Writing.

use std::fmt::Write as _;

use super::Report;
use super::settings::format_in_words;
use crate::{Colour, Entry, Format, Player, Score, Scoring};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// TRF16 with the extensions of pairing programs.
    Trf16,
    /// TRF26.
    Trf26,
}

/// Writes a file. Lines end with CR and LF. What is too long for its columns is cut.
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
        // The words say the format to whoever reads only them.
        (kind, format)
            if !kind.is_empty() && format_in_words(kind).unwrap_or_default() == format =>
        {
            kind.as_str()
        }
        (_, Format::Swiss) => "Individual: Swiss-System",
        (_, Format::RoundRobin) => "Round-Robin",
        (_, Format::DoubleRoundRobin) => "Double-Round-Robin",
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

/// `XXR`, `XXC`, `XXP`, and the points as bbpPairings reads them.
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
        if forbidden.rounds.contains(&coming) {
            let numbers: Vec<String> = forbidden.players.iter().map(ToString::to_string).collect();
            lines.push(format!("XXP {}", numbers.join(" ")));
        }
    }
    lines
}

/// The records of TRF26.
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
    let last = tournament.rounds.unwrap_or(super::MOST_ROUNDS);
    for forbidden in &tournament.forbidden {
        let (first, last) = (*forbidden.rounds.start(), last.min(*forbidden.rounds.end()));
        if first > last {
            continue;
        }
        let mut line = format!("260 {first:03} {last:03} ");
        for number in &forbidden.players {
            let _ = write!(line, "{number:>4} ");
        }
        lines.push(line);
    }
    lines
}

/// A line `001`.
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
        Entry::Game { score, rated, .. } => match (score, rated) {
            (Score::Win, true) => '1',
            (Score::Draw, true) => '=',
            (Score::Loss, true) => '0',
            (Score::Win, false) => 'W',
            (Score::Draw, false) => 'D',
            (Score::Loss, false) => 'L',
        },
        Entry::Forfeit { won: true, .. } => '+',
        Entry::Forfeit { won: false, .. } => '-',
        Entry::PairingBye => 'U',
        Entry::FullBye => 'F',
        Entry::HalfBye => 'H',
        Entry::Absent => 'Z',
    }
}

/// A text in one line: what would break it becomes a space.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

fn cut(text: &str, length: usize) -> String {
    one_line(text).chars().take(length).collect()
}
