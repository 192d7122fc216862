//! Email addresses: which are taken.

use std::fmt::{self, Debug};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The longest address, in characters: what a path in SMTP can have (RFC 5321).
const LONGEST: usize = 254;

/// An address to which mail can be sent. It is not shown in debugging output, so that no log has it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct MailAddress(lettre::Address);

/// Why a text is no such address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum AddressError {
    /// Too long.
    #[error("an email address has at most {LONGEST} characters")]
    Length,
    /// Characters that mail servers do not take everywhere.
    #[error(
        "an email address can have only ASCII characters here: write an international domain in its ASCII form, such as xn--mnchen-3ya.example"
    )]
    NotAscii,
    /// No address.
    #[error("this is not an email address: it should look like rosalind@example.org")]
    Form,
}

impl MailAddress {
    /// The address, for mail and for its owner.
    pub(crate) fn reveal(&self) -> &str {
        self.0.as_ref()
    }

    /// The address for the library.
    pub(crate) fn to_lettre(&self) -> lettre::Address {
        self.0.clone()
    }

    /// A hash that identifies the address without revealing it. Case makes no difference.
    pub(crate) fn hash(&self) -> String {
        hex::encode(Sha256::digest(self.reveal().to_ascii_lowercase()))
    }
}

impl FromStr for MailAddress {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<MailAddress, AddressError> {
        let text = text.trim_matches(' ');
        if text.chars().count() > LONGEST {
            return Err(AddressError::Length);
        }
        if !text.is_ascii() {
            return Err(AddressError::NotAscii);
        }
        let (user, domain) = text.rsplit_once('@').ok_or(AddressError::Form)?;
        // Quoted names and machines without a domain are not accepted: no person has such an address.
        let is_of_user = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~.".contains(c);
        let is_of_domain = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
        let last = domain.rsplit('.').next().unwrap_or_default();
        let is_named = domain.contains('.') && last.chars().any(|c| c.is_ascii_alphabetic());
        if !user.chars().all(is_of_user) || !domain.chars().all(is_of_domain) || !is_named {
            return Err(AddressError::Form);
        }
        let address = lettre::Address::new(user, domain.to_ascii_lowercase());
        address.map(MailAddress).map_err(|_| AddressError::Form)
    }
}

impl TryFrom<String> for MailAddress {
    type Error = AddressError;

    fn try_from(text: String) -> Result<MailAddress, AddressError> {
        text.parse()
    }
}

impl From<MailAddress> for String {
    fn from(address: MailAddress) -> String {
        address.reveal().to_owned()
    }
}

impl Debug for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailAddress(?)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_taken_as_it_is_but_for_the_letters_of_its_domain() {
        let read = |text: &str| text.parse::<MailAddress>().map(String::from);
        for (text, address) in [
            ("rosalind@example.org", "rosalind@example.org"),
            (" Rosalind+chess@Example.ORG ", "Rosalind+chess@example.org"),
            ("r@xn--mnchen-3ya.example", "r@xn--mnchen-3ya.example"),
        ] {
            assert_eq!(read(text), Ok(address.to_owned()));
        }
        let of = |text: &str| text.parse::<MailAddress>().expect("an address").hash();
        assert_eq!(of("Rosalind@example.org"), of("rosalind@EXAMPLE.org"));
        let address: MailAddress = "rosalind@example.org".parse().expect("an address");
        assert_eq!(format!("{address:?}"), "MailAddress(?)");
    }

    #[test]
    fn nothing_comes_into_a_header_or_a_command_by_an_address() {
        for text in [
            "",
            "rosalind",
            "@example.org",
            "rosalind@",
            "rosalind@localhost",
            "rosalind@127.0.0.1",
            "rosalind@[127.0.0.1]",
            "a b@example.org",
            "\"a b\"@example.org",
            "a@b@example.org",
            "rosalind@example.org\r\nBcc: everybody@example.org",
            "rosalind@example.org\nDATA",
            "rosalind@example.org\0",
            "rosalind\r\n@example.org",
            "<rosalind@example.org>",
            "rosalind@example.org,celia@example.org",
            "rosalind..o@example.org",
            "rosalind@example..org",
            "rosalind@-example.org",
        ] {
            assert_eq!(
                text.parse::<MailAddress>(),
                Err(AddressError::Form),
                "{text:?}"
            );
        }
    }

    #[test]
    fn what_is_long_or_not_ascii_is_refused_with_a_reason_of_its_own() {
        let long = format!("{}@example.org", "a".repeat(1_000));
        assert_eq!(long.parse::<MailAddress>(), Err(AddressError::Length));
        for text in [
            "rosalínd@example.org",
            "rosalind@münchen.example",
            "r\u{202e}@example.org",
        ] {
            assert_eq!(
                text.parse::<MailAddress>(),
                Err(AddressError::NotAscii),
                "{text}"
            );
        }
    }
}
