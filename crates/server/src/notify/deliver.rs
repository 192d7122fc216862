//! The tasks that send what waits.

use std::sync::Arc;

use futures_util::future::join_all;

use super::address::MailAddress;
use super::choices::{Channel, Choices, Kind};
use super::mailer::{Mail, Mailer, NotSent};
use super::post::{GIVEN_UP_MS, Post, Taken};
use super::push::Message;
use super::push::services::Unsent;
use super::text::{self, Words};
use crate::ids::{GameId, PlayerId};
use crate::meeting::challenge::Challenge;
use crate::names::Color;
use crate::people::session::Token;
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::services::Services;
use crate::store::{Change, Notified, Notify, PresentTurn, RoundGame, StoreError};
use crate::table::info::Player;
use crate::table::orders::OfEvent;

/// How often what is too old is forgotten: after this many passes.
const TIDY: u32 = 600;
/// Mails that are taken at once. All of them are sent, or given back, long before they are anybody else's.
const MAILS: u32 = 4;
/// Push messages that are sent at once.
const PUSHES: u32 = 16;

/// Sends mails until the server stops. What is left then is sent after the next start.
pub(crate) async fn mails(services: Arc<Services>) {
    let Some(mailer) = &services.notifier.mailer else {
        return;
    };
    let passes = &services.notifier.passes.mails;
    loop {
        tokio::select! {
            () = passes.next() => {}
            () = services.stopping() => return,
        }
        loop {
            let taken = take(&services, Channel::Mail, MAILS).await;
            for taken in &taken {
                let sent = send_mail(&services, mailer, taken).await;
                settle(&services, taken, sent).await;
            }
            if taken.is_empty() || services.is_stopping() {
                break;
            }
        }
        passes.count();
    }
}

/// Sends push messages until the server stops, several at a time: services answer slowly.
pub(crate) async fn pushes(services: Arc<Services>) {
    let passes = &services.notifier.passes.pushes;
    loop {
        tokio::select! {
            () = passes.next() => {}
            () = services.stopping() => return,
        }
        loop {
            let taken = take(&services, Channel::Push, PUSHES).await;
            let sending = taken.iter().map(async |taken| {
                let sent = send_push(&services, taken).await;
                settle(&services, taken, sent).await;
            });
            join_all(sending).await;
            if taken.is_empty() || services.is_stopping() {
                break;
            }
        }
        passes.count();
    }
}

async fn send_push(services: &Services, taken: &Taken) -> Result<Sent, StoreError> {
    let (Some(player), Some(kind), Some(id)) =
        (taken.player, taken.post.kind(), taken.subscription)
    else {
        return Ok(Sent::Done);
    };
    let reach = services.store.reach(player).await?;
    if !reach.choices.wants(kind, Channel::Push) || is_told(services, player, &reach.choices, kind)
    {
        return Ok(Sent::Done);
    }
    let Some(browser) = services.store.subscription(id).await? else {
        return Ok(Sent::Done);
    };
    let now = services.system.now_ms();
    let sessions = services.store.sessions(player).await?;
    let is_theirs = sessions
        .iter()
        .any(|session| session.id == browser.session && session.lasts(now));
    let notice = match is_theirs {
        true => Notice::of(services, player, &taken.post).await?,
        false => None,
    };
    let Some(notice) = notice else {
        return Ok(Sent::Done);
    };
    let message = notice.message(now);
    let pusher = &services.notifier.pusher;
    let sent = pusher.send(&browser, &message, &services.system).await;
    let what = match sent {
        Ok(()) => "sent",
        Err(Unsent::Later) => "later",
        Err(Unsent::Never) => "refused",
        Err(Unsent::Gone) => "gone",
    };
    metrics::counter!("manifold_pushes_total", "what" => what).increment(1);
    match sent {
        Err(Unsent::Later) => Ok(Sent::Later),
        Err(Unsent::Gone) => {
            let unsubscribe = Notify::Unsubscribe { player, id };
            services.store.notify(unsubscribe).await?;
            Ok(Sent::Done)
        }
        Ok(()) | Err(Unsent::Never) => Ok(Sent::Done),
    }
}

/// Reminds players of games, and forgets what is too old, until the server stops.
pub(crate) async fn tend(services: Arc<Services>) {
    let passes = &services.notifier.passes.reminders;
    let mut count = 0_u32;
    loop {
        tokio::select! {
            () = passes.next() => {}
            () = services.stopping() => return,
        }
        let at = services.system.now_ms();
        // What the store cannot do now, and has logged, is done with a later beat.
        if services.store.has_reminders(at).await == Ok(true) {
            let _ = services.store.notify(Notify::Remind { at }).await;
        }
        if count.is_multiple_of(TIDY) {
            let _ = services.store.notify(Notify::Tidy { at }).await;
        }
        count = count.wrapping_add(1);
        passes.count();
    }
}

/// Takes what is to be sent on a channel, if there is anything.
async fn take(services: &Services, channel: Channel, most: u32) -> Vec<Taken> {
    let at = services.system.now_ms();
    if services.store.has_post(channel, at).await != Ok(true) {
        return Vec::new();
    }
    match services
        .store
        .notify(Notify::Take { channel, at, most })
        .await
    {
        Ok(Notified::Taken(taken)) => taken,
        _ => Vec::new(),
    }
}

/// What became of an entry.
enum Sent {
    /// It is sent, or need not be.
    Done,
    /// It was surely not sent, and may be later.
    Later,
}

/// Notes what became of an entry. If that cannot be stored, it is taken again later: a mail comes twice then, and none is lost.
async fn settle(services: &Services, taken: &Taken, sent: Result<Sent, StoreError>) {
    let number = taken.number;
    let next = match sent {
        Ok(Sent::Done) => None,
        Ok(Sent::Later) | Err(_) => taken.again_at(services.system.now_ms()),
    };
    let notify = next.map_or(Notify::Done { number }, |at| Notify::Again { number, at });
    let _ = services.store.notify(notify).await;
}

async fn send_mail(
    services: &Services,
    mailer: &Mailer,
    taken: &Taken,
) -> Result<Sent, StoreError> {
    let Some(mail) = compose(services, mailer, taken).await? else {
        return Ok(Sent::Done);
    };
    let sent = mailer.send(mail).await;
    let what = match sent {
        Ok(()) => "sent",
        Err(NotSent::Later) => "later",
        Err(NotSent::Never) => "refused",
    };
    metrics::counter!("manifold_mails_total", "what" => what).increment(1);
    Ok(match sent {
        Err(NotSent::Later) => Sent::Later,
        _ => Sent::Done,
    })
}

/// The mail of an entry; `None` if there is nothing to be said any more.
async fn compose(
    services: &Services,
    mailer: &Mailer,
    taken: &Taken,
) -> Result<Option<Mail>, StoreError> {
    let site = mailer.site();
    let mail = |to, Words { subject, text }, unsubscribe| {
        let id = format!("{}.{}", taken.number, taken.created_at);
        Some(Mail {
            to,
            subject,
            text,
            unsubscribe,
            id,
        })
    };
    if let Post::Forgotten { key } = &taken.post {
        let Some((to, words)) = forgotten(services, site, key, taken).await? else {
            return Ok(None);
        };
        return Ok(mail(to, words, None));
    }
    let Some(player) = taken.player else {
        return Ok(None);
    };
    let Some(account) = services.store.account(player).await? else {
        return Ok(None);
    };
    let name = &account.username;
    let reach = services.store.reach(player).await?;
    match &taken.post {
        Post::Verify { address } => {
            if reach.waiting.as_ref() != Some(address)
                || !may_mail(services, address, taken).await?
            {
                return Ok(None);
            }
            let link = format!(
                "{site}/mail/{}",
                ticket(services, player, Purpose::Address).await?
            );
            Ok(mail(address.clone(), text::verify(name, &link, site), None))
        }
        Post::Alert { alert, address } => {
            let moment = moment(taken.created_at);
            let words = text::alert(*alert, name, &moment, site);
            Ok(mail(address.clone(), words, None))
        }
        post => {
            let (Some(kind), Some(to)) = (post.kind(), reach.address) else {
                return Ok(None);
            };
            if !reach.choices.wants(kind, Channel::Mail)
                || is_told(services, player, &reach.choices, kind)
            {
                return Ok(None);
            }
            let Some(notice) = Notice::of(services, player, post).await? else {
                return Ok(None);
            };
            let link = services.notifier.unsubscribing.link(player, kind);
            let words = notice.words(site, &format!("{site}/unsubscribe/{link}"));
            let unsubscribe = format!("{site}/api/v1/mail/unsubscribe/{link}");
            Ok(mail(to, words, Some(unsubscribe)))
        }
    }
}

/// Whether a page of the server that a player has open tells them of it. Of little time they are told in every way.
fn is_told(services: &Services, player: PlayerId, choices: &Choices, kind: Kind) -> bool {
    kind != Kind::Reminder && choices.wants(kind, Channel::Page) && services.feeds.is_online(player)
}

/// A ticket for a link, as the link has it. It lasts from now on, however long the mail has waited.
async fn ticket(
    services: &Services,
    player: PlayerId,
    purpose: Purpose,
) -> Result<String, StoreError> {
    let now = services.system.now_ms();
    let token = Token::random(&services.system);
    let ticket = Ticket::new(token.hash(), player, purpose, now);
    services
        .store
        .change(Change::GiveTicket(ticket, now))
        .await?;
    Ok(token.reveal())
}

/// Whether one more mail may go to an address that a stranger could have caused.
async fn may_mail(
    services: &Services,
    address: &MailAddress,
    taken: &Taken,
) -> Result<bool, StoreError> {
    if taken.attempts > 1 {
        return Ok(true);
    }
    let count = Notify::Count {
        address: address.hash(),
        at: services.system.now_ms(),
    };
    Ok(matches!(
        services.store.notify(count).await?,
        Notified::Done
    ))
}

/// To whom a link goes with which another password is chosen, if anybody has that name and an address.
async fn forgotten(
    services: &Services,
    site: &str,
    key: &str,
    taken: &Taken,
) -> Result<Option<(MailAddress, Words)>, StoreError> {
    let store = &services.store;
    let Some(account) = store.account_named(NameKey::read(key.to_owned())).await? else {
        return Ok(None);
    };
    let Some(address) = store.reach(account.player).await?.address else {
        return Ok(None);
    };
    if !may_mail(services, &address, taken).await? {
        return Ok(None);
    }
    let ticket = ticket(services, account.player, Purpose::Reset).await?;
    let link = format!("{site}/reset/{ticket}");
    let words = text::forgotten(&account.username, &link, site);
    Ok(Some((address, words)))
}

/// Something that a player is told of, as it is when it is sent.
enum Notice {
    Turn(GameId, PresentTurn, String),
    Reminder(GameId, PresentTurn, String, u64),
    Challenge(Challenge, String),
    Round(Round),
}

/// A player's game of a round.
struct Round {
    game: GameId,
    of: OfEvent,
    opponent: String,
    color: Color,
    /// Whether it has begun.
    begun: bool,
}

impl Notice {
    /// `None` if it is not so any more.
    async fn of(
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
                // Of its beginning they are told by another entry.
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

    /// What a mail says of it.
    fn words(&self, site: &str, no_more: &str) -> Words {
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
}

impl Notice {
    /// What a push message says of it at `now`.
    fn message(&self, now: u64) -> Message {
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

    /// What is said of it: a title, and the rest.
    fn words(&self) -> [String; 2] {
        let starts_at = (!self.begun).then(|| moment(self.of.starts_at));
        text::round_in_short(&self.of, &self.opponent, self.color, starts_at.as_deref())
    }
}

const HOUR_MS: u64 = 3_600_000;

/// A moment in words.
fn moment(ms: u64) -> String {
    let moment = i64::try_from(ms)
        .ok()
        .map(jiff::Timestamp::from_millisecond);
    let moment = moment.and_then(Result::ok).unwrap_or_default();
    moment.strftime("%-d %B %Y, %H:%M UTC").to_string()
}

/// How a player is called.
fn called(player: &Player) -> String {
    match player {
        Player::Free => "nobody".to_owned(),
        Player::Person(person) => person.name.clone(),
        Player::Engine { level, .. } => format!("Computer, level {level}"),
    }
}
