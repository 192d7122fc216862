//! Search of one or two plies, by material alone.

use super::{BaselineGame, Budget, winner};
use crate::options::SearchOptions;
use crate::random::Random;

/// More than any material balance.
const WON: i32 = 1_000_000;

/// The action with the best material balance after it, or after the best reply. Ties are broken at random. When the
/// budget is used up, it is the best so far.
pub(super) fn search<P: BaselineGame>(
    position: &P,
    options: &SearchOptions,
    random: &mut Random,
    mut budget: Budget,
    with_answers: bool,
) -> Option<P::Action> {
    let me = position.actor();
    let mut actions = Vec::new();
    position.list(options.bounds, random.number(), &mut actions);
    let mut looked: Vec<(i32, u64, P::Action)> = Vec::with_capacity(actions.len());
    for action in actions {
        let mut child = position.clone();
        child.play_unchecked(action);
        let worth = match winner(&child) {
            Some(Some(color)) if color == me => return Some(action),
            Some(Some(_)) => -WON,
            Some(None) => 0,
            None => child.material(me) - child.material(me.other()),
        };
        looked.push((worth, random.number(), action));
        if !budget.spend() {
            break;
        }
    }
    looked.sort_by_key(|(worth, chance, _)| (std::cmp::Reverse(*worth), *chance));
    if !with_answers {
        return looked.first().map(|(_, _, action)| *action);
    }
    let mut best: Option<(i32, P::Action)> = None;
    for (worth, _, action) in &looked {
        let floor = best.map_or(-2 * WON, |(worth, _)| worth);
        let mut child = position.clone();
        child.play_unchecked(*action);
        let Some(answered) = after_answer(&child, *worth, options, floor, &mut budget) else {
            break;
        };
        if answered > floor {
            best = Some((answered, *action));
        }
    }
    best.map(|(_, action)| action)
        .or_else(|| looked.first().map(|(_, _, action)| *action))
}

/// The balance after the best reply, for the player who has just acted; if it is not above `floor`, only a bound that
/// is not above it either. `None` if the budget is used up. Where the same player acts again, there is no reply.
fn after_answer<P: BaselineGame>(
    position: &P,
    worth: i32,
    options: &SearchOptions,
    floor: i32,
    budget: &mut Budget,
) -> Option<i32> {
    let them = position.actor();
    if winner(position).is_some() || them != position.turn() {
        return Some(worth);
    }
    let mut answers = Vec::new();
    position.list(options.bounds, options.seed, &mut answers);
    if answers.is_empty() {
        let lost = position
            .outcome()
            .is_some_and(|outcome| outcome.winner == Some(them.other()));
        return Some(if lost { WON } else { 0 });
    }
    let mut least = 2 * WON;
    for answer in answers {
        let mut child = position.clone();
        child.play_unchecked(answer);
        let after = match winner(&child) {
            Some(Some(color)) if color == them => -WON,
            Some(Some(_)) => WON,
            Some(None) => 0,
            None => child.material(them.other()) - child.material(them),
        };
        least = least.min(after);
        if least <= floor {
            break;
        }
        if !budget.spend() {
            return None;
        }
    }
    Some(least)
}
