//! The text of an export, part by part.

use std::vec::IntoIter;

use axum::body::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::account::ExportedAccount;
use super::event::ExportedEvent;
use super::game::ExportedGame;
use super::lane::Lane;
use crate::chat::Words;
use crate::ids::{EventId, GameId};
use crate::people::account::Account;
use crate::store::{LinePlace, SaidBeside, Store, StoreError, Which};
use crate::table::error::TableError;

/// Lines of the chat that are read at once.
const LINES: u32 = 500;

/// All that is stored about a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Export {
    #[serde(flatten)]
    account: ExportedAccount,
    /// The player's chat messages, by game.
    chat: Vec<ExportedLine>,
    /// The tournaments, matches and arenas in which the player plays or has done anything.
    events: Vec<ExportedEvent>,
    /// Every game, unfinished ones first.
    games: Vec<ExportedGame>,
}

/// A chat message of the player.
#[derive(Debug, Serialize, ToSchema)]
struct ExportedLine {
    /// The game.
    #[schema(value_type = String)]
    game: GameId,
    /// In milliseconds since 1970.
    at: u64,
    words: Words,
}

/// What the reader of an export may see as the player does; of the rest they see what everybody may see.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MaySee {
    /// Secrets of unfinished games, and conditional moves.
    pub(crate) games: bool,
    /// What is said in events for some people only.
    pub(crate) events: bool,
}

impl MaySee {
    pub(crate) const ALL: MaySee = MaySee {
        games: true,
        events: true,
    };
}

/// Writes an export, part by part.
pub(crate) struct Exporter {
    /// The beginning of the export.
    head: Option<Bytes>,
    account: Account,
    may_see: MaySee,
    site: String,
    lane: Lane,
    /// The next section.
    section: Section,
    is_first: bool,
}

/// A list of an export.
enum Section {
    /// Chat messages after a line, and those of them that have been read already.
    Chat(Option<LinePlace>, IntoIter<SaidBeside>),
    Events(IntoIter<EventId>),
    Games(IntoIter<GameId>),
    Done,
}

impl Exporter {
    /// `site` is the server's address, `now` in milliseconds since 1970.
    pub(crate) async fn new(
        store: &dyn Store,
        account: Account,
        may_see: MaySee,
        site: String,
        now: u64,
        lane: Lane,
    ) -> Result<Exporter, StoreError> {
        let head = ExportedAccount::read(store, &account, now).await?;
        let mut head = serde_json::to_string(&head).unwrap_or_default();
        // The lists that may be long follow as the last members.
        head.pop();
        head.push_str(",\"chat\":[");
        Ok(Exporter {
            head: Some(head.into()),
            account,
            may_see,
            site,
            lane,
            section: Section::Chat(None, Vec::new().into_iter()),
            is_first: true,
        })
    }

    /// The next part of the JSON; `None` after the last.
    pub(crate) async fn next(&mut self, store: &dyn Store) -> Result<Option<Bytes>, TableError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        let player = self.account.player;
        let (end, next) = match &mut self.section {
            Section::Chat(behind, lines) => {
                if lines.as_slice().is_empty() {
                    let more = store.said_by(player, *behind, LINES).await?;
                    *lines = more.into_iter();
                }
                if let Some(SaidBeside {
                    game,
                    number,
                    at,
                    words,
                }) = lines.next()
                {
                    *behind = Some((game, number));
                    return Ok(Some(self.item(&ExportedLine { game, at, words })));
                }
                let events = store.events_of(player).await?;
                ("],\"events\":[", Section::Events(events.into_iter()))
            }
            Section::Events(events) => {
                if let Some(event) = events.next() {
                    let event =
                        ExportedEvent::read(store, event, player, self.may_see.events, &self.lane)
                            .await?;
                    return Ok(Some(self.item(&event)));
                }
                let games = store.list(Which::Of(player), u32::MAX).await?;
                let games: Vec<GameId> = games.into_iter().map(|game| game.id).collect();
                ("],\"games\":[", Section::Games(games.into_iter()))
            }
            Section::Games(games) => {
                if let Some(game) = games.next() {
                    let game = ExportedGame::read(
                        store,
                        game,
                        player,
                        self.may_see.games,
                        &self.site,
                        &self.lane,
                    )
                    .await?;
                    return Ok(Some(self.item(&game)));
                }
                ("]}\n", Section::Done)
            }
            Section::Done => return Ok(None),
        };
        self.section = next;
        self.is_first = true;
        Ok(Some(Bytes::from_static(end.as_bytes())))
    }

    /// An item of the list that is written.
    fn item(&mut self, item: &impl Serialize) -> Bytes {
        let json = serde_json::to_string(item).unwrap_or_default();
        let comma = if self.is_first { "" } else { "," };
        self.is_first = false;
        format!("{comma}\n{json}").into()
    }
}
