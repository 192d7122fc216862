//! [`Position`] and its capabilities for Time Traveler's Chess.

use std::ops::ControlFlow;

use super::action::Action;
use super::explosion::Explosions;
use super::men::Men;
use super::position::TimeTraveler;
use super::refusal::Refusal;
use super::variant::Variant;
use super::view::View;
use super::{check, generate, legal, material, notation, text, view};
use crate::board::{Castling, Color};
use crate::error::{InputError, PositionError};
use crate::outcome::Outcome;
use crate::position::{
    Bounded, Children, Interchange, Position, Recomputed, Secret, Starts, Turns, Unlisted,
};
use crate::viewer::Viewer;

impl Position for TimeTraveler {
    type Variant = Variant;
    type Action = Action;
    type Refusal = Refusal;

    fn start(_: Variant) -> TimeTraveler {
        let mut start = TimeTraveler {
            men: Men::start(),
            explosions: [Explosions::default(), Explosions::default()],
            turn: Color::White,
            castling: Castling::START,
            en_passant: None,
            lost: [false; 2],
            fifty: 0,
            ply: 0,
            men_key: 0,
            past_key: 0,
        };
        start.recompute_keys();
        start
    }

    fn variant(&self) -> Variant {
        Variant
    }

    fn turn(&self) -> Color {
        self.turn
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        legal::check(self, action)
    }

    fn for_each_legal<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::for_each_legal(self, visit)
    }

    fn count_legal(&self) -> u64 {
        generate::count_legal(self)
    }

    fn play_unchecked(&mut self, action: Action) {
        self.make(action);
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(won) = self.won_at_once() {
            return Some(won);
        }
        if self.has_legal_action() {
            return None;
        }
        Some(Outcome::without_a_move(self.turn, self.is_check()))
    }

    fn is_insufficient_material(&self) -> bool {
        material::is_insufficient(self)
    }

    fn is_check(&self) -> bool {
        check::is_in_check(&self.men, self.turn, None)
    }

    fn fifty_move_count(&self) -> u32 {
        self.fifty
    }

    fn repetition_key(&self) -> u64 {
        if self.en_passant.is_some() && self.en_passant_is_legal() {
            self.men_key ^ self.en_passant_key()
        } else {
            self.men_key
        }
    }

    fn zobrist(&self) -> u64 {
        self.men_key ^ self.past_key ^ self.en_passant_key()
    }

    /// A player who runs out of time always loses.
    fn wins_on_time(&self, _: Color) -> bool {
        true
    }

    fn notation(&self, action: Action, _: Viewer) -> String {
        notation::write(self, action)
    }

    fn read(&self, text: &str) -> Result<Action, InputError> {
        notation::read(self, text)
    }

    fn to_text(&self) -> String {
        text::write(self)
    }

    fn from_text(_: Variant, text: &str) -> Result<TimeTraveler, PositionError> {
        text::read(text)
    }
}

impl Secret for TimeTraveler {
    type PublicAction = Action;
    type View = View;

    fn view(&self, _: Viewer) -> View {
        view::view(self)
    }

    fn public(&self, action: Action) -> Action {
        action
    }
}

impl Turns for TimeTraveler {}

impl Bounded for TimeTraveler {}

impl Unlisted for TimeTraveler {}

impl Children for TimeTraveler {}

impl Default for TimeTraveler {
    fn default() -> TimeTraveler {
        TimeTraveler::start(Default::default())
    }
}

impl Starts for TimeTraveler {}

impl Interchange for TimeTraveler {}

impl Recomputed for TimeTraveler {
    fn recomputed_zobrist(&self) -> u64 {
        let (men_key, past_key) = self.keys();
        men_key ^ past_key ^ self.en_passant_key()
    }
}
