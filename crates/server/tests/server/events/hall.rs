//! The fixture: an event with its people.

use serde_json::{Value, json};

use crate::client::{Client, House, NOON, Socket};
use crate::keys::secured;

/// A minute, in milliseconds.
pub(crate) const MINUTE: u64 = 60_000;
/// The default start of events, in milliseconds since 1970.
pub(crate) const START: u64 = NOON + 10 * MINUTE;

/// An event with its people: the organiser, two directors, the Chief Arbiter, the deputy, and players.
pub(crate) struct Hall {
    pub(crate) house: House,
    pub(crate) id: String,
    pub(crate) organiser: Client,
    pub(crate) directors: Vec<Client>,
    pub(crate) arbiter: Client,
    pub(crate) deputy: Client,
    pub(crate) players: Vec<Client>,
}

/// The name of a player.
pub(crate) fn name(number: usize) -> String {
    format!("Page-{number}")
}

/// The default settings with some changes.
pub(crate) fn settings(change: Value) -> Value {
    let mut settings = json!({
        "name": "Club night", "variant": "hidden960", "control": {"kind": "rapid"}, "startsAt": START,
        "schedule": {"kind": "after", "minutes": 0},
    });
    for (key, value) in change.as_object().expect("members") {
        settings[key] = value.clone();
    }
    settings
}

/// The request body for a new event with these settings.
pub(crate) fn wish(settings: Value) -> Value {
    json!({"settings": settings, "directors": ["Rosencrantz", "Guildenstern"], "chiefArbiter": "Antonio", "deputy": "Dogberry"})
}

/// Signs up the officials of a [`wish`]: its two directors, its Chief Arbiter, and its deputy.
pub(crate) async fn people(house: &House) -> [Client; 4] {
    [
        house.signed_up("Rosencrantz").await,
        house.signed_up("Guildenstern").await,
        secured(house, "Antonio").await,
        secured(house, "Dogberry").await,
    ]
}

impl Hall {
    /// An event before its start, with this many players.
    pub(crate) async fn open(change: Value, players: usize) -> Hall {
        Hall::in_house(House::open().await, change, players).await
    }

    pub(crate) async fn in_house(house: House, change: Value, players: usize) -> Hall {
        let mut organiser = house.signed_up("Olivia").await;
        let [one, another, arbiter, deputy] = people(&house).await;
        let made = organiser.post("/events", wish(settings(change))).await;
        assert_eq!(made.status, 201, "{}", made.text);
        let id = made.json()["id"].as_str().expect("a name").to_owned();
        let mut hall = Hall {
            house,
            id,
            organiser,
            directors: vec![one, another],
            arbiter,
            deputy,
            players: Vec::new(),
        };
        for number in 0..players {
            let mut player = hall.house.signed_up(&name(number)).await;
            hall.ask(&mut player, json!({"type": "enter"})).await.good();
            hall.players.push(player);
        }
        hall
    }

    /// An event whose first round has started.
    pub(crate) async fn started(change: Value, players: usize) -> Hall {
        let mut hall = Hall::open(change, players).await;
        hall.start().await;
        hall
    }

    /// Waits until the first round has started.
    pub(crate) async fn start(&mut self) {
        self.house.clock.advance(10 * MINUTE);
        let begun = |event: &Value| event["rounds"][0]["started"].is_u64();
        self.until("the first round has started", begun).await;
    }

    /// Stops the server, and starts a new one on its data at a later time.
    pub(crate) async fn restarted(self, at: u64) -> Hall {
        let data = self.house.close().await;
        let house = House::on(data, 2, at, |_| {}).await;
        let knows = |client: Client| house.knows(&client);
        Hall {
            id: self.id,
            organiser: knows(self.organiser),
            directors: self.directors.into_iter().map(knows).collect(),
            arbiter: knows(self.arbiter),
            deputy: knows(self.deputy),
            players: self.players.into_iter().map(knows).collect(),
            house,
        }
    }

    /// Sends a command to the event.
    pub(crate) async fn ask(&self, client: &mut Client, command: Value) -> crate::client::Answer {
        let path = format!("/events/{}/commands", self.id);
        client.post(&path, command).await
    }

    /// Sends a command as one of the players.
    pub(crate) async fn player(&self, number: usize, command: Value) -> crate::client::Answer {
        self.ask(&mut self.players[number].clone(), command).await
    }

    pub(crate) async fn director(&self, command: Value) -> crate::client::Answer {
        self.ask(&mut self.directors[0].clone(), command).await
    }

    pub(crate) async fn arbiter(&self, command: Value) -> crate::client::Answer {
        self.ask(&mut self.arbiter.clone(), command).await
    }

    /// The event as a client sees it.
    pub(crate) async fn seen_by(&self, client: &Client) -> Value {
        let path = format!("/events/{}", self.id);
        client.clone().get(&path).await.good()
    }

    /// The event as the organiser sees it, who knows no more than everybody. A new visitor would draw a random identifier with each
    /// request, and so change everything that is drawn afterwards.
    pub(crate) async fn seen(&self) -> Value {
        self.seen_by(&self.organiser).await
    }

    /// Waits until the event meets a condition.
    pub(crate) async fn until(&self, what: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let look = async || Some(self.seen().await).filter(|event| is_so(event));
        match self.house.patiently(look).await {
            Some(event) => event,
            None => panic!("{what}: never. {:#}", self.seen().await),
        }
    }

    /// A board of a round.
    pub(crate) async fn board(&self, round: usize, board: usize) -> Board {
        let event = self.seen().await;
        Board::of(&event["rounds"][round]["boards"][board])
    }

    /// The sockets of White and Black at a board.
    pub(crate) async fn sit(&self, board: &Board) -> [Socket; 2] {
        let [white, black] = board.players;
        [
            self.players[white].socket(&board.game, "").await,
            self.players[black].socket(&board.game, "").await,
        ]
    }

    /// Lets one side resign: 0 for White, 1 for Black.
    pub(crate) async fn resign(&self, board: &Board, side: usize) {
        let mut socket = self.players[board.players[side]]
            .socket(&board.game, "")
            .await;
        let answer = socket.request(json!({"t": "resign"})).await;
        assert_eq!(answer["t"], "ack", "{answer}");
    }

    /// The log as a client may read it.
    pub(crate) async fn log(&self, client: &Client) -> Vec<Value> {
        let path = format!("/events/{}/log", self.id);
        let answer = client.clone().get(&path).await;
        let lines = answer.text.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }

    /// The number of entries of a kind.
    pub(crate) async fn count(&self, kind: &str) -> usize {
        let log = self.log(&self.house.visitor()).await;
        log.iter().filter(|entry| entry["type"] == kind).count()
    }
}

/// A board of a round.
#[derive(Debug, Clone)]
pub(crate) struct Board {
    pub(crate) game: String,
    /// The numbers of White and Black.
    pub(crate) players: [usize; 2],
}

impl Board {
    pub(crate) fn of(board: &Value) -> Board {
        let player = |side: &str| {
            let name = board[side]["username"].as_str().expect("a name");
            let number = name.strip_prefix("Page-").expect("a player");
            number.parse().expect("a number")
        };
        Board {
            game: board["game"].as_str().expect("a game").to_owned(),
            players: [player("white"), player("black")],
        }
    }
}
