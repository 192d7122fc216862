//! What can be written.

use tokio::sync::oneshot;

use crate::chat::NewLine;
use crate::ids::{GameId, PlayerId};
use crate::store::chat::Said;
use crate::store::interface::{Append, AppendError, NewGame, StoreError};
use crate::store::meeting::{Meeting, Met};
use crate::store::moderation::{Moderate, Moderated};
use crate::store::people::{Change, Changed};
use crate::store::ratings::{Corrected, Correction};
use crate::table::archived::ArchivedGame;

/// Something that waits for the writer, and where the answer goes.
#[derive(Debug)]
pub(super) enum Write {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Create(Box<NewGame>, oneshot::Sender<Result<GameId, StoreError>>),
    Change(Box<Change>, oneshot::Sender<Result<Changed, StoreError>>),
    Meet(Box<Meeting>, oneshot::Sender<Result<Met, StoreError>>),
    Moderate(
        Box<Moderate>,
        oneshot::Sender<Result<Moderated, StoreError>>,
    ),
    Say(Box<NewLine>, oneshot::Sender<Result<Said, StoreError>>),
    Correct(Correction, oneshot::Sender<Result<Corrected, StoreError>>),
    Archive(
        GameId,
        Option<Box<ArchivedGame>>,
        oneshot::Sender<Result<(), StoreError>>,
    ),
    Rename(PlayerId, String, oneshot::Sender<Result<(), StoreError>>),
    Heartbeat(u64, oneshot::Sender<Result<(), StoreError>>),
    Stop,
}
