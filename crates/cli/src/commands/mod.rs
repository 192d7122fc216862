//! The subcommands, a thin file each.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bestmove;
pub(crate) mod completions;
pub(crate) mod contest;
pub(crate) mod convert;
pub(crate) mod engine;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod status;
pub(crate) mod tune;
pub(crate) mod verify;

use manifold_rules::error::shorten;
use manifold_rules::game::Game;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::variant::VariantId;

use crate::failure::Failure;

/// The game and the actions that lead to a position.
#[derive(Debug, clap::Args)]
pub(crate) struct Line {
    /// The game: hyperspace, hyperspace:open, time-traveler, hidden960, hidden960:960, dmchess or
    /// dmchess:kings
    game: VariantId,
    /// Actions played from the start, in machine notation, separated by spaces
    #[arg(long, value_name = "ACTIONS", default_value = "")]
    play: String,
}

impl Line {
    /// Plays the actions.
    ///
    /// # Errors
    /// Names the action, its place in the list and why it is refused.
    fn replay<P: Rules>(&self, variant: P::Variant) -> Result<Game<P>, Failure> {
        let mut game = Game::new(variant);
        for (i, word) in self.play.split_whitespace().enumerate() {
            let refuse = |why: String| {
                Failure::Input(format!("action {} (“{}”): {why}", i + 1, shorten(word)))
            };
            let action = word
                .parse::<P::Action>()
                .map_err(|e| refuse(e.to_string()))?;
            game.play(action)
                .map_err(|error| refuse(error.to_string()))?;
        }
        Ok(game)
    }
}

/// What `moves` and `perft` list in Hyperspace Chess.
#[derive(Debug, clap::Args)]
pub(crate) struct BoundsArguments {
    /// The longest delay listed in Hyperspace Chess (no rule: longer ones stay legal)
    #[arg(long, value_name = "N", default_value_t = Bounds::default().max_delay,
          value_parser = clap::value_parser!(u8).range(0..=99))]
    max_delay: u8,
}

impl BoundsArguments {
    fn bounds(&self) -> Bounds {
        Bounds {
            max_delay: self.max_delay,
        }
    }
}

/// Whether the game waits for an action that cannot be listed (DMChess's placement of the kings).
fn refuse_unlisted<P: Rules>(game: &Game<P>) -> Result<(), Failure> {
    match game.position().unlisted() {
        Some(what) if game.outcome().is_none() => Err(Failure::Input(what.to_owned())),
        _ => Ok(()),
    }
}
