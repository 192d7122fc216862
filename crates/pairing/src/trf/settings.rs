//! The lines that say how the tournament is played.

use super::line::{Line, shorten};
use super::{Header, MOST_ROUNDS, Problem, TrfError};
use crate::{Colour, Entry, Forbidden, Format, Number, Points, Scoring, Tournament};

/// What the lines other than the players' have said.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) header: Header,
    pub(super) format: Format,
    pub(super) rounds: Option<usize>,
    pub(super) initial_colour: Option<Colour>,
    pub(super) scoring: Scoring,
    pub(super) tie_breaks: Vec<String>,
    pub(super) unsupported: Option<TrfError>,
    pub(super) listed: Listed,
}

/// Lists of players, to be looked up when all are known.
#[derive(Debug, Default)]
pub(super) struct Listed {
    forbidden: Vec<(Forbidden, Vec<TrfError>)>,
    /// A bye of a round (none: the coming one), with what to say if there is no such player.
    byes: Vec<(Entry, Option<usize>, Number, TrfError)>,
}

impl Settings {
    /// Reads a line. What is unknown says nothing.
    pub(super) fn read(&mut self, line: &Line) -> Result<(), TrfError> {
        match line.code().as_str() {
            "012" => self.header.name = line.value(),
            "022" => self.header.city = line.value(),
            "032" => self.header.federation = line.value(),
            "042" => self.header.start = line.value(),
            "052" => self.header.end = line.value(),
            "092" => {
                self.header.kind = line.value();
                self.format = format_in_words(&self.header.kind).unwrap_or(self.format);
            }
            "102" => self.header.chief_arbiter = line.value(),
            "112" => self.header.deputies.push(line.value()),
            "122" => self.header.time_control = line.value(),
            "142" | "XXR" => self.rounds = Some(rounds(line)?),
            "152" => {
                self.initial_colour = match line.value().to_ascii_uppercase().as_str() {
                    "W" => Some(Colour::White),
                    "B" => Some(Colour::Black),
                    _ => return Err(line.error(5, Problem::InitialColour("W or B"))),
                };
            }
            "XXC" => self.configuration(line)?,
            "162" => self.scoring_system(line)?,
            "BBW" | "BBD" | "BBL" | "BBZ" | "BBF" | "BBU" => self.points_of_bbp(line)?,
            "192" => self.system(line),
            "202" | "212" => {
                let names = line.value();
                self.tie_breaks = names
                    .split(',')
                    .map(|name| name.trim().to_owned())
                    .filter(|name| !name.is_empty() && name != "PTS")
                    .collect();
            }
            "240" => self.byes(line)?,
            "XXZ" => self.absences(line)?,
            "260" => self.forbidden_for_rounds(line)?,
            "XXP" => {
                let players = self.players(line, 4)?;
                self.forbid(players, 1..=usize::MAX);
            }
            "250" | "XXA" => self.refuse(line, "accelerated pairings cannot be made"),
            "013" | "310" => self.refuse(line, "teams cannot be paired"),
            _ => {}
        }
        Ok(())
    }

    fn refuse(&mut self, line: &Line, what: &'static str) {
        if self.unsupported.is_none() {
            self.unsupported = Some(line.error(1, Problem::Unsupported(what)));
        }
    }

    /// `XXC`: the initial colour. `rank` asks to pair by the order of the lines.
    fn configuration(&mut self, line: &Line) -> Result<(), TrfError> {
        for word in line.words(4) {
            match word.text.to_ascii_lowercase().as_str() {
                "white1" => self.initial_colour = Some(Colour::White),
                "black1" => self.initial_colour = Some(Colour::Black),
                "rank" => self.refuse(line, "players are paired by number, not by rank"),
                _ => {
                    return Err(line.error(word.column, Problem::InitialColour("white1 or black1")));
                }
            }
        }
        Ok(())
    }

    /// `162`: a letter in column 6 and the points in the four after it, again and again nine columns later.
    fn scoring_system(&mut self, line: &Line) -> Result<(), TrfError> {
        let mut pairing_bye = None;
        let mut column = 6;
        while column <= line.length() {
            let letter = line.at(column).to_ascii_uppercase();
            let text = line.field(column + 1..=column + 4);
            if letter != ' ' || !text.is_empty() {
                let refuse = || {
                    let shown = shorten(&format!("{letter} {text}"));
                    line.error(column, Problem::Scoring(shown))
                };
                let points = value(&text).ok_or_else(refuse)?;
                match letter {
                    'W' => self.scoring.win = points,
                    'D' => self.scoring.draw = points,
                    'L' => self.scoring.loss = points,
                    'A' => self.scoring.absence = points,
                    'P' => pairing_bye = Some(points),
                    'X' => {}
                    _ => return Err(refuse()),
                }
            }
            column += 9;
        }
        self.scoring.pairing_bye = pairing_bye.unwrap_or(self.scoring.win);
        Ok(())
    }

    /// `BBW` and so on: a value each, as the program bbpPairings writes them.
    fn points_of_bbp(&mut self, line: &Line) -> Result<(), TrfError> {
        let text = line.value();
        let points = value(&text).ok_or_else(|| line.error(5, Problem::Points(shorten(&text))))?;
        match line.code().as_str() {
            "BBW" => {
                if self.scoring.pairing_bye == self.scoring.win {
                    self.scoring.pairing_bye = points;
                }
                self.scoring.win = points;
            }
            "BBD" => self.scoring.draw = points,
            "BBL" => self.scoring.loss = points,
            "BBU" => self.scoring.pairing_bye = points,
            _ => self.scoring.absence = points,
        }
        Ok(())
    }

    /// `192`: the pairing system by its code.
    fn system(&mut self, line: &Line) {
        match line.value().to_ascii_uppercase().as_str() {
            "" | "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => {}
            code if code.contains("DOUBLEROUNDROBIN") => self.format = Format::DoubleRoundRobin,
            code if code.contains("ROUNDROBIN") => self.format = Format::RoundRobin,
            _ => self.refuse(
                line,
                "only the Dutch System of 2026 and round robins can be paired",
            ),
        }
    }

    fn players(&self, line: &Line, from: usize) -> Result<Vec<(Number, TrfError)>, TrfError> {
        let words = line.words(from).into_iter();
        words
            .map(|word| {
                let number = line.player(&word.text, word.column)?;
                let missing = line.error(word.column, Problem::NoSuchPlayer(number));
                Ok((number, missing))
            })
            .collect()
    }

    fn forbid(
        &mut self,
        players: Vec<(Number, TrfError)>,
        rounds: std::ops::RangeInclusive<usize>,
    ) {
        let (players, missing) = players.into_iter().unzip();
        self.listed
            .forbidden
            .push((Forbidden { players, rounds }, missing));
    }

    /// `260`: the first and the last round, and who may not meet in them.
    fn forbidden_for_rounds(&mut self, line: &Line) -> Result<(), TrfError> {
        let [first, last] = [(5, 7), (9, 11)].map(|(from, to)| {
            let text = line.field(from..=to);
            text.parse::<usize>()
                .map_err(|_| line.error(from, Problem::Rounds(shorten(&text))))
        });
        let players = self.players(line, 12)?;
        self.forbid(players, first?..=last?);
        Ok(())
    }

    /// `240`: the type of bye, the round, and who has it.
    fn byes(&mut self, line: &Line) -> Result<(), TrfError> {
        let entry = match line.at(5).to_ascii_uppercase() {
            'F' => Entry::FullBye,
            'H' => Entry::HalfBye,
            'Z' => Entry::Absent,
            other => return Err(line.error(5, Problem::ByeType(other.to_string()))),
        };
        let text = line.field(7..=9);
        let round = text
            .parse()
            .map_err(|_| line.error(7, Problem::Rounds(shorten(&text))))?;
        for (number, missing) in self.players(line, 10)? {
            self.listed.byes.push((entry, Some(round), number, missing));
        }
        Ok(())
    }

    /// `XXZ`: who is absent in the coming round.
    fn absences(&mut self, line: &Line) -> Result<(), TrfError> {
        for (number, missing) in self.players(line, 4)? {
            self.listed
                .byes
                .push((Entry::Absent, None, number, missing));
        }
        Ok(())
    }
}

impl Listed {
    /// Writes the lists into the tournament, of which so many rounds are past.
    pub(super) fn apply(self, tournament: &mut Tournament, past: usize) -> Result<(), TrfError> {
        for (forbidden, missing) in self.forbidden {
            for (number, error) in forbidden.players.iter().zip(missing) {
                tournament.place(*number).ok_or(error)?;
            }
            tournament.forbidden.push(forbidden);
        }
        for (entry, round, number, missing) in self.byes {
            let place = tournament.place(number).ok_or(missing)?;
            let entries = &mut tournament.players[place].entries;
            if round.is_none_or(|round| round == past + 1) && entries.len() == past {
                entries.push(entry);
            }
        }
        Ok(())
    }
}

/// What a result is worth: four columns have room for 99.5.
fn value(text: &str) -> Option<Points> {
    text.parse()
        .ok()
        .filter(|&points| points <= Points::from_halves(199))
}

fn rounds(line: &Line) -> Result<usize, TrfError> {
    let text = line.value();
    text.parse()
        .ok()
        .filter(|rounds| (1..=MOST_ROUNDS).contains(rounds))
        .ok_or_else(|| line.error(5, Problem::Rounds(shorten(&text))))
}

/// A round robin is known by its name in line `092`.
pub(super) fn format_in_words(kind: &str) -> Option<Format> {
    let kind: String = kind
        .to_ascii_lowercase()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    if kind.contains("doubleroundrobin") {
        Some(Format::DoubleRoundRobin)
    } else if kind.contains("roundrobin") {
        Some(Format::RoundRobin)
    } else {
        None
    }
}
