//! The engine at the table: it is asked, and answers later.

use std::sync::Arc;
use std::time::Duration;

use manifold_engine::{Level, Limits};
use tokio::time::Instant;

use super::{Lost, Message, Table};
use crate::hidden::Hidden;
use crate::table::event::Happening;
use crate::table::game::{Command, Presence, Verdict};
use crate::table::referee::hex;
use crate::table::seat::Seat;

/// After how long a full engine is asked again.
const ENGINE_RETRY: Duration = Duration::from_millis(200);

impl Table {
    pub(super) fn ask_the_engine(&mut self) {
        let Some((color, level)) = self.game.engine_to_act() else {
            self.engine_due = None;
            return;
        };
        let n = self.game.n();
        if self.thinking == Some(n) || self.engine_due.is_some_and(|due| due > Instant::now()) {
            return;
        }
        let settings = &self.lobby.settings;
        let now = self.lobby.world.now_ms();
        let time = self
            .game
            .engine_time(color, now)
            .map_or(settings.engine_ms, |time| time.min(settings.engine_ms));
        let limits = Limits {
            time: Some(Duration::from_millis(time)),
            ..self.lobby.engine_limits()
        };
        let level = Level::new(level).unwrap_or_default();
        let seed = self.lobby.world.seed();
        let thinker = self.game.referee().thinker(color, level, limits, seed);
        let lobby = Arc::clone(&self.lobby);
        let id = Arc::clone(&self.id);
        let asked = self.lobby.engine.submit(Box::new(move || {
            let action = thinker();
            lobby.tell(&id, Message::Thought { n, action });
        }));
        if asked {
            self.thinking = Some(n);
            self.engine_due = None;
        } else {
            self.engine_due = Some(Instant::now() + ENGINE_RETRY);
        }
    }

    pub(super) async fn thought(&mut self, n: u64, action: Option<Hidden>) -> Result<(), Lost> {
        if self.thinking != Some(n) {
            return Ok(());
        }
        self.thinking = None;
        // It may have been taken back or decided meanwhile; other events do not matter to the engine.
        let Some((color, _)) = self.game.engine_to_act().filter(|_| self.game.n() == n) else {
            return Ok(());
        };
        let now = self.lobby.world.now_ms();
        let first = action.and_then(|action| {
            let command = Command::Act { n, action };
            self.game
                .judge(Seat::of(color), &command, Presence::default())
                .ok()
        });
        let judgement = first.or_else(|| {
            tracing::error!(game = %self.id, "the engine had no legal action");
            let action = self.game.any_action(color)?;
            let command = Command::Act { n, action };
            self.game
                .judge(Seat::of(color), &command, Presence::default())
                .ok()
        });
        let Some(judgement) = judgement else {
            return Ok(());
        };
        if let Verdict::Happen(mut happening) = judgement.verdict {
            if let Happening::Action { salt, .. } = &mut happening
                && judgement.needs_salt
            {
                *salt = Some(Hidden::new(hex(&self.lobby.world.salt())));
            }
            self.happen(happening, None, now).await?;
        }
        Ok(())
    }
}
