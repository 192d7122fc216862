//! A game that goes back by means of its milestones must equal one replayed from the start.

use super::*;
use crate::chess::Chess;
use crate::dmchess::{self, DmChess};
use crate::hidden960::Hidden960;
use crate::hyperspace::{self, Hyperspace};
use crate::position::{Bounded, Bounds};
use crate::time_traveler::TimeTraveler;

/// A random game of at most `actions` actions.
fn played<P: Rules + Bounded>(variant: P::Variant, actions: usize, seed: u64) -> Game<P> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::<P>::new(variant);
    for _ in 0..actions {
        let bounds = match random.usize(..3) {
            0 => Bounds { max_delay: 2 },
            _ => Bounds { max_delay: 0 },
        };
        let mut choices = game.position().legal_actions_within(bounds);
        if choices.is_empty() {
            choices = game.position().legal_actions();
        }
        let Some(action) = random.choice(&choices).filter(|_| game.outcome().is_none()) else {
            break;
        };
        game.play_unchecked(*action);
    }
    game
}

/// Goes back from random games of at most `actions` actions to every earlier time. Returns the number of actions of the longest.
fn goes_back<P: Rules + Bounded>(variant: P::Variant, actions: usize) -> usize {
    let mut longest = 0;
    for seed in 0..24 {
        let game = played::<P>(variant, actions, seed);
        longest = longest.max(game.actions.len());
        // Replayed from the start, without using milestones.
        let mut anew = Game::<P>::new(variant);
        for count in 0..=game.actions.len() {
            let before = game.after(count);
            assert_eq!(before.position, anew.position, "{count} of {seed}");
            assert_eq!(before.actions, anew.actions, "{count} of {seed}");
            assert_eq!(before.outcome, anew.outcome, "{count} of {seed}");
            assert_eq!(before.keys, anew.keys, "{count} of {seed}");
            let known = |game: &Game<P>| -> Vec<(usize, usize)> {
                let all = game.milestones.iter();
                all.map(|known| (known.actions, known.keys)).collect()
            };
            assert_eq!(known(&before), known(&anew), "{count} of {seed}");
            if let Some(action) = game.actions.get(count) {
                anew.play_unchecked(*action);
            }
        }
    }
    longest
}

#[test]
fn a_game_that_goes_back_is_the_one_that_it_was() {
    let longest = [
        goes_back::<Chess>(Default::default(), 200),
        goes_back::<Hyperspace>(hyperspace::Variant::Open, 200),
        goes_back::<Hyperspace>(Default::default(), 200),
        goes_back::<TimeTraveler>(Default::default(), 200),
        goes_back::<Hidden960>(Default::default(), 200),
        goes_back::<DmChess>(dmchess::Variant::default(), 100),
    ];
    // Long enough for at least one milestone.
    assert!(
        longest.iter().all(|actions| *actions > MILESTONE),
        "{longest:?}"
    );
}

#[test]
fn a_repetition_is_counted_across_what_is_remembered() {
    let mut game = Game::<Chess>::new(Default::default());
    let play = |game: &mut Game<Chess>, text: &str| {
        let action = text.parse().expect("a move");
        game.play(action).expect("a legal move");
    };
    // Thirty plies without a repetition.
    let pawns = [
        "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6",
    ];
    let steps = [
        "a3a4", "a6a5", "b3b4", "b6b5", "c3c4", "c6c5", "d3d4", "d6d5",
    ];
    let flanks = [
        "e2e3", "e7e6", "f2f3", "f7f6", "g2g3", "g7g6", "h2h3", "h7h6",
    ];
    let more = ["h3h4", "h6h5", "g3g4", "g6g5", "f3f4", "f6f5"];
    for text in pawns.iter().chain(&steps).chain(&flanks).chain(&more) {
        play(&mut game, text);
    }
    let knights = ["b1c3", "b8c6", "c3b1", "c6b8"];
    for text in knights.iter().chain(&knights) {
        assert_eq!(game.outcome(), None);
        play(&mut game, text);
    }
    let repeated = Some(Outcome::draw(Reason::Repetition));
    assert_eq!(game.actions().len(), 38);
    assert_eq!(game.outcome(), repeated);
    let last = game.actions()[37];
    for count in 30..38 {
        let mut before = game.after(count);
        assert_eq!(before.outcome(), None);
        for action in &game.actions()[count..] {
            before.play_unchecked(*action);
        }
        assert_eq!(before.outcome(), repeated, "from {count}");
    }
    assert_eq!(game.undo(), Some(last));
    assert_eq!(game.outcome(), None);
}
