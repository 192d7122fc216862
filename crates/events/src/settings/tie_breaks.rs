//! Checks the tie-breaks that an event names.

use std::collections::BTreeSet;

use manifold_pairing::tiebreaks::TieBreak;

use super::problem::SettingsProblem;

/// The most tie-breaks of an event.
const MOST_TIE_BREAKS: usize = 10;

/// Checks that all tie-breaks are known, and that none is named twice.
pub(super) fn check(tie_breaks: &[String]) -> Result<(), SettingsProblem> {
    let mut different = BTreeSet::new();
    for name in tie_breaks {
        if name.parse::<TieBreak>().is_err() {
            let name = name.chars().take(20).collect();
            return Err(SettingsProblem::TieBreak { name });
        }
        different.insert(name);
    }
    if tie_breaks.len() > MOST_TIE_BREAKS || different.len() < tie_breaks.len() {
        return Err(SettingsProblem::TieBreaks);
    }
    Ok(())
}
