//! Feeds tell players what concerns them, whatever page they are on: over sockets of browsers and streams of programs.
//!
//! A message here is a hint, and its reader looks into the store again: nothing is lost with a hint, and nothing in here
//! needs to last.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::broadcast;

use crate::ids::{GameId, PlayerId};

/// News that a feed may leave unread before it must read everything again.
const UNREAD: usize = 16;

/// Something that a player hears of at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum News {
    /// Challenges or games have changed.
    Changed,
    /// A game of the player has begun.
    Started(GameId),
    /// The opponent of a finished game offers another.
    Rematch(GameId),
    /// Something was ruled about a game of the player, or decided about a ruling.
    Ruled(GameId),
}

/// All feeds of this server.
#[derive(Default)]
pub(crate) struct Feeds {
    players: Mutex<HashMap<PlayerId, Channel>>,
}

struct Channel {
    news: broadcast::Sender<News>,
    /// The number of listeners.
    open: usize,
}

impl Feeds {
    fn players(&self) -> MutexGuard<'_, HashMap<PlayerId, Channel>> {
        self.players.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a feed of a player.
    pub(crate) fn open(self: &Arc<Self>, player: PlayerId) -> Feed {
        let mut players = self.players();
        let channel = players.entry(player).or_insert_with(|| Channel {
            news: broadcast::Sender::new(UNREAD),
            open: 0,
        });
        channel.open += 1;
        Feed {
            news: channel.news.subscribe(),
            feeds: Arc::clone(self),
            player,
        }
    }

    /// Whether a player has a feed open.
    pub(crate) fn is_online(&self, player: PlayerId) -> bool {
        self.players().contains_key(&player)
    }

    /// Tells a player something, if they are here.
    pub(crate) fn tell(&self, player: PlayerId, news: News) {
        if let Some(channel) = self.players().get(&player) {
            // Nobody may listen any more.
            let _ = channel.news.send(news);
        }
    }

    /// Tells several players the same.
    pub(crate) fn tell_all(&self, players: impl Iterator<Item = PlayerId>, news: News) {
        for player in players {
            self.tell(player, news);
        }
    }
}

/// An open feed. Dropping it closes it.
pub(crate) struct Feed {
    feeds: Arc<Feeds>,
    player: PlayerId,
    pub(crate) news: broadcast::Receiver<News>,
}

impl Feed {
    /// Resolves when there is news, or may have been.
    pub(crate) async fn hear(&mut self) {
        // The sender lives as long as this feed.
        let _ = self.news.recv().await;
    }

    /// Forgets the news that has come until now: its reader is about to look at everything.
    pub(crate) fn drain(&mut self) {
        self.news = self.news.resubscribe();
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        let mut players = self.feeds.players();
        if let Some(channel) = players.get_mut(&self.player) {
            channel.open -= 1;
            if channel.open == 0 {
                players.remove(&self.player);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_online_while_one_of_their_feeds_is_open() {
        let feeds: Arc<Feeds> = Arc::default();
        let player: PlayerId = "playerplayer".parse().expect("an identifier");
        let other: PlayerId = "otherotherot".parse().expect("an identifier");
        let mut first = feeds.open(player);
        let second = feeds.open(player);
        feeds.tell(player, News::Changed);
        feeds.tell(other, News::Changed);
        assert_eq!(first.news.try_recv(), Ok(News::Changed));
        assert!(first.news.try_recv().is_err());
        drop(first);
        assert!(feeds.is_online(player) && !feeds.is_online(other));
        drop(second);
        assert!(!feeds.is_online(player));
        assert!(
            feeds.players().is_empty(),
            "nothing is kept of who has gone"
        );
    }
}
