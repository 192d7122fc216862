//! Implements the traits of every game for chess. All of it delegates to the other files.

use std::ops::ControlFlow;

use super::start::Array;
use super::{Action, Chess, Refusal, Variant, View, text};
use crate::board::{Color, material, zobrist};
use crate::error::{InputError, PositionError};
use crate::outcome::Outcome;
use crate::position::{
    Bounded, Bounds, Children, Interchange, Position, Recomputed, Secret, Starts, Turns, Unlisted,
};
use crate::viewer::Viewer;

impl Default for Chess {
    fn default() -> Chess {
        Chess::start(Variant::default())
    }
}

impl Position for Chess {
    type Variant = Variant;
    type Action = Action;
    type Refusal = Refusal;

    /// Chess960 starts from the standard array unless another one is chosen ([`Starts`]).
    fn start(variant: Variant) -> Chess {
        Chess::set_up(variant, Array::STANDARD)
    }

    fn from_text(variant: Variant, text: &str) -> Result<Chess, PositionError> {
        text::read(variant, text)
    }

    fn to_text(&self) -> String {
        text::write(self)
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

    fn check(&self, action: Action) -> Result<(), Refusal> {
        self.judge(action)
    }

    #[inline]
    fn for_each_legal<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        self.list(visit)
    }

    #[inline]
    fn count_legal(&self) -> u64 {
        self.move_generator().count_legal()
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
        material::is_insufficient(&self.board)
    }

    fn wins_on_time(&self, color: Color) -> bool {
        self.board.by_color(color).more_than_one()
    }

    fn fifty_move_count(&self) -> u32 {
        self.fifty_moves
    }

    fn repetition_key(&self) -> u64 {
        match self.en_passant {
            Some(square) if !self.move_generator().en_passant_is_legal() => {
                self.hash ^ zobrist::en_passant(square)
            }
            _ => self.hash,
        }
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.hash
    }

    fn notation(&self, action: Action, _viewer: Viewer) -> String {
        self.write_san(action)
    }

    fn read(&self, text: &str) -> Result<Action, InputError> {
        self.read_san(text)
    }
}

impl Secret for Chess {
    type View = View;
    type PublicAction = Action;

    fn view(&self, _viewer: Viewer) -> View {
        View::of(self)
    }

    fn public(&self, action: Action) -> Action {
        action
    }
}

impl Turns for Chess {}

impl Bounded for Chess {}

impl Unlisted for Chess {}

impl Children for Chess {
    #[inline]
    fn for_each_child_within<B>(
        &self,
        _bounds: Bounds,
        visit: impl FnMut(Action, &Chess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.list_children(visit)
    }
}

/// The starting positions of Chess960 are the arrays with their usual numbers ([`Array`]).
impl Starts for Chess {
    fn starts(variant: Variant) -> u32 {
        match variant {
            Variant::Standard => 1,
            Variant::Chess960 => 960,
        }
    }

    fn start_at(variant: Variant, number: u32) -> Option<Chess> {
        match variant {
            Variant::Standard => (number == 0).then(|| Chess::start(variant)),
            Variant::Chess960 => {
                let array = Array::new(u16::try_from(number).ok()?)?;
                Some(Chess::from_array(array))
            }
        }
    }
}

impl Interchange for Chess {
    fn pgn_names(variant: Variant) -> &'static [&'static str] {
        match variant {
            Variant::Standard => &["Standard", "From Position", "Chess"],
            Variant::Chess960 => &["Chess960", "Fischerandom", "Chess 960"],
        }
    }

    fn draws_may_go_unclaimed(_: Variant) -> bool {
        true
    }
}

impl Recomputed for Chess {
    fn recomputed_zobrist(&self) -> u64 {
        zobrist::board(&self.board)
            ^ zobrist::castling(self.castling)
            ^ zobrist::turn(self.turn)
            ^ self.en_passant.map_or(0, zobrist::en_passant)
    }
}
