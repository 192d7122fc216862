//! DMChess: a player's placement of the kings is hidden until both players have placed theirs.

use manifold_engine::baseline::BaselineGame;
use manifold_engine::games::Sight;
use manifold_rules::board::Color;
use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::game::Game;

use super::{Transcript, TranscriptError, play_on};

const SECRET: &str = "kings:?";

impl Transcript for DmChess {
    fn write_transcript(game: &Game<DmChess>, listener: Color) -> Vec<String> {
        let secret = game.position().placer().is_some();
        let mut placer = game.start().placer();
        game.actions()
            .iter()
            .map(|action| {
                let hidden = secret && placer.is_some_and(|placer| placer != listener);
                placer = placer.map(Color::other);
                if hidden {
                    SECRET.to_owned()
                } else {
                    action.to_string()
                }
            })
            .collect()
    }

    fn read_transcript(
        start: DmChess,
        listener: Color,
        words: &[&str],
    ) -> Result<Game<DmChess>, TranscriptError> {
        let mut game = Game::from_position(start);
        for (index, word) in words.iter().enumerate() {
            let error = |problem: &dyn ToString| TranscriptError::new(index, word, problem);
            let action = if *word == SECRET {
                let placer = game
                    .position()
                    .placer()
                    .filter(|placer| *placer != listener);
                let some: Option<Action> =
                    placer.and_then(|placer| DmChess::fixed_action(&Sight::Placing(placer)));
                let last = index + 1 == words.len();
                some.filter(|_| last).ok_or_else(|| {
                    error(&"stands for the opponent's placement of the kings, and only while it is secret")
                })?
            } else {
                word.parse().map_err(|problem| error(&problem))?
            };
            play_on(&mut game, action).map_err(|problem| error(&problem))?;
        }
        Ok(game)
    }
}
