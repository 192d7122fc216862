//! The second factor of an account, as it is stored.

use super::password::PasswordHash;

/// An app that shows codes, and what helps if it is lost.
#[derive(Debug, Clone)]
pub(crate) struct SecondFactor {
    /// The secret, sealed.
    pub(crate) secret: Vec<u8>,
    /// Whether a code has shown that the app has it. Before that it is asked of nobody.
    pub(crate) is_on: bool,
    /// The last step whose code was accepted.
    pub(crate) used: Option<u64>,
    /// The recovery codes that were not used yet.
    pub(crate) recovery_codes: Vec<PasswordHash>,
}

/// The proof by a code. It is used up together with what it allows.
#[derive(Debug, Clone)]
pub(crate) enum Proof {
    /// The code of a step.
    Step(u64),
    /// A recovery code.
    RecoveryCode(PasswordHash),
}
