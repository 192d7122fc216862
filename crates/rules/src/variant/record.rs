//! Records of games whose kind is in the record itself.

use super::{AnyGame, AnyRecord, Listed, VariantId};
use crate::record::{Pgn, RecordError, Tags};
use crate::viewer::Viewer;

impl AnyRecord {
    /// A record of a game that has just begun.
    #[must_use]
    pub fn new(game: AnyGame) -> AnyRecord {
        AnyRecord {
            tags: Tags::default(),
            game,
            notes: Vec::new(),
        }
    }

    /// Plays what a file says, under the rules of the game that its `Variant` tag names.
    ///
    /// # Errors
    /// Names the line and the action that cannot be played, or says why the tags or the result cannot be right.
    pub fn replay(pgn: &Pgn) -> Result<AnyRecord, RecordError> {
        with_game!(VariantId, pgn.game()?, |P, variant| {
            let record = pgn.replay::<P>(variant)?;
            Ok(AnyRecord {
                tags: record.tags,
                game: P::any_game(record.game),
                notes: record.notes,
            })
        })
    }

    /// The record as `reader` may have it. A finished game has no secrets.
    #[must_use]
    pub fn to_pgn(&self, reader: Viewer) -> String {
        self.game.to_pgn(&self.tags, &self.notes, reader)
    }
}

impl Pgn {
    /// The game that the `Variant` tag names.
    ///
    /// # Errors
    /// There is no such tag, or it names no game of ours.
    pub fn game(&self) -> Result<VariantId, RecordError> {
        let name = self.tags.get("Variant").ok_or_else(|| {
            self.tag_error(
                "the tag Variant is missing: it names the game, as in [Variant \"hyperspace\"]",
            )
        })?;
        name.parse()
            .map_err(|error| self.tag_error(format!("the tag Variant: {error}")))
    }
}
