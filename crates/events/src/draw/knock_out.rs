//! Knock-outs: all matches of a stage play their games at the same time, so each round of the log has one game of every undecided match.

use std::collections::BTreeMap;

use manifold_pairing::Score;
use manifold_pairing::knock_out::{self as law, Games, Stage, Step, first_round};

use super::{Draw, Drawn};
use crate::entry::Terms;
use crate::event::{Event, EventGame};
use crate::ids::PersonId;
use crate::outcome::{GameResult, Side};

/// A match of a stage. The first side has White in its first game. A missing side has no player, and the other advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tie {
    sides: [Option<PersonId>; 2],
}

/// The standing of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Undecided; this is its next game.
    Open(Drawn),
    /// Decided, with the winner and the loser, if there are any.
    Decided {
        winner: Option<PersonId>,
        loser: Option<PersonId>,
    },
}

impl Tie {
    /// The standing after some games.
    fn standing(self, games: &[&EventGame], length: Games) -> Standing {
        let [Some(first), Some(second)] = self.sides else {
            return Standing::Decided {
                winner: self.sides[0].or(self.sides[1]),
                loser: None,
            };
        };
        let mut scores = Vec::with_capacity(games.len());
        for game in games {
            match (game.result, game.side(first)) {
                // Both forfeited the Armageddon game, after which there is no other: nobody advances.
                (Some(GameResult::BothForfeit), _) if game.terms == Terms::Armageddon => {
                    return Standing::Decided {
                        winner: None,
                        loser: None,
                    };
                }
                // A double forfeit leaves the match level, like a draw.
                (Some(GameResult::BothForfeit), _) => scores.push(Score::Draw),
                (Some(result), Some(side)) => scores.push(result.score(side)),
                _ => {}
            }
        }
        match law::next_step(length, &scores) {
            Step::Won(side) => {
                let (winner, loser) = match side {
                    law::Side::First => (first, second),
                    law::Side::Second => (second, first),
                };
                Standing::Decided {
                    winner: Some(winner),
                    loser: Some(loser),
                }
            }
            Step::Game { stage, white } => {
                let colour = match white {
                    law::Side::First => Side::White,
                    law::Side::Second => Side::Black,
                };
                Standing::Open(Drawn {
                    terms: match stage {
                        Stage::Regular => Terms::Usual,
                        Stage::Rapid => Terms::Rapid,
                        Stage::Blitz => Terms::Blitz,
                        Stage::Decider => Terms::Armageddon,
                    },
                    ..Drawn::with(first, colour, second)
                })
            }
        }
    }
}

/// The current state of a knock-out.
struct Bracket {
    stage: Vec<Tie>,
    /// The standings of the matches of the stage.
    standings: Vec<Standing>,
    /// The stage in which each player was beaten, counted from the first. Players who are still in are not listed.
    out: BTreeMap<PersonId, usize>,
    /// How many stages have been played.
    depth: usize,
    /// How many rounds of the current stage were played at the event's own time control.
    usual: usize,
    /// Whether everything is decided.
    over: bool,
}

impl Event {
    pub(super) fn draw_knock_out(&self, games: u16, third_place: bool) -> Option<Draw> {
        let bracket = self.bracket(games, third_place);
        if bracket.over {
            return None;
        }
        let open = bracket
            .standings
            .iter()
            .filter_map(|standing| match standing {
                Standing::Open(drawn) => Some(*drawn),
                Standing::Decided { .. } => None,
            });
        Some(Draw {
            pairs: open.collect(),
            byes: Vec::new(),
        })
    }

    /// The number of scheduled games before the next one. Every stage takes its full number of games in the timetable, even if all its
    /// matches were decided sooner.
    pub(crate) fn games_before(&self, games: u16, third_place: bool) -> usize {
        let bracket = self.bracket(games, third_place);
        bracket.depth * usize::from(games) + bracket.usual
    }

    /// Match number `index` of a stage. Colours of the first games alternate from match to match, as on the boards of a first round.
    fn tie(&self, index: usize, sides: [Option<PersonId>; 2]) -> Tie {
        let [first, second] = sides;
        let white = (self.initial_colour() == Side::White) == index.is_multiple_of(2);
        Tie {
            sides: if white {
                [first, second]
            } else {
                [second, first]
            },
        }
    }

    fn bracket(&self, games: u16, third_place: bool) -> Bracket {
        let length = match games {
            1 => Games::One,
            2 => Games::Two,
            _ => Games::Four,
        };
        let list: Vec<PersonId> = self.players().iter().map(|player| player.id).collect();
        let seed = |seed: usize| list.get(seed - 1).copied();
        let ties = |pairs: Vec<[Option<PersonId>; 2]>| -> Vec<Tie> {
            let pairs = pairs.into_iter().enumerate();
            pairs.map(|(index, sides)| self.tie(index, sides)).collect()
        };
        let first = first_round(list.len()).into_iter();
        let mut stage = ties(first.map(|(a, b)| [seed(a), b.and_then(seed)]).collect());
        let mut out = BTreeMap::new();
        let mut depth = 0;
        let mut is_final = stage.len() <= 1;
        let mut rounds = self.rounds.iter().peekable();
        loop {
            // The rounds of this stage are those in which one of its matches has a game.
            let mut games: Vec<Vec<&EventGame>> = vec![Vec::new(); stage.len()];
            let mut standings = standings(&stage, &games, length);
            let mut usual = 0;
            while standings.iter().any(|s| matches!(s, Standing::Open(_)))
                && let Some(round) = rounds.next()
            {
                if self.boards(round).any(|game| game.terms == Terms::Usual) {
                    usual += 1;
                }
                for game in self.boards(round) {
                    let own = stage
                        .iter()
                        .position(|tie| tie.sides.contains(&Some(game.white)));
                    if let Some(index) = own {
                        games[index].push(game);
                    }
                }
                standings = self::standings(&stage, &games, length);
            }
            let open = standings.iter().any(|s| matches!(s, Standing::Open(_)));
            let last = is_final;
            if !open {
                for (tie, standing) in stage.iter().zip(&standings) {
                    for side in tie.sides.into_iter().flatten() {
                        // The players of the match for third place are out already.
                        if Some(side) != standing.winner() {
                            out.entry(side).or_insert(depth);
                        }
                    }
                }
            }
            if open || last {
                return Bracket {
                    stage,
                    standings,
                    out,
                    depth,
                    usual,
                    over: !open,
                };
            }
            let winners: Vec<Option<PersonId>> = standings.iter().map(|s| s.winner()).collect();
            let losers: Vec<Option<PersonId>> = standings.iter().map(|s| s.loser()).collect();
            let mut pairs = next(&winners);
            is_final = pairs.len() <= 1;
            if third_place && is_final {
                pairs.extend(next(&losers));
            }
            stage = ties(pairs);
            depth += 1;
        }
    }
}

impl Standing {
    fn winner(self) -> Option<PersonId> {
        match self {
            Standing::Decided { winner, .. } => winner,
            Standing::Open(_) => None,
        }
    }

    fn loser(self) -> Option<PersonId> {
        match self {
            Standing::Decided { loser, .. } => loser,
            Standing::Open(_) => None,
        }
    }
}

fn standings(stage: &[Tie], games: &[Vec<&EventGame>], length: Games) -> Vec<Standing> {
    let matches = stage.iter().zip(games);
    matches
        .map(|(tie, games)| tie.standing(games, length))
        .collect()
}

/// The matches of the next stage, between the winners of one.
fn next(players: &[Option<PersonId>]) -> Vec<[Option<PersonId>; 2]> {
    let pairs = law::next_round(players).into_iter();
    pairs.map(|(a, b)| [a, b]).collect()
}

/// The place of each player in a knock-out: lower is better, and equal places have equal numbers.
pub(crate) fn places(event: &Event, games: u16, third_place: bool) -> BTreeMap<PersonId, usize> {
    let bracket = event.bracket(games, third_place);
    let mut places = BTreeMap::new();
    for player in event.players.keys() {
        // A player who was beaten later stands higher, and one who is still in highest.
        let place = match bracket.out.get(player) {
            Some(depth) => 2 * (bracket.depth - depth) + 1,
            None => 0,
        };
        places.insert(*player, place);
    }
    if bracket.over
        && third_place
        && let Some(standing) = bracket.standings.get(1)
        && bracket.depth > 0
    {
        if let Some(third) = standing.winner() {
            places.insert(third, 2);
        }
        for side in bracket.stage[1].sides.into_iter().flatten() {
            if Some(side) != standing.winner() {
                places.insert(side, 3);
            }
        }
    }
    places
}
