//! What can be written.

use tokio::sync::oneshot;

use crate::chat::NewLine;
use crate::ids::{GameId, PlayerId};
use crate::store::chat::Said;
use crate::store::interface::{Append, AppendError, NewGame, StoreError};
use crate::store::moderation::{Moderate, Moderated};
use crate::store::people::{Change, Changed};
use crate::store::ratings::{Corrected, Correction};

/// Something that waits for the writer, and where the answer goes.
#[derive(Debug)]
pub(super) enum Write {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Create(Box<NewGame>, oneshot::Sender<Result<GameId, StoreError>>),
    Change(Box<Change>, oneshot::Sender<Result<Changed, StoreError>>),
    Moderate(
        Box<Moderate>,
        oneshot::Sender<Result<Moderated, StoreError>>,
    ),
    Say(Box<NewLine>, oneshot::Sender<Result<Said, StoreError>>),
    Correct(Correction, oneshot::Sender<Result<Corrected, StoreError>>),
    Rename(PlayerId, String, oneshot::Sender<Result<(), StoreError>>),
    Heartbeat(u64, oneshot::Sender<Result<(), StoreError>>),
    Stop,
}
