//! A player who walks out of games again and again waits before the next.

use crate::ids::PlayerId;
use crate::services::Services;
use crate::store::StoreError;

/// Time for which a walk-out is remembered, in milliseconds.
const REMEMBERED_MS: u64 = 3_600_000;
/// Walk-outs within that time that cost no wait.
const FREE: u32 = 1;
/// The first wait, which doubles with each further time, and the longest.
const FIRST_MS: u64 = 2 * 60_000;
const LONGEST_MS: u64 = 30 * 60_000;

/// The wait after having walked out for the `count`th time in an hour, in milliseconds.
fn wait_ms(count: u32) -> u64 {
    let Some(doublings) = count.checked_sub(FREE + 1) else {
        return 0;
    };
    let wait = FIRST_MS.checked_shl(doublings.min(16));
    wait.map_or(LONGEST_MS, |wait| wait.min(LONGEST_MS))
}

/// How many games a player has recently walked out of, and how long the player must wait for the next one, in milliseconds; 0 for no wait.
pub(crate) async fn must_wait(
    services: &Services,
    player: PlayerId,
) -> Result<(u32, u64), StoreError> {
    let now = services.system.now_ms();
    let since = now.saturating_sub(REMEMBERED_MS);
    let Some((count, last)) = services.store.walkouts(player, since).await? else {
        return Ok((0, 0));
    };
    Ok((count, (last + wait_ms(count)).saturating_sub(now)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_time_is_free_and_then_the_wait_doubles_up_to_half_an_hour() {
        let minutes = [0, 1, 2, 3, 4, 5, 6, 7, 100, u32::MAX].map(|count| wait_ms(count) / 60_000);
        assert_eq!(minutes, [0, 0, 2, 4, 8, 16, 30, 30, 30, 30]);
    }
}
