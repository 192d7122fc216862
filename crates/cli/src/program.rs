//! Another program that speaks UCI: named on the command line, started and set up for a game.

use std::fmt::{self, Display};
use std::str::FromStr;
use std::time::Duration;

use manifold_rules::chess::Variant;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::{ClientError, Command, Offer, Process};

use crate::failure::Failure;

/// How long a program may take to report that it is ready.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A program, its arguments and the options to set: `stockfish,UCI_Elo=2000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Program {
    words: Vec<String>,
    options: Vec<(String, String)>,
}

impl FromStr for Program {
    type Err = String;

    fn from_str(text: &str) -> Result<Program, String> {
        let mut parts = text.split(',');
        let command = parts.next().unwrap_or_default();
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("after uci: there should be a command".to_owned());
        }
        if text.contains(['\n', '\r']) {
            return Err("a command and its options are one line".to_owned());
        }
        let options = parts
            .map(|part| {
                let (name, value) = part.split_once('=').ok_or_else(|| {
                    format!("“{part}” should be an option with its value, such as Hash=64")
                })?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            })
            .collect::<Result<Vec<_>, String>>()?;
        Ok(Program { words, options })
    }
}

/// Why a program cannot play a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unfit {
    /// It cannot be started, or does not answer.
    Broken(String),
    /// It does not offer what is needed: the game, or an option with this value.
    Lacks(String),
}

impl Unfit {
    /// The failure of a command that needs the program. Asking for what it does not offer is an input error.
    pub(crate) fn into_failure(self, program: &Program) -> Failure {
        let text = format!("{}: {self}", program.command());
        match self {
            Unfit::Broken(_) => Failure::World(text),
            Unfit::Lacks(_) => Failure::Input(text),
        }
    }
}

impl Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Unfit::Broken(text) | Unfit::Lacks(text)) = self;
        f.write_str(text)
    }
}

impl Program {
    /// A program from a command with its arguments, at least one word, without options.
    pub(crate) fn of(words: Vec<String>) -> Program {
        Program {
            words,
            options: Vec::new(),
        }
    }

    /// The executable.
    pub(crate) fn command(&self) -> &str {
        &self.words[0]
    }

    /// Whether an option was asked for.
    pub(crate) fn sets(&self, name: &str) -> bool {
        let mut names = self.options.iter().map(|(name, _)| name);
        names.any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Starts it for a game and sets its options; also returns the options that it offers.
    ///
    /// # Errors
    /// It cannot be started, does not answer, does not play this game, lacks an option or would ignore its value.
    pub(crate) fn start(
        &self,
        game: VariantId,
        bounds: Bounds,
    ) -> Result<(Process, Vec<Offer>), Unfit> {
        let broken = |error: ClientError| Unfit::Broken(error.to_string());
        let mut process = Process::start(&self.words[0], &self.words[1..]).map_err(broken)?;
        let offers = process.introduce(PATIENCE).map_err(broken)?;
        let settings = self.settings(&offers, game, bounds);
        for (name, value) in settings.map_err(Unfit::Lacks)? {
            let value = Some(value);
            process
                .say(&Command::SetOption { name, value })
                .map_err(broken)?;
        }
        process.wait_until_ready(PATIENCE).map_err(broken)?;
        Ok((process, offers))
    }

    /// Whether it can play a game, judging by what it offers.
    pub(crate) fn plays(&self, offers: &[Offer], game: VariantId) -> bool {
        self.settings(offers, game, Bounds::default()).is_ok()
    }

    /// The options to set: those of the game, then those that were asked for.
    fn settings(
        &self,
        offers: &[Offer],
        game: VariantId,
        bounds: Bounds,
    ) -> Result<Vec<(String, String)>, String> {
        let mut settings = Vec::new();
        let is_chess = is_chess(game);
        let wanted = if is_chess { "chess" } else { game.id() };
        match find(offers, "UCI_Variant") {
            Some(offer) if offer.choices().iter().any(|choice| choice == wanted) => {
                settings.push(("UCI_Variant".to_owned(), wanted.to_owned()));
            }
            _ if is_chess => {}
            _ => {
                return Err(format!(
                    "it does not say that it plays {}: there is no such UCI_Variant. Ordinary chess programs \
                     can play chess",
                    game
                ));
            }
        }
        if game == VariantId::Chess(Variant::Chess960) {
            if find(offers, "UCI_Chess960").is_none() {
                return Err("it does not play Chess960: it has no option UCI_Chess960".to_owned());
            }
            settings.push(("UCI_Chess960".to_owned(), "true".to_owned()));
        }
        if !is_chess && find(offers, "MaxDelay").is_some() {
            settings.push(("MaxDelay".to_owned(), bounds.max_delay.to_string()));
        }
        for (name, value) in &self.options {
            let Some(offer) = find(offers, name) else {
                let names: Vec<&str> = offers.iter().map(|offer| offer.name.as_str()).collect();
                return Err(format!("it has no option {name}, but {}", names.join(", ")));
            };
            offer.check(value)?;
            settings.push((offer.name.clone(), value.clone()));
        }
        Ok(settings)
    }

    /// The program's name with its options.
    pub(crate) fn name(&self) -> String {
        let program = self.words[0].rsplit(['/', '\\']).next().unwrap_or_default();
        let mut name = program.to_owned();
        for (option, value) in &self.options {
            name.push_str(&format!(" {option}={value}"));
        }
        name
    }
}

/// Whether a game is chess or Chess960, which any UCI program plays.
pub(crate) fn is_chess(game: VariantId) -> bool {
    matches!(game, VariantId::Chess(_))
}

/// The option with this name; UCI ignores case in names.
pub(crate) fn find<'a>(offers: &'a [Offer], name: &str) -> Option<&'a Offer> {
    offers
        .iter()
        .find(|offer| offer.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use manifold_uci::Kind;

    use super::*;

    #[test]
    fn a_program_plays_what_it_offers_and_chess() {
        let program = Program::of(vec!["x".to_owned()]);
        let check = |name: &str| Offer {
            name: name.to_owned(),
            kind: Kind::Check { default: false },
        };
        let variants = Offer {
            name: "UCI_Variant".to_owned(),
            kind: Kind::Combo {
                default: "chess".to_owned(),
                choices: vec!["chess".to_owned(), "hyperspace".to_owned()],
            },
        };
        for (offers, game, plays) in [
            (&[][..], "chess", true),
            (&[], "chess:960", false),
            (&[check("UCI_Chess960")], "chess:960", true),
            (&[], "hyperspace", false),
            (std::slice::from_ref(&variants), "hyperspace", true),
            (
                std::slice::from_ref(&variants),
                "hyperspace:open+touch",
                false,
            ),
        ] {
            let game = game.parse().expect("a game");
            assert_eq!(program.plays(offers, game), plays, "{game}: {offers:?}");
        }
    }

    #[test]
    fn a_command_has_arguments_and_options() {
        let program: Program = "/usr/games/x -q,UCI_Elo=2000,Clear Hash="
            .parse()
            .expect("a program");
        assert_eq!(program.words, ["/usr/games/x", "-q"]);
        assert_eq!(program.options[1], ("Clear Hash".to_owned(), String::new()));
        assert_eq!(program.name(), "x UCI_Elo=2000 Clear Hash=");
        for text in ["", " ", ",a=b", "x,y", "x,a=b\nquit"] {
            assert!(text.parse::<Program>().is_err(), "{text:?}");
        }
    }
}
