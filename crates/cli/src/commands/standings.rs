//! `manifold standings`: the standings of a tournament.

use std::io::{self, Write};
use std::path::PathBuf;

use manifold_pairing::standings;
use manifold_pairing::tiebreaks::TieBreak;
use manifold_rules::error::shorten;

use super::pair::read;
use crate::failure::Failure;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A tournament file (TRF16 or TRF26)
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The tie-breaks in order, separated by commas, as acronyms of FIDE C.07: BH, BH/C1, SB, DE, WIN and so on
    #[arg(long = "tiebreaks", value_name = "TIEBREAKS")]
    tie_breaks: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let report = read(&arguments.file)?;
    let names: Vec<String> = match &arguments.tie_breaks {
        Some(list) => list
            .split(',')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect(),
        None => report.tie_breaks.clone(),
    };
    let tie_breaks = names
        .iter()
        .map(|name| {
            name.parse()
                .map_err(|error| Failure::Input(format!("“{}”: {error}", shorten(name))))
        })
        .collect::<Result<Vec<TieBreak>, Failure>>()?;
    let mut out = io::stdout().lock();
    let mut header = vec!["rank".to_owned(), "number".to_owned(), "points".to_owned()];
    header.extend(names);
    writeln!(out, "{}", header.join("\t"))?;
    for row in standings::standings(&report.tournament, &tie_breaks) {
        let mut fields = vec![
            row.rank.to_string(),
            row.number.to_string(),
            row.points.to_string(),
        ];
        fields.extend(row.values.iter().map(ToString::to_string));
        writeln!(out, "{}", fields.join("\t"))?;
    }
    Ok(())
}
