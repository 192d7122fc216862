//! The lines other than the players': how the tournament is played.

use super::line::{Line, shorten};
use super::{Header, MOST_ROUNDS, Problem, TrfError};
use crate::{Bonus, Colour, Entry, Forbidden, Format, Number, Points, Score, Scoring, Tournament};

/// The contents of the lines other than the players'.
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

/// Lists of players, to be resolved when all players are known.
#[derive(Debug, Default)]
pub(super) struct Listed {
    forbidden: Vec<(Forbidden, Vec<TrfError>)>,
    /// Byes of a round (`None`: the coming one), with the error to report if there is no such player.
    byes: Vec<(Entry, Option<usize>, Number, TrfError)>,
    assigned: Vec<(Assigned, Vec<(Number, TrfError)>)>,
}

/// Points that are assigned to players otherwise than by their results.
#[derive(Debug)]
struct Assigned {
    /// The letter of the result to which these points apply; `None` for points in addition to the result.
    result: Option<char>,
    points: Points,
    /// The round; `None` for all rounds with this result.
    round: Option<usize>,
}

impl Assigned {
    /// Whether it applies to the result of an entry.
    fn fits(&self, entry: Entry) -> bool {
        let letter = match entry {
            Entry::Game { score, .. } => match score {
                Score::Win => 'W',
                Score::Draw => 'D',
                Score::Loss => 'L',
            },
            Entry::Forfeit { won: true, .. } => '+',
            Entry::Forfeit { won: false, .. } => '-',
            Entry::FullBye => 'F',
            Entry::HalfBye => 'H',
            Entry::Absent => 'Z',
            Entry::PairingBye | Entry::Void { .. } => return false,
        };
        self.result == Some(letter)
    }
}

impl Settings {
    /// Reads a line. Unknown lines are ignored.
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
            "299" => self.assigned(line)?,
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

    /// `XXC`: the initial colour. `rank`, which asks to pair by the order of the lines, is not supported.
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

    /// `162`: a letter in column 6 and the points in the four columns after it, repeated every nine columns.
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

    /// `BBW` and so on: one value each, as the program bbpPairings writes them.
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

    /// `192`: the code of the pairing system.
    fn system(&mut self, line: &Line) {
        match line.value().to_ascii_uppercase().as_str() {
            "" | "FIDE_DUTCH" | "FIDE_DUTCH_2025" | "FIDE_DUTCH_2026" => {}
            "CUSTOM_KNOCKOUT" => self.format = Format::KnockOut,
            code if code.starts_with("CUSTOM") => {
                self.refuse(line, "pairings of an organiser's own system cannot be made")
            }
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

    /// `260`: the first and the last round, and the players who may not meet in them.
    fn forbidden_for_rounds(&mut self, line: &Line) -> Result<(), TrfError> {
        let [first, last] = [(5, 7), (9, 11)].map(|(from, to)| {
            let text = line.field(from..=to);
            text.parse::<usize>()
                .map_err(|_| line.error(from, Problem::Rounds(shorten(&text))))
        });
        let (first, last) = (first?, last?);
        if first > last {
            return Err(line.error(5, Problem::RoundsReversed { first, last }));
        }
        let players = self.players(line, 12)?;
        self.forbid(players, first..=last);
        Ok(())
    }

    /// `240`: the type of bye, the round, and the players who have it.
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

    /// `299`: a result, points, a round (blank or 0 for all), and the players who get these points for that result; without a result, they
    /// get the points in addition to it.
    fn assigned(&mut self, line: &Line) -> Result<(), TrfError> {
        let refuse = |column: usize| {
            let shown = shorten(&line.field(5..=22));
            line.error(column, Problem::Assigned(shown))
        };
        let result = match line.at(5).to_ascii_uppercase() {
            ' ' => None,
            letter @ ('W' | 'D' | 'L' | 'F' | 'H' | 'Z' | '+' | '-') => Some(letter),
            _ => return Err(refuse(5)),
        };
        let text = line.field(14..=17);
        let (sign, amount) = match text.strip_prefix('-') {
            Some(amount) => (-1, amount),
            None => (1, text.as_str()),
        };
        let points = value(amount).ok_or_else(|| refuse(14))? * sign;
        let round = match line.field(20..=22).as_str() {
            "" => None,
            text => Some(text.parse().map_err(|_| refuse(20))?),
        };
        let round = round.filter(|&round| round > 0);
        // Points in addition to the results need a round, or it would be unknown how often they count.
        if result.is_none() && round.is_none() {
            return Err(refuse(20));
        }
        let assigned = Assigned {
            result,
            points,
            round,
        };
        let players = self.players(line, 24)?;
        self.listed.assigned.push((assigned, players));
        Ok(())
    }

    /// `XXZ`: the players who are absent in the coming round.
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
    /// Applies the lists to the tournament, of which `past` rounds have been paired.
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
        for (assigned, players) in self.assigned {
            let mut listed = Vec::new();
            for (number, missing) in players {
                listed.push(tournament.place(number).ok_or(missing)?);
            }
            assign(tournament, &assigned, &listed, past);
        }
        void(tournament);
        Ok(())
    }
}

/// Turns assigned points into bonuses, relative to the points of the result.
fn assign(tournament: &mut Tournament, assigned: &Assigned, places: &[usize], past: usize) {
    let rounds = assigned.round.map_or(1..=past, |round| round..=round);
    for (&place, round) in places
        .iter()
        .flat_map(|place| rounds.clone().map(move |round| (place, round)))
    {
        let player = &tournament.players[place];
        let entry = player.entry(round);
        let points = match assigned.result {
            None => assigned.points,
            Some(_) if assigned.fits(entry) => assigned.points - tournament.scoring.points(entry),
            Some(_) => continue,
        };
        let player = player.number;
        tournament.bonuses.push(Bonus {
            player,
            round,
            points,
        });
    }
}

/// Voids the games of a round robin for which both sides were assigned the points of an absence.
fn void(tournament: &mut Tournament) {
    let absence = tournament.scoring.absence;
    let is_void = |tournament: &Tournament, player: Number, round: usize| {
        // Several lines may assign points for the same round.
        let own = (tournament.bonuses.iter())
            .filter(|bonus| (bonus.player, bonus.round) == (player, round))
            .map(|bonus| bonus.points)
            .reduce(|sum, points| sum + points);
        let place = tournament.place(player);
        let entry = place.map(|place| tournament.players[place].entry(round));
        own.zip(entry)
            .is_some_and(|(own, entry)| tournament.scoring.points(entry) + own == absence)
    };
    if !tournament.format.is_round_robin() {
        return;
    }
    let mut games = Vec::new();
    for (place, player) in tournament.players.iter().enumerate() {
        for (round, entry) in (1..).zip(&player.entries) {
            let both = entry.opponent().map(|opponent| [player.number, opponent]);
            let counts = both.is_none_or(|both| {
                !both
                    .into_iter()
                    .all(|player| is_void(tournament, player, round))
            });
            if !counts {
                games.push((place, round));
            }
        }
    }
    for (place, round) in games {
        let player = &mut tournament.players[place];
        player.entries[round - 1] = player.entries[round - 1].void();
        let number = player.number;
        tournament
            .bonuses
            .retain(|bonus| (bonus.player, bonus.round) != (number, round));
    }
}

/// Parses the points for a result: at most 99.5, the most that fits in four columns.
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

/// The format by its name in the `092` line; `None` for a Swiss or an unknown name.
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
    } else if kind.contains("swiss") {
        None
    } else if kind.contains("knockout") {
        Some(Format::KnockOut)
    } else if kind.contains("match") {
        Some(Format::Match)
    } else if kind.contains("arena") {
        Some(Format::Arena)
    } else {
        None
    }
}
