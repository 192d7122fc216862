//! Folds the start, rounds, games and results.

use crate::entry::{Entry, Fact, Pair};
use crate::event::{Event, EventGame, HandPairing, How, Impasse, Lots, Phase, Round, RulingState};
use crate::ids::{GameId, PersonId};
use crate::outcome::{Absent, GameResult, Side};

impl Event {
    pub(super) fn fold_round(&mut self, entry: &Entry, fact: &Fact) {
        match fact {
            Fact::FirstRoundByHand { pairs, bye } => {
                let (pairs, bye) = (pairs.clone(), *bye);
                self.first_round = Some(HandPairing { pairs, bye });
            }
            Fact::Started {
                seed,
                initial_colour,
                rounds,
                ratings,
            } => {
                self.phase = Phase::Running;
                self.started_at = entry.at;
                self.rounds_planned = *rounds;
                for (player, rating) in ratings {
                    if let Some(player) = self.players.get_mut(player) {
                        player.rating = Some(*rating);
                    }
                }
                self.void_byes();
                self.lots = Some(Lots {
                    seed: *seed,
                    initial_colour: *initial_colour,
                });
            }
            Fact::RoundPaired {
                round,
                starts_at,
                pairs,
                byes,
                order,
                replaces,
            } => {
                self.impasse = None;
                if replaces.is_some()
                    && let Some(old) = self.rounds.pop()
                {
                    for game in old.boards {
                        self.replace(game);
                    }
                }
                for (board, pair) in (1..).zip(pairs) {
                    self.add_game(*round, board, pair);
                }
                if self.is_arena() {
                    self.fold_arena_round(pairs, entry.at);
                }
                self.rounds.push(Round {
                    number: *round,
                    paired: entry.n,
                    starts_at: *starts_at,
                    started: None,
                    order: *order,
                    boards: pairs.iter().map(|pair| pair.game).collect(),
                    byes: byes.clone(),
                });
            }
            Fact::NoLegalPairing { .. } => {
                self.impasse = Some(Impasse {
                    at: self.impasse.map_or(entry.at, |impasse| impasse.at),
                    retry: false,
                });
            }
            Fact::RoundStarted { round } => {
                let arranged = self.is_arranged();
                let index = usize::from(*round).saturating_sub(1);
                if let Some(round) = self.rounds.get_mut(index) {
                    round.started = Some(entry.at);
                    for game in &round.boards {
                        if let Some(game) = self.games.get_mut(game)
                            && !arranged
                            && game.result.is_none()
                        {
                            game.started = Some(entry.at);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn add_game(&mut self, round: u16, board: usize, pair: &Pair) {
        self.pending.insert(pair.game);
        let game = EventGame {
            id: pair.game,
            round,
            board,
            white: pair.white,
            black: pair.black,
            terms: pair.terms,
            started: None,
            ended_at: None,
            result: None,
            how: None,
            turns: None,
            is_final: false,
            replaced: false,
            replaced_by: None,
            awaited: None,
            arrived: [None; 2],
            appointment: None,
            proposal: None,
            proposals: 0,
            arrivals: [0; 2],
            missed: None,
            calls: [const { Vec::new() }; 2],
            rulings: Vec::new(),
        };
        self.games.insert(pair.game, game);
    }

    /// Marks a game as replaced by another game or pairing.
    pub(super) fn replace(&mut self, game: GameId) {
        self.pending.remove(&game);
        if let Some(game) = self.games.get_mut(&game) {
            game.replaced = true;
        }
    }

    /// Replaces a game by a new one with the same players and colours. The rulings about the old game concern the board, so they move to
    /// the new one.
    pub(super) fn play_anew(&mut self, old: GameId, new: GameId, at: u64) {
        self.replace(old);
        let deadline = self.arranged_deadline();
        let Some(game) = self.games.get_mut(&old) else {
            return;
        };
        game.replaced_by = Some(new);
        // If there is time, its players arrange it again.
        let is_arranged_again = game.started.is_none() && deadline.is_some_and(|end| at <= end);
        let rulings = std::mem::take(&mut game.rulings);
        let (round, board) = (game.round, game.board);
        let pair = Pair {
            white: game.white,
            black: game.black,
            game: new,
            terms: game.terms,
        };
        for number in &rulings {
            if let Some(ruling) = self.rulings.get_mut(number) {
                ruling.game = new;
            }
        }
        self.add_game(round, board, &pair);
        if let Some(game) = self.games.get_mut(&new) {
            game.awaited = (!is_arranged_again).then_some((at, [false; 2]));
            game.rulings = rulings;
        }
        let round = self.rounds.get_mut(usize::from(round).saturating_sub(1));
        let place = round.and_then(|round| round.boards.iter_mut().find(|board| **board == old));
        if let Some(place) = place {
            *place = new;
        }
    }

    pub(super) fn fold_game(&mut self, entry: &Entry, fact: &Fact) {
        if let Fact::ResultsFinal { games } = fact {
            for game in games {
                self.make_final(*game);
            }
            return;
        }
        if let Fact::TurnsRecorded { game, turns } = fact {
            if let Some(game) = self.games.get_mut(game) {
                game.turns = Some(*turns);
            }
            return;
        }
        let (Fact::Arrived { game, .. }
        | Fact::AppointmentProposed { game, .. }
        | Fact::AppointmentAgreed { game, .. }
        | Fact::AppointmentMissed { game, .. }
        | Fact::GameStarted { game }
        | Fact::GameEnded { game, .. }
        | Fact::Defaulted { game, .. }) = fact
        else {
            return;
        };
        let Some(game) = self.games.get_mut(game) else {
            return;
        };
        match fact {
            Fact::Arrived { side, .. } => {
                game.arrived[*side as usize] = Some(entry.at);
                if let Some((_, here)) = &mut game.awaited {
                    here[*side as usize] = true;
                }
                let arrivals = &mut game.arrivals[*side as usize];
                *arrivals = arrivals.saturating_add(1);
            }
            Fact::AppointmentProposed { side, time, .. } => {
                game.proposal = Some((*side, *time));
                game.proposals = game.proposals.saturating_add(1);
            }
            Fact::AppointmentAgreed { time, .. } => {
                game.appointment = Some(*time);
                game.proposal = None;
                game.missed = None;
            }
            Fact::AppointmentMissed { absent, .. } => {
                game.appointment = None;
                game.missed = Some(*absent);
            }
            Fact::GameStarted { .. } => {
                game.started.get_or_insert(entry.at);
                game.awaited = None;
                game.appointment = None;
            }
            Fact::GameEnded {
                result,
                ended_at,
                turns,
                ..
            } => {
                game.set_result(*result, How::Played, *ended_at);
                game.turns = Some(*turns);
                for side in Side::ALL {
                    game.arrived[side as usize].get_or_insert(*ended_at);
                }
            }
            Fact::Defaulted { absent, .. } => {
                game.set_result(absent.result(), How::Default, entry.at);
            }
            _ => {}
        }
        if game.result.is_some() {
            let id = game.id;
            let absent = match fact {
                Fact::Defaulted { absent, .. } => Some(*absent),
                // However it was lost: otherwise friends could give points away by resigning at once, game after game.
                Fact::GameEnded { .. } => game.lost_without_a_turn(),
                _ => None,
            };
            let away: Vec<PersonId> = (Side::ALL.into_iter())
                .filter(|side| absent.is_some_and(|absent| absent.is(*side)))
                .map(|side| game.player(side))
                .collect();
            self.pause(&away);
            self.run_clocks(id);
        }
    }

    /// Pauses players of an arena who did not come, or did not play: they are not paired until they check in again, as their opponents
    /// would wait in vain, or win for nothing.
    fn pause(&mut self, away: &[PersonId]) {
        if !self.is_arena() {
            return;
        }
        for player in away {
            if let Some(player) = self.players.get_mut(player) {
                player.paused = true;
            }
        }
    }

    pub(super) fn make_final(&mut self, game: GameId) {
        self.pending.remove(&game);
        let Some(decided) = self.games.get_mut(&game) else {
            return;
        };
        let was_final = std::mem::replace(&mut decided.is_final, true);
        for call in self.calls.values_mut().filter(|call| call.game == game) {
            call.open = false;
        }
        for number in &decided.rulings {
            // Appeals about other matters are still decided.
            if let Some(ruling) = self.rulings.get_mut(number)
                && ruling.is_waiting()
                && ruling.outcome.is_about_the_result()
            {
                ruling.state = RulingState::Superseded;
            }
        }
        if !was_final && self.is_arena() {
            self.fold_arena_result(game);
        }
    }

    /// Ends the effect of calls on the clocks of a game that has ended.
    fn run_clocks(&mut self, game: GameId) {
        for call in self.calls.values_mut().filter(|call| call.game == game) {
            call.stops_clocks = false;
        }
    }
}

impl EventGame {
    /// The player who has lost the game without making a turn, if any.
    fn lost_without_a_turn(&self) -> Option<Absent> {
        match (self.turns?, self.result?) {
            (0, GameResult::BlackWins) => Some(Absent::White),
            (0 | 1, GameResult::WhiteWins) => Some(Absent::Black),
            _ => None,
        }
    }

    /// Sets the result; if the game had already ended, the time of its end stays.
    pub(super) fn set_result(&mut self, result: GameResult, how: How, at: u64) {
        self.result = Some(result);
        self.how = Some(how);
        self.ended_at.get_or_insert(at);
        self.awaited = None;
    }
}
