//! Tournaments from files.

use std::fs;
use std::path::PathBuf;

use manifold_pairing::{PairingError, rounds, trf};

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

fn paired(bytes: &[u8]) -> Result<String, PairingError> {
    let report = trf::read(bytes).expect("a sound file");
    let boards = rounds::pair(&report.tournament)?;
    let mut text = format!("{}\n", boards.len());
    for board in boards {
        text += &format!("{board}\n");
    }
    Ok(text)
}

#[test]
fn the_next_round_is_as_expected() {
    for name in ["dutch_2025_C5", "dutch_2025_C9", "second_bye"] {
        let bytes = fs::read(data(&format!("{name}.trf"))).expect("a file");
        let expected = fs::read_to_string(data(&format!("{name}.expected"))).expect("a file");
        assert_eq!(paired(&bytes), Ok(expected), "{name}");
    }
}

/// A line of a player, with all rounds from column 92 on.
fn line(number: u16, points: &str, rounds: &str) -> String {
    format!(
        "001 {number:>4}{:72}{points:>4}{:>5}  {rounds}\n",
        "", number
    )
}

#[test]
fn two_players_who_have_met_cannot_be_paired_again() {
    let file = line(1, "1.0", "   2 w 1") + &line(2, "0.0", "   1 b 0") + "XXR 3\n";
    assert_eq!(paired(file.as_bytes()), Err(PairingError::NoPairing));
    let forfeit = file.replace("w 1", "w +").replace("b 0", "b -");
    assert_eq!(
        paired(forfeit.as_bytes()).as_deref(),
        Ok("1\n1 2\n"),
        "they have not met"
    );
}

#[test]
fn after_the_last_round_there_is_none() {
    let file = line(1, "1.0", "   2 w +") + &line(2, "0.0", "   1 b -") + "XXR 1\n";
    assert_eq!(
        paired(file.as_bytes()),
        Err(PairingError::Over { rounds: 1 })
    );
}
