//! The event of a demonstration.

use std::sync::Arc;

use manifold_events as law;

use super::stage::{EVENT_PEOPLE, Stage, StageError};
use crate::events::error::EventError;
use crate::events::hall::{self, Heard};
use crate::events::{game_id, law_person, player_id};
use crate::ids::{EventId, GameId, PlayerId, SubscriberId};
use crate::table::error::TableError;
use crate::table::info::Person;
use crate::table::live_game::Command;
use crate::table::message::Message;

impl Stage<'_> {
    /// A Swiss event: two rounds have been played, and the third is in progress.
    pub(super) async fn event(&self, people: &[Person]) -> Result<(), StageError> {
        let services = &self.registry.services;
        let failed = |error: EventError| StageError::Event(format!("{error:?}"));
        let [arbiter, deputy] = [0, 1].map(|place| law_person(people[place].id));
        let Some((director, players)) = people[..EVENT_PEOPLE].split_last() else {
            return Ok(());
        };
        let starts_at = services.system.now_ms() + 60_000;
        let founding = law::Founding {
            settings: law::Settings {
                name: "Club championship".to_owned(),
                variant: "chess".to_owned(),
                control: law::Control::Standard,
                format: law::Format::Swiss { rounds: Some(4) },
                starts_at,
                schedule: law::Schedule::After { minutes: 0 },
                default_minutes: Some(1_440),
                regulations: "Rounds follow each other at once.".to_owned(),
                ..law::Settings::default()
            },
            directors: [law_person(director.id)].into(),
            chief_arbiter: arbiter,
            deputy,
        };
        let found = self.hall.found(services, director.id, founding, None);
        let id = found.await.map_err(failed)?;
        let ask = async |who: PlayerId, command: law::Command| {
            let heard = Heard::now(self.hall, &self.registry.services, id);
            let done = hall::command(heard, self.registry.clone(), who, command).await;
            done.map(drop).map_err(failed)
        };
        for (place, person) in players.iter().enumerate() {
            let enter = law::Command::Enter {
                player: law_person(person.id),
                name: person.name.clone(),
                rating: u16::try_from(1_500 + 40 * place).ok(),
            };
            ask(person.id, enter).await?;
        }
        self.clock.advance(61_000);
        for round in 0..3 {
            let event = self.after_time(id).await.map_err(failed)?;
            let boards = event.rounds().get(round).map(|round| round.boards.clone());
            for (board, game) in boards.unwrap_or_default().into_iter().enumerate() {
                let Some(game) = event.game(game) else {
                    continue;
                };
                let players = [game.white, game.black].map(player_id);
                self.board(
                    game_id(game.id),
                    players,
                    (round < 2).then_some(board + round),
                )
                .await?;
            }
        }
        self.after_time(id).await.map_err(failed)?;
        Ok(())
    }

    /// An event after everything that is due by its schedule and its games.
    async fn after_time(&self, id: EventId) -> Result<Arc<law::Event>, EventError> {
        let events = self.hall;
        // Once for the results, and once for what follows from them.
        for _ in 0..2 {
            events.attend(self.registry, id, &[], true).await;
        }
        events.look(&self.registry.services, id).await
    }

    /// Plays a board of an event: the first moves and, if it is to end, a resignation.
    async fn board(
        &self,
        game: GameId,
        players: [PlayerId; 2],
        resigns: Option<usize>,
    ) -> Result<(), StageError> {
        let of_table = |error: TableError| StageError::Event(format!("{error:?}"));
        let mut subscribers = Vec::new();
        for player in players {
            subscribers.push(self.subscribe(game, player).await.map_err(of_table)?);
        }
        for (ply, action) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
            self.clock.advance(20_000);
            let n = self.view(game, players[0]).await.map_err(of_table)?.n;
            let command = Command::Act {
                n,
                action: action.into(),
                away: false,
            };
            self.ask_table(game, subscribers[ply % 2], ply, command)
                .await?;
        }
        if let Some(side) = resigns {
            let from = subscribers[side % 2];
            self.ask_table(game, from, 4, Command::Resign).await?;
        }
        self.view(game, players[0]).await.map_err(of_table)?;
        Ok(())
    }

    async fn ask_table(
        &self,
        game: GameId,
        from: SubscriberId,
        number: usize,
        command: Command,
    ) -> Result<(), StageError> {
        let name = number.to_string().parse();
        let message = Message::Command {
            from,
            id: name.map_err(|_| StageError::Event("a request has no name".to_owned()))?,
            command,
            lag_ms: 0,
        };
        let sent = self.registry.send(game, message).await;
        sent.map_err(|error| StageError::Event(format!("{error:?}")))
    }
}
