//! A cache of sessions, so that not every request asks the database.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::broadcast;

use super::account::AccountKind;
use super::session::{Ending, Session, TokenHash};
use crate::ids::PlayerId;
use crate::store::{Change, Store, StoreError};

/// Lifetime of a cached answer of the database: another node may have ended a session meanwhile.
const FRESH: Duration = Duration::from_secs(1);
/// Time for which a replaced session is remembered as such, since requests from other windows of the browser may still be on their way.
const ON_THE_WAY: Duration = Duration::from_secs(60);
/// The most entries remembered, of each kind.
const REMEMBERED: u64 = 20_000;
/// Age of a session's last use before a new one is written down, in milliseconds.
const USED_MS: u64 = 5 * 60_000;
/// Number of endings that a socket may miss before it must look for itself.
const UNHEARD: usize = 1_024;

/// The cache of sessions.
pub(crate) struct Sessions {
    known: Cache<TokenHash, Option<Session>>,
    accounts: Cache<PlayerId, AccountKind>,
    giving_way: UnderWay,
    replaced: Cache<TokenHash, ()>,
    ended: broadcast::Sender<Ending>,
    /// The number of the last ending that was read from the database.
    seen: AtomicU64,
}

/// The tokens of sessions that are giving way to others, with the number of changes that are under way because of it.
type UnderWay = Arc<Mutex<HashMap<TokenHash, usize>>>;

fn lock(under_way: &UnderWay) -> MutexGuard<'_, HashMap<TokenHash, usize>> {
    under_way.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A session that is giving way to a new one of the same browser, as long as the change is under way.
///
/// It is registered before the change is stored: a request from another window that finds the session ended right after that must also find
/// it here, or the response would delete the browser's new cookie. It is remembered for longer only if the browser gets the new cookie:
/// after a refused change, a session that is found ended has really ended.
pub(crate) struct GivingWay {
    token: TokenHash,
    under_way: UnderWay,
    replaced: Cache<TokenHash, ()>,
}

impl GivingWay {
    /// The browser is given the cookie of the new session.
    pub(crate) fn complete(self) {
        // Inserted before the drop removes it from those in progress, so that it is in one of the two at any time.
        self.replaced.insert(self.token, ());
    }
}

impl Drop for GivingWay {
    fn drop(&mut self) {
        let mut under_way = lock(&self.under_way);
        // Two windows may ask for changes at once, of which one is refused: it must not take the other's note along.
        if let Some(changes) = under_way.get_mut(&self.token) {
            *changes -= 1;
            if *changes == 0 {
                under_way.remove(&self.token);
            }
        }
    }
}

fn remembered<K, V>(time: Duration) -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    let cache = Cache::builder().max_capacity(REMEMBERED);
    cache.time_to_live(time).build()
}

impl Sessions {
    /// An empty cache. It reports endings after number `seen`: no sockets depend on earlier ones.
    pub(crate) fn new(seen: u64) -> Sessions {
        Sessions {
            known: remembered(FRESH),
            accounts: remembered(FRESH),
            giving_way: UnderWay::default(),
            replaced: remembered(ON_THE_WAY),
            ended: broadcast::Sender::new(UNHEARD),
            seen: AtomicU64::new(seen),
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

    /// Notes that the session with this token is about to give way to a new one of the same browser.
    pub(crate) fn gives_way(&self, token: TokenHash) -> GivingWay {
        *lock(&self.giving_way).entry(token).or_default() += 1;
        GivingWay {
            token,
            under_way: Arc::clone(&self.giving_way),
            replaced: self.replaced.clone(),
        }
    }

    /// Whether a session of the same browser has taken the place of the one with this token a moment ago, or is about to.
    pub(crate) fn was_replaced(&self, token: TokenHash) -> bool {
        // The order matters: a completed change that is no longer in progress is already among the replaced ones.
        let is_under_way = lock(&self.giving_way).contains_key(&token);
        is_under_way || self.replaced.contains_key(&token)
    }

    /// Whether a player has an account.
    pub(crate) async fn has_account(
        &self,
        store: &dyn Store,
        player: PlayerId,
    ) -> Result<bool, StoreError> {
        let kind = self.account_kind(store, player).await?;
        Ok(matches!(kind, AccountKind::Person | AccountKind::Bot))
    }

    /// The kind of account that a player has.
    pub(crate) async fn account_kind(
        &self,
        store: &dyn Store,
        player: PlayerId,
    ) -> Result<AccountKind, StoreError> {
        if let Some(kind) = self.accounts.get(&player) {
            return Ok(kind);
        }
        let kind = store.account_kind(player).await?;
        self.accounts.insert(player, kind);
        Ok(kind)
    }

    /// Forgets what is remembered: something has changed here.
    pub(crate) fn forget(&self) {
        self.known.invalidate_all();
        self.accounts.invalidate_all();
    }

    /// Hears of what ends from now on.
    pub(crate) fn endings(&self) -> broadcast::Receiver<Ending> {
        self.ended.subscribe()
    }

    /// Reads what has ended, here or on another node, and tells the sockets that depend on it.
    pub(crate) async fn look(&self, store: &dyn Store) -> Result<(), StoreError> {
        loop {
            let endings = store.endings(self.seen.load(Ordering::SeqCst)).await?;
            let Some((last, _)) = endings.last().copied() else {
                return Ok(());
            };
            // Another look may have told the first of them meanwhile, or all.
            let told = self.seen.fetch_max(last, Ordering::SeqCst);
            let news = endings.into_iter().filter(|(number, _)| *number > told);
            self.forget();
            for (_, ending) in news {
                // Nobody may listen.
                let _ = self.ended.send(ending);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::SessionId;
    use crate::people::account::{Account, NewAccount};
    use crate::people::factor::Proof;
    use crate::people::password::PasswordHash;
    use crate::people::session::{NewSession, Token};
    use crate::people::username::NameKey;
    use crate::store::{Changed, Deletion, Principal, WhichSessions, open};
    use crate::system::{SimulatedClock, System};

    const NOON: u64 = 1_795_262_400_000;

    /// A database with an account, and a session of it.
    async fn signed_up() -> (
        tempfile::TempDir,
        Box<dyn Store>,
        NewAccount,
        (TokenHash, Session),
    ) {
        let data = tempfile::tempdir().expect("a directory");
        let store = open(data.path(), NOON).await.expect("a database").store;
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
        let new = NewAccount { account, key };
        let sign_up = Change::SignUp(new.clone(), token, session.clone());
        store.change(sign_up).await.expect("an account");
        (data, store, new, (token, session))
    }

    async fn last_ending(store: &dyn Store) -> u64 {
        let endings = store.endings(0).await.expect("an answer");
        endings.last().map_or(0, |(number, _)| *number)
    }

    fn end(session: &Session, at: u64) -> Change {
        Change::End {
            player: session.player,
            which: WhichSessions::One(session.id),
            at,
        }
    }

    #[test]
    fn a_session_gives_way_from_before_the_change_and_goes_on_to_if_it_was_done() {
        let system = System::simulated(SimulatedClock::at(NOON), 1);
        let token = Token::random(&system).hash();
        let sessions = Sessions::new(0);
        assert!(!sessions.was_replaced(token));
        let refused = sessions.gives_way(token);
        assert!(sessions.was_replaced(token));
        assert!(!sessions.was_replaced(Token::random(&system).hash()));
        drop(refused);
        assert!(!sessions.was_replaced(token));
        assert!(lock(&sessions.giving_way).is_empty());

        // Two windows ask at once, and one is refused.
        let [first, second, third] = [(); 3].map(|()| sessions.gives_way(token));
        drop(first);
        assert!(sessions.was_replaced(token), "the second is under way");
        second.complete();
        drop(third);
        assert!(sessions.was_replaced(token), "the second was done");
        assert!(lock(&sessions.giving_way).is_empty());
    }

    #[tokio::test]
    async fn a_session_that_ends_on_one_node_ends_on_the_others_at_their_next_look() {
        let (_data, store, _, (token, session)) = signed_up().await;
        // Two nodes over one database, and a socket of the session at the second.
        let last = last_ending(&*store).await;
        let [here, there] = [(); 2].map(|()| Sessions::new(last));
        let mut socket = there.endings();
        let found = there.find(&*store, token, NOON).await.expect("an answer");
        assert_eq!(found, Some(session.clone()));
        let ended = store.change(end(&session, NOON + 5)).await;
        ended.expect("stored");
        here.look(&*store).await.expect("an answer");
        assert!(socket.try_recv().is_err(), "the other node has not looked");

        there.look(&*store).await.expect("an answer");
        assert_eq!(socket.try_recv(), Ok(Ending::Session(session.id)));
        let found = there.find(&*store, token, NOON + 5).await;
        assert_eq!(found.expect("an answer"), None, "it is not remembered");
        // Nobody is told twice.
        there.look(&*store).await.expect("an answer");
        assert!(socket.try_recv().is_err());
    }

    #[tokio::test]
    async fn what_ends_is_told_in_the_order_in_which_it_is_stored_whatever_its_time_says() {
        let (_data, store, new, (_, first)) = signed_up().await;
        let system = System::simulated(SimulatedClock::at(NOON), 2);
        let second = Session {
            id: SessionId::random(&system),
            ..first.clone()
        };
        let sign_in = Change::SignIn {
            password: new.account.password,
            new: NewSession {
                token: Token::random(&system).hash(),
                session: second.clone(),
                replaces: None,
            },
        };
        store.change(sign_in).await.expect("stored");
        let sessions = Sessions::new(last_ending(&*store).await);
        let mut sockets = sessions.endings();
        // A password is being hashed for a reset that began before somebody signs out.
        let (reset_at, signed_out_at) = (NOON + 1, NOON + 100);
        for (session, at) in [(&second, signed_out_at), (&first, reset_at)] {
            store.change(end(session, at)).await.expect("stored");
            sessions.look(&*store).await.expect("an answer");
            assert_eq!(sockets.try_recv(), Ok(Ending::Session(session.id)));
        }
    }

    #[tokio::test]
    async fn a_password_that_was_right_before_a_second_factor_was_on_begins_no_session() {
        let (_data, store, account, (_, first)) = signed_up().await;
        let system = System::simulated(SimulatedClock::at(NOON), 2);
        let new = || NewSession {
            token: Token::random(&system).hash(),
            session: Session {
                id: SessionId::random(&system),
                ..first.clone()
            },
            replaces: Some(first.id),
        };
        let checked = Change::SignIn {
            password: account.account.password,
            new: new(),
        };
        for change in [
            Change::PrepareTotp {
                principal: Principal {
                    player: first.player,
                    session: first.id,
                    at: NOON,
                },
                secret: vec![0],
                proof: None,
                asked_for_passkey: false,
            },
            Change::ConfirmTotp {
                proof: Proof::Step(0),
                recovery_codes: Vec::new(),
                new: new(),
            },
        ] {
            assert_eq!(store.change(change).await, Ok(Changed::Done));
        }
        let before = store.sessions(first.player).await.expect("sessions");
        assert_eq!(store.change(checked).await, Ok(Changed::Needed));
        let after = store.sessions(first.player).await.expect("sessions");
        assert_eq!(after, before);
    }

    #[tokio::test]
    async fn a_guest_ends_with_the_account_and_no_second_one_is_made_of_the_same_player() {
        let (_data, store, mut new, (_, session)) = signed_up().await;
        let player = session.player;
        let sessions = Sessions::new(0);
        let mut sockets = sessions.endings();
        sessions.look(&*store).await.expect("an answer");
        assert_eq!(sockets.try_recv(), Ok(Ending::Guest(player)));
        let kind = sessions.account_kind(&*store, player).await;
        assert_eq!(kind, Ok(AccountKind::Person));
        let delete = Change::Delete(Deletion::ByOperator { player, at: NOON });
        assert_eq!(store.change(delete).await, Ok(Changed::Done));
        sessions.look(&*store).await.expect("an answer");
        let kind = sessions.account_kind(&*store, player).await;
        assert_eq!(kind, Ok(AccountKind::Deleted));
        new.account.username = "Celia".to_owned();
        new.key = NameKey::of("Celia");
        let system = System::simulated(SimulatedClock::at(NOON), 2);
        let again = Change::SignUp(new, Token::random(&system).hash(), session);
        assert_eq!(store.change(again).await, Ok(Changed::HasAccount));
    }
}
