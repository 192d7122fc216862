//! Wins on this turn and the next, in positions that a naive solver finds in random games.
//!
//! The solver knows nothing of the engine: it tries every legal action. (Of a phase-out's delays it
//! looks at the shortest only: a piece that leaves now is not back within two turns.) For wins on the
//! next turn it begins with actions that leave the opponent few replies, and then tries all of them.

use manifold_engine::{Limits, Order, Playable};
use manifold_rules::dmchess::DmChess;
use manifold_rules::game::{Game, Listing};
use manifold_rules::hidden960::Hidden960;
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::matchplay::Match;
use manifold_rules::time_traveler::TimeTraveler;

use crate::{Chance, any_action, thought};

const LISTING: Listing = Listing { max_delay: 1 };

pub(crate) fn after<G: Game>(position: &G, action: G::Action) -> G {
    let mut after = position.clone();
    after.play_unchecked(action);
    after
}

pub(crate) fn wins<G: Game>(position: &G, action: G::Action) -> bool {
    let outcome = after(position, action).decided();
    outcome.is_some_and(|outcome| outcome.winner == Some(position.actor()))
}

pub(crate) fn wins_now<G: Game>(position: &G) -> bool {
    position
        .legal_actions(LISTING)
        .into_iter()
        .any(|action| wins(position, action))
}

/// Whether after `action` every reply leaves a win on the spot. Positions with more than `most`
/// replies are not looked at.
pub(crate) fn forces<G: Game>(position: &G, action: G::Action, most: u64) -> bool {
    let reply = after(position, action);
    if reply.actor() == position.actor() || reply.count_legal(LISTING) > most {
        return false;
    }
    let replies = reply.legal_actions(LISTING);
    !replies.is_empty()
        && replies.into_iter().all(|answer| {
            let then = after(&reply, answer);
            then.actor() == position.actor() && then.decided().is_none() && wins_now(&then)
        })
}

/// Games by chance, in which captures are preferred, so that they end.
fn positions<G: Playable>(
    variant: G::Variant,
    seed: u64,
    greed: usize,
    mut visit: impl FnMut(&Match<G>) -> bool,
) {
    let mut chance = Chance(seed);
    for _ in 0..4_000 {
        let mut game = Match::<G>::new(variant);
        for _ in 0..260 {
            if game.outcome().is_some() {
                break;
            }
            if !visit(&game) {
                return;
            }
            let position = game.position();
            let mut action = any_action(position, &mut chance);
            if chance.below(10) < greed {
                let best = position
                    .legal_actions(Listing { max_delay: 0 })
                    .into_iter()
                    .max_by_key(|action| (position.gain(*action), chance.below(1 << 16)));
                action = best.or(action);
            }
            let Some(action) = action else { break };
            game.play(action).expect("a listed action is legal");
        }
    }
}

fn finds_wins_on_the_spot<G: Playable>(variant: G::Variant, greed: usize, count: usize) {
    let mut found = 0;
    let mut last = 0;
    let mut number = 0;
    positions::<G>(variant, 21, greed, |game| {
        number += 1;
        let position = game.position();
        // Not one after the other in the same game.
        if number < last + 3 || !wins_now(position) {
            return true;
        }
        last = number;
        found += 1;
        let order = Order {
            limits: Limits::nodes(500),
            ..Order::default()
        };
        let thought = thought(game, &order).expect("there is something to do");
        assert!(
            wins(position, thought.action),
            "{} in {}",
            thought.action,
            position.to_text()
        );
        found < count
    });
    assert_eq!(found, count);
}

/// Positions with a win on the spot are left out. `most` replies are looked at by the solver; `stakes` says which actions it begins with.
fn finds_wins_on_the_next_turn<G: Playable>(
    variant: G::Variant,
    greed: usize,
    count: usize,
    most: u64,
    stakes: impl Fn(&G, &G) -> bool,
) {
    let mut found = 0;
    positions::<G>(variant, 22, greed, |game| {
        let position = game.position();
        let begins: Vec<G::Action> = position
            .legal_actions(Listing { max_delay: 0 })
            .into_iter()
            .filter(|action| stakes(position, &after(position, *action)))
            .collect();
        if !begins
            .into_iter()
            .any(|action| forces(position, action, most))
            || wins_now(position)
        {
            return true;
        }
        found += 1;
        let order = Order {
            limits: Limits::nodes(60_000),
            ..Order::default()
        };
        let thought = thought(game, &order).expect("there is something to do");
        assert!(
            forces(position, thought.action, u64::MAX),
            "{} ({}) in {}",
            thought.action,
            thought.score,
            position.to_text()
        );
        found < count
    });
    assert_eq!(found, count);
}

#[test]
fn hyperspace_wins_on_the_spot() {
    finds_wins_on_the_spot::<Hyperspace>(Default::default(), 2, 25);
}

#[test]
fn time_traveler_wins_on_the_spot() {
    finds_wins_on_the_spot::<TimeTraveler>(Default::default(), 0, 25);
}

#[test]
fn hidden960_wins_on_the_spot() {
    finds_wins_on_the_spot::<Hidden960>(Default::default(), 2, 25);
}

#[test]
fn dmchess_wins_on_the_spot() {
    finds_wins_on_the_spot::<DmChess>(Default::default(), 10, 6);
}

#[test]
fn hyperspace_wins_on_the_next_turn() {
    let check = |_: &Hyperspace, after: &Hyperspace| after.is_check();
    finds_wins_on_the_next_turn(Default::default(), 2, 10, 30, check);
}

#[test]
fn time_traveler_wins_on_the_next_turn() {
    let check = |_: &TimeTraveler, after: &TimeTraveler| after.is_check();
    finds_wins_on_the_next_turn(Default::default(), 1, 4, 30, check);
}

#[test]
fn hidden960_wins_on_the_next_turn() {
    let check = |_: &Hidden960, after: &Hidden960| after.is_check();
    finds_wins_on_the_next_turn(Default::default(), 2, 10, 30, check);
}

#[test]
fn dmchess_wins_on_the_next_turn() {
    let dominant = |before: &DmChess, after: &DmChess| {
        before.dominant().is_none()
            && after
                .dominant()
                .is_some_and(|(color, _)| color == before.turn())
    };
    finds_wins_on_the_next_turn(Default::default(), 10, 2, 4_000, dominant);
}
