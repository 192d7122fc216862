//! Setups and events as they stand in the database. Only this module can write an event out.

use manifold_rules::variant::VariantId;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::hidden::Hidden;
use crate::names::Color;
use crate::table::{Chair, Claim, ClockChoice, Event, Happening, Offer, Request, Setup};

#[derive(Serialize, Deserialize)]
struct StoredSetup {
    variant: String,
    white: Chair,
    black: Chair,
    clock: Option<ClockChoice>,
    takebacks: bool,
    created_at: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
enum Stored {
    Joined {
        color: Color,
        player: String,
        name: String,
    },
    Action {
        by: Color,
        action: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt: Option<String>,
        #[serde(default, skip_serializing_if = "is_zero")]
        lag_ms: u32,
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
    Rematch {
        game: String,
    },
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(super) fn write_setup(setup: &Setup) -> String {
    let stored = StoredSetup {
        variant: setup.game.id().to_owned(),
        white: setup.white.clone(),
        black: setup.black.clone(),
        clock: setup.clock.clone(),
        takebacks: setup.takebacks,
        created_at: setup.created_at,
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

pub(super) fn read_setup(text: &str) -> Result<Setup, serde_json::Error> {
    let stored: StoredSetup = serde_json::from_str(text)?;
    let game: VariantId = stored.variant.parse().map_err(serde::de::Error::custom)?;
    Ok(Setup {
        game,
        white: stored.white,
        black: stored.black,
        clock: stored.clock,
        takebacks: stored.takebacks,
        created_at: stored.created_at,
    })
}

/// An event's body for the database, and for nothing else: it has secrets.
pub(super) fn write_event(happening: &Happening) -> String {
    let stored = match happening {
        Happening::Joined {
            color,
            player,
            name,
        } => Stored::Joined {
            color: (*color).into(),
            player: player.clone(),
            name: name.clone(),
        },
        Happening::Action {
            by,
            action,
            salt,
            lag_ms,
        } => Stored::Action {
            by: (*by).into(),
            action: action.reveal().to_owned(),
            salt: salt.as_ref().map(|salt| salt.reveal().to_owned()),
            lag_ms: *lag_ms,
        },
        Happening::Offered { by, what } => Stored::Offered {
            by: (*by).into(),
            what: *what,
        },
        Happening::Declined { by, what } => Stored::Declined {
            by: (*by).into(),
            what: *what,
        },
        Happening::TakenBack { by, keep } => Stored::TakenBack {
            by: (*by).into(),
            keep: *keep,
        },
        Happening::Resigned { color } => Stored::Resigned {
            color: (*color).into(),
        },
        Happening::DrawAgreed => Stored::DrawAgreed,
        Happening::Flagged { color } => Stored::Flagged {
            color: (*color).into(),
        },
        Happening::Claimed { by, what } => Stored::Claimed {
            by: (*by).into(),
            what: *what,
        },
        Happening::Aborted { by } => Stored::Aborted { by: (*by).into() },
        Happening::Rematch { game } => Stored::Rematch { game: game.clone() },
    };
    serde_json::to_string(&stored).unwrap_or_default()
}

pub(super) fn read_event(
    n: u64,
    at: u64,
    player: Option<String>,
    request: Option<String>,
    body: &str,
) -> Result<Event, serde_json::Error> {
    let happening = match serde_json::from_str(body)? {
        Stored::Joined {
            color,
            player,
            name,
        } => Happening::Joined {
            color: color.into(),
            player,
            name,
        },
        Stored::Action {
            by,
            action,
            salt,
            lag_ms,
        } => Happening::Action {
            by: by.into(),
            action: Hidden::new(action),
            salt: salt.map(Hidden::new),
            lag_ms,
        },
        Stored::Offered { by, what } => Happening::Offered {
            by: by.into(),
            what,
        },
        Stored::Declined { by, what } => Happening::Declined {
            by: by.into(),
            what,
        },
        Stored::TakenBack { by, keep } => Happening::TakenBack {
            by: by.into(),
            keep,
        },
        Stored::Resigned { color } => Happening::Resigned {
            color: color.into(),
        },
        Stored::DrawAgreed => Happening::DrawAgreed,
        Stored::Flagged { color } => Happening::Flagged {
            color: color.into(),
        },
        Stored::Claimed { by, what } => Happening::Claimed {
            by: by.into(),
            what,
        },
        Stored::Aborted { by } => Happening::Aborted { by: by.into() },
        Stored::Rematch { game } => Happening::Rematch { game },
    };
    Ok(Event {
        n,
        at,
        request: player
            .zip(request)
            .map(|(player, id)| Request { player, id }),
        happening,
    })
}

/// A word such as `white`, as it stands in a column of the database.
pub(super) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}

/// What [`word`] has written.
pub(super) fn read_word<T: DeserializeOwned>(word: String) -> Result<T, serde_json::Error> {
    serde_json::from_value(serde_json::Value::String(word))
}
