//! An arena of each game every week, if the operator wants that.

use std::collections::BTreeSet;
use std::sync::Arc;

use manifold_events as law;
use manifold_ratings::RatedGame;
use manifold_rules::variant::VariantId;
use sha2::{Digest, Sha256};

use super::error::EventError;
use super::hall::Hall;
use super::ids::law_person;
use crate::ids::{EventId, PlayerId};
use crate::people::account::Account;
use crate::people::username::NameKey;
use crate::services::Services;

/// The length of an arena, in minutes.
const MINUTES: u32 = 90;
/// An hour and a week, in milliseconds.
const HOUR_MS: u64 = 3_600_000;
const WEEK_MS: u64 = 7 * 24 * HOUR_MS;
/// The first Saturday of 1970, 16:00 UTC: when the first arena of a week starts. The others follow, two hours later each.
const FIRST_MS: u64 = 2 * 24 * HOUR_MS + 16 * HOUR_MS;

/// Makes the arenas of the coming week, until the server stops.
pub(crate) async fn tend(hall: Arc<Hall>, services: Arc<Services>) {
    if services.settings.weekly_arenas.is_empty() {
        return;
    }
    let passes = &services.event_hints.weekly;
    loop {
        tokio::select! {
            () = passes.next() => {}
            () = services.stopping() => return,
        }
        if let Err(error) = make(&hall, &services).await {
            tracing::warn!(?error, "the weekly arenas cannot be made");
        }
        passes.count();
    }
}

/// The next start of the arena that is number `place` in the week, after `now`; all in milliseconds since 1970.
fn next_start(now: u64, place: u64) -> u64 {
    let first = FIRST_MS + place * 2 * HOUR_MS;
    let weeks = now.saturating_sub(first) / WEEK_MS + u64::from(now >= first);
    first + weeks * WEEK_MS
}

/// The identifier of an arena: the same whenever it is asked for, so that there is one.
fn id_of(variant: VariantId, starts_at: u64) -> Option<EventId> {
    let hash = Sha256::digest(format!("weekly arena {} {starts_at}", variant.id()));
    hex::encode(hash).get(..12)?.parse().ok()
}

async fn make(hall: &Hall, services: &Services) -> Result<(), EventError> {
    let mut people: Vec<PlayerId> = Vec::new();
    for (place, name) in services.settings.weekly_arenas.iter().enumerate() {
        let account = services.store.account_named(NameKey::of(name)).await?;
        let Some(Account { player, .. }) = account else {
            tracing::warn!(%name, "weekly_arenas names an account that does not exist");
            return Ok(());
        };
        // The first runs them, and the others are arbiters.
        if place > 0 && !has_second_factor(services, player).await? {
            tracing::warn!(%name, "weekly_arenas names an arbiter without a second factor");
            return Ok(());
        }
        people.push(player);
    }
    let &[organiser, chief_arbiter, deputy] = &people[..] else {
        return Ok(());
    };
    let now = services.system.now_ms();
    for (place, variant) in (0..).zip(variants()) {
        let starts_at = next_start(now, place);
        let Some(id) = id_of(variant, starts_at) else {
            continue;
        };
        let founding = law::Founding {
            settings: law::Settings {
                name: format!("Weekly arena: {}", variant.name()),
                variant: variant.id().to_owned(),
                control: law::Control::Blitz,
                format: law::Format::Arena { minutes: MINUTES },
                rated: true,
                starts_at,
                ..law::Settings::default()
            },
            directors: BTreeSet::from([law_person(organiser)]),
            chief_arbiter: law_person(chief_arbiter),
            deputy: law_person(deputy),
        };
        let made = hall.found_as(services, id, organiser, founding, None).await;
        match made {
            // It exists already.
            Ok(()) | Err(EventError::Conflict) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn has_second_factor(services: &Services, player: PlayerId) -> Result<bool, EventError> {
    Ok(services.store.second_factor(player).await?.is_on())
}

/// One variant of each game.
fn variants() -> impl Iterator<Item = VariantId> {
    let mut seen: Vec<RatedGame> = Vec::new();
    VariantId::all().into_iter().filter(move |variant| {
        let game = crate::games::rated_game(*variant);
        let is_new = !seen.contains(&game);
        seen.push(game);
        is_new
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arenas_start_on_saturdays_one_after_the_other() {
        // 21 November 2026 is a Saturday.
        let noon = 1_795_262_400_000;
        assert_eq!(next_start(noon, 0), noon + 4 * HOUR_MS);
        assert_eq!(next_start(noon, 1), noon + 6 * HOUR_MS);
        assert_eq!(
            next_start(noon + 4 * HOUR_MS, 0),
            noon + 4 * HOUR_MS + WEEK_MS
        );
        assert_eq!(next_start(0, 0), FIRST_MS);
    }

    #[test]
    fn an_arena_has_one_identifier_and_each_game_one_arena() {
        let variants: Vec<VariantId> = variants().collect();
        assert_eq!(variants.len(), 5);
        let ids: BTreeSet<_> = variants.iter().map(|variant| id_of(*variant, 7)).collect();
        assert_eq!(ids.len(), 5);
        assert_eq!(id_of(variants[0], 7), id_of(variants[0], 7));
        assert!(ids.iter().all(Option::is_some));
    }
}
