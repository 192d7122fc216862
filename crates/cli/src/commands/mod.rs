//! The subcommands, one thin file each.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod bestmove;
pub(crate) mod bot;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod demo;
pub(crate) mod engine;
pub(crate) mod ladder;
pub(crate) mod r#match;
pub(crate) mod moves;
pub(crate) mod pair;
pub(crate) mod perft;
pub(crate) mod play;
mod positions;
pub(crate) mod rate;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod self_play;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod standings;
pub(crate) mod status;
pub(crate) mod train;
pub(crate) mod tune;
pub(crate) mod verify;

use manifold_rules::error::shorten;
use manifold_rules::position::Bounds;
use manifold_rules::variant::{AnyGame, VariantId};

use crate::failure::Failure;
use crate::whole_number::whole_number;

/// The help text of a game argument.
fn which_games() -> String {
    format!("The game: {}", VariantId::listed())
}

/// The game and the actions that lead to a position.
#[derive(Debug, clap::Args)]
pub(crate) struct Line {
    #[arg(help = which_games())]
    game: VariantId,
    /// Actions to play from the start, in machine notation, separated by spaces
    #[arg(
        long,
        value_name = "ACTIONS",
        default_value = "",
        allow_hyphen_values = true
    )]
    play: String,
}

impl Line {
    /// Plays the actions.
    ///
    /// # Errors
    /// The first action that is refused, its place in the list, and the reason.
    fn replay(&self) -> Result<AnyGame, Failure> {
        let mut game = AnyGame::new(self.game);
        for (i, word) in self.play.split_whitespace().enumerate() {
            let refuse = |why: String| {
                Failure::Input(format!("action {} (“{}”): {why}", i + 1, shorten(word)))
            };
            let action = self
                .game
                .parse_action(word)
                .map_err(|error| refuse(error.to_string()))?;
            game.play(action)
                .map_err(|error| refuse(error.to_string()))?;
        }
        Ok(game)
    }
}

/// The bounds of listed actions in Hyperspace Chess.
#[derive(Debug, clap::Args)]
pub(crate) struct BoundsArguments {
    /// The longest delay to list in Hyperspace Chess; longer ones stay legal
    #[arg(long, value_name = "N", default_value_t = Bounds::default().max_delay,
          value_parser = whole_number(0_u8..=99))]
    max_delay: u8,
}

impl BoundsArguments {
    fn bounds(&self) -> Bounds {
        Bounds {
            max_delay: self.max_delay,
        }
    }
}

/// Fails if the next actions are too many to list (the placement of the kings in DMChess).
fn refuse_unlisted(game: &AnyGame) -> Result<(), Failure> {
    match game.position().unlisted() {
        Some(what) if game.outcome().is_none() => Err(Failure::Input(what.to_owned())),
        _ => Ok(()),
    }
}
