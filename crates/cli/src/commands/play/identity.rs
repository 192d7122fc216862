//! The identifier of a game, which is part of its commitments.

/// The tag of a record that contains it.
pub(crate) const GAME_ID: &str = "GameId";

/// A new random identifier, so that no two games share one.
pub(super) fn new_game_id() -> String {
    hex(&rand::random::<[u8; 8]>())
}

/// Hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
