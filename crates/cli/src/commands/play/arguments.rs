//! The arguments of `manifold play`.

use std::path::PathBuf;

use manifold_rules::game::TimeControl;
use manifold_rules::variant::VariantId;

use crate::opponent::Player;
use crate::terminal::Look;
use crate::whole_number::whole_number;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The game, such as hyperspace; a menu asks for it if left out
    pub(super) game: Option<VariantId>,
    /// White's player: a person, a simple opponent, or the engine at a level
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub(super) white: Option<Player>,
    /// Black's player
    #[arg(long, value_enum, value_name = "PLAYER")]
    pub(super) black: Option<Player>,
    /// The time control, as 300+3 (seconds and increment), 40/5400:1800 or 300d5; no clock if left out
    #[arg(long, value_name = "CONTROL")]
    pub(super) time: Option<TimeControl>,
    /// Begin from the starting position with this number, in games with several; random if left out
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u32::MAX))]
    pub(super) start: Option<u32>,
    /// Seed for the opponents' random choices
    #[arg(long, value_name = "N", value_parser = whole_number(0..=u64::MAX))]
    pub(super) seed: Option<u64>,
    /// Keep the record in this file instead of an automatically named one
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Continue a game from its record; without FILE, the last unfinished game
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["game", "file", "start", "time"])]
    pub(super) resume: Option<Option<PathBuf>>,
    /// Hyperspace Chess and DMChess with secret kings: do not hide the board between turns
    #[arg(long)]
    pub(super) open_table: bool,
    #[command(flatten)]
    pub(super) look: Look,
}
