//! The games of a demonstration.

use super::stage::{Stage, StageError};
use super::{DemoClock, DemoEnd, DemoGame};
use crate::ids::{GameId, RequestId};
use crate::names::Status;
use crate::table::create::create_game;
use crate::table::error::TableError;
use crate::table::event::Offer;
use crate::table::info::{GameInfo, Person, Player};
use crate::table::live_game::Command;
use crate::table::message::Message;
use crate::table::rated_players::with_ratings;
use crate::table::time_control::ClockChoice;

impl Stage<'_> {
    /// Plays a game to its end, or as far as it goes.
    pub(super) async fn game(
        &self,
        game: &DemoGame,
        people: &[Person],
    ) -> Result<GameId, StageError> {
        let failed = |action: &str, problem: String| StageError::Game {
            variant: game.variant.id(),
            action: action.to_owned(),
            problem,
        };
        let of_table = |error: TableError| failed("the first", format!("{error:?}"));
        let services = &self.registry.services;
        let players = game.players.map(|place| people[place].clone());
        let [white, black] = players.clone().map(Player::Person);
        let info = GameInfo {
            variant: game.variant,
            start: None,
            white,
            black,
            clock: Some(match game.clock {
                DemoClock::Preset(id) => ClockChoice::Preset { id: id.to_owned() },
                DemoClock::Days(days) => ClockChoice::Correspondence { days },
            }),
            takebacks: false,
            rated: true,
            paired: false,
            event: None,
            created_at: 0,
        };
        let info = with_ratings(services, info).await.map_err(of_table)?;
        let id = create_game(services, info, None).await.map_err(of_table)?;
        let mut subscribers = Vec::new();
        for player in &players {
            subscribers.push(self.subscribe(id, player.id).await.map_err(of_table)?);
        }
        let command = async |side: usize, number: u64, command: Command| {
            let name: RequestId = match number.to_string().parse() {
                Ok(name) => name,
                Err(_) => return Err(failed("a request", "it has no name".to_owned())),
            };
            let message = Message::Command {
                from: subscribers[side],
                id: name,
                command,
                lag_ms: 0,
            };
            self.registry.send(id, message).await.map_err(of_table)
        };
        let mut n = 0;
        for (side, action) in &game.actions {
            self.clock.advance(game.clock.thinking_ms(n));
            let act = Command::Act {
                n,
                action: action.as_str().into(),
                away: false,
            };
            command(*side, n, act).await?;
            n += 1;
            // This is asked after the action, and so answered after it.
            let view = self.view(id, players[0].id).await.map_err(of_table)?;
            if view.n != n {
                return Err(failed(action, "it was refused".to_owned()));
            }
            if view.status == Status::Over {
                // By the action, or on time.
                return Ok(id);
            }
        }
        match game.end {
            DemoEnd::Over | DemoEnd::Unfinished => {}
            DemoEnd::Resigns(side) => command(side, n, Command::Resign).await?,
            DemoEnd::Drawn => {
                command(0, n, Command::Offer(Offer::Draw)).await?;
                command(1, n + 1, Command::Accept(Offer::Draw)).await?;
            }
        }
        self.view(id, players[0].id).await.map_err(of_table)?;
        Ok(id)
    }
}

impl DemoClock {
    /// The thinking time for the action with this number, in milliseconds.
    fn thinking_ms(self, n: u64) -> u64 {
        match self {
            DemoClock::Preset("blitz") => 1_500 + n * 37 % 3_000,
            DemoClock::Preset(_) => 5_000 + n * 613 % 9_000,
            DemoClock::Days(_) => 600_000 + n * 1_234_567 % 900_000,
        }
    }
}
