//! One event in memory, held by one task at a time: nobody else appends to its log here.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use manifold_events::{
    Body, Command, Decision, Due, Entry, Event, EventGame, Fact, GameId, PersonId, Phase, Refusal,
    RulingState, Who,
};
use tokio::sync::watch;

use super::error::EventError;
use super::games::{made_by, new_games, rated, rating, round_of};
use super::head::head_of;
use super::ids::{law_game, law_person, player_id};
use super::orders::Orders;
use super::said::{SaidByPeople, is_of_player};
use crate::ids::{EventId, GameId as OwnGameId, PlayerId};
use crate::meeting::News;
use crate::notify::post::Post;
use crate::services::Services;
use crate::store::{Kept, NewEntries, NewGame};
use crate::table::create;
use crate::table::orders::Ordered;

/// Random numbers that JavaScript reads exactly.
const SEED_BITS: u32 = 53;
/// Maximum number of consecutive due steps: more would be a bug in the law.
const MOST_DUE: usize = 20_000;
/// A round that starts within this time of being paired counts as starting at once, in milliseconds.
const SOON_MS: u64 = 60_000;

/// An event in memory.
pub(super) struct Held {
    pub(super) id: EventId,
    pub(super) event: Arc<Event>,
    orders: Orders,
    /// Orders that games have not been told yet, by the numbers of the entries.
    pub(super) untold: BTreeMap<GameId, Vec<Ordered>>,
    /// Up to which entry the store knows that games have been told.
    told: u64,
    /// What people have added to the log.
    said: SaidByPeople,
    /// Results that count already.
    rated: HashSet<GameId>,
    /// Games that were looked at since the last entry: before somebody loses by default they are asked.
    pub(super) looked: BTreeSet<GameId>,
    last: watch::Sender<u64>,
}

/// The next task of the holder of an event after a step.
pub(super) enum Step {
    /// Nothing is due any more.
    Done,
    /// This game is to be looked at first.
    Look(GameId),
}

/// An event and all that follows from its log.
struct Followed {
    event: Event,
    orders: Orders,
    untold: BTreeMap<GameId, Vec<Ordered>>,
    said: SaidByPeople,
}

impl Followed {
    /// Follows a log. The games know what is ordered of them up to entry `told`.
    fn of(id: EventId, log: Vec<Entry>, told: u64) -> Result<Followed, EventError> {
        let mut said = SaidByPeople::default();
        log.iter().for_each(|entry| said.add(entry));
        let mut log = log.into_iter();
        let damaged = |error: manifold_events::FoldError| {
            tracing::error!(event = %id, %error, "the log of an event is damaged");
            EventError::Damaged
        };
        let first = log.next().ok_or(EventError::NoSuchEvent)?;
        let mut event = Event::begin(first).map_err(damaged)?;
        let mut orders = Orders::default();
        let mut untold: BTreeMap<GameId, Vec<Ordered>> = BTreeMap::new();
        for entry in log {
            event.apply(entry.clone()).map_err(damaged)?;
            for (game, ordered) in orders.follow(&event, &entry) {
                if entry.n.0 > told {
                    untold.entry(game).or_default().push(ordered);
                }
            }
        }
        Ok(Followed {
            event,
            orders,
            untold,
            said,
        })
    }
}

impl Held {
    /// Reads an event from the store.
    pub(super) async fn load(
        services: &Services,
        id: EventId,
        last: watch::Sender<u64>,
    ) -> Result<Held, EventError> {
        let (log, told) = services.store.entries(id).await?;
        // A long log takes longer than others may wait.
        let followed = apart(move || Followed::of(id, log, told)).await??;
        let Followed {
            event,
            orders,
            untold,
            said,
        } = followed;
        let rated = event.rated_results().iter().map(|one| one.game).collect();
        last.send_replace(event.last().0);
        let mut held = Held {
            id,
            event: Arc::new(event),
            orders,
            untold,
            said,
            told,
            rated,
            looked: BTreeSet::new(),
            last,
        };
        held.note_outages(services).await?;
        Ok(held)
    }

    /// Records the server's outages in the log of a running event, before anything else happens.
    async fn note_outages(&mut self, services: &Services) -> Result<(), EventError> {
        if self.event.phase() != Phase::Running {
            return Ok(());
        }
        let is_start = |entry: &&Entry| matches!(entry.body, Body::Fact(Fact::Started { .. }));
        let started = self
            .event
            .log()
            .iter()
            .find(is_start)
            .map_or(0, |entry| entry.at);
        for (from, to) in services.store.outages().iter() {
            if to <= started {
                continue;
            }
            let now = services.system.now_ms();
            let command = Command::RecordOutage { from, to };
            self.decide(services, now, Who::Server, command).await?;
        }
        Ok(())
    }

    /// Decides a command and appends the resulting entries. Returns their numbers.
    pub(super) async fn decide(
        &mut self,
        services: &Services,
        now: u64,
        who: Who,
        command: Command,
    ) -> Result<Vec<u64>, EventError> {
        let bodies = match command {
            // A pairing takes a while: others go on meanwhile.
            Command::Pair { .. } | Command::PairByHand { .. } => {
                let event = Arc::clone(&self.event);
                apart(move || event.decide(now, who, command)).await??
            }
            command => self.event.decide(now, who, command)?,
        };
        self.append(services, now, who, bodies).await
    }

    /// Checks who enters a player: nobody is entered by a player whom they block or who blocks them, and in a rated event nobody plays
    /// with two accounts, as far as is known. Whoever enters another player is not told which of these applies. Two players who enter
    /// at the same time take turns, so the second one is caught here.
    pub(super) async fn check_entrant(
        &self,
        services: &Services,
        by: PlayerId,
        command: &Command,
    ) -> Result<(), EventError> {
        let Command::Enter { player, .. } = command else {
            return Ok(());
        };
        let player = player_id(*player);
        let plays_already = self.plays_already(services, player).await?;
        if player == by {
            return match plays_already {
                true => Err(EventError::OnePerson),
                false => Ok(()),
            };
        }
        if plays_already || services.store.apart(player).await?.contains(&by) {
            return Err(EventError::NotByYou);
        }
        Ok(())
    }

    /// Whether the event is rated and already has a player who may be the same person.
    async fn plays_already(
        &self,
        services: &Services,
        player: PlayerId,
    ) -> Result<bool, EventError> {
        if !self.event.settings().rated {
            return Ok(false);
        }
        let same = services.store.one_person(player).await?;
        Ok(same
            .into_iter()
            .any(|other| self.event.plays(law_person(other))))
    }

    /// Whether the log is so full that only entries which players and arbiters must be able to add are added.
    pub(super) fn is_full_for(&self, person: PersonId, command: &Command) -> bool {
        match command {
            Command::Arrive { .. } | Command::Annul { .. } => false,
            command if is_of_player(person, command) => self.said.is_full_for_player(person),
            // An appeal is decided once, or remitted once and decided then.
            Command::DecideAppeal {
                ruling,
                decision: Decision::Remitted { .. },
                ..
            } => {
                let state = self.event.rulings().get(ruling).map(|ruling| ruling.state);
                matches!(state, Some(RulingState::Remitted { .. })) && self.said.is_full_of_words()
            }
            Command::DecideAppeal { .. } => false,
            // Directors may rule without a call as often as they like, so those rulings are bounded.
            Command::Rule { game, call, .. } => {
                call.is_none() && !self.must_rule(person, *game) && self.said.is_full_of_words()
            }
            _ => self.said.is_full(),
        }
    }

    /// Whether a ruling of a game was remitted to this director.
    fn must_rule(&self, director: PersonId, game: GameId) -> bool {
        let mut rulings = self.event.rulings().values();
        rulings.any(|ruling| {
            ruling.game == game
                && matches!(ruling.state, RulingState::Remitted { to, .. } if to == director)
        })
    }

    /// Does the next thing that is due until `now`, in milliseconds since 1970.
    pub(super) async fn catch_up(
        &mut self,
        services: &Services,
        now: u64,
    ) -> Result<Step, EventError> {
        for _ in 0..MOST_DUE {
            if self.event.next_due().is_none_or(|at| at > now) {
                return Ok(Step::Done);
            }
            let event = Arc::clone(&self.event);
            let Some(due) = apart(move || event.due(now)).await? else {
                return Ok(Step::Done);
            };
            match due {
                Due::Append(facts) => {
                    if let Some(game) = self.must_be_looked_at(&facts) {
                        return Ok(Step::Look(game));
                    }
                    let bodies = facts.into_iter().map(Body::Fact).collect();
                    self.append(services, now, Who::Server, bodies).await?;
                }
                Due::Start => {
                    let seed = services.system.seed() >> (u64::BITS - SEED_BITS);
                    let ratings = self.ratings(services).await?;
                    self.decide(services, now, Who::Server, Command::Start { seed, ratings })
                        .await?;
                }
                Due::Pair(round) => {
                    let games = new_ids(services, round.games());
                    let bodies = self.event.pair_due(now, round, &games)?;
                    self.append(services, now, Who::Server, bodies).await?;
                }
            }
        }
        tracing::error!(event = %self.id, "an event is due without end");
        Ok(Step::Done)
    }

    /// The players' current ratings in the pool of the event.
    async fn ratings(&self, services: &Services) -> Result<BTreeMap<PersonId, u16>, EventError> {
        let mut ratings = BTreeMap::new();
        for player in self.event.players() {
            let id = player_id(player.id);
            let rating = rating(services, self.event.settings(), id).await?;
            ratings.extend(rating.map(|rating| (player.id, rating)));
        }
        Ok(ratings)
    }

    /// The game of a player who would lose by default: what the player has done there comes first.
    fn must_be_looked_at(&self, facts: &[Fact]) -> Option<GameId> {
        facts.iter().find_map(|fact| match fact {
            Fact::Defaulted { game, .. } => {
                let is_live = self.event.game(*game).is_some_and(|game| game.is_live());
                (is_live && !self.looked.contains(game)).then_some(*game)
            }
            _ => None,
        })
    }

    /// Appends entries that were decided: applied here first, so that their games and the like can be stored with them. After an
    /// error the caller throws this away, and nobody has seen it.
    async fn append(
        &mut self,
        services: &Services,
        now: u64,
        who: Who,
        bodies: Vec<Body>,
    ) -> Result<Vec<u64>, EventError> {
        let entries = self.event.entries(now, who, bodies);
        if entries.is_empty() {
            return Ok(Vec::new());
        }
        let after = self.event.last().0;
        let mut pending: Vec<GameId> = self.event.pending_games().map(|game| game.id).collect();
        let event = Arc::make_mut(&mut self.event);
        let mut made = Vec::new();
        let (mut entered, mut left): (Vec<PersonId>, Vec<PersonId>) = Default::default();
        for entry in &entries {
            event.apply(entry.clone()).map_err(|error| {
                tracing::error!(event = %self.id, %error, "what was decided cannot follow the log");
                EventError::Damaged
            })?;
            for (game, ordered) in self.orders.follow(event, entry) {
                self.untold.entry(game).or_default().push(ordered);
            }
            made.extend(made_by(event, entry));
            match &entry.body {
                Body::Fact(Fact::Entered { player, .. }) => entered.push(*player),
                Body::Fact(Fact::Withdrawn { player }) if event.player(*player).is_none() => {
                    left.push(*player);
                }
                _ => {}
            }
        }
        let games = new_games(services, self.id, &self.event, &made).await?;
        pending.extend(made);
        let (rated, annulled) = self.counts(&pending);
        let variants: Vec<_> = games
            .iter()
            .map(|game: &NewGame| game.info.variant)
            .collect();
        let new = NewEntries {
            event: self.id,
            after,
            told: self.told_now(after),
            head: head_of(self.id, &self.event),
            entered: entered.into_iter().map(player_id).collect(),
            left: left.into_iter().map(player_id).collect(),
            games,
            rated,
            annulled,
            posts: self.posts(now, &entries),
            most: None,
            entries: entries.clone(),
        };
        self.told = new.told;
        match services.store.keep(new).await? {
            Kept::Done => {}
            Kept::IsBot => return Err(EventError::Bot),
            _ => {
                tracing::error!(event = %self.id, "other entries have the numbers of these");
                return Err(EventError::Conflict);
            }
        }
        for variant in variants {
            create::count(variant);
        }
        metrics::counter!("manifold_event_entries_total").increment(entries.len() as u64);
        entries.iter().for_each(|entry| self.said.add(entry));
        self.looked.clear();
        self.last.send_replace(self.event.last().0);
        self.tell_people(services, &entries);
        Ok(entries.iter().map(|entry| entry.n.0).collect())
    }

    /// The results that count from now on and those that no longer count, among games whose results were pending.
    fn counts(
        &mut self,
        pending: &[GameId],
    ) -> (
        Vec<(OwnGameId, u64, crate::table::rated::RatedResult)>,
        Vec<OwnGameId>,
    ) {
        if self.event.phase() == Phase::Annulled {
            let gone = std::mem::take(&mut self.rated);
            let gone = gone.into_iter().map(super::game_id);
            return (Vec::new(), gone.collect());
        }
        let event = &self.event;
        let results = pending.iter().filter_map(|game| event.rated_result(*game));
        let mut results: Vec<_> = results.collect();
        results.sort_by_key(|result| (result.ended_at, result.game));
        self.rated.extend(results.iter().map(|one| one.game));
        let new = results.iter().filter_map(|one| rated(event, one));
        (new.collect(), Vec::new())
    }

    /// Up to which entry the games have been told.
    fn told_now(&self, last: u64) -> u64 {
        let untold = self.untold.values().flatten().map(|ordered| ordered.n);
        untold.min().map_or(last, |first| (first - 1).min(last))
    }

    /// Stores up to where the games have been told, so that nobody tells them again.
    pub(super) async fn note_told(&mut self, services: &Services) -> Result<(), EventError> {
        let last = self.event.last().0;
        let told = self.told_now(last);
        if told <= self.told {
            return Ok(());
        }
        let new = NewEntries {
            event: self.id,
            after: last,
            entries: Vec::new(),
            told,
            head: head_of(self.id, &self.event),
            entered: Vec::new(),
            left: Vec::new(),
            games: Vec::new(),
            rated: Vec::new(),
            annulled: Vec::new(),
            posts: Vec::new(),
            most: None,
        };
        services.store.keep(new).await?;
        self.told = told;
        Ok(())
    }

    /// Tells players what concerns them, whatever page they are on.
    fn tell_people(&self, services: &Services, entries: &[Entry]) {
        for entry in entries {
            let Body::Fact(fact) = &entry.body else {
                continue;
            };
            for (game, news) in self.news(entry, fact) {
                let both = [game.white, game.black].into_iter().map(player_id);
                services.feeds.tell_all(both, news);
            }
        }
    }

    /// The news of an entry, by the games whose players it concerns.
    fn news(&self, entry: &Entry, fact: &Fact) -> Vec<(&EventGame, News)> {
        let ruling = match fact {
            Fact::Ruled { .. } => Some(&entry.n),
            Fact::AppealDecided { ruling, .. } => Some(ruling),
            _ => None,
        };
        let ruled = ruling.and_then(|ruling| self.event.rulings().get(ruling));
        let games = match fact {
            Fact::RoundPaired { pairs, .. } => pairs.iter().map(|pair| pair.game).collect(),
            Fact::RoundStarted { round } => {
                let index = usize::from(*round).saturating_sub(1);
                let round = self.event.rounds().get(index);
                round.map(|round| round.boards.clone()).unwrap_or_default()
            }
            Fact::GameStarted { game } => vec![*game],
            _ => ruled.map(|ruling| ruling.game).into_iter().collect(),
        };
        let games = games.into_iter().filter_map(|game| self.event.game(game));
        let news = |game: &EventGame| match fact {
            Fact::RoundPaired { .. } => Some(News::Changed),
            _ if ruled.is_some() => Some(News::Ruled(super::game_id(game.id))),
            _ if game.is_live() => Some(News::Started(super::game_id(game.id))),
            _ => None,
        };
        games.filter_map(|game| Some((game, news(game)?))).collect()
    }

    /// The notifications for players without an open page: their round is paired, and their game has begun. For a round that starts as
    /// soon as it is paired there is only one, when it starts.
    fn posts(&self, now: u64, entries: &[Entry]) -> Vec<(PlayerId, Post)> {
        let mut posts = Vec::new();
        for entry in entries {
            let Body::Fact(fact) = &entry.body else {
                continue;
            };
            let begun = match fact {
                Fact::RoundPaired { .. } => false,
                Fact::RoundStarted { .. } | Fact::GameStarted { .. } => true,
                _ => continue,
            };
            for (game, _) in self.news(entry, fact) {
                let round = round_of(&self.event, game);
                if !begun && round.is_none_or(|round| round.starts_at <= now + SOON_MS) {
                    continue;
                }
                let post = Post::Round {
                    game: super::game_id(game.id),
                    begun,
                };
                let both = [game.white, game.black].into_iter().map(player_id);
                posts.extend(both.map(|player| (player, post.clone())));
            }
        }
        posts
    }

    /// The games in progress.
    pub(super) fn live_games(&self) -> Vec<GameId> {
        let live = self.event.games().filter(|game| game.is_live());
        live.map(|game| game.id).collect()
    }
}

/// New identifiers of games.
pub(super) fn new_ids(services: &Services, games: usize) -> Vec<GameId> {
    let new = || law_game(OwnGameId::random(&services.system));
    std::iter::repeat_with(new).take(games).collect()
}

/// Work that may take long, apart from the threads that answer requests.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, EventError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| EventError::Damaged)
}

/// Whether a refusal is only that somebody else was sooner.
pub(super) fn is_too_late(error: &EventError) -> bool {
    match error {
        EventError::Refused(refusal) => matches!(
            **refusal,
            Refusal::GameOver
                | Refusal::DefaultTime
                | Refusal::Over
                | Refusal::NoGame(_)
                | Refusal::GameNotStarted
        ),
        _ => false,
    }
}
