//! Whole numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A value parser for whole numbers in a range. The errors of clap's own parser are less clear: that a digit is invalid in `x`, or that a
/// number is too large for the type.
pub(crate) fn whole_number<T>(
    range: RangeInclusive<T>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("it should be a whole number from {least} to {most}")
        })
    }
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use clap::{Arg, Command, CommandFactory};

    use crate::Cli;

    /// All commands, each with the words that invoke it.
    fn commands(command: &Command, words: &[String]) -> Vec<(Vec<String>, Command)> {
        let own = [words, &[command.get_name().to_owned()]].concat();
        let below = command
            .get_subcommands()
            .flat_map(|one| commands(one, &own));
        std::iter::once((own.clone(), command.clone()))
            .chain(below)
            .collect()
    }

    fn is_whole_number(arg: &Arg) -> bool {
        let types = [
            TypeId::of::<u8>(),
            TypeId::of::<u16>(),
            TypeId::of::<u32>(),
            TypeId::of::<u64>(),
            TypeId::of::<usize>(),
            TypeId::of::<i32>(),
            TypeId::of::<i64>(),
        ];
        types
            .iter()
            .any(|one| arg.get_value_parser().type_id() == *one)
    }

    #[test]
    fn every_option_that_is_a_whole_number_says_which_ones_it_takes() {
        let mut found = 0;
        for (words, command) in commands(&Cli::command(), &[]) {
            for option in command.get_opts().filter(|option| is_whole_number(option)) {
                let name = option.get_long().expect("a long name");
                for text in ["x", "1.5", "-", "340282366920938463463374607431768211456"] {
                    let mut line = words.clone();
                    line.push(format!("--{name}={text}"));
                    let error = Cli::command().try_get_matches_from(&line).expect_err(text);
                    let error = error.to_string();
                    assert!(error.contains("a whole number from"), "{line:?}: {error}");
                    found += 1;
                }
            }
        }
        assert!(found > 100, "{found}");
    }
}
