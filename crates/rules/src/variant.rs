//! The one list of all games, and the types made from it for code that learns only at run time which game
//! is played.
//!
//! | type | is one of |
//! | --- | --- |
//! | [`VariantId`] | the variants of all games |
//! | [`AnyPosition`], [`AnyGame`], [`AnyRecord`] | the positions, games and records |
//! | [`AnyAction`], [`AnyPublicAction`], [`AnyRefusal`] | their actions, what everybody learns of those, and why they are refused |
//! | [`AnyView`] | what one viewer may know of a position |
//!
//! An action from outside is read once, by [`AnyPosition::read`] or [`VariantId::parse_action`]; from then on
//! it is a value that knows its game. Code that must be compiled for each game, such as a search, goes through
//! [`with_game!`](crate::with_game).
//!
//! ```
//! use manifold_rules::variant::{AnyGame, VariantId};
//! use manifold_rules::viewer::Viewer;
//!
//! let id: VariantId = "hidden960:960".parse()?;
//! let mut game = AnyGame::new(id);
//! assert_eq!(game.position().legal_actions().len(), 54);
//!
//! let action = game.position().read("b1=N")?;
//! game.play(action)?;
//! assert_eq!(game.position().to_text(), game.position().view(Viewer::Referee).to_string());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use serde::Serialize;

use crate::error::NotationError;
use crate::game::Game;
use crate::position::{Interchange, Position, Rules, Secret, Starts, Variant};
use crate::record::{Note, Tags};

/// Makes the types of this module from the list of games.
macro_rules! games {
    // `$d` is a dollar sign, for the macro that this one defines.
    ($d:tt $($Name:ident: $module:ident::$Type:ident, $doc:literal;)+) => {
        /// A game and its options, such as `hidden960:960`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum VariantId {
            $(#[doc = $doc] $Name(<crate::$module::$Type as Position>::Variant),)+
        }

        /// A position of any game.
        ///
        /// Copies share the position until one of them plays on (copy on write). Debug output is that of the game's own position
        /// and shows no secrets.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum AnyPosition {
            $(#[doc = $doc] $Name(Arc<crate::$module::$Type>),)+
        }

        /// An action of any game. Displayed in machine notation, with all that its player knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum AnyAction {
            $(#[doc = $doc] $Name(<crate::$module::$Type as Position>::Action),)+
        }

        /// The public part of an action of any game: what everybody learns of it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum AnyPublicAction {
            $(#[doc = $doc] $Name(<crate::$module::$Type as Secret>::PublicAction),)+
        }

        /// The view of a position of any game by one viewer. Displayed as position text, serialised as the game's own view.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum AnyView {
            $(#[doc = $doc] $Name(<crate::$module::$Type as Secret>::View),)+
        }

        /// Why an action is not legal.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum AnyRefusal {
            $(#[doc = $doc] $Name(<crate::$module::$Type as Position>::Refusal),)+
            /// The action belongs to another game.
            OtherGame,
        }

        /// A game of any kind: its actions and its result.
        ///
        /// Debug output shows no secrets, neither of the position nor of the actions.
        #[derive(Debug, Clone)]
        pub enum AnyGame {
            $(#[doc = $doc] $Name(Game<crate::$module::$Type>),)+
        }

        $(impl Listed for crate::$module::$Type {
            fn variant_id(variant: Self::Variant) -> VariantId {
                VariantId::$Name(variant)
            }

            fn any_position(position: Arc<Self>) -> AnyPosition {
                AnyPosition::$Name(position)
            }

            fn any_action(action: Self::Action) -> AnyAction {
                AnyAction::$Name(action)
            }

            fn own_action(action: AnyAction) -> Option<Self::Action> {
                match action {
                    AnyAction::$Name(action) => Some(action),
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }

            fn any_public_action(action: Self::PublicAction) -> AnyPublicAction {
                AnyPublicAction::$Name(action)
            }

            fn any_view(view: Self::View) -> AnyView {
                AnyView::$Name(view)
            }

            fn any_refusal(refusal: Self::Refusal) -> AnyRefusal {
                AnyRefusal::$Name(refusal)
            }

            fn any_game(game: Game<Self>) -> AnyGame {
                AnyGame::$Name(game)
            }

            fn own_game(game: &AnyGame) -> Option<&Game<Self>> {
                match game {
                    AnyGame::$Name(game) => Some(game),
                    #[allow(unreachable_patterns)]
                    _ => None,
                }
            }
        })+

        /// The variants of all games, with whether they are listed; each game's listed variants come first.
        fn every_variant() -> impl Iterator<Item = (VariantId, bool)> {
            fn of<P: Listed>() -> impl Iterator<Item = (VariantId, bool)> {
                let listed = P::Variant::ALL.iter().map(|variant| (P::variant_id(*variant), true));
                let unlisted = P::Variant::UNLISTED.iter().map(|variant| (P::variant_id(*variant), false));
                listed.chain(unlisted)
            }
            std::iter::empty()$(.chain(of::<crate::$module::$Type>()))+
        }

        /// Runs an expression that is compiled for each game: the only way from a game chosen at run time to
        /// code that is generic over [`Position`](crate::position::Position).
        ///
        /// Between the bars, the first name is bound to the game's type, the second to the chosen value: the game's own
        /// variant for a [`VariantId`](crate::variant::VariantId), or the contents of another enum of
        /// [`variant`](crate::variant), which is then named as the first argument (a position is in an [`Arc`](std::sync::Arc)).
        ///
        /// ```
        /// use manifold_rules::position::Position;
        /// use manifold_rules::variant::{AnyPosition, VariantId};
        /// use manifold_rules::with_game;
        ///
        /// let id: VariantId = "hidden960:960".parse()?;
        /// assert_eq!(with_game!(id, |P, variant| P::start(variant).count_legal()), 54);
        ///
        /// let position = AnyPosition::start(id);
        /// assert_eq!(with_game!(AnyPosition, &position, |P, own| P::count_legal(own)), 54);
        /// # Ok::<(), manifold_rules::error::NotationError>(())
        /// ```
        #[macro_export]
        macro_rules! with_game {
            ($d id:expr, |$d P:ident, $d variant:ident| $d body:expr) => {
                $d crate::with_game!(VariantId, $d id, |$d P, $d variant| $d body)
            };
            // The optional last arm is for an enum with a variant that belongs to no game.
            ($d Enum:ident, $d any:expr, |$d P:ident, $d own:ident| $d body:expr
             $d (, $d Other:ident => $d other:expr)?) => {
                match $d any {
                    $($d crate::variant::$d Enum::$Name($d own) => {
                        #[allow(dead_code)]
                        type $d P = $d crate::$module::$Type;
                        $d body
                    })+
                    $d ($d crate::variant::$d Enum::$d Other => $d other,)?
                }
            };
        }

        /// Passes the list of games to a macro: for each game the name of its variant in
        /// [`VariantId`](crate::variant::VariantId), and its module, which has a position of the same name.
        ///
        /// ```
        /// macro_rules! count {
        ///     ($($Game:ident: $module:ident;)+) => { [$(stringify!($module)),+].len() };
        /// }
        /// assert_eq!(manifold_rules::list_games!(count), 5);
        /// ```
        #[macro_export]
        macro_rules! list_games {
            ($d then:ident) => {
                $d then! { $($Name: $module;)+ }
            };
        }
    };
}

games! {$
    Hyperspace: hyperspace::Hyperspace, "Hyperspace Chess.";
    TimeTraveler: time_traveler::TimeTraveler, "Time Traveler's Chess.";
    Hidden960: hidden960::Hidden960, "Hidden960.";
    DmChess: dmchess::DmChess, "DMChess.";
    Chess: chess::Chess, "Chess and Chess960.";
}

/// Runs an expression, compiled for each game, for every variant that lists and menus offer ([`VariantId::all`]). For
/// tests and benchmarks of all games. The two names are as in [`with_game!`](crate::with_game).
///
/// ```
/// use manifold_rules::in_every_game;
/// use manifold_rules::position::Position;
///
/// in_every_game!(|P, variant| assert!(P::start(variant).outcome().is_none()));
/// ```
#[macro_export]
macro_rules! in_every_game {
    (|$P:ident, $variant:ident| $body:expr) => {
        for id in $crate::variant::VariantId::all() {
            $crate::with_game!(id, |$P, $variant| $body);
        }
    };
}

// Declared after the list because these files use the macro that it defines.
mod action;
mod game;
mod position;
mod record;

/// A game of any kind with everything that its record contains besides the actions:
/// [`Record`](crate::record::Record).
#[derive(Debug, Clone)]
pub struct AnyRecord {
    /// The tags, such as the players' names.
    pub tags: Tags,
    /// The game.
    pub game: AnyGame,
    /// A note for each action of the game, in the same order; may be shorter.
    pub notes: Vec<Note>,
}

/// The conversion of the types of one game to those of any game, and back.
pub trait Listed: Rules {
    /// The variant among those of all games.
    fn variant_id(variant: Self::Variant) -> VariantId;

    /// The position as one of any game.
    fn any_position(position: Arc<Self>) -> AnyPosition;

    /// The action as one of any game.
    fn any_action(action: Self::Action) -> AnyAction;

    /// The action, if it belongs to this game.
    fn own_action(action: AnyAction) -> Option<Self::Action>;

    /// The public part of an action as one of any game.
    fn any_public_action(action: Self::PublicAction) -> AnyPublicAction;

    /// The view as one of any game.
    fn any_view(view: Self::View) -> AnyView;

    /// The refusal as one of any game.
    fn any_refusal(refusal: Self::Refusal) -> AnyRefusal;

    /// The game as one of any kind.
    fn any_game(game: Game<Self>) -> AnyGame;

    /// The game, if it is one of this kind.
    fn own_game(game: &AnyGame) -> Option<&Game<Self>>;
}

impl VariantId {
    /// The variants of all games, including those that lists and menus do not offer.
    pub fn every() -> impl Iterator<Item = VariantId> {
        every_variant().map(|(id, _)| id)
    }

    /// The variants of all games that lists and menus offer, each game's default first.
    #[must_use]
    pub fn all() -> Vec<VariantId> {
        every_variant()
            .filter_map(|(id, listed)| listed.then_some(id))
            .collect()
    }

    /// The identifiers of [`VariantId::all`] in a sentence: `hyperspace, … or chess:960`.
    #[must_use]
    pub fn listed() -> &'static str {
        &IDENTIFIERS
    }

    /// The identifier, such as `hidden960:960`.
    #[must_use]
    pub fn id(self) -> &'static str {
        with_game!(VariantId, self, |P, variant| variant.id())
    }

    /// The game without its options: `hidden960` for `hidden960:960`.
    #[must_use]
    pub fn game(self) -> &'static str {
        let id = self.id();
        id.split_once(':').map_or(id, |(game, _options)| game)
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        with_game!(VariantId, self, |P, variant| variant.name())
    }

    /// Its names in records of other programs: [`Interchange::pgn_names`].
    #[must_use]
    pub fn pgn_names(self) -> &'static [&'static str] {
        with_game!(VariantId, self, |P, variant| P::pgn_names(variant))
    }

    /// How many starting positions there are to choose from: [`Starts::starts`].
    #[must_use]
    pub fn starts(self) -> u32 {
        with_game!(VariantId, self, |P, variant| P::starts(variant))
    }

    /// Parses an action of this game in machine notation.
    ///
    /// # Errors
    /// Says what was expected.
    pub fn parse_action(self, text: &str) -> Result<AnyAction, NotationError> {
        with_game!(VariantId, self, |P, _variant| text
            .parse()
            .map(P::any_action))
    }
}

impl Display for VariantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

static IDENTIFIERS: LazyLock<String> = LazyLock::new(|| {
    let ids: Vec<&str> = VariantId::all().into_iter().map(VariantId::id).collect();
    match ids.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
});

impl FromStr for VariantId {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<VariantId, NotationError> {
        every_variant()
            .map(|(id, _)| id)
            .find(|id| id.id() == text)
            .ok_or_else(|| NotationError::new(text, VariantId::listed()))
    }
}

#[cfg(test)]
mod tests;
