use std::net::Ipv4Addr;

use manifold_engine::{Level, Limits};
use manifold_rules::board::Color;
use tokio::sync::oneshot;
use tokio::sync::oneshot::error::TryRecvError;

use super::*;
use crate::memory::Memory;
use crate::settings::Settings;
use crate::system::{SimulatedClock, System};
use crate::table::create::create_game;
use crate::table::event::OtherEvent;
use crate::table::info::{GameInfo, Person, Player};
use crate::table::live_game::{Command, Next};
use crate::table::message::{Reply, Subscription};
use crate::table::work::replayed;

/// An owner whose task is the test, and the sockets of White, Black and a spectator.
struct Table {
    owner: Owner,
    sockets: Vec<(SubscriberId, mpsc::Receiver<Encoded>)>,
    server: crate::Server,
    _data: tempfile::TempDir,
    _mailbox: mpsc::Sender<Message>,
}

fn id(name: &str) -> PlayerId {
    name.parse().expect("an identifier")
}

const PLAYERS: [&str; 3] = ["whitewhite11", "blackblack22", "spectator333"];

fn person(name: &str) -> Player {
    Player::Person(Person {
        id: id(name),
        name: name.to_owned(),
        account: false,
        bot: false,
        rating: None,
    })
}

impl Table {
    async fn of(variant: &str) -> Table {
        let data = tempfile::tempdir().expect("a directory");
        let settings = Settings {
            data: data.path().to_owned(),
            ..Settings::default()
        };
        Table::set(data, settings, variant, person(PLAYERS[1])).await
    }

    async fn set(
        data: tempfile::TempDir,
        settings: Settings,
        variant: &str,
        black: Player,
    ) -> Table {
        let system = System::simulated(SimulatedClock::at(1), 1);
        let server = crate::Server::start(settings, system).await;
        let server = server.expect("a server");
        let services = Arc::clone(&server.registry.services);
        let info = GameInfo {
            variant: variant.parse().expect("a variant"),
            start: None,
            white: person(PLAYERS[0]),
            black,
            clock: None,
            takebacks: true,
            rated: false,
            paired: false,
            event: None,
            created_at: 0,
        };
        let game = create_game(&services, info, None).await.expect("a game");
        let (epoch, live) = load(&services, game).await.expect("a game");
        let (mailbox, inbox) = mpsc::channel(64);
        let place = Memory::new(&services.settings).place(None);
        let place = place.expect("room");
        let now = Instant::now();
        let mut table = Table {
            owner: Owner {
                services,
                id: game,
                inbox,
                mailbox: mailbox.downgrade(),
                is_crowded: place.is_crowded(),
                place,
                epoch,
                game: live,
                subscribers: Vec::new(),
                gone_since: [Some(now); 2],
                told: Presence::default(),
                told_until: now,
                audience_due: None,
                thinking: None,
                conditions: Default::default(),
                network: None,
                engine_due: None,
                seen: (0, now),
                used: now,
                began: now,
                to_tell: Vec::new(),
            },
            sockets: Vec::new(),
            server,
            _data: data,
            _mailbox: mailbox,
        };
        for player in PLAYERS {
            let (out, outbox) = mpsc::channel(64);
            let subscription = Subscription {
                player: id(player),
                network: Ipv4Addr::LOCALHOST.into(),
                have: None,
                lean: false,
                out,
            };
            let (reply, answer) = oneshot::channel();
            table.hears(Message::Subscribe(subscription, reply)).await;
            table.owner.tell_at_step().await;
            let subscriber = answer.await.expect("an answer").expect("a subscriber");
            table.sockets.push((subscriber, outbox));
        }
        table.told();
        table
    }

    async fn hears(&mut self, message: Message) {
        let heard = self.owner.hear(message).await;
        assert!(heard.is_ok(), "the game is lost");
    }

    /// Sends an action from somebody who has seen event `n`.
    async fn acts(&mut self, who: usize, name: &str, n: u64, action: &str) {
        let command = Message::Command {
            from: self.sockets[who].0,
            id: name.parse().expect("a name"),
            command: Command::Act {
                n,
                action: action.into(),
                away: false,
            },
            lag_ms: 0,
        };
        self.hears(command).await;
    }

    async fn asks<T>(&mut self, message: impl FnOnce(Reply<T>) -> Message) -> Asked<T> {
        let (reply, answer) = oneshot::channel();
        self.hears(message(reply)).await;
        answer
    }

    /// The kinds of messages that each socket has been told since the last look.
    fn told(&mut self) -> Vec<Vec<String>> {
        let kind = |text: Encoded| {
            let message: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
            message["t"].as_str().expect("a kind").to_owned()
        };
        let sockets = self.sockets.iter_mut();
        let told = sockets.map(|(_, outbox)| {
            std::iter::from_fn(|| outbox.try_recv().ok())
                .map(kind)
                .collect()
        });
        told.collect()
    }

    /// The recipients of the messages that wait for their step, in order.
    fn waiting(&self) -> Vec<usize> {
        let place = |id: &SubscriberId| self.sockets.iter().position(|(known, _)| known == id);
        let to = self.owner.to_tell.iter().flat_map(|telling| match telling {
            Telling::Update { to, .. } => to.iter().filter_map(place).collect(),
            _ => Vec::new(),
        });
        to.collect()
    }
}

type Asked<T> = oneshot::Receiver<Result<T, TableError>>;

const NOTHING: [&[&str]; 3] = [&[], &[], &[]];

#[tokio::test]
async fn in_a_game_with_secrets_all_is_written_before_the_first_is_told_of_a_move() {
    let mut table = Table::of("hyperspace").await;
    table.acts(0, "one", 0, "b1^1@a2").await;
    assert_eq!(table.told(), NOTHING, "told before all was worked out");
    // The opponent and the spectator come first, then the player who has acted.
    assert_eq!(table.waiting(), [1, 2, 0, 0]);
    table.owner.tell_at_step().await;
    let all: [&[&str]; 3] = [&["ack", "event"], &["event"], &["event"]];
    assert_eq!(table.told(), all);
    table.server.close().await;
}

#[tokio::test]
async fn in_a_game_with_secrets_a_probe_is_answered_at_a_step_and_not_when_its_work_is_done() {
    let mut table = Table::of("hyperspace").await;
    // None of them may act, or they have not seen the current position.
    for (who, n) in [(2, 0), (1, 0), (1, 7)] {
        table.acts(who, &format!("{who} {n}"), n, "e7e5").await;
    }
    let spectator = id(PLAYERS[2]);
    let mut words = table.asks(|reply| Message::Words(spectator, reply)).await;
    let mut view = table.asks(|reply| Message::View(spectator, reply)).await;
    let mut verified = table.asks(Message::Verify).await;
    assert_eq!(table.told(), NOTHING);
    assert!(matches!(words.try_recv(), Err(TryRecvError::Empty)));
    assert!(matches!(view.try_recv(), Err(TryRecvError::Empty)));
    assert!(matches!(verified.try_recv(), Err(TryRecvError::Empty)));
    table.owner.tell_at_step().await;
    let refused: [&[&str]; 3] = [&[], &["refused", "refused"], &["refused"]];
    assert_eq!(table.told(), refused);
    assert!(matches!(words.try_recv(), Ok(Ok(_))));
    assert!(matches!(view.try_recv(), Ok(Ok(_))));
    assert!(matches!(verified.try_recv(), Ok(Err(TableError::NotOver))));
    table.server.close().await;
}

#[tokio::test]
async fn a_game_without_secrets_waits_for_no_step() {
    let mut table = Table::of("chess").await;
    table.acts(0, "one", 0, "e2e4").await;
    let all: [&[&str]; 3] = [&["ack", "event"], &["event"], &["event"]];
    assert_eq!(table.told(), all);
    table.server.close().await;
}

#[tokio::test]
async fn what_was_stored_is_told_even_when_the_game_is_lost_afterwards() {
    let mut table = Table::of("hyperspace").await;
    let act = Message::Command {
        from: table.sockets[0].0,
        id: "one".parse().expect("a name"),
        command: Command::Act {
            n: 0,
            action: "e2e4".into(),
            away: false,
        },
        lag_ms: 0,
    };
    let lost = table.owner.deal_with(&mut vec![act, Message::Reload]).await;
    assert!(lost.is_err());
    let all: [&[&str]; 3] = [&["ack", "event"], &["event"], &["event"]];
    // The list of those who are here is sent at any time.
    let mut told = table.told();
    for told in &mut told {
        told.retain(|kind| kind != "presence");
    }
    assert_eq!(told, all);
    table.server.close().await;
}

#[tokio::test]
async fn a_game_that_nobody_watches_sleeps_while_the_engine_thinks() {
    let data = tempfile::tempdir().expect("a directory");
    let settings = Settings {
        data: data.path().to_owned(),
        idle_seconds: 0,
        ..Settings::default()
    };
    let engine = Player::Engine {
        level: 1,
        rating: None,
    };
    let mut table = Table::set(data, settings, "hidden960", engine).await;
    table.acts(0, "a", 0, "e2e4").await;
    table.owner.ask_the_engine();
    table.owner.subscribers.clear();
    assert!(
        table.owner.thinking.is_some(),
        "its answer waits to be heard"
    );
    assert!(table.owner.next_due() > Instant::now() + Duration::from_secs(1));
    assert!(!table.owner.is_idle());
    table.owner.thinking = None;
    assert!(table.owner.next_due() <= Instant::now());
    assert!(table.owner.is_idle());
}

#[tokio::test]
async fn a_player_who_comes_and_goes_all_the_time_is_told_ten_times_and_then_once_a_second() {
    let mut table = Table::of("chess").await;
    let at = Instant::now();
    let mut told = 0;
    for _ in 0..50 {
        // Subscribers stand in the order in which they came: White first.
        let gone = table.owner.subscribers.remove(0);
        table.owner.tell_audience();
        table.owner.subscribers.insert(0, gone);
        table.owner.tell_audience();
        told += table.told()[2].len();
    }
    let most = 11 + at.elapsed().as_secs() as usize;
    assert!((10..=most).contains(&told), "{told} of {most}");
    table.owner.subscribers.remove(0);
    table.owner.tell_audience();
    if table.owner.told.white {
        let due = table.owner.audience_due.expect("more is to be told");
        assert!(due <= Instant::now() + Duration::from_secs(1));
        table.owner.told_until = Instant::now();
        table.owner.tell_audience();
    }
    assert!(!table.owner.told.white && table.owner.audience_due.is_none());
    table.server.close().await;
}

/// Maximum number of actions that an owner replays before it yields its thread: with everything else they take less than two milliseconds.
const MOST_REPLAYED: usize = 64;

/// Polls work to its end. Returns the result, and the maximum number of actions replayed in one poll.
async fn most_replayed<T>(work: impl Future<Output = T>) -> (T, usize) {
    let mut work = std::pin::pin!(work);
    let mut most = 0;
    let worked = std::future::poll_fn(|context| {
        let before = replayed();
        let polled = work.as_mut().poll(context);
        most = most.max(replayed() - before);
        polled
    });
    (worked.await, most)
}

/// Knights go to and fro, and a pawn moves before a position has come three times.
fn long_game() -> Vec<String> {
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let pawns = [
        "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6",
    ]
    .chunks(2);
    let knights = there_and_back.iter().cycle().take(4);
    let rounds = pawns.flat_map(|pawns| knights.clone().chain(pawns));
    rounds.map(|action| (*action).to_owned()).collect()
}

#[tokio::test]
async fn whatever_is_asked_of_a_long_game_its_owner_plays_little_of_it_again_at_once() {
    let mut table = Table::of("hyperspace").await;
    let mut n = 0;
    // Played and taken back again and again, its log is as long as any.
    for round in 0..20 {
        for (ply, action) in long_game().iter().enumerate() {
            table
                .acts(ply % 2, &format!("{round} {ply}"), n, action)
                .await;
            n = table.owner.game.n();
        }
        if round < 19 {
            let keep = 0;
            let back = OtherEvent::TakenBack {
                by: Color::White,
                keep,
            };
            let happened = table.owner.happen(Next::Other(back), None, 1).await;
            assert!(happened.is_ok());
            n = table.owner.game.n();
        }
    }
    assert!(n > 400, "{n}");
    let services = Arc::clone(&table.owner.services);
    let (loaded, most) = most_replayed(load(&services, table.owner.id)).await;
    assert!(loaded.is_ok_and(|(_, game)| game.n() == n));
    assert!((1..=MOST_REPLAYED).contains(&most), "loading: {most}");

    let player = id(PLAYERS[0]);
    let level = Level::new(1).expect("a level");
    let (_, most) = most_replayed(async {
        let referee = &table.owner.game.state().referee;
        drop(referee.thinker(Color::White, level, Limits::default(), 1));
        let resign = Message::Command {
            from: table.sockets[0].0,
            id: "resign".parse().expect("a name"),
            command: Command::Resign,
            lag_ms: 0,
        };
        table.hears(resign).await;
        table.asks(|reply| Message::View(player, reply)).await;
        table.asks(|reply| Message::Transcript(player, reply)).await;
        table.asks(|reply| Message::Words(player, reply)).await;
        table.asks(|reply| Message::History(player, reply)).await;
        table.asks(Message::Verify).await;
        table.asks(Message::Played).await;
        let limits = || Box::new(Limits::default());
        table
            .asks(|reply| Message::Analyst(40, limits(), reply))
            .await;
        table.owner.tell_at_step().await;
    })
    .await;
    assert!(most <= MOST_REPLAYED, "asking: {most}");
    table.server.close().await;
}
