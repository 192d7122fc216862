//! Text that not everybody may read.

use std::fmt::{self, Debug};

use serde::{Deserialize, Serialize};

/// A confidential text: a call, an appeal, evidence. It cannot be serialised, and debug output does not show it: it leaves the log
/// only as [`Shown`], for a viewer, or as [`Stored`], for the store.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Private(String);

impl Private {
    pub(crate) fn new(text: String) -> Private {
        Private(text)
    }

    /// The text for the store.
    pub(crate) fn stored(&self) -> Stored {
        Stored(self.0.clone())
    }

    /// The text for a viewer, hidden unless `visible`.
    pub(crate) fn shown(&self, visible: bool) -> Shown {
        Shown(visible.then(|| self.0.clone()))
    }
}

impl Debug for Private {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Private(?)")
    }
}

/// A private text on its way to the store, where it is read back as [`Private`].
#[derive(Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Stored(String);

impl Debug for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stored(?)")
    }
}

/// A private text for one viewer; `None` (serialised as null) if the viewer may not read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Shown(pub Option<String>);
