//! The kinds of writes.

use tokio::sync::oneshot;

use super::ratings::step::Step;
use crate::chat::NewLine;
use crate::ids::{GameId, PlayerId};
use crate::store::chat::Said;
use crate::store::error::{AppendError, CreateError, StoreError};
use crate::store::game::{Append, NewGame};
use crate::store::meeting::{Meeting, Met};
use crate::store::moderation::{Moderate, Moderated};
use crate::store::notify::{Notified, Notify};
use crate::store::people::{Change, Changed};
use crate::store::ratings::{Corrected, Correction};
use crate::store::tournaments::{Kept, NewEntries};
use crate::table::archived::ArchivedGame;
use crate::table::conditions::Conditions;

/// Something that waits for the writer, and where the answer goes.
#[derive(Debug)]
pub(super) enum Write {
    Append(Box<Append>, oneshot::Sender<Result<(), AppendError>>),
    Create(Box<NewGame>, oneshot::Sender<Result<GameId, CreateError>>),
    Change(Box<Change>, oneshot::Sender<Result<Changed, StoreError>>),
    Meet(Box<Meeting>, oneshot::Sender<Result<Met, StoreError>>),
    Moderate(
        Box<Moderate>,
        oneshot::Sender<Result<Moderated, StoreError>>,
    ),
    Notify(Box<Notify>, oneshot::Sender<Result<Notified, StoreError>>),
    Say(Box<NewLine>, oneshot::Sender<Result<Said, StoreError>>),
    Keep(Box<NewEntries>, oneshot::Sender<Result<Kept, StoreError>>),
    Correct(Correction, oneshot::Sender<Result<Corrected, StoreError>>),
    /// A step of recomputing ratings; the answer says whether it was the last.
    Mend(Box<Step>, oneshot::Sender<Result<bool, StoreError>>),
    Archive(
        GameId,
        Option<Box<ArchivedGame>>,
        oneshot::Sender<Result<(), StoreError>>,
    ),
    Conditions(
        GameId,
        PlayerId,
        Box<Option<Conditions>>,
        oneshot::Sender<Result<(), StoreError>>,
    ),
    Rename(PlayerId, String, oneshot::Sender<Result<(), StoreError>>),
    Heartbeat(u64, oneshot::Sender<Result<(), StoreError>>),
    /// A step of forgetting what is old.
    Tidy(u64, oneshot::Sender<Result<(), StoreError>>),
    Stop,
}
