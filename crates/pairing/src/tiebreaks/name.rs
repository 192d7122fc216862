//! Tie-breaks by their acronyms, as in TRF26: `BH/C1`, `KS/L+1`, `AOB/F`.

use std::str::FromStr;

use thiserror::Error;

/// A tie-break without its modifiers: C.07 article 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// DE, article 6: results among the tied players.
    DirectEncounter,
    /// WIN, article 7.1: rounds with the points of a win.
    Wins,
    /// WON, article 7.2: games won.
    GamesWon,
    /// BPG, article 7.3: games played with Black.
    BlackGames,
    /// BWG, article 7.4: games won with Black.
    BlackWins,
    /// PS, article 7.5: the sum of the scores after each round.
    ProgressiveScores,
    /// REP, article 7.6: rounds that the player elected to play.
    RoundsElected,
    /// STD, article 7.7: points by the standard system.
    StandardPoints,
    /// TPN, article 7.8: the number in the list.
    PairingNumber,
    /// BH, article 8.1: the opponents' scores.
    Buchholz,
    /// AOB, article 8.2: the average of the opponents' Buchholz.
    AverageBuchholz,
    /// FB, article 8.3: Buchholz as if the last round had ended in draws.
    ForeBuchholz,
    /// SB, article 9.1: the opponents' scores times the points scored against them.
    SonnebornBerger,
    /// KS, article 9.2: points against opponents who scored at least half of the maximum.
    Koya,
    /// ARO, article 10.1: the average rating of the opponents.
    AverageRating,
    /// TPR, article 10.2: the tournament performance rating.
    TournamentPerformance,
    /// PTP, article 10.3: the perfect tournament performance.
    PerfectPerformance,
    /// APRO, article 10.4: the average of the opponents' TPR.
    AveragePerformance,
    /// APPO, article 10.5: the average of the opponents' PTP.
    AveragePerfectPerformance,
    /// RTNG, article 10.6: the rating.
    Rating,
}

impl Kind {
    fn from_acronym(acronym: &str) -> Option<Kind> {
        Some(match acronym {
            "DE" => Kind::DirectEncounter,
            "WIN" => Kind::Wins,
            "WON" => Kind::GamesWon,
            "BPG" => Kind::BlackGames,
            "BWG" => Kind::BlackWins,
            "PS" => Kind::ProgressiveScores,
            // GE was its acronym until 2024.
            "REP" | "GE" => Kind::RoundsElected,
            "STD" => Kind::StandardPoints,
            "TPN" => Kind::PairingNumber,
            "BH" => Kind::Buchholz,
            "AOB" => Kind::AverageBuchholz,
            "FB" => Kind::ForeBuchholz,
            "SB" => Kind::SonnebornBerger,
            "KS" => Kind::Koya,
            "ARO" => Kind::AverageRating,
            "TPR" | "PERF" => Kind::TournamentPerformance,
            "PTP" => Kind::PerfectPerformance,
            "APRO" => Kind::AveragePerformance,
            "APPO" => Kind::AveragePerfectPerformance,
            "RTNG" => Kind::Rating,
            _ => return None,
        })
    }

    fn can_cut(self) -> bool {
        matches!(
            self,
            Kind::Buchholz
                | Kind::ForeBuchholz
                | Kind::SonnebornBerger
                | Kind::AverageRating
                | Kind::ProgressiveScores
        )
    }

    /// Whether its value is a number of rounds.
    pub(super) fn counts_rounds(self) -> bool {
        matches!(
            self,
            Kind::Wins | Kind::GamesWon | Kind::BlackGames | Kind::BlackWins | Kind::RoundsElected
        )
    }

    fn has_median(self) -> bool {
        matches!(
            self,
            Kind::Buchholz | Kind::ForeBuchholz | Kind::AverageRating
        )
    }

    fn can_count_forfeits(self) -> bool {
        matches!(
            self,
            Kind::Buchholz | Kind::ForeBuchholz | Kind::SonnebornBerger | Kind::DirectEncounter
        )
    }
}

/// A tie-break with its modifiers: C.07 article 14.
///
/// ```
/// use manifold_pairing::tiebreaks::{Kind, TieBreak};
///
/// let tie_break: TieBreak = "BH/M1".parse()?;
/// assert_eq!(tie_break.kind, Kind::Buchholz);
/// assert_eq!((tie_break.cut_low, tie_break.cut_high), (1, 1));
/// # Ok::<(), manifold_pairing::tiebreaks::ParseTieBreakError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TieBreak {
    /// The kind of value.
    pub kind: Kind,
    /// How many of the least significant values are cut (`/C1`, `/M1`).
    pub cut_low: usize,
    /// How many of the most significant values are cut (`/M1`).
    pub cut_high: usize,
    /// Half points by which the limit of KS is moved (`/L+1`).
    pub limit: i32,
    /// Forfeits count as games against the opponent (`/P`).
    pub forfeits_count: bool,
    /// AOB uses the Fore Buchholz (`/F`).
    pub fore: bool,
    /// The order is reversed (`/R`).
    pub reversed: bool,
}

/// Why a text is not a tie-break.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseTieBreakError {
    /// The acronym is not one of article 5.
    #[error(
        "not a tie-break for individual players: use one of DE WIN WON BPG BWG PS REP STD TPN BH AOB FB SB KS ARO TPR PTP APRO APPO RTNG"
    )]
    Unknown,
    /// The modifier does not exist, or not for this tie-break.
    #[error("“/{0}” cannot modify it: use /C1 and /M1 (or more), /L+1, /P, /F and /R")]
    Modifier(String),
}

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    fn from_str(text: &str) -> Result<TieBreak, ParseTieBreakError> {
        let text = text.trim().to_ascii_uppercase();
        // C.07 writes BH-C1 where TRF26 writes BH/C1; a minus after L belongs to a number.
        let text = text.replace("-C", "/C").replace("-M", "/M");
        let mut parts = text.split('/');
        let acronym = parts.next().unwrap_or_default();
        let kind = Kind::from_acronym(acronym).ok_or(ParseTieBreakError::Unknown)?;
        let mut tie_break = TieBreak {
            kind,
            cut_low: 0,
            cut_high: 0,
            limit: 0,
            forfeits_count: false,
            fore: false,
            reversed: false,
        };
        for modifier in parts {
            if !tie_break.modify(modifier) {
                let shown = modifier.chars().take(20).collect();
                return Err(ParseTieBreakError::Modifier(shown));
            }
        }
        Ok(tie_break)
    }
}

impl TieBreak {
    /// Applies a modifier; false if it is not valid for this tie-break.
    fn modify(&mut self, modifier: &str) -> bool {
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits
                .then(|| text.parse().ok())
                .flatten()
                .filter(|n| (1..=99).contains(n))
        };
        let kind = self.kind;
        if let Some(cut) = modifier.strip_prefix('C').and_then(number) {
            self.cut_low = cut;
            return kind.can_cut();
        }
        if let Some(cut) = modifier.strip_prefix('M').and_then(number) {
            (self.cut_low, self.cut_high) = (cut, cut);
            return kind.has_median();
        }
        if let Some(limit) = modifier.strip_prefix('L') {
            let (sign, digits) = match limit.strip_prefix('-') {
                Some(digits) => (-1, digits),
                None => (1, limit.strip_prefix('+').unwrap_or(limit)),
            };
            let Some(limit) = number(digits).and_then(|n| i32::try_from(n).ok()) else {
                return false;
            };
            self.limit = sign * limit;
            return kind == Kind::Koya;
        }
        match modifier {
            "P" => {
                self.forfeits_count = true;
                kind.can_count_forfeits()
            }
            "F" => {
                self.fore = true;
                kind == Kind::AverageBuchholz
            }
            "R" => {
                self.reversed = true;
                matches!(kind, Kind::PairingNumber | Kind::Rating)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acronyms_are_read_in_either_spelling_and_case() {
        for (one, other) in [
            ("BH/C1", "bh-c1"),
            ("ARO-M2", "aro/m2"),
            ("TPR", "PERF"),
            ("REP", "GE"),
        ] {
            assert_eq!(one.parse::<TieBreak>(), other.parse::<TieBreak>());
        }
        let koya: TieBreak = "KS/L-2".parse().expect("a limit");
        assert_eq!(koya.limit, -2);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert_eq!("XX".parse::<TieBreak>(), Err(ParseTieBreakError::Unknown));
        assert_eq!(
            "EMMSB".parse::<TieBreak>(),
            Err(ParseTieBreakError::Unknown)
        );
        for text in [
            "WIN/C1", "SB/M1", "BH/C0", "BH/C", "BH/L+1", "KS/L", "BH/R", "BH/", "BH/C100",
        ] {
            let refused = text.parse::<TieBreak>();
            assert!(
                matches!(refused, Err(ParseTieBreakError::Modifier(_))),
                "{text}"
            );
        }
    }
}
