//! Requests of players, and their execution.

use manifold_ratings::Pool;
use secrecy::SecretString;

use super::telling::Telling;
use super::{Lost, Owner};
use crate::ids::{PlayerId, RequestId, SubscriberId};
use crate::meeting::News;
use crate::names::Status;
use crate::notify::reminder::NextTurn;
use crate::store::{Append, AppendError, NewGame};
use crate::table::create::{self, check_room};
use crate::table::error::TableError;
use crate::table::event::{OtherEvent, Request};
use crate::table::info::Person;
use crate::table::live_game::{Command, Judgement, Next};
use crate::table::rated_players::{must_be_two, with_rating};
use crate::table::seat::Seat;
use crate::table::update::Update;

impl Owner {
    pub(super) async fn command(
        &mut self,
        from: SubscriberId,
        id: RequestId,
        command: Command,
        lag_ms: u32,
    ) -> Result<(), Lost> {
        let Some(subscriber) = self.subscribers.iter().find(|s| s.id == from) else {
            return Ok(());
        };
        let request = Request {
            player: subscriber.player,
            id,
        };
        if let Some(n) = self.game.remembered(&request) {
            self.send_to(from, Update::Ack { id: request.id, n });
            return Ok(());
        }
        let seat = self.game.state().seat(request.player);
        if let Err(error) = self.decide(seat, command, lag_ms, from, &request).await? {
            let id = Some(request.id);
            self.send_to(from, Update::Refused { id, error });
        }
        Ok(())
    }

    async fn decide(
        &mut self,
        seat: Seat,
        command: Command,
        lag_ms: u32,
        from: SubscriberId,
        request: &Request,
    ) -> Result<Result<(), TableError>, Lost> {
        let now = self.services.system.now_ms();
        let most = u32::try_from(self.services.settings.lag_ms).unwrap_or(u32::MAX);
        let lag_ms = lag_ms.min(most).min(self.game.state().creditable(now));
        if let Err(error) = self
            .flag(now.saturating_sub(u64::from(lag_ms)), now)
            .await?
        {
            return Ok(Err(error.into()));
        }
        let judgement = match self.game.judge(seat, &command, self.presence()) {
            Ok(judgement) => judgement,
            Err(error) => return Ok(Err(error)),
        };
        let judgement = match self.between_blocked(seat, &command, judgement).await {
            Ok(judgement) => judgement,
            Err(error) => return Ok(Err(error)),
        };
        let (next, rematch) = match judgement {
            Judgement::Event(next) => (self.salted(next, lag_ms), None),
            Judgement::Rematch(info) => match self.rematch(*info, from).await {
                Ok(game) => (
                    Next::Other(OtherEvent::Rematch { game: game.id }),
                    Some(Box::new(game)),
                ),
                Err(error) => return Ok(Err(error)),
            },
        };
        let request = Some((from, request.clone()));
        self.happen_with(next, request, rematch, now).await?;
        Ok(Ok(()))
    }

    /// The next event with its salt and lag.
    pub(super) fn salted(&self, mut next: Next, lag_ms: u32) -> Next {
        if let Next::Action {
            action,
            salt,
            lag_ms: lag,
            ..
        } = &mut next
        {
            *lag = lag_ms;
            if action.needs_salt() {
                *salt = Some(SecretString::from(hex::encode(self.services.system.salt())));
            }
        }
        next
    }

    /// Ends a game against the computer without a result, because its player has found a person.
    pub(super) async fn leave_computer(
        &mut self,
        player: PlayerId,
    ) -> Result<Result<(), TableError>, Lost> {
        let next = match self.game.judge_leaving_computer(player) {
            Ok(next) => next,
            Err(error) => return Ok(Err(error)),
        };
        let now = self.services.system.now_ms();
        self.happen(next, None, now).await?;
        Ok(Ok(()))
    }

    /// Ends a game that the lobby has made and nobody has begun: the player to act is not there.
    pub(super) async fn end_unless_begun(&mut self, now: u64) -> Result<(), Lost> {
        let patience = self.services.settings.begin_ms();
        let is_over = self.game.left_to_begin(patience, now) == Some(0);
        match self.game.state().beginner() {
            Some(by) if is_over => {
                let aborted = OtherEvent::Aborted { by };
                self.happen(Next::Other(aborted), None, now).await
            }
            _ => Ok(()),
        }
    }

    pub(super) async fn join(&mut self, person: Person) -> Result<Result<Seat, TableError>, Lost> {
        match (
            self.game.state().info.seat(person.id),
            self.game.state().info.free_side(),
        ) {
            // A request sent again, or the creator following their own link.
            (seat @ (Seat::White | Seat::Black | Seat::Both), _) => Ok(Ok(seat)),
            (Seat::Spectator, Some(color)) if self.game.state().status() == Status::Waiting => {
                if let Err(error) = check_room(&self.services, [person.id]).await {
                    return Ok(Err(error));
                }
                if let Err(error) = self.must_meet(&person).await {
                    return Ok(Err(error));
                }
                // In the game's log the guest is now that account, which would then have both sides.
                match self.services.store.has_given(self.id, person.id).await {
                    Ok(false) => {}
                    Ok(true) => return Ok(Err(TableError::HasGiven)),
                    Err(error) => return Ok(Err(error.into())),
                }
                let person = match self.game.state().info.pool() {
                    None => person,
                    Some(pool) => match self.rated_person(person, pool).await {
                        Ok(person) => person,
                        Err(error) => return Ok(Err(error)),
                    },
                };
                let now = self.services.system.now_ms();
                let joined = OtherEvent::Joined { color, person };
                self.happen(Next::Other(joined), None, now).await?;
                // The player who joins may be on vacation.
                let _ = self.take_vacations(now).await?;
                Ok(Ok(Seat::of(color)))
            }
            _ => Ok(Err(TableError::Full)),
        }
    }

    /// Checks that neither the maker of the game nor the person joining it blocks the other, and that the maker is not banned. Nobody is
    /// told that they are blocked, or who is banned.
    async fn must_meet(&mut self, person: &Person) -> Result<(), TableError> {
        let store = &self.services.store;
        let now = self.services.system.now_ms();
        for other in self.game.state().info.people() {
            if store.blocks(person.id, other).await? {
                return Err(TableError::Blocked);
            }
            if store.blocks(other, person.id).await?
                || store.standing(other).await?.at(now).ban.is_some()
            {
                return Err(TableError::Closed);
            }
        }
        Ok(())
    }

    /// A person who joins a rated game, with their rating, if they may.
    async fn rated_person(&mut self, person: Person, pool: Pool) -> Result<Person, TableError> {
        for other in self.game.state().info.people() {
            must_be_two(&self.services, other, person.id).await?;
        }
        with_rating(&self.services, person, pool).await
    }

    /// Stores an event. Only then does the game change, is the request acknowledged and is everybody told.
    pub(super) async fn happen(
        &mut self,
        next: Next,
        request: Option<(SubscriberId, Request)>,
        now: u64,
    ) -> Result<(), Lost> {
        self.happen_with(next, request, None, now).await
    }

    /// As [`Owner::happen`], with the game of a rematch that the event names.
    async fn happen_with(
        &mut self,
        next: Next,
        request: Option<(SubscriberId, Request)>,
        rematch: Option<Box<NewGame>>,
        now: u64,
    ) -> Result<(), Lost> {
        let made = rematch.as_ref().map(|game| game.info.variant);
        let (from, request) = request.unzip();
        let asked = from.zip(request.as_ref().map(|request| request.id.clone()));
        let is_join = matches!(next, Next::Other(OtherEvent::Joined { .. }));
        let news = self.news(&next).await;
        let mut conditions = self.conditions_after(&next);
        let prepared = self.game.prepare(next, request, now);
        if prepared.state().end().is_some() {
            conditions = Default::default();
        }
        let mut summary = prepared.summary();
        if prepared.state().beginner().is_some() {
            summary.attention_at = Some(now.saturating_add(self.services.settings.begin_ms()));
        }
        if Owner::is_answer_due(prepared.state(), &conditions) {
            // If the server dies before the answer is stored, the game is looked after at once when it is back.
            summary.attention_at = Some(0);
        }
        let info = prepared.info();
        let append = Append {
            game: self.id,
            epoch: self.epoch,
            turn: info
                .is_correspondence()
                .then(|| NextTurn::new(info, summary.actor, summary.attention_at)),
            summary,
            joined: is_join.then(|| Box::new(prepared.info().clone())),
            event: prepared.event.clone(),
            rematch,
            rated: self.game.rated_result(&prepared),
            archived: self.game.archived_by(&prepared).map(Box::new),
            conduct: self.game.conduct(&prepared),
            forgotten: self.forgotten(&conditions),
        };
        if let Err(error) = self.services.store.append(append).await {
            // The error of the database was logged where it is known, once and not for every event.
            tracing::debug!(game = %self.id, %error, "an event was not stored");
            let refused = match error {
                AppendError::NotStored => Some(TableError::Storage),
                AppendError::IsBot => Some(TableError::IsBot),
                // Nobody is told anything: the sockets close, and a client that sends the request again learns its outcome. After a
                // conflict the game belongs to another owner, or was taken over: the request may be as valid there as it was here.
                AppendError::Conflict | AppendError::Unknown => None,
            };
            if let (Some((from, id)), Some(error)) = (asked, refused) {
                let id = Some(id);
                self.send_to(from, Update::Refused { id, error });
            }
            return Err(Lost(error));
        }
        let concerned = self.concerns_event(&prepared);
        self.game.commit(prepared);
        if concerned && let Some(event) = &self.game.state().info.event {
            self.services.event_hints.give(event.id, self.id);
        }
        self.conditions = conditions;
        if let Some(variant) = made {
            create::count(variant);
        }
        metrics::counter!("manifold_events_total").increment(1);
        if is_join || made.is_some() || self.game.state().status() == Status::Over {
            let people = self.game.state().info.people();
            let changed = people.map(|player| (player, News::Changed)).collect();
            self.tell(Telling::News(changed));
        }
        self.note_presence();
        self.tell_event(asked);
        if !news.is_empty() {
            self.tell(Telling::News(news));
        }
        Ok(())
    }
}
