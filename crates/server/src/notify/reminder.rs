//! The times at which players are reminded of correspondence games.

use manifold_rules::board::Color;

use crate::ids::PlayerId;
use crate::meeting::vacation::DAY_MS;
use crate::table::info::GameInfo;
use crate::table::time_control::ClockChoice;

/// The player to move is told this much later, in milliseconds: they may be looking at the board, and move.
pub(crate) const TURN_DELAY_MS: u64 = 15_000;

/// The time of the reminder for a player whose time runs out at `due_at` (milliseconds since 1970): a day before or, with fewer than four
/// days for a move, when a quarter of them is left.
pub(crate) fn remind_at(clock: Option<&ClockChoice>, due_at: Option<u64>) -> Option<u64> {
    let Some(ClockChoice::Correspondence { days }) = clock else {
        return None;
    };
    let quarter = u64::from(*days) * DAY_MS / 4;
    Some(due_at?.saturating_sub(quarter.min(DAY_MS)))
}

/// The next player to move in a correspondence game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NextTurn {
    /// None when the game is over, has not begun, or the engine is to move.
    pub(crate) player: Option<PlayerId>,
    /// In milliseconds since 1970; none as long as no clock runs.
    pub(crate) remind_at: Option<u64>,
}

impl NextTurn {
    /// In a game in which `actor` has to act, and whose clock runs out at `due_at` (milliseconds since 1970).
    pub(crate) fn new(info: &GameInfo, actor: Option<Color>, due_at: Option<u64>) -> NextTurn {
        NextTurn {
            player: actor.and_then(|color| info.player(color).id()),
            remind_at: remind_at(info.clock.as_ref(), due_at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_before_and_with_few_days_for_a_move_when_a_quarter_is_left() {
        let hours_before = |days| {
            let clock = ClockChoice::Correspondence { days };
            let due = 20 * DAY_MS;
            let at = remind_at(Some(&clock), Some(due)).expect("a moment");
            (due - at) / 3_600_000
        };
        assert_eq!(
            [1, 2, 3, 4, 5, 14].map(hours_before),
            [6, 12, 18, 24, 24, 24]
        );
        let clock = ClockChoice::Correspondence { days: 3 };
        assert_eq!(remind_at(Some(&clock), None), None, "no clock runs");
        assert_eq!(remind_at(None, Some(1)), None);
    }
}
