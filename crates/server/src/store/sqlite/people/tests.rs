//! What was checked before a change, and is otherwise by the time the change is stored.

use tempfile::TempDir;

use super::super::Sqlite;
use super::super::tests::NOON;
use crate::ids::{PlayerId, SessionId};
use crate::people::account::{Account, NewAccount};
use crate::people::password::PasswordHash;
use crate::people::scope::Scopes;
use crate::people::session::{Grant, NewSession, Session, Token, TokenHash};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::store::{Change, Changed, Store};
use crate::system::{SimulatedClock, System};

/// The hash of the password that the account begins with.
fn first() -> PasswordHash {
    PasswordHash::read("the first".to_owned())
}

/// The hash of another.
fn second() -> PasswordHash {
    PasswordHash::read("the second".to_owned())
}

/// A database with an account, which is signed in.
struct House {
    _data: TempDir,
    store: Sqlite,
    system: System,
    session: Session,
}

impl House {
    async fn open() -> House {
        let data = tempfile::tempdir().expect("a directory");
        let (store, _) = Sqlite::open(data.path(), NOON).await.expect("a store");
        let system = System::simulated(SimulatedClock::at(NOON), 1);
        let player = PlayerId::random(&system);
        let account = Account {
            player,
            username: "Rosalind".to_owned(),
            password: first(),
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
        let new = NewAccount { account, key };
        let token = Token::random(&system).hash();
        let sign_up = Change::SignUp(new, token, session.clone());
        assert_eq!(store.change(sign_up).await, Ok(Changed::Done));
        House {
            _data: data,
            store,
            system,
            session,
        }
    }

    fn player(&self) -> PlayerId {
        self.session.player
    }

    fn token(&self) -> TokenHash {
        Token::random(&self.system).hash()
    }

    /// A new session in the place of another, if of one.
    fn new_session(&self, replaces: Option<SessionId>) -> NewSession {
        NewSession {
            token: self.token(),
            session: Session {
                id: SessionId::random(&self.system),
                ..self.session.clone()
            },
            replaces,
        }
    }

    /// A new session of a program.
    fn new_program(&self) -> NewSession {
        let mut new = self.new_session(None);
        new.session.grant = Some(Grant {
            name: "a program".to_owned(),
            scopes: Scopes::default(),
            expires_at: NOON + 1_000,
        });
        new
    }

    async fn change(&self, change: Change) -> Changed {
        self.store.change(change).await.expect("an answer")
    }

    async fn is_done(&self, change: Change) {
        assert_eq!(self.change(change).await, Changed::Done);
    }

    /// The sessions that have not ended.
    async fn sessions(&self) -> Vec<SessionId> {
        let sessions = self.store.sessions(self.player()).await;
        let sessions = sessions.expect("sessions").into_iter();
        sessions.map(|session| session.id).collect()
    }

    fn ticket(&self, purpose: Purpose) -> Ticket {
        Ticket::new(self.token(), self.player(), purpose, NOON)
    }

    /// Whether a ticket is good for the step after the password.
    async fn is_good(&self, ticket: Ticket) -> bool {
        let found = self.store.ticket(ticket.token, Purpose::SignIn, NOON).await;
        found.expect("an answer").is_some()
    }

    /// The player gets another password.
    async fn sets_password(&self) {
        self.is_done(Change::SetPassword {
            password: second(),
            new: self.new_session(Some(self.session.id)),
        })
        .await;
    }

    /// The player gets another password by a link.
    async fn resets_password(&self) {
        let ticket = self.ticket(Purpose::Reset);
        self.is_done(Change::GiveTicket {
            ticket,
            password: None,
            at: NOON,
        })
        .await;
        self.is_done(Change::Reset {
            ticket,
            password: second(),
            at: NOON,
        })
        .await;
    }

    /// What a password can begin: a session, a program's, and the second step of signing in.
    fn begun_with(&self, password: &PasswordHash) -> (Vec<Change>, Ticket) {
        let ticket = self.ticket(Purpose::SignIn);
        let sessions = [self.new_session(None), self.new_program()];
        let sign_in = |new| Change::SignIn {
            password: password.clone(),
            new,
        };
        let mut changes: Vec<Change> = sessions.into_iter().map(sign_in).collect();
        changes.push(Change::GiveTicket {
            ticket,
            password: Some(password.clone()),
            at: NOON,
        });
        (changes, ticket)
    }

    /// What is begun with the first password, which was right a moment ago, is refused.
    async fn begins_nothing_with_the_first(&self) {
        let before = self.sessions().await;
        let (changes, ticket) = self.begun_with(&first());
        for change in changes {
            let told = format!("{change:?}");
            assert_eq!(self.change(change).await, Changed::Needed, "{told}");
        }
        assert_eq!(self.sessions().await, before);
        assert!(!self.is_good(ticket).await);
    }

    /// What is begun with a password is not.
    async fn begins_all_with(&self, password: &PasswordHash) {
        let before = self.sessions().await.len();
        let (changes, ticket) = self.begun_with(password);
        for change in changes {
            self.is_done(change).await;
        }
        assert_eq!(self.sessions().await.len(), before + 2);
        assert!(self.is_good(ticket).await);
    }
}

#[tokio::test]
async fn a_password_that_was_right_before_there_was_another_begins_nothing() {
    let house = House::open().await;
    house.begins_all_with(&first()).await;
    house.sets_password().await;
    house.begins_nothing_with_the_first().await;
    house.begins_all_with(&second()).await;

    let house = House::open().await;
    house.resets_password().await;
    house.begins_nothing_with_the_first().await;
    house.begins_all_with(&second()).await;
}

#[tokio::test]
async fn a_password_that_was_right_before_the_account_was_deleted_begins_nothing() {
    let house = House::open().await;
    let player = house.player();
    house.is_done(Change::Delete { player, at: NOON }).await;
    house.begins_nothing_with_the_first().await;
    assert_eq!(house.sessions().await, []);
}
