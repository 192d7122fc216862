//! Notices to a player, in the words of a mail and of a push message.

use super::post::{GIVEN_UP_MS, Post};
use super::push::Message;
use super::text::{self, Words};
use crate::ids::{GameId, PlayerId};
use crate::meeting::challenge::Challenge;
use crate::names::Color;
use crate::services::Services;
use crate::store::{PresentTurn, RoundGame, StoreError};
use crate::table::info::Player;
use crate::table::orders::OfEvent;

const HOUR_MS: u64 = 3_600_000;

/// A notice to a player, with the facts at the time of sending.
pub(super) enum Notice {
    Turn(GameId, PresentTurn, String),
    Reminder(GameId, PresentTurn, String, u64),
    Challenge(Challenge, String),
    Round(Round),
}

/// A player's game of a round.
pub(super) struct Round {
    game: GameId,
    of: OfEvent,
    opponent: String,
    color: Color,
    /// Whether it has begun.
    begun: bool,
}

impl Notice {
    /// The notice of an entry in the outbox; `None` if it no longer applies.
    pub(super) async fn of(
        services: &Services,
        player: PlayerId,
        post: &Post,
    ) -> Result<Option<Notice>, StoreError> {
        let now = services.system.now_ms();
        match post {
            Post::Turn { game, turn } | Post::Reminder { game, turn } => {
                let present = services.store.turn_of(*game, player).await?;
                let Some(present) = present.filter(|present| present.number == *turn) else {
                    return Ok(None);
                };
                let info = &present.info;
                let opponent = match info.white.id() == Some(player) {
                    true => &info.black,
                    false => &info.white,
                };
                let opponent = called(opponent);
                Ok(match post {
                    Post::Turn { .. } => Some(Notice::Turn(*game, present, opponent)),
                    _ => {
                        let due_at = present.due_at.filter(|due_at| *due_at > now);
                        due_at.map(|due_at| Notice::Reminder(*game, present, opponent, due_at))
                    }
                })
            }
            Post::Challenge { challenge } => {
                let found = services.store.challenge(*challenge).await?;
                let found = found.filter(|found| found.is_open(now) && found.challenged == player);
                let Some(found) = found else { return Ok(None) };
                let challenger = services.store.account(found.challenger).await?;
                Ok(challenger.map(|one| Notice::Challenge(found, one.username)))
            }
            Post::Round { game, begun } => {
                let rounds = services.store.rounds(player, Some(*game)).await?;
                // The beginning of the game has an entry of its own.
                let found = rounds.into_iter().find(|found| found.begun == *begun);
                let Some(RoundGame { info, .. }) = found else {
                    return Ok(None);
                };
                let (color, opponent) = match info.white.id() == Some(player) {
                    true => (Color::White, called(&info.black)),
                    false => (Color::Black, called(&info.white)),
                };
                Ok(info.event.map(|of| {
                    Notice::Round(Round {
                        game: *game,
                        of,
                        opponent,
                        color,
                        begun: *begun,
                    })
                }))
            }
            _ => Ok(None),
        }
    }

    /// The words of a mail about it.
    pub(super) fn words(&self, site: &str, no_more: &str) -> Words {
        match self {
            Notice::Turn(game, present, opponent) => {
                let link = format!("{site}/g/{game}");
                let name = present.info.variant.name();
                text::turn(name, opponent, [&link, no_more], site)
            }
            Notice::Reminder(game, present, opponent, due_at) => {
                let link = format!("{site}/g/{game}");
                let name = present.info.variant.name();
                text::reminder(name, opponent, &moment(*due_at), [&link, no_more], site)
            }
            Notice::Challenge(Challenge { terms, .. }, challenger) => {
                let (name, clock) = (terms.cell.variant.name(), terms.cell.clock.as_ref());
                text::challenge(name, challenger, clock, [site, no_more], site)
            }
            Notice::Round(round) => {
                let link = format!("{site}{}", round.path());
                text::round(round.words(), [&link, no_more], site)
            }
        }
    }

    /// The push message about it at `now`.
    pub(super) fn message(&self, now: u64) -> Message {
        let ([title, body], url, until) = match self {
            Notice::Turn(game, present, opponent) => {
                let words = text::turn_in_short(present.info.variant.name(), opponent);
                let until = present.due_at.unwrap_or(now + GIVEN_UP_MS);
                (words, format!("/g/{game}"), until)
            }
            Notice::Reminder(game, present, opponent, due_at) => {
                let hours = due_at.saturating_sub(now) / HOUR_MS;
                let name = present.info.variant.name();
                let words = text::reminder_in_short(name, opponent, hours);
                (words, format!("/g/{game}"), *due_at)
            }
            Notice::Challenge(
                Challenge {
                    terms, expires_at, ..
                },
                challenger,
            ) => {
                let (name, clock) = (terms.cell.variant.name(), terms.cell.clock.as_ref());
                let words = text::challenge_in_short(name, challenger, clock);
                (words, "/".to_owned(), *expires_at)
            }
            Notice::Round(round) => (round.words(), round.path(), now + GIVEN_UP_MS),
        };
        let tag = match self {
            Notice::Turn(game, ..) | Notice::Reminder(game, ..) => game.to_string(),
            Notice::Challenge(challenge, _) => challenge.id.to_string(),
            Notice::Round(Round { game, .. }) => game.to_string(),
        };
        Message {
            title,
            body,
            url,
            tag,
            keep_seconds: until.saturating_sub(now).min(GIVEN_UP_MS).div_ceil(1_000),
        }
    }
}

impl Round {
    /// The page where the player goes.
    fn path(&self) -> String {
        match self.begun {
            true => format!("/g/{}", self.game),
            false => format!("/events/{}", self.of.id),
        }
    }

    /// The words about it: a title, and the rest.
    fn words(&self) -> [String; 2] {
        let starts_at = (!self.begun).then(|| moment(self.of.starts_at));
        text::round_in_short(&self.of, &self.opponent, self.color, starts_at.as_deref())
    }
}

/// A moment in words.
pub(super) fn moment(ms: u64) -> String {
    let moment = i64::try_from(ms)
        .ok()
        .map(jiff::Timestamp::from_millisecond);
    let moment = moment.and_then(Result::ok).unwrap_or_default();
    moment.strftime("%-d %B %Y, %H:%M UTC").to_string()
}

/// The name for a player.
fn called(player: &Player) -> String {
    match player {
        Player::Free => "nobody".to_owned(),
        Player::Person(person) => person.name.clone(),
        Player::Engine { level, .. } => format!("Computer, level {level}"),
    }
}
