//! The [`Position`] trait, which every game implements, and the capabilities that only some need.
//!
//! A position is a plain value: cloned cheaply, compared and hashed. Everything that needs the history of a game
//! (repetition, draws by count, agreement, clocks) is in [`game`](crate::game), above the position.
//!
//! | trait | what it provides |
//! | --- | --- |
//! | [`Position`] | the side to move, legal actions, outcomes, keys, text and notation |
//! | [`Secret`] | what one viewer may know of a position and of an action |
//! | [`Turns`] | turns of several actions, and who acts in them |
//! | [`Bounded`] | bounds on long lists of actions |
//! | [`Unlisted`] | actions that are never listed |
//! | [`Children`] | the positions after every action |
//! | [`Starts`] | several starting positions to choose from |
//! | [`Interchange`] | what other programs call the game, and where their records differ |
//! | [`Recomputed`] | incrementally updated values, computed from scratch for tests |
//!
//! All but [`Secret`] and [`Recomputed`] have default methods: a game for which these are right implements the trait
//! with an empty `impl`. [`Rules`] combines them all, for code that plays any game.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;

use serde::Serialize;

use crate::board::Color;
use crate::error::{InputError, NotationError, PositionError};
use crate::outcome::Outcome;
use crate::viewer::Viewer;

/// A set of options under which a game is played, named by an identifier such as `hidden960:960`.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The variants that lists and menus offer, the default one first.
    const ALL: &'static [Self];

    /// Further variants, which can only be asked for by identifier.
    const UNLISTED: &'static [Self] = &[];

    /// The identifier used by the command line, the records and every interface.
    fn id(self) -> &'static str;

    /// The display name.
    fn name(self) -> &'static str;
}

/// The position of a game, with everything that the rules say about it.
///
/// An *action* is the smallest decision of a player, a *turn* all that a player does until the right to
/// move passes, a *ply* one turn of one player. Where a turn has several actions, the *actor*, who must
/// act next, can differ from the player whose turn it is ([`Turns`]); in most games a turn is one action, and the two
/// are the same.
///
/// Actions are values that describe themselves: they are read and written in machine notation
/// without a position ([`FromStr`](std::str::FromStr) and [`Display`]), and judged against one by [`Position::check`].
///
/// The default position is the one before the first action of the default variant.
pub trait Position: Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// The options under which the game can be played.
    type Variant: Variant;
    /// One decision, with all that its player knows. Displayed in machine notation.
    type Action: Copy
        + Eq
        + Hash
        + Debug
        + Display
        + std::str::FromStr<Err = NotationError>
        + Send
        + Sync;
    /// Why an action is not legal.
    type Refusal: std::error::Error + Clone + Eq + Send + Sync;

    /// The position before the first action. Where there are several ([`Starts`]), the default one.
    fn start(variant: Self::Variant) -> Self;

    /// Reads a position.
    ///
    /// # Errors
    /// Names the field that is wrong and says what was expected.
    fn from_text(variant: Self::Variant, text: &str) -> Result<Self, PositionError>;

    /// The whole position as one line of text. Reading it back with [`Position::from_text`] gives an
    /// equal position.
    fn to_text(&self) -> String;

    /// The options under which this game is played.
    fn variant(&self) -> Self::Variant;

    /// The player whose turn it is.
    fn turn(&self) -> Color;

    /// Plies played before this position. [`Position::turn`] alternates with it.
    fn ply(&self) -> u32;

    /// Checks whether `action` is legal, without listing actions.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    fn check(&self, action: Self::Action) -> Result<(), Self::Refusal>;

    /// Calls `visit` with every legal action of the actor, in no particular order, until it breaks.
    /// A game that is decided on the board has none.
    fn for_each_legal<B>(
        &self,
        visit: impl FnMut(Self::Action) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// The number of legal actions. Games override it where counting is cheaper than listing.
    fn count_legal(&self) -> u64 {
        let mut count = 0;
        let _ = self.for_each_legal(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// All legal actions, in no particular order.
    ///
    /// ```
    /// use manifold_rules::hidden960::Hidden960;
    /// use manifold_rules::position::Position;
    ///
    /// assert_eq!(Hidden960::default().legal_actions().len(), 56);
    /// ```
    fn legal_actions(&self) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.for_each_legal(|action| {
            actions.push(action);
            ControlFlow::<()>::Continue(())
        });
        actions
    }

    /// Whether the actor has any legal action at all.
    fn has_legal_action(&self) -> bool {
        self.for_each_legal(|_| ControlFlow::Break(())).is_break()
    }

    /// Whether `action` is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.check(action).is_ok()
    }

    /// Makes `action` if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    fn play(&mut self, action: Self::Action) -> Result<(), Self::Refusal> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Makes `action`, which must be legal. Any other action leaves a meaningless position or
    /// panics.
    fn play_unchecked(&mut self, action: Self::Action);

    /// The outcome decided on the board: a win, or stalemate. Draws that need counting are judged by
    /// [`Game`](crate::game::Game).
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the player whose turn it is is in check.
    fn is_check(&self) -> bool;

    /// Whether the material left on both sides is declared a draw.
    fn is_insufficient_material(&self) -> bool;

    /// Whether `color` wins if the opponent's time runs out (otherwise that is a draw).
    fn wins_on_time(&self, color: Color) -> bool;

    /// Plies since the last event that resets the fifty-move count. 100 is a draw.
    fn fifty_move_count(&self) -> u32;

    /// Equal for positions that count as the same for threefold repetition.
    fn repetition_key(&self) -> u64;

    /// Zobrist key of the position, kept up to date with every action: equal positions have equal keys.
    fn zobrist(&self) -> u64;

    /// A legal `action` in the game's human-readable notation, as `viewer` may read it, with marks for
    /// check and mate.
    fn notation(&self, action: Self::Action, viewer: Viewer) -> String;

    /// Reads an action as a person types it: machine notation or the game's own.
    ///
    /// # Errors
    /// Says whether the text could not be read, is ambiguous or is not legal, and names the nearest
    /// legal action if there is one.
    fn read(&self, text: &str) -> Result<Self::Action, InputError>;
}

/// The public side of a game, for one viewer. Only these two types leave the referee, and neither has a field for secrets.
pub trait Secret: Position {
    /// The view of a position by one viewer. Displayed as position text with `?` for what is unknown.
    type View: Clone + Eq + Debug + Display + Serialize + Send + Sync;
    /// The public part of an action: what everybody learns of it.
    type PublicAction: Copy + Eq + Hash + Debug + Display + Send + Sync;

    /// The view of this position that `viewer` may have.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// The public part of `action`, made in this position.
    fn public(&self, action: Self::Action) -> Self::PublicAction;
}

/// Turns of several actions, and who acts in them. The default methods are for a game in which a turn is one
/// action.
pub trait Turns: Position {
    /// The player who must act next.
    fn actor(&self) -> Color {
        self.turn()
    }

    /// The player who can make `action` here: the actor, except for the few actions that are open
    /// to the other player.
    fn player_of(&self, _action: Self::Action) -> Color {
        self.actor()
    }

    /// Whether this is a point at which draws are judged and positions compared: after every ply,
    /// but not in the middle of a turn.
    fn is_settled(&self) -> bool {
        true
    }

    /// Whether `action`, legal here, takes back the action before it without a trace: records for people omit both.
    fn takes_back(&self, _action: Self::Action) -> bool {
        false
    }
}

/// Bounds on lists of legal actions. They are not rules: what a list leaves out is still legal, and
/// mate and stalemate take everything into account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The longest delay that is listed, 1 to 99 turns. Games without delays ignore it.
    pub max_delay: u8,
}

impl Bounds {
    /// No bounds: every legal action.
    pub const NONE: Bounds = Bounds { max_delay: 99 };
}

impl Default for Bounds {
    /// The default of the command line: delays of up to 8 turns.
    fn default() -> Bounds {
        Bounds { max_delay: 8 }
    }
}

/// Lists of actions within [`Bounds`]. The default methods are for a game that needs no bounds.
pub trait Bounded: Position {
    /// Like [`Position::for_each_legal`], but only the actions within `bounds`.
    #[inline]
    fn for_each_legal_within<B>(
        &self,
        _bounds: Bounds,
        visit: impl FnMut(Self::Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.for_each_legal(visit)
    }

    /// Like [`Position::count_legal`], but only the actions within `bounds`.
    #[inline]
    fn count_legal_within(&self, _bounds: Bounds) -> u64 {
        self.count_legal()
    }

    /// Like [`Position::legal_actions`], but only the actions within `bounds`.
    fn legal_actions_within(&self, bounds: Bounds) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.for_each_legal_within(bounds, |action| {
            actions.push(action);
            ControlFlow::<()>::Continue(())
        });
        actions
    }
}

/// Actions of a kind that is never listed because there are too many. The default method is for
/// a game that lists every action.
pub trait Unlisted: Position {
    /// A description of what the actor must do, if the next action is of a kind that is not listed. In that case
    /// [`Position::for_each_legal`] visits nothing although the game goes on.
    fn unlisted(&self) -> Option<&'static str> {
        None
    }
}

/// The positions after every action. Games override the default methods where work can be shared
/// between actions, or where taking an action back is cheaper than copying the position.
pub trait Children: Bounded {
    /// Like [`Bounded::for_each_legal_within`], but passes each action together with the position after it.
    fn for_each_child_within<B>(
        &self,
        bounds: Bounds,
        mut visit: impl FnMut(Self::Action, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut scratch = self.clone();
        self.for_each_legal_within(bounds, |action| {
            scratch.visit_child(action, |child| visit(action, child))
        })
    }

    /// Makes `action`, which must be legal, calls `look` with the position after it, and takes the
    /// action back. (If `look` panics, the position is meaningless.)
    ///
    /// ```
    /// use manifold_rules::dmchess::DmChess;
    /// use manifold_rules::position::{Children, Position};
    ///
    /// let start = DmChess::default();
    /// let mut position = start.clone();
    /// let replies = position.visit_child("Pd2e2-d2e4".parse()?, |after| after.count_legal());
    /// assert_eq!(replies, 363);
    /// assert_eq!(position, start);
    /// # Ok::<(), manifold_rules::error::NotationError>(())
    /// ```
    fn visit_child<R>(&mut self, action: Self::Action, look: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = self.clone();
        child.play_unchecked(action);
        look(&mut child)
    }
}

/// Variants that begin from one of several starting positions, drawn by lot before the game. The default
/// methods are for a game that always begins from [`Position::start`].
pub trait Starts: Position {
    /// How many starting positions there are; at least 1.
    fn starts(_variant: Self::Variant) -> u32 {
        1
    }

    /// The starting position with the given number, counted from 0; `None` if there are not that many.
    fn start_at(variant: Self::Variant, number: u32) -> Option<Self> {
        (number == 0).then(|| Self::start(variant))
    }
}

/// A game that other programs know too. The default methods are for a game that only this program knows.
pub trait Interchange: Position {
    /// The names of a variant in other programs, for the `Variant` tag of a record; the first is the one that is written. If there are
    /// none, records use the identifier.
    fn pgn_names(_variant: Self::Variant) -> &'static [&'static str] {
        &[]
    }

    /// Whether records may continue after a third occurrence of a position or 100 plies without progress. In other
    /// programs players must claim these draws; in our own games they end the game automatically.
    fn draws_may_go_unclaimed(_variant: Self::Variant) -> bool {
        false
    }
}

/// The incrementally updated values of a position, computed from scratch: for tests.
pub trait Recomputed: Position {
    /// The Zobrist key; always equal to [`Position::zobrist`].
    fn recomputed_zobrist(&self) -> u64;
}

/// A game with all capabilities: the bound of code that plays, stores or shows any game.
pub trait Rules:
    Position + Secret + Turns + Unlisted + Children + Starts + Interchange + Recomputed
{
}

impl<P: Position + Secret + Turns + Unlisted + Children + Starts + Interchange + Recomputed> Rules
    for P
{
}
