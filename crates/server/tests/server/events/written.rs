//! An event log that is written without a server.

use manifold_events::{Body, Command, Due, Entry, Event, GameId, GameResult, PersonId, Side, Who};

/// The log of an event, and its current time.
pub(crate) struct Log {
    pub(crate) event: Event,
    /// The entries that were added here.
    pub(crate) entries: Vec<Entry>,
    pub(crate) now: u64,
    games: usize,
}

impl Log {
    /// A log that continues from these entries.
    pub(crate) fn of(entries: Vec<Entry>) -> Log {
        let now = entries.last().expect("an entry").at;
        let mut entries = entries.into_iter();
        let first = entries.next().expect("a beginning");
        let mut event = Event::begin(first).expect("a beginning");
        for entry in entries {
            event.apply(entry).expect("it applies");
        }
        Log {
            event,
            entries: Vec::new(),
            now,
            games: 0,
        }
    }

    fn take(&mut self, who: Who, bodies: Vec<Body>) {
        for entry in self.event.entries(self.now, who, bodies) {
            self.event.apply(entry.clone()).expect("it applies");
            self.entries.push(entry);
        }
    }

    /// Gives a command that must be possible.
    pub(crate) fn ask(&mut self, who: Who, command: Command) {
        let bodies = self.event.decide(self.now, who, command);
        self.take(who, bodies.expect("possible"));
    }

    fn fresh_games(&mut self, count: usize) -> Vec<GameId> {
        let first = self.games;
        self.games += count;
        let game = |number: usize| format!("g{number:011}").parse().expect("12 letters");
        (first..first + count).map(game).collect()
    }

    /// Appends everything that is due, up to the pairing of a round after the first.
    pub(crate) fn until_pairing(&mut self) {
        while let Some(due) = self.event.due(self.now) {
            match due {
                Due::Append(facts) => {
                    let bodies = facts.into_iter().map(Body::Fact).collect();
                    self.take(Who::Server, bodies);
                }
                Due::Start => self.ask(
                    Who::Server,
                    Command::Start {
                        seed: 7,
                        ratings: Default::default(),
                    },
                ),
                Due::Pair(round) if self.event.rounds().is_empty() => {
                    let games = self.fresh_games(round.games());
                    let bodies = self.event.pair_due(self.now, round, &games);
                    self.take(Who::Server, bodies.expect("what is due is possible"));
                }
                Due::Pair(_) => return,
            }
        }
    }

    /// The games of the last round.
    pub(crate) fn boards(&self) -> Vec<GameId> {
        self.event.rounds().last().expect("a round").boards.clone()
    }

    /// White and Black of the last round.
    pub(crate) fn sides(&self) -> Vec<[PersonId; 2]> {
        let players = |game| {
            let game = self.event.game(game).expect("a game");
            [Side::White, Side::Black].map(|side| game.player(side))
        };
        self.boards().into_iter().map(players).collect()
    }

    /// Plays the last round; White wins everywhere.
    pub(crate) fn play_round(&mut self) {
        for game in self.boards() {
            let end = Command::EndGame {
                game,
                result: GameResult::WhiteWins,
                reason: "checkmate".to_owned(),
                ended_at: self.now,
                turns: 40,
            };
            self.ask(Who::Server, end);
        }
        self.until_pairing();
    }

    /// A director pairs a round by hand, without a bye.
    pub(crate) fn pair_by_hand(&mut self, director: Who, round: u16, pairs: Vec<[PersonId; 2]>) {
        let games = self.fresh_games(pairs.len());
        let by_hand = Command::PairByHand {
            round,
            pairs,
            bye: None,
            games,
        };
        self.ask(director, by_hand);
        self.until_pairing();
    }
}
