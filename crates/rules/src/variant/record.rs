//! Records of games whose variant is named in the record itself.

use super::{AnyGame, AnyRecord, Listed, VariantId};
use crate::record::{Pgn, RecordError, Tags};
use crate::viewer::Viewer;

impl AnyRecord {
    /// A record of `game` without tags or notes.
    #[must_use]
    pub fn new(game: AnyGame) -> AnyRecord {
        AnyRecord {
            tags: Tags::default(),
            game,
            notes: Vec::new(),
        }
    }

    /// Replays a parsed file under the rules of the game that its `Variant` tag names.
    ///
    /// # Errors
    /// Names the line and the action that cannot be played, or says what is wrong with the tags or the result.
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
    /// The game that the `Variant` tag names, by its identifier or by its name in other programs. Without the tag it is
    /// chess, as PGN readers assume.
    ///
    /// # Errors
    /// The tag names an unknown game.
    pub fn game(&self) -> Result<VariantId, RecordError> {
        let name = self.tags.get("Variant").unwrap_or("Standard");
        let is_called_so = |id: &VariantId| {
            let mut names = id.pgn_names().iter();
            names.any(|known| known.eq_ignore_ascii_case(name))
        };
        match VariantId::all().into_iter().find(is_called_so) {
            Some(id) => Ok(id),
            None => name
                .parse()
                .map_err(|error| self.tag_error("Variant", format!("the tag Variant: {error}"))),
        }
    }
}
