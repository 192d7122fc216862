//! The options that a host can set.

use manifold_engine::Level;
use manifold_rules::chess::Variant;
use manifold_rules::error::shorten;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;

use crate::offer::{Kind, Offer};

/// The values of all options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Options {
    variant: VariantId,
    chess960: bool,
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    ponder: bool,
    limited: bool,
    level: Level,
    pub(super) seed: u64,
    max_delay: u8,
}

/// The further effect of setting an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    Nothing,
    Forget,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            variant: VariantId::Chess(Variant::Standard),
            chess960: false,
            hash_mib: 64,
            threads: 1,
            lines: 1,
            ponder: false,
            limited: true,
            level: Level::FULL,
            seed: 0,
            max_delay: Bounds::default().max_delay,
        }
    }
}

const MOST_HASH: u64 = 4096;
const MOST_THREADS: u64 = 256;
const MOST_LINES: u64 = 256;
/// The largest value of a UCI spin option that all hosts can handle (32-bit signed).
const MOST_SEED: u64 = 2_147_483_647;

const NAMES: [&str; 11] = [
    "UCI_Variant",
    "UCI_Chess960",
    "Hash",
    "Clear Hash",
    "Threads",
    "Ponder",
    "MultiPV",
    "UCI_LimitStrength",
    "Level",
    "Seed",
    "MaxDelay",
];

impl Options {
    /// The options that are announced to the host.
    pub(super) fn offers() -> Vec<Offer> {
        let start = Options::default();
        let offer = |name: &str, kind: Kind| Offer {
            name: name.to_owned(),
            kind,
        };
        let spin = |name: &str, default: u64, min: u64, max: u64| {
            let [default, min, max] = [default, min, max].map(u64::cast_signed);
            offer(name, Kind::Spin { default, min, max })
        };
        let check = |name: &str, default: bool| offer(name, Kind::Check { default });
        let variants = Kind::Combo {
            default: start.variant.id().to_owned(),
            choices: VariantId::every()
                .map(|variant| variant.id().to_owned())
                .collect(),
        };
        vec![
            offer("UCI_Variant", variants),
            check("UCI_Chess960", start.chess960),
            spin("Hash", start.hash_mib as u64, 1, MOST_HASH),
            offer("Clear Hash", Kind::Button),
            spin("Threads", start.threads as u64, 1, MOST_THREADS),
            // Tells hosts that they may send “go ponder”; nothing else depends on it.
            check("Ponder", start.ponder),
            spin("MultiPV", start.lines as u64, 1, MOST_LINES),
            check("UCI_LimitStrength", start.limited),
            spin("Level", u64::from(start.level.number()), 1, 8),
            spin("Seed", start.seed, 0, MOST_SEED),
            spin("MaxDelay", u64::from(start.max_delay), 0, 99),
        ]
    }

    /// Sets an option.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Effect, String> {
        let known = NAMES
            .iter()
            .find(|known| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| {
                format!(
                    "there is no option “{}”, but {}",
                    shorten(name),
                    NAMES.join(", ")
                )
            })?;
        let number = |least: u64, most: u64| {
            value
                .parse()
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    format!(
                        "{known} should be a number from {least} to {most}, not “{}”",
                        shorten(value)
                    )
                })
        };
        let truth = || {
            value
                .to_ascii_lowercase()
                .parse()
                .map_err(|_| format!("{known} should be true or false, not “{}”", shorten(value)))
        };
        match *known {
            "UCI_Variant" => {
                self.variant = VariantId::every()
                    .find(|variant| variant.id().eq_ignore_ascii_case(value))
                    .ok_or_else(|| {
                        let ids: Vec<&str> = VariantId::every().map(VariantId::id).collect();
                        format!(
                            "UCI_Variant should be one of {}, not “{}”",
                            ids.join(", "),
                            shorten(value)
                        )
                    })?;
            }
            "Hash" => self.hash_mib = number(1, MOST_HASH)? as usize,
            "Clear Hash" => return Ok(Effect::Forget),
            "Threads" => self.threads = number(1, MOST_THREADS)? as usize,
            "MultiPV" => self.lines = number(1, MOST_LINES)? as usize,
            "UCI_Chess960" => self.chess960 = truth()?,
            "Ponder" => self.ponder = truth()?,
            "UCI_LimitStrength" => self.limited = truth()?,
            "Level" => self.level = Level::new(number(1, 8)? as u8).unwrap_or_default(),
            "Seed" => self.seed = number(0, MOST_SEED)?,
            _ => self.max_delay = number(0, 99)? as u8,
        }
        Ok(Effect::Nothing)
    }

    /// The playing strength.
    pub(super) fn level(&self) -> Level {
        if self.limited {
            self.level
        } else {
            Level::FULL
        }
    }

    /// The variant to play: `UCI_Chess960` turns chess into Chess960, as hosts expect.
    pub(super) fn variant(&self) -> VariantId {
        match self.variant {
            VariantId::Chess(Variant::Standard) if self.chess960 => {
                VariantId::Chess(Variant::Chess960)
            }
            variant => variant,
        }
    }

    /// The bounds of the actions that are searched.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            max_delay: self.max_delay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;

    fn set(options: &mut Options, text: &str) -> Result<Effect, String> {
        match format!("setoption {text}").parse() {
            Ok(Command::SetOption { name, value }) => {
                options.set(&name, &value.unwrap_or_default())
            }
            Ok(other) => panic!("{other} sets no option"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn every_option_that_is_announced_can_be_set_to_its_default() {
        for offer in Options::offers() {
            let value = match &offer.kind {
                Kind::Check { default } => format!(" value {default}"),
                Kind::Spin { default, .. } => format!(" value {default}"),
                Kind::Combo { default, .. } | Kind::String { default } => {
                    format!(" value {default}")
                }
                Kind::Button => String::new(),
            };
            let mut options = Options::default();
            set(&mut options, &format!("name {}{value}", offer.name)).expect(&offer.name);
            assert_eq!(options, Options::default(), "{offer}");
        }
    }

    #[test]
    fn every_variant_is_offered_and_can_be_set_also_those_that_menus_do_not_show() {
        let offers = Options::offers();
        let choices = offers[0].choices();
        for variant in VariantId::every() {
            assert!(
                choices.iter().any(|choice| choice == variant.id()),
                "{variant}"
            );
            let mut options = Options::default();
            set(&mut options, &format!("name UCI_Variant value {variant}")).expect("a variant");
            assert_eq!(options.variant(), variant);
        }
    }

    #[test]
    fn wrong_values_change_nothing_and_say_what_is_right() {
        let mut options = Options::default();
        for (text, part) in [
            ("name Hash value 0", "from 1 to 4096"),
            ("name Hash value", "from 1 to 4096"),
            ("name Level value 9", "from 1 to 8"),
            ("name UCI_Variant value draughts", "dmchess:kings"),
            ("name UCI_LimitStrength value perhaps", "true or false"),
            ("name Contempt value 3", "there is no option “Contempt”"),
            ("Hash 3", "setoption name NAME"),
            ("", "setoption name NAME"),
        ] {
            let problem = set(&mut options, text).expect_err(text);
            assert!(problem.contains(part), "{text}: {problem}");
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn limits_on_strength_can_be_taken_off() {
        let mut options = Options::default();
        set(&mut options, "name level value 2").expect("a level");
        assert_eq!(options.level().number(), 2);
        set(&mut options, "name UCI_LimitStrength value false").expect("a truth");
        assert_eq!(options.level(), Level::FULL);
    }

    #[test]
    fn small_and_capital_letters_are_the_same_in_names_and_values() {
        let mut options = Options::default();
        set(&mut options, "name uci_variant value Hidden960").expect("a variant");
        set(&mut options, "name PONDER value True").expect("a truth");
        assert_eq!(
            (options.variant().id(), options.ponder),
            ("hidden960", true)
        );
    }

    #[test]
    fn chess_becomes_chess960_by_its_own_option_and_the_other_games_do_not() {
        let mut options = Options::default();
        assert_eq!(options.variant().id(), "chess");
        set(&mut options, "name UCI_Chess960 value true").expect("a truth");
        assert_eq!(options.variant().id(), "chess:960");
        set(&mut options, "name UCI_Variant value hidden960").expect("a variant");
        assert_eq!(options.variant().id(), "hidden960");
    }
}
