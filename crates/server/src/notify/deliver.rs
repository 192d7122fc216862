//! The tasks that send what waits.

use std::sync::Arc;

use futures_util::future::join_all;

use super::address::MailAddress;
use super::choices::{Channel, Choices, Kind};
use super::mailer::{Mail, Mailer, NotSent};
use super::notice::{Notice, moment};
use super::post::{Post, Taken};
use super::push::services::Unsent;
use super::text::{self, Words};
use crate::ids::PlayerId;
use crate::people::session::Token;
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::services::Services;
use crate::store::{Change, Notified, Notify, StoreError};

/// Passes after which notices that are too old are forgotten.
const TIDY: u32 = 600;
/// Mails that are taken from the outbox at once. All of them are sent or given back long before anybody else may take them.
const MAILS: u32 = 4;
/// Push messages that are sent at once.
const PUSHES: u32 = 16;

/// Sends mails until the server stops. Those that are left then are sent after the next start.
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
        // A failure of the store was logged, and is tried again with a later beat.
        if services.store.has_reminders(at).await == Ok(true) {
            let _ = services.store.notify(Notify::Remind { at }).await;
        }
        if count.is_multiple_of(TIDY) {
            let _ = services.store.notify(Notify::Tidy { at }).await;
        }
        if services.store.has_old(at).await == Ok(true) {
            let _ = services.store.tidy(at).await;
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

/// The outcome of a delivery.
enum Sent {
    /// It was sent, or no longer needs to be.
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

/// Whether an open page of the server already notifies the player. Reminders are sent on all channels anyway.
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
    let change = Change::GiveTicket {
        ticket,
        password: None,
        at: now,
    };
    services.store.change(change).await?;
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

/// The recipient of a link that resets a password, if the name has an account with an address.
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
