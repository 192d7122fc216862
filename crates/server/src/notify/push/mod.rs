//! Web Push: messages that a browser shows even if no page is open. The push service of the browser's maker delivers them, and
//! learns when they were sent and to which browser, but not their content.

pub(crate) mod encrypt;
pub(crate) mod services;
pub(crate) mod vapid;

use serde::Serialize;
use url::Url;

use crate::ids::{PlayerId, PushId, SessionId};
use encrypt::BrowserKeys;
use services::{PushServices, Unsent};
use vapid::ServerKey;

use crate::settings::Settings;
use crate::system::System;

/// Maximum number of browsers of one account that show messages.
pub(crate) const BROWSERS: i64 = 10;

/// A browser that shows messages for the lifetime of a session.
#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) id: PushId,
    pub(crate) player: PlayerId,
    pub(crate) session: SessionId,
    /// The URL at the push service to which its messages are sent.
    pub(crate) endpoint: String,
    pub(crate) keys: BrowserKeys,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
}

/// A message in the form that the client's service worker reads.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) title: String,
    pub(crate) body: String,
    /// The page that a click opens: a path of this server.
    pub(crate) url: String,
    /// A message replaces an earlier one with the same tag.
    pub(crate) tag: String,
    /// How long the push service keeps it for a browser that cannot be reached, in seconds.
    #[serde(skip)]
    pub(crate) keep_seconds: u64,
}

/// Sends push messages.
pub(crate) struct Pusher {
    pub(crate) key: ServerKey,
    services: PushServices,
    /// Where push services can reach the operator with questions.
    contact: Option<String>,
}

impl Pusher {
    /// `key` is the server's master key.
    pub(crate) fn new(settings: &Settings, key: &[u8]) -> Pusher {
        let site = settings.public_url.as_ref();
        let site = site.filter(|site| site.starts_with("https://")).cloned();
        Pusher {
            key: ServerKey::derive(key),
            services: PushServices::new(&settings.push_hosts, settings.push_anywhere),
            contact: site,
        }
    }

    /// Parses the URL for messages to a browser, if it belongs to a known push service.
    pub(crate) fn endpoint(&self, text: &str) -> Option<Url> {
        self.services.endpoint(text)
    }

    /// Sends a message to a browser.
    pub(crate) async fn send(
        &self,
        to: &Subscription,
        message: &Message,
        system: &System,
    ) -> Result<(), Unsent> {
        // The settings may have changed since it was stored.
        let endpoint = self.endpoint(&to.endpoint).ok_or(Unsent::Gone)?;
        let text = serde_json::to_vec(message).map_err(|_| Unsent::Never)?;
        let body = encrypt::encrypt(&text, &to.keys, system).ok_or(Unsent::Gone)?;
        // The machine's clock, which the push service's should agree with: the clock of games may be ahead.
        let now = system.machine_ms() / 1_000;
        let proof = self
            .key
            .authorization(&endpoint, self.contact.as_deref(), now);
        let proof = proof.ok_or(Unsent::Never)?;
        let keep = message.keep_seconds;
        self.services.post(&endpoint, &proof, keep, body).await
    }
}
