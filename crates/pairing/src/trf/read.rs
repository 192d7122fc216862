//! Reads files.

use super::check;
use super::line::{Line, shorten};
use super::player_line::{Cell, PlayerLine};
use super::settings::Settings;
use super::{MOST_ROUNDS, Person, Problem, Report, TrfError};
use crate::{Colour, Entry, Player, Score, Tournament};

/// Reads a file. Text that is not UTF-8 is read as Latin-1.
///
/// # Errors
/// The first problem, with its line and column.
///
/// ```
/// use manifold_pairing::trf;
///
/// let error = trf::read(b"001    x").expect_err("no number");
/// assert_eq!(error.to_string(), "line 1, column 5: a player's number is from 1 to 9999, not \u{201c}x\u{201d}");
/// ```
pub fn read(bytes: &[u8]) -> Result<Report, TrfError> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    };
    let lines = Line::all(&text);
    let mut players: Vec<PlayerLine> = Vec::new();
    let mut settings = Settings::default();
    for line in &lines {
        if line.code() == "001" {
            players.push(player(line)?);
        } else {
            settings.read(line)?;
        }
    }
    if players.is_empty() {
        return Err(TrfError {
            line: lines.last().map_or(1, |line| line.number),
            column: 1,
            problem: Problem::NoPlayers,
        });
    }
    // A stable sort: of two lines for one player the later one is refused.
    players.sort_by_key(|player| player.number);
    check::numbers(&players)?;
    check::rounds(&players)?;
    report(players, settings)
}

fn report(players: Vec<PlayerLine>, settings: Settings) -> Result<Report, TrfError> {
    let paired = |player: &PlayerLine| {
        let last = player
            .cells
            .iter()
            .rposition(|cell| cell.entry.is_some_and(Entry::is_paired));
        last.map_or(0, |index| index + 1)
    };
    let past = players.iter().map(paired).max().unwrap_or(0);
    // Keep the byes for the coming round, and for as many rounds after it as everybody has one.
    let is_entered = |round| players.iter().all(|player| player.entry(round).is_some());
    let entered = (past + 1..=MOST_ROUNDS)
        .take_while(|round| !players.is_empty() && is_entered(*round))
        .last();
    let known = entered.unwrap_or(past + 1);
    let mut report = Report {
        tournament: Tournament {
            format: settings.format,
            rounds: settings.rounds,
            initial_colour: settings.initial_colour,
            scoring: settings.scoring,
            forbidden: Vec::new(),
            bonuses: Vec::new(),
            players: Vec::new(),
        },
        header: settings.header,
        people: Vec::new(),
        tie_breaks: settings.tie_breaks,
        unsupported: settings.unsupported,
    };
    let mut lines = Vec::new();
    for player in players {
        let mut entries: Vec<Entry> = (1..=past)
            .map(|round| player.entry(round).unwrap_or(Entry::Absent))
            .collect();
        entries.extend((past + 1..=known).filter_map(|round| player.entry(round)));
        lines.push(player.line);
        report.tournament.players.push(Player {
            number: player.number,
            rating: player.rating,
            entries,
        });
        report.people.push(player.person);
    }
    settings.listed.apply(&mut report.tournament, past)?;
    check_points(&report, &lines, past)?;
    Ok(report)
}

/// Checks that the points of each line follow from the results, with or without the byes of the coming round.
fn check_points(report: &Report, lines: &[Line], past: usize) -> Result<(), TrfError> {
    let tournament = &report.tournament;
    let players = tournament.players.iter().zip(&report.people).zip(lines);
    for ((player, person), line) in players {
        let computed = tournament.points(player, player.entries.len());
        let fits = |given| given == computed || given == tournament.points(player, past);
        if let Some(given) = person.points.filter(|given| !fits(*given)) {
            return Err(line.error(81, Problem::OtherPoints { given, computed }));
        }
    }
    Ok(())
}

/// Reads a `001` line.
fn player(line: &Line) -> Result<PlayerLine, TrfError> {
    let number = line.player(&line.field(4..=8), 5)?;
    let rating = match line.field(49..=52).as_str() {
        "" => None,
        text => {
            let rating = text
                .parse()
                .ok()
                .filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
            Some(rating.ok_or_else(|| line.error(49, Problem::Rating(shorten(text))))?)
        }
    };
    let points = match line.field(81..=84).as_str() {
        "" => None,
        text => Some(
            text.parse()
                .map_err(|_| line.error(81, Problem::Points(shorten(text))))?,
        ),
    };
    let rank = match line.field(86..=89).as_str() {
        "" => None,
        text => Some(
            text.parse()
                .map_err(|_| line.error(86, Problem::Rank(shorten(text))))?,
        ),
    };
    let mut cells = Vec::new();
    let mut column = 92;
    while column <= line.length() {
        if cells.len() == MOST_ROUNDS {
            return Err(line.error(column, Problem::TooManyRounds));
        }
        cells.push(Cell {
            column,
            entry: cell(line, column)?,
        });
        column += 10;
    }
    Ok(PlayerLine {
        number,
        rating: rating.filter(|&rating| rating > 0),
        person: Person {
            sex: line.field(10..=10),
            title: line.field(11..=13),
            name: line.field(15..=47),
            federation: line.field(54..=56),
            identifier: line.field(58..=68),
            birth: line.field(70..=79),
            points,
            rank,
        },
        cells,
        line: line.clone(),
    })
}

/// Reads the columns of a round: the opponent, the colour, the result.
fn cell(line: &Line, column: usize) -> Result<Option<Entry>, TrfError> {
    for between in [4, 6, 8, 9] {
        let character = line.at(column + between);
        if !character.is_whitespace() {
            return Err(line.error(column + between, Problem::OutOfColumn(character)));
        }
    }
    let opponent = line.field(column..=column + 3);
    let (colour_column, result_column) = (column + 5, column + 7);
    let colour = match line.at(colour_column) {
        'w' | 'W' => Some(Colour::White),
        'b' | 'B' => Some(Colour::Black),
        '-' | ' ' => None,
        other => return Err(line.error(colour_column, Problem::Colour(other))),
    };
    let result = line.at(result_column).to_ascii_uppercase();
    if opponent.is_empty() || opponent == "0000" {
        return match result {
            ' ' if opponent.is_empty() && line.at(colour_column) == ' ' => Ok(None),
            ' ' | 'Z' | '-' => Ok(Some(Entry::Absent)),
            'U' => Ok(Some(Entry::PairingBye)),
            'F' | '+' => Ok(Some(Entry::FullBye)),
            'H' | '=' => Ok(Some(Entry::HalfBye)),
            other => Err(line.error(result_column, Problem::Result(other))),
        };
    }
    let opponent = line.player(&opponent, column)?;
    let score = match result {
        '1' | 'W' => Score::Win,
        '=' | 'D' => Score::Draw,
        '0' | 'L' => Score::Loss,
        '+' | '-' => {
            return Ok(Some(Entry::Forfeit {
                opponent,
                colour,
                won: result == '+',
            }));
        }
        ' ' => return Err(line.error(result_column, Problem::NoResult)),
        'H' | 'F' | 'U' | 'Z' => {
            return Err(line.error(result_column, Problem::ByeWithOpponent(result)));
        }
        other => return Err(line.error(result_column, Problem::Result(other))),
    };
    let Some(colour) = colour else {
        return Err(line.error(colour_column, Problem::NoColour));
    };
    Ok(Some(Entry::Game {
        opponent,
        colour,
        score,
        rated: matches!(result, '1' | '=' | '0'),
    }))
}
