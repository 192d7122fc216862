//! Evidence of how a finished game was played: times, and how often the engine would have played the same.
//!
//! People look at it; it decides nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use manifold_engine::Limits;
use manifold_rules::board::Color;

use super::referee::Referee;

/// The nodes that the engine searches for each action: what a weak level sees at a glance.
pub(crate) const NODES: u64 = 2_000;
/// The longest that a game is looked at.
const LONGEST: Duration = Duration::from_secs(12);

/// An action as it was played.
#[derive(Debug, Clone)]
pub(crate) struct Timed {
    pub(crate) by: Color,
    /// The number of its turn.
    pub(crate) number: u32,
    /// From the action before it, in milliseconds; for the first, from when the game was made.
    pub(crate) ms: u64,
    /// In machine notation, with everything that its player knew: the game is over.
    action: String,
    /// Whether the player's page was out of focus before it, as the page has said.
    pub(crate) away: bool,
}

/// A finished game, to be looked at elsewhere.
pub(crate) struct Played {
    referee: Referee,
    pub(crate) actions: Vec<Timed>,
}

/// How often the engine would have played the same.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Agreement {
    /// Actions that were looked at.
    pub(crate) of: u32,
    /// Those that were the engine's choice too.
    pub(crate) agreed: u32,
}

impl Played {
    pub(crate) fn new(
        referee: Referee,
        actions: impl Iterator<Item = (Color, u32, u64, String, bool)>,
    ) -> Played {
        let actions = actions.map(|(by, number, ms, action, away)| Timed {
            by,
            number,
            ms,
            action,
            away,
        });
        Played {
            referee,
            actions: actions.collect(),
        }
    }

    /// Compares each action with the engine's choice, White's and Black's, as long as there is time and `stop` is false.
    pub(crate) fn compare(&self, stop: &AtomicBool) -> [Agreement; 2] {
        let began = Instant::now();
        let mut agreements = [Agreement::default(); 2];
        for (n, played) in self.actions.iter().enumerate() {
            if stop.load(Ordering::Relaxed) || began.elapsed() > LONGEST {
                break;
            }
            let limits = Limits {
                nodes: Some(NODES),
                ..Limits::default()
            };
            let choice = self
                .referee
                .analyst(n, limits)
                .and_then(|analyst| analyst(stop));
            let Some(choice) = choice.as_ref().and_then(|analysis| analysis.choice()) else {
                continue;
            };
            let agreement = &mut agreements[played.by.fold_wb(0, 1)];
            agreement.of += 1;
            agreement.agreed += u32::from(choice == played.action);
        }
        agreements
    }
}
