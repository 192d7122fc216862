//! News of games for their players, whatever they look at: a hint that a list is to be read again, and nothing more. One that is lost
//! costs some seconds.

use manifold_rules::board::Color;
use tokio::sync::broadcast;

use crate::ids::PlayerId;
use crate::table::info::GameInfo;

/// Hints that a listener may not have read before it looks of its own accord.
const UNHEARD: usize = 256;

/// Tells players that something about their games has changed.
pub(crate) struct News(broadcast::Sender<PlayerId>);

impl Default for News {
    fn default() -> News {
        News(broadcast::Sender::new(UNHEARD))
    }
}

impl News {
    /// A game has begun, or ended.
    pub(crate) fn tell(&self, info: &GameInfo) {
        for player in Color::ALL
            .into_iter()
            .filter_map(|color| info.player(color).id())
        {
            // Nobody may listen.
            let _ = self.0.send(player);
        }
    }

    /// Hears what is told from now on.
    pub(crate) fn listen(&self, player: PlayerId) -> Listener {
        Listener {
            player,
            hints: self.0.subscribe(),
        }
    }
}

/// Listens for one player.
pub(crate) struct Listener {
    player: PlayerId,
    hints: broadcast::Receiver<PlayerId>,
}

impl Listener {
    /// Ready when there is news for the player, or may have been.
    pub(crate) async fn hear(&mut self) {
        loop {
            match self.hints.recv().await {
                Ok(player) if player != self.player => {}
                Ok(_) | Err(broadcast::error::RecvError::Lagged(_)) => return,
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}
