//! Does what is due in events, even if nobody looks at them.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use super::hall::Hall;
use crate::event_hints::Hint;
use crate::ids::{EventId, GameId};
use crate::registry::Registry;

/// Pause before storing or telling is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// Looks after all events, until the server stops: those first that were running when the last one did.
pub(crate) async fn tend(hall: Arc<Hall>, registry: Arc<Registry>) {
    let services = Arc::clone(&registry.services);
    let Some(mut heard) = services.event_hints.heard() else {
        return;
    };
    let mut attended: JoinSet<EventId> = JoinSet::new();
    let mut busy: HashSet<EventId> = HashSet::new();
    let mut waiting: BTreeMap<EventId, (Vec<GameId>, bool)> = BTreeMap::new();
    for event in services.store.running_events().await.unwrap_or_default() {
        waiting.entry(event).or_default().1 = true;
    }
    let passes = &services.event_hints.tended;
    // Whether the store was asked since the last pass ended.
    let mut asked = false;
    let mut again = tokio::time::interval(AGAIN);
    again.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            Some(Hint { event, game }) = heard.recv() => waiting.entry(event).or_default().0.push(game),
            () = passes.next() => {
                let now = services.system.now_ms();
                // An error was logged by the store, and the next tick tries again.
                for event in services.store.events_due(now).await.unwrap_or_default() {
                    waiting.entry(event).or_default();
                }
                asked = true;
            }
            _ = again.tick() => {
                for event in hall.take_again() {
                    waiting.entry(event).or_default().1 = true;
                }
            }
            Some(done) = attended.join_next() => match done {
                Ok(event) => drop(busy.remove(&event)),
                // A panic was logged; whose it was is not known.
                Err(_) => busy.clear(),
            },
            () = services.stopping() => return,
        }
        let free: Vec<EventId> = waiting
            .keys()
            .copied()
            .filter(|event| !busy.contains(event))
            .collect();
        for event in free {
            let Some((games, all)) = waiting.remove(&event) else {
                continue;
            };
            busy.insert(event);
            let (hall, registry) = (Arc::clone(&hall), Arc::clone(&registry));
            attended.spawn(async move {
                hall.attend(&registry, event, &games, all).await;
                event
            });
        }
        if asked && busy.is_empty() {
            asked = false;
            passes.count();
        }
    }
}
