//! Weights of the evaluation.

use manifold_engine::{Evaluated, read_some_weights, read_weights, write_weights};
use manifold_rules::variant::VariantId;
use manifold_rules::with_game;

use crate::check::is_short;

/// A file of weights: the variant in the first line, then what `manifold tune` writes.
pub fn weights(input: &str) {
    let Some((id, text)) = input.split_once('\n') else {
        return;
    };
    let Ok(id) = id.parse::<VariantId>() else {
        return;
    };
    with_game!(id, |P, _variant| read::<P>(text));
}

fn read<P: Evaluated>(text: &str) {
    let names = P::term_names();
    for read in [
        read_weights(&names, text),
        read_some_weights(&names, &P::hand_tuned(), text),
    ] {
        match read {
            Ok(weights) => {
                let written = write_weights(&names, &weights, &[]);
                assert_eq!(read_weights(&names, &written), Ok(weights), "{written}");
            }
            Err(error) => is_short(&error),
        }
    }
}
