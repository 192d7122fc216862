//! What every game offers, for Time Traveler's Chess: nothing but calls of what the other files say.

use std::ops::ControlFlow;

use super::action::Action;
use super::explosion::Explosions;
use super::men::Men;
use super::position::{TimeTraveler, Variant};
use super::refusal::Refusal;
use super::view::View;
use super::{check, generate, judge, notation, text, view};
use crate::board::zobrist;
use crate::board::{Castling, Color, Role};
use crate::error::{InputError, PositionError};
use crate::outcome::Outcome;
use crate::position::{Bounded, Children, Position, Secret, Turns, Unlisted};
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
        judge::judge(self, action)
    }

    fn for_each_legal<B>(&self, visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        generate::for_each_legal(self, visit)
    }

    fn count_legal(&self) -> u64 {
        generate::count_legal(self)
    }

    fn play_unchecked(&mut self, action: Action) {
        self.fifty = self.fifty.saturating_add(1);
        match action {
            Action::Move(standard) => self.play_move(standard),
            Action::Annihilation { from, to } => self.play_annihilation(from, to),
            Action::Explosion {
                role,
                square,
                to,
                promotion,
            } => {
                self.play_explosion(role, square, to, promotion);
                self.en_passant = None;
            }
        }
        self.turn = self.turn.other();
        self.men_key ^= zobrist::BLACK_TO_MOVE;
        self.ply = self.ply.saturating_add(1);
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(won) = self.won() {
            return Some(won);
        }
        if self.has_legal_action() {
            return None;
        }
        Some(Outcome::without_a_move(self.turn, self.is_check()))
    }

    fn is_check(&self) -> bool {
        check::is_in_check(&self.men, self.turn, None)
    }

    fn is_insufficient_material(&self) -> bool {
        Color::ALL.into_iter().all(|color| {
            let traveled_kings = self.men.traveled(color) & self.men.board().by_role(Role::King);
            self.men.all(color) == traveled_kings && traveled_kings.count() == 1
        })
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

    fn recomputed_zobrist(&self) -> u64 {
        let (men_key, past_key) = self.keys();
        men_key ^ past_key ^ self.en_passant_key()
    }

    /// A player whose time runs out always loses.
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
