//! [`Position`] and its capability traits for Hyperspace Chess; the methods delegate to the other files.

use std::fmt::{self, Debug};
use std::ops::ControlFlow;

use super::action::{Action, PublicAction};
use super::position::Hyperspace;
use super::refusal::Refusal;
use super::variant::Variant;
use super::view::View;
use super::{material, text};
use crate::board::{Board, Castling, Color, zobrist};
use crate::error::{InputError, PositionError};
use crate::outcome::Outcome;
use crate::position::{
    Bounded, Bounds, Children, Interchange, Position, Recomputed, Secret, Starts, Turns, Unlisted,
};
use crate::viewer::Viewer;

impl Debug for Hyperspace {
    /// The position as a spectator sees it: debugging output must not contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let public = text::write(self, Viewer::Spectator);
        f.debug_tuple("Hyperspace").field(&public).finish()
    }
}

impl Position for Hyperspace {
    type Variant = Variant;
    type Action = Action;
    type Refusal = Refusal;

    fn start(variant: Variant) -> Hyperspace {
        let mut position = Hyperspace::on_board(variant, Board::start());
        position.castling = Castling::START;
        position.rehash();
        position
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    /// A refusal can name squares that only the player of the action may know.
    fn check(&self, action: Action) -> Result<(), Refusal> {
        self.judge(action)
    }

    /// `amend:N` and `cancel` are not listed: they are not actions of the actor.
    #[inline]
    fn for_each_legal<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.list(Bounds::NONE, visit)
    }

    #[inline]
    fn count_legal(&self) -> u64 {
        self.count(Bounds::NONE)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.make(action);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_legal_action() {
            return None;
        }
        Some(Outcome::without_a_move(self.turn, self.is_check()))
    }

    fn is_check(&self) -> bool {
        self.checkers().any()
    }

    fn is_insufficient_material(&self) -> bool {
        material::is_insufficient(self)
    }

    fn fifty_move_count(&self) -> u32 {
        self.fifty_moves
    }

    fn repetition_key(&self) -> u64 {
        let mut key = self.hash ^ self.travelers_key();
        if let Some(square) = self.en_passant
            && !self.en_passant_is_legal()
        {
            key ^= zobrist::en_passant(square);
        }
        key
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.hash ^ self.travelers_key() ^ self.withdrawn_key()
    }

    fn wins_on_time(&self, color: Color) -> bool {
        self.board.by_color(color).more_than_one() || !self.travelers(color).is_empty()
    }

    fn notation(&self, action: Action, viewer: Viewer) -> String {
        self.write_notation(action, viewer)
    }

    fn read(&self, text: &str) -> Result<Action, InputError> {
        self.read_notation(text)
    }

    fn to_text(&self) -> String {
        text::write(self, Viewer::Referee)
    }

    fn from_text(variant: Variant, text: &str) -> Result<Hyperspace, PositionError> {
        text::read(variant, text)
    }

    fn has_legal_action(&self) -> bool {
        self.has_any()
    }
}

impl Secret for Hyperspace {
    type PublicAction = PublicAction;
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        View::new(self, viewer)
    }

    fn public(&self, action: Action) -> PublicAction {
        action.public()
    }
}

impl Turns for Hyperspace {
    /// Amending and cancelling are actions of the player who caused the conflict, who is not the
    /// actor.
    fn player_of(&self, action: Action) -> Color {
        match action {
            Action::Amend(_) | Action::Cancel => self.turn.other(),
            _ => self.turn,
        }
    }
}

impl Bounded for Hyperspace {
    #[inline]
    fn for_each_legal_within<B>(
        &self,
        bounds: Bounds,
        visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.list(bounds, visit)
    }

    #[inline]
    fn count_legal_within(&self, bounds: Bounds) -> u64 {
        self.count(bounds)
    }
}

impl Unlisted for Hyperspace {}

impl Children for Hyperspace {
    #[inline]
    fn for_each_child_within<B>(
        &self,
        bounds: Bounds,
        visit: impl FnMut(Action, &Hyperspace) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.list_children(bounds, visit)
    }
}

impl Default for Hyperspace {
    fn default() -> Hyperspace {
        Hyperspace::start(Default::default())
    }
}

impl Starts for Hyperspace {}

impl Interchange for Hyperspace {}

impl Recomputed for Hyperspace {
    fn recomputed_zobrist(&self) -> u64 {
        self.public_hash() ^ self.travelers_key() ^ self.withdrawn_key()
    }
}
