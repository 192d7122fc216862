//! All that mails and push messages say. Plain sentences in plain text.

use super::post::Alert;
use crate::names::Color;
use crate::table::orders::OfEvent;
use crate::table::time_control::ClockChoice;

/// A subject, and a text.
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

/// A link with which another password is chosen.
pub(super) fn forgotten(name: &str, link: &str, site: &str) -> Words {
    let text = format!(
        "Somebody, you we hope, has forgotten the password of the account {name}.\n\n\
         Choose another one here. The link works once, within an hour:\n\n{link}\n\n\
         If it was not you, do nothing: the password stays what it is."
    );
    words("Choose another password", &text, site)
}

/// A link with which an address is shown to be somebody's.
pub(super) fn verify(name: &str, link: &str, site: &str) -> Words {
    let text = format!(
        "The account {name} wants to be reached at this address.\n\n\
         Confirm it here if the account is yours. The link works once, within a day:\n\n{link}\n\n\
         If it is not, do nothing: no other mail comes."
    );
    words("Confirm your address", &text, site)
}

/// Something about an account's safety has changed, at a moment in words.
pub(super) fn alert(alert: Alert, name: &str, moment: &str, site: &str) -> Words {
    let (subject, what) = match alert {
        Alert::PasswordChanged => (
            "Your password was changed",
            "has another password. It was signed out everywhere else",
        ),
        Alert::SecondFactorOn => (
            "Your account has a second factor",
            "asks for the code of an app from now on whenever somebody signs in",
        ),
        Alert::SecondFactorOff => (
            "Your second factor was turned off",
            "asks for no second factor any more",
        ),
        Alert::RecoveryCodesRenewed => (
            "You have new recovery codes",
            "has new recovery codes. The old ones are worth nothing any more",
        ),
        Alert::PasskeyAdded => (
            "Your account has a new passkey",
            "has a new passkey, with which one can sign in without the password",
        ),
        Alert::PasskeyRemoved => (
            "A passkey was removed",
            "has a passkey less. It was signed out everywhere else",
        ),
        Alert::TokenMade => (
            "A program may use your account",
            "has a new token, with which a program can act for it",
        ),
        Alert::AddressChanged => (
            "Your mail goes to another address",
            "has another mail address. No more mail about it comes to this one",
        ),
        Alert::AddressRemoved => (
            "Your mail address was removed",
            "has no mail address any more. No more mail about it comes to this one",
        ),
    };
    let text = format!(
        "Your account {name} {what}. That was on {moment}.\n\n\
         If it was not you, choose another password at once, and look where the account is signed in:\n\n{site}/account\n\n\
         If you cannot sign in any more, ask the operator of this server for help."
    );
    words(subject, &text, site)
}

/// The line that says how to get no more mails of this kind.
fn enough(link: &str) -> String {
    format!("No more mails of this kind: {link}")
}

/// It is somebody's turn.
pub(super) fn turn(game: &str, opponent: &str, [link, no_more]: [&str; 2], site: &str) -> Words {
    let text = format!(
        "It is your turn against {opponent} in {game}.\n\n{link}\n\n{}",
        enough(no_more)
    );
    words(format!("Your turn in {game}"), &text, site)
}

/// Little time is left, until a moment in words.
pub(super) fn reminder(
    game: &str,
    opponent: &str,
    moment: &str,
    [link, no_more]: [&str; 2],
    site: &str,
) -> Words {
    let text = format!(
        "Your time in {game} against {opponent} is up on {moment}, and it is your turn.\n\n{link}\n\n{}",
        enough(no_more)
    );
    words(format!("Little time left in {game}"), &text, site)
}

/// Somebody asks for a game.
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
        enough(no_more)
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

/// The same of little time left, in this many hours.
pub(super) fn reminder_in_short(game: &str, opponent: &str, hours: u64) -> [String; 2] {
    let title = format!("Little time left in {game}");
    let left = match hours {
        0 => "less than an hour".to_owned(),
        1 => "an hour".to_owned(),
        hours => format!("{hours} hours"),
    };
    [
        title,
        format!("You have {left} left for your move against {opponent}."),
    ]
}

/// The same of a challenge.
pub(super) fn challenge_in_short(
    game: &str,
    challenger: &str,
    clock: Option<&ClockChoice>,
) -> [String; 2] {
    let clock = clock.map_or_else(|| "without a clock".to_owned(), clock_text);
    let title = format!("{challenger} challenges you");
    [title, format!("{game}, {clock}.")]
}

/// The same of a game of an event: it has begun, or its round starts at a moment in words.
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
    let pairing = format!("You have {color} against {opponent} in {name}");
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

/// The same in a mail.
pub(super) fn round([title, rest]: [String; 2], [link, no_more]: [&str; 2], site: &str) -> Words {
    let text = format!("{rest}\n\n{link}\n\n{}", enough(no_more));
    words(title, &text, site)
}

fn clock_text(clock: &ClockChoice) -> String {
    match clock {
        ClockChoice::Correspondence { days: 1 } => "a day for a move".to_owned(),
        ClockChoice::Correspondence { days } => format!("{days} days for a move"),
        _ => "with a clock".to_owned(),
    }
}
