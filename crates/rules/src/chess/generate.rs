//! Listing the legal moves.

use std::ops::ControlFlow;

use super::{Action, Chess, Variant};
use crate::board::make_moves::make_steps;
use crate::board::{Castling, File, MoveSet, Role, Square};

impl Chess {
    /// Hands out every legal move.
    #[inline]
    pub(super) fn list<B>(
        &self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.move_generator()
            .for_each_legal(|set| set.for_each(|action| visit(self.written(set, action))))
    }

    /// Hands out every legal capture and promotion, in the order of all legal moves.
    ///
    /// # Errors
    /// `Break` if `visit` breaks off.
    #[inline]
    pub fn for_each_noisy<B>(
        &self,
        mut visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // None of them is castling, so they are already as this variant writes them.
        self.move_generator()
            .for_each_noisy(|set| set.for_each(&mut visit))
    }

    /// Hands out every legal move with the position that it leads to.
    #[inline]
    pub(super) fn list_children<B>(
        &self,
        mut visit: impl FnMut(Action, &Chess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut passed = *self;
        passed.pass();
        let generator = self.move_generator();
        let constraints = generator.constraints();
        let steps = generator.pawn_steps(&constraints);
        make_steps(steps, self.turn, || passed, &mut visit)?;
        generator.for_each_but_steps(&constraints, |set| self.make_each(set, &passed, &mut visit))
    }

    /// Converts a move of a set to the way this variant writes it: in a set, castling is king takes rook.
    #[inline]
    pub(super) fn written(&self, set: MoveSet, action: Action) -> Action {
        let is_castling = set.role == Role::King
            && self.variant == Variant::Standard
            && self.board.by_color(self.turn).contains(action.to);
        if is_castling {
            self.castling_with(action.from, action.to)
        } else {
            action
        }
    }

    /// Castling with a rook as this variant writes it: the king's move of two squares, or king takes rook.
    #[inline]
    pub(super) fn castling_with(&self, king: Square, rook: Square) -> Action {
        match self.variant {
            Variant::Standard => Action::new(king, Castling::targets(king, rook).0),
            Variant::Chess960 => Action::new(king, rook),
        }
    }

    /// Whether a legal action castles.
    #[inline]
    pub fn is_castling(&self, action: Action) -> bool {
        self.board.role_at(action.from) == Some(Role::King) && self.castling_rook(action).is_some()
    }

    /// The square of the rook with which a move of the king castles; `None` if the move is not meant as castling. Does not
    /// check that a rook with castling rights stands there.
    #[inline]
    pub(super) fn castling_rook(&self, action: Action) -> Option<Square> {
        let Action { from, to, .. } = action;
        match self.variant {
            Variant::Standard => {
                let home = Square::from_coords(File::E, self.turn.backrank());
                let corner = match to.file() {
                    File::G => File::H,
                    File::C => File::A,
                    _ => return None,
                };
                (from == home && to.rank() == home.rank())
                    .then(|| Square::from_coords(corner, home.rank()))
            }
            Variant::Chess960 => (self.board.piece_at(to) == Some(self.turn.rook())).then_some(to),
        }
    }
}
