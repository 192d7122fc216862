use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures_util::StreamExt;
use law::{Outcome, Settings, Side};
use tower::ServiceExt;

use super::*;
use crate::ids::SessionId;
use crate::people::account::{Account, NewAccount};
use crate::people::password::PasswordHash;
use crate::people::session::{NewSession, Session, Token};
use crate::people::username::NameKey;
use crate::store::{Change, Changed};
use crate::system::{SimulatedClock, System};
use crate::{Server, Settings as ServerSettings};

const MINUTE: u64 = 60_000;
const NOON: u64 = 1_795_262_400_000;

/// An event in a server of its own.
struct House {
    server: Server,
    clock: SimulatedClock,
    event: EventId,
    _data: tempfile::TempDir,
}

/// A person of the event, by a number.
fn person(number: u64) -> PlayerId {
    format!("p{number:011}").parse().expect("12 letters")
}

const STAFF: u64 = 100;

impl House {
    /// A match that nobody has entered.
    async fn founded() -> House {
        let data = tempfile::tempdir().expect("a directory");
        let settings = ServerSettings {
            data: data.path().to_owned(),
            engine_threads: 1,
            ..ServerSettings::default()
        };
        let clock = SimulatedClock::at(NOON);
        let system = System::simulated(clock.clone(), 1);
        let server = Server::start_with(settings, system, Some(1)).await;
        let server = server.expect("a server");
        let founding = Founding {
            settings: Settings {
                name: "Club night".to_owned(),
                variant: "chess".to_owned(),
                format: law::Format::Match { games: 1 },
                starts_at: NOON + MINUTE,
                ..Settings::default()
            },
            directors: BTreeSet::from([law_person(person(STAFF))]),
            chief_arbiter: law_person(person(101)),
            deputy: law_person(person(102)),
        };
        let services = &server.registry.services;
        let founded = server
            .hall
            .found(services, person(STAFF), founding, None)
            .await;
        House {
            event: founded.expect("an event"),
            server,
            clock,
            _data: data,
        }
    }

    async fn enter(&self, player: u64) -> Result<Appended, EventError> {
        let enter = Command::Enter {
            player: law_person(person(player)),
            name: format!("Player {player}"),
            rating: None,
        };
        self.ask(player, enter).await
    }

    /// A match of two players whose first game has begun.
    async fn started() -> House {
        let house = House::founded().await;
        for player in 1..=2 {
            house.enter(player).await.expect("possible");
        }
        house.clock.advance(MINUTE);
        house.attend().await;
        house
    }

    fn hear(&self) -> Heard {
        Heard::now(
            &self.server.hall,
            &self.server.registry.services,
            self.event,
        )
    }

    async fn ask(&self, who: u64, asked: Command) -> Result<Appended, EventError> {
        let registry = Arc::clone(&self.server.registry);
        command(self.hear(), registry, person(who), asked).await
    }

    /// Does the server's own work.
    async fn attend(&self) {
        let (hall, registry) = (&self.server.hall, &self.server.registry);
        hall.attend(registry, self.event, &[], true).await;
    }

    async fn seen(&self) -> Arc<Event> {
        let services = &self.server.registry.services;
        let looked = self.server.hall.look(services, self.event).await;
        looked.expect("an event")
    }

    async fn game(&self) -> law::EventGame {
        let event = self.seen().await;
        let board = event.rounds().first().expect("a round").boards[0];
        event.game(board).expect("a game").clone()
    }

    /// Sends a request as the player of a side, while the server looks after the event until `late` has passed and before the
    /// request has its turn.
    async fn ask_at_the_last_moment(
        &self,
        side: Side,
        late: u64,
        asked: Command,
    ) -> Result<Appended, EventError> {
        let who = self.game().await.player(side);
        let slot = self.server.hall.slot(self.event);
        let place = slot.held.lock().await;
        let heard = self.hear();
        let registry = Arc::clone(&self.server.registry);
        let first = self.attend();
        let asked = command(heard, registry, super::super::player_id(who), asked);
        self.clock.advance(late);
        drop(place);
        // The server has its turn before the request.
        first.await;
        let done = asked.await;
        self.attend().await;
        done
    }
}

#[tokio::test]
async fn a_bot_is_not_entered_whatever_it_was_when_it_asked() {
    let house = House::founded().await;
    let services = &house.server.registry.services;
    let player = person(3);
    let account = Account {
        player,
        username: "Automaton".to_owned(),
        password: PasswordHash::read("none".to_owned()),
        created_at: NOON,
        is_bot: false,
    };
    let session = Session {
        id: SessionId::random(&services.system),
        player,
        device: String::new(),
        created_at: NOON,
        used_at: NOON,
        grant: None,
        browser: None,
    };
    let other = Session {
        id: SessionId::random(&services.system),
        ..session.clone()
    };
    let token = || Token::random(&services.system).hash();
    let key = NameKey::of("Automaton");
    let new = NewSession {
        token: token(),
        session: other,
        replaces: Some(session.id),
    };
    for change in [
        Change::SignUp(NewAccount { account, key }, token(), session),
        Change::BecomeBot(new),
    ] {
        assert_eq!(services.store.change(change).await, Ok(Changed::Done));
    }
    let refused = house.enter(3).await;
    assert!(matches!(refused, Err(EventError::Bot)), "{refused:?}");
    assert!(house.seen().await.players().is_empty());
    house.enter(1).await.expect("possible");
    assert_eq!(house.seen().await.players().len(), 1);
}

#[tokio::test]
async fn an_appeal_that_was_heard_in_time_waits_for_its_turn_and_is_in_time() {
    let house = House::started().await;
    let game = house.game().await.id;
    let rule = Command::Rule {
        game,
        ground: law::Ground::Rules,
        outcome: Outcome::Draw,
        reasons: "Because it is so.".to_owned(),
        call: None,
    };
    let ruled = house.ask(STAFF, rule).await.expect("possible");
    let appeal = Command::Appeal {
        ruling: law::EntryNumber(ruled.entries[0]),
        text: "I was about to win.".to_owned(),
    };
    house.clock.advance(law::APPEAL_MS);
    let done = house.ask_at_the_last_moment(Side::Black, 1, appeal.clone());
    done.await.expect("in time");
    assert!(!house.game().await.is_final);
    let late = house.ask_at_the_last_moment(Side::White, 0, appeal).await;
    assert!(matches!(late, Err(EventError::Refused(_))), "{late:?}");
}

#[tokio::test]
async fn who_said_to_be_there_in_time_has_not_lost_by_default() {
    let house = House::started().await;
    let game = house.game().await;
    let started = game.started.expect("it has begun");
    let deadline = house.seen().await.default_deadline(&game);
    let left = deadline.expect("a time") - started;
    house.clock.advance(left);
    let arrive = Command::Arrive { game: game.id };
    let done = house.ask_at_the_last_moment(Side::White, 1, arrive).await;
    done.expect("in time");
    let result = house.game().await.result;
    assert_eq!(result, Some(law::GameResult::BlackForfeits));
}

#[tokio::test]
async fn a_call_that_was_heard_stops_the_clocks_although_a_flag_falls_before_its_turn() {
    let house = House::started().await;
    let game = house.game().await;
    for side in Side::ALL {
        let arrive = Command::Arrive { game: game.id };
        let player = super::super::player_id(game.player(side));
        let registry = Arc::clone(&house.server.registry);
        let done = command(house.hear(), registry, player, arrive).await;
        done.expect("in time");
    }
    // White has 25 minutes; the call comes 50 milliseconds before they are over.
    house.clock.advance(25 * MINUTE - 50);
    let call = |text: &str| Command::Call {
        game: game.id,
        text: text.to_owned(),
    };
    let late = 10_000;
    let done = house.ask_at_the_last_moment(Side::Black, late, call("The clock is wrong."));
    done.await.expect("it goes on");
    assert_eq!(house.game().await.result, None);
    // Ten minutes after the call they run again, with the time that was left when it was made.
    house.clock.advance(law::CALL_MS - late);
    house.attend().await;
    assert_eq!(house.game().await.result, None);
    house.clock.advance(49);
    house.attend().await;
    assert_eq!(house.game().await.result, None);
    house.clock.advance(10_000);
    house.attend().await;
    assert_eq!(house.game().await.result, Some(law::GameResult::BlackWins));
}

#[tokio::test]
async fn time_goes_on_when_a_request_waits_no_more() {
    let house = House::started().await;
    let services = &house.server.registry.services;
    let heard = house.hear();
    let at = services.system.now_ms();
    house.clock.advance(MINUTE);
    let hall = &house.server.hall;
    assert_eq!(hall.until(services, house.event), at);
    drop(heard);
    assert_eq!(hall.until(services, house.event), at + MINUTE);
    assert!(locked(&hall.heard).is_empty());
}

#[tokio::test]
async fn a_slow_reader_of_the_stream_of_an_event_does_not_hold_the_event() {
    let house = House::started().await;
    let (hall, registry) = (&house.server.hall, &house.server.registry);
    let founding = Founding {
        settings: Settings {
            name: "Open".to_owned(),
            variant: "chess".to_owned(),
            format: law::Format::Swiss { rounds: Some(3) },
            starts_at: NOON + 600 * MINUTE,
            ..Settings::default()
        },
        directors: BTreeSet::from([law_person(person(STAFF))]),
        chief_arbiter: law_person(person(101)),
        deputy: law_person(person(102)),
    };
    let founded = hall.found(&registry.services, person(STAFF), founding, None);
    let id = founded.await.expect("an event");
    let enters = async |player: u64| {
        let enter = Command::Enter {
            player: law_person(person(player)),
            name: format!("{player:04}{}", "\u{416}".repeat(26)),
            rating: None,
        };
        let heard = Heard::now(hall, &registry.services, id);
        let entered = command(heard, Arc::clone(registry), person(player), enter);
        entered.await.expect("possible");
    };
    for player in 1_000..1_500 {
        enters(player).await;
    }
    let request = Request::get(format!("/api/v1/events/{id}/stream")).body(Body::empty());
    let answer = house.server.router().oneshot(request.expect("a request"));
    let answer = answer.await.expect("a router always answers");
    let mut body = answer.into_body().into_data_stream();
    // The body has begun, and more is ready than the reader takes.
    body.next().await.expect("a part").expect("a part");
    let is_let_go = async {
        loop {
            let event = hall.look(&registry.services, id).await.expect("an event");
            // One reference is the server's, and one is this test's.
            if Arc::strong_count(&event) == 2 {
                return;
            }
            drop(event);
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    let patience = std::time::Duration::from_secs(60);
    let is_let_go = tokio::time::timeout(patience, is_let_go).await;
    is_let_go.expect("nobody else holds the event");
    // The reader misses nothing for that.
    enters(1_500).await;
    let mut text = String::new();
    while !text.contains("\"player\":\"p00000001500") {
        let part = body.next().await.expect("a part").expect("a part");
        text.push_str(std::str::from_utf8(&part).expect("text"));
    }
    assert!(text.contains("\"player\":\"p00000001499"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_client_s_requests_for_the_page_of_an_event_one_at_a_time_holds_the_event() {
    let house = House::started().await;
    let asked: Vec<_> = ["", "/rounds", "/standings", "/trf"]
        .into_iter()
        .cycle()
        .take(80)
        .map(|page| {
            let router = house.server.router();
            let request = Request::get(format!("/api/v1/events/{}{page}", house.event));
            let request = request.body(Body::empty()).expect("a request");
            tokio::spawn(async move { router.oneshot(request).await.is_ok() })
        })
        .collect();
    // One reference is the server's, and one is this test's.
    let mut most = 0;
    while !asked.iter().all(tokio::task::JoinHandle::is_finished) {
        most = most.max(Arc::strong_count(&house.seen().await));
        tokio::task::yield_now().await;
    }
    // Besides, answers are written whose turn is over.
    assert!(most < 10, "{most}");
}

#[tokio::test]
async fn long_events_leave_memory_sooner_and_those_that_are_needed_stay() {
    let now = Instant::now();
    let slot = |entries, seconds| {
        Arc::new(Slot {
            held: tokio::sync::Mutex::default(),
            last: watch::Sender::new(entries),
            used: Mutex::new(now + Duration::from_secs(seconds)),
        })
    };
    let id = |number: usize| -> EventId { format!("e{number:011}").parse().expect("12 letters") };
    let left = |slots: &HashMap<EventId, Arc<Slot>>| {
        let all = (0..=MOST_EVENTS).map(id);
        all.filter(|id| slots.contains_key(id)).collect::<Vec<_>>()
    };
    let mut slots = HashMap::from([
        (id(0), slot(MOST_ENTRIES / 2, 2)),
        (id(1), slot(MOST_ENTRIES / 2, 1)),
        (id(2), slot(10, 3)),
        (id(3), slot(10, 0)),
    ]);
    let needed = Arc::clone(&slots[&id(3)]);
    keep_within_bounds(&mut slots);
    assert_eq!(left(&slots), [id(0), id(2), id(3)]);
    keep_within_bounds(&mut slots);
    assert_eq!(left(&slots).len(), 3, "there is room");
    drop(needed);
    let mut slots = (0..=MOST_EVENTS)
        .map(|n| (id(n), slot(1, n as u64)))
        .collect();
    keep_within_bounds(&mut slots);
    assert_eq!(left(&slots).len(), MOST_EVENTS);
    assert!(!slots.contains_key(&id(0)));
}
