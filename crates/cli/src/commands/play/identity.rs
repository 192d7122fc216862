//! The identifier of a game, which its commitments name.

/// The tag of a record that has it.
pub(crate) const GAME_ID: &str = "GameId";

/// An identifier that no other game has.
pub(super) fn new_game_id() -> String {
    hex(&rand::random::<[u8; 8]>())
}

/// Hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
