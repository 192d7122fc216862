//! `manifold rate`: a player's rating after the games of one rating period.

use std::io::{self, Write};

use manifold_ratings::{Encounter, Rating, RatingError, TAU, rate_period};
use manifold_rules::error::shorten;

use crate::failure::Failure;

/// Numbers are taken as text, so that errors are one line and name the argument.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The player's rating before the games
    #[arg(value_name = "RATING", allow_negative_numbers = true)]
    rating: String,
    /// The player's rating deviation (RD)
    #[arg(value_name = "RD", allow_negative_numbers = true)]
    deviation: String,
    /// The player's volatility
    #[arg(value_name = "VOLATILITY", allow_negative_numbers = true)]
    volatility: String,
    /// The games, separated by spaces: rating and RD of the opponent and the player's score, 1, 0.5 (or 1/2) or
    /// 0, as in "1400,30,1 1550,100,0"; with "" only RD grows
    #[arg(long, value_name = "GAMES", allow_hyphen_values = true)]
    games: String,
    /// The system constant, which bounds how fast volatility changes; usually from 0.3 to 1.2
    #[arg(long, value_name = "TAU", default_value_t = TAU.to_string(), allow_negative_numbers = true)]
    tau: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let refuse = |error: RatingError| Failure::Input(error.to_string());
    let player = Rating::new(
        number("RATING", &arguments.rating).map_err(Failure::Input)?,
        number("RD", &arguments.deviation).map_err(Failure::Input)?,
        number("VOLATILITY", &arguments.volatility).map_err(Failure::Input)?,
    )
    .map_err(refuse)?;
    let tau = number("TAU", &arguments.tau).map_err(Failure::Input)?;
    let games = arguments
        .games
        .split_whitespace()
        .enumerate()
        .map(|(i, word)| {
            game(word).map_err(|why| {
                Failure::Input(format!("game {} (“{}”): {why}", i + 1, shorten(word)))
            })
        })
        .collect::<Result<Vec<Encounter>, Failure>>()?;
    let after = rate_period(player, &games, tau).map_err(refuse)?;
    let Rating {
        rating,
        deviation,
        volatility,
    } = after;
    writeln!(
        io::stdout().lock(),
        "{rating:.2} {deviation:.2} {volatility:.6}"
    )?;
    Ok(())
}

fn number(name: &str, text: &str) -> Result<f64, String> {
    text.parse()
        .map_err(|_| format!("{name} must be a number, not “{}”", shorten(text)))
}

/// Reads `OPPONENT_RATING,OPPONENT_RD,SCORE`.
fn game(word: &str) -> Result<Encounter, String> {
    let parts: Vec<&str> = word.split(',').collect();
    let [rating, deviation, score] = parts[..] else {
        return Err("a game is OPPONENT_RATING,OPPONENT_RD,SCORE, as in 1550,100,0.5".to_owned());
    };
    Encounter::new(
        number("the opponent's rating", rating)?,
        number("the opponent's RD", deviation)?,
        score.parse().map_err(|error| format!("{error}"))?,
    )
    .map_err(|error| format!("the opponent's {error}"))
}
