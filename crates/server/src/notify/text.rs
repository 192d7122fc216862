//! The texts of mails and push messages, in plain text.

use super::post::Alert;
use crate::names::Color;
use crate::table::orders::OfEvent;
use crate::table::time_control::ClockChoice;

/// A subject and a text.
pub(super) struct Words {
    pub(super) subject: String,
    pub(super) text: String,
}

/// The footer of every mail.
fn below(site: &str) -> String {
    format!("-- \nManifold, {site}\n")
}

fn words(subject: impl Into<String>, text: &str, site: &str) -> Words {
    Words {
        subject: subject.into(),
        text: format!("{text}\n\n{}", below(site)),
    }
}

/// A link that resets a forgotten password.
pub(super) fn forgotten(name: &str, link: &str, site: &str) -> Words {
    let text = format!(
        "Somebody asked to reset the password of the account {name}.\n\n\
         If it was you, choose a new password here. The link works once, within an hour:\n\n{link}\n\n\
         If it was not you, ignore this mail: the password has not changed."
    );
    words("Reset your password", &text, site)
}

/// A link that confirms an email address.
pub(super) fn verify(name: &str, link: &str, site: &str) -> Words {
    let text = format!(
        "Somebody entered this address for the account {name}.\n\n\
         If the account is yours, confirm the address here. The link works once, within a day:\n\n{link}\n\n\
         If it is not, ignore this mail. You will get no other."
    );
    words("Confirm your address", &text, site)
}

/// A security notice: what was done to an account, and at what time in words. The account may have the other second factor as well, so
/// the wording must be true either way.
pub(super) fn alert(alert: Alert, name: &str, moment: &str, site: &str) -> Words {
    let (subject, what, then) = match alert {
        Alert::PasswordChanged => (
            "Your password was changed",
            "the password was changed for",
            " You were signed out everywhere else.",
        ),
        Alert::SecondFactorOn => (
            "Your account has a second factor",
            "a second factor was turned on for",
            " Signing in with the password now also takes a code from an app, or a passkey if you have one.",
        ),
        Alert::SecondFactorOff => (
            "Your account no longer asks for codes",
            "the app as second factor was turned off for",
            " Codes of an app are no longer asked for.",
        ),
        Alert::PasskeyAskedFor => (
            "Your account asks for a passkey",
            "a passkey as second factor was turned on for",
            " Signing in with the password now also takes a passkey, or a code if you have an app.",
        ),
        Alert::PasskeyNotAskedFor => (
            "Your account no longer asks for a passkey",
            "the passkey as second factor was turned off for",
            " A passkey is no longer asked for after the password.",
        ),
        Alert::RecoveryCodesRenewed => (
            "You have new recovery codes",
            "new recovery codes were created for",
            " The old ones no longer work.",
        ),
        Alert::PasskeyAdded => (
            "Your account has a new passkey",
            "a passkey was added to",
            " It signs in without the password.",
        ),
        Alert::PasskeyRemoved => (
            "A passkey was removed",
            "a passkey was removed from",
            " You were signed out everywhere else.",
        ),
        Alert::TokenMade => (
            "Your account has a new token",
            "a token was created for",
            " A program can use it to act for you.",
        ),
        Alert::AddressChanged => (
            "Your email address was changed",
            "the email address was changed for",
            " This address will get no more email about the account.",
        ),
        Alert::AddressRemoved => (
            "Your email address was removed",
            "the email address was removed from",
            " This address will get no more email about the account.",
        ),
    };
    let text = format!(
        "On {moment}, {what} your account {name}.{then}\n\n\
         If this was not you, change your password at once and check where you are signed in:\n\n{site}/account\n\n\
         If you can no longer sign in, ask the operator of this server for help."
    );
    words(subject, &text, site)
}

/// The line with the link that unsubscribes from mails of this kind.
fn unsubscribe(link: &str) -> String {
    format!("Unsubscribe from emails of this kind: {link}")
}

/// It is the player's turn.
pub(super) fn turn(game: &str, opponent: &str, [link, no_more]: [&str; 2], site: &str) -> Words {
    let text = format!(
        "It is your turn against {opponent} in {game}.\n\n{link}\n\n{}",
        unsubscribe(no_more)
    );
    words(format!("Your turn in {game}"), &text, site)
}

/// Little time is left: it runs out at a moment in words.
pub(super) fn reminder(
    game: &str,
    opponent: &str,
    moment: &str,
    [link, no_more]: [&str; 2],
    site: &str,
) -> Words {
    let text = format!(
        "It is your turn against {opponent} in {game}. Your time runs out on {moment}.\n\n{link}\n\n{}",
        unsubscribe(no_more)
    );
    words(format!("Little time left in {game}"), &text, site)
}

/// Somebody challenges the player.
pub(super) fn challenge(
    game: &str,
    challenger: &str,
    clock: Option<&ClockChoice>,
    [link, no_more]: [&str; 2],
    site: &str,
) -> Words {
    let clock = clock.map_or_else(|| "without a clock".to_owned(), clock_text);
    let text = format!(
        "{challenger} challenges you to {game}, {clock}.\n\n{link}\n\n{}",
        unsubscribe(no_more)
    );
    words(
        format!("{challenger} challenges you to {game}"),
        &text,
        site,
    )
}

/// The title and body of a push message about a turn.
pub(super) fn turn_in_short(game: &str, opponent: &str) -> [String; 2] {
    let title = format!("Your turn in {game}");
    [
        title,
        format!("It is your turn against {opponent} in {game}."),
    ]
}

/// The title and body of one about little time left, in hours.
pub(super) fn reminder_in_short(game: &str, opponent: &str, hours: u64) -> [String; 2] {
    let title = format!("Little time left in {game}");
    let left = match hours {
        0 => "less than an hour".to_owned(),
        1 => "an hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    [
        title,
        format!("You have {left} left to move against {opponent}."),
    ]
}

/// The title and body of one about a challenge.
pub(super) fn challenge_in_short(
    game: &str,
    challenger: &str,
    clock: Option<&ClockChoice>,
) -> [String; 2] {
    let clock = clock.map_or_else(|| "without a clock".to_owned(), clock_text);
    let title = format!("{challenger} challenges you");
    [title, format!("{game}, {clock}.")]
}

/// The title and body of one about a game of an event: it has begun, or its round starts at a moment in words.
pub(super) fn round_in_short(
    event: &OfEvent,
    opponent: &str,
    color: Color,
    starts_at: Option<&str>,
) -> [String; 2] {
    let OfEvent { name, round, .. } = event;
    let color = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let pairing = format!("You play {color} against {opponent} in {name}");
    match starts_at {
        Some(moment) => [
            format!("Round {round} is paired"),
            format!("{pairing}. The round starts on {moment}."),
        ],
        None => [
            format!("Round {round}: your game has begun"),
            format!("{pairing}."),
        ],
    }
}

/// A mail with the same title and body.
pub(super) fn round([title, rest]: [String; 2], [link, no_more]: [&str; 2], site: &str) -> Words {
    let text = format!("{rest}\n\n{link}\n\n{}", unsubscribe(no_more));
    words(title, &text, site)
}

fn clock_text(clock: &ClockChoice) -> String {
    match clock {
        ClockChoice::Correspondence { days: 1 } => "one day per move".to_owned(),
        ClockChoice::Correspondence { days } => format!("{days} days per move"),
        _ => "with a clock".to_owned(),
    }
}
