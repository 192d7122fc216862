//! What becomes due by the passing of time alone. A server asks after every append and at [`Event::next_due`]; one that was down asks
//! when it starts, and catches up in the order in which tasks became due.

use crate::draw::Draw;
use crate::entry::Fact;
use crate::event::{Event, EventGame, Phase};
use crate::ids::{EntryNumber, GameId};
use crate::outcome::{Absent, Side};
use crate::refusal::Refusal;
use crate::settings::Format;

/// A task that is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// These facts are to be appended, all at once, by the server.
    Append(Vec<Fact>),
    /// The event starts: the server decides [`Command::Start`](crate::Command::Start) with a random seed.
    Start,
    /// A round is to be paired: the server gives new identifiers to [`Event::pair_due`].
    Pair(DueRound),
}

/// A round that is due, with its pairing. Pairing many players takes a while, so it is done only once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DueRound {
    pub(crate) round: u16,
    pub(crate) draw: Draw,
    /// The last entry of the log from which it was drawn.
    pub(crate) after: EntryNumber,
}

impl DueRound {
    /// The number of games that will be created.
    #[must_use]
    pub fn games(&self) -> usize {
        self.draw.pairs.len()
    }
}

/// A task that becomes due at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Start,
    StartRound(u16),
    StartGame(GameId),
    ResumeClocks(EntryNumber),
    Default(GameId),
    MissAppointment(GameId),
    Deadline(GameId),
    LapseCall(EntryNumber),
    MakeFinal(GameId),
    Pair,
    Finish,
}

impl Event {
    /// The earliest task that is due at `now`: append it, and ask again. The same log and time give the same answer.
    #[must_use]
    pub fn due(&self, now: u64) -> Option<Due> {
        let tasks = self.agenda();
        let mut earliest: Option<(u64, Task)> = None;
        let is_too_late = self.arena_end().is_some_and(|end| end <= now);
        for &(at, task) in tasks.iter().filter(|(at, _)| *at <= now) {
            if matches!(task, Task::Pair) && is_too_late {
                continue;
            }
            if earliest.is_none_or(|(first, _)| at < first) {
                earliest = Some((at, task));
            }
        }
        let (_, task) = earliest?;
        Some(match task {
            Task::Start => self.due_start(),
            Task::StartRound(round) => one(Fact::RoundStarted { round }),
            Task::StartGame(game) => one(Fact::GameStarted { game }),
            Task::ResumeClocks(call) => one(Fact::ClocksResumed { call }),
            Task::Default(game) => self.due_default(game),
            Task::MissAppointment(game) => self.due_miss(game),
            Task::Deadline(game) => one(Fact::Defaulted {
                game,
                absent: self
                    .games
                    .get(&game)
                    .and_then(|g| g.missed)
                    .unwrap_or(Absent::Both),
            }),
            Task::LapseCall(call) => one(Fact::CallLapsed { call }),
            Task::MakeFinal(_) => {
                // Results that are due to become final do so in one entry.
                let games = tasks.iter().filter_map(|(at, task)| match task {
                    Task::MakeFinal(game) if *at <= now => Some(*game),
                    _ => None,
                });
                one(Fact::ResultsFinal {
                    games: games.collect(),
                })
            }
            Task::Pair => self.due_pair(now.max(self.last_at())),
            Task::Finish => one(Fact::Finished),
        })
    }

    /// The time to ask [`Event::due`] again, if nothing else happens; `None` if nothing will become due. It can be in the past.
    #[must_use]
    pub fn next_due(&self) -> Option<u64> {
        self.agenda().iter().map(|(at, _)| *at).min()
    }

    /// All pending tasks, each with the time at which it is due, as things stand.
    fn agenda(&self) -> Vec<(u64, Task)> {
        match self.phase {
            Phase::Open => return vec![(self.settings.starts_at, Task::Start)],
            Phase::Running => {}
            Phase::Finished | Phase::Cancelled | Phase::Annulled => return Vec::new(),
        }
        let mut tasks = Vec::new();
        for round in self.rounds.iter().filter(|round| round.started.is_none()) {
            // A round without games left to play is never started.
            if self.boards(round).any(|game| game.result.is_none()) {
                tasks.push((round.starts_at, Task::StartRound(round.number)));
            }
        }
        for game in self.pending_games() {
            self.agenda_of_game(game, &mut tasks);
        }
        match self.arena_end() {
            Some(end) => self.agenda_of_arena(end, &mut tasks),
            None => tasks.extend(self.agenda_of_pairing()),
        }
        tasks
    }

    fn agenda_of_game(&self, game: &EventGame, tasks: &mut Vec<(u64, Task)>) {
        let stopped = game
            .calls
            .iter()
            .flatten()
            .filter_map(|n| Some((n, self.calls.get(n)?)));
        for (number, call) in stopped.filter(|(_, call)| call.stops_clocks) {
            tasks.push((self.call_end(call.at), Task::ResumeClocks(*number)));
        }
        if game.result.is_some() {
            for call in self.open_calls(game) {
                tasks.extend(self.call_lapse(call).map(|at| (at, Task::LapseCall(call))));
            }
            tasks.extend(self.final_at(game).map(|at| (at, Task::MakeFinal(game.id))));
        } else if let Some(start) = self.restart(game) {
            tasks.push((start, Task::StartGame(game.id)));
        } else if let Some(end) = self.default_deadline(game) {
            if Side::ALL.iter().any(|side| !game.has_arrived(*side)) {
                tasks.push((end + 1, Task::Default(game.id)));
            }
        } else if let Some(deadline) = self.arranged_deadline() {
            match game.appointment {
                Some(time) => {
                    let end = self.outages.deadline(time, self.settings.default_time());
                    tasks.push((end + 1, Task::MissAppointment(game.id)));
                }
                None => tasks.push((deadline + 1, Task::Deadline(game.id))),
            }
        }
    }

    /// Free players are paired until the arena ends; when all results are final after that, the event ends.
    fn agenda_of_arena(&self, end: u64, tasks: &mut Vec<(u64, Task)>) {
        let now = self.last_at();
        let next_draw = self.next_arena_draw(now).filter(|at| *at < end);
        tasks.extend(next_draw.map(|at| (at, Task::Pair)));
        if self.is_all_final() {
            tasks.extend(self.agenda_of_end(now.max(end)));
        }
    }

    fn agenda_of_pairing(&self) -> Option<(u64, Task)> {
        let now = self.last_at();
        if !self.is_all_final() {
            return None;
        }
        let alone = matches!(self.settings.format, Format::Swiss { .. }) && self.in_the_field() < 2;
        if !self.has_more_rounds() || alone {
            return self.agenda_of_end(now);
        }
        match self.impasse {
            // Directors have as long to resolve it as players have to appeal; then the event ends with the rounds that were played.
            Some(impasse) if !impasse.retry => {
                let end = self
                    .outages
                    .deadline(impasse.at, crate::deadline::APPEAL_MS);
                self.agenda_of_end(end + 1)
            }
            // If nobody is left to be paired, the event ends.
            _ if self.appeals_end(now) != Some(now) && matches!(self.draw(now), Ok(None)) => {
                self.agenda_of_end(now)
            }
            _ => Some((now, Task::Pair)),
        }
    }

    /// The end of the event: at `at`, or once no appeal can be made or is undecided.
    fn agenda_of_end(&self, at: u64) -> Option<(u64, Task)> {
        Some((self.appeals_end(at)?, Task::Finish))
    }

    fn due_start(&self) -> Due {
        let least = usize::from(self.settings.format.least_players());
        if self.starters() < least {
            return one(Fact::Cancelled {
                reason: crate::entry::Cancellation::TooFewPlayers,
            });
        }
        Due::Start
    }

    fn due_pair(&self, now: u64) -> Due {
        let round = self.next_round();
        match self.draw(now) {
            Ok(Some(draw)) => Due::Pair(DueRound {
                round,
                draw,
                after: self.last(),
            }),
            Ok(None) => one(Fact::Finished),
            Err(Refusal::NoLegalPairing) => one(Fact::NoLegalPairing { round }),
            // No other refusal is expected; if there is one, the event ends rather than getting stuck.
            Err(_) => one(Fact::Finished),
        }
    }

    fn due_default(&self, game: GameId) -> Due {
        let absent = self.games.get(&game).and_then(|game| {
            let [white, black] = Side::ALL.map(|side| !game.has_arrived(side));
            Absent::of(white, black)
        });
        one(Fact::Defaulted {
            game,
            absent: absent.unwrap_or(Absent::Both),
        })
    }

    /// Records the players who were absent around the agreed time.
    fn due_miss(&self, id: GameId) -> Due {
        let absent = self.games.get(&id).and_then(|game| {
            let time = game.appointment?;
            let early = time.saturating_sub(self.settings.default_time());
            let away = |side: Side| game.arrived[side as usize].is_none_or(|at| at < early);
            Absent::of(away(Side::White), away(Side::Black))
        });
        one(Fact::AppointmentMissed {
            game: id,
            absent: absent.unwrap_or(Absent::Both),
        })
    }
}

fn one(fact: Fact) -> Due {
    Due::Append(vec![fact])
}
