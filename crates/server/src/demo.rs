//! A place to look at: accounts with games, ratings and histories, in a directory of its own.
//!
//! The games are played on a server like any other, by its own rules, on a clock that runs through the last weeks.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use manifold_events as law;
use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;
use secrecy::SecretString;
use tokio::sync::mpsc;

use crate::chat::{NewLine, Preset, Words};
use crate::data;
use crate::events::error::EventError;
use crate::events::hall::{Hall, Heard};
use crate::events::{game_id, hall, law_person, player_id};
use crate::ids::{
    ChallengeId, EventId, GameId, PlayerId, ReportId, RequestId, SessionId, SubscriberId,
};
use crate::lobby::Cell;
use crate::meeting::challenge::{Challenge, Terms};
use crate::moderation::{Reason, Report};
use crate::names::Status;
use crate::people::account::{Account, NewAccount};
use crate::people::factor::Proof;
use crate::people::session::{Session, Token};
use crate::people::totp::TotpSecret;
use crate::people::username::NameKey;
use crate::registry::Registry;
use crate::settings::Settings;
use crate::store::{Change, Changed, Meeting, Met, Moderate, Moderated, Said};
use crate::system::{SimulatedClock, System};
use crate::table::create::create_game;
use crate::table::error::TableError;
use crate::table::event::Offer;
use crate::table::info::{GameInfo, Person, Player};
use crate::table::live_game::Command;
use crate::table::message::{Message, Subscription};
use crate::table::rated_players::with_ratings;
use crate::table::time_control::ClockChoice;
use crate::table::view::GameView;
use crate::{Server, ServerError};

/// The player ids of everybody in the demonstration.
const NETWORK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Updates of a game that wait to be thrown away.
const OUTBOX: usize = 64;
/// With as many people there is an event, too: the last is its director, the others play.
const EVENT_PEOPLE: usize = 6;

/// The players and games of the demonstration that are worth a look.
#[derive(Debug)]
pub struct Demo {
    /// The usernames of its players.
    pub usernames: Vec<&'static str>,
    /// The username of a moderator with a second factor.
    pub moderator: &'static str,
    /// The username of a bot.
    pub bot: &'static str,
    /// Its games.
    pub games: Vec<DemoGame>,
    /// When the first begins, in milliseconds since 1970.
    pub from: u64,
    /// When the last of those that are over has begun, in milliseconds since 1970; those that go on come after it, one after the
    /// other.
    pub until: u64,
}

/// A game of the demonstration.
#[derive(Debug)]
pub struct DemoGame {
    /// The game variant.
    pub variant: VariantId,
    /// White's and Black's places among the usernames.
    pub players: [usize; 2],
    /// The clock.
    pub clock: DemoClock,
    /// All actions, in machine notation, with the colour that acts: 0 for White, 1 for Black.
    pub actions: Vec<(usize, String)>,
    /// The end that follows them.
    pub end: DemoEnd,
}

/// The clock of a game of the demonstration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoClock {
    /// A clock with increment, by the name of a preset.
    Preset(&'static str),
    /// Days for a move.
    Days(u32),
}

/// The end of a game of the demonstration, after its actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoEnd {
    /// It is over by them.
    Over,
    /// White (0) or Black (1) resigns.
    Resigns(usize),
    /// They agree on a draw.
    Drawn,
    /// It goes on.
    Unfinished,
}

/// An account of the demonstration.
#[derive(Debug)]
pub struct DemoAccount {
    /// Its name.
    pub username: &'static str,
    /// Its password, which is stored nowhere.
    pub password: String,
    /// Its role besides a player's.
    pub role: DemoRole,
    /// The secret of its second factor, for an app that shows codes, if it has one.
    pub secret: Option<String>,
}

/// An account of the demonstration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DemoRole {
    /// A player's.
    Player,
    /// A moderator's.
    Moderator,
    /// A bot's.
    Bot,
}

/// Fills a directory with accounts and games.
///
/// # Errors
/// There is something in the directory already (no real data are ever touched), it cannot be written, or a game cannot be
/// played.
pub async fn fill(directory: &Path, demo: &Demo) -> Result<Vec<DemoAccount>, ServerError> {
    let of_data = |error| ServerError::Data {
        path: directory.to_owned(),
        error,
    };
    data::create_private(directory).map_err(of_data)?;
    if std::fs::read_dir(directory)
        .map_err(of_data)?
        .next()
        .is_some()
    {
        let error = io::Error::new(
            io::ErrorKind::AlreadyExists,
            "there is something in it, and a demonstration begins in an empty directory",
        );
        return Err(of_data(error));
    }
    let clock = SimulatedClock::at(demo.from);
    let settings = Settings {
        data: directory.to_owned(),
        ..Settings::default()
    };
    let server = Server::start(settings, System::at(clock.clone())).await?;
    let made = Stage {
        registry: &server.registry,
        hall: &server.hall,
        clock: &clock,
    }
    .play(demo)
    .await;
    server.close().await;
    made.map_err(|error| of_data(io::Error::other(error)))
}

/// Where it is played.
struct Stage<'a> {
    registry: &'a std::sync::Arc<Registry>,
    hall: &'a std::sync::Arc<Hall>,
    clock: &'a SimulatedClock,
}

/// Why the demonstration cannot be made.
#[derive(Debug, thiserror::Error)]
enum StageError {
    #[error("the account {0} cannot be made")]
    Account(&'static str),
    #[error("{0}")]
    Meeting(&'static str),
    #[error("an event cannot be held: {0}")]
    Event(String),
    #[error("a game of {variant}, action {action}: {problem}")]
    Game {
        variant: &'static str,
        action: String,
        problem: String,
    },
}

impl Stage<'_> {
    async fn play(&self, demo: &Demo) -> Result<Vec<DemoAccount>, StageError> {
        let mut accounts = Vec::new();
        let mut people = Vec::new();
        for username in &demo.usernames {
            let (account, person) = self.account(username, DemoRole::Player).await?;
            accounts.push(account);
            people.push(person);
        }
        accounts.push(self.moderator(demo.moderator).await?);
        let (bot, _) = self.account(demo.bot, DemoRole::Bot).await?;
        accounts.push(bot);
        // Those that go on come at the end, one after the other: nobody is out of time yet.
        let (lasting, finished): (Vec<&DemoGame>, Vec<&DemoGame>) = demo
            .games
            .iter()
            .partition(|game| game.end == DemoEnd::Unfinished);
        let games = u64::try_from(finished.len()).unwrap_or(u64::MAX).max(1);
        let between = demo.until.saturating_sub(demo.from) / games;
        let begins = (0..games).map(|n| demo.from + between * n);
        let then = lasting.into_iter().map(|game| (game, demo.until));
        let mut last = None;
        for (game, begins) in finished.into_iter().zip(begins).chain(then) {
            let now = self.registry.services.system.now_ms();
            self.clock.advance(begins.saturating_sub(now));
            last = Some((self.game(game, &people).await?, game));
        }
        if people.len() >= EVENT_PEOPLE {
            self.event(&people).await?;
        }
        if let Some((
            id,
            DemoGame {
                variant, players, ..
            },
        )) = last
        {
            self.meet(id, *variant, players.map(|place| people[place].id))
                .await?;
        }
        Ok(accounts)
    }

    /// A Swiss event of which two rounds are played, and the third goes on.
    async fn event(&self, people: &[Person]) -> Result<(), StageError> {
        let services = &self.registry.services;
        let failed = |error: EventError| StageError::Event(format!("{error:?}"));
        let [arbiter, deputy] = [0, 1].map(|place| law_person(people[place].id));
        let Some((director, players)) = people[..EVENT_PEOPLE].split_last() else {
            return Ok(());
        };
        let starts_at = services.system.now_ms() + 60_000;
        let founding = law::Founding {
            settings: law::Settings {
                name: "Club championship".to_owned(),
                variant: "chess".to_owned(),
                control: law::Control::Standard,
                format: law::Format::Swiss { rounds: Some(4) },
                starts_at,
                schedule: law::Schedule::After { minutes: 0 },
                default_minutes: Some(1_440),
                regulations: "Rounds follow each other at once.".to_owned(),
                ..law::Settings::default()
            },
            directors: [law_person(director.id)].into(),
            chief_arbiter: arbiter,
            deputy,
        };
        let found = self.hall.found(services, director.id, founding);
        let id = found.await.map_err(failed)?;
        let ask = async |who: PlayerId, command: law::Command| {
            let heard = Heard::now(self.hall, &self.registry.services, id);
            let done = hall::command(heard, self.registry.clone(), who, command).await;
            done.map(drop).map_err(failed)
        };
        for (place, person) in players.iter().enumerate() {
            let enter = law::Command::Enter {
                player: law_person(person.id),
                name: person.name.clone(),
                rating: u16::try_from(1_500 + 40 * place).ok(),
            };
            ask(person.id, enter).await?;
        }
        self.clock.advance(61_000);
        for round in 0..3 {
            let event = self.after_time(id).await.map_err(failed)?;
            let boards = event.rounds().get(round).map(|round| round.boards.clone());
            for (board, game) in boards.unwrap_or_default().into_iter().enumerate() {
                let Some(game) = event.game(game) else {
                    continue;
                };
                let players = [game.white, game.black].map(player_id);
                self.board(
                    game_id(game.id),
                    players,
                    (round < 2).then_some(board + round),
                )
                .await?;
            }
        }
        self.after_time(id).await.map_err(failed)?;
        Ok(())
    }

    /// An event after everything that time and its games have brought.
    async fn after_time(&self, id: EventId) -> Result<std::sync::Arc<law::Event>, EventError> {
        let events = self.hall;
        // Once for the results, and once for what follows from them.
        for _ in 0..2 {
            events.attend(self.registry, id, &[], true).await;
        }
        events.look(&self.registry.services, id).await
    }

    /// A board of an event: the first moves, and somebody resigns if it is to end.
    async fn board(
        &self,
        game: GameId,
        players: [PlayerId; 2],
        resigns: Option<usize>,
    ) -> Result<(), StageError> {
        let of_table = |error: TableError| StageError::Event(format!("{error:?}"));
        let mut subscribers = Vec::new();
        for player in players {
            let (out, mut outbox) = mpsc::channel(OUTBOX);
            tokio::spawn(async move { while outbox.recv().await.is_some() {} });
            let subscription = Subscription {
                player,
                network: NETWORK,
                have: None,
                lean: true,
                out,
            };
            let ask = |reply| Message::Subscribe(subscription.clone(), reply);
            subscribers.push(self.registry.ask(game, ask).await.map_err(of_table)?);
        }
        for (ply, action) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
            self.clock.advance(20_000);
            let n = self.view(game, players[0]).await.map_err(of_table)?.n;
            let command = Command::Act {
                n,
                action: action.into(),
                away: false,
            };
            self.ask_table(game, subscribers[ply % 2], ply, command)
                .await?;
        }
        if let Some(side) = resigns {
            let from = subscribers[side % 2];
            self.ask_table(game, from, 4, Command::Resign).await?;
        }
        self.view(game, players[0]).await.map_err(of_table)?;
        Ok(())
    }

    async fn ask_table(
        &self,
        game: GameId,
        from: SubscriberId,
        number: usize,
        command: Command,
    ) -> Result<(), StageError> {
        let name = number.to_string().parse();
        let message = Message::Command {
            from,
            id: name.map_err(|_| StageError::Event("a request has no name".to_owned()))?,
            command,
            lag_ms: 0,
        };
        let sent = self.registry.send(game, message).await;
        sent.map_err(|error| StageError::Event(format!("{error:?}")))
    }

    /// A moderator, who must have a second factor.
    async fn moderator(&self, username: &'static str) -> Result<DemoAccount, StageError> {
        let failed = || StageError::Account(username);
        let services = &self.registry.services;
        let system = &services.system;
        let (mut account, person) = self.account(username, DemoRole::Moderator).await?;
        let (player, at) = (person.id, system.now_ms());
        let secret = TotpSecret::random(system);
        let sealer = &services.people.sealer;
        let sealed = sealer.seal(secret.as_bytes(), &player.to_string(), system);
        let sessions = services.store.sessions(player).await;
        let kept = sessions
            .ok()
            .and_then(|sessions| Some(sessions.first()?.id));
        for change in [
            Change::PrepareTotp {
                player,
                secret: sealed,
            },
            Change::ConfirmTotp {
                player,
                // No code of a real time is used up.
                proof: Proof::Step(0),
                recovery_codes: Vec::new(),
                kept: kept.ok_or_else(failed)?,
                at,
            },
        ] {
            match services.store.change(change).await {
                Ok(Changed::Done) => {}
                _ => return Err(failed()),
            }
        }
        let role = Moderate::SetRole {
            player,
            is_moderator: true,
            at,
        };
        match services.store.moderate(role).await {
            Ok(Moderated::Done) => {}
            _ => return Err(failed()),
        }
        account.secret = Some(secret.reveal());
        Ok(account)
    }

    /// Makes the contacts between people: words beside a game that goes on, a challenge that waits, and a report.
    async fn meet(
        &self,
        game: GameId,
        variant: VariantId,
        [one, other]: [PlayerId; 2],
    ) -> Result<(), StageError> {
        let services = &self.registry.services;
        let failed = |what: &'static str| StageError::Meeting(what);
        let lines = [
            (one, Color::White, Words::Preset(Preset::GoodLuck)),
            (other, Color::Black, Words::Preset(Preset::HaveFun)),
            (
                other,
                Color::Black,
                Words::Text("I have never seen this opening. Is it yours?".to_owned()),
            ),
        ];
        for (number, (player, color, words)) in (1..).zip(lines) {
            let request: Result<RequestId, _> = format!("said-{number}").parse();
            let line = NewLine {
                game,
                request: request.map_err(|_| failed("words have no name"))?,
                at: services.system.now_ms(),
                player,
                color: Some(color),
                words,
            };
            match services.store.say(line).await {
                Ok(Said::Stored(_)) => {}
                _ => return Err(failed("something cannot be said")),
            }
        }
        let now = services.system.now_ms();
        let terms = Terms {
            cell: Cell {
                variant,
                clock: Some(ClockChoice::Correspondence { days: 3 }),
                rated: false,
            },
            color: None,
            rating: None,
        };
        let id = ChallengeId::random(&services.system);
        let challenge = Challenge::new(id, [other, one], terms, now);
        match services.store.meet(Meeting::Challenge(challenge)).await {
            Ok(Met::Done) => {}
            _ => return Err(failed("a challenge cannot be made")),
        }
        let report = Report {
            id: ReportId::random(&services.system),
            at: now,
            reporter: one,
            player: other,
            game: Some(game),
            reason: Reason::Stalling,
            text: "Lets the clock run whenever a game is lost.".to_owned(),
        };
        match services.store.moderate(Moderate::Report(report)).await {
            Ok(Moderated::Done) => Ok(()),
            _ => Err(failed("nobody can be reported")),
        }
    }

    async fn account(
        &self,
        username: &'static str,
        role: DemoRole,
    ) -> Result<(DemoAccount, Person), StageError> {
        let services = &self.registry.services;
        let system = &services.system;
        let player = PlayerId::random(system);
        // Of an identifier's kind: 70 random bits.
        let password = PlayerId::random(system).to_string();
        let failed = || StageError::Account(username);
        let chosen = SecretString::from(password.clone());
        let hash = services.people.hash(NETWORK, chosen, system).await;
        let now = system.now_ms();
        let account = Account {
            player,
            username: username.to_owned(),
            password: hash.map_err(|_| failed())?,
            created_at: now,
            is_bot: role == DemoRole::Bot,
        };
        let person = Person::from(account.clone());
        let key = NameKey::of(username);
        let session = Session {
            id: SessionId::random(system),
            player,
            device: String::new(),
            created_at: now,
            used_at: now,
            grant: None,
            browser: None,
        };
        let token = Token::random(system).hash();
        let change = Change::SignUp(NewAccount { account, key }, token, session);
        match services.store.change(change).await {
            Ok(Changed::Done) => {}
            _ => return Err(failed()),
        }
        let account = DemoAccount {
            username,
            password,
            role,
            secret: None,
        };
        Ok((account, person))
    }

    async fn game(&self, game: &DemoGame, people: &[Person]) -> Result<GameId, StageError> {
        let failed = |action: &str, problem: String| StageError::Game {
            variant: game.variant.id(),
            action: action.to_owned(),
            problem,
        };
        let of_table = |error: TableError| failed("the first", format!("{error:?}"));
        let services = &self.registry.services;
        let players = game.players.map(|place| people[place].clone());
        let [white, black] = players.clone().map(Player::Person);
        let info = GameInfo {
            variant: game.variant,
            start: None,
            white,
            black,
            clock: Some(match game.clock {
                DemoClock::Preset(id) => ClockChoice::Preset { id: id.to_owned() },
                DemoClock::Days(days) => ClockChoice::Correspondence { days },
            }),
            takebacks: false,
            rated: true,
            paired: false,
            event: None,
            created_at: 0,
        };
        let info = with_ratings(services, info).await.map_err(of_table)?;
        let id = create_game(services, info, None).await.map_err(of_table)?;
        let mut subscribers = Vec::new();
        for player in &players {
            let (out, mut outbox) = mpsc::channel(OUTBOX);
            tokio::spawn(async move { while outbox.recv().await.is_some() {} });
            let subscription = Subscription {
                player: player.id,
                network: NETWORK,
                have: None,
                lean: true,
                out,
            };
            let ask = |reply| Message::Subscribe(subscription.clone(), reply);
            subscribers.push(self.registry.ask(id, ask).await.map_err(of_table)?);
        }
        let command = async |side: usize, number: u64, command: Command| {
            let name: RequestId = match number.to_string().parse() {
                Ok(name) => name,
                Err(_) => return Err(failed("a request", "it has no name".to_owned())),
            };
            let message = Message::Command {
                from: subscribers[side],
                id: name,
                command,
                lag_ms: 0,
            };
            self.registry.send(id, message).await.map_err(of_table)
        };
        let mut n = 0;
        for (side, action) in &game.actions {
            self.clock.advance(game.clock.thinking_ms(n));
            let act = Command::Act {
                n,
                action: action.as_str().into(),
                away: false,
            };
            command(*side, n, act).await?;
            n += 1;
            // Asked after it, and answered after it.
            let view = self.view(id, players[0].id).await.map_err(of_table)?;
            if view.n != n {
                return Err(failed(action, "it was refused".to_owned()));
            }
            if view.status == Status::Over {
                // By the action, or on time.
                return Ok(id);
            }
        }
        match game.end {
            DemoEnd::Over | DemoEnd::Unfinished => {}
            DemoEnd::Resigns(side) => command(side, n, Command::Resign).await?,
            DemoEnd::Drawn => {
                command(0, n, Command::Offer(Offer::Draw)).await?;
                command(1, n + 1, Command::Accept(Offer::Draw)).await?;
            }
        }
        self.view(id, players[0].id).await.map_err(of_table)?;
        Ok(id)
    }

    async fn view(&self, id: GameId, player: PlayerId) -> Result<Box<GameView>, TableError> {
        let ask = |reply| Message::View(player, reply);
        self.registry.ask(id, ask).await
    }
}

impl DemoClock {
    /// The thinking time for the action with this number, in milliseconds.
    fn thinking_ms(self, n: u64) -> u64 {
        match self {
            DemoClock::Preset("blitz") => 1_500 + n * 37 % 3_000,
            DemoClock::Preset(_) => 5_000 + n * 613 % 9_000,
            DemoClock::Days(_) => 600_000 + n * 1_234_567 % 900_000,
        }
    }
}
