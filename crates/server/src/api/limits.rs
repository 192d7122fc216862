//! Limits on everything that comes in, for each client.

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

/// Counts what every client does.
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
    /// Questions whether somebody else has a second factor.
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

/// Factor from the rate of API requests to that of all requests of a client: a page comes with its files.
const WIDER: u32 = 5;
/// Streams of games at once, of all clients: each reads one game after the other.
const STREAMS: usize = 8;
/// Streams of one IPv6 /48: however many networks it has, some are left to others.
const STREAMS_OF_SITE: usize = STREAMS / 2;

/// Exports that an account may have in an hour: each reads all of its games.
const EXPORTS: u32 = 6;
/// Mails that an account may let go to addresses in an hour: they are not its own yet.
const MAILS: u32 = 5;
/// Players of one client whose chat allowances it may use up together.
const CHATTING_PLAYERS: u32 = 5;
/// Players of one client whose allowances of commands to events it may use up together.
const COMMANDING_PLAYERS: u32 = 5;
/// The arbiters that may be named for each event that a client may make.
const ARBITERS: u32 = 4;
/// Messages that a player may send at once, before the rate counts.
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

    /// Does work for a client that may take a while: as soon as there is a place for it, on a thread that may block.
    pub(super) async fn in_background<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let turn = self.turn(client).await?;
        self.in_turn(turn, work).await
    }

    /// A client's turn to have work done in the background. Whoever waits for it holds nothing yet: an event that somebody holds is copied
    /// when something is appended to it.
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
        work.await.map_err(|_| {
            Problem::new(
                Code::Internal,
                "The server failed to compute this position.",
            )
        })
    }

    /// A place for a search of the archive, as soon as it is the client's turn; given back when it is dropped. There are fewer places than
    /// readers of the database: the others are left to games.
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

    /// Whether a client may ask for one more thing, whatever it is.
    pub(super) fn anything(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.anything.count(client);
        counted.map_err(|wait| Problem::too_often("Too many requests from your network.", wait))
    }

    pub(super) fn request(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.requests.count(client);
        counted.map_err(|wait| Problem::too_often("Too many requests from your network.", wait))
    }

    /// Whether an account's programs may make one more request, from whatever networks.
    pub(super) fn program(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "Too many requests with your account's tokens.";
        let counted = self.programs.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether an account's browsers may make one more request, from whatever networks.
    pub(super) fn browser(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "Too many requests with your account.";
        let counted = self.browsers.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether an account may have one more export.
    pub(super) fn export(&self, player: PlayerId) -> Result<(), Problem> {
        let detail = "You have exported your data too often.";
        let counted = self.exports.count(&player);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a client may make one more account.
    pub(super) fn account(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many new accounts from your network.";
        let counted = self.accounts.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a client may be given one more challenge for a passkey: each is stored until it is answered or over.
    pub(super) fn passkey(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many attempts with passkeys from your network.";
        let counted = self.passkeys.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a client, and an account if it is signed in to one, may let one more mail go out.
    pub(super) fn mail(&self, client: IpAddr, player: Option<PlayerId>) -> Result<(), Problem> {
        let detail = "You have requested too many mails. Wait until they have arrived.";
        let of_player = player.map_or(Ok(()), |player| self.mails_of_player.count(&player));
        let counted = of_player.and_then(|()| self.mails.count(client));
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a client may report somebody once more.
    pub(super) fn report(&self, client: IpAddr) -> Result<(), Problem> {
        let counted = self.reports.count(client);
        counted.map_err(|wait| Problem::too_often("Too many reports from your network.", wait))
    }

    /// Whether a client may make one more event.
    pub(super) fn event(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many events were made from your network.";
        let counted = self.events.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a client may name one more arbiter, and so learn whether they have a second factor.
    pub(super) fn arbiter(&self, client: IpAddr) -> Result<(), Problem> {
        let detail = "Too many arbiters were named from your network.";
        let counted = self.arbiters.count(client);
        counted.map_err(|wait| Problem::too_often(detail, wait))
    }

    /// Whether a player of a client may ask one more thing of an event.
    pub(super) fn event_command(&self, player: PlayerId, client: IpAddr) -> Result<(), Problem> {
        let of_player = self.event_commands_of_player.count(&player);
        let counted = of_player.and_then(|()| self.event_commands.count(client));
        counted
            .map_err(|wait| Problem::too_often("You have sent too many requests to events.", wait))
    }

    /// Whether a player of a client may say one more thing in a chat.
    pub(super) fn chat(&self, player: PlayerId, client: IpAddr) -> Result<(), Problem> {
        let of_player = self.chat_of_player.count(&player);
        let counted = of_player.and_then(|()| self.chat.count(client));
        counted.map_err(|wait| Problem::too_often("You have written too many messages.", wait))
    }

    /// The only place for work with the whole database, given back when it is dropped.
    pub(super) fn alone(&self) -> Result<OwnedSemaphorePermit, Problem> {
        Arc::clone(&self.alone).try_acquire_owned().map_err(|_| {
            let detail = "Ratings are being recomputed. Try again in a moment.";
            Problem::new(Code::Busy, detail)
        })
    }

    /// Whether a client may send one more message, over all of its sockets; if not, after how many milliseconds.
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

    /// Longer than anything takes here, even on a slow machine: whatever takes this long has failed.
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
