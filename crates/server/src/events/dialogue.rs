//! The dialogue between an event and its games: the event's orders in one direction, the standings of games in the other.

use std::sync::Arc;

use futures_util::StreamExt;
use manifold_events as law;
use manifold_events::{Command, Who};

use super::error::EventError;
use super::held::{Held, Step, is_too_late};
use super::ids::game_id;
use crate::ids::GameId;
use crate::names::EndReason;
use crate::registry::Registry;
use crate::services::Services;
use crate::table::error::TableError;
use crate::table::event::GameEnd;
use crate::table::message::Message;
use crate::table::orders::Ordered;
use crate::table::standing::{PlayedEnd, Standing};

/// Games that are told or asked something at once.
const AT_ONCE: usize = 64;

/// Does everything that is due in an event until `now`, and tells its games what follows.
pub(super) async fn catch_up(
    registry: &Arc<Registry>,
    held: &mut Held,
    now: u64,
) -> Result<(), EventError> {
    loop {
        let step = held.catch_up(&registry.services, now).await?;
        tell_games(registry, held).await;
        match step {
            Step::Done => return Ok(()),
            Step::Look(game) => {
                look_at(registry, held, &[game], u64::MAX).await?;
                held.looked.insert(game);
            }
        }
    }
}

/// Tells games their orders. Those that cannot be told now are told later.
pub(super) async fn tell_games(registry: &Arc<Registry>, held: &mut Held) {
    if held.untold.is_empty() {
        return;
    }
    let untold = std::mem::take(&mut held.untold);
    let told = futures_util::stream::iter(untold).map(|(game, ordered)| async move {
        let result = tell(registry, game_id(game), &ordered).await;
        (game, ordered, result)
    });
    let mut told = told.buffer_unordered(AT_ONCE);
    while let Some((game, ordered, result)) = told.next().await {
        match result {
            Ok(()) | Err(TableError::NoSuchGame | TableError::Damaged) => {}
            Err(error) => {
                tracing::debug!(%game, ?error, "a game could not be told what its event orders");
                held.untold.insert(game, ordered);
            }
        }
    }
}

async fn tell(
    registry: &Arc<Registry>,
    game: GameId,
    ordered: &[Ordered],
) -> Result<(), TableError> {
    let ask = |reply| Message::Order(ordered.to_vec(), reply);
    registry.ask(game, ask).await
}

/// Asks games who has acted and how they ended, and appends what the event does not know. A flag that fell after `until` is left alone: a
/// request that has been waiting since then may be a call, which stopped the clocks. Returns whether there was one.
pub(super) async fn look_at(
    registry: &Arc<Registry>,
    held: &mut Held,
    games: &[law::GameId],
    until: u64,
) -> Result<bool, EventError> {
    let asked = futures_util::stream::iter(games.to_vec()).map(|game| async move {
        let ask = |reply| Message::Standing(reply);
        (game, registry.ask(game_id(game), ask).await)
    });
    let standings: Vec<_> = asked.buffered(AT_ONCE).collect().await;
    let mut is_left = false;
    for (game, mut standing) in standings {
        if let Ok(standing) = &mut standing {
            // What the game has not been told yet may have stopped its clocks, too.
            let is_untold = held.untold.contains_key(&game);
            let is_open = |end: &PlayedEnd| {
                end.end.result().reason == EndReason::Time && (end.at > until || is_untold)
            };
            is_left |= standing.played.take_if(|end| is_open(end)).is_some();
        }
        match standing {
            Ok(standing) => note_standing(&registry.services, held, game, standing).await?,
            Err(TableError::NoSuchGame | TableError::Damaged) => {}
            Err(_) => return Err(EventError::Storage),
        }
    }
    Ok(is_left)
}

async fn note_standing(
    services: &Services,
    held: &mut Held,
    id: law::GameId,
    standing: Standing,
) -> Result<(), EventError> {
    let Some(game) = held.event.game(id).filter(|game| game.is_live()) else {
        return Ok(());
    };
    let players = law::Side::ALL.map(|side| (side, game.player(side)));
    for ((side, player), acted) in players.into_iter().zip(standing.acted) {
        let Some(acted) = acted else { continue };
        let is_known = |held: &Held| {
            let game = held.event.game(id);
            game.is_some_and(|game| game.has_arrived(side))
        };
        if is_known(held) {
            continue;
        }
        let arrive = Command::Arrive { game: id };
        let arrived = held.decide(services, acted, Who::Person(player), arrive);
        ignore_late(arrived.await)?;
    }
    let Some(played) = standing.played else {
        return Ok(());
    };
    let result = match (played.end, played.end.result().winner) {
        (GameEnd::Aborted, _) => return Ok(()),
        (_, Some(crate::names::Color::White)) => law::GameResult::WhiteWins,
        (_, Some(crate::names::Color::Black)) => law::GameResult::BlackWins,
        (_, None) => law::GameResult::Draw,
    };
    // The clock of a player who never came can run out before the default time. The default time decides, and the opponent has as long to
    // come.
    let flagged = match result {
        _ if played.end.result().reason != EndReason::Time => None,
        law::GameResult::WhiteWins => Some(law::Side::Black),
        law::GameResult::BlackWins => Some(law::Side::White),
        _ => None,
    };
    let game = held.event.game(id);
    if flagged.is_some_and(|side| game.is_some_and(|game| !game.has_arrived(side))) {
        return Ok(());
    }
    let reason = serde_json::to_value(played.end.result().reason);
    let reason = reason
        .ok()
        .and_then(|word| word.as_str().map(str::to_owned));
    let now = services.system.now_ms();
    let started = held.event.game(id).and_then(|game| game.started);
    let end = Command::EndGame {
        game: id,
        result,
        reason: reason.unwrap_or_default(),
        ended_at: played.at.max(started.unwrap_or(0)).min(now),
        turns: standing.turns,
    };
    ignore_late(held.decide(services, now, Who::Server, end).await)
}

/// Checks what the law cannot know about a ruling of a game: whether the point exists from which it is to resume. Also records how far the
/// game has come, because without a turn of each player it is not rated.
///
/// # Errors
/// There is no such point, or the database has failed.
pub(super) async fn before_ruling(
    registry: &Arc<Registry>,
    held: &mut Held,
    now: u64,
    who: Who,
    command: &Command,
) -> Result<(), EventError> {
    let (game, outcome) = match command {
        Command::Rule { game, outcome, .. } => (Some(*game), outcome),
        Command::DecideAppeal {
            ruling,
            decision: law::Decision::Varied { outcome },
            ..
        } => {
            let ruling = held.event.rulings().get(ruling);
            (ruling.map(|ruling| ruling.game), outcome)
        }
        _ => return Ok(()),
    };
    let is_played = outcome.result().is_some_and(|result| !result.is_forfeit());
    let from = match outcome {
        law::Outcome::Resume { from, .. } => Some(*from),
        _ => None,
    };
    let Some(game) = game.filter(|_| is_played || from.is_some()) else {
        return Ok(());
    };
    // A command by somebody who may not rule leaves nothing in the log.
    if held.event.decide(now, who, command.clone()).is_err() {
        return Ok(());
    }
    look_at(registry, held, &[game], u64::MAX).await?;
    let ask = |reply| Message::Standing(reply);
    let standing = match registry.ask(game_id(game), ask).await {
        Ok(standing) => standing,
        Err(TableError::NoSuchGame | TableError::Damaged) => return Ok(()),
        Err(_) => return Err(EventError::Storage),
    };
    if let Some(from) = from {
        let last = standing.n;
        return match from <= last {
            true => Ok(()),
            false => Err(EventError::NoSuchPoint { last }),
        };
    }
    let turns = standing.turns;
    let record = Command::RecordTurns { game, turns };
    ignore_late(
        held.decide(&registry.services, now, Who::Server, record)
            .await,
    )
}

fn ignore_late(done: Result<Vec<u64>, EventError>) -> Result<(), EventError> {
    match done {
        Err(error) if is_too_late(&error) => Ok(()),
        done => done.map(drop),
    }
}
