//! Tournament Report Files, points and tie-breaks.

use manifold_pairing::tiebreaks::TieBreak;
use manifold_pairing::trf::{self, Report, Version};
use manifold_pairing::{Points, Tournament, rounds, standings};

use crate::check::{MOST, is_short};

/// The most players of a tournament that is paired: with more, an input would take too long.
const MOST_PLAYERS: usize = 24;

/// A tournament with byes of all kinds.
const FINISHED: &str = include_str!("../corpus/tournament/byes");

/// A file: read, written and read again; then its next round is paired, its past rounds are checked, and its standings computed.
pub fn tournament(input: &str) {
    let report = match trf::read(input.as_bytes()) {
        Ok(report) => report,
        Err(error) => return is_short(&error),
    };
    for version in [Version::Trf16, Version::Trf26] {
        let text = trf::write(&report, version);
        let again = trf::read(text.as_bytes()).expect("what was written is read");
        assert_eq!(core(&again), core(&report), "{text}");
    }
    let tournament = &report.tournament;
    if tournament.players.len() > MOST_PLAYERS {
        return;
    }
    if let Ok(boards) = rounds::pair(tournament) {
        assert!(boards.len() <= tournament.players.len());
    }
    let _ = rounds::check(tournament);
    let names = "BH/C1,BH,FB,AOB/F,SB,DE,WIN,PS/C1,KS,STD,ARO/M1,TPR,PTP,APRO,APPO,TPN";
    let tie_breaks: Vec<TieBreak> = names
        .split(',')
        .map(|name| name.parse().expect("a tie-break"))
        .collect();
    let rows = standings::standings(tournament, &tie_breaks);
    assert_eq!(rows.len(), tournament.players.len());
}

/// The content that both versions of the format can represent.
fn core(report: &Report) -> Tournament {
    Tournament {
        forbidden: Vec::new(),
        ..report.tournament.clone()
    }
}

/// Points and tie-breaks, one per line: read, written, and used for the standings of a small tournament.
pub fn standing(input: &str) {
    let report = trf::read(FINISHED.as_bytes()).expect("a tournament");
    let mut tie_breaks: Vec<TieBreak> = Vec::new();
    for line in input.lines().take(MOST) {
        match line.parse::<Points>() {
            Ok(points) => assert_eq!(points.to_string().parse(), Ok(points), "{line:?}"),
            Err(error) => is_short(&error),
        }
        match line.parse() {
            Ok(tie_break) => tie_breaks.push(tie_break),
            Err(error) => is_short(&error),
        }
    }
    let rows = standings::standings(&report.tournament, &tie_breaks);
    assert_eq!(rows.len(), report.tournament.players.len());
}
