//! What players ask for, and how it comes to happen.

use std::sync::Arc;

use super::{Lost, Reply, Table, summary};
use crate::hidden::Hidden;
use crate::problem::{Code, Problem};
use crate::store::{Append, AppendError};
use crate::table::event::{Event, Happening, Request};
use crate::table::frame::Outgoing;
use crate::table::game::{Command, Verdict};
use crate::table::referee::hex;
use crate::table::seat::Seat;
use crate::table::state::Status;

impl Table {
    pub(super) async fn command(
        &mut self,
        from: u64,
        id: String,
        command: Command,
        lag_ms: u32,
    ) -> Result<(), Lost> {
        let Some(subscriber) = self.subscribers.iter().find(|s| s.number == from) else {
            return Ok(());
        };
        let request = Request {
            player: subscriber.player.clone(),
            id,
        };
        if let Some(n) = self.game.remembered(&request) {
            let id = request.id;
            self.send_to(from, Outgoing::Ack { id, n }.encode());
            return Ok(());
        }
        let seat = self.game.setup.seat(&request.player);
        match self.decide(seat, command, lag_ms, from, &request).await? {
            Ok(()) => Ok(()),
            Err(problem) => {
                let id = Some(request.id);
                metrics::counter!("manifold_refused_total", "code" => problem.code).increment(1);
                self.send_to(from, Outgoing::Refused { id, problem }.encode());
                Ok(())
            }
        }
    }

    async fn decide(
        &mut self,
        seat: Seat,
        command: Command,
        lag_ms: u32,
        from: u64,
        request: &Request,
    ) -> Result<Result<(), Problem>, Lost> {
        let now = self.lobby.world.now_ms();
        let most = u32::try_from(self.lobby.settings.lag_ms).unwrap_or(u32::MAX);
        let lag_ms = lag_ms.min(most);
        if let Some(color) = self.game.flagged(now.saturating_sub(u64::from(lag_ms))) {
            self.happen(Happening::Flagged { color }, None, now).await?;
        }
        let judgement = match self.game.judge(seat, &command, self.presence()) {
            Ok(judgement) => judgement,
            Err(problem) => return Ok(Err(problem)),
        };
        let mut happening = match judgement.verdict {
            Verdict::Happen(happening) => happening,
            Verdict::Rematch(setup) => match self.lobby.open_game(*setup, None).await {
                Ok(game) => Happening::Rematch { game },
                Err(problem) => return Ok(Err(problem)),
            },
        };
        if let Happening::Action {
            salt, lag_ms: lag, ..
        } = &mut happening
        {
            *lag = lag_ms.min(self.game.since_last_event(now));
            if judgement.needs_salt {
                *salt = Some(Hidden::new(hex(&self.lobby.world.salt())));
            }
        }
        self.happen(happening, Some((from, request.clone())), now)
            .await?;
        Ok(Ok(()))
    }

    pub(super) async fn join(
        &mut self,
        player: String,
        name: String,
        reply: Reply<Seat>,
    ) -> Result<(), Lost> {
        let result = match (self.game.setup.seat(&player), self.game.setup.free()) {
            // A resend, or the creator following the own link.
            (seat @ (Seat::White | Seat::Black | Seat::Both), _) => Ok(seat),
            (Seat::Spectator, Some(color)) if self.game.status() == Status::Waiting => {
                let now = self.lobby.world.now_ms();
                let joined = Happening::Joined {
                    color,
                    player,
                    name,
                };
                self.happen(joined, None, now).await?;
                Ok(Seat::of(color))
            }
            _ => Err(Problem::new(
                Code::Taken,
                "Both seats of this game are taken. You can watch it.",
            )),
        };
        let _ = reply.send(result);
        Ok(())
    }

    /// Stores what happens, and only then acknowledges it and tells everybody.
    pub(super) async fn happen(
        &mut self,
        happening: Happening,
        request: Option<(u64, Request)>,
        now: u64,
    ) -> Result<(), Lost> {
        let (from, request) = request.unzip();
        let joined = match &happening {
            Happening::Joined { color, player, .. } => Some((*color, player.clone())),
            _ => None,
        };
        let event = Event {
            n: self.game.n() + 1,
            at: now,
            request: request.clone(),
            happening,
        };
        // Nobody sees the game before the commit: if that fails it is thrown away and read again.
        self.game.apply(event.clone()).map_err(|problem| {
            tracing::error!(game = %self.id, code = problem.code, "an event cannot be applied");
            Lost
        })?;
        let mut summary = summary(&self.game, now);
        summary.joined = joined.map(|(color, player)| {
            let setup = Box::new(self.game.setup.clone());
            (color, player, setup)
        });
        let append = Append {
            game: Arc::clone(&self.id),
            event,
            summary,
        };
        let stored = self.lobby.store.append(append).await;
        if let Err(error) = stored {
            tracing::error!(game = %self.id, %error, "an event was not stored");
            if let (Some(from), Some(request)) = (from, request) {
                let problem = match error {
                    AppendError::Conflict => Problem::new(
                        Code::Stale,
                        "The game has gone on elsewhere. Connect again.",
                    ),
                    AppendError::Failed => Problem::storage(),
                };
                let id = Some(request.id);
                self.send_to(from, Outgoing::Refused { id, problem }.encode());
            }
            return Err(Lost);
        }
        metrics::counter!("manifold_events_total").increment(1);
        if let (Some(from), Some(request)) = (from, request) {
            let n = self.game.n();
            let id = request.id;
            self.send_to(from, Outgoing::Ack { id, n }.encode());
        }
        self.note_presence();
        self.tell_event();
        Ok(())
    }
}
