//! What is remembered of sessions, so that not every request asks the database.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::broadcast;

use super::session::{Session, TokenHash};
use crate::ids::{PlayerId, SessionId};
use crate::store::{Change, Store, StoreError};

/// For how long an answer of the database holds: another node may have ended a session meanwhile.
const FRESH: Duration = Duration::from_secs(1);
/// How much is remembered.
const REMEMBERED: u64 = 20_000;
/// How old a session's last use may be before a new one is written down, in milliseconds.
const USED_MS: u64 = 5 * 60_000;
/// Endings that a socket may not have heard of before it must look itself.
const UNHEARD: usize = 1_024;

/// What is remembered of sessions.
pub(crate) struct Sessions {
    known: Cache<TokenHash, Option<Session>>,
    accounts: Cache<PlayerId, AccountKind>,
    ended: broadcast::Sender<SessionId>,
    seen: Mutex<Seen>,
}

/// Whether a player has an account, and who plays for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccountKind {
    /// There is none.
    Guest,
    /// A person.
    Person,
    /// A program.
    Bot,
}

/// Up to where ended sessions were read from the database.
#[derive(Debug)]
struct Seen {
    /// In milliseconds since 1970.
    until: u64,
    /// Those that ended in that millisecond: another may come to them.
    then: Vec<SessionId>,
}

fn remembered<K, V>() -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    let cache = Cache::builder().max_capacity(REMEMBERED);
    cache.time_to_live(FRESH).build()
}

impl Sessions {
    /// Knows nothing yet; hears of sessions that end from `now` on (milliseconds since 1970): there are no sockets of earlier
    /// ones.
    pub(crate) fn new(now: u64) -> Sessions {
        Sessions {
            known: remembered(),
            accounts: remembered(),
            ended: broadcast::Sender::new(UNHEARD),
            seen: Mutex::new(Seen {
                until: now,
                then: Vec::new(),
            }),
        }
    }

    /// The session with this token, if it lasts at `now` (milliseconds since 1970). That it was used is written down
    /// now and then.
    pub(crate) async fn find(
        &self,
        store: &dyn Store,
        token: TokenHash,
        now: u64,
    ) -> Result<Option<Session>, StoreError> {
        let session = match self.known.get(&token) {
            Some(session) => session,
            None => {
                let session = store.session(token).await?;
                if let Some(session) = &session
                    && now > session.used_at.saturating_add(USED_MS)
                    && session.lasts(now)
                {
                    let used = Change::Use {
                        session: session.id,
                        at: now,
                    };
                    // If it cannot be written down now, it will be later.
                    let _ = store.change(used).await;
                }
                self.known.insert(token, session.clone());
                session
            }
        };
        Ok(session.filter(|session| session.lasts(now)))
    }

    /// Whether a player has an account.
    pub(crate) async fn has_account(
        &self,
        store: &dyn Store,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        let kind = self.account_kind(store, player).await?;
        Ok(kind != AccountKind::Guest)
    }

    /// What kind of account a player has.
    pub(crate) async fn account_kind(
        &self,
        store: &dyn Store,
        player: PlayerId,
    ) -> Result<AccountKind, StoreError> {
        if let Some(kind) = self.accounts.get(&player) {
            return Ok(kind);
        }
        let kind = match store.account(player).await? {
            None => AccountKind::Guest,
            Some(account) if account.is_bot => AccountKind::Bot,
            Some(_) => AccountKind::Person,
        };
        self.accounts.insert(player, kind);
        Ok(kind)
    }

    /// Forgets what is remembered: something has changed here.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
        self.accounts.invalidate_all();
    }

    /// Hears of sessions that end from now on.
    pub(crate) fn endings(&self) -> broadcast::Receiver<SessionId> {
        self.ended.subscribe()
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads which sessions have ended, here or on another node, and tells their sockets.
    pub(crate) async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
        let until = self.seen().until;
        let ended = store.ended_sessions(until).await?;
        let mut seen = self.seen();
        let mut news = Vec::new();
        for (session, at) in ended {
            if at < seen.until || seen.then.contains(&session) {
                continue;
            }
            if at > seen.until {
                *seen = Seen {
                    until: at,
                    then: Vec::new(),
                };
            }
            seen.then.push(session);
            news.push(session);
        }
        drop(seen);
        if !news.is_empty() {
            self.forget();
        }
        for session in news {
            // Nobody may listen.
            let _ = self.ended.send(session);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::account::{Account, NewAccount};
    use crate::people::password::PasswordHash;
    use crate::people::session::Token;
    use crate::people::username::NameKey;
    use crate::store::{Sqlite, WhichSessions};
    use crate::system::{SimulatedClock, System};

    const NOON: u64 = 1_795_262_400_000;

    #[tokio::test]
    async fn a_session_that_ends_on_one_node_ends_on_the_others_at_their_next_look() {
        let data = tempfile::tempdir().expect("a directory");
        let (store, _) = Sqlite::open(data.path(), NOON).await.expect("a database");
        let system = System::simulated(SimulatedClock::at(NOON), 1);
        let player = PlayerId::random(&system);
        let account = Account {
            player,
            username: "Rosalind".to_owned(),
            password: PasswordHash::read("none".to_owned()),
            created_at: NOON,
            is_bot: false,
        };
        let key = NameKey::of(&account.username);
        let session = Session {
            id: SessionId::random(&system),
            player,
            device: String::new(),
            created_at: NOON,
            used_at: NOON,
            grant: None,
            browser: None,
        };
        let token = Token::random(&system).hash();
        let sign_up = Change::SignUp(NewAccount { account, key }, token, session.clone());
        store.change(sign_up).await.expect("an account");

        // Two nodes over one database, and a socket of the session at the second.
        let [here, there] = [(); 2].map(|()| Sessions::new(NOON));
        let mut socket = there.endings();
        let found = there.find(&store, token, NOON).await.expect("an answer");
        assert_eq!(found, Some(session.clone()));
        let end = Change::End {
            player,
            which: WhichSessions::All,
            at: NOON + 5,
        };
        store.change(end).await.expect("stored");
        here.look(&store).await.expect("an answer");
        assert!(socket.try_recv().is_err(), "the other node has not looked");

        there.look(&store).await.expect("an answer");
        assert_eq!(socket.try_recv(), Ok(session.id));
        let found = there.find(&store, token, NOON + 5).await;
        assert_eq!(found.expect("an answer"), None, "it is not remembered");
        // Nobody is told twice.
        there.look(&store).await.expect("an answer");
        assert!(socket.try_recv().is_err());
    }
}
