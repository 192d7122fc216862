//! An event's head, as lists show it: derived from its log.

use manifold_events as law;

use super::ids::player_id;
use crate::ids::EventId;
use crate::store::{EventHead, HeadPhase};

/// The current head of an event, with the time at which something is due. That time shows when an arena pairs.
pub(crate) fn head_of(id: EventId, event: &law::Event) -> EventHead {
    EventHead {
        due_at: event.next_due(),
        ..shown_head_of(id, event)
    }
}

/// The head of an event as far as it is shown.
pub(crate) fn shown_head_of(id: EventId, event: &law::Event) -> EventHead {
    let settings = event.settings();
    let round = event.rounds().len();
    EventHead {
        id,
        organiser: player_id(event.organiser()),
        directors: event.directors().iter().copied().map(player_id).collect(),
        chief_arbiter: player_id(event.chief_arbiter()),
        deputy: player_id(event.deputy()),
        name: settings.name.clone(),
        variant: settings.variant.clone(),
        control: settings.control,
        format: settings.format,
        rated: settings.rated,
        starts_at: settings.starts_at,
        phase: phase(event.phase()),
        round: u16::try_from(round).unwrap_or(u16::MAX),
        rounds: event.rounds_planned(),
        players: event.players().len(),
        most_players: settings.capacity(),
        due_at: None,
    }
}

fn phase(phase: law::Phase) -> HeadPhase {
    match phase {
        law::Phase::Open => HeadPhase::Open,
        law::Phase::Running => HeadPhase::Running,
        law::Phase::Finished => HeadPhase::Finished,
        law::Phase::Cancelled => HeadPhase::Cancelled,
        law::Phase::Annulled => HeadPhase::Annulled,
    }
}
