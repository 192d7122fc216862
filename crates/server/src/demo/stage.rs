//! The server on which a demonstration is played, and the order in which it is.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use tokio::sync::mpsc;

use super::{Demo, DemoAccount, DemoEnd, DemoGame, DemoRole};
use crate::events::hall::Hall;
use crate::ids::{GameId, PlayerId, SubscriberId};
use crate::registry::Registry;
use crate::system::SimulatedClock;
use crate::table::error::TableError;
use crate::table::message::{Message, Subscription};
use crate::table::view::GameView;

/// The network of everybody in the demonstration.
pub(super) const NETWORK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Updates of a game that wait to be thrown away.
const OUTBOX: usize = 64;
/// The number of people from which there is an event: the last of them is its director, the others play.
pub(super) const EVENT_PEOPLE: usize = 6;

/// The server on which it is played.
pub(super) struct Stage<'a> {
    pub(super) registry: &'a Arc<Registry>,
    pub(super) hall: &'a Arc<Hall>,
    pub(super) clock: &'a SimulatedClock,
}

/// The reason why the demonstration cannot be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum StageError {
    #[error("the account {0} cannot be made")]
    Account(&'static str),
    #[error("{0}")]
    Meeting(&'static str),
    #[error("an event cannot be held: {0}")]
    Event(String),
    #[error("a game of {variant}, action {action}: {problem}")]
    Game {
        variant: &'static str,
        action: String,
        problem: String,
    },
}

impl Stage<'_> {
    /// Plays everything, and gives the accounts.
    pub(super) async fn play(&self, demo: &Demo) -> Result<Vec<DemoAccount>, StageError> {
        let mut accounts = Vec::new();
        let mut people = Vec::new();
        for username in &demo.usernames {
            let (account, person) = self.account(username, DemoRole::Player).await?;
            accounts.push(account);
            people.push(person);
        }
        accounts.push(self.moderator(demo.moderator).await?);
        let (bot, _) = self.account(demo.bot, DemoRole::Bot).await?;
        accounts.push(bot);
        // Unfinished games come at the end, one after the other, so that nobody is out of time yet.
        let (lasting, finished): (Vec<&DemoGame>, Vec<&DemoGame>) = demo
            .games
            .iter()
            .partition(|game| game.end == DemoEnd::Unfinished);
        let games = u64::try_from(finished.len()).unwrap_or(u64::MAX).max(1);
        let between = demo.until.saturating_sub(demo.from) / games;
        let begins = (0..games).map(|n| demo.from + between * n);
        let then = lasting.into_iter().map(|game| (game, demo.until));
        let mut last = None;
        for (game, begins) in finished.into_iter().zip(begins).chain(then) {
            let now = self.registry.services.system.now_ms();
            self.clock.advance(begins.saturating_sub(now));
            last = Some((self.game(game, &people).await?, game));
        }
        if people.len() >= EVENT_PEOPLE {
            self.event(&people).await?;
        }
        if let Some((
            id,
            DemoGame {
                variant, players, ..
            },
        )) = last
        {
            self.meet(id, *variant, players.map(|place| people[place].id))
                .await?;
        }
        Ok(accounts)
    }

    /// Takes a player's seat at a game. Its updates are discarded.
    pub(super) async fn subscribe(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> Result<SubscriberId, TableError> {
        let (out, mut outbox) = mpsc::channel(OUTBOX);
        tokio::spawn(async move { while outbox.recv().await.is_some() {} });
        let subscription = Subscription {
            player,
            network: NETWORK,
            have: None,
            lean: true,
            out,
        };
        let ask = |reply| Message::Subscribe(subscription.clone(), reply);
        self.registry.ask(game, ask).await
    }

    pub(super) async fn view(
        &self,
        id: GameId,
        player: PlayerId,
    ) -> Result<Box<GameView>, TableError> {
        let ask = |reply| Message::View(player, reply);
        self.registry.ask(id, ask).await
    }
}
