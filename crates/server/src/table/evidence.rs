//! Evidence of how a finished game was played: times, and how often the engine would have played the same.
//!
//! It is for people to judge and decides nothing by itself.

use std::sync::atomic::{AtomicBool, Ordering};

use manifold_engine::{Level, Limits};
use manifold_rules::board::Color;

use super::referee::Referee;
use crate::system::System;

/// The levels whose node limits are used for the search of each action. Most players find the choice of a weak level; agreeing with
/// a choice that only a strong one makes says more.
const LEVELS: [u8; 3] = [2, 4, 6];
/// The longest that a game is looked at, in milliseconds.
const LONGEST_MS: u64 = 12_000;

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

/// The agreement of one side with the engine at the nodes of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Agreement {
    pub(crate) level: u8,
    /// The nodes for each action.
    pub(crate) nodes: u64,
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

    /// Compares each action with the engine's choice, White's and Black's, level by level: with the weakest first, as long as there
    /// is time and `stop` is false.
    pub(crate) fn compare(&self, system: &System, stop: &AtomicBool) -> [Vec<Agreement>; 2] {
        let end = system.now_ms() + LONGEST_MS;
        let is_over = || stop.load(Ordering::Relaxed) || system.now_ms() > end;
        let mut agreements = [Vec::new(), Vec::new()];
        for level in LEVELS.into_iter().filter_map(Level::new) {
            let Some(nodes) = self.referee.level_nodes(level) else {
                continue;
            };
            let mut sides = [0, 1].map(|_| Agreement {
                level: level.number(),
                nodes,
                of: 0,
                agreed: 0,
            });
            for (n, played) in self.actions.iter().enumerate() {
                if is_over() {
                    break;
                }
                let analyst = self.referee.analyst(n, Limits::nodes(nodes));
                let analysis = analyst.and_then(|analyst| analyst(stop));
                let Some(choice) = analysis.as_ref().and_then(|analysis| analysis.choice()) else {
                    continue;
                };
                let side = &mut sides[played.by.fold_wb(0, 1)];
                side.of += 1;
                side.agreed += u32::from(choice == played.action);
            }
            for (agreements, side) in agreements.iter_mut().zip(sides) {
                agreements.push(side);
            }
        }
        agreements
    }
}
