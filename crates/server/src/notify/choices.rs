//! The notifications that players have chosen, and their channels.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The kinds of notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = NotificationKind)]
pub(crate) enum Kind {
    /// It is the player's turn in a correspondence game.
    Turn,
    /// A player is challenged to a game.
    Challenge,
    /// In a correspondence game little time is left.
    Reminder,
    /// A round of an event is paired, or the player's game of it has begun.
    Round,
}

impl Kind {
    pub(crate) const ALL: [Kind; 4] = [Kind::Turn, Kind::Challenge, Kind::Reminder, Kind::Round];

    /// Its name, as it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Turn => "turn",
            Kind::Challenge => "challenge",
            Kind::Reminder => "reminder",
            Kind::Round => "round",
        }
    }

    /// The kind with this name.
    pub(crate) fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The channels of notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = NotificationChannel)]
pub(crate) enum Channel {
    /// On every page of the server.
    Page,
    /// By a push message, in browsers that the player has chosen.
    Push,
    /// By mail.
    Mail,
}

impl Channel {
    /// Its name, as it is written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Channel::Page => "page",
            Channel::Push => "push",
            Channel::Mail => "mail",
        }
    }

    /// The default for a player who has chosen nothing: everything on pages and in the browsers that asked for push messages, and
    /// by mail only the reminders without which a game could be lost.
    fn is_usual(self, kind: Kind) -> bool {
        self != Channel::Mail || kind == Kind::Reminder
    }
}

/// The notifications that a player has chosen.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices(Vec<(Kind, Channel, bool)>);

impl Choices {
    /// Whether the player wants to be told of something on a channel.
    pub(crate) fn wants(&self, kind: Kind, channel: Channel) -> bool {
        let chosen = self.0.iter().find(|(a, b, _)| (*a, *b) == (kind, channel));
        chosen.map_or_else(|| channel.is_usual(kind), |(.., wanted)| *wanted)
    }
}

impl FromIterator<(Kind, Channel, bool)> for Choices {
    fn from_iter<T: IntoIterator<Item = (Kind, Channel, bool)>>(chosen: T) -> Choices {
        Choices(chosen.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_mail_only_reminders_come_to_whoever_has_chosen_nothing() {
        let nothing = Choices::default();
        for kind in Kind::ALL {
            assert!(nothing.wants(kind, Channel::Page) && nothing.wants(kind, Channel::Push));
            assert_eq!(nothing.wants(kind, Channel::Mail), kind == Kind::Reminder);
        }
        let chosen = [
            (Kind::Turn, Channel::Mail, true),
            (Kind::Reminder, Channel::Mail, false),
        ];
        let chosen: Choices = chosen.into_iter().collect();
        assert!(chosen.wants(Kind::Turn, Channel::Mail));
        assert!(!chosen.wants(Kind::Reminder, Channel::Mail));
        assert!(!chosen.wants(Kind::Challenge, Channel::Mail));
    }

    #[test]
    fn they_are_written_as_the_api_has_them() {
        for kind in Kind::ALL {
            assert_eq!(serde_json::to_value(kind).expect("JSON"), kind.name());
            assert_eq!(Kind::named(kind.name()), Some(kind));
        }
        for channel in [Channel::Page, Channel::Push, Channel::Mail] {
            assert_eq!(serde_json::to_value(channel).expect("JSON"), channel.name());
        }
    }
}
