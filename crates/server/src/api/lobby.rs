//! The socket of the lobby.

mod messages;

use std::cmp::Reverse;
use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use tokio::sync::{mpsc, watch};
use tokio::time::MissedTickBehavior;

pub(crate) use messages::{ListedSeek, LobbyMessage, LobbyRequest, StayingSeek, Waiting, Wish};

use super::context::Context;
use super::conversation::{Conversation, Heard, Listener, read_id, unreadable};
use super::games::create::check_rated;
use super::identity::{Visitor, person};
use super::input::read_variant;
use super::limits::SocketPlace;
use super::objects;
use super::problem::{Code, OnChange, Problem};
use super::signed_in::SignedIn;
use super::upgrade::{Stream, Upgrade};
use crate::ids::{GameId, PlayerId, SeekId};
use crate::lobby::{self, Cell, List, Lobby, MemberId, Seek, SeekError, Seeker, Told, must_wait};
use crate::names::Color;
use crate::people::account::AccountKind;
use crate::registry::Registry;
use crate::services::Services;
use crate::store::{Meeting, Met, Refusal};
use crate::table::create::check_room;
use crate::table::error::TableError;
use crate::table::info::Person;
use crate::table::update::Encoded;

/// Maximum number of seeks in the list: the latest ones.
const LISTED: usize = 50;
/// Minimum time between two lists.
const PERIOD: Duration = Duration::from_secs(1);
/// Capacity of the queue of what a member is told.
const UNREAD: usize = 32;
/// The lowest and the highest rating allowed in a range.
const RATINGS: RangeInclusive<u32> = 400..=4_000;

/// The socket of the lobby: messages are the schemas LobbyRequest and LobbyMessage, as JSON text. A seek lasts as long as
/// the socket on which it was made, but an account's seek for a correspondence game stays until it is withdrawn.
#[utoipa::path(get, path = "/lobby/socket",
    responses((status = 101, description = "The socket is open."), (status = 400, response = Problem), (status = 401, response = Problem), (status = 409, response = Problem), (status = 426, response = Problem), OnChange))]
pub(super) async fn lobby_socket(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let network = context.limits.client(&headers, &extensions);
    let place = context.limits.socket(network)?;
    let signed_in = SignedIn::of(&context, visitor).await?;
    let person = person(&context, visitor).await?;
    if person.bot {
        return Err(Refusal::BotInLobby.into());
    }
    // Only accounts block, and are blocked.
    let apart = match person.account {
        true => context.registry.services.store.apart(person.id).await?,
        false => Vec::new(),
    };
    let who = Who { person, network };
    Ok(upgrade.serve(move |stream| serve(context, (who, apart), (stream, signed_in), place)))
}

/// The client of a socket.
struct Who {
    person: Person,
    network: IpAddr,
}

async fn serve(
    context: Context,
    (who, apart): (Who, Vec<PlayerId>),
    (stream, signed_in): (Stream, SignedIn),
    _place: SocketPlace,
) {
    let lobby = Arc::clone(&context.lobby);
    let (tell, told) = mpsc::channel(UNREAD);
    let (out, outbox) = mpsc::channel(context.settings().outbox);
    let network = who.network;
    let mut member = Member {
        id: lobby.enter(who.person.id, apart, tell),
        registry: Arc::clone(&context.registry),
        lobby: Arc::clone(&lobby),
        who,
    };
    let telling = tokio::spawn(tell_all(context.clone(), member.id, told, out));
    let mut conversation = Conversation::new(&context, stream, signed_in);
    let talk = conversation.talk(&context, network, outbox, &mut member);
    let end = talk.await;
    lobby.leave(member.id);
    telling.abort();
    conversation.close(end).await;
}

/// Sends a member the list of those who wait, and what becomes of their own seeks. Ends with the socket, or when the server stops.
async fn tell_all(
    context: Context,
    member: MemberId,
    mut told: mpsc::Receiver<Told>,
    out: mpsc::Sender<Encoded>,
) {
    let services = &context.registry.services;
    let mut list = context.lobby_list.clone();
    list.mark_changed();
    loop {
        let message = tokio::select! {
            biased;
            told = told.recv() => match told {
                Some(told) => said(told),
                None => return,
            },
            () = services.stopping() => return,
            changed = list.changed() => match changed {
                Ok(()) => {
                    let of_all = list.borrow_and_update().clone();
                    let own = context.lobby.list_for(member, LISTED);
                    own.map_or(of_all, written)
                }
                Err(_) => return,
            },
        };
        // A client that does not read is cut off.
        if out.try_send(message).is_err() {
            return;
        }
    }
}

/// Encodes the list whenever it has changed, once for all members from whom nothing is hidden, until the server stops.
pub(super) fn keep_list(services: Arc<Services>, lobby: Arc<Lobby>) -> watch::Receiver<Encoded> {
    let (list, read) = watch::channel(written(lobby.list(LISTED)));
    tokio::spawn(async move {
        let mut changes = lobby.changes();
        let mut period = tokio::time::interval(PERIOD);
        period.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = services.stopping() => return,
            }
            list.send_replace(written(lobby.list(LISTED)));
            period.tick().await;
        }
    });
    read
}

/// The list as a message.
fn written(list: List) -> Encoded {
    let mut waiting: Vec<Waiting> = list
        .waiting
        .into_iter()
        .map(|(cell, count)| Waiting {
            variant: cell.variant.id(),
            clock: cell.clock,
            rated: cell.rated,
            count,
        })
        .collect();
    waiting.sort_by_key(|waiting| (Reverse(waiting.count), waiting.variant));
    waiting.truncate(LISTED);
    let seeks = list.latest.into_iter().map(|seek| {
        // Shown only where it is at stake.
        let rating = seek.seeker.person.rating.filter(|_| seek.cell.rated);
        ListedSeek {
            id: seek.id,
            name: seek.seeker.person.name,
            rating: rating.map(|rating| rating.rating),
            provisional: rating.is_some_and(|rating| rating.provisional),
            rated: seek.cell.rated,
            variant: seek.cell.variant.id(),
            clock: seek.cell.clock,
            color: seek.color.map(Color::from),
            meanwhile: seek.meanwhile.is_some(),
        }
    });
    let lobby = LobbyMessage::Lobby {
        online: list.online,
        waiting,
        seeks: seeks.collect(),
    };
    lobby.encode()
}

fn said(told: Told) -> Encoded {
    let message = match told {
        Told::Paired { seek, game } => LobbyMessage::Paired { seek, game },
        Told::Staying(seeks) => LobbyMessage::Staying {
            seeks: seeks
                .iter()
                .filter_map(Seek::staying)
                .map(StayingSeek::from)
                .collect(),
        },
        Told::Asked { seek, waits } => LobbyMessage::Asked { seek, waits },
        Told::Failed { seek, error } => LobbyMessage::Failed {
            seek,
            problem: error.into(),
        },
    };
    message.encode()
}

/// Handles the requests of a member of the lobby.
struct Member {
    id: MemberId,
    who: Who,
    registry: Arc<Registry>,
    lobby: Arc<Lobby>,
}

impl Listener for Member {
    /// Reads a request and does what it asks.
    async fn hear(&mut self, text: &str, lag_ms: u32) -> Heard {
        let message = match objects::from_str(text) {
            Ok(LobbyRequest::Ping { id }) => LobbyMessage::Pong { id, lag_ms },
            Ok(LobbyRequest::Seek { id, wish }) => answer(id, self.seek(wish)).await,
            Ok(LobbyRequest::Withdraw { id, seek }) => answer(id, self.withdraw(seek)).await,
            Ok(LobbyRequest::Accept { id, seek }) => answer(id, self.accept(seek)).await,
            Ok(LobbyRequest::Meanwhile { id, seek, game }) => {
                answer(id, self.play_meanwhile(seek, game)).await
            }
            Ok(LobbyRequest::Come { id, seek }) => answer(id, self.come(seek)).await,
            Err(error) => {
                let (id, problem) = unreadable(text, &error);
                LobbyMessage::Refused { id, problem }
            }
        };
        Heard::Say(message.encode())
    }
}

/// The answer to a request with this `id`.
async fn answer(id: String, work: impl Future<Output = Result<SeekId, Problem>>) -> LobbyMessage {
    if let Err(problem) = read_id(&id) {
        return LobbyMessage::Refused { id: None, problem };
    }
    match work.await {
        Ok(seek) => LobbyMessage::Done { id, seek },
        Err(problem) => LobbyMessage::Refused {
            id: Some(id),
            problem,
        },
    }
}

impl Member {
    /// The member as a seeker in this cell, with the rating by which opponents are found.
    async fn seeker(&self, cell: &Cell) -> Result<Seeker, Problem> {
        let (person, from) = (self.who.person.clone(), (self.id, self.who.network));
        Ok(lobby::seeker(&self.registry.services, person, cell, from).await?)
    }

    /// Makes sure that the member has not become a bot since they entered.
    async fn must_be_a_person(&self) -> Result<(), Problem> {
        let store = &self.registry.services.store;
        match store.account_kind(self.who.person.id).await? {
            AccountKind::Bot => Err(Refusal::BotInLobby.into()),
            _ => Ok(()),
        }
    }

    /// Makes sure that the member may have one more game, and has not left too many recently. Looking for a game counts like making one: a
    /// player who can make no more must not use up the seeks of others.
    async fn may_play(&self) -> Result<(), Problem> {
        self.must_be_a_person().await?;
        let (count, wait) = must_wait(&self.registry.services, self.who.person.id).await?;
        if wait > 0 {
            let detail = format!(
                "You have left {count} games in the last hour without playing them, so you have to wait before you can look for an opponent."
            );
            return Err(Problem::too_often(&detail, wait));
        }
        check_room(&self.registry.services, [self.who.person.id]).await?;
        self.registry.services.new_games.count(self.who.network)?;
        Ok(())
    }

    async fn seek(&self, wish: Wish) -> Result<SeekId, Problem> {
        if let Some(clock) = &wish.clock {
            clock.control()?;
        }
        let cell = Cell {
            variant: read_variant(&wish.variant)?,
            clock: wish.clock,
            rated: wish.rated,
        };
        if wish.rated {
            check_rated(cell.pool().is_some(), wish.color.is_some())?;
        }
        if wish.ratings.is_some() && cell.strength().is_none() {
            let detail = "There are no ratings for games without a clock: leave the range out.";
            return Err(Problem::new(Code::Invalid, detail).of("ratings"));
        }
        let id = SeekId::random(&self.registry.services.system);
        let seek = Seek {
            id,
            seeker: self.seeker(&cell).await?,
            cell,
            color: wish.color.map(Into::into),
            range: wish.ratings.map(range).transpose()?,
            since: self.registry.services.system.now_ms(),
            meanwhile: None,
        };
        // A page that reconnects repeats its seek, and finds it still waiting.
        if let Some(staying) = self.lobby.staying(&seek) {
            return Ok(staying);
        }
        self.may_play().await?;
        if seek.cell.is_correspondence() {
            let services = &self.registry.services;
            self.lobby.rate_again(services, Some(&seek.cell)).await?;
        }
        let staying = seek.staying();
        let stays = staying.is_some();
        // Stored before anybody can be paired by it, as the game that comes of it deletes it again.
        if let Some(staying) = staying {
            let met = self.registry.services.store.meet(Meeting::Seek(staying));
            if let Met::Refused(refusal) = met.await? {
                return Err(refusal.into());
            }
        }
        if let Err(error) = self.lobby.seek(&self.registry, seek) {
            self.forget_stored(id, stays).await?;
            return Err(error.into());
        }
        // Seeks of a player who becomes a bot are forgotten once: this one may have come after that, and would outlive the socket.
        if stays && let Err(problem) = self.must_be_a_person().await {
            self.withdraw(id).await?;
            return Err(problem);
        }
        Ok(id)
    }

    /// Deletes a seek that no longer waits, if it is stored.
    async fn forget_stored(&self, seek: SeekId, is_stored: bool) -> Result<(), Problem> {
        if is_stored {
            let unseek = Meeting::Unseek(vec![seek]);
            self.registry.services.store.meet(unseek).await?;
        }
        Ok(())
    }

    async fn withdraw(&self, seek: SeekId) -> Result<SeekId, Problem> {
        let stays = self.lobby.stays(seek);
        if !self.lobby.withdraw(self.id, self.who.person.id, seek) {
            return Err(SeekError::Gone.into());
        }
        self.forget_stored(seek, stays).await?;
        Ok(seek)
    }

    async fn play_meanwhile(&self, seek: SeekId, game: Option<GameId>) -> Result<SeekId, Problem> {
        match self.lobby.play_meanwhile(self.id, seek, game) {
            true => Ok(seek),
            false => Err(SeekError::Gone.into()),
        }
    }

    async fn come(&self, seek: SeekId) -> Result<SeekId, Problem> {
        self.lobby.come(&self.registry, self.id, seek)?;
        Ok(seek)
    }

    async fn accept(&self, seek: SeekId) -> Result<SeekId, Problem> {
        let cell = self.lobby.cell(seek).ok_or(SeekError::Gone)?;
        let seeker = self.seeker(&cell).await?;
        self.may_play().await?;
        self.lobby.accept(&self.registry, seek, seeker)?;
        Ok(seek)
    }
}

fn range((lowest, highest): (u32, u32)) -> Result<RangeInclusive<u32>, Problem> {
    let is_possible = |rating| RATINGS.contains(&rating);
    if !is_possible(lowest) || !is_possible(highest) || lowest > highest {
        let detail = format!(
            "A rating range has a lowest and a highest rating, in this order, both from {} to {}.",
            RATINGS.start(),
            RATINGS.end()
        );
        return Err(Problem::new(Code::Invalid, detail).of("ratings"));
    }
    Ok(lowest..=highest)
}

impl From<SeekError> for Problem {
    fn from(error: SeekError) -> Problem {
        match error {
            SeekError::TooMany => Problem::new(
                Code::TooMany,
                "You have too many open seeks. Withdraw one first.",
            ),
            SeekError::Full => Problem::new(
                Code::TooMany,
                "There are too many open seeks, or too many from your network. Accept somebody else's seek, or try again later.",
            ),
            SeekError::Gone => TableError::SeekGone.into(),
            SeekError::PlaysMeanwhile => Problem::new(
                Code::NotPossible,
                "This player is playing the computer while waiting. Look for the same game, and they will be asked.",
            ),
            SeekError::NobodyLeft => Problem::new(
                Code::NotFound,
                "The other player has left. Your game against the computer goes on.",
            ),
            SeekError::Own => Problem::new(Code::NotPossible, "This seek is your own."),
            SeekError::NotWanted => Problem::new(
                Code::NotPossible,
                "Your rating is outside the range that this player is looking for.",
            ),
        }
    }
}
