//! The options that an engine offers.

use std::fmt::{self, Display};
use std::str::FromStr;

use manifold_rules::error::shorten;

/// An option as an engine announces it: `option name … type …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// The name, which can have several words.
    pub name: String,
    /// The type of the option, with its permitted values.
    pub kind: Kind,
}

/// The type of an option, with its permitted values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Check {
        /// The default.
        default: bool,
    },
    /// A number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest number.
        min: i64,
        /// The largest number.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The words.
        choices: Vec<String>,
    },
    /// An action that is triggered by setting the option.
    Button,
    /// Any text.
    String {
        /// The default.
        default: String,
    },
}

impl Offer {
    /// The permitted values of a combo option; empty for other types.
    #[must_use]
    pub fn choices(&self) -> &[String] {
        match &self.kind {
            Kind::Combo { choices, .. } => choices,
            _ => &[],
        }
    }

    /// Checks whether the option can be set to `value`. Engines silently ignore other values.
    ///
    /// # Errors
    /// Says which values are permitted.
    pub fn check(&self, value: &str) -> Result<(), String> {
        let fits = match &self.kind {
            Kind::Check { .. } => ["true", "false"].contains(&value),
            Kind::Spin { min, max, .. } => value
                .parse::<i64>()
                .is_ok_and(|number| (*min..=*max).contains(&number)),
            Kind::Combo { choices, .. } => choices
                .iter()
                .any(|choice| choice.eq_ignore_ascii_case(value)),
            Kind::Button | Kind::String { .. } => true,
        };
        if fits {
            return Ok(());
        }
        let right = match &self.kind {
            Kind::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Kind::Combo { choices, .. } => choices.join(" or "),
            _ => "true or false".to_owned(),
        };
        Err(format!(
            "{} can be {right}, not “{}”",
            self.name,
            shorten(value)
        ))
    }
}

impl Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::String { default } => write!(f, "string default {default}"),
        }
    }
}

impl FromStr for Offer {
    type Err = ();

    fn from_str(line: &str) -> Result<Offer, ()> {
        let rest = line.strip_prefix("option name ").ok_or(())?;
        let (name, rest) = rest.split_once(" type ").ok_or(())?;
        let mut words = rest.split_whitespace();
        let kind = words.next().ok_or(())?;
        // A value extends to the next keyword.
        let mut fields: Vec<(&str, String)> = Vec::new();
        for word in words {
            match (word, fields.last_mut()) {
                ("default" | "min" | "max" | "var", _) => fields.push((word, String::new())),
                (_, Some((_, value))) if value.is_empty() => value.push_str(word),
                (_, Some((_, value))) => {
                    value.push(' ');
                    value.push_str(word);
                }
                (_, None) => {}
            }
        }
        let text = |name: &str| {
            let field = fields.iter().find(|(known, _)| *known == name);
            field.map(|(_, value)| value.clone()).unwrap_or_default()
        };
        let number = |name: &str| text(name).parse().unwrap_or_default();
        let kind = match kind {
            "check" => Kind::Check {
                default: text("default") == "true",
            },
            "spin" => Kind::Spin {
                default: number("default"),
                min: number("min"),
                max: number("max"),
            },
            "combo" => Kind::Combo {
                default: text("default"),
                choices: fields
                    .iter()
                    .filter(|(name, _)| *name == "var")
                    .map(|(_, value)| value.clone())
                    .collect(),
            },
            "button" => Kind::Button,
            _ => Kind::String {
                default: text("default"),
            },
        };
        Ok(Offer {
            name: name.trim().to_owned(),
            kind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_are_written_as_they_are_read() {
        for line in [
            "option name Ponder type check default false",
            "option name Hash type spin default 64 min 1 max 4096",
            "option name UCI_Variant type combo default chess var chess var dmchess",
            "option name Clear Hash type button",
            "option name SyzygyPath type string default <empty>",
        ] {
            let offer: Offer = line.parse().expect(line);
            assert_eq!(offer.to_string(), line);
        }
        assert_eq!("id name x".parse::<Offer>(), Err(()));
    }

    #[test]
    fn a_value_that_an_engine_would_ignore_is_refused() {
        let offer = |line: &str| line.parse::<Offer>().expect("an option");
        let elo = offer("option name UCI_Elo type spin default 1350 min 1350 max 2850");
        assert_eq!(elo.check("1350"), Ok(()));
        for value in ["1349", "2851", "strong", ""] {
            let error = elo.check(value).expect_err(value);
            assert_eq!(
                error,
                format!("UCI_Elo can be a number from 1350 to 2850, not “{value}”")
            );
        }
        let check = offer("option name Ponder type check default false");
        assert_eq!(
            (check.check("true"), check.check("yes").is_err()),
            (Ok(()), true)
        );
        let combo = offer("option name UCI_Variant type combo default chess var chess var dmchess");
        assert_eq!(
            (combo.check("DMChess"), combo.check("go").is_err()),
            (Ok(()), true)
        );
        let text = offer("option name SyzygyPath type string default <empty>");
        assert_eq!(text.check("anything"), Ok(()));
    }

    #[test]
    fn the_choices_of_a_combo_are_listed() {
        let line = "option name UCI_Variant type combo default chess var chess var dmchess";
        let offer: Offer = line.parse().expect("an option");
        assert_eq!(offer.name, "UCI_Variant");
        assert_eq!(offer.choices(), ["chess", "dmchess"]);
    }
}
