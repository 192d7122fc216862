//! Mail and push messages, for players who have no page open.
//!
//! Messages wait in the store's outbox, into which they are written together with their causes. Their words are made when they are
//! sent. So a crash loses nothing, and messages that have become pointless meanwhile are not sent.

pub(crate) mod address;
pub(crate) mod choices;
pub(crate) mod deliver;
pub(crate) mod link;
pub(crate) mod mailer;
mod notice;
pub(crate) mod passes;
pub(crate) mod post;
pub(crate) mod push;
pub(crate) mod reminder;
mod text;

use crate::settings::Settings;
use link::Unsubscribing;
use mailer::{Mailer, NoMailer};
use passes::AllPasses;
use push::Pusher;

/// The means of reaching players.
pub(crate) struct Notifier {
    /// Sends mail, if the operator has said how.
    pub(crate) mailer: Option<Mailer>,
    pub(crate) unsubscribing: Unsubscribing,
    pub(crate) pusher: Pusher,
    pub(crate) passes: AllPasses,
}

impl Notifier {
    /// `key` is the server's master key.
    ///
    /// # Errors
    /// The settings configure mail, but it cannot be sent with them.
    pub(crate) fn new(settings: &Settings, key: &[u8]) -> Result<Notifier, NoMailer> {
        let mailer = match &settings.smtp_url {
            None => None,
            Some(url) => {
                let from = settings.mail_from.as_deref();
                let site = settings.public_url.as_deref();
                Some(Mailer::new(
                    url.reveal(),
                    from,
                    site,
                    settings.smtp_ca.as_deref(),
                )?)
            }
        };
        Ok(Notifier {
            mailer,
            unsubscribing: Unsubscribing::new(key),
            pusher: Pusher::new(settings, key),
            passes: AllPasses::default(),
        })
    }

    /// Whether the server sends mail.
    pub(crate) fn sends_mail(&self) -> bool {
        self.mailer.is_some()
    }
}
