//! What every game offers: the [`Game`] trait and the few types that all games share.
//!
//! A game is a plain value: a position that is cloned cheaply, compared and hashed. Everything that
//! needs the history of a game (repetition, draws by count, agreement, clocks) is in
//! [`matchplay`](crate::matchplay), above the position.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;

use crate::board::Color;
use crate::notation::{InputError, NotationError, PositionError};

/// A set of options under which a game is played, named by an identifier such as `hidden960:960`.
pub trait Variant: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// All variants of the game, the default one first.
    const ALL: &'static [Self];

    /// Further variants that can be asked for by identifier, but are in no list.
    const UNLISTED: &'static [Self] = &[];

    /// The identifier used by the command line, the records and every interface.
    fn id(self) -> &'static str;

    /// The name for people.
    fn name(self) -> &'static str;
}

/// Who looks at a position. What a viewer may see is decided by [`Game::view`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Viewer {
    /// One of the two players.
    Player(Color),
    /// Anybody who watches.
    Spectator,
    /// The referee, who sees everything.
    Referee,
}

impl Viewer {
    /// Whether this viewer may know what `owner` keeps secret.
    #[must_use]
    pub fn knows_secrets_of(self, owner: Color) -> bool {
        match self {
            Viewer::Player(color) => color == owner,
            Viewer::Spectator => false,
            Viewer::Referee => true,
        }
    }
}

impl FromStr for Viewer {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Viewer, NotationError> {
        match text {
            "white" => Ok(Viewer::Player(Color::White)),
            "black" => Ok(Viewer::Player(Color::Black)),
            "spectator" => Ok(Viewer::Spectator),
            "referee" => Ok(Viewer::Referee),
            _ => Err(NotationError::new(
                text,
                "white, black, spectator or referee",
            )),
        }
    }
}

impl Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Viewer::Player(Color::White) => "white",
            Viewer::Player(Color::Black) => "black",
            Viewer::Spectator => "spectator",
            Viewer::Referee => "referee",
        })
    }
}

/// Why a game ended. The names are those of the command line's `status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The side to move is attacked and has no legal action.
    Checkmate,
    /// Time Traveler's Chess: a position became grammatically incorrect.
    Grammar,
    /// DMChess: five dimensions controlled for a full turn.
    Dominance,
    /// A player resigned.
    Resignation,
    /// A player's time ran out.
    Time,
    /// A tournament director decided.
    Adjudication,
    /// No legal action, and not in check.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// A hundred plies without progress.
    FiftyMoves,
    /// Neither side can win any more.
    InsufficientMaterial,
    /// The players agreed on a draw.
    Agreement,
}

impl Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Checkmate => "checkmate",
            Reason::Grammar => "grammar",
            Reason::Dominance => "dominance",
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Adjudication => "adjudication",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "fifty-moves",
            Reason::InsufficientMaterial => "insufficient-material",
            Reason::Agreement => "agreement",
        })
    }
}

impl FromStr for Reason {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Reason, NotationError> {
        const ALL: [Reason; 11] = [
            Reason::Checkmate,
            Reason::Grammar,
            Reason::Dominance,
            Reason::Resignation,
            Reason::Time,
            Reason::Adjudication,
            Reason::Stalemate,
            Reason::Repetition,
            Reason::FiftyMoves,
            Reason::InsufficientMaterial,
            Reason::Agreement,
        ];
        ALL.into_iter()
            .find(|reason| reason.to_string() == text)
            .ok_or_else(|| NotationError::new(text, "the reason of a result, such as checkmate"))
    }
}

/// How a game ended: the winner, if there is one, and why.
///
/// ```
/// use manifold_rules::board::Color;
/// use manifold_rules::game::{Outcome, Reason};
///
/// let outcome = Outcome::win(Color::White, Reason::Checkmate);
/// assert_eq!(outcome.to_string(), "white-wins checkmate");
/// assert_eq!(outcome.score(), "1-0");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winner; `None` for a draw.
    #[serde(serialize_with = "crate::board::names::optional_color")]
    pub winner: Option<Color>,
    /// Why the game ended.
    pub reason: Reason,
}

impl Outcome {
    /// `winner` has won.
    #[must_use]
    pub const fn win(winner: Color, reason: Reason) -> Outcome {
        Outcome {
            winner: Some(winner),
            reason,
        }
    }

    /// Nobody has won.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// How a game ends in which `loser` has to act and cannot: mate in check, stalemate otherwise.
    #[must_use]
    pub const fn without_a_move(loser: Color, in_check: bool) -> Outcome {
        if in_check {
            Outcome::win(loser.other(), Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// The score as a record writes it: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn score(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(Color::White) => write!(f, "white-wins {}", self.reason),
            Some(Color::Black) => write!(f, "black-wins {}", self.reason),
            None => write!(f, "draw {}", self.reason),
        }
    }
}

/// Bounds on what a list of legal actions contains. They are no rules: what a list leaves out is
/// still legal, and mate and stalemate are judged with everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Listing {
    /// Hyperspace Chess: the longest delay that is listed, 1 to 99. Other games ignore it.
    pub max_delay: u8,
}

impl Listing {
    /// Everything that is legal.
    pub const ALL: Listing = Listing { max_delay: 99 };
}

impl Default for Listing {
    /// What the command line lists unless it is told otherwise: delays of up to 8 turns.
    fn default() -> Listing {
        Listing { max_delay: 8 }
    }
}

/// One game: a position, with everything that the rules say about it.
///
/// An *action* is the smallest decision of a player. In Hidden960 a turn can have several actions,
/// and the *actor* (who must act next) can differ from the player whose turn it is; elsewhere a turn
/// is one action and the two are the same.
///
/// Actions are values that describe themselves: they are read and written in machine notation
/// without a position ([`FromStr`] and [`Display`]), and judged against one by [`Game::check`].
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    /// The options under which the game can be played.
    type Variant: Variant;
    /// One decision, with all that its player knows. Displayed in machine notation.
    type Action: Copy + Eq + Hash + Debug + Display + FromStr<Err = NotationError> + Send + Sync;
    /// What everybody learns of an action. Has no place for what is secret.
    type PublicAction: Copy + Eq + Hash + Debug + Display + Send + Sync;
    /// What one viewer may know of a position. Displayed as position text with `?` for what is
    /// unknown. Has no place for what is secret from that viewer.
    type View: Clone + Eq + Debug + Display + Serialize + Send + Sync;
    /// Why an action is not legal.
    type Refusal: std::error::Error + Clone + Eq + Send + Sync;

    /// The position before the first action.
    fn start(variant: Self::Variant) -> Self;

    /// The options under which this game is played.
    fn variant(&self) -> Self::Variant;

    /// The player whose turn it is.
    fn turn(&self) -> Color;

    /// The player who must act next.
    fn actor(&self) -> Color {
        self.turn()
    }

    /// The player who would make `action` here: the actor, except for the few actions that are open
    /// to the other player (such as amending a phase-out before the opponent has moved).
    fn player_of(&self, _action: Self::Action) -> Color {
        self.actor()
    }

    /// Plies played before this position. A ply is a whole turn of one player; [`Game::turn`]
    /// alternates with it.
    fn ply(&self) -> u32;

    /// Judges `action` without listing anything.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    fn check(&self, action: Self::Action) -> Result<(), Self::Refusal>;

    /// Hands every legal action of the actor that `listing` admits to `visit`, in no particular
    /// order, until it breaks. A game that is decided on the board has none.
    fn for_each_legal<B>(
        &self,
        listing: Listing,
        visit: impl FnMut(Self::Action) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Hands out what [`Game::for_each_legal`] does, each action together with the position that it
    /// leads to; in no particular order either. Games override it where what many actions have in
    /// common can be done once for all of them: whoever wants every child gets them faster here.
    fn for_each_child<B>(
        &self,
        listing: Listing,
        mut visit: impl FnMut(Self::Action, &Self) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut scratch = self.clone();
        self.for_each_legal(listing, |action| {
            scratch.visit_child(action, |child| visit(action, child))
        })
    }

    /// How many actions [`Game::for_each_legal`] would hand out. Games override it where counting is
    /// cheaper than listing.
    fn count_legal(&self, listing: Listing) -> u64 {
        let mut count = 0;
        let _ = self.for_each_legal(listing, |_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Makes `action`, which must be legal. With any other action the position that results is
    /// meaningless (but nothing worse than that, or a panic, happens).
    fn play_unchecked(&mut self, action: Self::Action);

    /// Makes `action`, which must be legal, hands the position after it to `look`, and leaves this
    /// position as it was: what a search does with every action of a node. Games override it where
    /// taking an action back costs less than a copy of the position. (If `look` panics, the position is
    /// meaningless.)
    ///
    /// ```
    /// use manifold_rules::dmchess::DmChess;
    /// use manifold_rules::game::{Game, Listing};
    ///
    /// let start = DmChess::start(Default::default());
    /// let mut position = start.clone();
    /// let replies = position.visit_child("Pd2e2-d2e4".parse()?, |after| {
    ///     after.count_legal(Listing::ALL)
    /// });
    /// assert_eq!(replies, 363);
    /// assert_eq!(position, start);
    /// # Ok::<(), manifold_rules::notation::NotationError>(())
    /// ```
    fn visit_child<R>(&mut self, action: Self::Action, look: impl FnOnce(&mut Self) -> R) -> R {
        let mut child = self.clone();
        child.play_unchecked(action);
        look(&mut child)
    }

    /// What the player must do, if the next action is of a kind that is not listed (DMChess: the secret
    /// placement of the kings). Then [`Game::for_each_legal`] has nothing although the game goes on.
    fn unlisted(&self) -> Option<&'static str> {
        None
    }

    /// How the game ended by what stands on the board: a win, or stalemate. Draws that need counting
    /// are not looked at (see [`matchplay`](crate::matchplay)).
    fn decided(&self) -> Option<Outcome>;

    /// Whether the player whose turn it is is in check.
    fn is_check(&self) -> bool;

    /// Whether this is a point at which draws are judged and positions compared: after every ply,
    /// in Hidden960 once forced reveals are done.
    fn is_settled(&self) -> bool {
        true
    }

    /// Whether the material left on both sides is declared a draw.
    fn is_insufficient_material(&self) -> bool;

    /// Plies since the last event that resets the fifty-move count. 100 is a draw.
    fn fifty_move_count(&self) -> u32;

    /// Equal for positions that count as the same for threefold repetition.
    fn repetition_key(&self) -> u64;

    /// Zobrist key of the position, kept up to date with every action: equal positions have equal keys.
    fn zobrist(&self) -> u64;

    /// The Zobrist key worked out from nothing. Always equal to [`Game::zobrist`]; for tests.
    fn recomputed_zobrist(&self) -> u64;

    /// Whether `color` wins if the opponent's time runs out (otherwise that is a draw).
    fn wins_on_time(&self, color: Color) -> bool;

    /// What `viewer` may know of this position.
    fn view(&self, viewer: Viewer) -> Self::View;

    /// What everybody learns of `action`, made here.
    fn public(&self, action: Self::Action) -> Self::PublicAction;

    /// `action`, legal here, in the game's notation for people as `viewer` may read it, with marks
    /// for check and mate.
    fn notation(&self, action: Self::Action, viewer: Viewer) -> String;

    /// Reads an action as a person types it: machine notation or the game's own.
    ///
    /// # Errors
    /// Says whether the text could not be read, is ambiguous or is not legal, and names the nearest
    /// legal action if there is one.
    fn read(&self, text: &str) -> Result<Self::Action, InputError>;

    /// The whole position as one line of text. Reading it back with [`Game::from_text`] gives an
    /// equal position.
    fn to_text(&self) -> String;

    /// Reads a position.
    ///
    /// # Errors
    /// Says which part of the text is wrong and what would be right.
    fn from_text(variant: Self::Variant, text: &str) -> Result<Self, PositionError>;

    /// Makes `action` if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// Says why the action is not legal here.
    fn play(&mut self, action: Self::Action) -> Result<(), Self::Refusal> {
        self.check(action)?;
        self.play_unchecked(action);
        Ok(())
    }

    /// Whether `action` is legal here.
    fn is_legal(&self, action: Self::Action) -> bool {
        self.check(action).is_ok()
    }

    /// All legal actions that `listing` admits.
    fn legal_actions(&self, listing: Listing) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        let _ = self.for_each_legal(listing, |action| {
            actions.push(action);
            ControlFlow::<()>::Continue(())
        });
        actions
    }

    /// Whether the actor has any legal action at all.
    fn has_legal_action(&self) -> bool {
        self.for_each_legal(Listing::ALL, |_| ControlFlow::Break(()))
            .is_break()
    }
}
