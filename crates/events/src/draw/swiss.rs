//! The FIDE (Dutch) System, and events as tournaments of numbered players, as `manifold-pairing` takes them.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use manifold_pairing::{
    Board, Entry, Forbidden, Number, Player, Points, Scoring, Tournament, dutch,
};

use super::{Draw, Drawn};
use crate::entry::{Bye, ByeKind, Terms};
use crate::event::{Event, EventGame, EventPlayer, Phase, Round};
use crate::ids::PersonId;
use crate::outcome::{GameResult, Side};
use crate::refusal::Refusal;
use crate::settings::{Format, PairingByeValue};

/// How a missing result counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unfinished {
    /// A draw, as for pairing.
    Draw,
    /// Not at all, as in standings.
    Nothing,
}

impl Event {
    /// The points for each result (Regulations, section 6).
    fn scoring(&self) -> Scoring {
        let scoring = Scoring::default();
        if self.is_arena() {
            return Scoring {
                win: Points::ONE * 2,
                draw: Points::ONE,
                ..scoring
            };
        }
        Scoring {
            pairing_bye: match self.settings.pairing_bye {
                PairingByeValue::Win => scoring.win,
                PairingByeValue::Draw => scoring.draw,
            },
            ..scoring
        }
    }

    /// The event as a tournament of numbered players, for tournament files. Of a Swiss event it has only the rounds in which every game has
    /// a result, as in an unfinished round the players would look absent, and the byes of the round after them.
    #[must_use]
    pub fn tournament(&self) -> Tournament {
        let columns = match self.settings.format {
            Format::Arena { .. } => self.arena_columns(),
            _ => self.all_columns(),
        };
        let (mut tournament, list) = self.numbered(columns, Unfinished::Nothing);
        let settled = self.settled_rounds();
        tournament.truncate(settled);
        for bye in self.coming_byes(settled) {
            let place = list.iter().position(|player| player.id == bye.player);
            if let Some(player) = place.and_then(|place| tournament.players.get_mut(place)) {
                player.entries.push(bye.kind.into());
            }
        }
        tournament
    }

    /// The byes of the round after `rounds` rounds, in a running Swiss event.
    fn coming_byes(&self, rounds: usize) -> Vec<Bye> {
        let is_swiss = matches!(self.settings.format, Format::Swiss { .. });
        if !is_swiss || self.phase != Phase::Running {
            return Vec::new();
        }
        match self.rounds.get(rounds) {
            Some(round) => {
                let byes = round.byes.iter().copied();
                byes.filter(|bye| bye.kind != ByeKind::Pairing).collect()
            }
            None if self.has_more_rounds() => self.byes(self.next_round()),
            None => Vec::new(),
        }
    }

    /// The number of rounds that tie-breaks count. In a Swiss event only those in which every game has a result: until then an opponent's
    /// score of the round is not known.
    pub(crate) fn settled_rounds(&self) -> usize {
        if !matches!(self.settings.format, Format::Swiss { .. }) {
            return usize::MAX;
        }
        let is_settled = |round: &&Round| self.boards(round).all(|game| game.result.is_some());
        self.rounds.iter().take_while(is_settled).count()
    }

    /// Splits the games of a round into tournament rounds, with each player at most once in each. An arranged round robin has all its games
    /// in one round, in the order of the Berger table, which gives the rounds of the table again.
    fn columns(&self, round: &Round) -> Vec<Vec<&EventGame>> {
        let mut columns = vec![Vec::new()];
        let mut seen = BTreeSet::new();
        for game in self.boards(round) {
            let players = [game.white, game.black];
            if players.iter().any(|player| seen.contains(player)) {
                columns.push(Vec::new());
                seen.clear();
            }
            seen.extend(players);
            if let Some(column) = columns.last_mut() {
                column.push(game);
            }
        }
        columns
    }

    /// All rounds as tournament rounds, with their byes.
    fn all_columns(&self) -> Vec<(Vec<&EventGame>, &[Bye])> {
        let columns = self.rounds.iter().flat_map(|round| {
            let byes = iter::once(&round.byes[..]).chain(iter::repeat(&[][..]));
            self.columns(round).into_iter().zip(byes)
        });
        columns.collect()
    }

    /// The games of an arena as tournament rounds. An arena has thousands of rounds of a few games each, and a file has room for 99, so
    /// each game moves to the first round after the earlier games of both its players. Each player's games keep their order.
    fn arena_columns(&self) -> Vec<(Vec<&EventGame>, &[Bye])> {
        let mut columns: Vec<(Vec<&EventGame>, &[Bye])> = Vec::new();
        let mut free: BTreeMap<PersonId, usize> = BTreeMap::new();
        for game in self.rounds.iter().flat_map(|round| self.boards(round)) {
            let players = [game.white, game.black];
            let first = players.iter().filter_map(|player| free.get(player)).max();
            let first = first.copied().unwrap_or_default();
            if first == columns.len() {
                columns.push((Vec::new(), &[]));
            }
            columns[first].0.push(game);
            free.extend(players.map(|player| (player, first + 1)));
        }
        columns
    }

    /// The event as a tournament of numbered players: the players in the order of their starting numbers, with the results of every paired
    /// round.
    pub(crate) fn as_numbers(&self, unfinished: Unfinished) -> (Tournament, Vec<&EventPlayer>) {
        self.numbered(self.all_columns(), unfinished)
    }

    fn numbered(
        &self,
        columns: Vec<(Vec<&EventGame>, &[Bye])>,
        unfinished: Unfinished,
    ) -> (Tournament, Vec<&EventPlayer>) {
        let list = self.players();
        let numbers: BTreeMap<PersonId, Number> =
            list.iter().map(|player| player.id).zip(1..).collect();
        let of = |id: PersonId| numbers.get(&id).copied().unwrap_or_default();
        let uncounted = match unfinished {
            Unfinished::Draw => BTreeSet::new(),
            Unfinished::Nothing => self.uncounted(),
        };
        let mut entries: Vec<Vec<Entry>> = vec![Vec::new(); list.len()];
        let mut count = 0;
        for (games, byes) in columns {
            count += 1;
            let mut column = vec![Entry::Absent; list.len()];
            let mut put = |player: PersonId, entry: Entry| {
                if let Some(cell) = column.get_mut(usize::from(of(player)).wrapping_sub(1)) {
                    *cell = entry;
                }
            };
            for game in games {
                let players = [game.white, game.black];
                let is_void = players.iter().any(|player| uncounted.contains(player));
                for side in Side::ALL {
                    let opponent = of(game.player(side.opposite()));
                    let entry = self.entry(game, side, opponent, unfinished);
                    put(
                        game.player(side),
                        if is_void { entry.void() } else { entry },
                    );
                }
            }
            for bye in byes {
                put(bye.player, bye.kind.into());
            }
            for (cells, cell) in entries.iter_mut().zip(column) {
                cells.push(cell);
            }
        }
        let format = match self.settings.format {
            Format::RoundRobin { double: true, .. } => manifold_pairing::Format::DoubleRoundRobin,
            Format::RoundRobin { double: false, .. } => manifold_pairing::Format::RoundRobin,
            Format::Swiss { .. } => manifold_pairing::Format::Swiss,
            Format::KnockOut { .. } => manifold_pairing::Format::KnockOut,
            Format::Match { .. } => manifold_pairing::Format::Match,
            Format::Arena { .. } => manifold_pairing::Format::Arena,
        };
        let rounds = match self.is_arranged() {
            true => Some(count),
            false => self.rounds_planned.map(usize::from),
        };
        let players = list.iter().zip(entries).map(|(player, entries)| Player {
            number: of(player.id),
            rating: player.rating,
            entries,
        });
        let tournament = Tournament {
            format,
            rounds,
            initial_colour: Some(self.initial_colour().into()),
            scoring: self.scoring(),
            forbidden: (self.forbidden_rounds.iter())
                // A player who withdrew before the start is not in the list.
                .filter(|(pair, _)| pair.iter().all(|player| numbers.contains_key(player)))
                .map(|(pair, rounds)| Forbidden {
                    players: pair.iter().map(|player| of(*player)).collect(),
                    rounds: rounds.clone(),
                })
                .collect(),
            bonuses: Vec::new(),
            players: players.collect(),
        };
        (tournament, list)
    }

    /// Players of a round robin who withdrew before they had played half of their games, which then do not count (C.05). A player who had
    /// nothing left to play has not withdrawn early.
    fn uncounted(&self) -> BTreeSet<PersonId> {
        let Format::RoundRobin { double, .. } = self.settings.format else {
            return BTreeSet::new();
        };
        let all = self.players.len().saturating_sub(1) * if double { 2 } else { 1 };
        let gone = self.players.values().filter(|player| player.left_early);
        gone.map(|player| player.id)
            .filter(|player| {
                let games = self.games.values().filter(|game| {
                    let played = game.result.is_some_and(|result| !result.is_forfeit());
                    played && !game.replaced && game.side(*player).is_some()
                });
                2 * games.count() < all
            })
            .collect()
    }

    /// The tournament entry of a game for one side.
    fn entry(
        &self,
        game: &EventGame,
        side: Side,
        opponent: Number,
        unfinished: Unfinished,
    ) -> Entry {
        let colour = side.into();
        let result = match (game.result, unfinished) {
            (Some(result), _) => result,
            (None, Unfinished::Draw) => GameResult::Draw,
            (None, Unfinished::Nothing) => return Entry::Absent,
        };
        let score = result.score(side);
        if result.is_forfeit() {
            Entry::Forfeit {
                opponent,
                colour: Some(colour),
                won: score == manifold_pairing::Score::Win,
            }
        } else {
            Entry::Game {
                opponent,
                colour,
                score,
                rated: self.settings.rated && game.is_ratable(),
            }
        }
    }

    /// The points of a game for one side so far.
    pub(crate) fn worth(&self, game: &EventGame, side: Side) -> Points {
        let entry = self.entry(game, side, Number::default(), Unfinished::Nothing);
        self.scoring().points(entry)
    }

    pub(super) fn draw_swiss(&self) -> Result<Draw, Refusal> {
        let round = self.next_round();
        let (mut tournament, list) = self.as_numbers(Unfinished::Draw);
        let mut playing = 0_usize;
        for (player, entrant) in tournament.players.iter_mut().zip(&list) {
            // In the coming round this marks the player as one to be paired.
            if self.is_available(entrant, round) {
                playing += 1;
                player.entries.push(Entry::PairingBye);
            } else {
                player.entries.push(Entry::Absent);
            }
        }
        let mut draw = Draw {
            pairs: Vec::new(),
            byes: self.byes(round),
        };
        if playing == 0 {
            return Ok(draw);
        }
        let paired = dutch::pair_again(&tournament, usize::from(round));
        // Of the two readings of article 5.2.5, the one that does not depend on later changes of the list: late entries shift its numbers.
        let [_, boards] = paired.map_err(|_| Refusal::NoLegalPairing)?;
        let id = |number: Number| {
            let player = list.get(usize::from(number).wrapping_sub(1));
            player
                .map(|player| player.id)
                .ok_or(Refusal::NoLegalPairing)
        };
        for board in boards {
            match board {
                Board::Game { white, black } => draw.pairs.push(Drawn {
                    white: id(white)?,
                    black: id(black)?,
                    terms: Terms::Usual,
                }),
                Board::Bye(number) => draw.byes.push(Bye {
                    player: id(number)?,
                    kind: ByeKind::Pairing,
                }),
            }
        }
        Ok(draw)
    }
}

impl From<ByeKind> for Entry {
    fn from(kind: ByeKind) -> Entry {
        match kind {
            ByeKind::Pairing => Entry::PairingBye,
            ByeKind::Half => Entry::HalfBye,
            ByeKind::Zero => Entry::Absent,
        }
    }
}
