//! Rate limits and other limits on everything that comes in, per client.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{ConnectInfo, FromRef, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use governor::Quota;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::background::{Background, Place};
use super::problem::{Code, Problem};
use crate::ids::PlayerId;
use crate::network::{KeyedRate, NetworkCount, NetworkRate, at_least_one, network_of};
use crate::settings::Settings;
use crate::table::error::TableError;
use crate::turns::Turn;

/// The limits, and the counts of what every client does.
pub(super) struct Limiter {
    /// All requests, including pages and files.
    anything: NetworkRate,
    requests: NetworkRate,
    messages: NetworkRate,
    accounts: NetworkRate,
    passkeys: NetworkRate,
    programs: KeyedRate<PlayerId>,
    browsers: KeyedRate<PlayerId>,
    exports: KeyedRate<PlayerId>,
    mails: NetworkRate,
    mails_of_player: KeyedRate<PlayerId>,
    reports: NetworkRate,
    events: NetworkRate,
    /// Namings of arbiters, each of which tells whether somebody else has a second factor.
    arbiters: NetworkRate,
    event_commands: NetworkRate,
    event_commands_of_player: KeyedRate<PlayerId>,
    chat: NetworkRate,
    chat_of_player: KeyedRate<PlayerId>,
    sockets: Arc<Mutex<NetworkCount>>,
    per_client: usize,
    altogether: usize,
    behind_proxy: bool,
    streams: Arc<Mutex<NetworkCount>>,
    background: Background,
    searches: Background,
    alone: Arc<Semaphore>,
}

/// Ratio of a client's limit on all requests to its limit on API requests: a page comes with its files.
const WIDER: u32 = 5;
/// Concurrent streams of games, over all clients: each reads one game after the other.
const STREAMS: usize = 8;
/// Concurrent streams of one IPv6 /48: however many networks it has, some are left for others.
const STREAMS_OF_SITE: usize = STREAMS / 2;

/// Exports per account and hour: each reads all of the account's games.
const EXPORTS: u32 = 6;
/// Mails per account and hour, to addresses that are not confirmed as its own yet.
const MAILS: u32 = 5;
/// A client's chat allowance, as a multiple of one player's.
const CHATTING_PLAYERS: u32 = 5;
/// A client's allowance of commands to events, as a multiple of one player's.
const COMMANDING_PLAYERS: u32 = 5;
/// The arbiters that may be named for each event that a client may make.
const ARBITERS: u32 = 4;
/// Chat messages that a player may send at once before the rate limit applies.
const CHAT_BURST: NonZeroU32 = NonZeroU32::new(6).unwrap();

impl Limiter {
    pub(super) fn new(settings: &Settings) -> Limiter {
        let requests = settings.requests_per_second;
        let messages = settings.messages_per_client;
        let of_account = Quota::per_second(at_least_one(requests))
            .allow_burst(at_least_one(requests.saturating_mul(10)));
        Limiter {
            anything: NetworkRate::per_second(
                requests.saturating_mul(WIDER),
                requests.saturating_mul(10 * WIDER),
            ),
            requests: NetworkRate::per_second(requests, requests.saturating_mul(10)),
            messages: NetworkRate::per_second(messages, messages.saturating_mul(4)),
            accounts: NetworkRate::per_hour(settings.accounts_per_hour),
            passkeys: NetworkRate::per_minute(settings.passkeys_per_minute),
            programs: KeyedRate::new(of_account),
            browsers: KeyedRate::new(of_account),
            exports: KeyedRate::new(Quota::per_hour(at_least_one(EXPORTS))),
            mails: NetworkRate::per_hour(settings.mails_per_hour),
            mails_of_player: KeyedRate::new(Quota::per_hour(at_least_one(MAILS))),
            reports: NetworkRate::per_hour(settings.reports_per_hour),
            events: NetworkRate::per_hour(settings.events_per_hour),
            arbiters: NetworkRate::per_hour(settings.events_per_hour.saturating_mul(ARBITERS)),
            event_commands: NetworkRate::per_minute(
                (settings.event_commands_per_minute).saturating_mul(COMMANDING_PLAYERS),
            ),
            event_commands_of_player: KeyedRate::new(Quota::per_minute(at_least_one(
                settings.event_commands_per_minute,
            ))),
            chat: NetworkRate::per_minute(
                settings.chat_per_minute.saturating_mul(CHATTING_PLAYERS),
            ),
            chat_of_player: KeyedRate::new(
                Quota::per_minute(
                    NonZeroU32::new(settings.chat_per_minute).unwrap_or(NonZeroU32::MIN),
                )
                .allow_burst(CHAT_BURST),
            ),
            sockets: Arc::default(),
            per_client: settings.sockets_per_client,
            altogether: settings.sockets,
            behind_proxy: settings.behind_proxy,
            streams: Arc::default(),
            background: Background::new(),
            searches: Background::new(),
            alone: Arc::new(Semaphore::new(1)),
        }
    }

    /// Runs work that may take a while for a client, as soon as there is a place for it, on a thread that may block.
    pub(super) async fn in_background<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(client).await?;
        self.in_turn(turn, work).await
    }

    /// A client's turn to have work done in the background. Hold no event while waiting for it: an event that somebody holds is copied
    /// whenever something is appended to it.
    pub(super) async fn turn(&self, client: IpAddr) -> Result<Turn, Problem> {
        let turn = self.background.turn(client).await;
        turn.map_err(|_| TableError::Busy.into())
    }

    /// Does work for the client whose turn it is, as [`Limiter::in_background`] does.
    pub(super) async fn in_turn<T: Send + 'static>(
        &self,
        turn: Turn,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.background.place_in(turn).await;
        let place = place.map_err(|_| Problem::from(TableError::Busy))?;
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        work.await
            .map_err(|_| Problem::new(Code::Internal, "The server failed to do this."))
    }

    /// A place for a search of the archive, as soon as it is the client's turn; given back when it is dropped. There are fewer places than
    /// database readers: the others are left for games.
    pub(super) async fn search(&self, client: IpAddr) -> Result<Place, Problem> {
        let place = self.searches.place(client).await;
        place.map_err(|_| TableError::Busy.into())
    }

    /// The network of a client.
    pub(super) fn client(&self, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
        let forwarded = self.behind_proxy.then(|| {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?;
            last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        });
        let connected = || {
            extensions
                .get::<ConnectInfo<SocketAddr>>()
                .map(|ConnectInfo(address)| address.ip())
        };
        let address = forwarded.flatten().or_else(connected);
        network_of(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
    }

    /// Counts a request of any kind from a client.
    pub(super) fn anything(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.anything.count(client);
        counted.map_err(|wait| Problem::too_often("Too many requests from your network.", wait))
    }

    pub(super) fn request(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.requests.count(client);
        counted.map_err(|wait| Problem::too_often("Too many requests from your network.", wait))
    }

    /// Counts a request of an account's programs, from any network.
    pub(super) fn program(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "Too many requests with your account's tokens.";
        let counted = self.programs.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts a request of an account's browsers, from any network.
    pub(super) fn browser(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "Too many requests with your account.";
        let counted = self.browsers.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts an export of an account.
    pub(super) fn export(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "You have exported your data too often.";
        let counted = self.exports.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts an account made by a client.
    pub(super) fn account(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many new accounts from your network.";
        let counted = self.accounts.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts a passkey challenge given to a client: each is stored until it is answered or expires.
    pub(super) fn passkey(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many attempts with passkeys from your network.";
        let counted = self.passkeys.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts a mail sent at the request of a client and of the account that it is signed in to, if any.
    pub(super) fn mail(&self, client: IpAddr, player: Option<PlayerId>) -> Result<(), Problem> {
        let detail = "You have requested too many emails. Wait until they have arrived.";
        let of_player = player.map_or(Ok(()), |player| self.mails_of_player.count(&player));
        let counted = of_player.and_then(|()| self.mails.count(client));
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts a report by a client.
    pub(super) fn report(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.reports.count(client);
        counted.map_err(|wait| Problem::too_often("Too many reports from your network.", wait))
    }

    /// Counts an event made by a client.
    pub(super) fn event(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many events were made from your network.";
        let counted = self.events.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts an arbiter named by a client, who so learns whether the arbiter has a second factor.
    pub(super) fn arbiter(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many arbiters were named from your network.";
        let counted = self.arbiters.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Counts a command to an event by a player of a client.
    pub(super) fn event_command(&self, player: PlayerId, client: IpAddr) -> Result<(), Problem> {
        let of_player = self.event_commands_of_player.count(&player);
        let counted = of_player.and_then(|()| self.event_commands.count(client));
        counted
            .map_err(|wait| Problem::too_often("You have sent too many requests to events.", wait))
    }

    /// Counts a chat message by a player of a client.
    pub(super) fn chat(&self, player: PlayerId, client: IpAddr) -> Result<(), Problem> {
        let of_player = self.chat_of_player.count(&player);
        let counted = of_player.and_then(|()| self.chat.count(client));
        counted.map_err(|wait| Problem::too_often("You have written too many messages.", wait))
    }

    /// The single place for work on the whole database, given back when it is dropped.
    pub(super) fn alone(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.alone).try_acquire_owned().map_err(|_| {
            let detail = "Ratings are being recomputed. Try again in a moment.";
            Problem::new(Code::Busy, detail)
        })
    }

    /// Counts a message of a client, over all of its sockets. The error is the time in milliseconds after which it may send one.
    pub(super) fn message(&self, client: IpAddr) -> Result<(), u64> {
        self.messages.count(client)
    }

    /// A place for one more socket, given back when it is dropped.
    pub(super) fn socket(&self, client: IpAddr) -> Result<SocketPlace, Problem> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if sockets.all() >= self.altogether {
            return Err(Problem::from(TableError::Busy));
        }
        if sockets.is_full(client, self.per_client) {
            return Err(Problem::new(
                Code::TooMany,
                "You have too many games open. Close some of them.",
            ));
        }
        sockets.add(client);
        metrics::gauge!("manifold_sockets").increment(1.0);
        Ok(SocketPlace {
            sockets: Arc::clone(&self.sockets),
            client,
        })
    }
}

impl Limiter {
    /// A place for a stream of games, given back when it is dropped. A network has one at a time.
    pub(super) fn stream(&self, client: IpAddr) -> Result<StreamPlace, Problem> {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        if streams.is_full(client, 1) || streams.of_widest(client) >= STREAMS_OF_SITE {
            return Err(Problem::new(
                Code::TooMany,
                "Another download of games is in progress. Wait until it has finished.",
            ));
        }
        if streams.all() >= STREAMS {
            return Err(Problem::from(TableError::Busy));
        }
        streams.add(client);
        Ok(StreamPlace {
            streams: Arc::clone(&self.streams),
            client,
        })
    }
}

/// The network of the client who makes a request.
pub(super) struct Client(pub(super) IpAddr);

impl<S: Sync> FromRequestParts<S> for Client
where
    Arc<Limiter>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let limits = Arc::<Limiter>::from_ref(state);
        Ok(Client(limits.client(&parts.headers, &parts.extensions)))
    }
}

/// The place of a stream of games.
pub(super) struct StreamPlace {
    streams: Arc<Mutex<NetworkCount>>,
    client: IpAddr,
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.remove(self.client);
    }
}

/// The place of an open socket.
pub(super) struct SocketPlace {
    sockets: Arc<Mutex<NetworkCount>>,
    client: IpAddr,
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.remove(self.client);
        metrics::gauge!("manifold_sockets").decrement(1.0);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// Timeout: longer than anything takes here, even on a slow machine.
    const IN_VAIN: Duration = Duration::from_secs(60);

    #[tokio::test]
    async fn slow_requests_of_one_ipv6_site_leave_background_work_to_a_stranger() {
        let limiter = Arc::new(Limiter::new(&Settings::default()));
        let mut slow = Vec::new();
        let mut ends = Vec::new();
        let (begins, mut begun) = tokio::sync::mpsc::unbounded_channel();
        for n in 0..20 {
            let client = format!("2001:db8:1:{n:x}::").parse().expect("an address");
            let (end, ended) = mpsc::channel::<()>();
            ends.push(end);
            let (limiter, begins) = (Arc::clone(&limiter), begins.clone());
            slow.push(tokio::spawn(async move {
                let work = move || {
                    let _ = begins.send(());
                    let _ = ended.recv();
                };
                limiter.in_background(client, work).await.is_ok()
            }));
        }
        assert!(begun.recv().await.is_some());
        // None of the others begins while the first one is not done: there is a place for somebody else.
        let stranger = IpAddr::from([10, 0, 0, 1]);
        let served = tokio::time::timeout(IN_VAIN, limiter.in_background(stranger, || 7)).await;
        assert_eq!(served.ok().and_then(Result::ok), Some(7));
        assert!(begun.try_recv().is_err());
        drop(ends);
        for request in slow {
            assert!(request.await.expect("no panic"));
        }
    }

    #[test]
    fn an_ipv6_site_has_at_most_half_of_all_streams() {
        let limiter = Limiter::new(&Settings::default());
        let places: Vec<StreamPlace> = (0..300)
            .map(|n| format!("2001:db8:1:{n:x}::").parse().expect("an address"))
            .filter_map(|client| limiter.stream(client).ok())
            .collect();
        assert_eq!(places.len(), STREAMS / 2);
        assert!(limiter.stream(IpAddr::from([10, 0, 0, 1])).is_ok());
    }
}
