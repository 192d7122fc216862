//! The knowledge of a player of Hyperspace Chess, and reasoning about the squares that the opponent hides.

use std::ops::ControlFlow;

use manifold_rules::board::Color;
use manifold_rules::hyperspace::{Action, Hyperspace, Knowledge, PublicAction};
use manifold_rules::position::{Bounded, Bounds, Position};

use super::beliefs::{Beliefs, Model};
use crate::playable::{Information, Searchable, Secrets};
use crate::random::Random;

/// The bonus of a departure for its secrecy, beyond the search, in centipawns.
const SECRECY_BONUS: i32 = 15;

impl Information for Hyperspace {
    type Knowledge = Knowledge;
    type Memory = Beliefs;

    fn knowledge(&self, color: Color) -> Knowledge {
        Knowledge::of(self, color)
    }

    fn knows_repetition_key(&self, color: Color) -> bool {
        self.absent(color.other()).next().is_none()
    }

    fn remember(
        start: &Knowledge,
        seen: impl Iterator<Item = (PublicAction, Knowledge)>,
    ) -> Beliefs {
        Beliefs::of(start, seen, &Model::FITTED)
    }

    fn determinizations(
        knowledge: &Knowledge,
        beliefs: &Beliefs,
        random: &mut Random,
        most: usize,
    ) -> Vec<Hyperspace> {
        if knowledge.absent().is_empty() {
            return knowledge.complete(&[]).into_iter().collect();
        }
        let guesses = beliefs.draw(random, most.max(1));
        guesses
            .iter()
            .filter_map(|guesses| knowledge.complete(guesses))
            .collect()
    }
}

impl Secrets for Hyperspace {
    fn turns_without_secrets(knowledge: &Knowledge) -> Option<u32> {
        // A piece that returns with the opponent's next turn can answer a check given now.
        let soonest = knowledge.absent().iter().map(|absent| absent.count_down);
        soonest
            .min()
            .map(|turns| u32::from(turns).saturating_sub(1))
    }

    fn possible_positions(
        knowledge: &Knowledge,
        beliefs: &Beliefs,
        turns: u32,
        most: usize,
    ) -> Vec<(Hyperspace, u64)> {
        let guesses = beliefs.possible(turns, most);
        guesses
            .iter()
            .filter_map(|(guess, weight)| Some((knowledge.complete(guess)?, *weight)))
            .collect()
    }

    fn distinct_actions(&self, turns: u32) -> Vec<Action> {
        // Each piece away can forbid one delay, so one that is too long to matter is always listed.
        let away = self.absent(self.turn()).count() as u32;
        let matters = turns.saturating_sub(2);
        let bounds = Bounds {
            max_delay: (matters + away + 1).min(99) as u8,
        };
        let mut all = Vec::new();
        let mut gone = Vec::new();
        let _ = self.for_each_legal_within(bounds, |action| {
            if let Action::PhaseOut { from, delay, .. } = action
                && u32::from(delay.turns()) > matters
            {
                let same = (from, action.choices());
                if gone.contains(&same) {
                    return ControlFlow::<()>::Continue(());
                }
                gone.push(same);
            }
            all.push(action);
            ControlFlow::Continue(())
        });
        if all.is_empty() {
            all = self.legal_actions();
        }
        all
    }

    fn secrecy_bonus(action: Action) -> i32 {
        match action {
            Action::PhaseOut { .. } => SECRECY_BONUS,
            _ => 0,
        }
    }

    fn public_index(action: Action) -> Option<usize> {
        matches!(action, Action::PhaseOut { .. })
            .then(|| Self::butterfly_index(action) * 8 + action.choices().iter().count())
    }
}
