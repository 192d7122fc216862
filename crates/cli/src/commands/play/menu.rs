//! The questions before a game.

use manifold_engine::Level;
use manifold_rules::variant::VariantId;

use super::arguments::Arguments;
use super::prompt::Prompt;
use crate::failure::Failure;
use crate::files;
use crate::opponent::Player;
use crate::terminal::print;

/// The game to play, and its players.
pub(super) struct Choice {
    pub(super) game: VariantId,
    pub(super) white: Player,
    pub(super) black: Player,
}

pub(super) enum Answer {
    New(Choice),
    Resume,
}

impl Choice {
    pub(super) fn new(game: VariantId, arguments: &Arguments) -> Choice {
        Choice {
            game,
            white: arguments.white.unwrap_or(Player::Human),
            black: arguments.black.unwrap_or(Player::Human),
        }
    }
}

/// Asks which game to play and against whom; `None` if the person leaves.
pub(super) fn ask(prompt: &mut Prompt, arguments: &Arguments) -> Result<Option<Answer>, Failure> {
    let games = VariantId::all();
    let last = files::unfinished_game(&files::games_folder());
    print("Manifold: chess, and four games that bend it\n");
    for (i, game) in games.iter().enumerate() {
        print(&format!("  {}  {:<34} {}", i + 1, game.name(), game.id()));
    }
    if let Some(path) = &last {
        print(&format!(
            "  r  Continue the last game             {}",
            path.display()
        ));
    }
    print("  q  Leave\n\nThe rules of a game: manifold rules hyperspace\n");
    let game = loop {
        let Some(answer) = prompt.ask("Which game? ", words(&games))? else {
            return Ok(None);
        };
        match answer.as_str() {
            "q" | "quit" => return Ok(None),
            "r" if last.is_some() => return Ok(Some(Answer::Resume)),
            "" => {}
            other => match find(&games, other) {
                Some(game) => break game,
                None => print(&format!("Type a number from 1 to {}, or q.", games.len())),
            },
        }
    };
    let mut choice = Choice::new(game, arguments);
    if arguments.white.is_some() || arguments.black.is_some() {
        return Ok(Some(Answer::New(choice)));
    }
    print(
        "\n  1  Two players at this keyboard\n  2  You are White, against the computer\n  3  You are Black, against the computer\n  4  You are White, against a greedy opponent\n  5  You are Black, against a greedy opponent\n  6  You are White, against random moves\n",
    );
    loop {
        let Some(answer) = prompt.ask("Who plays? [1] ", Vec::new())? else {
            return Ok(None);
        };
        match answer.as_str() {
            "" | "1" => {}
            "2" | "3" => {
                let Some(level) = ask_level(prompt)? else {
                    return Ok(None);
                };
                let seat = if answer == "2" {
                    &mut choice.black
                } else {
                    &mut choice.white
                };
                *seat = Player::Machine(level);
            }
            "4" => choice.black = Player::Greedy,
            "5" => choice.white = Player::Greedy,
            "6" => choice.black = Player::Random,
            "q" | "quit" => return Ok(None),
            _ => {
                print("Type a number from 1 to 6, or q.");
                continue;
            }
        }
        return Ok(Some(Answer::New(choice)));
    }
}

/// Asks for the engine's level; `None` if the person leaves.
fn ask_level(prompt: &mut Prompt) -> Result<Option<Level>, Failure> {
    print("\nLevel 1 is for a first game, level 8 is full strength.\n");
    loop {
        let question = format!("Which level, 1 to 8? [{}] ", Level::CAREFUL.number());
        let Some(answer) = prompt.ask(&question, Vec::new())? else {
            return Ok(None);
        };
        match answer.as_str() {
            "" => return Ok(Some(Level::CAREFUL)),
            "q" | "quit" => return Ok(None),
            other => match other.parse().ok().and_then(Level::new) {
                Some(level) => return Ok(Some(level)),
                None => print("Type a number from 1 to 8, or q."),
            },
        }
    }
}

fn words(games: &[VariantId]) -> Vec<String> {
    games.iter().map(ToString::to_string).collect()
}

fn find(games: &[VariantId], answer: &str) -> Option<VariantId> {
    let by_number = answer
        .parse::<usize>()
        .ok()
        .and_then(|number| games.get(number.checked_sub(1)?).copied());
    by_number.or_else(|| answer.parse().ok())
}
