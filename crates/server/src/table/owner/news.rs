//! News of a game for players who look at something else.

use manifold_rules::board::Color;

use super::Owner;
use crate::ids::PlayerId;
use crate::meeting::News;
use crate::table::event::{Offer, OtherEvent};
use crate::table::live_game::Next;

impl Owner {
    /// The news of `next` once it is stored, by player.
    pub(super) async fn news(&mut self, next: &Next) -> Vec<(PlayerId, News)> {
        if let Next::Other(OtherEvent::Offered { by, what }) = next
            && *what == Offer::Rematch
            && !self.calls_for_rematch(*by).await
        {
            return Vec::new();
        }
        let info = &self.game.state().info;
        let player = |color: Color| info.player(color).id();
        let away = |color: &Color| !self.is_here(*color);
        let told = |colors: &[Color], news: News| -> Vec<(PlayerId, News)> {
            let away = colors.iter().copied().filter(away);
            away.filter_map(player)
                .map(|player| (player, news))
                .collect()
        };
        match next {
            Next::Other(OtherEvent::Joined { color, .. }) => {
                told(&[color.other()], News::Started(self.id))
            }
            Next::Other(OtherEvent::Rematch { game }) => told(&Color::ALL, News::Started(*game)),
            Next::Other(OtherEvent::Offered {
                by,
                what: Offer::Rematch,
            }) => told(&[by.other()], News::Rematch(self.id)),
            // In a correspondence game everybody's list shows whose turn it is.
            _ if info.is_correspondence() => info
                .people()
                .map(|player| (player, News::Changed))
                .collect(),
            // Both players' lists show that a game of an event waits for the first turn.
            _ if info.event.is_some() && self.game.state().is_in_first_turn() => info
                .people()
                .map(|player| (player, News::Changed))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a player's offer of a rematch reaches the opponent elsewhere: the first one does, unless the opponent blocks the player.
    async fn calls_for_rematch(&mut self, by: Color) -> bool {
        let info = &self.game.state().info;
        let (Some(own), Some(other)) = (info.player(by).id(), info.player(by.other()).id()) else {
            return false;
        };
        // If the database does not answer, nobody is called.
        !self.game.has_offered_rematch(by)
            && self.services.store.blocks(other, own).await == Ok(false)
    }
}
