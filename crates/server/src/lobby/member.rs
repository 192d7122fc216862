//! A socket in the lobby.

/// The ID of a socket in the lobby, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemberId(pub(super) u64);

/// The socket of a seek whose owner has not been here since the server started.
pub(super) const NOBODY: MemberId = MemberId(0);
