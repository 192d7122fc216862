//! A tournament of numbered players: who has played whom, with which colour and result.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use crate::Points;

/// The most players that the Dutch System pairs: the cost grows with the cube of their number.
pub const MOST_PLAYERS: usize = 2_000;

/// A player's number in the list of participants: the tournament pairing number (TPN) of C.04.2 article 2.3.
pub type Number = u16;

/// The colour of a player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
}

impl Colour {
    /// The opponent's colour.
    #[must_use]
    pub fn opposite(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// The score of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A win.
    Win,
    /// A draw.
    Draw,
    /// A loss.
    Loss,
}

/// The entry of one player for one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A game that was played.
    Game {
        /// The opponent.
        opponent: Number,
        /// The player's colour.
        colour: Colour,
        /// The player's result.
        score: Score,
        /// Whether the game counts for ratings; one that ended before a move was made does not.
        rated: bool,
    },
    /// A game that was paired but not played: a forfeit.
    Forfeit {
        /// The opponent.
        opponent: Number,
        /// The allocated colour, if the file gives it. It is ignored in colour histories (C.04.2 article 3.4).
        colour: Option<Colour>,
        /// Whether the player won it; both can lose.
        won: bool,
    },
    /// A game of a round robin that does not count, played or not, as one of the two left before half of their games were played (C.05).
    /// If it was played, it is still rated.
    Void {
        /// The opponent.
        opponent: Number,
        /// The player's colour, if the file gives it.
        colour: Option<Colour>,
        /// The player's score: a loss for both if neither came.
        score: Score,
        /// Whether it was played.
        played: bool,
        /// Whether it counts for ratings.
        rated: bool,
    },
    /// The pairing-allocated bye (PAB), C.04.1 article 3.
    PairingBye,
    /// A bye worth a win.
    FullBye,
    /// A half-point bye, on request.
    HalfBye,
    /// Absent, without points: a zero-point bye, not yet entered, or withdrawn.
    Absent,
}

impl Entry {
    /// Whether a game was played.
    #[must_use]
    pub fn is_played(self) -> bool {
        matches!(self, Entry::Game { .. })
    }

    /// The opponent, even if the game was not played.
    #[must_use]
    pub fn opponent(self) -> Option<Number> {
        match self {
            Entry::Game { opponent, .. }
            | Entry::Forfeit { opponent, .. }
            | Entry::Void { opponent, .. } => Some(opponent),
            _ => None,
        }
    }

    /// The colour, even if the game was not played.
    #[must_use]
    pub fn colour(self) -> Option<Colour> {
        match self {
            Entry::Game { colour, .. } => Some(colour),
            Entry::Forfeit { colour, .. } | Entry::Void { colour, .. } => colour,
            _ => None,
        }
    }

    /// Whether it comes from the pairing of the round: a game, played or not, or the pairing-allocated bye.
    #[must_use]
    pub fn is_paired(self) -> bool {
        self.opponent().is_some() || self == Entry::PairingBye
    }

    /// The same entry, as [`Entry::Void`] if it is a game or a forfeit.
    #[must_use]
    pub fn void(self) -> Entry {
        match self {
            Entry::Game {
                opponent,
                colour,
                score,
                rated,
            } => Entry::Void {
                opponent,
                colour: Some(colour),
                score,
                played: true,
                rated,
            },
            Entry::Forfeit {
                opponent,
                colour,
                won,
            } => Entry::Void {
                opponent,
                colour,
                score: if won { Score::Win } else { Score::Loss },
                played: false,
                rated: false,
            },
            other => other,
        }
    }
}

/// The points for each result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// A win, including a win by forfeit, and a full-point bye.
    pub win: Points,
    /// A draw, and a half-point bye.
    pub draw: Points,
    /// A game that was played and lost.
    pub loss: Points,
    /// An absence, and a game lost by forfeit.
    pub absence: Points,
    /// The pairing-allocated bye.
    pub pairing_bye: Points,
}

impl Default for Scoring {
    fn default() -> Scoring {
        Scoring {
            win: Points::ONE,
            draw: Points::HALF,
            loss: Points::ZERO,
            absence: Points::ZERO,
            pairing_bye: Points::ONE,
        }
    }
}

impl Scoring {
    /// The points for a round.
    #[must_use]
    pub fn points(&self, entry: Entry) -> Points {
        match entry {
            Entry::Game {
                score: Score::Win, ..
            }
            | Entry::Forfeit { won: true, .. }
            | Entry::FullBye => self.win,
            Entry::Game {
                score: Score::Draw, ..
            }
            | Entry::HalfBye => self.draw,
            Entry::Game {
                score: Score::Loss, ..
            } => self.loss,
            Entry::PairingBye => self.pairing_bye,
            Entry::Forfeit { won: false, .. } | Entry::Void { .. } | Entry::Absent => self.absence,
        }
    }
}

/// How rounds are paired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// The FIDE (Dutch) System, C.04.3.
    #[default]
    Swiss,
    /// Everybody meets everybody once, by Berger tables.
    RoundRobin,
    /// Everybody meets everybody twice.
    DoubleRoundRobin,
    /// The loser of a match is out.
    KnockOut,
    /// Two players, a number of games.
    Match,
    /// Free players are paired again and again for a fixed time.
    Arena,
}

impl Format {
    /// Whether all pairings are known before the first round.
    #[must_use]
    pub fn is_round_robin(self) -> bool {
        matches!(self, Format::RoundRobin | Format::DoubleRoundRobin)
    }
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The number in the list of participants.
    pub number: Number,
    /// The rating, if there is one.
    pub rating: Option<u16>,
    /// The entry for each round, from the first. A round beyond the end is an absence. Byes of the coming round may be at the end.
    pub entries: Vec<Entry>,
}

impl Player {
    /// The entry of a round, counted from 1.
    #[must_use]
    pub fn entry(&self, round: usize) -> Entry {
        round
            .checked_sub(1)
            .and_then(|index| self.entries.get(index))
            .copied()
            .unwrap_or(Entry::Absent)
    }
}

/// A group of players of whom no two may meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forbidden {
    /// The players.
    pub players: Vec<Number>,
    /// The rounds to which it applies.
    pub rounds: RangeInclusive<usize>,
}

/// Points that a player gets in a round in addition to the result: a bonus, or, if negative, a penalty. They count in the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bonus {
    /// The player.
    pub player: Number,
    /// The round.
    pub round: usize,
    /// The points.
    pub points: Points,
}

/// A tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tournament {
    /// How rounds are paired.
    pub format: Format,
    /// The number of rounds of the whole tournament, if it is known.
    pub rounds: Option<usize>,
    /// The colour drawn by lot before the first round (C.04.3 article 5.1), if it is known.
    pub initial_colour: Option<Colour>,
    /// The points for each result.
    pub scoring: Scoring,
    /// The groups of players who may not meet.
    pub forbidden: Vec<Forbidden>,
    /// Bonuses and penalties.
    pub bonuses: Vec<Bonus>,
    /// The players, in the order of their numbers.
    pub players: Vec<Player>,
}

impl Tournament {
    /// The number of rounds that have been paired: byes alone do not make a round.
    #[must_use]
    pub fn paired_rounds(&self) -> usize {
        self.players
            .iter()
            .filter_map(|player| player.entries.iter().rposition(|entry| entry.is_paired()))
            .map(|last| last + 1)
            .max()
            .unwrap_or(0)
    }

    /// The number of rounds that count in standings: the paired rounds, and, except in a round robin, later rounds for which everybody has
    /// an entry, as nobody was left to be paired.
    #[must_use]
    pub fn counted_rounds(&self) -> usize {
        let paired = self.paired_rounds();
        if self.format.is_round_robin() {
            return paired;
        }
        let entered = self.players.iter().map(|player| player.entries.len());
        paired.max(entered.min().unwrap_or(0))
    }

    /// The index of a player in the list.
    #[must_use]
    pub fn place(&self, number: Number) -> Option<usize> {
        self.players
            .binary_search_by_key(&number, |player| player.number)
            .ok()
    }

    /// Drops the entries after the first `rounds` rounds.
    pub fn truncate(&mut self, rounds: usize) {
        for player in &mut self.players {
            player.entries.truncate(rounds);
        }
    }

    /// A player's points after `rounds` rounds. A round beyond the player's entries is an absence.
    #[must_use]
    pub fn points(&self, player: &Player, rounds: usize) -> Points {
        let results = (1..=rounds).map(|round| self.scoring.points(player.entry(round)));
        results.sum::<Points>() + self.bonuses_until(player.number, rounds)
    }

    /// A player's bonuses and penalties in the first `rounds` rounds.
    pub(crate) fn bonuses_until(&self, player: Number, rounds: usize) -> Points {
        let own = self.bonuses.iter();
        own.filter(|bonus| bonus.player == player && bonus.round <= rounds)
            .map(|bonus| bonus.points)
            .sum()
    }

    /// The number of rounds for which any player has an entry.
    #[must_use]
    pub fn entered_rounds(&self) -> usize {
        let lengths = self.players.iter().map(|player| player.entries.len());
        lengths.max().unwrap_or(0)
    }

    /// The initial colour of article 5.1. If it is not recorded, it is derived from the first player in the list who had a colour in the
    /// first round in which anybody had one; White if nobody has had a colour.
    #[must_use]
    pub fn initial_colour(&self) -> Colour {
        if let Some(colour) = self.initial_colour {
            return colour;
        }
        let shown = (1..=self.paired_rounds()).find_map(|round| {
            self.players.iter().find_map(|player| {
                let colour = player.entry(round).colour()?;
                Some(if player.number % 2 == 1 {
                    colour
                } else {
                    colour.opposite()
                })
            })
        });
        shown.unwrap_or(Colour::White)
    }
}

/// A board of a round, or the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// A game.
    Game {
        /// The player with White.
        white: Number,
        /// The player with Black.
        black: Number,
    },
    /// The player without an opponent.
    Bye(Number),
}

impl Display for Board {
    /// Writes `WHITE BLACK`, and a bye as `NUMBER 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Board::Game { white, black } => write!(f, "{white} {black}"),
            Board::Bye(number) => write!(f, "{number} 0"),
        }
    }
}
