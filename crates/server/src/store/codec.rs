//! The format of games' heads and events in a database. Only this module can serialise an event, which contains secrets.

use manifold_rules::variant::VariantId;
use secrecy::{ExposeSecret, SecretString};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PlayerId};
use crate::meeting::vacation::Vacation;
use crate::names::Color;
use crate::table::event::{Claim, Event, EventKind, FullAction, Offer, OtherEvent, Request};
use crate::table::info::{GameInfo, Person, Player, ShownRating};
use crate::table::orders::{OfEvent, Order, Ordered};
use crate::table::time_control::ClockChoice;

#[derive(Serialize, Deserialize)]
struct StoredInfo {
    variant: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<u32>,
    white: Player,
    black: Player,
    clock: Option<ClockChoice>,
    takebacks: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    rated: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    paired: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    event: Option<OfEvent>,
    created_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Stored {
    Joined {
        color: Color,
        player: PlayerId,
        name: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        account: bool,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        bot: bool,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rating: Option<ShownRating>,
    },
    Action {
        by: Color,
        action: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u32,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        away: bool,
    },
    Offered {
        by: Color,
        what: Offer,
    },
    Declined {
        by: Color,
        what: Offer,
    },
    TakenBack {
        by: Color,
        keep: usize,
    },
    Resigned {
        color: Color,
    },
    DrawAgreed,
    Flagged {
        color: Color,
    },
    Claimed {
        by: Color,
        what: Claim,
    },
    Aborted {
        by: Color,
    },
    Vacation {
        color: Color,
        from: u64,
        until: u64,
    },
    Rematch {
        game: GameId,
    },
    Ordered {
        entry: u64,
        at: u64,
        orders: Vec<Order>,
    },
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(super) fn write_info(info: &GameInfo) -> String {
    let stored = StoredInfo {
        variant: info.variant.id().to_owned(),
        start: info.start,
        white: info.white.clone(),
        black: info.black.clone(),
        clock: info.clock.clone(),
        takebacks: info.takebacks,
        rated: info.rated,
        paired: info.paired,
        event: info.event.clone(),
        created_at: info.created_at,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

pub(super) fn read_info(text: &str) -> Result<GameInfo, serde_json::Error> {
    let stored: StoredInfo = serde_json::from_str(text)?;
    let variant: VariantId = stored.variant.parse().map_err(Error::custom)?;
    Ok(GameInfo {
        variant,
        start: stored.start,
        white: stored.white,
        black: stored.black,
        clock: stored.clock,
        takebacks: stored.takebacks,
        rated: stored.rated,
        paired: stored.paired,
        event: stored.event,
        created_at: stored.created_at,
    })
}

/// An event's body for the database, and for nothing else: it has secrets.
pub(super) fn write_event(event: &EventKind) -> String {
    let stored = match event {
        EventKind::Action {
            by,
            action,
            salt,
            lag_ms,
            away,
        } => Stored::Action {
            by: (*by).into(),
            action: action.reveal().to_string(),
            salt: salt.as_ref().map(|salt| salt.expose_secret().to_owned()),
            lag_ms: *lag_ms,
            away: *away,
        },
        EventKind::Other(event) => match event {
            OtherEvent::Joined { color, person } => {
                let Person {
                    id,
                    name,
                    account,
                    bot,
                    rating,
                } = person.clone();
                Stored::Joined {
                    color: (*color).into(),
                    player: id,
                    name,
                    account,
                    bot,
                    rating,
                }
            }
            OtherEvent::Offered { by, what } => Stored::Offered {
                by: (*by).into(),
                what: *what,
            },
            OtherEvent::Declined { by, what } => Stored::Declined {
                by: (*by).into(),
                what: *what,
            },
            OtherEvent::TakenBack { by, keep } => Stored::TakenBack {
                by: (*by).into(),
                keep: *keep,
            },
            OtherEvent::Resigned { color } => Stored::Resigned {
                color: (*color).into(),
            },
            OtherEvent::DrawAgreed => Stored::DrawAgreed,
            OtherEvent::Flagged { color } => Stored::Flagged {
                color: (*color).into(),
            },
            OtherEvent::Claimed { by, what } => Stored::Claimed {
                by: (*by).into(),
                what: *what,
            },
            OtherEvent::Aborted { by } => Stored::Aborted { by: (*by).into() },
            OtherEvent::Vacation { color, vacation } => Stored::Vacation {
                color: (*color).into(),
                from: vacation.from,
                until: vacation.until,
            },
            OtherEvent::Rematch { game } => Stored::Rematch { game: *game },
            OtherEvent::Ordered(ordered) => Stored::Ordered {
                entry: ordered.n,
                at: ordered.at,
                orders: ordered.orders.clone(),
            },
        },
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

pub(super) fn read_event(
    variant: VariantId,
    n: u64,
    at: u64,
    player: Option<String>,
    request: Option<String>,
    body: &str,
) -> Result<Event, serde_json::Error> {
    let kind = match serde_json::from_str(body)? {
        Stored::Joined {
            color,
            player,
            name,
            account,
            bot,
            rating,
        } => EventKind::Other(OtherEvent::Joined {
            color: color.into(),
            person: Person {
                id: player,
                name,
                account,
                bot,
                rating,
            },
        }),
        Stored::Action {
            by,
            action,
            salt,
            lag_ms,
            away,
        } => EventKind::Action {
            by: by.into(),
            action: variant
                .parse_action(&action)
                .map(FullAction::new)
                .map_err(|_| Error::custom("an action is damaged"))?,
            salt: salt.map(SecretString::from),
            lag_ms,
            away,
        },
        Stored::Offered { by, what } => EventKind::Other(OtherEvent::Offered {
            by: by.into(),
            what,
        }),
        Stored::Declined { by, what } => EventKind::Other(OtherEvent::Declined {
            by: by.into(),
            what,
        }),
        Stored::TakenBack { by, keep } => EventKind::Other(OtherEvent::TakenBack {
            by: by.into(),
            keep,
        }),
        Stored::Resigned { color } => EventKind::Other(OtherEvent::Resigned {
            color: color.into(),
        }),
        Stored::DrawAgreed => EventKind::Other(OtherEvent::DrawAgreed),
        Stored::Flagged { color } => EventKind::Other(OtherEvent::Flagged {
            color: color.into(),
        }),
        Stored::Claimed { by, what } => EventKind::Other(OtherEvent::Claimed {
            by: by.into(),
            what,
        }),
        Stored::Aborted { by } => EventKind::Other(OtherEvent::Aborted { by: by.into() }),
        Stored::Vacation { color, from, until } => EventKind::Other(OtherEvent::Vacation {
            color: color.into(),
            vacation: Vacation { from, until },
        }),
        Stored::Rematch { game } => EventKind::Other(OtherEvent::Rematch { game }),
        Stored::Ordered { entry, at, orders } => EventKind::Other(OtherEvent::Ordered(Ordered {
            n: entry,
            at,
            orders,
        })),
    };
    let request = match (player, request) {
        (Some(player), Some(id)) => Some(Request {
            player: player.parse().map_err(Error::custom)?,
            id: id.parse().map_err(Error::custom)?,
        }),
        _ => None,
    };
    Ok(Event {
        n,
        at,
        request,
        kind,
    })
}

/// A word such as `white`, as it stands in a column of the database.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// Reads the output of [`word`].
pub(super) fn read_word<T: DeserializeOwned>(word: String) -> Result<T, serde_json::Error> {
    serde_json::from_value(serde_json::Value::String(word))
}
