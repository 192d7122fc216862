//! Web Push: messages that a browser shows although no page is open. A push service of the browser's maker brings them there, and
//! learns when and to which browser, but not what they say.

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

/// Browsers of one account that show messages.
pub(crate) const BROWSERS: i64 = 10;

/// A browser that shows messages as long as a session lasts.
#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) id: PushId,
    pub(crate) player: PlayerId,
    pub(crate) session: SessionId,
    /// The address at the push service that takes messages for it.
    pub(crate) endpoint: String,
    pub(crate) keys: BrowserKeys,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
}

/// A message, as the client's service worker reads it.
#[derive(Debug, Serialize)]
pub(crate) struct Message {
    pub(crate) title: String,
    pub(crate) body: String,
    /// The page that a click opens: a path of this server.
    pub(crate) url: String,
    /// A message replaces an earlier one with the same tag.
    pub(crate) tag: String,
    /// For how many seconds the push service keeps it for a browser that cannot be reached.
    #[serde(skip)]
    pub(crate) keep_seconds: u64,
}

/// Sends messages.
pub(crate) struct Pusher {
    pub(crate) key: ServerKey,
    services: PushServices,
    /// The operator's contact address for push services that have a question.
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

    /// The address for messages to a browser, if it is of a push service that is known here.
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
        // Settings may have changed since it was stored.
        let endpoint = self.endpoint(&to.endpoint).ok_or(Unsent::Gone)?;
        let text = serde_json::to_vec(message).map_err(|_| Unsent::Never)?;
        let body = encrypt::encrypt(&text, &to.keys, system).ok_or(Unsent::Never)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SimulatedClock;

    #[tokio::test]
    async fn a_message_that_cannot_be_encrypted_is_given_up_and_the_browser_is_not_forgotten() {
        let system = System::simulated(SimulatedClock::at(0), 1);
        let browser = Subscription {
            id: PushId::random(&system),
            player: PlayerId::random(&system),
            session: SessionId::random(&system),
            endpoint: "https://fcm.googleapis.com/a".to_owned(),
            keys: BrowserKeys {
                public: [0; 65],
                secret: [0; 16],
            },
            created_at: 0,
        };
        let message = Message {
            title: "Your turn".to_owned(),
            body: "It is your turn.".to_owned(),
            url: "/".to_owned(),
            tag: "turn".to_owned(),
            keep_seconds: 60,
        };
        let pusher = Pusher::new(&Settings::default(), &[7; 32]);
        let sent = pusher.send(&browser, &message, &system).await;
        assert_eq!(sent, Err(Unsent::Never));
        // A service that is not known here any more brings nothing to the browser.
        let elsewhere = Subscription {
            endpoint: "https://push.example/a".to_owned(),
            ..browser
        };
        let sent = pusher.send(&elsewhere, &message, &system).await;
        assert_eq!(sent, Err(Unsent::Gone));
    }
}
