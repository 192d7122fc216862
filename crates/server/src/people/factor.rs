//! The second factors of an account, as they are stored.

use super::password::PasswordHash;

/// What an account is asked for after its password.
#[derive(Debug, Clone, Default)]
pub(crate) struct SecondFactor {
    /// An app that shows codes.
    pub(crate) app: Option<CodeApp>,
    /// Whether a passkey of the account is asked for. If so, it has one.
    pub(crate) asks_for_passkey: bool,
    /// The unused recovery codes. They can replace a code of the app and a passkey.
    pub(crate) recovery_codes: Vec<PasswordHash>,
}

impl SecondFactor {
    /// Whether the password alone is not enough. Whoever needs to know whether an account has a second factor asks here.
    pub(crate) fn is_on(&self) -> bool {
        self.asks_for_passkey || self.app_that_is_on().is_some()
    }

    /// Whether there are recovery codes known to the owner: without a second factor, codes have no meaning.
    pub(crate) fn has_recovery_codes(&self) -> bool {
        self.is_on() && !self.recovery_codes.is_empty()
    }

    /// Whether this one is asked for.
    pub(crate) fn asks_for(&self, kind: FactorKind) -> bool {
        match kind {
            FactorKind::App => self.app_that_is_on().is_some(),
            FactorKind::Passkey => self.asks_for_passkey,
        }
    }

    /// The app, if its codes are asked for.
    pub(crate) fn app_that_is_on(&self) -> Option<&CodeApp> {
        self.app.as_ref().filter(|app| app.is_on)
    }
}

/// One of both second factors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FactorKind {
    App,
    Passkey,
}

/// An app that shows codes.
#[derive(Debug, Clone)]
pub(crate) struct CodeApp {
    /// The secret, sealed.
    pub(crate) secret: Vec<u8>,
    /// Whether a code has proved that the app has the secret. Until then codes are not required.
    pub(crate) is_on: bool,
    /// The last step whose code was accepted.
    pub(crate) used: Option<u64>,
}

/// The proof by a code. It is used up together with what it allows.
#[derive(Debug, Clone)]
pub(crate) enum Proof {
    /// The code of a step.
    Step(u64),
    /// A recovery code.
    RecoveryCode(PasswordHash),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(app: Option<bool>, asks_for_passkey: bool) -> SecondFactor {
        SecondFactor {
            app: app.map(|is_on| CodeApp {
                secret: Vec::new(),
                is_on,
                used: None,
            }),
            asks_for_passkey,
            recovery_codes: vec![PasswordHash::read("a hash".to_owned())],
        }
    }

    #[test]
    fn a_confirmed_app_or_a_passkey_is_a_second_factor_and_recovery_codes_alone_are_none() {
        for (app, asks_for_passkey, is_on) in [
            (None, false, false),
            (Some(false), false, false),
            (Some(true), false, true),
            (None, true, true),
            (Some(false), true, true),
            (Some(true), true, true),
        ] {
            let factor = factor(app, asks_for_passkey);
            assert_eq!(factor.is_on(), is_on, "{app:?}, {asks_for_passkey}");
            assert_eq!(factor.has_recovery_codes(), is_on, "{app:?}");
            let is_asked = factor.app_that_is_on().is_some();
            assert_eq!(is_asked, app == Some(true), "{app:?}");
        }
    }
}
