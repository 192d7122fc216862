//! Actions, views and refusals of any game as text.

use std::fmt::{self, Display};

use super::{AnyAction, AnyPublicAction, AnyRefusal, AnyView};

impl Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyAction, self, |P, action| action.fmt(f))
    }
}

impl Display for AnyPublicAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyPublicAction, self, |P, action| action.fmt(f))
    }
}

impl Display for AnyView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyView, self, |P, view| view.fmt(f))
    }
}

impl Display for AnyRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(
            AnyRefusal,
            self,
            |P, refusal| refusal.fmt(f),
            OtherGame => f.write_str("the action is one of another game")
        )
    }
}

impl std::error::Error for AnyRefusal {}
