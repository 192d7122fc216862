//! Changes whose preconditions were checked before, and no longer hold when they are stored.

use std::sync::atomic::Ordering;

use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;

use super::super::tests::{NOON, connect, games_of_others, steps};
use super::super::{Sqlite, keys, reader};
use crate::ids::{PasskeyId, PlayerId, PushId, SessionId};
use crate::notify::push::Subscription;
use crate::notify::push::encrypt::BrowserKeys;
use crate::people::account::{Account, AccountKind, NewAccount};
use crate::people::factor::{FactorKind, Proof, SecondFactor};
use crate::people::passkey::{Ceremony, CeremonyPurpose, Passkey, ShownPasskey, StoredCredential};
use crate::people::password::PasswordHash;
use crate::people::scope::Scopes;
use crate::people::session::{Grant, NewSession, Session, Token, TokenHash};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::store::notify::NotifyStore;
use crate::store::{Change, Changed, Deletion, Notified, Notify, Principal, Store, WhichSessions};
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
    data: TempDir,
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
            data,
            store,
            system,
            session,
        }
    }

    fn player(&self) -> PlayerId {
        self.session.player
    }

    /// The principal of the first session.
    fn principal(&self) -> Principal {
        self.principal_in(&self.session)
    }

    /// The principal of another session.
    fn principal_in(&self, session: &Session) -> Principal {
        Principal {
            player: self.player(),
            session: session.id,
            at: NOON,
        }
    }

    fn token(&self) -> TokenHash {
        Token::random(&self.system).hash()
    }

    /// A new session, which replaces another one if given.
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

    /// Gives a program access, on behalf of the first session.
    fn new_token(&self) -> Change {
        Change::MakeToken {
            principal: self.principal(),
            new: self.new_program(),
        }
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

    async fn factor(&self) -> SecondFactor {
        let factor = self.store.second_factor(self.player()).await;
        factor.expect("an answer")
    }

    /// A challenge that is answered now.
    async fn challenge(&self, purpose: CeremonyPurpose) -> TokenHash {
        let token = self.token();
        self.is_done(Change::Challenge {
            ceremony: Ceremony {
                token,
                purpose,
                state: vec![0],
                expires_at: NOON + 1,
            },
            proof: None,
            at: NOON,
        })
        .await;
        token
    }

    /// A new passkey of the account, which has just been shown.
    async fn shown(&self) -> ShownPasskey {
        let making = CeremonyPurpose::Register(self.session.id);
        let passkey = Passkey {
            id: PasskeyId::random(&self.system),
            player: self.player(),
            name: "a key".to_owned(),
            created_at: NOON,
            used_at: None,
            credential: StoredCredential {
                id: vec![1],
                key: vec![2],
                state: vec![3],
                transports: 0,
            },
        };
        self.is_done(Change::AddPasskey {
            principal: self.principal(),
            challenge: self.challenge(making).await,
            passkey: passkey.clone(),
        })
        .await;
        ShownPasskey {
            challenge: self.challenge(CeremonyPurpose::Show).await,
            passkey,
            state: vec![4],
        }
    }

    /// Stores the secret of an app; the flag says whether a passkey was required when the proof was checked.
    fn prepare(&self, principal: Principal, asked_for_passkey: bool) -> Change {
        Change::PrepareTotp {
            principal,
            secret: vec![0],
            proof: None,
            asked_for_passkey,
        }
    }

    /// Requires a passkey from now on. The account continues in a new session, whose principal is returned.
    async fn asks_for_passkey(&self, shown: ShownPasskey) -> Principal {
        let new = self.new_session(Some(self.session.id));
        let principal = self.principal_in(&new.session);
        self.is_done(Change::AskForPasskey {
            shown,
            recovery_codes: vec![second()],
            new,
        })
        .await;
        principal
    }

    /// Other recovery codes.
    fn new_codes(&self, principal: Principal) -> Change {
        Change::SetRecoveryCodes {
            principal,
            proof: None,
            recovery_codes: vec![first()],
        }
    }

    /// Every change after which a new session replaces the one that asked.
    async fn renewals(&self, new: &NewSession) -> Vec<Change> {
        self.is_done(self.prepare(self.principal(), false)).await;
        vec![
            Change::SetPassword {
                password: second(),
                new: new.clone(),
            },
            Change::ConfirmTotp {
                proof: Proof::Step(0),
                recovery_codes: vec![second()],
                new: new.clone(),
            },
            Change::AskForPasskey {
                shown: self.shown().await,
                recovery_codes: vec![second()],
                new: new.clone(),
            },
            Change::BecomeBot(new.clone()),
        ]
    }

    /// Checks that every change that would begin a new session is refused, and has no effect.
    async fn renews_nothing(&self, new: NewSession, changes: Vec<Change>) {
        let before = self.sessions().await;
        for change in changes {
            let told = format!("{change:?}");
            assert_eq!(self.change(change).await, Changed::SignedOut, "{told}");
        }
        assert_eq!(self.sessions().await, before);
        assert!(!before.contains(&new.session.id));
        let account = self.store.account(self.player()).await;
        let account = account.expect("an answer").expect("an account");
        assert_eq!(account.password.reveal(), first().reveal());
        let kind = self.store.account_kind(self.player()).await;
        assert_eq!(kind, Ok(AccountKind::Person));
        let factor = self.factor().await;
        assert!(!factor.is_on());
        assert!(factor.recovery_codes.is_empty());
    }

    /// The database itself.
    async fn database(&self) -> SqliteConnection {
        let options = sqlx::sqlite::SqliteConnectOptions::new();
        let options = options.filename(self.data.path().join("manifold.sqlite"));
        options.connect().await.expect("a database")
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

    /// What a password can start: a session, and the second step of signing in.
    fn begun_with(&self, password: &PasswordHash) -> (Vec<Change>, Ticket) {
        let ticket = self.ticket(Purpose::SignIn);
        let changes = vec![
            Change::SignIn {
                password: password.clone(),
                new: self.new_session(None),
            },
            Change::GiveTicket {
                ticket,
                password: Some(password.clone()),
                at: NOON,
            },
        ];
        (changes, ticket)
    }

    /// Checks that nothing can be started with the first password, which was right a moment ago.
    async fn begins_nothing_with_the_first(&self) {
        let before = self.sessions().await;
        let (changes, ticket) = self.begun_with(&first());
        for change in changes {
            let told = format!("{change:?}");
            assert_eq!(self.change(change).await, Changed::Needed, "{told}");
        }
        // The session in which it was right has ended with it.
        assert_eq!(self.change(self.new_token()).await, Changed::SignedOut);
        assert_eq!(self.sessions().await, before);
        assert!(!self.is_good(ticket).await);
    }

    /// Checks that everything can be started with this password.
    async fn begins_all_with(&self, password: &PasswordHash) {
        let before = self.sessions().await.len();
        let (changes, ticket) = self.begun_with(password);
        for change in changes {
            self.is_done(change).await;
        }
        assert_eq!(self.sessions().await.len(), before + 1);
        assert!(self.is_good(ticket).await);
    }
}

#[tokio::test]
async fn a_password_that_was_right_before_there_was_another_begins_nothing() {
    let house = House::open().await;
    house.begins_all_with(&first()).await;
    house.is_done(house.new_token()).await;
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
    let deletion = Deletion::ByOperator { player, at: NOON };
    house.is_done(Change::Delete(deletion)).await;
    house.begins_nothing_with_the_first().await;
    assert_eq!(house.sessions().await, []);
}

#[tokio::test]
async fn a_session_that_asks_for_a_change_gives_way_to_a_new_one() {
    for n in 0..4 {
        let house = House::open().await;
        let new = house.new_session(Some(house.session.id));
        let mut changes = house.renewals(&new).await;
        house.is_done(changes.swap_remove(n)).await;
        assert_eq!(house.sessions().await, [new.session.id], "{n}");
    }
}

#[tokio::test]
async fn a_session_that_has_ended_while_something_was_hashed_gives_way_to_none() {
    let house = House::open().await;
    let (player, at) = (house.player(), NOON);
    let new = house.new_session(Some(house.session.id));
    let changes = house.renewals(&new).await;
    // As a ban does.
    let which = WhichSessions::All;
    house.is_done(Change::End { player, which, at }).await;
    house.renews_nothing(new, changes).await;

    // Signed out from another browser, which stays signed in.
    let house = House::open().await;
    let (player, own) = (house.player(), house.session.id);
    let elsewhere = house.new_session(None);
    let sign_in = Change::SignIn {
        password: first(),
        new: elsewhere.clone(),
    };
    house.is_done(sign_in).await;
    let new = house.new_session(Some(own));
    let changes = house.renewals(&new).await;
    let which = WhichSessions::One(own);
    house.is_done(Change::End { player, which, at }).await;
    house.renews_nothing(new, changes).await;
    assert_eq!(house.sessions().await, [elsewhere.session.id]);
}

#[tokio::test]
async fn somebody_who_has_been_signed_out_changes_nothing() {
    let house = House::open().await;
    let shown = house.shown().await;
    let passkey = shown.passkey.clone();
    let principal = house.asks_for_passkey(shown).await;
    house.is_done(house.prepare(principal, true)).await;
    let another = Passkey {
        id: PasskeyId::random(&house.system),
        credential: StoredCredential {
            id: vec![5],
            ..passkey.credential.clone()
        },
        ..passkey.clone()
    };
    let making = CeremonyPurpose::Register(principal.session);
    let challenge = house.challenge(making).await;
    let late = Principal {
        at: house.session.ends_at(),
        ..principal
    };
    // The one that has given way, and one that has run out.
    for principal in [house.principal(), late] {
        for change in [
            Change::MakeToken {
                principal,
                new: house.new_program(),
            },
            Change::PrepareTotp {
                principal,
                secret: vec![9],
                proof: None,
                asked_for_passkey: true,
            },
            Change::TurnFactorOff {
                principal,
                factor: FactorKind::Passkey,
                proof: None,
            },
            house.new_codes(principal),
            Change::AddPasskey {
                principal,
                challenge,
                passkey: another.clone(),
            },
            Change::RemovePasskey {
                principal,
                passkey: passkey.id,
            },
            Change::Delete(Deletion::ByOwner(principal)),
        ] {
            let told = format!("{change:?}");
            assert_eq!(house.change(change).await, Changed::SignedOut, "{told}");
        }
        let address = "rosalind@arden.example".parse().expect("an address");
        for change in [
            Notify::AskAddress { principal, address },
            Notify::RemoveAddress(principal),
            Notify::Subscribe(Subscription {
                id: PushId::random(&house.system),
                player: principal.player,
                session: principal.session,
                endpoint: "https://fcm.googleapis.com/a".to_owned(),
                keys: BrowserKeys {
                    public: [0; 65],
                    secret: [0; 16],
                },
                created_at: principal.at,
            }),
        ] {
            let told = format!("{change:?}");
            let answer = house.store.notify(change).await;
            assert!(matches!(answer, Ok(Notified::SignedOut)), "{told}");
        }
    }
    assert_eq!(house.sessions().await, [principal.session]);
    let factor = house.factor().await;
    assert!(factor.asks_for_passkey);
    assert_eq!(factor.app.map(|app| app.secret), Some(vec![0]));
    let codes: Vec<&str> = factor
        .recovery_codes
        .iter()
        .map(PasswordHash::reveal)
        .collect();
    assert_eq!(codes, [second().reveal()]);
    // A valid session can make each of them.
    let program = house.new_program();
    for change in [
        house.new_codes(principal),
        Change::MakeToken {
            principal,
            new: program,
        },
        Change::AddPasskey {
            principal,
            challenge,
            passkey: another.clone(),
        },
        Change::RemovePasskey {
            principal,
            passkey: passkey.id,
        },
        Change::TurnFactorOff {
            principal,
            factor: FactorKind::Passkey,
            proof: None,
        },
    ] {
        house.is_done(change).await;
    }
    assert!(!house.factor().await.is_on());
    let deletion = Deletion::ByOwner(principal);
    house.is_done(Change::Delete(deletion)).await;
}

#[tokio::test]
async fn only_a_session_that_lasts_gives_way_to_a_new_one() {
    let house = House::open().await;
    let none = house.new_session(None);
    let changes = house.renewals(&none).await;
    house.renews_nothing(none, changes).await;

    let house = House::open().await;
    let mut late = house.new_session(Some(house.session.id));
    late.session.created_at = house.session.ends_at();
    let changes = house.renewals(&late).await;
    house.renews_nothing(late, changes).await;

    let house = House::open().await;
    let program = house.new_program();
    let new = house.new_session(Some(program.session.id));
    let principal = house.principal();
    house
        .is_done(Change::MakeToken {
            principal,
            new: program,
        })
        .await;
    let changes = house.renewals(&new).await;
    house.renews_nothing(new, changes).await;
}

#[tokio::test]
async fn recovery_codes_are_stored_only_beside_a_second_factor() {
    let house = House::open().await;
    let principal = house.principal();
    for _ in 0..2 {
        let renewed = house.new_codes(principal);
        assert_eq!(house.change(renewed).await, Changed::Missing);
        assert!(house.factor().await.recovery_codes.is_empty());
        // An app that is not confirmed is no second factor yet.
        house.is_done(house.prepare(principal, false)).await;
    }
    let new = house.new_session(Some(principal.session));
    let principal = house.principal_in(&new.session);
    house
        .is_done(Change::ConfirmTotp {
            proof: Proof::Step(0),
            recovery_codes: Vec::new(),
            new,
        })
        .await;
    house.is_done(house.new_codes(principal)).await;
    assert_eq!(house.factor().await.recovery_codes.len(), 1);
}

#[tokio::test]
async fn recovery_codes_that_nobody_was_shown_are_replaced_when_a_passkey_is_asked_for() {
    let house = House::open().await;
    let sql = "INSERT INTO recovery_codes (player, hash) VALUES (?, 'unknown')";
    sqlx::query(sql)
        .bind(house.player().to_string())
        .execute(&mut house.database().await)
        .await
        .expect("stored");
    let shown = house.shown().await;
    let ask = |recovery_codes| Change::AskForPasskey {
        shown: ShownPasskey {
            passkey: shown.passkey.clone(),
            state: shown.state.clone(),
            ..shown
        },
        recovery_codes,
        new: house.new_session(Some(house.session.id)),
    };
    assert_eq!(house.change(ask(Vec::new())).await, Changed::Missing);
    house.is_done(ask(vec![second()])).await;
    let codes = house.factor().await.recovery_codes;
    let codes: Vec<&str> = codes.iter().map(PasswordHash::reveal).collect();
    assert_eq!(codes, [second().reveal()]);
}

#[tokio::test]
async fn no_app_is_begun_by_whom_no_passkey_was_asked_for_once_one_is() {
    let house = House::open().await;
    let shown = house.shown().await;
    let principal = house.asks_for_passkey(shown).await;
    let prepare = |asked_for_passkey| house.prepare(principal, asked_for_passkey);
    assert_eq!(house.change(prepare(false)).await, Changed::Needed);
    assert!(house.factor().await.app.is_none());
    house.is_done(prepare(true)).await;
    assert!(house.factor().await.app.is_some());
}

/// A database with two more accounts, and the cost in SQLite of some work for one of them, with few and with many games of others.
async fn cost_with_games_of_others(
    work: impl AsyncFn(&mut SqliteConnection, PlayerId),
) -> [u64; 2] {
    let mut cost = [0; 2];
    for (cost, games) in cost.iter_mut().zip([1, 2_000]) {
        let house = House::open().await;
        let mut connection = connect(house.data.path()).await;
        games_of_others(&mut connection, games).await;
        let counted = steps(&mut connection).await;
        work(&mut connection, house.player()).await;
        *cost = counted.load(Ordering::SeqCst);
    }
    cost
}

#[tokio::test]
async fn an_account_becomes_a_bot_and_is_deleted_without_a_look_at_the_games_of_others() {
    let becomes_bot = cost_with_games_of_others(async |connection, player| {
        let made = keys::become_bot(connection, player).await;
        assert_eq!(made.expect("an answer"), Changed::Done);
    });
    let is_deleted = cost_with_games_of_others(async |connection, player| {
        let deleted = super::account::delete(connection, player, NOON).await;
        assert_eq!(deleted.expect("an answer"), Changed::Done);
    });
    let games = cost_with_games_of_others(async |connection, player| {
        let games = reader::games_of(connection, player).await;
        assert_eq!(games.expect("an answer"), []);
    });
    for [few, many] in [becomes_bot.await, is_deleted.await, games.await] {
        assert!(few > 0 && many < few + 100, "{few} {many}");
    }
}

#[tokio::test]
async fn an_account_is_deleted_without_a_look_at_all_that_happened_in_its_games() {
    let mut cost = [0; 2];
    for (cost, actions) in cost.iter_mut().zip([1, 2_000]) {
        let house = House::open().await;
        let mut connection = connect(house.data.path()).await;
        games_of_others(&mut connection, 1).await;
        let player = house.player().to_string();
        for sql in [
            "UPDATE games SET white = ?1 WHERE ?2 > 0",
            "INSERT INTO events (game, number, at, body) SELECT id, 0, 1, \
             json_object('kind', 'joined', 'player', ?1, 'name', 'Mallory', 'account', json('true')) FROM games WHERE ?2 > 0",
            "WITH RECURSIVE many (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < ?2) \
             INSERT INTO events (game, number, at, player, body) \
             SELECT id, n, 1, ?1, json_object('kind', 'action', 'action', 'e2e4') FROM games, many",
        ] {
            let stored = sqlx::query(sql).bind(&player).bind(actions);
            stored.execute(&mut connection).await.expect("stored");
        }
        let counted = steps(&mut connection).await;
        let deleted = super::account::delete(&mut connection, house.player(), NOON).await;
        assert_eq!(deleted.expect("an answer"), Changed::Done);
        *cost = counted.load(Ordering::SeqCst);
        let named = "SELECT count(*) FROM events WHERE instr(body, 'Mallory')";
        let named = sqlx::query_scalar(named).fetch_one(&mut connection).await;
        assert_eq!(named.ok(), Some(0_i64));
    }
    let [few, many] = cost;
    assert!(few > 0 && many < few + 100, "{few} {many}");
}
