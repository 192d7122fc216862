//! Tuning: the result is determined by the seed and the order of the games.

use std::ops::ControlFlow;

use manifold_arena::Evaluation;
use manifold_arena::tune::{SelfPlay, fit, play};
use manifold_engine::Evaluated;
use manifold_rules::hyperspace::Hyperspace;

#[test]
fn what_is_tuned_does_not_depend_on_the_number_of_threads() {
    let tuned = |threads| {
        let options = SelfPlay {
            games: 5,
            nodes: 30,
            seed: 4,
            threads,
            texts: false,
            beside: 0,
            evaluated: 0,
            random_plies: 0,
        };
        let start = Hyperspace::weights().get();
        let mut samples = Vec::new();
        play::<Hyperspace>(
            Default::default(),
            options,
            Evaluation::Terms(start),
            |game| {
                samples.extend(game);
                ControlFlow::Continue(())
            },
        );
        let weights = fit(&samples, start, Hyperspace::FULL_PHASE).weights;
        (samples, weights)
    };
    let (samples, weights) = tuned(1);
    assert!(!samples.is_empty());
    for threads in [2, 4] {
        assert!(
            (samples.clone(), weights.clone()) == tuned(threads),
            "{threads}"
        );
    }
}
