//! An event in an export.

use manifold_events::{Event, Viewer};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::lane::Lane;
use crate::api::events::EventLine;
use crate::events::law_person;
use crate::ids::{EventId, PlayerId};
use crate::store::Store;
use crate::table::error::TableError;

/// An event in which the player plays or has done anything.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ExportedEvent {
    /// Its identifier.
    #[schema(value_type = String)]
    id: EventId,
    /// Its name.
    name: String,
    /// The time of its start, past or planned, in milliseconds since 1970.
    starts_at: u64,
    /// The entries of its log that the player caused or that name the player, as the player may read them.
    #[schema(value_type = Vec<EventLine>)]
    entries: Vec<Value>,
}

impl ExportedEvent {
    /// Replays an event, and keeps what its log has about a player: as the player may read it if the reader of the export `may_see` that,
    /// otherwise as everybody may.
    pub(super) async fn read(
        store: &dyn Store,
        id: EventId,
        player: PlayerId,
        may_see: bool,
        lane: &Lane,
    ) -> Result<ExportedEvent, TableError> {
        let (log, _) = store.entries(id).await?;
        let work = move || {
            let event = Event::replay(log).map_err(|error| {
                tracing::error!(event = %id, %error, "the log of an event is damaged");
                TableError::Damaged
            })?;
            let person = law_person(player);
            let own = |mut entry: Value| {
                let is = |member: &str| entry[member] == person.to_string();
                let (by, about) = (is("by"), is("player"));
                if let Some(others) = entry.as_object_mut().filter(|_| !about) {
                    // Another player's account may have been deleted since, and the name with it.
                    others.remove("name");
                }
                (by || about).then_some(entry)
            };
            let viewer = match may_see {
                true => Viewer::Person(person),
                false => Viewer::Public,
            };
            let entries = event.seen_by(viewer);
            let entries = entries.filter_map(|entry| serde_json::to_value(entry).ok());
            Ok(ExportedEvent {
                id,
                entries: entries.filter_map(own).collect(),
                name: event.settings().name.clone(),
                starts_at: event.settings().starts_at,
            })
        };
        lane.work(work).await
    }
}
