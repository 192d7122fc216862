//! [`Position`] and its capabilities for DMChess.

use std::ops::ControlFlow;

use super::action::{Action, PublicAction};
use super::children::Visitor;
use super::generate::Generator;
use super::placement::Placing;
use super::position::DmChess;
use super::refusal::Refusal;
use super::shift::ShiftVisitor;
use super::variant::Variant;
use super::view::View;
use crate::board::Color;
use crate::error::{InputError, PositionError};
use crate::outcome::{Outcome, Reason};
use crate::position::{
    Bounded, Bounds, Children, Interchange, Position, Recomputed, Secret, Starts, Turns, Unlisted,
};
use crate::viewer::Viewer;

impl Position for DmChess {
    type Variant = Variant;
    type Action = Action;
    type Refusal = Refusal;

    fn start(variant: Variant) -> DmChess {
        match variant {
            Variant::Home => DmChess::arrays(variant, true),
            Variant::Placed => {
                let mut position = DmChess::arrays(variant, false);
                position.placing = Placing::White;
                position
            }
        }
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Color {
        self.placer().unwrap_or(self.mover())
    }

    fn ply(&self) -> u32 {
        self.ply
    }

    fn check(&self, action: Action) -> Result<(), Refusal> {
        match action {
            Action::Move(m) => self.check_move(m),
            Action::PlaceKings(placement) => self.check_placement(placement),
        }
    }

    fn for_each_legal<B>(&self, mut visit: impl FnMut(Action) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        Generator::new(self).for_each_set(|set| set.for_each(|m| visit(Action::Move(m))))
    }

    fn count_legal(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut count = 0;
        let _ = Generator::new(self).for_each_set(|set| {
            count += set.len() as u64;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        match action {
            Action::Move(m) => self.make(m),
            Action::PlaceKings(placement) => self.place_kings(placement),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(winner) = self.dominance.winner() {
            return Some(Outcome::win(winner, Reason::Dominance));
        }
        if self.is_placing_kings() || self.has_legal_action() {
            return None;
        }
        let in_check = !self.has_safe_king(self.mover());
        Some(Outcome::without_a_move(self.mover(), in_check))
    }

    /// Whether any king of the player to move is attacked. (Checkmate needs all of them.)
    fn is_check(&self) -> bool {
        let field = self.field();
        let enemy = self.mover().other();
        self.kings(self.mover())
            .any(|king| field.is_attacked(king, enemy))
    }

    fn is_insufficient_material(&self) -> bool {
        self.is_bare()
    }

    fn fifty_move_count(&self) -> u32 {
        self.quiet_plies
    }

    fn repetition_key(&self) -> u64 {
        self.compute_repetition_key()
    }

    fn zobrist(&self) -> u64 {
        self.compute_zobrist()
    }

    fn wins_on_time(&self, color: Color) -> bool {
        self.is_placing_kings() || self.count_men(color) > 1
    }

    fn notation(&self, action: Action, viewer: Viewer) -> String {
        self.write_notation(action, viewer)
    }

    fn read(&self, text: &str) -> Result<Action, InputError> {
        self.read_notation(text)
    }

    fn to_text(&self) -> String {
        self.write_text()
    }

    fn from_text(variant: Variant, text: &str) -> Result<DmChess, PositionError> {
        DmChess::read_text(variant, text)
    }
}

impl Secret for DmChess {
    type PublicAction = PublicAction;
    type View = View;

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn public(&self, action: Action) -> PublicAction {
        action.into()
    }
}

impl Turns for DmChess {
    fn is_settled(&self) -> bool {
        !self.is_placing_kings()
    }
}

impl Bounded for DmChess {}

impl Unlisted for DmChess {
    fn unlisted(&self) -> Option<&'static str> {
        match self.placer()? {
            Color::White => Some(
                "White must place the eight kings first, as in kings:d1e1,d2e1,… (or on the 3rd rank)",
            ),
            Color::Black => Some(
                "Black must place the eight kings first, as in kings:d1e8,d2e8,… (or on the 6th rank)",
            ),
        }
    }
}

impl Children for DmChess {
    #[inline]
    fn for_each_child_within<B>(
        &self,
        _bounds: Bounds,
        mut visit: impl FnMut(Action, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let generator = Generator::new(self);
        if self.shifts_next() {
            let mut visitor = ShiftVisitor::new(self);
            return generator
                .for_each_set(|set| visitor.visit(set, |m, child| visit(Action::Move(m), child)));
        }
        let mut visitor = Visitor::new(self);
        generator.for_each_set(|set| visitor.visit(set, |m, child| visit(Action::Move(m), child)))
    }

    #[inline]
    fn visit_child<R>(&mut self, action: Action, look: impl FnOnce(&mut DmChess) -> R) -> R {
        match action {
            Action::Move(m) => self.visit_move(m, look),
            Action::PlaceKings(_) => {
                let mut child = *self;
                child.play_unchecked(action);
                look(&mut child)
            }
        }
    }
}

impl Default for DmChess {
    fn default() -> DmChess {
        DmChess::start(Default::default())
    }
}

impl Starts for DmChess {}

impl Interchange for DmChess {}

impl Recomputed for DmChess {
    fn recomputed_zobrist(&self) -> u64 {
        self.recomputed().compute_zobrist()
    }
}
