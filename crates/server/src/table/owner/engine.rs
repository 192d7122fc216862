//! The engine as a player: it is asked, and answers later.

use std::time::Duration;

use manifold_engine::{Level, Limits};
use manifold_rules::variant::AnyAction;
use tokio::time::Instant;

use super::{Lost, Owner};
use crate::table::message::Message;

/// After how long the engine is asked again when too much waits for it.
const ENGINE_RETRY: Duration = Duration::from_millis(200);

impl Owner {
    pub(super) fn ask_the_engine(&mut self) {
        let Some((color, level)) = self.game.state().engine_to_act() else {
            self.engine_due = None;
            return;
        };
        let n = self.game.n();
        if self.thinking == Some(n) || self.engine_due.is_some_and(|due| due > Instant::now()) {
            return;
        }
        let services = &self.services;
        let longest = services.settings.engine_ms;
        let time = self
            .game
            .state()
            .engine_time(color, services.system.now_ms())
            .map_or(longest, |time| time.min(longest));
        let limits = Limits {
            time: Some(Duration::from_millis(time)),
            ..services.engine_limits()
        };
        let level = Level::new(level).unwrap_or_default();
        let seed = services.system.seed();
        let thinker = self
            .game
            .state()
            .referee
            .thinker(color, level, limits, seed);
        let mailbox = self.mailbox.clone();
        let accepted = services.engine.submit(Box::new(move || {
            let action = thinker();
            // If the game was put away meanwhile, the engine is asked again when it is loaded.
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.blocking_send(Message::EngineDecided { n, action });
            }
        }));
        if accepted {
            self.thinking = Some(n);
            self.engine_due = None;
        } else {
            self.engine_due = Some(Instant::now() + ENGINE_RETRY);
        }
    }

    pub(super) async fn engine_decided(
        &mut self,
        n: u64,
        action: Option<AnyAction>,
    ) -> Result<(), Lost> {
        if self.thinking != Some(n) {
            return Ok(());
        }
        self.thinking = None;
        // The game may have ended or been taken back meanwhile; then the engine is asked again if it must act.
        let Some((color, _)) = self
            .game
            .state()
            .engine_to_act()
            .filter(|_| self.game.n() == n)
        else {
            return Ok(());
        };
        let decided = action.and_then(|action| self.game.judge_engine_action(action).ok());
        let judgement = decided.or_else(|| {
            tracing::error!(game = %self.id, "the engine had no legal action");
            let action = self.game.state().referee.any_action(color)?;
            self.game.judge_engine_action(action).ok()
        });
        let Some(judgement) = judgement else {
            return Ok(());
        };
        let now = self.services.system.now_ms();
        if let Ok(next) = self.next_of(judgement, 0, now).await {
            self.happen(next, None, now).await?;
        }
        Ok(())
    }
}
