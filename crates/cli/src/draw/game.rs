//! The terminal's part of each game, and its dispatch for a game chosen at run time.

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::variant::{AnyAction, AnyPosition};
use manifold_rules::viewer::Viewer;
use manifold_rules::with_game;

use super::style::Style;

/// The terminal's part of a game, besides its rules; implemented by its position type.
pub(crate) trait TerminalGame {
    /// The rules for players, as printed by `manifold rules`.
    fn rules(&self) -> &'static str;

    /// One or two lines that say how actions are typed in this game, with examples.
    fn how_to_type(&self) -> &'static str;

    /// Draws what `viewer` may know of the position. `outcome` is the game's, if it has ended here. Lines have no trailing spaces, and each
    /// ends with a newline.
    fn draw(&self, outcome: Option<Outcome>, viewer: Viewer, style: &Style) -> String;

    /// Whether the players must not see each other's screen here.
    fn has_secrets(&self) -> bool {
        false
    }

    /// The player who may still settle something before the opponent acts: in Hyperspace Chess, under the open referee, a return turn that
    /// was taken.
    fn may_settle(&self) -> Option<Color> {
        None
    }

    /// DMChess: the dimension in which `action` ends, which is then shown large.
    fn dimension_of(&self, _action: AnyAction) -> Option<usize> {
        None
    }

    /// The commitment to the secret part of `action`, played in this position; `None` if it has none. `game` is the identifier in the
    /// record's `GameId` tag.
    fn commitment(&self, _action: AnyAction, _game: &str, _salt: &[u8]) -> Option<String> {
        None
    }
}

/// The terminal's part of this position's game.
pub(crate) fn terminal(position: &AnyPosition) -> &dyn TerminalGame {
    with_game!(AnyPosition, position, |P, own| &**own)
}

/// Draws what `viewer` may know of a position. `outcome` is the game's, if this is its last position: some draws, and resignations, cannot
/// be seen from the position.
pub(crate) fn draw(
    position: &AnyPosition,
    outcome: Option<Outcome>,
    viewer: Viewer,
    style: &Style,
) -> String {
    terminal(position).draw(outcome, viewer, style)
}
